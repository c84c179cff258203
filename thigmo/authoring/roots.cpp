// Roots: the thickest limb that begins low and rises, and all stems that begin beside it.
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

}  // namespace

Roots find_roots(const Limbs& limbs, std::optional<double> ground, double middle) {
    Roots roots;
    const LimbId first = largest(limbs);
    if (!first.exists()) return roots;
    const Box box = wood_box(limbs);
    const double height = std::max(box.sizes().y(), 1e-9);
    if (hangs(limbs, first, box, middle)) {
        roots.hanging = true;
        const double top = box.max().y() - 0.05 * height;
        for (const LimbId limb : limbs.rows())
            if (is_free(limbs[limb]) && limbs[limb].line.points.front().y() >= top &&
                rise(limbs[limb].line, false) < -0.3)
                roots.rows.push_back({limb, false});
        roots.reason = "the thickest ends are at the top and nothing begins at the bottom";
        if (!roots.rows.empty()) return roots;
        roots.rows.push_back({first, false});
        return roots;
    }
    const double low = std::max(ground.value_or(box.min().y()), box.min().y()) + 0.02 * height;
    const auto begins_low = [&](const Axis& line, bool far) {
        return (far ? line.points.back() : line.points.front()).y() <= low && rise(line, far) > 0.3;
    };
    for (const LimbId limb : limbs.rows()) {
        if (!is_free(limbs[limb])) continue;
        const Axis& line = limbs[limb].line;
        if (begins_low(line, false))
            roots.rows.push_back({limb, false});
        else if ((even(line) || limb == first) && begins_low(line, true))
            roots.rows.push_back({limb, true});
    }
    std::ranges::stable_sort(roots.rows, [&](const Root& a, const Root& b) {
        return volume(limbs[a.limb].line) > volume(limbs[b.limb].line);
    });
    const bool has_first =
        std::ranges::any_of(roots.rows, [&](const Root& root) { return root.limb == first; });
    if (roots.rows.empty() ||
        (!has_first && volume(limbs[roots.rows[0].limb].line) < 0.1 * volume(limbs[first].line))) {
        // The thickest limb begins higher: it stands on whichever end is lower.
        const Axis& line = limbs[first].line;
        roots.rows = {{first, line.points.back().y() < line.points.front().y()}};
        roots.reason = "the largest limb; none of its size begins at the ground";
        return roots;
    }
    roots.reason = roots.rows.size() == 1
                       ? "the only limb that begins at the ground and rises"
                       : fmt::format("{} limbs begin at the ground and rise", roots.rows.size());
    return roots;
}

}  // namespace thigmo
