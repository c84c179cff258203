// Polygons, discs and balls as meshes.
#include "thigmo/growth/turtle_shapes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <numeric>

namespace thigmo::turtle {
namespace {

constexpr double leaf_thickness = 3e-4;  // m, of a broad leaf
constexpr size_t most_ear_corners = 500;

/// Twice the area vector (Newell's method).
Vec3 area_vector(std::span<const Vec3> corners) {
    Vec3 sum = Vec3::Zero();
    for (size_t i = 0; i < corners.size(); ++i)
        sum += (corners[i] - corners[0]).cross(corners[(i + 1) % corners.size()] - corners[0]);
    return sum;
}

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
    return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

bool is_ear(std::span<const Eigen::Vector2d> points, std::span<const uint32_t> ring, size_t at) {
    const size_t n = ring.size();
    const uint32_t ia = ring[(at + n - 1) % n], ib = ring[at], ic = ring[(at + 1) % n];
    const auto &a = points[ia], &b = points[ib], &c = points[ic];
    if (cross(a, b, c) <= 0) return false;
    return std::none_of(ring.begin(), ring.end(), [&](uint32_t i) {
        if (i == ia || i == ib || i == ic) return false;
        const auto& p = points[i];
        return cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0;
    });
}

std::vector<Triangle> clip_ears(std::span<const Eigen::Vector2d> points) {
    std::vector<uint32_t> ring(points.size());
    std::iota(ring.begin(), ring.end(), 0u);
    std::vector<Triangle> triangles;
    while (ring.size() >= 3) {
        size_t ear = 0;
        while (ear < ring.size() && !is_ear(points, ring, ear)) ++ear;
        if (ear == ring.size()) ear = 0;  // touches itself: take any, so that the loop ends
        const size_t n = ring.size();
        triangles.push_back({ring[(ear + n - 1) % n], ring[ear], ring[(ear + 1) % n]});
        ring.erase(ring.begin() + static_cast<ptrdiff_t>(ear));
    }
    return triangles;
}

Shape make_shape(std::string name, std::vector<Vec3f> positions, std::vector<Triangle> triangles,
                 double thickness) {
    Shape shape;
    shape.name = std::move(name);
    shape.mesh.normals = vertex_normals(positions, triangles);
    Vec2f low = Vec2f::Constant(HUGE_VALF), high = -low;
    for (const Vec3f& p : positions) {
        low = low.cwiseMin(p.head<2>());
        high = high.cwiseMax(p.head<2>());
    }
    const Vec2f size = (high - low).cwiseMax(1e-12f);
    for (const Vec3f& p : positions)
        shape.mesh.uvs.push_back((p.head<2>() - low).cwiseQuotient(size));
    shape.mesh.positions = std::move(positions);
    shape.mesh.triangles = std::move(triangles);
    shape.area = area(shape.mesh);
    shape.thickness = thickness;
    return shape;
}

/// The corners to 1e-4 of the polygon's size: equal for polygons that differ by rounding only.
std::string fingerprint(std::span<const Vec3> corners) {
    double size = 0;
    for (const Vec3& corner : corners) size = std::max(size, corner.cwiseAbs().maxCoeff());
    const double grain = std::exp2(std::round(std::log2(size)) - 14);
    std::string text(sizeof(double), '\0');
    std::memcpy(text.data(), &grain, sizeof grain);
    for (const Vec3& corner : corners)
        for (const double x : corner) {
            const auto cell = static_cast<int32_t>(std::lround(x / grain));
            text.append(reinterpret_cast<const char*>(&cell), sizeof cell);
        }
    return text;
}

}  // namespace

std::vector<Triangle> triangulate(std::span<const Vec3> corners) {
    if (corners.size() < 3) return {};
    const Vec3 doubled = area_vector(corners);
    double size = 0;
    for (const Vec3& corner : corners)
        size = std::max(size, (corner - corners[0]).cwiseAbs().maxCoeff());
    if (!(doubled.norm() > 1e-9 * size * size)) return {};
    if (corners.size() > most_ear_corners) {
        std::vector<Triangle> fan;
        for (uint32_t i = 2; i < corners.size(); ++i) fan.push_back({0, i - 1, i});
        return fan;
    }
    const Vec3 x = doubled.unitOrthogonal(), y = doubled.normalized().cross(x);
    std::vector<Eigen::Vector2d> points;
    for (const Vec3& corner : corners) points.emplace_back(x.dot(corner), y.dot(corner));
    return clip_ears(points);
}

ShapeId ShapeMaker::polygon(std::span<const Vec3> corners) {
    std::vector<Vec3> distinct;
    for (const Vec3& corner : corners)
        if (distinct.empty() || corner != distinct.back()) distinct.push_back(corner);
    while (distinct.size() > 1 && distinct.back() == distinct.front()) distinct.pop_back();
    std::vector<Triangle> triangles = triangulate(distinct);
    if (triangles.empty()) return ShapeId::none();
    const auto [at, added] = polygons_.emplace(fingerprint(distinct), ShapeId::none());
    if (!added) return at->second;
    std::vector<Vec3f> positions;
    for (const Vec3& corner : distinct) positions.push_back(corner.cast<float>());
    Shape shape = make_shape("polygon", std::move(positions), std::move(triangles), leaf_thickness);
    if (!(shape.area >= 1e-18)) return ShapeId::none();
    return at->second = plant_.shapes.push_back(std::move(shape));
}

ShapeId ShapeMaker::disc() {
    if (disc_.exists()) return disc_;
    std::vector<Vec3f> positions = {Vec3f::Zero()};
    std::vector<Triangle> triangles;
    constexpr uint32_t sides = 24;
    for (uint32_t i = 0; i < sides; ++i) {
        const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / sides;
        positions.emplace_back(0.5f * std::cos(angle), 0.5f * std::sin(angle), 0.0f);
        triangles.push_back({0, 1 + i, 1 + (i + 1) % sides});
    }
    disc_ = plant_.shapes.push_back(
        make_shape("disc", std::move(positions), std::move(triangles), 0.01));
    plant_.shapes[disc_].area = std::numbers::pi / 4;
    return disc_;
}

ShapeId ShapeMaker::ball() {
    if (ball_.exists()) return ball_;
    constexpr uint32_t rings = 8, sides = 12;
    std::vector<Vec3f> positions = {{0, -0.5f, 0}};
    std::vector<Triangle> triangles;
    constexpr float pi = std::numbers::pi_v<float>;
    for (uint32_t i = 1; i < rings; ++i)
        for (uint32_t j = 0; j < sides; ++j) {
            const float t = pi * static_cast<float>(i) / rings;
            const float u = 2 * pi * static_cast<float>(j) / sides;
            positions.emplace_back(0.5f * std::sin(t) * std::cos(u), -0.5f * std::cos(t),
                                   0.5f * std::sin(t) * std::sin(u));
        }
    positions.emplace_back(0.0f, 0.5f, 0.0f);
    const auto at = [](uint32_t ring, uint32_t side) { return 1 + ring * sides + side % sides; };
    const auto last = static_cast<uint32_t>(positions.size() - 1);
    for (uint32_t j = 0; j < sides; ++j) {
        triangles.push_back({0, at(0, j), at(0, j + 1)});
        triangles.push_back({last, at(rings - 2, j + 1), at(rings - 2, j)});
        for (uint32_t i = 0; i + 2 < rings; ++i) {
            triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    }
    // Area × thickness is the volume: the shadow π/4 and the mean chord 2/3.
    ball_ = plant_.shapes.push_back(
        make_shape("ball", std::move(positions), std::move(triangles), 2.0 / 3));
    plant_.shapes[ball_].area = std::numbers::pi / 4;
    return ball_;
}

MaterialId ShapeMaker::material_of(Kind kind, const char* name, double young, double density) {
    for (const ShapePart& part : palette_.parts)
        if (part.kind == kind && part.material.exists()) return part.material;
    Material material;
    material.name = name;
    material.young = young;
    material.shear = 0.4 * young;
    material.density = density;
    return plant_.materials.push_back(std::move(material));
}

LookId ShapeMaker::look_of(const char* name, const Vec3f& colour, float translucency) {
    Look look;
    look.name = name;
    look.colour = colour;
    look.translucency = translucency;
    look.two_sided = translucency > 0;
    return plant_.looks.push_back(std::move(look));
}

MaterialId ShapeMaker::leaf_material() {
    if (!leaf_material_.exists()) leaf_material_ = material_of(Kind::leaf, "leaf", 1e7, 700);
    return leaf_material_;
}

LookId ShapeMaker::leaf_look() {
    if (!leaf_look_.exists()) leaf_look_ = look_of("polygon", {0.12f, 0.28f, 0.06f}, 0.3f);
    return leaf_look_;
}

MaterialId ShapeMaker::fruit_material() {
    if (!fruit_material_.exists()) fruit_material_ = material_of(Kind::fruit, "fruit", 1e6, 1000);
    return fruit_material_;
}

LookId ShapeMaker::fruit_look() {
    if (!fruit_look_.exists()) fruit_look_ = look_of("ball", {0.35f, 0.08f, 0.05f}, 0.0f);
    return fruit_look_;
}

}  // namespace thigmo::turtle
