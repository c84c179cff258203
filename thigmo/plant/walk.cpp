// Walks and sums over a plant's rows.
#include "thigmo/plant/walk.h"

#include <algorithm>
#include <numbers>

namespace thigmo {

Rows<DomainId> subtree(const Plant& plant, DomainId root) {
    const auto& parent = plant.domains.parent;
    uint32_t end = root.value + 1;
    while (end < parent.size()) {
        const DomainId up = parent[DomainId(end)];
        if (!up.exists() || up < root) break;
        ++end;
    }
    return {root.value, end - root.value};
}

Column<SegmentId, DomainId> segment_domains(const Plant& plant) {
    Column<SegmentId, DomainId> owner(plant.segments.size());
    for (const DomainId domain : plant.domains.rows())
        for (const SegmentId segment : plant.domains.segments[domain]) owner[segment] = domain;
    return owner;
}

Column<SegmentId, SegmentId> segment_parents(const Plant& plant) {
    const Domains& domains = plant.domains;
    Column<SegmentId, SegmentId> parents(plant.segments.size());
    Column<DomainId, SegmentId> hangs_on(domains.size());
    for (const DomainId domain : domains.rows()) {
        const DomainId parent = domains.parent[domain];
        SegmentId before = domains.attachment[domain].segment;
        if (!before.exists() && parent.exists()) before = hangs_on[parent];
        hangs_on[domain] = before;
        for (const SegmentId segment : domains.segments[domain]) {
            parents[segment] = before;
            before = segment;
        }
    }
    return parents;
}

Column<SegmentId, Quat> segment_frames(const Plant& plant) {
    const Segments& segments = plant.segments;
    const Column<SegmentId, SegmentId> parents = segment_parents(plant);
    const Quat upright(Eigen::AngleAxisd(0.5 * std::numbers::pi, Vec3::UnitZ()));
    Column<SegmentId, Quat> frames(segments.size());
    for (const SegmentId segment : segments.rows()) {
        if (!plant.articulations.empty()) {
            frames[segment] = plant.articulations[segment].frame;
            continue;
        }
        const SegmentId before = parents[segment];
        const Quat from = before.exists() ? frames[before] : upright;
        const Vec3 heading = segments.end[segment] - segments.start[segment];
        frames[segment] = (Quat::FromTwoVectors(from * Vec3::UnitX(), heading) * from).normalized();
    }
    return frames;
}

Vec3 attachment_point(const Plant& plant, DomainId domain) {
    const auto& [segment, along] = plant.domains.attachment[domain];
    if (segment.exists())
        return (1 - along) * plant.segments.start[segment] + along * plant.segments.end[segment];
    const Rows<SegmentId> own = plant.domains.segments[domain];
    return own.empty() ? plant.domains.placement[domain].position
                       : plant.segments.start[own.front()];
}

double length(const Segments& segments, SegmentId segment) {
    return (segments.end[segment] - segments.start[segment]).norm();
}

double least_radius(double thickest) {
    constexpr double sharpest = 0.02;
    return std::max(sharpest * thickest, line_radius);
}

double least_radius(const Plant& plant, DomainId domain) {
    double thickest = 0;
    for (const SegmentId segment : plant.domains.segments[domain])
        thickest = std::max(
            {thickest, plant.segments.start_radius[segment], plant.segments.end_radius[segment]});
    return least_radius(thickest);
}

double volume(const Segments& segments, SegmentId segment) {
    const double r1 = segments.start_radius[segment], r2 = segments.end_radius[segment];
    return std::numbers::pi / 3 * length(segments, segment) * (r1 * r1 + r1 * r2 + r2 * r2);
}

double wood_volume(const Plant& plant) {
    double sum = 0;
    for (const SegmentId segment : plant.segments.rows()) sum += volume(plant.segments, segment);
    return sum;
}

double mass(const Plant& plant, DomainId domain) {
    const Material& material = plant.materials[plant.domains.material[domain]];
    if (plant.domains.kind[domain] == Kind::prop) return 0;
    const bool blade =
        is_foliage(plant.domains.kind[domain]) && plant.domains.shape[domain].exists();
    const Rows<SegmentId> own = blade ? Rows<SegmentId>{} : plant.domains.segments[domain];
    double whole = 0;
    for (const SegmentId segment : own) whole += length(plant.segments, segment);
    double sum = 0, before = 0;
    for (const SegmentId segment : own) {
        const double own_length = length(plant.segments, segment);
        const double middle = whole > 0 ? (before + 0.5 * own_length) / whole : 0.0;
        before += own_length;
        const Articulation* stated =
            plant.articulations.empty() ? nullptr : &plant.articulations[segment];
        if (stated != nullptr && stated->mass > 0) {
            sum += stated->mass;
            continue;
        }
        const double density = stated != nullptr && stated->density > 0
                                   ? stated->density
                                   : material.density * (1 + (material.tip_density - 1) * middle);
        sum += density * volume(plant.segments, segment);
    }
    if (const ShapeId shape = plant.domains.shape[domain]; shape.exists()) {
        const double scale = plant.domains.placement[domain].scale;
        sum += plant.shapes[shape].area * scale * scale * plant.shapes[shape].thickness * scale *
               material.density;
    }
    return sum;
}

double mass(const Plant& plant) {
    double sum = 0;
    for (const DomainId domain : plant.domains.rows()) sum += mass(plant, domain);
    return sum;
}

namespace {

/// Around a box that is turned, scaled and moved.
Box placed(const Box& box, const Placement& placement) {
    const Mat3 turn = placement.rotation.toRotationMatrix().cwiseAbs();
    const Vec3 centre = placement * box.center();
    const Vec3 reach = turn * (0.5 * placement.scale * box.sizes());
    return {Vec3(centre - reach), Vec3(centre + reach)};
}

/// The vertices of a shape are looked at only where its box reaches out of what is known.
void extend_by_shapes(const Plant& plant, bool props, Box& box) {
    Column<ShapeId, Box> boxes(plant.shapes.size());
    for (const ShapeId shape : boxes.rows()) boxes[shape] = bounds(plant.shapes[shape].mesh);
    for (const DomainId domain : plant.domains.rows()) {
        const ShapeId shape = plant.domains.shape[domain];
        if (!shape.exists() || (!props && plant.domains.kind[domain] == Kind::prop)) continue;
        const Placement& placement = plant.domains.placement[domain];
        if (box.contains(placed(boxes[shape], placement))) continue;
        const Mat3 grow = placement.scale * placement.rotation.toRotationMatrix();
        Box turned;
        for (const Vec3f& position : plant.shapes[shape].mesh.positions)
            turned.extend(Vec3(grow * position.cast<double>()));
        box.extend(turned.translate(placement.position));
    }
}

/// Whether props are in it too.
Box bounds_of(const Plant& plant, bool props) {
    Box box;
    const Segments& segments = plant.segments;
    // A disc of radius r around axis t reaches r·√(1 − tₖ²) along axis k.
    for (const SegmentId segment : segments.rows()) {
        const Vec3 t = (segments.end[segment] - segments.start[segment]).normalized();
        const Vec3 reach = (Vec3::Ones() - t.cwiseProduct(t)).cwiseMax(0).cwiseSqrt();
        for (const auto& [point, radius] :
             {std::pair{segments.start[segment], segments.start_radius[segment]},
              std::pair{segments.end[segment], segments.end_radius[segment]}}) {
            box.extend(Vec3(point - radius * reach));
            box.extend(Vec3(point + radius * reach));
        }
    }
    extend_by_shapes(plant, props, box);
    return box;
}

}  // namespace

Box bounds(const Plant& plant) {
    return bounds_of(plant, true);
}

Box grown_bounds(const Plant& plant) {
    return bounds_of(plant, false);
}

}  // namespace thigmo
