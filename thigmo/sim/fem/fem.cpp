// A plant on its bricks: how it begins, and its steps.
#include "thigmo/sim/fem/fem.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/fem/simulator.h"
#include "thigmo/sim/finite_loads.h"

namespace thigmo {
namespace {

constexpr int deepest = 7;  // halvings of a step
// A substep with all its halves takes no more iterates of Newton's method and of the linear solver.
constexpr uint64_t most_iterates = 500, most_solves = 8000;

FemElastic elastic_of(const FemModel& model, const FemSettings& settings) {
    FemElastic elastic;
    elastic.law = settings.law;
    elastic.rest.assign(model.bricks.size(), BrickStresses::Zero());
    elastic.stiffness.assign(model.solids.solids.size(), 1.0);
    elastic.stalks.assign(model.solids.blades.size(), 1.0);
    elastic.beta.assign(elastic.stiffness.size(), 0.0);
    if (settings.damping) elastic.beta = find_viscosity(model);
    return elastic;
}

}  // namespace

Fem::Fem(const Plant& plant, const FemSettings& settings, const Start& start)
    : plant_(plant),
      settings_(settings),
      model_(build_fem(plant, settings)),
      domains_(segment_domains(plant)),
      system_(model_, elastic_of(model_, settings), settings),
      sag_(model_.nodes.size(), Vec3::Zero()),
      segments_(plant.segments.size()),
      segment_states_(plant.segments.size()),
      riders_(plant.domains.size()),
      factors_(plant.domains.size(), 1.0) {
    const Footing& footing = settings.footing;
    if (footing.shape == GivenShape::standing && footing.base != Base::free)
        sag_ = find_sag(model_, footing.gravity);
    for (const DomainSolid& solid : model_.solids.solids) {
        double sum = static_cast<double>(solid.mesh.nodes.size());
        for (size_t n = 0; n < solid.mesh.nodes.size(); ++n)
            sum +=
                solid.mesh.nodes[n].dot(Vec3(1, std::sqrt(2), M_PI)) * static_cast<double>(n + 1);
        meshes_.push_back(sum);
    }
    apply_sag();
    set_start(start);
    read_motions();
    rows_ = list_rows();
}

void Fem::set_start(const Start& start) {
    FemState& state = system_.state();
    state.base.place = start.placement;
    state.base.velocity = start.velocity;
    state.base.spin = start.angular_velocity;
    const bool free = settings_.footing.base == Base::free;
    Vec3 pivot = start.placement.translation;
    if (free && !model_.rest.empty()) {
        // Of a free plant the velocity is that of its root's joint.
        const SolidId root(size_t{0});
        const Rows<SegmentId> run = plant_.domains.segments[model_.solids.solids[root].domain];
        pivot = start.placement * plant_.segments.start[run.front()];
    }
    for (size_t i = 0; i < model_.rows(); ++i) {
        const bool base = model_.node_of_row[i] == UINT32_MAX;
        state.y[i] = base ? start.placement.translation
                          : start.placement * model_.rest[model_.node_of_row[i]];
        state.v[i] = start.velocity;
        if (!base) state.v[i] += start.angular_velocity.cross(state.y[i] - pivot);
    }
}

void Fem::apply_sag() {
    FemElastic elastic = system_.elastic();
    elastic.rest = sag_stresses(model_, sag_);
    system_.set_elastic(std::move(elastic));
    read_sag();
}

/// In halves where Newton's method does not converge, as far as the work goes.
bool Fem::advance(double dt, const FemLoads& loads, int depth, StepReport& report) {
    const auto substeps = static_cast<uint64_t>(settings_.substeps);
    if (system_.iterates >= most_iterates * substeps || system_.solves > system_.most_solves)
        return false;
    const FemState before = system_.state();
    if (system_.step(dt, loads)) {
        ++report.accepted;
        return true;
    }
    system_.state() = before;
    ++report.rejected_not_finite;
    if (depth == deepest || system_.stopped()) return false;
    return advance(dt / 2, loads, depth + 1, report) && advance(dt / 2, loads, depth + 1, report);
}

/// Of a part that has nothing to bend, like a leaf: it goes as a point does, by backward Euler.
void Fem::fall(double dt, const Loads& loads) {
    BaseMotion& base = system_.state().base;
    double mass = 0;
    for (const SolidRider& rider : model_.solids.riders) mass += rider.solid.mass;
    Mat3 left = mass * Mat3::Identity();
    Vec3 right = mass * (base.velocity + dt * loads.gravity);
    for (const Load& load : loads.points) {
        left += dt * load.damping + dt * dt * load.stiffness;
        right += dt * (load.force + load.damping * base.velocity);
    }
    base.velocity = left.ldlt().solve(right);
    base.place.translation += dt * base.velocity;
}

StepReport Fem::step(double dt, const Loads& loads) {
    if (!(std::isfinite(dt) && dt > 0))
        throw InputError(fmt::format("dt: found {}, expected more than 0", dt));
    if (!loads.air.empty() && loads.air.size() != model_.patches.size())
        throw InputError(fmt::format("air: found {} samples, expected {}", loads.air.size(),
                                     model_.patches.size()));
    const auto domain_of = [&](const Load& load) { return find_row(load.table, load.row).domain; };
    if (StepReport refused = check_finite(loads, domain_of);
        refused.status == StepReport::Status::failed)
        return refused;
    if (model_.bricks.empty()) {
        if (settings_.footing.base == Base::free) fall(dt, loads);
        StepReport report;
        report.accepted = 1;
        return report;
    }
    const FemState before = system_.state();
    const FemLead lead = system_.lead();
    const size_t tied = model_.ties.row.size();
    bound_.clear();
    blade_loads_.clear();
    for (const Load& load : loads.points)
        if (FemLoad bound; bind(load, bound)) bound_.push_back(bound);
    FemState& state = system_.state();
    if (settings_.footing.base == Base::held) {
        state.base.acceleration = loads.base.acceleration;
        state.base.spin_rate = loads.base.angular_acceleration;
    }
    const FemLoads inner{loads.gravity,    loads.air,           bound_,
                         loads.base.force, loads.base.friction, blade_loads_};
    StepReport report;
    system_.most_solves = most_solves * static_cast<uint64_t>(settings_.substeps);
    bool done = true;
    for (int k = 0; k < settings_.substeps && done; ++k)
        done = advance(dt / settings_.substeps, inner, 0, report);
    model_.ties.row.resize(tied);
    model_.ties.weight.resize(tied);
    report.recursions = system_.iterates;
    system_.iterates = system_.solves = 0;
    if (!done) {
        system_.state() = before;
        system_.set_lead(lead);
        report.status = StepReport::Status::failed;
        report.in_least_steps = report.rejected_not_finite > deepest;
        report.message = system_.stopped()
                             ? stopped_step
                             : fmt::format(
                                   "Newton's method does not converge in {} iterates and {} "
                                   "halvings of the step",
                                   report.recursions, report.rejected_not_finite);
        return report;
    }
    if (model_.base_row != UINT32_MAX) {
        state.base.place.translation = state.y[model_.base_row];
        state.base.velocity = state.v[model_.base_row];
    }
    read_motions();
    return report;
}

void Fem::set_stiffness(const Column<DomainId, double>& factors) {
    if (factors.size() != plant_.domains.size())
        throw InputError(fmt::format("stiffness: found {} factors, expected {}", factors.size(),
                                     plant_.domains.size()));
    factors_ = factors;
    FemElastic elastic = system_.elastic();
    for (const SolidId id : model_.solids.solids.rows())
        elastic.stiffness[id.value] = factors[model_.solids.solids[id].domain];
    for (size_t k = 0; k < elastic.stalks.size(); ++k)
        elastic.stalks[k] = factors[model_.solids.blades[k].domain];
    system_.set_elastic(std::move(elastic));
}

std::unique_ptr<Simulator> make_fem(const Plant& plant, const FemSettings& settings,
                                    const Start& start) {
    return std::make_unique<Fem>(plant, settings, start);
}

}  // namespace thigmo
