// What the events make of gravity, wind, stiffness and bases at a time. Functions of the time only:
// going back needs no memory of them.
#pragma once

#include "thigmo/scene/scene.h"

namespace thigmo {

/// A step, or the piece of one that is tried again with a smaller dt.
struct Moment {
    double time = 0, dt = 0;            // begins, lasts
    double step_time = 0, step_dt = 0;  // of the whole step
    double last_middle = 0;             // of the step before it
    double middle() const { return time + 0.5 * dt; }
    double step_middle() const { return step_time + 0.5 * step_dt; }
};

/// Smoothly from 0 to 1 while t goes from 0 to `ramp`.
double ramp_up(double t, double ramp);

/// Whether the event acts in this step.
bool acts(const Cue& cue, const Moment& moment);

Vec3 gravity_at(const Scene& scene, double time);

/// What the air's wind is multiplied with: a factor and a turn about +Y.
Mat3 wind_gain_at(const Scene& scene, double time);

/// Factors of the actor's stiffness, one per domain. False where no event says anything: all 1.
bool stiffness_at(const Scene& scene, const Actor& actor, double time,
                  Column<DomainId, double>& factors);

BaseDrive base_drive(const Scene& scene, const Actor& actor, const Vec3& gravity,
                     const Moment& moment);

}  // namespace thigmo
