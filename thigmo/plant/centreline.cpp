// A cubic over every span, and the rings on it.
#include "thigmo/plant/centreline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "thigmo/plant/centreline_spans.h"

namespace thigmo {
namespace {

using namespace centreline;

constexpr double jump_share = 0.02;  // of the radius: smaller jumps need no blending
constexpr double blend_radii = 3;    // length of a blend

/// Shares of a bend's reach at which rings stand, for a slight, a clear and a sharp bend.
constexpr std::array<std::array<double, 3>, 4> bend_places = {
    {{}, {1.0 / 3}, {1.0 / 6, 1.0 / 2}, {1.0 / 8, 1.0 / 4, 1.0 / 2}}};

/// A twig this thin (radius in side lengths) is drawn from joint to joint: its rings carry leaves
/// by the thousand, and nobody sees how it leaves its branch.
constexpr double thin = 0.6;

/// Rings to spend on a bend whose angle has this sine: more for a trunk, few for a thin twig.
size_t bend_rings(double sine, double radius_in_sides) {
    if (radius_in_sides < thin) return sine < 0.4 ? 0 : 1;
    if (radius_in_sides < 2.5) return sine < 0.08 ? 0 : sine < 0.26 ? 1 : 2;
    return sine < 0.04 ? 0 : sine < 0.1 ? 1 : sine < 0.3 ? 2 : 3;
}

/// One span with its knots: centre, tangent and radius at a distance x from its start.
class SpanCurve {
  public:
    SpanCurve(const Span& span, const Knot& from, const Knot& to)
        : span_(span),
          start_(pull(from, 1) * from.tangent),
          end_(pull(to, 0) * to.tangent),
          jump_{from.radius - span.start_radius, to.radius - span.end_radius},
          blend_{blend(from.radius, span.start_radius), blend(to.radius, span.end_radius)} {}

    TubeRing ring(double x) const {
        const double t = parameter(x), s = 1 - t;
        const Vec3 axis = span_.length * span_.direction;
        TubeRing ring;
        ring.centre =
            span_.start + t * t * (3 - 2 * t) * axis + t * s * s * start_ - t * t * s * end_;
        const Vec3 speed = 6 * t * s * axis + s * (s - 2 * t) * start_ + t * (t - 2 * s) * end_;
        const double size = speed.norm();
        ring.tangent = size > 1e-6 * span_.length ? Vec3(speed / size) : span_.direction;
        ring.radius = radius(x);
        return ring;
    }

    double radius(double x) const {
        const double share = x / span_.length;
        const double own = (1 - share) * span_.start_radius + share * span_.end_radius;
        return own + fade(0, x) + fade(1, span_.length - x);
    }
    /// Length over which the radius leaves the knot's own; 0 without a jump.
    double blend(int end) const { return blend_[end]; }
    /// How far the knot's tangent reaches into the span.
    double reach(int end) const { return (end == 0 ? start_ : end_).norm(); }

  private:
    /// Size of the cubic's derivative at a knot: the curve strays by a quarter of it times the
    /// angle's sine, which is held to half a radius; in a sharp bend it shrinks to a corner.
    double pull(const Knot& knot, int side) const {
        const double sine = knot.sine[side];
        const double cosine = std::max(0.0, knot.tangent.dot(span_.direction));
        const double free = span_.length * cosine;
        return sine > 1e-6 ? std::min(free, 2 * knot.radius / sine) : free;
    }
    double blend(double knot, double own) const {
        const double larger = std::max(knot, own);
        if (std::abs(knot - own) <= 0.5 * jump_share * larger) return 0;
        return std::min(blend_radii * larger, 0.5 * span_.length);
    }
    double fade(int end, double x) const {
        if (blend_[end] == 0) return x <= 0 ? jump_[end] : 0.0;
        return jump_[end] * std::max(0.0, 1 - x / blend_[end]);
    }
    /// The cubic's parameter where it has come x along the span: it is monotone, by Newton's method
    /// kept between the ends.
    double parameter(double x) const {
        const double a = start_.dot(span_.direction), b = end_.dot(span_.direction);
        const double length = span_.length;
        double low = 0, high = 1, t = x / length;
        for (int i = 0; i < 8 && t > 0 && t < 1; ++i) {
            const double s = 1 - t;
            const double error = t * t * (3 - 2 * t) * length + t * s * s * a - t * t * s * b - x;
            if (std::abs(error) < 1e-6 * length) break;
            (error > 0 ? high : low) = t;
            const double speed = 6 * t * s * length + s * (s - 2 * t) * a + t * (t - 2 * s) * b;
            const double next = t - error / speed;
            t = next > low && next < high ? next : 0.5 * (low + high);
        }
        return std::clamp(t, 0.0, 1.0);
    }

    const Span& span_;
    Vec3 start_, end_;
    double jump_[2], blend_[2];
};

/// Distances from a span's start at which it needs rings, its end left out, in order.
class RingPlaces {
  public:
    void plan(const Span& span, const SpanCurve& curve, const Knot& from, const Knot& to,
              double side_length, bool emerges) {
        places_.assign(1, 0.0);
        if (span.hidden) return;
        const double radius = std::max(span.start_radius, span.end_radius);
        const bool plain = radius < thin * side_length;
        if (emerges && !plain)  // shape the tube where it leaves the parent
            for (const double radii : {1.0, 2.0}) add(span, 0, radii * span.start_radius);
        for (const int end : {0, 1}) {
            const double sine = end == 0 ? from.sine[1] : to.sine[0];
            const double reach = std::min(curve.reach(end), span.length);
            const size_t rings = bend_rings(sine, radius / side_length);
            for (size_t i = 0; i < rings; ++i) add(span, end, reach * bend_places[rings][i]);
            if (curve.blend(end) > 0 && !plain) add(span, end, curve.blend(end));
        }
        std::sort(places_.begin(), places_.end());
        const double least = 0.1 * radius;
        size_t kept = 1;
        for (const double place : places_)
            if (place > places_[kept - 1] + least && place < span.length - least)
                places_[kept++] = place;
        places_.resize(kept);
    }
    const std::vector<double>& places() const { return places_; }

  private:
    void add(const Span& span, int end, double distance) {
        places_.push_back(end == 0 ? distance : span.length - distance);
    }
    std::vector<double> places_;
};

/// What a point of span i follows: the two segments that meet at the nearer knot, half and half
/// there, one alone in the middle of the span.
Binding binding_at(const std::vector<Span>& spans, const Base& base, size_t i, double x) {
    const double share = x / spans[i].length;
    const SegmentId own = spans[i].segment;
    if (i == 0 && share <= 0) return {{base.follows, base.follows}, 1};
    if (share < 0.5) {
        const SegmentId before = i > 0 ? spans[i - 1].segment : base.follows;
        return {{own, before}, static_cast<float>(0.5 + share)};
    }
    const SegmentId after = i + 1 < spans.size() ? spans[i + 1].segment : own;
    return {{own, after}, static_cast<float>(1.5 - share)};
}

/// Whether a tube from one ring to the next would turn inside out: the next lies behind, or the two
/// discs cross at the inside of the bend.
bool folds(const TubeRing& one, const TubeRing& two) {
    const Vec3 step = two.centre - one.centre;
    const double behind = 0.05 * step.norm();
    if (step.dot(one.tangent) <= behind || step.dot(two.tangent) <= behind) return true;
    const Vec3 middle = one.tangent + two.tangent;
    const double size = middle.norm();
    if (size < 1e-9) return true;
    // Half the angle between the rings has cosine size/2; at the inside each disc leans into the
    // other by its radius times the sine.
    const double lean = std::sqrt(std::max(0.0, 1 - 0.25 * size * size));
    const double room = 0.02 * std::min(one.radius, two.radius);
    return step.dot(middle) / size <= (one.radius + two.radius) * lean + room;
}

/// The last ring turned to halve the bend towards a point that lies behind it.
TubeRing turned_to(const Vec3& point, const std::vector<TubeRing>& rings) {
    TubeRing last = rings.back();
    const Vec3 out = (point - last.centre).normalized();
    if (rings.size() == 1) {
        last.tangent = out;
        return last;
    }
    const Vec3 in = (last.centre - rings[rings.size() - 2].centre).normalized();
    const Vec3 half = in + out;
    const double size = half.norm();
    last.tangent = size > 1e-3 ? Vec3(half / size) : any_normal(in);
    return last;
}

/// Turns the last ring if that opens the way to `next`; whether it does.
bool turn_last(const TubeRing& next, std::vector<TubeRing>& rings) {
    const TubeRing turned = turned_to(next.centre, rings);
    if (folds(turned, next)) return false;
    if (rings.size() > 1 && folds(rings[rings.size() - 2], turned)) return false;
    rings.back() = turned;
    return true;
}

/// Takes back rings until the way to `next` is open; the first one stays, and if need be both turn
/// to face each other. A hairpin becomes a short cut, but no wood beyond it is lost.
void open_way(TubeRing& next, Centreline& out) {
    std::vector<TubeRing>& rings = out.rings;
    while (rings.size() > 1 && folds(rings.back(), next) && !turn_last(next, rings)) {
        rings.pop_back();
        out.bindings.pop_back();
    }
    if (rings.size() > 1 || !folds(rings.back(), next)) return;
    rings.back() = turned_to(next.centre, rings);
    if (folds(rings.back(), next)) next.tangent = rings.back().tangent;
}

/// Appends a ring. One that would fold the tube is left out while the tube is near it.
void add_ring(TubeRing ring, const Binding& binding, Centreline& out) {
    if (!out.rings.empty() && folds(out.rings.back(), ring) && !turn_last(ring, out.rings)) {
        const TubeRing& last = out.rings.back();
        if ((ring.centre - last.centre).norm() <= last.radius + ring.radius) return;
        open_way(ring, out);
    }
    out.rings.push_back(ring);
    out.bindings.push_back(binding);
}

/// Rings of the rounded tip from `dome` before the end of the last span.
void add_tip(const std::vector<Span>& spans, const Base& base, const SpanCurve& curve, double dome,
             double side_length, Centreline& out) {
    const size_t i = spans.size() - 1;
    const double length = spans[i].length, from = length - dome;
    const double radius = curve.radius(from);
    const int steps = radius < 0.5 * side_length ? 1 : radius < 2.5 * side_length ? 2 : 3;
    for (int step = 0; step < steps && dome > 0; ++step) {
        const double angle = 0.5 * std::numbers::pi * step / steps;
        const double x = from + dome * std::sin(angle);
        TubeRing ring = curve.ring(x);
        ring.radius = radius * std::cos(angle);
        add_ring(ring, binding_at(spans, base, i, x), out);
    }
    out.tip = spans[i].start + length * spans[i].direction;
    out.tip_binding = binding_at(spans, base, i, length);
    // A tube whose end was left out for its folds is closed where it stopped.
    const TubeRing& end = out.rings.back();
    const Vec3 step = out.tip - end.centre;
    if (step.dot(end.tangent) <= 0.05 * step.norm())
        out.tip = end.centre + end.radius * end.tangent;
}

/// Radii that a float can tell apart, and lengths along.
void finish(Centreline& out) {
    for (const TubeRing& ring : out.rings)
        out.largest_radius = std::max(out.largest_radius, ring.radius);
    const double least = std::max(1e-3 * out.largest_radius, 1e-6);
    for (size_t i = 0; i < out.rings.size(); ++i) {
        TubeRing& ring = out.rings[i];
        ring.radius = std::max(ring.radius, least);
        if (i > 0)
            ring.along = out.rings[i - 1].along + (ring.centre - out.rings[i - 1].centre).norm();
    }
}

}  // namespace

uint32_t count_sides(double radius, const SkinSettings& settings) {
    const int least = std::max(settings.least_sides, 3);
    const int most = std::max(settings.most_sides, least);
    const double wanted = 2 * std::numbers::pi * radius / settings.side_length;
    return static_cast<uint32_t>(std::lround(std::clamp(wanted, double(least), double(most))));
}

void Centreline::clear() {
    rings.clear();
    bindings.clear();
    largest_radius = 0;
}

void trace_centreline(const Plant& plant, DomainId domain, const SkinSettings& settings,
                      Centreline& out) {
    out.clear();
    std::vector<Span> spans;
    std::vector<Knot> knots;
    collect_spans(plant, domain, spans);
    if (spans.empty()) return;
    const Base base = find_base(plant, domain, spans.front());
    add_base(base, spans);
    collect_knots(spans, base.radius, knots);
    RingPlaces rings;
    for (size_t i = 0; i < spans.size(); ++i) {
        const Span& span = spans[i];
        const SpanCurve curve(span, knots[i], knots[i + 1]);
        const bool last = i + 1 == spans.size();
        const double dome = last ? dome_height(span.end_radius, span.length) : 0.0;
        const bool emerges = i == 1 && spans[0].hidden && base.follows != span.segment;
        rings.plan(span, curve, knots[i], knots[i + 1], settings.side_length, emerges);
        for (const double x : rings.places())
            if (x == 0 || x < span.length - dome)
                add_ring(curve.ring(x), binding_at(spans, base, i, x), out);
        if (last) add_tip(spans, base, curve, dome, settings.side_length, out);
    }
    finish(out);
}

}  // namespace thigmo
