// Plants of a few rods.
#include "samples/papers/solid_rods.h"

#include <cmath>
#include <numbers>

#include "samples/frame_judge.h"
#include "samples/papers/rods.h"
#include "samples/parts.h"
#include "thigmo/mechanics/solid_matrices.h"
#include "thigmo/sim/fem/fem_modes.h"
#include "thigmo/sim/reduced/modes.h"

namespace thigmo::papers {
namespace {

void set_material(Plant& plant, const Beam& beam) {
    Material& wood = plant.materials[MaterialId(size_t{0})];
    wood.young = beam.young;
    wood.shear = beam.shear();
    wood.density = beam.density;
    wood.tip_young = wood.tip_density = 1;
}

/// Points of the crooked line at equal lengths.
std::vector<Vec3> centreline(const CutRod& rod, size_t segments) {
    constexpr size_t fine = 100;
    std::vector<Vec3> points{Vec3::Zero()};
    Vec3 at = Vec3::Zero();
    const double h = rod.beam.length / static_cast<double>(fine * segments);
    for (size_t i = 0; i < fine * segments; ++i) {
        const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(fine * segments);
        const double angle = rod.crook * std::sin(2 * std::numbers::pi * share);
        at += h * Vec3(std::cos(angle), std::sin(angle), 0);
        if ((i + 1) % fine == 0) points.push_back(at);
    }
    return points;
}

/// A round branch through these points, equally thick.
DomainId add_branch(Plant& plant, DomainId parent, Attachment seat, std::span<const Vec3> points,
                    double radius) {
    const DomainId domain =
        samples::add_domain(plant, parent, seat, parent.exists() ? Kind::branch : Kind::trunk);
    for (size_t i = 0; i + 1 < points.size(); ++i)
        samples::add_segment(plant, points[i], points[i + 1], radius, radius);
    return domain;
}

std::vector<Vec3> straight(const Vec3& from, const Vec3& to, size_t segments) {
    std::vector<Vec3> points;
    for (size_t i = 0; i <= segments; ++i)
        points.push_back(from +
                         static_cast<double>(i) / static_cast<double>(segments) * (to - from));
    return points;
}

/// An arc of this length that leaves towards `out` and ends upright.
std::vector<Vec3> arc(const Vec3& from, const Vec3& out, double length, size_t segments) {
    const double first = std::numbers::pi / 6;  // above the level
    std::vector<Vec3> points{from};
    for (size_t i = 0; i < segments; ++i) {
        const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(segments);
        const double angle = first + (std::numbers::pi / 2 - first) * share;
        points.push_back(points.back() +
                         length / static_cast<double>(segments) *
                             (std::cos(angle) * out + std::sin(angle) * Vec3::UnitY()));
    }
    return points;
}

}  // namespace

Plant make(const CutRod& rod) {
    constexpr size_t all = 30;  // segments, a multiple of 1, 2, 3 and 5
    Plant plant;
    samples::start_plant(plant, "rod");
    set_material(plant, rod.beam);
    const std::vector<Vec3> points = centreline(rod, all);
    const auto radius = [&](size_t i) {
        return rod.beam.radius * (1 - rod.taper * static_cast<double>(i) / all);
    };
    DomainId domain;
    for (size_t i = 0; i < all; ++i) {
        if (i % (all / rod.domains) == 0) {
            const Attachment seat =
                domain.exists() ? Attachment{SegmentId(i - 1), 1} : Attachment{};
            domain = samples::add_domain(plant, domain, seat,
                                         domain.exists() ? Kind::branch : Kind::trunk);
        }
        samples::add_segment(plant, points[i], points[i + 1], radius(i), radius(i + 1));
    }
    return plant;
}

Plant t_plant(double young) {
    Plant plant;
    samples::start_plant(plant, "T");
    set_material(plant, {1, 1, young, 1000});
    const DomainId trunk =
        add_branch(plant, {}, {}, straight(Vec3::Zero(), Vec3::UnitY(), 50), 0.02);
    const Vec3 fork(0, 0.62, 0);
    const Attachment seat{SegmentId(size_t{30}), 1};
    add_branch(plant, trunk, seat, straight(fork, fork + Vec3(0.7, 0, 0), 14), 0.015);
    add_branch(plant, trunk, seat, straight(fork, fork - Vec3(0.5, 0, 0), 10), 0.015);
    return plant;
}

Plant y_plant(double young) {
    Plant plant;
    samples::start_plant(plant, "Y");
    set_material(plant, {1, 1, young, 1000});
    const DomainId trunk =
        add_branch(plant, {}, {}, straight(Vec3::Zero(), Vec3::UnitY(), 20), 0.025);
    const Attachment seat{SegmentId(size_t{19}), 1};
    add_branch(plant, trunk, seat, arc(Vec3::UnitY(), Vec3(1, 0, 0.2).normalized(), 0.7, 28), 0.01);
    add_branch(plant, trunk, seat, arc(Vec3::UnitY(), Vec3(-1, 0, 0.3).normalized(), 0.5, 20),
               0.01);
    return plant;
}

ReducedSettings undamped_reduced(BasisKind basis, Coupling coupling) {
    ReducedSettings settings;
    settings.leaf.joint = LeafJoint::welded;  // as [Zhao2013] has rigid leaves
    settings.footing.shape = GivenShape::unloaded;
    settings.damping = false;
    settings.most_pieces = 1;  // domains are what is compared
    settings.basis = basis;
    settings.coupling = coupling;
    return settings;
}

ReducedSettings settling_reduced(BasisKind basis, Coupling coupling) {
    ReducedSettings settings = undamped_reduced(basis, coupling);
    settings.integrator = ReducedIntegrator::backward_euler;
    settings.damping = true;
    settings.tolerance = 1e-9;
    return settings;
}

std::vector<double> reduced_frequencies(const Plant& plant, const ReducedSettings& settings,
                                        int count) {
    Progress silent;
    const ReducedBodies bodies = build_reduced_bodies(plant, settings, *settings.models, silent);
    const ReducedModes modes = find_reduced_modes(bodies, settings.coupling, count);
    return {modes.frequencies.begin(), modes.frequencies.end()};
}

std::vector<double> solid_frequencies(const Plant& plant, DomainId domain, int count) {
    const SolidPlant solids = build_solids(plant, {});
    const SolidMesh& mesh = solids.solids[solids.of_domain[domain]].mesh;
    const SolidMatrices matrices = assemble(mesh, 9, {});
    const SolidModes modes = SolidSolver(matrices).lowest(count);
    std::vector<double> frequencies;
    for (const double squared : modes.squared)
        frequencies.push_back(std::sqrt(squared) / (2 * std::numbers::pi));
    return frequencies;
}

std::vector<double> fem_frequencies(const Plant& plant, size_t count) {
    std::vector<double> frequencies;
    for (const FemMode& mode : find_fem_modes(plant, undamped_fem(), count).modes)
        frequencies.push_back(mode.frequency);
    return frequencies;
}

std::vector<double> frame_frequencies(const Plant& plant, size_t count) {
    std::vector<double> frequencies;
    for (const LinearMode& mode : samples::frame_modes(plant, undamped_fem(), count).modes)
        frequencies.push_back(mode.frequency);
    return frequencies;
}

FemSettings undamped_fem() {
    FemSettings settings;
    settings.leaf.joint = LeafJoint::welded;  // as undamped_reduced
    settings.footing.shape = GivenShape::unloaded;
    settings.damping = false;
    return settings;
}

Plant with_strong_damping(Plant plant) {
    for (Material& material : plant.materials) material.damping_ratio = 0.5;
    return plant;
}

bool settle(Trial& trial, const Vec3& gravity, const Vec3& force) {
    const SegmentId tip(trial.plant().segments.size() - 1);
    constexpr int rises = 10;  // the load comes on gently
    for (int i = 1; i <= rises; ++i) {
        const double share = static_cast<double>(i) / rises;
        trial.gravity = share * gravity;
        trial.pulls = {{tip, share * force, Vec3::Zero()}};
        if (!trial.step(0.1)) return false;
    }
    return trial.settle(1e-7);
}

Vec3 settled_tip(const Plant& plant, const SimulatorSettings& settings, const Vec3& gravity,
                 const Vec3& force) {
    Trial trial(with_strong_damping(plant), settings);
    if (!settle(trial, gravity, force)) return Vec3::Constant(NAN);
    return trial.end(SegmentId(plant.segments.size() - 1));
}

}  // namespace thigmo::papers
