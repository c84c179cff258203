// The thesis's plant: how it is made and stepped.
#include "thigmo/sim/articulated/thesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/sim/articulated/thesis_simulator.h"

namespace thigmo {
namespace {

ArticulatedSettings checked(const ArticulatedSettings& settings) {
    if (settings.substeps < 1)
        throw InputError(fmt::format("substeps: found {}, expected 1 or more", settings.substeps));
    if (settings.base == Base::sliding)
        throw InputError(
            "base: found \"sliding\", expected \"held\" or \"free\" with the model \"thesis\"");
    if (settings.planar && !(settings.plane_normal.norm() > 0))
        throw InputError("plane_normal: found no direction, expected a vector other than 0");
    return settings;
}

Bodies thesis_bodies(const Plant& plant, ArticulatedSettings settings) {
    settings.shape = GivenShape::unloaded;
    Bodies bodies = build_bodies(plant, settings);
    make_cylinders(plant, bodies);
    return bodies;
}

void require_one_root(const Bodies& bodies) {
    const auto roots = std::ranges::count_if(bodies.parent, [](BodyId b) { return !b.exists(); });
    if (roots != 1)
        throw InputError(
            fmt::format("base: found \"free\" for a plant of {} roots, expected one", roots));
}

}  // namespace

Thesis::Thesis(const Plant& plant, const ArticulatedSettings& settings, const Start& start)
    : plant_(plant),
      settings_(checked(settings)),
      bodies_(thesis_bodies(plant, settings)),
      joints_(thesis_joints(bodies_, settings)),
      tree_(joints_, settings.base == Base::free),
      factors_(plant.domains.size(), 1.0),
      wrenches_(bodies_.size()) {
    if (settings.base == Base::free) {
        require_one_root(bodies_);
        root_ = bodies_.offset[BodyId(size_t{0})];
    }
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
    uint32_t samples = 0;
    for (const BodyId body : bodies_.rows()) {
        const BodyId parent = bodies_.parent[body];
        rest_start_[body] = bodies_.offset[body];
        if (parent.exists())
            rest_start_[body] = rest_start_[parent] + bodies_.given[parent] * bodies_.offset[body];
        const BodyId at = bodies_.sampled_at[body];
        sample_[body] = at == body ? samples++ : sample_[at];
    }
}

BodyId Thesis::body_of(Load::Table table, uint32_t row) const {
    if (table == Load::Table::segments) return bodies_.of_segment[SegmentId(row)];
    const BodyId own = bodies_.of_domain[DomainId(row)];
    return own.exists() ? own : bodies_.of_segment[plant_.domains.segments[DomainId(row)].front()];
}

void Thesis::air_samples(std::vector<AirSample>& out) const {
    out.clear();
    for (const BodyId body : bodies_.rows()) {
        if (bodies_.sampled_at[body] == body) {
            const Vec3 point = drag_point(body);
            out.push_back({point, tree_.velocity(body.value, point), Vec3::Zero(), 0});
        }
        out[sample_[body]].area += bodies_.area[body];
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

std::string Thesis::failed_where() const {
    if (tree_.failed() < 0) return "the base";
    const DomainId domain = bodies_.domain[BodyId(size_t(tree_.failed()))];
    return fmt::format("domain {} ({})", domain.value,
                       kind_names[static_cast<size_t>(plant_.domains.kind[domain])]);
}

StepReport Thesis::step(double dt, const Loads& loads) {
    StepReport report;
    hold(loads.points);
    JointForces forces{.gravity = loads.gravity,
                       .base_acceleration = loads.base.acceleration,
                       .base_angular_acceleration = loads.base.angular_acceleration,
                       .loads = wrenches_};
    std::vector<double> before;
    if (settings_.substeps > 1) save(before);
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
        report.status = StepReport::Status::failed;
        report.message = failed_where() + ": accelerations are not finite";
        if (!before.empty()) restore(before);
        return report;
    }
    return report;
}

std::unique_ptr<Simulator> make_thesis(const Plant& plant, const ArticulatedSettings& settings,
                                       const Start& start) {
    return std::make_unique<Thesis>(plant, settings, start);
}

}  // namespace thigmo
