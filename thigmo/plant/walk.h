// Walks over a plant: subtrees, parents of segments, measures that sum over rows.
#pragma once

#include "thigmo/plant/plant.h"

namespace thigmo {

/// The domain and all its descendants: a range, because rows stand depth-first.
Rows<DomainId> subtree(const Plant& plant, DomainId root);

/// The domain that owns each segment.
Column<SegmentId, DomainId> segment_domains(const Plant& plant);

/// The segment that each one hangs on: the one before it in its domain, else its domain's place of
/// attachment, looked up through parents without segments; none at a root.
Column<SegmentId, SegmentId> segment_parents(const Plant& plant);

/// Every segment's frame at rest: x heading, y left, z up. The stated ones where the plant has
/// articulations; else carried along from the segment that each hangs on, by the smallest rotation
/// onto its own heading, beginning with the turtle's at a root (heading +Y, left -X).
Column<SegmentId, Quat> segment_frames(const Plant& plant);

/// Where the domain leaves its parent (m); its own base at a root.
Vec3 attachment_point(const Plant& plant, DomainId domain);

double length(const Segments& segments, SegmentId segment);
/// What is thinner is a line, which cannot stand (m).
constexpr double line_radius = 1e-6;
/// The least radius with which wood gives way (m), of a limb as thick as that at its thickest: a
/// fiftieth of it, and no line. A tip drawn to a point would have no stiffness at all.
double least_radius(double thickest);
double least_radius(const Plant& plant, DomainId domain);
/// Of the frustum, π/3·ℓ·(r₁² + r₁r₂ + r₂²) (m³).
double volume(const Segments& segments, SegmentId segment);
double wood_volume(const Plant& plant);

/// Of one domain: its frusta × density along it, and its shape's area × thickness × density (kg).
/// The segments of a leaf, petal or fruit that has a shape are that shape's centreline and weigh
/// nothing beside it. A prop has none.
double mass(const Plant& plant, DomainId domain);
double mass(const Plant& plant);

/// Box around every segment end with its radius, and around every placed shape; exact.
Box bounds(const Plant& plant);

/// The same of what grew, without props; empty where there is nothing else.
Box grown_bounds(const Plant& plant);

}  // namespace thigmo
