// Plants of any size whose mechanics is known.
#include "samples/trees.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "samples/parts.h"
#include "thigmo/base/random.h"
#include "thigmo/plant/walk.h"

namespace thigmo::samples {
namespace {

constexpr size_t per_branch = 5;
constexpr double shrink = 0.82;       // length of a branch, of its parent's
constexpr double leaning = 0.55;      // rad, between a branch and its parent
constexpr double divergence = 2.399;  // rad, the golden angle: how the plane of a fork turns

/// The materials of as many levels; the first stands for the trunk.
void add_levels(Plant& plant, size_t branches) {
    const Material trunk = plant.materials[MaterialId(size_t{0})];
    for (size_t level = 1; (size_t{1} << level) <= branches; ++level) {
        Material wood = trunk;
        const double stiffer = std::pow(shrink, -0.59 * static_cast<double>(level));
        wood.name = "wood " + std::to_string(level);
        wood.young *= stiffer;
        wood.shear *= stiffer;
        plant.materials.push_back(wood);
    }
}

struct Branch {
    size_t number = 0;  // level by level: children of k are 2k + 1 and 2k + 2
    size_t level = 0;
    Vec3 base = Vec3::Zero();
    Quat frame = Quat::Identity();  // y along it
    DomainId parent;
};

Branch grow_child(const Branch& branch, int side, DomainId parent, const Vec3& tip) {
    const Quat turn(Eigen::AngleAxisd(divergence + side * std::numbers::pi, Vec3::UnitY()));
    const Quat lean(Eigen::AngleAxisd(leaning, Vec3::UnitZ()));
    return {2 * branch.number + 1 + static_cast<size_t>(side), branch.level + 1, tip,
            (branch.frame * turn * lean).normalized(), parent};
}

void add_branch(Plant& plant, const Branch& branch, size_t segments) {
    const size_t first = branch.number * per_branch;
    if (first >= segments) return;
    const auto level = static_cast<double>(branch.level);
    const double length = 2 * std::pow(shrink, level), radius = 0.1 * std::exp2(-level / 2);
    const Attachment attachment = branch.parent.exists()
                                      ? Attachment{plant.domains.segments[branch.parent].back(), 1}
                                      : Attachment{};
    const DomainId domain = add_domain(plant, branch.parent, attachment,
                                       branch.level == 0 ? Kind::trunk : Kind::branch);
    plant.domains.material[domain] = MaterialId(branch.level);
    const Vec3 way = branch.frame * Vec3(0, length / per_branch, 0);
    Vec3 from = branch.base;
    for (size_t i = 0; i < std::min(per_branch, segments - first); ++i) {
        add_segment(plant, from, from + way, radius, radius);
        from += way;
    }
    for (const int side : {0, 1})
        add_branch(plant, grow_child(branch, side, domain, from), segments);
}

/// One domain of n equal segments from the origin.
Plant rod(const char* name, size_t segments, const Vec3& way) {
    Plant plant;
    start_plant(plant, name);
    add_domain(plant, DomainId::none(), {}, Kind::trunk);
    for (size_t i = 0; i < segments; ++i)
        add_segment(plant, static_cast<double>(i) * way, static_cast<double>(i + 1) * way, 0.01,
                    0.01);
    return plant;
}

void state_frames(Plant& plant) {
    const Column<SegmentId, Quat> frames = segment_frames(plant);
    plant.articulations.resize(plant.segments.size());
    for (const SegmentId segment : plant.segments.rows())
        plant.articulations[segment].frame = frames[segment];
}

/// Slope at x of 0 … 1 of a clamped beam's first mode, whose end is at 1.
double first_mode_slope(double x) {
    constexpr double beta = 1.8751040687119611, sigma = 0.7340955137589128;
    const double b = beta * x;
    return beta / 2 * (std::sinh(b) + std::sin(b) - sigma * (std::cosh(b) - std::cos(b)));
}

}  // namespace

Plant binary_tree(size_t segments) {
    Plant plant;
    start_plant(plant, "binary tree");
    Material& wood = plant.materials.back();
    wood.young = 8e9;
    wood.shear = wood.young / 16;
    add_levels(plant, (segments + per_branch - 1) / per_branch);
    add_branch(plant, {}, segments);
    return plant;
}

Plant chain(size_t segments) {
    Plant plant = rod("chain", segments, Vec3(0, -0.05, 0));
    Material& wood = plant.materials.back();
    wood.young = 8e9;
    wood.shear = wood.young / 16;
    return plant;
}

Plant cantilever(size_t segments) {
    Plant plant = rod("cantilever", segments, Vec3(1 / static_cast<double>(segments), 0, 0));
    Material& wood = plant.materials.back();
    wood.young = 8.1e9;
    wood.shear = wood.young / 2.6;
    wood.density = 923;
    return plant;
}

void disturb(Plant& plant, double angle, uint64_t seed) {
    state_frames(plant);
    Random random(seed);
    for (Articulation& stated : plant.articulations)
        for (double& turn : stated.initial) turn = random.uniform(-angle, angle);
}

void pluck(Plant& cantilever, double tip) {
    state_frames(cantilever);
    const auto segments = static_cast<double>(cantilever.segments.size());
    double below = 0, x = 0.5 / segments;
    for (Articulation& stated : cantilever.articulations) {
        const double slope = tip * first_mode_slope(x);
        stated.initial = stated.frame.conjugate() * Vec3(0, 0, slope - below);
        below = slope;
        x += 1 / segments;
    }
}

}  // namespace thigmo::samples
