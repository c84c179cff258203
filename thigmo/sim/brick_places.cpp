// Bricks that follow the wood: joined over gentle bends, ended at sharp ones.
#include "thigmo/sim/brick_places.h"

#include <algorithm>
#include <cmath>

namespace thigmo {
namespace {

/// Bricks of a straight rod: enough that modes and large bends are right to a fraction of a
/// percent, none shorter than thick.
size_t straight_bricks(const Centreline& line, size_t least) {
    const double diameter = std::max(2 * line.mean_radius(), 1e-9);
    const auto slender =
        static_cast<size_t>(std::ceil(std::min(line.length() / (4 * diameter), 1e3)));
    return std::clamp<size_t>(slender, least, 12);
}

/// The first brick's end: within the thickness, a share of the length.
double first_end(double thickness, double even) {
    return std::clamp(thickness, 0.05 * even, even);
}

class Places {
  public:
    Places(const Centreline& line, const SameStuff& same, const std::vector<double>& seats)
        : line_(line), same_(same), ends_(line.ends()) {
        ends_.insert(ends_.end(), seats.begin(), seats.end());
        std::ranges::sort(ends_);
        ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
        const double even = 1.0 / static_cast<double>(straight_bricks(line, 4));
        const double first =
            line.by_slenderness(first_end(2 * line.radius(0) / line.length(), even));
        limit_ = (1 - line.slenderness(first)) * even / (1 - even);
        places_ = {0, snapped(first)};
    }

    std::vector<double> all() {
        size_t next = 1;  // the first end of a segment above
        while (places_.back() < 1) {
            while (next + 1 < ends_.size() && ends_[next] <= places_.back()) ++next;
            const size_t last = reach(next);
            if (last > next)
                places_.push_back(ends_[last]);
            else
                divide(ends_[next]);
        }
        return std::move(places_);
    }

  private:
    /// An end of a segment instead, where one is near: what is left of the segment would be a stub.
    double snapped(double first) const {
        for (const double end : ends_)
            if (end > 0.6 * first && (end < 1.6 * first || is_stub(first, end))) return end;
        return first;
    }

    /// The last end of a segment, from `next` on, that the brick at hand may go to.
    size_t reach(size_t next) const {
        const double from = places_.back();
        size_t last = next;
        for (size_t to = next + 1; to < ends_.size() && alike(from, to); ++to) {
            const bool must = is_stub(from, ends_[to - 1]) ||
                              (to + 1 == ends_.size() && is_stub(ends_[to - 1], 1));
            const bool slender = line_.slenderness(ends_[to]) - line_.slenderness(from) > limit_;
            if (must || (!slender && is_straight(from, to) && is_even(from, ends_[to])))
                last = to;
            else if (slender)
                break;
        }
        return last;
    }

    /// The stuff does not change at the end before `to`.
    bool alike(double from, size_t to) const {
        const double before = 0.5 * (std::max(from, ends_[to - 2]) + ends_[to - 1]);
        return same_(line_.segment(before), line_.segment(0.5 * (ends_[to - 1] + ends_[to])));
    }

    /// Of nearly one thickness: strains at two places stand for all of a brick.
    bool is_even(double from, double to) const {
        constexpr double least = 0.6;
        const double a = line_.radius(from), b = line_.radius(to);
        return std::min(a, b) > least * std::max(a, b);
    }

    /// Shorter than three quarters of its thickness.
    bool is_stub(double from, double to) const {
        return (to - from) * line_.length() < 1.5 * line_.radius(0.5 * (from + to));
    }

    /// Whether the parabola through its ends and its middle goes nearly where the wood goes: the
    /// mean square of the angle between them is what the brick would be shorter by, × 2.
    bool is_straight(double from, size_t to) const {
        constexpr double most_square = 0.003, most_turn = 0.35;  // rad², rad
        const double end = ends_[to], middle = 0.5 * (from + end);
        const Vec3 a = line_.point(from), m = line_.point(middle), b = line_.point(end);
        double sum = 0;
        Vec3 before = Vec3::Zero();
        const auto above = std::upper_bound(ends_.begin(), ends_.end(), from) - ends_.begin();
        for (auto k = static_cast<size_t>(above); k <= to; ++k) {
            const double at = std::max(from, ends_[k - 1]), then = ends_[k];
            const Vec3 way = (line_.point(then) - line_.point(at)).normalized();
            if (!before.isZero(0) && way.dot(before) < std::cos(most_turn)) return false;
            const double x = (at + then - 2 * middle) / (end - from);  // −1 … 1
            const Vec3 along = (0.5 * (b - a) + x * (a - 2 * m + b)).normalized();
            sum += (then - at) / (end - from) * (way - along).squaredNorm();
            before = way;
        }
        return sum < most_square;
    }

    /// Up to the end of a segment, in as many bricks as its slenderness asks for.
    void divide(double end) {
        const double from = places_.back(), low = line_.slenderness(from),
                     way = line_.slenderness(end) - low;
        const int bricks = std::max(1, static_cast<int>(std::ceil(way / limit_ - 0.3)));
        for (int k = 1; k < bricks; ++k)
            places_.push_back(line_.by_slenderness(low + way * k / bricks));
        places_.push_back(end);
    }

    const Centreline& line_;
    const SameStuff& same_;
    std::vector<double> ends_;  // of segments, and seats
    std::vector<double> places_;
    double limit_ = 1;  // slenderness of one brick
};

}  // namespace

std::vector<double> place_bricks(const Centreline& line, const SameStuff& same,
                                 const std::vector<double>& seats) {
    return Places(line, same, seats).all();
}

void add_collars(const Centreline& line, const std::vector<double>& seats, double reach,
                 std::vector<double>& ends) {
    std::vector<double> more;
    for (const double seat : seats) {
        const double step = reach * line.radius(seat) / line.length();
        for (const double end : {seat - step, seat + step}) {
            const auto near = [&](double other) { return std::abs(other - end) < 0.5 * step; };
            if (end > 0 && end < 1 && std::ranges::none_of(ends, near) &&
                std::ranges::none_of(more, near))
                more.push_back(end);
        }
    }
    ends.insert(ends.end(), more.begin(), more.end());
    std::ranges::sort(ends);
}

std::vector<double> place_blade_bricks(const Centreline& line, double thickness) {
    const size_t segments = line.ends().size() - 1;
    const size_t bricks = std::max(straight_bricks(line, 4), std::min<size_t>(segments, 10));
    const double even = 1.0 / static_cast<double>(bricks);
    const double first = first_end(thickness / line.length(), even);
    std::vector<double> ends{0};
    for (size_t e = 0; e < bricks; ++e)
        ends.push_back(first +
                       (1 - first) * static_cast<double>(e) / static_cast<double>(bricks - 1));
    return ends;
}

}  // namespace thigmo
