// Solids and compliances of segments.
#include "thigmo/sim/wood.h"

#include <algorithm>

#include "thigmo/mechanics/joint.h"
#include "thigmo/plant/walk.h"

namespace thigmo {

bool is_centreline_only(const Plant& plant, DomainId domain) {
    return is_foliage(plant.domains.kind[domain]) && plant.domains.shape[domain].exists();
}

double centreline_length(const Plant& plant, DomainId domain) {
    double sum = 0;
    for (const SegmentId segment : plant.domains.segments[domain])
        sum += length(plant.segments, segment);
    return sum;
}

Frustum frustum(const Segments& segments, SegmentId segment) {
    return {length(segments, segment), segments.start_radius[segment],
            segments.end_radius[segment]};
}

Vec3 direction(const Segments& segments, SegmentId segment) {
    return (segments.end[segment] - segments.start[segment]).normalized();
}

Solid segment_solid(const Plant& plant, DomainId domain, SegmentId segment, double middle,
                    const Quat& frame) {
    if (is_centreline_only(plant, domain)) return {};
    const Material& material = plant.materials[plant.domains.material[domain]];
    const Articulation* stated =
        plant.articulations.empty() ? nullptr : &plant.articulations[segment];
    const double density = stated != nullptr && stated->density > 0
                               ? stated->density
                               : material.density * (1 + (material.tip_density - 1) * middle);
    RodInertia rod = rod_inertia(frustum(plant.segments, segment), density);
    if (stated != nullptr && stated->mass > 0) {
        rod.axial *= stated->mass / rod.mass;
        rod.transverse *= stated->mass / rod.mass;
        rod.mass = stated->mass;
    }
    const Mat3 turn = frame.toRotationMatrix();
    Solid own = rod_solid(rod, direction(plant.segments, segment));
    if (stated == nullptr || (stated->centre.isZero(0) && stated->inertia.isZero(0))) return own;
    own = turned(own, turn.transpose());
    if (!stated->centre.isZero(0)) own.first = own.mass * stated->centre;
    if (!stated->inertia.isZero(0)) {
        const Vec3 frustums = own.inertia.diagonal();
        own.inertia = (stated->inertia.array() > 0).select(stated->inertia, frustums).asDiagonal();
    }
    return turned(own, turn);
}

double segment_density(const Plant& plant, DomainId domain, SegmentId segment) {
    const Material& material = plant.materials[plant.domains.material[domain]];
    if (material.tip_density == 1) return material.density;
    double before = 0;
    for (SegmentId at = plant.domains.segments[domain].front(); at < segment; ++at.value)
        before += length(plant.segments, at);
    const double middle = before + 0.5 * length(plant.segments, segment);
    return material.density *
           (1 + (material.tip_density - 1) * middle / centreline_length(plant, domain));
}

Vec3 moduli(const Material& material, double along) {
    const double factor = 1 + (material.tip_young - 1) * along;
    return factor * Vec3(material.shear, material.young, material.young);
}

Vec3 stated_moduli(const Plant& plant, DomainId domain, SegmentId segment, const Vec3& otherwise) {
    if (plant.articulations.empty()) return otherwise;
    const Material& material = plant.materials[plant.domains.material[domain]];
    Vec3 stated = plant.articulations[segment].young;
    stated.x() *= material.shear / material.young;
    return (stated.array() > 0).select(stated, otherwise);
}

Frustum blunted(const Frustum& piece, double least) {
    return {piece.length, std::max(piece.start_radius, least), std::max(piece.end_radius, least)};
}

Frustum part_of(const Frustum& piece, double from, double to) {
    const double change = piece.end_radius - piece.start_radius;
    return {(to - from) * piece.length, piece.start_radius + from * change,
            piece.start_radius + to * change};
}

Vec3 compliance(const Frustum& blunt, const Vec3& moduli) {
    return {twisting_compliance(blunt, moduli.x()), bending_compliance(blunt, moduli.y()),
            bending_compliance(blunt, moduli.z())};
}

}  // namespace thigmo
