// Distances on a grid, and the surface where they are 0.
#include "tests/authoring/made_skin.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "thigmo/mesh/closest.h"

namespace thigmo::made {
namespace {

using Cell = Eigen::Vector3i;

/// Cubes around a box, and at each of their corners the distance outside of something. Far from its
/// skin that may stay infinite.
class Field {
  public:
    Field(const Box& box, double side)
        : side_(side),
          origin_(box.min() - Vec3::Constant(1.37 * side)),
          count_(((box.sizes().array() + 3 * side) / side).ceil().cast<int>()),
          width_(static_cast<uint32_t>(count_.x()) + 1),
          height_(static_cast<uint32_t>(count_.y()) + 1),
          value_(width_ * height_ * (static_cast<size_t>(count_.z()) + 1), INFINITY) {}

    uint32_t number(int x, int y, int z) const {
        return (static_cast<uint32_t>(z) * height_ + static_cast<uint32_t>(y)) * width_ +
               static_cast<uint32_t>(x);
    }
    Vec3 place(uint32_t corner) const {
        return origin_ +
               side_ * Vec3(corner % width_, corner / width_ % height_, corner / width_ / height_);
    }

    /// Takes in distance(point) wherever that is less, at the corners within a margin of a box.
    template <class Distance>
    void join(const Box& box, double margin, Distance distance) {
        const Vec3 wide = Vec3::Constant(margin + 2 * side_);
        const Cell low = ((box.min() - wide - origin_) / side_).cast<int>().cwiseMax(0),
                   high = ((box.max() + wide - origin_) / side_).cast<int>().cwiseMin(count_);
        for (int z = low.z(); z <= high.z(); ++z)
            for (int y = low.y(); y <= high.y(); ++y)
                for (int x = low.x(); x <= high.x(); ++x) {
                    double& least = value_[number(x, y, z)];
                    least = std::min(least, distance(place(number(x, y, z))));
                }
    }

    TriangleMesh skin() const;

  private:
    bool is_empty(int x, int y, int z) const {
        for (int c = 0; c < 8; ++c)
            if (value_[number(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2 & 1))] < 0) return false;
        return true;
    }

    double side_;
    Vec3 origin_;
    Cell count_;
    uint32_t width_, height_;  // corners
    std::vector<double> value_;

    friend class Marching;
};

/// Marching tetrahedra, six to a cube.
class Marching {
  public:
    explicit Marching(const Field& field) : field_(field) {}

    void cube(int x, int y, int z) {
        constexpr std::array<std::array<int, 4>, 6> tetrahedra = {
            {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7}, {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}}};
        for (const auto& corners : tetrahedra) {
            std::vector<uint32_t> in, out;
            for (const int c : corners) {
                const uint32_t n = field_.number(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2 & 1));
                (field_.value_[n] < 0 ? in : out).push_back(n);
            }
            if (!in.empty() && !out.empty()) cut(in, out);
        }
    }
    TriangleMesh take() {
        mesh_.normals = vertex_normals(mesh_.positions, mesh_.triangles);
        mesh_.uvs.resize(mesh_.positions.size(), Vec2f::Zero());
        return std::move(mesh_);
    }

  private:
    void cut(const std::vector<uint32_t>& in, const std::vector<uint32_t>& out) {
        const auto place = [&](uint32_t n) { return field_.place(n); };
        if (in.size() == 2) {
            const Vec3 outer = place(out[0]) + place(out[1]) - place(in[0]);
            const uint32_t a = crossing(in[0], out[0]), b = crossing(in[0], out[1]),
                           c = crossing(in[1], out[1]), d = crossing(in[1], out[0]);
            add(a, b, c, outer);
            add(a, c, d, outer);
            return;
        }
        const uint32_t one = in.size() == 1 ? in[0] : out[0];
        const std::vector<uint32_t>& others = in.size() == 1 ? out : in;
        add(crossing(one, others[0]), crossing(one, others[1]), crossing(one, others[2]),
            place(out[0]));
    }

    uint32_t crossing(uint32_t a, uint32_t b) {
        const auto next = static_cast<uint32_t>(mesh_.positions.size());
        const auto [at, is_new] = crossings_.try_emplace(std::minmax(a, b), next);
        const double here = field_.value_[a], there = field_.value_[b];
        if (is_new)
            mesh_.positions.push_back(
                ((there * field_.place(a) - here * field_.place(b)) / (there - here))
                    .cast<float>());
        return at->second;
    }

    void add(uint32_t i, uint32_t j, uint32_t k, const Vec3& outer) {
        const Vec3f &a = mesh_.positions[i], &b = mesh_.positions[j], &c = mesh_.positions[k];
        const bool faces = (b - a).cross(c - a).dot(outer.cast<float>() - a) > 0;
        mesh_.triangles.push_back(faces ? Triangle{i, j, k} : Triangle{i, k, j});
    }

    const Field& field_;
    TriangleMesh mesh_;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> crossings_;
};

TriangleMesh Field::skin() const {
    Marching marching(*this);
    for (int z = 0; z < count_.z(); ++z)
        for (int y = 0; y < count_.y(); ++y)
            for (int x = 0; x < count_.x(); ++x)
                if (!is_empty(x, y, z)) marching.cube(x, y, z);
    return marching.take();
}

Box widened(const Box& box, double by) {
    return Box(box.min() - Vec3::Constant(by), box.max() + Vec3::Constant(by));
}

}  // namespace

TriangleMesh skin(const std::vector<Stick>& sticks, double side) {
    Box box;
    double widest = 0;
    for (const auto& [from, to, radius] : sticks) {
        box.extend(from);
        box.extend(to);
        widest = std::max(widest, radius);
    }
    Field field(widened(box, widest), side);
    for (const auto& [from, to, radius] : sticks)
        field.join(Box(from.cwiseMin(to), from.cwiseMax(to)), radius, [&](const Vec3& p) {
            return (closest_on_segment(p, from, to) - p).norm() - radius;
        });
    return field.skin();
}

TriangleMesh welded_skin(const Soup& soup, double side, double reach) {
    TriangleMesh all;
    for (const SoupPart& part : soup.parts) append(part.mesh, all);
    std::vector<Vec3> positions;
    for (const Vec3f& position : all.positions) positions.push_back(position.cast<double>());
    Box box;
    for (const Vec3& position : positions) box.extend(position);
    Field field(widened(box, reach), side);
    for (const auto& [i, j, k] : all.triangles) {
        const std::array<Vec3, 3> corners = {positions[i], positions[j], positions[k]};
        Box around(corners[0]);
        around.extend(corners[1]);
        around.extend(corners[2]);
        field.join(around, reach, [&](const Vec3& p) {
            return (closest_on_triangle(p, corners) - p).norm() - reach;
        });
    }
    return field.skin();
}

}  // namespace thigmo::made
