// Rings, the quads between them, and a fan at either end.
#include "thigmo/mesh/tube.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace thigmo {
namespace {

/// Steeper walls are shaded as if they were this steep (radius per length).
constexpr double steepest_slope = 4.0;

/// Change of radius per length at ring i, from its neighbours; the tip counts as radius 0.
double slope(const TubePath& path, size_t i) {
    const auto& rings = path.rings;
    const size_t before = i > 0 ? i - 1 : i;
    const bool last = i + 1 == rings.size();
    const double reach = last ? (path.tip - rings[i].centre).norm() : 0.0;
    const double run = (last ? rings[i].along + reach : rings[i + 1].along) - rings[before].along;
    const double rise = (last ? 0.0 : rings[i + 1].radius) - rings[before].radius;
    if (!(run > 0)) return rise < 0 ? -steepest_slope : 0.0;
    return std::clamp(rise / run, -steepest_slope, steepest_slope);
}

/// cos and sin of every side's angle, the seam twice.
std::vector<Vec2f> unit_circle(uint32_t sides) {
    std::vector<Vec2f> circle(sides + 1);
    for (uint32_t j = 0; j < sides; ++j) {
        const double angle = 2 * std::numbers::pi * j / sides;
        circle[j] = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
    }
    circle[sides] = circle[0];  // the same bits: welding the seam leaves no gap
    return circle;
}

void write_triangles(const TubePath& path, uint32_t first_vertex, Triangle* out) {
    const uint32_t sides = path.sides, row = sides + 1;
    const auto rings = static_cast<uint32_t>(path.rings.size());
    const uint32_t base = first_vertex, body = first_vertex + 1, tip = body + rings * row;
    for (uint32_t j = 0; j < sides; ++j) *out++ = {base, body + j + 1, body + j};
    for (uint32_t i = 0; i + 1 < rings; ++i)
        for (uint32_t j = 0; j < sides; ++j) {
            const uint32_t a = body + i * row + j, b = a + row;
            *out++ = {a, a + 1, b + 1};
            *out++ = {a, b + 1, b};
        }
    const uint32_t last = tip - row;
    for (uint32_t j = 0; j < sides; ++j) *out++ = {last + j, last + j + 1, tip};
}

}  // namespace

Vec3 any_normal(const Vec3& t) {
    const Vec3 aside = std::abs(t.x()) < 0.6 ? Vec3::UnitX() : Vec3::UnitZ();
    return (aside - aside.dot(t) * t).normalized();
}

Vec3 transport(const Vec3& normal, const Vec3& from, const Vec3& to) {
    const double turn = 1 + from.dot(to);
    Vec3 carried = normal;
    // A reversal turns about the normal itself, which then stays.
    if (turn > 1e-9) carried -= normal.dot(to) / turn * (from + to);
    carried -= carried.dot(to) * to;
    const double length = carried.norm();
    return length > 1e-6 ? Vec3(carried / length) : any_normal(to);
}

void sweep_tube(const TubePath& path, uint32_t first_vertex, uint32_t first_triangle,
                TriangleMesh& mesh) {
    const auto& rings = path.rings;
    const std::vector<Vec2f> circle = unit_circle(path.sides);
    Vec3f* position = mesh.positions.data() + first_vertex;
    Vec3f* shade = mesh.normals.data() + first_vertex;
    Vec2f* uv = mesh.uvs.data() + first_vertex;

    *position++ = rings.front().centre.cast<float>();
    *shade++ = -rings.front().tangent.cast<float>();
    *uv++ = {0, static_cast<float>(rings.front().along)};
    Vec3 normal = any_normal(rings.front().tangent);
    for (size_t i = 0; i < rings.size(); ++i) {
        const TubeRing& ring = rings[i];
        if (i > 0) normal = transport(normal, rings[i - 1].tangent, ring.tangent);
        const double steep = slope(path, i);
        const double flat = 1 / std::sqrt(1 + steep * steep);
        const Vec3f centre = ring.centre.cast<float>();
        const Vec3f x = normal.cast<float>(), y = ring.tangent.cross(normal).cast<float>();
        const Vec3f lift = (-steep * flat * ring.tangent).cast<float>();
        const auto radius = static_cast<float>(ring.radius), out = static_cast<float>(flat);
        const float around = 2 * std::numbers::pi_v<float> * radius;
        for (uint32_t j = 0; j <= path.sides; ++j) {
            const Vec3f radial = circle[j].x() * x + circle[j].y() * y;
            *position++ = centre + radius * radial;
            *shade++ = out * radial + lift;
            *uv++ = {around * (static_cast<float>(j) / static_cast<float>(path.sides) - 0.5f),
                     static_cast<float>(ring.along)};
        }
    }
    *position = path.tip.cast<float>();
    *shade = rings.back().tangent.cast<float>();
    *uv = {0, static_cast<float>(rings.back().along + (path.tip - rings.back().centre).norm())};
    write_triangles(path, first_vertex, mesh.triangles.data() + first_triangle);
}

}  // namespace thigmo
