// Finding copies: buckets by what every copy shares, then vertex against vertex.
#include "thigmo/authoring/instances.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

Vec3 mean(std::span<const Vec3> points) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& point : points) sum += point;
    return sum / static_cast<double>(std::max<size_t>(points.size(), 1));
}

double spread(std::span<const Vec3> points, const Vec3& centre) {
    double sum = 0;
    for (const Vec3& point : points) sum += (point - centre).squaredNorm();
    return std::sqrt(sum / static_cast<double>(std::max<size_t>(points.size(), 1)));
}

/// Triangles as sorted corners in order, renumbered by `number`.
std::vector<Triangle> topology(const std::vector<Triangle>& triangles,
                               std::span<const uint32_t> number) {
    std::vector<Triangle> sorted;
    for (Triangle corners : triangles) {
        for (uint32_t& corner : corners) corner = number[corner];
        std::sort(corners.begin(), corners.end());
        sorted.push_back(corners);
    }
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

bool same_topology(const BladeMesh& first, const BladeMesh& second,
                   std::span<const uint32_t> vertex) {
    std::vector<uint32_t> own(second.points.size());
    std::iota(own.begin(), own.end(), 0u);
    return topology(first.triangles, vertex) == topology(second.triangles, own);
}

using Permutation = std::optional<std::vector<uint32_t>>;

/// For every vertex of the first the nearest of the second, if that is one to one and all are near.
template <class Squared>
Permutation match(size_t count, double reach, Squared squared) {
    std::vector<uint32_t> vertex(count);
    std::vector<uint8_t> taken(count);
    for (uint32_t i = 0; i < count; ++i) {
        double least = INFINITY;
        for (uint32_t j = 0; j < count; ++j)
            if (const double here = squared(i, j); here < least) {
                least = here;
                vertex[i] = j;
            }
        if (!(least <= reach * reach) || taken[vertex[i]] != 0) return {};
        taken[vertex[i]] = 1;
    }
    return vertex;
}

/// [Zhao2013], sec. 4.2.
Permutation match_by_uv(const BladeMesh& first, const BladeMesh& second, double tolerance) {
    const size_t count = first.uvs.size();
    const auto squared = [&](uint32_t i, uint32_t j) {
        return static_cast<double>((first.uvs[i] - second.uvs[j]).squaredNorm());
    };
    Permutation vertex;
    bool in_order = true;  // as most files have it
    for (uint32_t i = 0; i < count && in_order; ++i)
        in_order = squared(i, i) <= tolerance * tolerance;
    if (in_order) {
        vertex.emplace(count);
        std::iota(vertex->begin(), vertex->end(), 0u);
    } else {
        vertex = match(count, tolerance, squared);
    }
    if (!vertex || !same_topology(first, second, *vertex)) return {};
    return vertex;
}

bool uvs_are_apart(const BladeMesh& mesh, double tolerance) {
    std::vector<Vec2f> sorted = mesh.uvs;
    std::sort(sorted.begin(), sorted.end(),
              [](const Vec2f& a, const Vec2f& b) { return a.x() < b.x(); });
    for (size_t i = 0; i < sorted.size(); ++i)
        for (size_t j = i + 1; j < sorted.size() && sorted[j].x() - sorted[i].x() <= 2 * tolerance;
             ++j)
            if ((sorted[j] - sorted[i]).norm() <= 2 * tolerance) return false;
    return true;
}

std::vector<Vec3> permuted(const std::vector<Vec3>& points, std::span<const uint32_t> vertex) {
    std::vector<Vec3> out;
    for (const uint32_t v : vertex) out.push_back(points[v]);
    return out;
}

/// Principal axes, longest first, right-handed.
Mat3 principal_axes(std::span<const Vec3> points, const Vec3& centre) {
    Mat3 sum = Mat3::Zero();
    for (const Vec3& point : points) sum += (point - centre) * (point - centre).transpose();
    Mat3 axes = Eigen::SelfAdjointEigenSolver<Mat3>(sum).eigenvectors().rowwise().reverse();
    if (axes.determinant() < 0) axes.col(2) *= -1;
    return axes;
}

/// Copies by geometry alone: in the file's order, else with principal axes laid on each other.
Permutation match_by_form(const BladeMesh& first, const BladeMesh& second) {
    constexpr double near = 0.02;
    const size_t count = first.points.size();
    std::vector<uint32_t> same(count);
    std::iota(same.begin(), same.end(), 0u);
    const Vec3 a = mean(first.points), b = mean(second.points);
    const double size = spread(second.points, b);
    if (same_topology(first, second, same) &&
        fit_points(first.points, second.points, CopyBy::similarity).worst <= near * size)
        return same;
    const double scale = size / std::max(spread(first.points, a), 1e-300);
    const Mat3 from = principal_axes(first.points, a), to = principal_axes(second.points, b);
    for (const auto& [x, y] : {std::pair(1, 1), {-1, 1}, {1, -1}, {-1, -1}}) {
        const Mat3 turn = scale * to * Vec3(x, y, x * y).asDiagonal() * from.transpose();
        const Permutation vertex = match(count, 0.1 * size, [&](uint32_t i, uint32_t j) {
            return (turn * (first.points[i] - a) + b - second.points[j]).squaredNorm();
        });
        if (vertex && same_topology(first, second, *vertex) &&
            fit_points(first.points, permuted(second.points, *vertex), CopyBy::similarity).worst <=
                near * size)
            return vertex;
    }
    return {};
}

/// What copies have in common, whatever their order of vertices.
struct Signature {
    uint32_t look, vertices, triangles;
    bool by_uv;
    int32_t x, y;  // cell of the mean uv, or of shape numbers
    auto operator<=>(const Signature&) const = default;
};

class Finder {
  public:
    Finder(const SoupSurface& surface, const Soup& soup, const Blades& blades,
           const InstanceSettings& settings)
        : surface_(surface), soup_(soup), blades_(blades), settings_(settings) {
        found_.of.resize(blades.size());
    }

    Instances find() {
        for (const BladeId blade : blades_.rows()) place(blade);
        for (size_t set = 0; set < found_.sets.size(); ++set)
            if (found_.sets[set].size() > 1) ++(by_uv_[set] ? found_.by_uv : found_.by_form);
        return std::move(found_);
    }

  private:
    static constexpr size_t largest = 4096;  // vertices of a blade that is compared at all

    bool has_uvs(BladeId blade) const {
        return soup_.parts[surface_.part[blades_[blade].triangles.front()]].has_uvs;
    }

    void place(BladeId blade) {
        BladeMesh mesh = blade_mesh(surface_, blades_[blade]);
        const bool by_uv = has_uvs(blade) && uvs_are_apart(mesh, settings_.uv_tolerance);
        const Signature here = signature(blade, mesh, by_uv);
        Instance& instance = found_.of[blade];
        instance.shape = blade;
        if (mesh.points.size() <= largest)
            for (int x = -1; x <= 1; ++x)
                for (int y = -1; y <= 1; ++y) {
                    Signature near = here;
                    near.x += x;
                    near.y += y;
                    const auto bucket = buckets_.find(near);
                    if (bucket == buckets_.end()) continue;
                    for (const uint32_t set : bucket->second)
                        if (joins(blade, mesh, by_uv, set)) return;
                }
        instance.set = static_cast<uint32_t>(found_.sets.size());
        buckets_[here].push_back(instance.set);
        found_.sets.push_back({blade});
        by_uv_.push_back(by_uv);
        representatives_.push_back(mesh);
        shapes_.push_back({{blade, std::move(mesh)}});
    }

    bool joins(BladeId blade, const BladeMesh& mesh, bool by_uv, uint32_t set) {
        const BladeMesh& first = representatives_[set];
        Permutation vertex =
            by_uv ? match_by_uv(first, mesh, settings_.uv_tolerance) : match_by_form(first, mesh);
        if (!vertex) return false;
        Instance& instance = found_.of[blade];
        instance.set = set;
        found_.sets[set].push_back(blade);
        share_shape(mesh, *vertex, blade, set);
        if (!std::ranges::is_sorted(*vertex)) instance.vertex = std::move(*vertex);
        return true;
    }

    /// The first of the set's meshes that fits, normals and colours too, and is drawn with as many
    /// triangles.
    void share_shape(const BladeMesh& mesh, const std::vector<uint32_t>& vertex, BladeId blade,
                     uint32_t set) {
        BladeMesh own = mesh;  // in the order of the set's first blade
        own.points = permuted(mesh.points, vertex);
        for (size_t i = 0; i < vertex.size(); ++i) {
            own.normals[i] = mesh.normals[vertex[i]];
            own.uvs[i] = mesh.uvs[vertex[i]];
        }
        const double size = blades_[blade].size();
        for (const auto& [other, shape] : shapes_[set]) {
            if (blades_[other].triangles.size() != blades_[blade].triangles.size()) continue;
            const Fit fit = fit_points(shape.points, own.points, settings_.by);
            if (fit.worst > settings_.fit * size) continue;
            bool alike = true;
            for (size_t i = 0; i < own.normals.size() && alike; ++i)
                alike = (fit.placement.rotation * shape.normals[i].cast<double>())
                                .dot(own.normals[i].cast<double>()) > 0.98 &&
                        (shape.uvs[i] - own.uvs[i]).norm() <= 2 * settings_.uv_tolerance;
            if (!alike) continue;
            found_.of[blade].shape = other;
            found_.of[blade].placement = fit.placement;
            return;
        }
        constexpr size_t most = 64;  // of one set; deformed copies beyond have meshes of their own
        if (shapes_[set].size() < most) shapes_[set].emplace_back(blade, std::move(own));
    }

    Signature signature(BladeId blade, const BladeMesh& mesh, bool by_uv) const {
        Signature s{blades_[blade].look.value,
                    static_cast<uint32_t>(mesh.points.size()),
                    static_cast<uint32_t>(mesh.triangles.size()),
                    by_uv,
                    0,
                    0};
        if (by_uv) {
            Eigen::Vector2d sum = Eigen::Vector2d::Zero();
            for (const Vec2f& uv : mesh.uvs) sum += uv.cast<double>();
            sum /= static_cast<double>(mesh.uvs.size());
            const double cell = 4 * settings_.uv_tolerance;
            s.x = static_cast<int32_t>(std::clamp(std::floor(sum.x() / cell), -1e9, 1e9));
            s.y = static_cast<int32_t>(std::clamp(std::floor(sum.y() / cell), -1e9, 1e9));
        } else {
            const double size = spread(mesh.points, mean(mesh.points));
            s.x = static_cast<int32_t>(std::clamp(
                std::floor(20 * std::log(blades_[blade].area / (size * size + 1e-300) + 1e-300)),
                -1e9, 1e9));
        }
        return s;
    }

    const SoupSurface& surface_;
    const Soup& soup_;
    const Blades& blades_;
    const InstanceSettings& settings_;
    Instances found_;
    std::map<Signature, std::vector<uint32_t>> buckets_;
    std::vector<bool> by_uv_;                                         // per set
    std::vector<BladeMesh> representatives_;                          // per set
    std::vector<std::vector<std::pair<BladeId, BladeMesh>>> shapes_;  // per set
};

}  // namespace

BladeMesh blade_mesh(const SoupSurface& surface, const BladePart& blade) {
    BladeMesh mesh;
    std::unordered_multimap<uint32_t, uint32_t> known;  // welded vertex to vertices of the mesh
    const auto stands = [&](uint32_t triangle) { return surface.duplicates[triangle] == triangle; };
    // A blade of duplicates alone is what it is.
    const bool any_stands = std::ranges::any_of(blade.triangles, stands);
    for (const uint32_t triangle : blade.triangles) {
        if (any_stands && !stands(triangle)) continue;
        Triangle corners;
        for (size_t i = 0; i < 3; ++i) {
            const uint32_t vertex = surface.mesh.triangles[triangle][i];
            const uint32_t welded = surface.welded[vertex];
            const Vec2f& uv = surface.mesh.uvs[vertex];
            corners[i] = UINT32_MAX;
            const auto [begin, end] = known.equal_range(welded);
            for (auto at = begin; at != end; ++at)
                if ((mesh.uvs[at->second] - uv).squaredNorm() < 1e-10f) corners[i] = at->second;
            if (corners[i] != UINT32_MAX) continue;
            corners[i] = static_cast<uint32_t>(mesh.points.size());
            known.emplace(welded, corners[i]);
            mesh.points.push_back(surface.mesh.positions[welded].cast<double>());
            mesh.uvs.push_back(uv);
            mesh.normals.push_back(surface.mesh.normals[vertex]);
        }
        mesh.triangles.push_back(corners);
    }
    return mesh;
}

Fit fit_points(std::span<const Vec3> from, std::span<const Vec3> to, CopyBy by) {
    const Vec3 a = mean(from), b = mean(to);
    Mat3 cross = Mat3::Zero();
    double squared = 0;
    for (size_t i = 0; i < from.size(); ++i) {
        cross += (to[i] - b) * (from[i] - a).transpose();
        squared += (from[i] - a).squaredNorm();
    }
    const Eigen::JacobiSVD<Mat3> svd(cross, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Vec3 sign = Vec3::Ones();
    if ((svd.matrixU() * svd.matrixV().transpose()).determinant() < 0) sign.z() = -1;
    Fit fit;
    const Mat3 turn = svd.matrixU() * sign.asDiagonal() * svd.matrixV().transpose();
    fit.placement.rotation = Quat(turn).normalized();
    if (by == CopyBy::similarity && squared > 0)
        fit.placement.scale = svd.singularValues().dot(sign) / squared;
    fit.placement.position = b - fit.placement.rotation * (fit.placement.scale * a);
    for (size_t i = 0; i < from.size(); ++i)
        fit.worst = std::max(fit.worst, (fit.placement * from[i] - to[i]).norm());
    if (!(fit.placement.scale > 0)) fit.worst = INFINITY;
    return fit;
}

Instances find_instances(const SoupSurface& surface, const Soup& soup, const Blades& blades,
                         const InstanceSettings& settings) {
    return Finder(surface, soup, blades, settings).find();
}

}  // namespace thigmo
