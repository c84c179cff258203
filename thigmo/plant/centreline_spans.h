// The pieces of a domain's centreline: spans between knots, and where its tube begins.
#pragma once

#include <vector>

#include "thigmo/plant/plant.h"

namespace thigmo::centreline {

/// A straight piece between two knots: a segment, or the part of a branch inside its parent.
struct Span {
    Vec3 start, direction;
    double length;
    double start_radius, end_radius;
    SegmentId segment;  // that it follows
    bool hidden;        // inside the parent
};

/// Where two spans meet, and the two ends.
struct Knot {
    Vec3 tangent;
    double radius;
    double sine[2];  // of the angle from the tangent to the span before and after
};

/// Where a tube begins.
struct Base {
    Vec3 point;
    double radius;
    SegmentId follows;
};

/// How far before its end a tube's tip begins to round.
double dome_height(double tip_radius, double last_length);

/// Where the tube of a domain begins whose first span is `first`: for a branch a point of the
/// parent's axis, for a thick one the farther down the more the two run side by side; for a root
/// below its foot.
Base find_base(const Plant& plant, DomainId domain, const Span& first);

/// The domain's segments that have a length.
void collect_spans(const Plant& plant, DomainId domain, std::vector<Span>& spans);

/// Puts the hidden span before the first one; without room for it the tube begins at its start.
void add_base(const Base& base, std::vector<Span>& spans);

/// One more than the spans.
void collect_knots(const std::vector<Span>& spans, double base_radius, std::vector<Knot>& knots);

}  // namespace thigmo::centreline
