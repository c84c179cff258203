// Soups spoiled at random, the same for a seed.
#include "tests/authoring/spoiled_soup.h"

#include <array>
#include <map>
#include <utility>

#include "thigmo/base/random.h"

namespace thigmo::made {
namespace {

using Place = std::array<float, 3>;
using Edge = std::pair<Place, Place>;

Place place(const TriangleMesh& mesh, uint32_t vertex) {
    const Vec3f& p = mesh.positions[vertex];
    return {p.x(), p.y(), p.z()};
}

/// The corner before which the longest edge lies, and that edge.
std::pair<size_t, Edge> longest_edge(const TriangleMesh& mesh, const Triangle& corners) {
    size_t best = 0;
    float most = -1;
    for (size_t i = 0; i < 3; ++i) {
        const Vec3f &a = mesh.positions[corners[(i + 1) % 3]],
                    &b = mesh.positions[corners[(i + 2) % 3]];
        if ((a - b).squaredNorm() <= most) continue;
        most = (a - b).squaredNorm();
        best = i;
    }
    const Place a = place(mesh, corners[(best + 1) % 3]), b = place(mesh, corners[(best + 2) % 3]);
    return {best, std::minmax(a, b)};
}

/// Whether the halves a b d and c d b of a quad are bent by less than 60°.
bool is_quad(const TriangleMesh& mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    const auto normal = [&](uint32_t i, uint32_t j, uint32_t k) {
        const Vec3 p = mesh.positions[i].cast<double>();
        return Vec3((mesh.positions[j].cast<double>() - p)
                        .cross(Vec3(mesh.positions[k].cast<double>() - p))
                        .normalized());
    };
    return normal(a, b, d).dot(normal(c, d, b)) > 0.5;
}

}  // namespace

void flip_and_double(double flipped, double doubled, uint64_t seed, Soup& soup) {
    Random random(seed);
    const size_t parts = soup.parts.size();
    for (size_t i = 0; i < parts; ++i) {
        SoupPart again = soup.parts[i];
        again.mesh.triangles.clear();
        for (Triangle& corners : soup.parts[i].mesh.triangles) {
            if (random.uniform() < flipped) std::swap(corners[1], corners[2]);
            if (random.uniform() >= doubled) continue;
            again.mesh.triangles.push_back(corners);
            if (random.uniform() < 0.5)
                std::swap(again.mesh.triangles.back()[1], again.mesh.triangles.back()[2]);
        }
        if (!again.mesh.triangles.empty()) soup.parts.push_back(std::move(again));
    }
}

void double_quads(double share, Copies copies, uint64_t seed, Soup& soup) {
    Random random(seed);
    const size_t parts = soup.parts.size();
    const LookId back =
        copies == Copies::of_own_look ? soup.looks.push_back(soup.looks[LookId(0)]) : LookId();
    for (size_t i = 0; i < parts; ++i) {
        const TriangleMesh& mesh = soup.parts[i].mesh;
        std::map<Edge, std::pair<uint32_t, uint32_t>> halves;  // third corner, the one after it
        std::vector<Triangle> backs;
        for (const Triangle& corners : mesh.triangles) {
            const auto [third, edge] = longest_edge(mesh, corners);
            const auto [at, is_new] =
                halves.try_emplace(edge, corners[third], corners[(third + 1) % 3]);
            if (is_new) continue;
            // The quad a b c d, whose halves a b d and c d b are, has the backs c b a and a d c.
            const auto [a, b] = at->second;
            const uint32_t c = corners[third], d = corners[(third + 1) % 3];
            halves.erase(at);
            if (random.uniform() >= share || !is_quad(mesh, a, b, c, d)) continue;
            backs.push_back({c, b, a});
            backs.push_back({a, d, c});
        }
        SoupPart again = soup.parts[i];
        if (copies == Copies::of_same_part)
            again.mesh.triangles.insert(again.mesh.triangles.end(), backs.begin(), backs.end());
        else
            again.mesh.triangles = backs;
        if (back.exists()) again.look = back;
        if (copies == Copies::of_same_part)
            soup.parts[i] = std::move(again);
        else if (!backs.empty())
            soup.parts.push_back(std::move(again));
    }
}

void shake(double share, uint64_t seed, Soup& soup) {
    Box box;
    for (const SoupPart& part : soup.parts)
        for (const Vec3f& position : part.mesh.positions) box.extend(position.cast<double>());
    const double most = share * box.diagonal().norm();
    Random random(seed);
    for (SoupPart& part : soup.parts)
        for (Vec3f& position : part.mesh.positions)
            for (int axis = 0; axis < 3; ++axis)
                position[axis] = static_cast<float>(position[axis] + random.uniform(-most, most));
}

}  // namespace thigmo::made
