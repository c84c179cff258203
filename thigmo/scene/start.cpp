// Balance with a steady wind: backward Euler in steps so long that they damp every motion.
#include "thigmo/scene/start.h"

#include <atomic>
#include <cmath>
#include <mutex>

#include "thigmo/base/parallel.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/cut.h"
#include "thigmo/scene/shelter_plants.h"
#include "thigmo/scene/timeline.h"
#include "thigmo/sim/stoppable.h"

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

/// Steps of all plants, on any thread. The longer a step, the more work. Within a step it is asked
/// by several threads, but asks only one at a time.
class Counted final : public Progress {
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
    bool cancelled() const override {
        const std::lock_guard lock(mutex_);
        return progress_.cancelled();
    }

  private:
    Progress& progress_;
    size_t all_, done_ = 0;
    mutable std::mutex mutex_;
};

/// A plant on its way to balance.
struct Leaning {
    std::unique_ptr<Simulator> copy;  // none: it stays as it is
    double size = 0;                  // m
    bool found = false;
};

Leaning begin(const Scene& scene, const Mat3& gain, Actor& actor, const Progress& progress) {
    const Footing& stands = footing(actor.settings);
    actor.air.clear();
    if (stands.base == Base::free || stands.shape == GivenShape::unloaded) return {};
    if (progress.cancelled()) return {};
    const std::optional<SimulatorSettings> settings = damped(actor.settings);
    if (!settings || !sample_wind(scene, gain, *actor.simulator, actor.air)) return {};
    Leaning leaning;
    leaning.copy =
        scene.make(actor.part->plant, *settings, Start{scene.origins[actor.origin].placement});
    carry(*actor.simulator, *leaning.copy);
    if (auto* const steps = dynamic_cast<Stoppable*>(leaning.copy.get())) steps->heed(&progress);
    leaning.size = grown_bounds(actor.part->plant).sizes().maxCoeff();
    return leaning;
}

/// A step of dt; a plant that fails in it stays as it was before the search.
void lean(const Vec3& gravity, double dt, const Actor& actor, Leaning& leaning) {
    Loads loads;
    loads.gravity = gravity;
    loads.air = actor.air;
    if (leaning.copy->step(dt, loads).status == StepReport::Status::failed)
        return leaning.copy.reset();
    const double speed = std::sqrt(2 * leaning.copy->energy(gravity).kinetic / actor.part->mass);
    leaning.found = dt > 0.5 && speed < stillness * leaning.size;
}

}  // namespace

/// All plants go together, since each stands in the others' shelter.
void stand_in_wind(Scene& scene, Progress& progress) {
    if (!scene.air) return;
    Counted counted(progress, scene.actors.size());
    const Mat3 gain = wind_gain_at(scene, scene.clock.now());
    const Vec3 gravity = gravity_at(scene, scene.clock.now());
    std::vector<Leaning> leaning(scene.actors.size());
    const auto for_all = [&](const auto& work) {
        parallel_chunks(scene.actors.size(), 1, [&](size_t first, size_t last) {
            for (size_t i = first; i < last; ++i) work(scene.actors[i], leaning[i]);
        });
    };
    for_all([&](Actor& actor, Leaning& own) { own = begin(scene, gain, actor, counted); });
    double dt = shortest_step;
    std::atomic<bool> stopped = false;
    for (int i = 0; i < most_steps && !stopped; ++i, dt *= 2) {
        for_all([&](Actor& actor, Leaning& own) {
            if (own.copy) sample_wind(scene, gain, *own.copy, actor.air);
        });
        shelter_plants(scene);
        for_all([&](const Actor& actor, Leaning& own) {
            if (!own.copy || own.found) return;
            if (counted.begin(i)) lean(gravity, dt, actor, own);
            if (counted.cancelled()) stopped = true;
        });
    }
    if (stopped) return;
    for_all([&](Actor& actor, const Leaning& own) {
        if (!own.copy) return;
        carry(*own.copy, *actor.simulator);
        actor.pose_is_now = false;
    });
    progress.report(1, searching);
}

}  // namespace thigmo
