// The moving bodies, without a plant: what the articulated simulator steps and the validations use.
#pragma once

#include <memory>

#include "thigmo/base/progress.h"
#include "thigmo/sim/articulated/bodies.h"
#include "thigmo/sim/articulated/crown.h"
#include "thigmo/sim/articulated/passengers.h"
#include "thigmo/sim/simulator.h"

namespace thigmo {

/// Velocity of a point that goes with a held base.
inline Vec3 velocity_of(const Start& base, const Vec3& point) {
    return base.velocity + base.angular_velocity.cross(point - base.placement.translation);
}

/// Like Loads, but that a load's row is the number of a body.
using BodyLoads = Loads;

/// How the work is laid out; results agree to rounding for any lanes, to the bit for any threads.
struct Tuning {
    size_t lanes = 0;     // 1, 4 or 8 bodies side by side; 0: as the machine is fastest
    size_t block = 1024;  // bodies that one thread takes at a time
};

/// A body's motion now. The acceleration is felt: gravity is taken from it.
struct BodyNow {
    Quat rotation = Quat::Identity();
    Vec3 angular_velocity = Vec3::Zero(), angular_acceleration = Vec3::Zero();
    Vec3 position = Vec3::Zero(), velocity = Vec3::Zero(), acceleration = Vec3::Zero();
};

class BodyTree {
  public:
    /// InputError for settings out of range, and for a free base with other than one root.
    BodyTree(const Bodies& bodies, const ArticulatedSettings& settings, const Start& start = {},
             const Tuning& tuning = {});
    ~BodyTree();
    BodyTree(BodyTree&&) noexcept;
    BodyTree& operator=(BodyTree&&) noexcept;

    /// A failed step leaves everything as it was.
    StepReport step(double dt, const BodyLoads& loads);
    /// Whom steps ask whether to stop; null: nobody.
    void heed(const Progress* progress);
    /// The body in which the last failed step failed.
    BodyId failed() const;

    size_t size() const;
    Quat rotation(BodyId body) const;          // from body axes to the world
    Vec3 angular_velocity(BodyId body) const;  // in the world
    Vec3 position(BodyId body) const;          // of the joint
    /// Of a point that moves with the body.
    Vec3 velocity(BodyId body, const Vec3& point) const;
    Vec3 angular_acceleration(BodyId body) const;
    BodyNow now(BodyId body) const;
    /// Where a body's motion is kept: near those of near seats.
    uint32_t seat(BodyId body) const;
    /// Which of the blocks that are worked on at the same time it is in, and how many there are.
    uint32_t block(BodyId body) const;
    size_t blocks() const;
    /// The rows of bodies, for those that read several seats at a time.
    const CarrierRows& rows() const;
    /// The crown's leaves are solved with the bodies from now on. They outlive the tree's use.
    void carry(Passengers& passengers, const Crown& crown, const Bodies& bodies);
    /// Rotation vector of the joint from its rest, in body axes.
    Vec3 bend(BodyId body) const;

    /// After these, restart().
    void set_rotation(BodyId body, const Quat& rotation);
    void set_angular_velocity(BodyId body, const Vec3& velocity);
    /// Accelerations begin anew with the next step.
    void restart();

    /// Motions from the given shape in the plant's space to now, of all bodies; `out` has a place
    /// for each.
    void motions(std::span<Rigid> out) const;
    /// One body's.
    Rigid motion(BodyId body) const;
    /// The base's motion, its acceleration felt.
    BodyNow base_now() const;
    void air_samples(std::vector<AirSample>& out) const;
    Energy energy(const Vec3& gravity) const;
    /// What every joint carries, on the child, in the world.
    void joint_loads(std::vector<Wrench>& out) const;
    /// Multiplies stiffness and damping of each body's joint.
    void set_stiffness(std::span<const double> factors);
    Start base() const;

    /// Per body, in order: rotation (w x y z), angular velocity and acceleration, rest rotation,
    /// stiffness, damping, factor of both; then the base; then what loads did, as many as there
    /// were.
    static constexpr size_t numbers_per_body = 21;
    size_t fixed_numbers() const;  // without loads
    void save(std::vector<double>& out) const;
    void restore(std::span<const double> state);

    struct Parts;  // see body_parts.h

  private:
    std::unique_ptr<Parts> parts_;
};

}  // namespace thigmo
