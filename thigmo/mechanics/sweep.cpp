// Sections carried along a line.
#include "thigmo/mechanics/sweep.h"

#include <cmath>

#include "thigmo/base/assert.h"

namespace thigmo {
namespace {

/// At a section: through it and its neighbours, by a parabola at the ends.
Vec3 tangent(std::span<const SweptSection> sections, size_t at) {
    const size_t last = sections.size() - 1;
    const auto centre = [&](size_t i) -> const Vec3& { return sections[i].centre; };
    if (at == 0) return (4 * centre(1) - 3 * centre(0) - centre(2)).normalized();
    if (at == last)
        return (3 * centre(last) - 4 * centre(last - 1) + centre(last - 2)).normalized();
    return (centre(at + 1) - centre(at - 1)).normalized();
}

/// The part of a direction that is across an axis, or any such direction where none is.
Vec3 across_axis(const Vec3& direction, const Vec3& axis) {
    const Vec3 part = direction - direction.dot(axis) * axis;
    return part.norm() > 1e-6 * direction.norm() ? part.normalized() : axis.unitOrthogonal();
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
    Vec3 axis = tangent(sections, 0), side = across_axis(width, axis);
    for (size_t s = 0; s < sections.size(); ++s) {
        const Vec3 next = tangent(sections, s);
        side = across_axis(Quat::FromTwoVectors(axis, next) * side, next);
        axis = next;
        const Vec3 u = half * sections[s].half_width * side,
                   v = half * sections[s].half_thickness * axis.cross(side);
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

bool is_sound(const SolidMesh& mesh) {
    for (const BrickNodes& brick : mesh.bricks) {
        double least = INFINITY, sum = 0;
        for (const BrickPoint& point : brick_mass_points()) {
            const double volume = brick_place(mesh.nodes, brick, point.local).volume;
            least = std::min(least, volume);
            sum += volume;
        }
        constexpr double folded = 0.05;  // of the mean: thinner than this counts as folded
        if (!(least > folded * sum / brick_nodes)) return false;
    }
    return true;
}

}  // namespace thigmo
