// Events at points, made into loads about where the plant is now.
#include "thigmo/scene/point_loads.h"

#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

bool at_a_point(const Cue& cue) {
    const Happening& what = cue.event.what;
    return std::holds_alternative<Pull>(what) || std::holds_alternative<Pin>(what) ||
           std::holds_alternative<Twist>(what) || std::holds_alternative<Impulse>(what);
}

/// An impulse acts in one step only: the first whose middle is not before it.
bool loads_a_point(const Cue& cue, const Moment& moment) {
    if (!at_a_point(cue) || !acts(cue, moment)) return false;
    return !std::holds_alternative<Impulse>(cue.event.what) || moment.last_middle < cue.event.at;
}

Vec3 point_now(const Cue& cue, const Actor& actor) {
    return actor.simulator->row_motion(cue.place.table, cue.row) * cue.place.point;
}

/// A load at the cue's place, with nothing in it yet.
Load load_at(const Cue& cue, const Actor& actor) {
    Load load;
    load.table = cue.place.table;
    load.row = cue.row;
    load.point = point_now(cue, actor);
    load.velocity = actor.simulator->velocity(load.table, load.row, load.point);
    return load;
}

/// A spring and damper from the point to a target at rest.
void add_spring(const Vec3& target, double stiffness, double damping, Load& load) {
    load.force += stiffness * (target - load.point) - damping * load.velocity;
    load.stiffness += stiffness * Mat3::Identity();
    load.damping += damping * Mat3::Identity();
}

Load load_of(const Pull& pull, const Cue& cue, const Scene& scene, double share) {
    const Actor& actor = scene.actors[cue.actor];
    const Origin& origin = scene.origins[cue.origin];
    Load load = load_at(cue, actor);
    if (pull.force) {
        load.force = share * *pull.force;
        return load;
    }
    const double stiffness = pull.stiffness.value_or(100 * origin.part->mass);
    // The hand goes smoothly from where the point is at rest to where it pulls it.
    const Vec3 rest = origin.placement * cue.place.point;
    const Vec3 target = pull.to ? *pull.to : rest + *pull.by;
    add_spring(rest + share * (target - rest), stiffness, pull.damping.value_or(0.05 * stiffness),
               load);
    return load;
}

/// Gusts of a gale push a leafy plant with up to 1 g, and so its pinned point aside by half a
/// millimetre. Steps of 1/60 s do not follow so stiff a spring, and need not: it is implicit.
constexpr double pin_stiffness_per_mass = 2e4;  // s⁻²
constexpr double pin_relaxation = 0.004;        // s

Load load_of(const Pin& pin, const Cue& cue, const Scene& scene) {
    Load load = load_at(cue, scene.actors[cue.actor]);
    const double stiffness =
        pin.stiffness.value_or(pin_stiffness_per_mass * scene.origins[cue.origin].part->mass);
    add_spring(cue.anchor, stiffness, pin_relaxation * stiffness, load);
    return load;
}

Vec3 axis_now(const Plant& plant, SegmentId segment, const Rigid& motion) {
    return motion.rotation *
           (plant.segments.end[segment] - plant.segments.start[segment]).normalized();
}

void add_twist(const Twist& twist, const Cue& cue, const Scene& scene, double share,
               std::vector<Load>& loads) {
    const Actor& actor = scene.actors[cue.actor];
    const Plant& plant = actor.part->plant;
    const double torque = share * twist.torque;
    if (cue.place.table == Load::Table::domains) {
        Load load = load_at(cue, actor);
        load.torque = torque * twist.axis.value_or(Vec3::UnitY());
        loads.push_back(load);
        return;
    }
    const auto add = [&](SegmentId segment, const Vec3& rest, double part) {
        Load load;
        load.row = segment.value;
        const Rigid motion = actor.simulator->row_motion(load.table, load.row);
        load.point = motion * rest;
        load.velocity = actor.simulator->velocity(load.table, load.row, load.point);
        load.torque = part * torque * twist.axis.value_or(axis_now(plant, segment, motion));
        loads.push_back(load);
    };
    if (!twist.spread) return add(SegmentId(cue.row), cue.place.point, 1);
    // Over what is left of the domain here, half of a segment's share at either end.
    for (const DomainId domain : plant.domains.rows()) {
        const Rows<SegmentId> run = plant.domains.segments[domain];
        if (!run.contains(SegmentId(cue.row))) continue;
        for (const SegmentId segment : run)
            for (const auto* ends : {&plant.segments.start, &plant.segments.end})
                add(segment, (*ends)[segment], 0.5 / run.count);
    }
}

}  // namespace

void begin_pins(Scene& scene, const Moment& moment) {
    for (Cue& cue : scene.cues) {
        if (cue.anchored || !std::holds_alternative<Pin>(cue.event.what) || !acts(cue, moment))
            continue;
        cue.anchor = point_now(cue, scene.actors[cue.actor]);
        cue.anchored = true;
    }
}

void add_point_loads(const Scene& scene, size_t actor, const Moment& moment,
                     std::vector<Load>& loads) {
    for (const Cue& cue : scene.cues) {
        if (cue.actor != actor || !loads_a_point(cue, moment)) continue;
        const double share = ramp_up(moment.middle() - cue.event.at, cue.event.ramp);
        if (const auto* pull = std::get_if<Pull>(&cue.event.what))
            loads.push_back(load_of(*pull, cue, scene, share));
        if (const auto* pin = std::get_if<Pin>(&cue.event.what))
            loads.push_back(load_of(*pin, cue, scene));
        if (const auto* twist = std::get_if<Twist>(&cue.event.what))
            add_twist(*twist, cue, scene, share, loads);
        if (const auto* blow = std::get_if<Impulse>(&cue.event.what)) {
            Load load = load_at(cue, scene.actors[actor]);
            load.force = blow->impulse / moment.step_dt;
            loads.push_back(load);
        }
    }
}

}  // namespace thigmo
