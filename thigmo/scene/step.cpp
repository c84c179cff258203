// The step of a scene. It knows no kind of simulator and no kind of air.
#include "thigmo/scene/step.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "thigmo/base/parallel.h"
#include "thigmo/plant/names.h"
#include "thigmo/scene/cut.h"
#include "thigmo/scene/point_loads.h"
#include "thigmo/scene/shelter_plants.h"
#include "thigmo/sim/refused_load.h"

namespace thigmo {
namespace {

constexpr int most_halvings = 6;
constexpr uint64_t most_work = 1000;  // passes over a plant, beyond which no halves are tried

/// Plants meet the wind that will blow where they are going, held over the step: at the moment
/// that makes it right to second order.
void meet_air(Scene& scene, const Moment& moment) {
    if (!scene.air) return;
    const double ground = scene.ground.value_or(0);  // the air's heights are above it
    parallel_chunks(scene.actors.size(), 1, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) {
            const Simulator& simulator = *scene.actors[i].simulator;
            const double ahead = simulator.claims().wind_at * moment.step_dt;
            std::vector<AirSample>& air = scene.actors[i].air;
            simulator.air_samples(air);
            for (AirSample& sample : air) {
                sample.point += ahead * sample.velocity;
                sample.point.y() -= ground;
            }
            scene.air->sample(air, ahead);
            if (ground != 0)
                for (AirSample& sample : air) sample.point.y() += ground;
            const Mat3 gain = wind_gain_at(scene, moment.step_time + ahead);
            if (!gain.isIdentity(0))
                for (AirSample& sample : air) sample.wind = gain * sample.wind;
        }
    });
    shelter_plants(scene);
    scene.all_air.clear();
    if (scene.air->feels_plants())
        for (const Actor& actor : scene.actors)
            scene.all_air.insert(scene.all_air.end(), actor.air.begin(), actor.air.end());
    scene.air->advance(moment.step_dt, scene.all_air);
}

/// Whether anything of a rooted plant hangs so low that it might touch the ground: judged by its
/// air samples, which are at hand, against where they were when it began to move.
bool may_touch(Actor& actor, double ground) {
    if (footing(actor.settings).base == Base::free || actor.air.empty()) return true;
    if (actor.heights.size() != actor.air.size()) {
        actor.heights.clear();
        for (const AirSample& sample : actor.air)
            actor.heights.push_back(sample.point.y() - ground);
    }
    const double reach = actor.part->reach;
    for (size_t i = 0; i < actor.air.size(); ++i) {
        const double height = actor.air[i].point.y() - ground;
        if (height < reach && height < 0.9 * actor.heights[i]) return true;
    }
    return false;
}

/// What lies may touch everywhere; of a plant that stands, few points are near the ground, and only
/// these need to be posed.
void meet_ground(const Scene& scene, Actor& actor, double ground, double dt) {
    const Part& part = *actor.part;
    const bool rooted = footing(actor.settings).base != Base::free;
    if (rooted) {
        find_near_ground(part.plant, part.contacts, part.contact_groups, *actor.simulator,
                         ground + contact_reach(dt), actor.pose, actor.near);
    } else {
        pose_now(actor);
        actor.near.resize(part.contacts.size());
        std::iota(actor.near.begin(), actor.near.end(), 0);
    }
    if (!actor.touches)
        actor.touches = rooted ? Touches() : begin_touches(part.contacts, actor.pose, ground);
    add_contacts(part.contacts, actor.pose, *actor.simulator, actor.near,
                 {ground, dt, actor.friction, rooted, scene.origins[actor.origin].placement},
                 *actor.touches, actor.loads);
}

/// Drag is no load: simulators evaluate it from the sampled wind at their own stage velocities.
void make_loads(const Scene& scene, size_t index, Actor& actor, const Moment& moment) {
    actor.loads.clear();
    add_point_loads(scene, index, moment, actor.loads);
    if (!scene.ground || !actor.simulator->claims().dynamic) return;
    if (may_touch(actor, *scene.ground))
        meet_ground(scene, actor, *scene.ground, moment.step_dt);
    else if (actor.touches)
        actor.touches->clear();
}

/// An actor's part of the way back, unless it is kept already. A large plant's numbers take as long
/// to copy as a step, so this is for those that may have to come back only.
void keep_numbers(Scene& scene, size_t index) {
    if (index >= scene.before.actors.size()) return;  // cut off in this step: it goes as it came
    std::vector<double>& numbers = scene.before.actors[index].numbers;
    if (numbers.empty()) scene.actors[index].simulator->save(numbers);
}

/// What all of the scene is before the step. A plant that stands alone comes back by itself from a
/// first attempt that failed, and is kept when it is tried in halves.
void keep(Scene& scene, double step_middle) {
    save_outline(scene, scene.before);
    if (scene.actors.size() == 1 && !cut_is_due(scene, step_middle)) return;
    parallel_chunks(scene.actors.size(), 1, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) keep_numbers(scene, i);
    });
}

/// InputError with the place of the event in the file whose load the simulator refuses.
[[noreturn]] void refuse(const Scene& scene, size_t index, const RefusedLoad& refused) {
    for (const Cue& cue : scene.cues)
        if (cue.actor == index && cue.place.table == refused.table && cue.row == refused.row &&
            !cue.event.where_place.empty())
            throw InputError(fmt::format("{}: {}: {}", cue.event.where_place,
                                         scene.actors[index].name, refused.found));
    throw refused;
}

StepReport step(const Scene& scene, size_t index, const Loads& loads, double dt) {
    try {
        return scene.actors[index].simulator->step(dt, loads);
    } catch (const RefusedLoad& refused) {
        refuse(scene, index, refused);
    }
}

/// Steps one actor; where that fails, in two halves, and so on, as far as the work goes, unless the
/// simulator has tried smaller steps by itself. The wind stays what it is.
void advance(Scene& scene, size_t index, Actor& actor, const Moment& moment, int halvings) {
    make_loads(scene, index, actor, moment);
    Loads loads;
    loads.gravity = gravity_at(scene, moment.middle());
    if (scene.air) loads.air = actor.air;
    loads.points = actor.loads;
    loads.base = base_drive(scene, actor, loads.gravity, moment);
    StepReport report = step(scene, index, loads, moment.dt);
    actor.pose_is_now = false;
    add_counts(report, actor.report);
    actor.report.status = report.status;
    if (report.status == StepReport::Status::advanced) return;
    actor.report.message = std::move(report.message);
    actor.report.domain = report.domain;
    if (halvings == most_halvings || report.in_least_steps) return;
    keep_numbers(scene, index);
    Moment half = moment;
    half.dt *= 0.5;
    for (int k = 0; k < 2; ++k, half.time += half.dt) {
        if (actor.report.recursions >= most_work)
            actor.report.status = StepReport::Status::failed;
        else
            advance(scene, index, actor, half, halvings + 1);
        if (actor.report.status == StepReport::Status::failed) return;
    }
}

void change_stiffness(Scene& scene, const Moment& moment) {
    Column<DomainId, double> factors;
    for (size_t i = 0; i < scene.actors.size(); ++i) {
        Actor& actor = scene.actors[i];
        if (!stiffness_at(scene, actor, moment.middle(), factors)) {
            if (actor.stiffness.empty()) continue;
            factors.values().assign(actor.stiffness.size(), 1.0);  // what changed it is over
        }
        if (factors == actor.stiffness) continue;
        keep_numbers(scene, i);
        actor.stiffness = factors;
        actor.simulator->set_stiffness(factors);
    }
}

/// `branch_12: `, as the plant before any cut counts them.
std::string failed_in(const Scene& scene, const Actor& actor) {
    const DomainId domain = actor.report.domain;
    if (!domain.exists()) return {};
    const Plant& whole = scene.origins[actor.origin].part->plant;
    return domain_name(whole, actor.part->from_domain[domain]) + ": ";
}

StepReport sum_reports(const Scene& scene) {
    StepReport sum;
    for (const Actor& actor : scene.actors) {
        add_counts(actor.report, sum);
        if (actor.report.status == StepReport::Status::advanced ||
            sum.status == StepReport::Status::failed)
            continue;
        sum.status = StepReport::Status::failed;
        sum.message = fmt::format("{}: at {:g} s: {}{}", actor.name, scene.clock.now(),
                                  failed_in(scene, actor), actor.report.message);
    }
    return sum;
}

/// An actor without numbers has not moved.
void come_back(Scene& scene) {
    for (size_t i = 0; i < scene.before.actors.size(); ++i) keep_numbers(scene, i);
    restore(scene, scene.before);
}

}  // namespace

void add_counts(const StepReport& own, StepReport& sum) {
    sum.recursions += own.recursions;
    sum.accepted += own.accepted;
    sum.rejected_turn += own.rejected_turn;
    sum.rejected_energy += own.rejected_energy;
    sum.rejected_not_finite += own.rejected_not_finite;
}

StepReport step(Scene& scene) {
    const double time = scene.clock.now(), dt = scene.clock.dt;
    Moment moment{time, dt, time, dt};
    moment.last_middle = scene.clock.before() + 0.5 * dt;
    keep(scene, moment.middle());
    make_due_cuts(scene, moment.middle());
    begin_pins(scene, moment);
    change_stiffness(scene, moment);
    meet_air(scene, moment);
    parallel_chunks(scene.actors.size(), 1, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) {
            scene.actors[i].report = {};
            advance(scene, i, scene.actors[i], moment, 0);
        }
    });
    StepReport report = sum_reports(scene);
    if (report.status == StepReport::Status::advanced)
        ++scene.clock.steps;
    else
        come_back(scene);
    return report;
}

}  // namespace thigmo
