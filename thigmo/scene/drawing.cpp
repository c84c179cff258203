// Plants appended, cuts prepared, poses gathered.
#include "thigmo/scene/drawing.h"

#include <algorithm>

#include "thigmo/base/parallel.h"
#include "thigmo/base/random.h"
#include "thigmo/plant/edit.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/cut.h"

namespace thigmo {
namespace {

Rigid operator*(const Rigid& a, const Rigid& b) {
    return {a.rotation * b.rotation, a.rotation * b.translation + a.translation};
}

Rigid inverse(const Rigid& motion) {
    const Quat back = motion.rotation.conjugate();
    return {back, -(back * motion.translation)};
}

bool moves(const Rigid& motion) {
    return motion.rotation.coeffs() != Quat::Identity().coeffs() || !motion.translation.isZero(0);
}

/// The plant as it stands in the world. Keys are made its own at once: among a thousand plants that
/// share theirs, renewing each against all before it would take long.
Plant placed(Plant plant, const Rigid& placement, size_t origin) {
    if (origin > 0) {
        for (Key& key : plant.domains.key) key = mix(key, origin);
        for (Key& key : plant.segments.key) key = mix(key, origin);
    }
    for (Vec3& point : plant.segments.start) point = placement * point;
    for (Vec3& point : plant.segments.end) point = placement * point;
    for (Placement& shape : plant.domains.placement) {
        shape.position = placement * shape.position;
        shape.rotation = (placement.rotation * shape.rotation).normalized();
    }
    for (Articulation& own : plant.articulations)
        own.frame = (placement.rotation * own.frame).normalized();
    return plant;
}

/// Both halves of a cut side by side.
std::shared_ptr<const Part> separated(const std::shared_ptr<const Part>& whole,
                                      const CutPlace& place) {
    const Halves halves = cut_part(*whole, place);
    if (!halves.kept) return whole;
    auto both = std::make_shared<Part>();
    both->plant = append_plant(halves.kept->plant, halves.taken->plant).plant;
    both->from_domain = halves.kept->from_domain;
    both->from_segment = halves.kept->from_segment;
    for (const DomainId row : halves.taken->from_domain) both->from_domain.push_back(row);
    for (const SegmentId row : halves.taken->from_segment) both->from_segment.push_back(row);
    return both;
}

/// The origin's plant with all of its timed cuts prepared.
std::shared_ptr<const Part> prepared(const Scene& scene, size_t origin) {
    std::shared_ptr<const Part> part = scene.origins[origin].part;
    for (const Cue& cue : scene.cues) {
        if (cue.origin != origin || !std::holds_alternative<Cut>(cue.event.what)) continue;
        CutPlace place;
        if (cue.cut.segment.exists()) {
            const auto found = std::ranges::find(part->from_segment, cue.cut.segment);
            place.segment = SegmentId(static_cast<size_t>(found - part->from_segment.begin()));
            place.domain = segment_domains(part->plant)[place.segment];
        } else {
            const auto found = std::ranges::find(part->from_domain, cue.cut.domain);
            place.domain = DomainId(static_cast<size_t>(found - part->from_domain.begin()));
        }
        part = separated(part, place);
    }
    return part;
}

/// All of them in one, halves first: every row is copied as often as the halves can be halved.
Plant append_all(const std::vector<Plant>& plants, size_t first, size_t last) {
    if (last - first == 1) return plants[first];
    const size_t middle = (first + last) / 2;
    return append_plant(append_all(plants, first, middle), append_all(plants, middle, last)).plant;
}

template <class Id>
Column<Id, Id> inverted(const Column<Id, Id>& from, size_t rows, size_t offset) {
    Column<Id, Id> to(rows);
    for (const Id row : from.rows())
        if (!to[from[row]].exists()) to[from[row]] = Id(row.value + offset);
    return to;
}

}  // namespace

Drawing draw(const Scene& scene) {
    Drawing drawing;
    std::vector<Plant> plants;
    size_t domains = 0, segments = 0;
    for (size_t i = 0; i < scene.origins.size(); ++i) {
        const Origin& origin = scene.origins[i];
        const std::shared_ptr<const Part> part = prepared(scene, i);
        drawing.origins.push_back(
            {inverted(part->from_segment, origin.part->plant.segments.size(), segments),
             inverted(part->from_domain, origin.part->plant.domains.size(), domains),
             inverse(origin.placement), moves(origin.placement)});
        plants.push_back(placed(part->plant, origin.placement, i));
        domains += part->plant.domains.size();
        segments += part->plant.segments.size();
    }
    if (!plants.empty()) drawing.plant = append_all(plants, 0, plants.size());
    return drawing;
}

void pose_drawing(Scene& scene, const Drawing& drawing, Pose& pose, bool shapes) {
    pose.segments.resize(drawing.plant.segments.size());
    pose.shapes.resize(drawing.plant.domains.size());
    parallel_chunks(scene.actors.size(), 1, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) {
            Actor& actor = scene.actors[i];
            if (shapes)
                pose_now(actor);
            else if (!actor.pose_is_now)
                actor.simulator->pose_segments(actor.pose);
        }
    });
    constexpr size_t grain = 4096;
    for (const Actor& actor : scene.actors) {
        const Drawing::OfOrigin& to = drawing.origins[actor.origin];
        const Part& part = *actor.part;
        const auto drawn = [&](const Rigid& own) { return to.placed ? own * to.unplace : own; };
        parallel_chunks(part.plant.segments.size(), grain, [&](size_t first, size_t last) {
            for (size_t row = first; row < last; ++row)
                pose.segments[to.segments[part.from_segment[SegmentId(row)]]] =
                    drawn(actor.pose.segments[SegmentId(row)]);
        });
        if (!shapes) continue;
        parallel_chunks(part.plant.domains.size(), grain, [&](size_t first, size_t last) {
            for (size_t row = first; row < last; ++row)
                if (part.plant.domains.shape[DomainId(row)].exists())
                    pose.shapes[to.domains[part.from_domain[DomainId(row)]]] =
                        drawn(actor.pose.shapes[DomainId(row)]);
        });
    }
}

Place drawn_place(const Scene& scene, const Drawing& drawing, size_t origin, const Place& place) {
    const Drawing::OfOrigin& to = drawing.origins[origin];
    Place drawn = place;
    drawn.row = place.table == Load::Table::segments ? to.segments[SegmentId(place.row)].value
                                                     : to.domains[DomainId(place.row)].value;
    drawn.domain = to.domains[place.domain];
    drawn.point = scene.origins[origin].placement * place.point;
    return drawn;
}

}  // namespace thigmo
