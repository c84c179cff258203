// A scene put together, bound to its events, saved and restored.
#include "thigmo/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>

#include "thigmo/plant/names.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/shelter_plants.h"
#include "thigmo/scene/timeline.h"
#include "thigmo/sim/air_reach.h"

namespace thigmo {
namespace {

/// The origins that an event names; empty: all.
std::optional<size_t> find_origin(const Scene& scene, const Event& event) {
    if (event.plant.empty())
        return scene.origins.size() == 1 ? std::optional<size_t>(0) : std::nullopt;
    std::string names;
    for (size_t i = 0; i < scene.origins.size(); ++i) {
        if (scene.origins[i].name == event.plant) return i;
        if (i < 8) names += (i > 0 ? ", " : "") + scene.origins[i].name;
    }
    throw InputError(fmt::format("{}: found plant '{}', expected one of {}{}", event.where_plant,
                                 event.plant, names, scene.origins.size() > 8 ? ", …" : ""));
}

template <class... Types>
bool is_one_of(const Happening& what) {
    return (std::holds_alternative<Types>(what) || ...);
}

/// Events of a plant need one; those of the scene need none.
void check_origin(const Scene& scene, const Event& event, bool found) {
    if (found || is_one_of<GravityChange, WindChange, StiffnessChange, Release>(event.what)) return;
    throw InputError(
        fmt::format("{}: found no plant, expected the name of one of the scene's {} (plant = "
                    "\"{}\")",
                    event.where, scene.origins.size(),
                    scene.origins.empty() ? "" : scene.origins.front().name));
}

void check_base(const Scene& scene, const Cue& cue) {
    const bool pushed = is_one_of<Push>(cue.event.what);
    if (!pushed && !is_one_of<Accelerate, Move, Shake>(cue.event.what)) return;
    const Base base = footing(scene.actors[cue.origin].settings).base;
    if (base == (pushed ? Base::sliding : Base::held)) return;
    throw InputError(fmt::format("{}: found a plant whose base is {}, expected it {}",
                                 cue.event.where, base_names[static_cast<size_t>(base)],
                                 pushed ? "sliding" : "held"));
}

/// With fewer than four steps a period, a base would be shaken harder by the steps than by the
/// swing.
void check_shake(const Scene& scene, const Event& event) {
    const auto* shake = std::get_if<Shake>(&event.what);
    if (!shake || shake->frequency * scene.clock.dt <= 0.25) return;
    throw InputError(fmt::format(
        "{}: found a shake of {:g} Hz in steps of {:.4g} s, expected at most {:.4g} Hz, or steps "
        "of at most {:.4g} s (dt_s)",
        event.where, shake->frequency, scene.clock.dt, 0.25 / scene.clock.dt,
        0.25 / shake->frequency));
}

/// A plant that moves in closed form would let most events pass without a trace.
void check_moves(const Scene& scene, const Cue& cue) {
    if (is_one_of<StiffnessChange, Accelerate, Move, Shake, Release>(cue.event.what)) return;
    for (size_t i = 0; i < scene.actors.size(); ++i) {
        const Actor& actor = scene.actors[i];
        if ((!cue.every_origin && actor.origin != cue.origin) || actor.simulator->claims().dynamic)
            continue;
        throw InputError(
            fmt::format("{}: found an event that {} has no answer to: the {} simulator moves in "
                        "closed form; expected another simulator, such as articulated",
                        cue.event.where, actor.name, actor.simulator->name()));
    }
}

Column<DomainId, uint8_t> concerned_domains(const Plant& plant, const Event& event,
                                            const StiffnessChange& change) {
    Column<DomainId, uint8_t> domains;
    if (event.place.empty() && !change.order && !change.kind) return domains;
    domains.resize(plant.domains.size());
    Rows<DomainId> rows = plant.domains.rows();
    if (!event.place.empty()) {
        const DomainId named = find_place(plant, event.place, event.where_place).domain;
        rows = change.subtree ? subtree(plant, named) : Rows<DomainId>{named.value, 1};
    }
    for (const DomainId domain : rows)
        domains[domain] = (!change.order || plant.domains.order[domain] == *change.order) &&
                          (!change.kind || plant.domains.kind[domain] == *change.kind);
    if (std::ranges::find(domains, 1) == domains.end())
        throw InputError(
            fmt::format("{}: found no domain of that order and kind, expected some", event.where));
    return domains;
}

/// Ends pulls and pins at the first release behind them, in time and where that is the same in the
/// order of the file.
void apply_releases(std::vector<Cue>& cues) {
    for (size_t i = 0; i < cues.size(); ++i) {
        Cue& cue = cues[i];
        cue.end = cue.event.at + cue.event.duration;
        if (!is_one_of<Pull, Pin>(cue.event.what)) continue;
        for (size_t k = i + 1; k < cues.size(); ++k) {
            const Cue& other = cues[k];
            const auto* release = std::get_if<Release>(&other.event.what);
            if (!release) continue;
            if (!release->of.empty() && release->of != cue.event.name) continue;
            if (!other.every_origin && other.origin != cue.origin) continue;
            cue.end = std::min(cue.end, other.event.at);
        }
    }
}

void check_release(const Scene& scene, const Event& event) {
    const auto* release = std::get_if<Release>(&event.what);
    if (!release || release->of.empty()) return;
    for (const Cue& cue : scene.cues)
        if (cue.event.name == release->of && is_one_of<Pull, Pin>(cue.event.what)) return;
    throw InputError(
        fmt::format("{}: found a release of '{}', expected the name of a pull or pin "
                    "before it",
                    event.where_place, release->of));
}

double reach(const Plant& plant, const ContactPoints& contacts) {
    double half = 0, beyond = 0;
    for (const SegmentId row : plant.segments.rows())
        half = std::max(half, 0.5 * length(plant.segments, row));
    for (const ContactPoint& at : contacts) {
        double from_segment = at.radius;
        if (at.table == Load::Table::domains)
            from_segment += (at.point - attachment_point(plant, DomainId(at.row))).norm();
        beyond = std::max(beyond, from_segment);
    }
    return half + beyond + air_reach(plant);
}

}  // namespace

std::shared_ptr<const Part> make_part(Plant plant) {
    auto part = std::make_shared<Part>();
    part->from_domain.resize(plant.domains.size());
    part->from_segment.resize(plant.segments.size());
    for (const DomainId row : plant.domains.rows()) part->from_domain[row] = row;
    for (const SegmentId row : plant.segments.rows()) part->from_segment[row] = row;
    part->plant = std::move(plant);
    describe(*part);
    return part;
}

void describe(Part& part) {
    part.contacts = contact_points(part.plant);
    part.contact_groups = group_contacts(part.plant, part.contacts);
    part.reach = reach(part.plant, part.contacts);
    part.mass = mass(part.plant);
    part.shelter_cell = shelter_cell(part.plant);
}

void add_plant(Scene& scene, std::string name, std::shared_ptr<const Part> part,
               const SimulatorSettings& settings, const Rigid& placement, double friction) {
    Actor actor;
    actor.name = name;
    actor.origin = scene.origins.size();
    actor.settings = settings;
    keep_layout(part->plant, actor.settings);
    keep_standing(part->plant, placement, actor.settings);
    actor.friction = friction;
    actor.simulator = scene.make(part->plant, actor.settings, Start{placement});
    actor.part = part;
    scene.actors.push_back(std::move(actor));
    scene.origins.push_back({std::move(name), std::move(part), placement});
}

namespace {

/// A change of stiffness of all plants is one of each.
void add_to_every_plant(Scene& scene, const Event& event) {
    const PlaceName& place = event.place;
    if (!place.domain.empty() || place.key || place.near)
        throw InputError(fmt::format(
            "{}: found a place and no plant, expected the name of one of the scene's {} "
            "(plant = ...)",
            event.where_place, scene.origins.size()));
    for (size_t i = 0; i < scene.origins.size(); ++i) {
        Event own = event;
        own.plant = scene.origins[i].name;
        add_event(scene, std::move(own));
    }
}

}  // namespace

void add_event(Scene& scene, Event event) {
    if (event.where_plant.empty()) event.where_plant = event.where;
    if (event.where_place.empty()) event.where_place = event.where;
    const std::optional<size_t> origin = find_origin(scene, event);
    if (!origin && is_one_of<StiffnessChange>(event.what)) return add_to_every_plant(scene, event);
    check_origin(scene, event, origin.has_value());
    check_release(scene, event);
    check_shake(scene, event);
    Cue cue;
    cue.event = std::move(event);
    cue.every_origin = !origin;
    cue.origin = origin.value_or(0);
    check_base(scene, cue);
    check_moves(scene, cue);
    const Origin& stands = scene.origins[cue.origin];
    Event& own = cue.event;
    if (own.place.near)
        own.place.near = stands.placement.rotation.conjugate() *
                         (*own.place.near - stands.placement.translation);
    const Plant& plant = stands.part->plant;
    if (has_place(own.what)) cue.place = find_place(plant, own.place, own.where_place);
    if (has_place(own.what) && plant.domains.kind[cue.place.domain] == Kind::prop)
        throw InputError(fmt::format("{}: found {}, expected what can move: props stay",
                                     own.where_place, domain_name(plant, cue.place.domain)));
    if (is_one_of<Cut>(own.what)) cue.cut = find_cut(plant, cue.place, own.where_place);
    if (const auto* change = std::get_if<StiffnessChange>(&own.what))
        cue.domains = concerned_domains(plant, own, *change);
    const auto later = std::find_if(scene.cues.begin(), scene.cues.end(),
                                    [&](const Cue& other) { return other.event.at > own.at; });
    scene.cues.insert(later, std::move(cue));
    apply_releases(scene.cues);
    bind_cues(scene);
}

void bind_cues(Scene& scene) {
    for (Cue& cue : scene.cues) {
        if (!has_place(cue.event.what)) continue;
        for (size_t i = 0; i < scene.actors.size(); ++i) {
            const Actor& actor = scene.actors[i];
            if (actor.origin != cue.origin) continue;
            const auto find = [&](const auto& rows, auto wanted) {
                const auto found = std::find(rows.begin(), rows.end(), wanted);
                if (found == rows.end()) return;
                cue.actor = i;
                cue.row = static_cast<uint32_t>(found - rows.begin());
            };
            if (cue.place.table == Load::Table::segments)
                find(actor.part->from_segment, SegmentId(cue.place.row));
            else
                find(actor.part->from_domain, DomainId(cue.place.row));
        }
    }
}

const Pose& pose_now(Actor& actor) {
    if (!actor.pose_is_now) actor.simulator->pose(actor.pose);
    actor.pose_is_now = true;
    return actor.pose;
}

Energy energy(const Scene& scene) {
    const Vec3 gravity = gravity_at(scene, scene.clock.now());
    Energy sum;
    for (const Actor& actor : scene.actors) {
        const Energy own = actor.simulator->energy(gravity);
        sum.kinetic += own.kinetic;
        sum.elastic += own.elastic;
        sum.gravity += own.gravity;
    }
    return sum;
}

double total_mass(const Actor& actor) {
    return actor.part->mass + footing(actor.settings).base_mass;
}

void save_outline(const Scene& scene, SceneState& out) {
    out.actors.resize(scene.actors.size());
    for (size_t i = 0; i < scene.actors.size(); ++i) {
        const Actor& actor = scene.actors[i];
        SceneState::ActorState& own = out.actors[i];
        own.name = actor.name;
        own.origin = actor.origin;
        own.part = actor.part;
        own.settings = actor.settings;
        own.friction = actor.friction;
        own.stiffness = actor.stiffness;
        own.touches = actor.touches;
        own.heights = actor.heights;
        own.numbers.clear();
    }
    if (scene.air) scene.air->save(out.air);
    out.anchors.clear();
    for (const Cue& cue : scene.cues) out.anchors.emplace_back(cue.anchored, cue.anchor);
    out.cues_begun = scene.cues_begun;
    out.clock = scene.clock;
}

SceneState save(const Scene& scene) {
    SceneState state;
    save_outline(scene, state);
    for (size_t i = 0; i < scene.actors.size(); ++i)
        scene.actors[i].simulator->save(state.actors[i].numbers);
    return state;
}

void restore(Scene& scene, const SceneState& state) {
    scene.actors.resize(state.actors.size());
    for (size_t i = 0; i < scene.actors.size(); ++i) {
        const SceneState::ActorState& saved = state.actors[i];
        Actor& actor = scene.actors[i];
        if (!actor.simulator || actor.part != saved.part ||
            footing(actor.settings).base != footing(saved.settings).base) {
            actor.simulator = scene.make(saved.part->plant, saved.settings,
                                         Start{scene.origins[saved.origin].placement});
            actor.part = saved.part;
        }
        actor.name = saved.name;
        actor.origin = saved.origin;
        actor.settings = saved.settings;
        actor.friction = saved.friction;
        actor.stiffness = saved.stiffness;
        actor.touches = saved.touches;
        actor.heights = saved.heights;
        actor.simulator->restore(saved.numbers);
        actor.pose_is_now = false;
    }
    if (scene.air) scene.air->restore(state.air);
    for (size_t i = 0; i < scene.cues.size() && i < state.anchors.size(); ++i)
        std::tie(scene.cues[i].anchored, scene.cues[i].anchor) = state.anchors[i];
    scene.cues_begun = state.cues_begun;
    scene.clock = state.clock;
    bind_cues(scene);
}

}  // namespace thigmo
