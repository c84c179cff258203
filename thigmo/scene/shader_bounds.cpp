// The largest turn of every branch, summed outwards.
#include "thigmo/scene/shader_bounds.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

double largest(std::span<const Vec2f> texels) {
    float most = 0;
    for (const Vec2f& texel : texels) most = std::max(most, texel.squaredNorm());
    return std::sqrt(double(most));
}

/// A loop adds two moments whose shares' squares sum to 1.
double loop_factor(const Gale& gale) {
    return gale.period > 0 ? std::sqrt(2.0) : 1;
}

/// The swell's waves all at their crest.
double largest_swell(const Gale& gale, const BranchGale& branch) {
    return 1 + gale.swell * double(branch.gusts) * std::sqrt(2.0 * swell_waves.size());
}

/// 2 sin(θ/2) of the tip's largest angle θ.
double largest_turn(const BranchGale& branch, const Gale& gale, double sway) {
    const double speed = largest_swell(gale, branch);
    // Its own sway and its stem's, both at their largest.
    const double both = double(branch.alone.maxCoeff()) + double(branch.in_step.norm());
    const double gust = both * std::max(1.0, gale.across) * double(std::ranges::max(branch.gust));
    const double amplitude =
        double(branch.compliance) *
        (gale.lean * speed * speed * double(branch.unit) + gust * speed * sway);
    return 2 * std::sin(0.5 * std::atan(amplitude * double(branch.steep)));
}

/// Along its own length, then straight to the vertex.
double path(const Branch& branch, double along, const Vec3& point) {
    return along * branch.length + (point - branch.curve.at(along)).norm();
}

/// Half the turn of a leaf towards the wind, at the worst angle between them.
double largest_leaf_lean(double wind) {
    double most = 0;
    for (int degrees = 0; degrees <= 180; ++degrees) {
        const double angle = degrees * std::numbers::pi / 180;
        const Vec3f towards(static_cast<float>(wind * std::sin(angle)),
                            static_cast<float>(wind * std::cos(angle)), 0);
        most = std::max(most, double(lean_of(Leaf{}, towards).norm()));
    }
    return 1.01 * most;  // between whole degrees
}

/// A leaf's vertex and its pivot; `half_turn`: tan of half the angle.
double leaf_reach(const SurfaceVertices& vertices, size_t row, double half_turn) {
    const Leaf& leaf = vertices.leaves[vertices.leaf[row]];
    const double turn = 2 * std::sin(std::atan(double(leaf.supple) * half_turn));
    return turn * double((vertices.positions[row].head<3>() - leaf.pivot).norm());
}

}  // namespace

std::vector<MotionBounds> motion_bounds(const BeamPlant& plant, const Gale& gale,
                                        const BeamControls& controls, const MotionTexture& texture,
                                        const FlutterTexture& field,
                                        std::span<const SurfaceVertex> vertices,
                                        const BeamSurface& surface) {
    const double sway = loop_factor(gale) * largest(texture.texels);
    std::vector<double> turns;
    for (const BranchGale& branch : gale.branches)
        turns.push_back(largest_turn(branch, gale, sway));
    float flutter_most = 0;
    for (const Vec4f& texel : field.texels) flutter_most = std::max(flutter_most, texel.norm());
    const Flutter flutter = make_flutter(controls, gale.period, 0);
    const double gusts =
        0.5 * std::sqrt(3.0) * loop_factor(gale) * double(flutter.strength.norm() * flutter_most);
    const double half_turn = largest_leaf_lean(double(flutter.wind.norm())) + gusts;
    std::vector<MotionBounds> bounds(gale.orders + 1);
    const SurfaceVertices& rows = surface.vertices();
    for (size_t i = 0; i < vertices.size(); ++i) {
        BranchId branch = plant.rides[vertices[i].domain].branch;
        const size_t row = surface.order()[i];
        const bool is_leaf = rows.leaf[row] != UINT32_MAX;
        const Vec3 point = vertices[i].position.cast<double>();
        double along = branch.exists() ? surface.stations().along(rows.station[row]) : 0;
        double beyond = 0, reach = 0;  // m, of centrelines between a branch and the vertex's own
        if (is_leaf) reach += leaf_reach(rows, row, half_turn);
        MotionBounds& own =
            is_leaf || !branch.exists() ? bounds.back() : bounds[plant.branches[branch].order];
        double last = branch.exists() ? path(plant.branches[branch], along, point) : 0;
        while (branch.exists()) {
            const Branch& now = plant.branches[branch];
            reach += turns[branch.value] * (last + beyond);
            beyond += last;
            along = now.along;
            branch = now.parent;
            if (branch.exists()) last = path(plant.branches[branch], along, now.curve.base);
        }
        own.rest.extend(point);
        own.reach = std::max(own.reach, reach);
        ++own.count;
    }
    return bounds;
}

}  // namespace thigmo
