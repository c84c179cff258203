// A scene of one plant in steady winds.
#include "thigmo/scene/wind_load.h"

#include <fmt/format.h>

#include "thigmo/base/error.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/plant/walk.h"
#include "thigmo/render/silhouette.h"
#include "thigmo/scene/start.h"
#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

constexpr int most_searches = 6;
constexpr double settled = 2e-3;       // of the height, that a last search moves the top at most
constexpr double stepping = 0.2;       // of a wind's work
constexpr int steps = 120, last = 60;  // of 1/60 s after the search; the last ones count

/// The highest end of what stands on the ground.
SegmentId top_of(const Plant& plant) {
    SegmentId top;
    for (const DomainId domain : plant.domains.rows()) {
        if (plant.domains.parent[domain].exists()) continue;
        for (const SegmentId row : plant.domains.segments[domain])
            if (!top.exists() || plant.segments.end[row].y() > plant.segments.end[top].y())
                top = row;
    }
    if (!top.exists()) throw InputError("plant: found no stem, expected one that stands");
    return top;
}

double way_of(Actor& actor, SegmentId top, const Vec3& along) {
    const Vec3& rest = actor.part->plant.segments.end[top];
    return along.dot(pose_now(actor).segments[top] * rest - rest);
}

/// What the foot holds, about the plant's origin.
Wrench held(const Actor& actor) {
    const Plant& plant = actor.part->plant;
    std::vector<Wrench> wrenches;
    actor.simulator->attachment_loads(wrenches);
    Wrench sum;
    for (const DomainId domain : plant.domains.rows()) {
        if (plant.domains.parent[domain].exists() || plant.domains.segments[domain].empty())
            continue;
        const SegmentId root = plant.domains.segments[domain].front();
        const Wrench& own = wrenches[root.value];
        const Vec3 arm = plant.segments.start[root];
        sum.force += own.force;
        sum.moment += own.moment + arm.cross(own.force);
    }
    return sum;
}

void step_once(Scene& scene) {
    const StepReport report = step(scene);
    if (report.status == StepReport::Status::failed) throw InputError(report.message);
}

Scene scene_of(const Plant& plant, const std::shared_ptr<const Part>& part,
               const SimulatorSettings& settings, const WindSettings& wind) {
    Scene scene;
    scene.make = make_simulator;
    scene.air = make_air(wind);
    scene.shelter = wind.shelter;
    add_plant(scene, plant.name, part, settings, {});
    return scene;
}

/// What the foot holds before any wind blows: a crooked crown bends it by its weight alone.
Wrench held_in_still_air(Scene scene) {
    step_once(scene);
    return held(scene.actors.front());
}

/// A share of the whole work, under the name of its wind.
class Share final : public Progress {
  public:
    Share(Progress& whole, double from, double to, std::string name)
        : whole_(whole), from_(from), to_(to), name_(std::move(name)) {}
    void report(double fraction, std::string_view) override {
        whole_.report(from_ + fraction * (to_ - from_), name_);
    }
    bool cancelled() const override { return whole_.cancelled(); }

  private:
    Progress& whole_;
    double from_, to_;
    std::string name_;
};

WindLoad measure(Scene& scene, SegmentId top, double height, const Vec3& along, const Wrench& still,
                 Share& progress) {
    Actor& actor = scene.actors.front();
    double before = 0;
    double left = 1 - stepping;  // to the searches: the first takes most, and few follow
    for (int i = 0; i < most_searches && !progress.cancelled(); ++i) {
        Share search(progress, 1 - stepping - left, 1 - stepping - 0.3 * left, "");
        left *= 0.3;
        stand_in_wind(scene, search);
        const double now = way_of(actor, top, along);
        if (i > 0 && std::abs(now - before) < settled * height) break;
        before = now;
    }
    WindLoad load;
    for (int i = 0; i < steps && !progress.cancelled(); ++i) {
        step_once(scene);
        progress.report(1 - stepping + stepping * (i + 1) / steps, "");
        if (i < steps - last) continue;
        const Wrench foot = held(actor);
        load.drag -= foot.force.dot(along) / last;
        const Vec3 moment = foot.moment - still.moment;
        load.moment += Vec3(moment.x(), 0, moment.z()).norm() / last;
        load.lean += way_of(actor, top, along) / last;
    }
    load.pose = pose_now(actor);
    return load;
}

}  // namespace

WindLoads measure_wind_loads(const Plant& plant, const SimulatorSettings& settings,
                             WindSettings wind, std::span<const double> speeds,
                             Progress& progress) {
    if (!damped(settings))
        throw InputError(
            "simulator: found one without forces, expected articulated, reduced or fem");
    const auto part = make_part(prepare(plant, settings));
    const Vec3 along = Vec3(wind.direction.x(), 0, wind.direction.z()).normalized();
    const SegmentId top = top_of(part->plant);
    WindLoads loads;
    loads.height = grown_bounds(part->plant).max().y();
    loads.silhouette = silhouette(part->plant, rest_pose(part->plant), along);
    wind.kind = WindSettings::Kind::calm;
    const Wrench still = held_in_still_air(scene_of(plant, part, settings, wind));
    wind.kind = WindSettings::Kind::uniform;
    const auto count = static_cast<double>(speeds.size());
    for (const double speed : speeds) {
        const auto first = static_cast<double>(loads.rows.size());
        Share share(progress, first / count, (first + 1) / count,
                    fmt::format("wind of {:g} m/s", speed));
        wind.speed = speed;
        Scene scene = scene_of(plant, part, settings, wind);
        WindLoad load = measure(scene, top, loads.height, along, still, share);
        if (progress.cancelled()) return loads;
        load.speed = speed;
        load.area = load.drag / drag_constant(1, speed * speed);
        load.frontal = silhouette(part->plant, load.pose, along);
        loads.rows.push_back(std::move(load));
    }
    return loads;
}

}  // namespace thigmo
