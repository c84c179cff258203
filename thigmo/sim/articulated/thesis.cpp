// The thesis's plant: how it is made and stepped.
#include "thigmo/sim/articulated/thesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/sim/articulated/body_drag.h"
#include "thigmo/sim/articulated/body_tree.h"
#include "thigmo/sim/articulated/scheme.h"
#include "thigmo/sim/articulated/thesis_simulator.h"
#include "thigmo/sim/refused_load.h"

namespace thigmo {
namespace {

ArticulatedSettings checked(const ArticulatedSettings& settings) {
    if (settings.footing.base == Base::sliding)
        throw InputError(
            "base: found \"sliding\", expected \"held\" or \"free\" with the model \"thesis\"");
    check(settings);
    if (settings.planar && !(settings.plane_normal.norm() > 0))
        throw InputError("plane_normal: found no direction, expected a vector other than 0");
    return settings;
}

Bodies thesis_bodies(const Plant& plant, ArticulatedSettings settings) {
    settings.footing.shape = GivenShape::unloaded;
    settings.leaf.pieces = 1;
    settings.leaf_solve = LeafSolve::coupled;
    Bodies bodies = build_bodies(plant, settings);
    make_cylinders(plant, bodies);
    return bodies;
}

}  // namespace

Thesis::Thesis(const Plant& plant, const ArticulatedSettings& settings, const Start& start)
    : plant_(plant),
      settings_(checked(settings)),
      bodies_(thesis_bodies(plant, settings)),
      joints_(thesis_joints(bodies_, settings)),
      tree_(joints_, settings.footing.base == Base::free),
      factors_(plant.domains.size(), 1.0),
      wrenches_(bodies_.size()) {
    check_roots(settings.footing, roots(bodies_));
    if (settings.footing.base == Base::free) root_ = bodies_.offset[BodyId(size_t{0})];
    place_rest();
    Start base = start;
    base.placement.translation = start.placement * root_;
    tree_.set_base(base);
    const std::vector<double> still(tree_.coordinates(), 0.0);
    tree_.set_state(thesis_angles(bodies_, settings), still);
    list_rows();
}

void Thesis::place_rest() {
    rest_start_.resize(bodies_.size());
    sample_.resize(bodies_.size());
    samples_ = 0;
    for (const BodyId body : bodies_.rows()) {
        const BodyId parent = bodies_.parent[body];
        rest_start_[body] = bodies_.offset[body];
        if (parent.exists())
            rest_start_[body] = rest_start_[parent] + bodies_.given[parent] * bodies_.offset[body];
        const BodyId at = bodies_.sampled_at[body];
        sample_[body] = at == body ? samples_++ : sample_[at];
    }
}

BodyId Thesis::body_of(Load::Table table, uint32_t row) const {
    const bool segments = table == Load::Table::segments;
    const size_t count = segments ? plant_.segments.size() : plant_.domains.size();
    if (row >= count)
        throw InputError(fmt::format("load: found {} {}, expected less than {}",
                                     segments ? "segment" : "domain", row, count));
    BodyId body;
    if (segments)
        body = bodies_.at_end[SegmentId(row)];
    else if (bodies_.of_domain[DomainId(row)].exists())
        body = bodies_.of_domain[DomainId(row)];
    else if (!plant_.domains.segments[DomainId(row)].empty())
        body = bodies_.at_end[plant_.domains.segments[DomainId(row)].front()];
    if (!body.exists()) throw RefusedLoad(plant_, table, row);
    return body;
}

void Thesis::air_samples(std::vector<AirSample>& out) const {
    out.clear();
    for (const BodyId body : bodies_.rows()) {
        if (bodies_.sampled_at[body] == body) {
            const Vec3 point = drag_point(body);
            out.push_back({point, tree_.velocity(body.value, point), Vec3::Zero(), {}});
        }
        add_body_drag(bodies_, body, out[sample_[body]].drag);
    }
}

void Thesis::hold(std::span<const Load> loads) {
    held_.clear();
    for (const Load& load : loads) {
        const BodyId body = body_of(load.table, load.row);
        const Rigid frame = tree_.frame(body.value);
        held_.push_back(
            {&load, body, frame.rotation.conjugate() * (load.point - frame.translation)});
    }
}

void Thesis::add_drag(std::span<const AirSample> air) {
    if (air.empty()) return;
    for (const BodyId body : bodies_.rows()) {
        const Vec3 point = drag_point(body);
        const Vec3 heading = tree_.frame(body.value).rotation * Vec3::UnitX();
        const DragLaw law{bodies_.drag[body], bodies_.vogel[body],
                          bodies_.plate[body] != 0 ? Vec3(Vec3::Zero()) : heading};
        const Vec3 u = tree_.velocity(body.value, point) - air[sample_[body]].wind;
        add_force(body, point, drag_force(law, u));
    }
}

void Thesis::add_held() {
    for (const HeldLoad& held : held_) {
        const Load& load = *held.load;
        const Vec3 point = tree_.frame(held.body.value) * held.local;
        const Vec3 speed = tree_.velocity(held.body.value, point);
        add_force(held.body, point,
                  load.force - load.stiffness * (point - load.point) -
                      load.damping * (speed - load.velocity));
        wrenches_[held.body.value].moment += load.torque;
    }
}

/// The body whose load or wind is no number.
BodyId Thesis::bad_input(const Loads& loads) const {
    for (const HeldLoad& held : held_) {
        const Load& load = *held.load;
        const bool fine = load.point.allFinite() && load.velocity.allFinite() &&
                          load.force.allFinite() && load.torque.allFinite() &&
                          load.stiffness.allFinite() && load.damping.allFinite();
        if (!fine) return held.body;
    }
    for (const BodyId body : bodies_.rows())
        if (!loads.air.empty() && !loads.air[sample_[body]].wind.allFinite()) return body;
    return BodyId::none();
}

StepReport Thesis::failure(StepReport report, BodyId body, const char* what) const {
    report.status = StepReport::Status::failed;
    report.domain = bodies_.domain[body];
    report.message = what;
    return report;
}

StepReport Thesis::step(double dt, const Loads& loads) {
    if (!(std::isfinite(dt) && dt > 0))
        throw InputError(fmt::format("dt: found {}, expected more than 0", dt));
    if (!loads.air.empty() && loads.air.size() != samples_)
        throw InputError(
            fmt::format("air: found {} samples, expected {}", loads.air.size(), samples_));
    StepReport report;
    hold(loads.points);
    if (const BodyId body = bad_input(loads); body.exists())
        return failure(report, body, "its load or wind is not finite");
    const JointForces forces{.gravity = loads.gravity,
                             .base_acceleration = loads.base.acceleration,
                             .base_angular_acceleration = loads.base.angular_acceleration,
                             .loads = wrenches_};
    if (settings_.substeps > 1) save(before_);
    for (int i = 0; i < settings_.substeps; ++i) {
        std::ranges::fill(wrenches_, Wrench{});
        add_drag(loads.air);
        add_held();
        ++report.recursions;
        if (tree_.step(Integrator::semi_implicit_euler, dt / settings_.substeps, forces)) {
            ++report.accepted;
            continue;
        }
        ++report.rejected_not_finite;
        const BodyId body(static_cast<size_t>(std::max(0, tree_.failed())));
        if (settings_.substeps > 1) restore(before_);
        return failure(report, body, not_finite(Integrator::semi_implicit_euler));
    }
    return report;
}

std::unique_ptr<Simulator> make_thesis(const Plant& plant, const ArticulatedSettings& settings,
                                       const Start& start) {
    return std::make_unique<Thesis>(plant, settings, start);
}

}  // namespace thigmo
