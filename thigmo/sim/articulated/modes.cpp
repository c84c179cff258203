// Modes: eigenpairs, and what they mean for the plant.
#include "thigmo/sim/articulated/modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "thigmo/sim/articulated/lowest_modes.h"

namespace thigmo {
namespace {

double frequency_of(double value) {
    return 1 / (2 * std::numbers::pi * std::sqrt(value));
}

double dot(const Turns& a, const Turns& b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
    return sum;
}

/// Every body turned about the foot of its own root, and the root's bending axes: two rows.
struct Foot {
    std::vector<Turns> whole;  // turns of the plant as one body about each axis
    double inertia = 0;        // Σ rᵀ M r
};

Foot find_foot(const Bodies& bodies, const TurnInertia& inertia) {
    Foot foot{{Turns(bodies.size()), Turns(bodies.size())}, 0};
    for (const BodyId body : bodies.rows()) {
        const BodyId parent = bodies.parent[body];
        const Vec3 axes[] = {Vec3::UnitY(), Vec3::UnitZ()};
        for (size_t axis = 0; axis < 2; ++axis)
            foot.whole[axis][body.value] =
                parent.exists() ? foot.whole[axis][parent.value] : bodies.given[body] * axes[axis];
    }
    Turns forces;
    for (const Turns& turns : foot.whole) {
        inertia.product(turns, forces);
        foot.inertia += dot(turns, forces);
    }
    return foot;
}

double twist_share(const Bodies& bodies, const Turns& turns) {
    double twist = 0, whole = 0;
    for (const BodyId body : bodies.rows()) {
        const BodyId parent = bodies.parent[body];
        const Vec3 joint =
            turns[body.value] - (parent.exists() ? turns[parent.value] : Vec3(Vec3::Zero()));
        const Vec3 own = bodies.given[body].conjugate() * joint;
        const Vec3 energy = bodies.stiffness[body].cwiseProduct(own.cwiseAbs2());
        twist += energy.x();
        whole += energy.sum();
    }
    return twist / whole;
}

/// Sets which domain has most of the kinetic energy, and which tip moves most.
void find_moving(const Bodies& bodies, const TurnInertia& inertia, const Turns& turns, Mode& mode) {
    Turns joints;
    inertia.joint_motion(turns, joints);
    Column<DomainId, double> energy(bodies.of_domain.size(), 0.0);
    double whole = 0, furthest = -1;
    for (const BodyId body : bodies.rows()) {
        const Solid& own = inertia.own()[body.value];
        const Vec3 &v = joints[body.value], &w = turns[body.value];
        const double part =
            own.mass * v.squaredNorm() + 2 * v.dot(w.cross(own.first)) + w.dot(own.inertia * w);
        energy[bodies.domain[body]] += part;
        whole += part;
        const Vec3 tip = bodies.length[body] * (bodies.given[body] * Vec3::UnitX());
        if (const double moved = (v + w.cross(tip)).norm(); moved > furthest) {
            furthest = moved;
            mode.furthest = body;
        }
    }
    mode.domain = DomainId(size_t{0});
    for (const DomainId domain : energy.rows())
        if (energy[domain] > energy[mode.domain]) mode.domain = domain;
    mode.domain_share = energy[mode.domain] / whole;
}

Mode make_mode(const Bodies& bodies, const TurnInertia& inertia, const TurnStiffness& stiffness,
               const Foot& foot, const EigenPair& pair) {
    Mode mode;
    mode.frequency = frequency_of(pair.value);
    mode.within = 0.5 * pair.residual;
    Turns turns, forces;
    stiffness.to_turns(pair.vector, turns);
    inertia.product(turns, forces);
    const double scale = 1 / std::sqrt(dot(turns, forces));
    for (size_t i = 0; i < turns.size(); ++i) {
        turns[i] *= scale;
        forces[i] *= scale;
    }
    for (const Turns& whole : foot.whole)
        mode.root_moment_share += std::pow(dot(whole, forces), 2) / foot.inertia;
    mode.twist_share = twist_share(bodies, turns);
    find_moving(bodies, inertia, turns, mode);
    mode.turn.values() = std::move(turns);
    return mode;
}

/// The stiffness with or without weight; none where the plant buckles, which `found` then tells.
std::unique_ptr<TurnStiffness> stiffness_of(const Bodies& bodies,
                                            const std::optional<Vec3>& gravity, Modes& found) {
    if (!gravity) return std::make_unique<SpringStiffness>(bodies);
    auto loaded = std::make_unique<LoadedStiffness>(bodies, *gravity);
    const BodyId soft = loaded->buckles();
    if (!soft.exists()) return loaded;
    found.failure = "the plant does not stand under its weight";
    found.buckles = bodies.domain[soft];
    return nullptr;
}

StemSway find_sway(const std::vector<WeightedValue>& spectrum, double whole) {
    constexpr double spread = 0.05, near = 0.1;  // of the logarithm of frequencies
    const auto sum = [&](double at, const auto& kernel) {
        double total = 0;
        for (const WeightedValue& each : spectrum)
            total += each.weight * kernel(std::log(frequency_of(each.value) / at));
        return total;
    };
    const auto density = [&](double at) {
        return sum(at, [](double x) { return std::exp(-0.5 * x * x / (spread * spread)); });
    };
    double best = frequency_of(spectrum.front().value);
    for (const WeightedValue& each : spectrum)
        for (int step = -10; step <= 10; ++step) {
            const double at = frequency_of(each.value) * std::exp(0.01 * step);
            if (density(at) > density(best)) best = at;
        }
    return {best, sum(best, [](double x) { return std::abs(x) <= near ? 1.0 : 0.0; }) / whole};
}

/// A place on a body, so far along its segment from its joint (m).
struct BodyPlace {
    BodyId body;
    double along = 0;
};

/// The joint of a body of which the end is known.
Vec3 start_of(const Bodies& bodies, BodyId body, const Column<BodyId, Vec3>& end) {
    return end[body] - bodies.length[body] * (bodies.given[body] * Vec3::UnitX());
}

/// The place at half of the height of the highest wood, on the way from there to the foot.
BodyPlace halfway_up(const Bodies& bodies) {
    Column<BodyId, Vec3> end;
    BodyId highest;
    for (const BodyId body : bodies.rows()) {
        const BodyId parent = bodies.parent[body];
        Vec3 joint = bodies.offset[body];
        if (parent.exists()) joint = start_of(bodies, parent, end) + bodies.given[parent] * joint;
        end.push_back(joint + bodies.length[body] * (bodies.given[body] * Vec3::UnitX()));
        if (!bodies.segment[body].exists()) continue;
        if (!highest.exists() || end[body].y() > end[highest].y()) highest = body;
    }
    BodyId body = highest;
    while (bodies.parent[body].exists() && start_of(bodies, body, end).y() > 0.5 * end[highest].y())
        body = bodies.parent[body];
    const double low = start_of(bodies, body, end).y(), high = end[body].y();
    const double share = high > low ? (0.5 * end[highest].y() - low) / (high - low) : 1;
    return {body, std::clamp(share, 0.0, 1.0) * bodies.length[body]};
}

/// Pulls of 1 N along the ground, halfway up the plant.
Excitation pull_aside(const Bodies& bodies, const TurnInertia& inertia,
                      const TurnStiffness& stiffness) {
    const BodyPlace pulled = halfway_up(bodies);
    Excitation pull{{}, 0, 0};
    std::vector<double> own(3 * bodies.size());
    for (const Vec3& way : {Vec3(Vec3::UnitX()), Vec3(Vec3::UnitZ())}) {
        Turns forces(bodies.size(), Vec3::Zero());
        Vec3 arm = pulled.along * (bodies.given[pulled.body] * Vec3::UnitX());
        for (BodyId body = pulled.body; body.exists(); body = bodies.parent[body]) {
            forces[body.value] = arm.cross(way);
            arm = inertia.arms()[body.value];
        }
        stiffness.from_forces(forces, own);
        for (const double number : own) pull.whole += number * number;
        pull.forces.push_back(std::move(forces));
    }
    return pull;
}

/// Modes of the pairs that `solve` finds; `failure` where there are none.
template <class Solve>
Modes find(const Bodies& bodies, const std::optional<Vec3>& gravity, std::string failure,
           Solve solve) {
    Modes found;
    const TurnInertia inertia(bodies);
    const std::unique_ptr<TurnStiffness> stiffness = stiffness_of(bodies, gravity, found);
    if (!stiffness) return found;
    const Foot foot = find_foot(bodies, inertia);
    for (const EigenPair& pair : solve(inertia, *stiffness, foot, found.sway))
        found.modes.push_back(make_mode(bodies, inertia, *stiffness, foot, pair));
    if (found.modes.empty()) found.failure = std::move(failure);
    return found;
}

}  // namespace

Modes find_modes(const Bodies& bodies, size_t count, const std::optional<Vec3>& gravity) {
    return find(bodies, gravity, fmt::format("no convergence on the {} lowest modes", count),
                [&](const TurnInertia& inertia, const TurnStiffness& stiffness, const Foot&,
                    StemSway&) { return largest_pairs(inertia, stiffness, bodies.size(), count); });
}

Modes find_root_modes(const Bodies& bodies, size_t count, const std::optional<Vec3>& gravity) {
    return find(bodies, gravity, "no convergence on the modes that move the foot",
                [&](const TurnInertia& inertia, const TurnStiffness& stiffness, const Foot& foot,
                    StemSway& sway) {
                    const Excitation pull = pull_aside(bodies, inertia, stiffness);
                    const auto spectrum =
                        excited_pairs(bodies, inertia, stiffness, pull, 0).spectrum;
                    if (!spectrum.empty()) sway = find_sway(spectrum, pull.whole);
                    Excitation tilt{std::vector<Turns>(foot.whole.size()), 1, foot.inertia};
                    for (size_t axis = 0; axis < tilt.forces.size(); ++axis)
                        inertia.product(foot.whole[axis], tilt.forces[axis]);
                    return excited_pairs(bodies, inertia, stiffness, tilt, count).pairs;
                });
}

}  // namespace thigmo
