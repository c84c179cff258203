// Sections carried along a line.
#include "thigmo/mechanics/sweep.h"

#include <algorithm>
#include <cmath>

#include "thigmo/base/assert.h"

namespace thigmo {
namespace {

/// Slope of the parabola through a brick's three sections, at one of them.
Vec3 brick_tangent(std::span<const SweptSection> sections, size_t brick, int place) {
    const Vec3 &a = sections[2 * brick].centre, &m = sections[2 * brick + 1].centre,
               &b = sections[2 * brick + 2].centre;
    const Vec3 way = place == 0   ? Vec3(4 * m - 3 * a - b)
                     : place == 1 ? Vec3(b - a)
                                  : Vec3(3 * b - 4 * m + a);
    return way.normalized();
}

/// Where the centreline goes below a section and above it: two ways where bricks meet at an angle.
struct Ways {
    Vec3 below, above;

    /// Across the section, which halves the angle.
    Vec3 normal() const {
        const Vec3 sum = below + above;
        return sum.norm() > 1e-6 ? Vec3(sum.normalized()) : below;
    }
};

Ways ways_at(std::span<const SweptSection> sections, size_t at) {
    const size_t last = sections.size() - 1, brick = at / 2;
    if (at % 2 == 1) {
        const Vec3 way = brick_tangent(sections, brick, 1);
        return {way, way};
    }
    const Vec3 below = at > 0 ? brick_tangent(sections, brick - 1, 2) : Vec3(Vec3::Zero());
    const Vec3 above = at < last ? brick_tangent(sections, brick, 0) : Vec3(Vec3::Zero());
    if (at == 0) return {above, above};
    if (at == last) return {below, below};
    return {below, above};
}

/// A section that halves an angle is longer across it than the rods that meet there are thick.
Mat3 mitre(const Ways& ways) {
    constexpr double longest = 1.5;
    const Vec3 normal = ways.normal(), across = ways.below - ways.above;
    const double share = std::max(ways.below.dot(normal), 1 / longest);
    if (!(share < 1 - 1e-9)) return Mat3::Identity();
    const Vec3 e = across.normalized();
    return Mat3::Identity() + (1 / share - 1) * e * e.transpose();
}

/// The part of a direction that is across an axis, or any such direction where none is.
Vec3 across_axis(const Vec3& direction, const Vec3& axis) {
    const Vec3 part = direction - direction.dot(axis) * axis;
    return part.norm() > 1e-6 * direction.norm() ? part.normalized() : axis.unitOrthogonal();
}

/// Where a section is wide and where it is thick, for half a width and a thickness of 1.
struct Sides {
    Vec3 u, v;
};

/// As long as it must be to be 1 across the axis.
Vec3 scaled_across(const Vec3& side, const Vec3& axis) {
    return side / (side - side.dot(axis) * axis).norm();
}

/// Sections that bricks share are carried from one to the next without twist. Those in the middle
/// of bricks are the mean of the two: lines along a straight brick are straight, and a parabola is
/// still among its shapes, however much its ends lean. An upright section between leaning ones
/// would make a slender brick too stiff.
std::vector<Sides> sides_of(std::span<const SweptSection> sections, const Vec3& width) {
    std::vector<Sides> sides(sections.size());
    Vec3 axis = ways_at(sections, 0).normal(), side = across_axis(width, axis);
    for (size_t s = 0; s < sections.size(); s += 2) {
        const Ways ways = ways_at(sections, s);
        const Vec3 next = ways.normal();
        side = across_axis(Quat::FromTwoVectors(axis, next) * side, next);
        axis = next;
        const Mat3 stretch = mitre(ways);
        sides[s] = {stretch * side, stretch * axis.cross(side)};
    }
    for (size_t s = 1; s < sections.size(); s += 2) {
        const Vec3 way = ways_at(sections, s).normal();
        sides[s] = {scaled_across(sides[s - 1].u + sides[s + 1].u, way),
                    scaled_across(sides[s - 1].v + sides[s + 1].v, way)};
    }
    return sides;
}

/// Half the side of a square with the second moment of area of a circle of radius 1: (3π)^¼ / 2.
constexpr double round_half = 0.8760679374;
constexpr double round_density = 3.14159265358979 / (4 * round_half * round_half);

}  // namespace

SolidMesh sweep(std::span<const SweptSection> sections, SectionOutline outline, const Vec3& width,
                std::span<const SolidMaterial> materials) {
    THIGMO_ASSERT(!materials.empty() && sections.size() == 2 * materials.size() + 1);
    SolidMesh mesh;
    mesh.materials.assign(materials.begin(), materials.end());
    const bool is_round = outline == SectionOutline::ellipse;
    const double half = is_round ? round_half : 1.0;
    if (is_round)
        for (SolidMaterial& material : mesh.materials) material.density *= round_density;
    const std::vector<Sides> sides = sides_of(sections, width);
    for (size_t s = 0; s < sections.size(); ++s) {
        const Vec3 u = half * sections[s].half_width * sides[s].u,
                   v = half * sections[s].half_thickness * sides[s].v;
        for (int b = 0; b < 3; ++b)
            for (int a = 0; a < 3; ++a)
                mesh.nodes.emplace_back(sections[s].centre + (a - 1) * u + (b - 1) * v);
    }
    for (size_t e = 0; e < materials.size(); ++e) {
        BrickNodes& brick = mesh.bricks.emplace_back();
        for (size_t i = 0; i < brick.size(); ++i) brick[i] = static_cast<uint32_t>(18 * e + i);
    }
    return mesh;
}

std::vector<uint32_t> folded_bricks(const SolidMesh& mesh) {
    std::vector<uint32_t> folded;
    for (size_t e = 0; e < mesh.bricks.size(); ++e) {
        double least = INFINITY, sum = 0;
        for (const BrickPoint& point : brick_mass_points()) {
            const double volume = brick_place(mesh.nodes, mesh.bricks[e], point.local).volume;
            least = std::min(least, volume);
            sum += volume;
        }
        constexpr double thin = 0.05;  // of the mean: thinner than this counts as folded
        if (!(least > thin * sum / brick_nodes)) folded.push_back(static_cast<uint32_t>(e));
    }
    return folded;
}

bool is_sound(const SolidMesh& mesh) {
    return folded_bricks(mesh).empty();
}

}  // namespace thigmo
