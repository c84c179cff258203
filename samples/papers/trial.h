// A plant that an experiment moves: held at its base, pulled, and looked at.
#pragma once

#include <memory>
#include <vector>

#include "thigmo/sim/simulators.h"

namespace thigmo::papers {

/// A constant force and torque on a segment, in the world; the force acts at its end.
struct Pull {
    SegmentId segment;
    Vec3 force = Vec3::Zero();
    Vec3 torque = Vec3::Zero();
};

class Trial {
  public:
    Trial(Plant plant, const SimulatorSettings& settings);
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

    // What acts during the next steps.
    Vec3 gravity = Vec3(0, -9.81, 0);
    BaseDrive base;
    std::vector<Pull> pulls;

    /// False once a step has failed; nothing moves any more then.
    bool step(double dt);
    bool run(double seconds, double dt);
    /// Steps of 0.1 s until nothing moves by more than `still` (m) in one; false if that takes more
    /// than 2,000. For an integrator that damps.
    bool settle(double still = 1e-13);

    const Plant& plant() const { return plant_; }
    Simulator& simulator() { return *simulator_; }
    Vec3 end(SegmentId segment) const;        // now, in the world; so are the following
    Vec3 direction(SegmentId segment) const;  // from start to end
    Quat rotation(SegmentId segment) const;   // from rest
    double speed() const;                     // of the fastest segment's end
    uint64_t recursions() const { return recursions_; }
    uint64_t rejected() const { return rejected_; }

  private:
    const Pose& pose() const;

    Plant plant_;
    std::unique_ptr<Simulator> simulator_;
    mutable Pose pose_;  // of the last step, once somebody looks
    mutable bool stale_ = true;
    std::vector<Load> loads_;
    uint64_t recursions_ = 0, rejected_ = 0;
    bool failed_ = false;
};

/// Bodies on ball joints that hang as given when nothing acts, without damping.
ArticulatedSettings undamped(Integrator integrator = Integrator::tr_bdf2);

/// The same, damped away by backward Euler: what finds a state of rest.
ArticulatedSettings settling();

}  // namespace thigmo::papers
