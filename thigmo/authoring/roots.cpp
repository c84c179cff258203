// Roots: what comes out of pots, the thickest limb that begins low and rises, and all stems that
// begin beside it.
#include "thigmo/authoring/roots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace thigmo {
namespace {

Box wood_box(const Limbs& limbs) {
    Box box;
    for (const Limb& limb : limbs)
        for (const Vec3& point : limb.line.points) box.extend(point);
    return box;
}

/// Whether the line may begin at its far end: that is nearly as thick.
bool even(const Axis& line) {
    return line.reach.back() >= 0.8 * line.reach.front();
}

/// Rise of the first quarter of the line from one of its ends, as a cosine.
double rise(const Axis& line, bool far) {
    const double whole = line.length();
    const Vec3 start = far ? line.points.back() : line.points.front();
    const Vec3 way = point_at(line, (far ? 0.75 : 0.25) * whole).point - start;
    return way.norm() > 0 ? way.y() / way.norm() : 0;
}

bool is_free(const Limb& limb) {
    return limb.line.size() >= 2 && !limb.grows_from.limb.exists();
}

LimbId largest(const Limbs& limbs) {
    LimbId best;
    double most = -1;
    for (const LimbId limb : limbs.rows())
        if (const double inside = is_free(limbs[limb]) ? volume(limbs[limb].line) : -1;
            inside > most) {
            most = inside;
            best = limb;
        }
    return best;
}

/// Two limbs or more begin, clearly thicker, near the top and close to each other, and part below.
bool part_downwards(const Limbs& limbs, double top) {
    Box thick, thin;
    size_t count = 0;
    for (const Limb& limb : limbs) {
        if (!is_free(limb) || even(limb.line) || limb.line.points.front().y() < top) continue;
        thick.extend(limb.line.points.front());
        thin.extend(limb.line.points.back());
        ++count;
    }
    const auto width = [](const Box& box) { return std::hypot(box.sizes().x(), box.sizes().z()); };
    return count >= 2 && width(thick) < 0.5 * width(thin);
}

/// Nothing of any size begins low, and the largest limb begins, clearly thicker, at the top. Wood
/// alone tapers, so that its middle is high; then several limbs must tell.
bool hangs(const Limbs& limbs, LimbId first, const Box& box, double middle) {
    const Axis& line = limbs[first].line;
    const double height = box.sizes().y();
    if (middle > box.center().y() && !part_downwards(limbs, box.max().y() - 0.1 * height))
        return false;
    if (line.points.front().y() < box.max().y() - 0.1 * height || even(line)) return false;
    const double mine = volume(line);
    return std::ranges::none_of(limbs, [&](const Limb& limb) {
        return is_free(limb) && limb.line.points.front().y() < box.min().y() + 0.05 * height &&
               volume(limb.line) > 0.05 * mine;
    });
}

/// The heights and the pots from which limbs come.
class RootFinder {
  public:
    RootFinder(const Limbs& limbs, const Ground& ground)
        : limbs_(limbs), pots_(ground.pots), first_(largest(limbs)), box_(wood_box(limbs)) {
        height_ = std::max(box_.sizes().y(), 1e-9);
        low_ = std::max(ground.height.value_or(box_.min().y()), box_.min().y()) + 0.02 * height_;
        for (const LimbId limb : limbs.rows())
            if (is_free(limbs[limb]) && (pot_of(limb, false) || pot_of(limb, true)))
                potted_.push_back(limb);
    }

    Roots find(double middle) {
        if (!first_.exists()) return {};
        if (pots_.empty() && hangs(limbs_, first_, box_, middle)) return hanging();
        list();
        return named();
    }

  private:
    const Axis& line(LimbId limb) const { return limbs_[limb].line; }
    const Vec3& end(LimbId limb, bool far) const {
        return far ? line(limb).points.back() : line(limb).points.front();
    }
    std::optional<size_t> pot_of(LimbId limb, bool far) const {
        return pot_at(pots_, end(limb, far));
    }

    Roots hanging() const {
        Roots roots;
        roots.hanging = true;
        roots.reason = "the thickest ends are at the top and nothing begins at the bottom";
        const double top = box_.max().y() - 0.05 * height_;
        for (const LimbId limb : limbs_.rows())
            if (is_free(limbs_[limb]) && end(limb, false).y() >= top &&
                rise(line(limb), false) < -0.3)
                roots.rows.push_back({limb, false});
        if (roots.rows.empty()) roots.rows.push_back({first_, false});
        return roots;
    }

    void list() {
        for (const LimbId limb : limbs_.rows()) {
            if (!is_free(limbs_[limb])) continue;
            const bool near_end = comes_out(limb, false);
            if (near_end || comes_out(limb, true)) {
                rows_.push_back({limb, !near_end});
                ++out_of_pots_;
            } else if (begins_low(limb, false)) {
                rows_.push_back({limb, false});
            } else if ((even(line(limb)) || limb == first_) && begins_low(limb, true)) {
                rows_.push_back({limb, true});
            }
        }
        std::ranges::stable_sort(rows_, [&](const Root& a, const Root& b) {
            return volume(line(a.limb)) > volume(line(b.limb));
        });
    }

    bool begins_low(LimbId limb, bool far) const {
        return end(limb, far).y() <= low_ && rise(line(limb), far) > 0.3;
    }

    /// From a pot, rising or to the outside of it; over its soil, or where it has none, not from
    /// the wood of another limb. A thin end is its base only where the thick one holds to nothing.
    bool comes_out(LimbId limb, bool far) const {
        const std::optional<size_t> at = pot_of(limb, far);
        if (!at) return false;
        const Pot& pot = pots_[*at];
        const bool rises = rise(line(limb), far) > 0.3;
        if (!rises && pot_of(limb, !far) == at) return false;
        const bool from_soil =
            rises && pot.soil && end(limb, far).y() <= *pot.soil + 0.02 * height_;
        if (!from_soil && begins_on_another(limb, far)) return false;
        return !far || even(line(limb)) || limb == first_ || !begins_on_another(limb, false);
    }

    /// Whether an end lies in the wood of another limb of a pot, away from that one's own end
    /// there.
    bool begins_on_another(LimbId limb, bool far) const {
        const Vec3& point = end(limb, far);
        return std::ranges::any_of(potted_, [&](LimbId other) {
            if (other == limb) return false;
            const double along = nearest_along(line(other), point);
            const auto [place, reach] = point_at(line(other), along);
            const double from_pot = pot_of(other, false) ? along : line(other).length() - along;
            return (place - point).norm() <= 1.1 * reach && from_pot > 1.5 * reach;
        });
    }

    Roots named() {
        Roots roots;
        const bool has_first = std::ranges::find(rows_, first_, &Root::limb) != rows_.end();
        const bool slight =
            rows_.empty() || volume(line(rows_[0].limb)) < 0.1 * volume(line(first_));
        if (!has_first && slight) {
            // The thickest limb begins higher: it stands on whichever end is lower.
            if (out_of_pots_ == 0) rows_.clear();
            rows_.insert(rows_.begin(), {first_, end(first_, true).y() < end(first_, false).y()});
            roots.reason = "the largest limb; none of its size begins at the ground";
        } else if (out_of_pots_ == rows_.size()) {
            roots.reason = rows_.size() == 1
                               ? "the only limb that comes out of a pot"
                               : fmt::format("{} limbs come out of pots", rows_.size());
        } else {
            roots.reason = rows_.size() == 1
                               ? "the only limb that begins at the ground and rises"
                               : fmt::format("{} limbs begin at the ground and rise", rows_.size());
        }
        roots.rows = std::move(rows_);
        return roots;
    }

    const Limbs& limbs_;
    const std::vector<Pot>& pots_;
    LimbId first_;
    Box box_;                      // of the wood
    double height_ = 0, low_ = 0;  // of the wood; at which limbs begin at the ground
    std::vector<LimbId> potted_;   // with an end in a pot
    std::vector<Root> rows_;
    size_t out_of_pots_ = 0;
};

}  // namespace

Roots find_roots(const Limbs& limbs, const Ground& ground, double middle) {
    return RootFinder(limbs, ground).find(middle);
}

}  // namespace thigmo
