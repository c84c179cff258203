// Balance with a steady wind: backward Euler in steps so long that they damp every motion.
#include "thigmo/scene/start.h"

#include <cmath>
#include <mutex>

#include "thigmo/base/parallel.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/cut.h"
#include "thigmo/scene/timeline.h"

namespace thigmo {
namespace {

/// Steps double from this length (s) on, to 1 s. A mode of circular frequency ω keeps
/// 1/√(1 + ω²dt²) of its swing in each.
constexpr double shortest_step = 1.0 / 60;
constexpr int most_steps = 7;

/// Root mean square of the speed of what stands still (1/s), over the plant's size. The leaves of
/// large crowns never go slower in such steps.
constexpr double stillness = 5e-4;

/// False where there is no wind.
bool sample_wind(const Scene& scene, const Mat3& gain, const Simulator& simulator,
                 std::vector<AirSample>& air) {
    simulator.air_samples(air);
    for (AirSample& sample : air) sample.point.y() -= scene.ground.value_or(0);
    scene.air->sample(air, 0);
    bool any = false;
    for (AirSample& sample : air) {
        sample.wind = gain * sample.wind;
        any = any || !sample.wind.isZero(0);
    }
    return any;
}

constexpr const char* searching = "balance with the wind";

/// Steps of all plants, on any thread. The longer a step, the more work.
class Counted {
  public:
    Counted(Progress& progress, size_t plants)
        : progress_(progress), all_(plants * ((size_t{1} << most_steps) - 1)) {}
    /// Before a plant's step i; false where it shall stop.
    bool begin(int i) {
        const std::lock_guard lock(mutex_);
        if (i > 0) done_ += size_t{1} << (i - 1);
        progress_.report(static_cast<double>(done_) / static_cast<double>(all_), searching);
        return !progress_.cancelled();
    }

  private:
    Progress& progress_;
    size_t all_, done_ = 0;
    std::mutex mutex_;
};

void lean(const Scene& scene, const Mat3& gain, const Vec3& gravity, Actor& actor,
          Counted& counted) {
    const Footing& stands = footing(actor.settings);
    if (stands.base == Base::free || stands.shape == GivenShape::unloaded) return;
    const std::optional<SimulatorSettings> settings = damped(actor.settings);
    if (!settings || !sample_wind(scene, gain, *actor.simulator, actor.air)) return;
    const std::unique_ptr<Simulator> copy =
        scene.make(actor.part->plant, *settings, Start{scene.origins[actor.origin].placement});
    carry(*actor.simulator, *copy);
    const double size = grown_bounds(actor.part->plant).sizes().maxCoeff();
    double dt = shortest_step;
    for (int i = 0; i < most_steps; ++i, dt *= 2) {
        if (!counted.begin(i)) return;
        sample_wind(scene, gain, *copy, actor.air);
        Loads loads;
        loads.gravity = gravity;
        loads.air = actor.air;
        if (copy->step(dt, loads).status == StepReport::Status::failed) return;
        const double speed = std::sqrt(2 * copy->energy(gravity).kinetic / actor.part->mass);
        if (dt > 0.5 && speed < stillness * size) break;
    }
    carry(*copy, *actor.simulator);
    actor.pose_is_now = false;
}

}  // namespace

void stand_in_wind(Scene& scene, Progress& progress) {
    if (!scene.air) return;
    Counted counted(progress, scene.actors.size());
    const Mat3 gain = wind_gain_at(scene, scene.clock.now());
    const Vec3 gravity = gravity_at(scene, scene.clock.now());
    parallel_chunks(scene.actors.size(), 1, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) lean(scene, gain, gravity, scene.actors[i], counted);
    });
    progress.report(1, searching);
}

}  // namespace thigmo
