// A plant that an experiment moves.
#include "samples/papers/trial.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "thigmo/plant/check.h"

namespace thigmo::papers {

Trial::Trial(Plant plant, const SimulatorSettings& settings)
    : plant_((check(plant, plant.name), std::move(plant))),
      simulator_(make_simulator(plant_, settings, {})) {}

const Pose& Trial::pose() const {
    if (stale_) simulator_->pose(pose_);
    stale_ = false;
    return pose_;
}

bool Trial::step(double dt) {
    if (failed_) return false;
    loads_.clear();
    for (const Pull& pull : pulls) {
        Load& load = loads_.emplace_back();
        load.row = pull.segment.value;
        load.point = end(pull.segment);
        load.velocity = simulator_->velocity(load.table, load.row, load.point);
        load.force = pull.force;
        load.torque = pull.torque;
    }
    Loads loads;
    loads.gravity = gravity;
    loads.points = loads_;
    loads.base = base;
    const StepReport report = simulator_->step(dt, loads);
    recursions_ += report.recursions;
    rejected_ += report.rejected_turn + report.rejected_energy + report.rejected_not_finite;
    failed_ = report.status == StepReport::Status::failed;
    stale_ = true;
    return !failed_;
}

bool Trial::run(double seconds, double dt) {
    const auto steps = std::llround(seconds / dt);
    for (long long i = 0; i < steps; ++i)
        if (!step(dt)) return false;
    return true;
}

bool Trial::settle(double still) {
    constexpr double dt = 0.1;
    for (int i = 0; i < 2000; ++i) {
        if (!step(dt)) return false;
        if (speed() * dt <= still) return true;
    }
    return false;
}

Vec3 Trial::end(SegmentId segment) const {
    return pose().segments[segment] * plant_.segments.end[segment];
}

Vec3 Trial::direction(SegmentId segment) const {
    return rotation(segment) *
           (plant_.segments.end[segment] - plant_.segments.start[segment]).normalized();
}

Quat Trial::rotation(SegmentId segment) const {
    return pose().segments[segment].rotation;
}

double Trial::speed() const {
    double fastest = 0;
    for (const SegmentId segment : plant_.segments.rows()) {
        const Vec3 v = simulator_->velocity(Load::Table::segments, segment.value, end(segment));
        if (!(v.norm() <= fastest)) fastest = v.norm();
    }
    return fastest;
}

ArticulatedSettings undamped(Integrator integrator) {
    ArticulatedSettings settings;
    settings.integrator = integrator;
    settings.footing.shape = GivenShape::unloaded;
    settings.damping = false;
    return settings;
}

ArticulatedSettings settling() {
    ArticulatedSettings settings;
    settings.integrator = Integrator::backward_euler;
    settings.footing.shape = GivenShape::unloaded;
    return settings;
}

}  // namespace thigmo::papers
