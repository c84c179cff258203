// Plants divided, simulators rebuilt, states carried over by key.
#include "thigmo/scene/cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "thigmo/plant/edit.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

/// States every segment's frame: a piece would carry others along from its own root.
Plant with_frames(const Plant& plant) {
    Plant stated = plant;
    if (!stated.articulations.empty()) return stated;
    const Column<SegmentId, Quat> frames = segment_frames(plant);
    stated.articulations.resize(frames.size());
    for (const SegmentId segment : frames.rows())
        stated.articulations[segment].frame = frames[segment];
    return stated;
}

/// The part that an edit left, with its rows' origins.
std::shared_ptr<const Part> edited(const Part& before, Edit edit) {
    auto part = std::make_shared<Part>();
    part->from_domain.resize(edit.plant.domains.size());
    part->from_segment.resize(edit.plant.segments.size());
    for (const DomainId old : edit.remap.domains.rows())
        if (const DomainId row = edit.remap.domains[old]; row.exists())
            part->from_domain[row] = before.from_domain[old];
    for (const SegmentId old : edit.remap.segments.rows())
        if (const SegmentId row = edit.remap.segments[old]; row.exists())
            part->from_segment[row] = before.from_segment[old];
    part->plant = std::move(edit.plant);
    describe(*part);
    return part;
}

/// The part with the domain split so that one of its domains begins at the cut, and that domain.
std::pair<std::shared_ptr<const Part>, DomainId> split_at(const Part& part, const CutPlace& place) {
    Edit whole{with_frames(part.plant),
               {Column<DomainId, DomainId>(), Column<SegmentId, SegmentId>()}};
    for (const DomainId row : part.plant.domains.rows()) whole.remap.domains.push_back(row);
    for (const SegmentId row : part.plant.segments.rows()) whole.remap.segments.push_back(row);
    const std::shared_ptr<const Part> stated = edited(part, std::move(whole));
    if (!place.segment.exists() ||
        place.segment == part.plant.domains.segments[place.domain].front())
        return {stated, place.domain};
    Edit split = split_domain(stated->plant, place.segment);
    const SegmentId first = split.remap.segments[place.segment];
    const DomainId upper = segment_domains(split.plant)[first];
    auto divided = std::make_shared<Part>(*edited(*stated, std::move(split)));
    divided->from_domain[upper] = part.from_domain[place.domain];
    return {divided, upper};
}

/// Factors of the rows that a part kept, by their place in the origin's plant.
Column<DomainId, double> carried_factors(const Actor& from, const Part& to, size_t origin_rows) {
    Column<DomainId, double> factors;
    if (from.stiffness.empty()) return factors;
    Column<DomainId, double> of_origin(origin_rows, 1.0);
    for (const DomainId row : from.stiffness.rows())
        of_origin[from.part->from_domain[row]] = from.stiffness[row];
    for (const DomainId row : to.from_domain) factors.push_back(of_origin[row]);
    return factors;
}

/// Points that go on lying on the ground lie as they did; what a cut bares inside it begins there.
Touches carried_touches(Actor& from, Actor& to, double ground) {
    Touches touches = begin_touches(to.part->contacts, pose_now(to), ground);
    const auto origin = [](const Part& part, const ContactPoint& at) {
        const bool segment = at.table == Load::Table::segments;
        return std::pair(segment, segment ? part.from_segment[SegmentId(at.row)].value
                                          : part.from_domain[DomainId(at.row)].value);
    };
    std::multimap<std::pair<bool, uint32_t>, Touch> before;
    for (const Touch& touch : *from.touches)
        before.emplace(origin(*from.part, from.part->contacts[touch.contact]), touch);
    for (Touch& touch : touches) {
        const ContactPoint& at = to.part->contacts[touch.contact];
        const auto [first, last] = before.equal_range(origin(*to.part, at));
        for (auto old = first; old != last; ++old) {
            if (from.part->contacts[old->second.contact].point != at.point) continue;
            touch.anchor = old->second.anchor;
            touch.floor = old->second.floor;
        }
    }
    return touches;
}

/// Another actor that moves as this one did with the rows that `part` has.
Actor successor(const Scene& scene, Actor& before, std::shared_ptr<const Part> part, Base base,
                const Start& start) {
    Actor actor;
    actor.name = before.name;
    actor.origin = before.origin;
    actor.friction = before.friction;
    actor.settings = before.settings;
    // Rest rotations are carried over; solving for those of a standing shape would be in vain.
    footing(actor.settings).base = base;
    footing(actor.settings).shape = GivenShape::unloaded;
    actor.part = std::move(part);
    actor.simulator = scene.make(actor.part->plant, actor.settings, start);
    actor.stiffness = carried_factors(before, *actor.part,
                                      scene.origins[before.origin].part->plant.domains.size());
    if (!actor.stiffness.empty()) actor.simulator->set_stiffness(actor.stiffness);
    carry(*before.simulator, *actor.simulator);
    if (scene.ground && before.touches)
        actor.touches = carried_touches(before, actor, *scene.ground);
    return actor;
}

/// Where the piece is and how its root moves.
Start start_of_piece(Actor& actor, const CutPlace& place) {
    const Plant& plant = actor.part->plant;
    if (place.segment.exists())
        return actor.simulator->motion_at(Load::Table::segments, place.segment.value,
                                          plant.segments.start[place.segment]);
    return actor.simulator->motion_at(Load::Table::domains, place.domain.value,
                                      plant.domains.placement[place.domain].position);
}

size_t count_pieces(const Scene& scene, size_t origin) {
    return static_cast<size_t>(
        std::ranges::count_if(scene.actors, [&](const Actor& a) { return a.origin == origin; }));
}

}  // namespace

void carry(const Simulator& from, Simulator& to) {
    std::vector<double> old_state, new_state;
    from.save(old_state);
    to.save(new_state);
    std::array<std::unordered_map<Key, StateRow>, 2> rows;
    for (const StateRow& row : from.rows()) rows[static_cast<size_t>(row.table)][row.key] = row;
    for (const StateRow& row : to.rows()) {
        const auto& table = rows[static_cast<size_t>(row.table)];
        const auto old = table.find(row.key);
        if (old == table.end() || old->second.count != row.count) continue;
        std::copy_n(old_state.begin() + old->second.first, row.count,
                    new_state.begin() + row.first);
    }
    to.restore(new_state);
    to.restart();
}

Halves cut_part(const Part& part, const CutPlace& place) {
    const auto [divided, domain] = split_at(part, place);
    Halves halves;
    halves.taken = edited(*divided, take_subtree(divided->plant, domain));
    if (subtree(divided->plant, domain).count < divided->plant.domains.size())
        halves.kept = edited(*divided, remove_subtree(divided->plant, domain));
    return halves;
}

void cut(Scene& scene, size_t index, const CutPlace& place) {
    Actor& whole = scene.actors[index];
    const Halves halves = cut_part(*whole.part, place);
    if (!halves.kept && footing(whole.settings).base == Base::free) return;
    Actor piece = successor(scene, whole, halves.taken, Base::free, start_of_piece(whole, place));
    piece.name = fmt::format("{}.part_{}", scene.origins[whole.origin].name,
                             count_pieces(scene, whole.origin));
    if (halves.kept) {
        whole = successor(scene, whole, halves.kept, footing(whole.settings).base,
                          whole.simulator->base());
        scene.actors.push_back(std::move(piece));
    } else {
        piece.name = whole.name;
        whole = std::move(piece);
    }
    bind_cues(scene);
}

bool cut_is_due(const Scene& scene, double step_middle) {
    for (size_t i = scene.cues_begun; i < scene.cues.size(); ++i) {
        if (scene.cues[i].event.at > step_middle) return false;
        if (std::holds_alternative<Cut>(scene.cues[i].event.what)) return true;
    }
    return false;
}

void make_due_cuts(Scene& scene, double step_middle) {
    while (scene.cues_begun < scene.cues.size() &&
           scene.cues[scene.cues_begun].event.at <= step_middle) {
        const Cue& cue = scene.cues[scene.cues_begun++];
        if (!std::holds_alternative<Cut>(cue.event.what)) continue;
        const Part& part = *scene.actors[cue.actor].part;
        CutPlace place;
        if (cue.cut.segment.exists()) {
            const auto found = std::ranges::find(part.from_segment, cue.cut.segment);
            if (found == part.from_segment.end()) continue;
            place.segment = SegmentId(static_cast<size_t>(found - part.from_segment.begin()));
            place.domain = segment_domains(part.plant)[place.segment];
        } else {
            place.domain = DomainId(cue.row);
        }
        cut(scene, cue.actor, place);
    }
}

}  // namespace thigmo
