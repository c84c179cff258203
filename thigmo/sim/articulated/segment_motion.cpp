// A segment's motion from those of its ends.
#include "thigmo/sim/articulated/segment_motion.h"

#include "thigmo/sim/articulated/lane_math.h"

namespace thigmo {
namespace {

template <class L>
struct Moved {
    Turn<L> turn;
    Vec<L> shift;
};

template <class L>
Vec<L> turned(const Turn<L>& q, const Vec<L>& v) {
    const Vec<L> t = scaled(2, cross(q.v, v));
    return v + q.w * t + cross(q.v, t);
}

template <class L>
Turn<L> over_length(const Turn<L>& q) {
    const L f = L(1) / square_root(q.w * q.w + dot(q.v, q.v));
    return {f * q.w, f * q.v};
}

/// `to` where x > limit, else `from`.
template <class L>
Turn<L> turn_above(const L& x, const L& limit, const Turn<L>& to, const Turn<L>& from) {
    return {where_above(x, limit, to.w, from.w),
            {where_above(x, limit, to.v.x, from.v.x), where_above(x, limit, to.v.y, from.v.y),
             where_above(x, limit, to.v.z, from.v.z)}};
}

template <class L>
Moved<L> between(const Moved<L>& lower, const Moved<L>& upper, const Vec<L>& start,
                 const Vec<L>& end) {
    const Vec<L> a = turned(lower.turn, start) + lower.shift,
                 b = turned(upper.turn, end) + upper.shift;
    const Turn<L>&p = lower.turn, &q = upper.turn;
    const L nearer = where_above(L(0), p.w * q.w + dot(p.v, q.v), L(-1), L(1));
    const Turn<L> half = over_length(Turn<L>{p.w + nearer * q.w, p.v + nearer * q.v});
    const Vec<L> along = turned(half, end - start), line = b - a;
    const L lengths = square_root(dot(along, along) * dot(line, line));
    // The turn onto the line, twice: 1 + cos, axis × sin.
    const Turn<L> onto{lengths + dot(along, line), cross(along, line)};
    Moved<L> out;
    out.turn = turn_above(onto.w, L(1e-12) * lengths, over_length(onto) * half, half);
    out.shift = scaled(0.5, a + b - turned(out.turn, start + end));
    return out;
}

template <size_t W>
using LanesOrOne = std::conditional_t<W == 1, double, Lanes<W>>;

/// One number of each of W places.
template <size_t W, class Place>
LanesOrOne<W> gathered(const Place& place) {
    LanesOrOne<W> out;
    for (size_t i = 0; i < W; ++i) set_lane(out, i, place(i));
    return out;
}

template <size_t W>
[[gnu::flatten]] std::array<Rigid, W> between_all(const std::array<SegmentEnds, W>& segments) {
    using L = LanesOrOne<W>;
    const auto vec = [&](const auto& of) {
        return Vec<L>{gathered<W>([&](size_t i) { return of(segments[i]).x(); }),
                      gathered<W>([&](size_t i) { return of(segments[i]).y(); }),
                      gathered<W>([&](size_t i) { return of(segments[i]).z(); })};
    };
    const auto moved = [&](const Rigid* SegmentEnds::*body) {
        return Moved<L>{
            {gathered<W>([&](size_t i) { return (segments[i].*body)->rotation.w(); }),
             vec([&](const SegmentEnds& s) { return (s.*body)->rotation.vec(); })},
            vec([&](const SegmentEnds& s) -> const Vec3& { return (s.*body)->translation; })};
    };
    const Moved<L> found =
        between(moved(&SegmentEnds::lower), moved(&SegmentEnds::upper),
                vec([](const SegmentEnds& s) -> const Vec3& { return *s.start; }),
                vec([](const SegmentEnds& s) -> const Vec3& { return *s.end; }));
    std::array<Rigid, W> out;
    const Turn<L>& q = found.turn;
    const Vec<L>& x = found.shift;
    for (size_t i = 0; i < W; ++i) {
        if (segments[i].lower == segments[i].upper) {
            out[i] = *segments[i].upper;
            continue;
        }
        out[i].rotation = Quat(lane(q.w, i), lane(q.v.x, i), lane(q.v.y, i), lane(q.v.z, i));
        out[i].translation = Vec3(lane(x.x, i), lane(x.y, i), lane(x.z, i));
    }
    return out;
}

}  // namespace

Rigid between(const SegmentEnds& segment) {
    return between_all<1>({segment})[0];
}

std::array<Rigid, 4> between(const std::array<SegmentEnds, 4>& segments) {
    const auto& [a, b, c, d] = segments;
    if (a.lower == a.upper && b.lower == b.upper && c.lower == c.upper && d.lower == d.upper)
        return {*a.upper, *b.upper, *c.upper, *d.upper};
    return between_all<4>(segments);
}

}  // namespace thigmo
