// Stand-ins: beams through cards, or a stem with a few branches through a cloud of them.
#include "thigmo/authoring/stand_ins.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/base/union_find.h"

namespace thigmo {
namespace {

constexpr size_t few = 64;

Axis straight(const Vec3& from, const Vec3& to, double radius, double tip) {
    Axis line;
    constexpr int pieces = 8;
    for (int i = 0; i <= pieces; ++i) {
        const double share = static_cast<double>(i) / pieces;
        line.points.push_back((1 - share) * from + share * to);
        line.radius.push_back((1 - share) * radius + share * tip);
    }
    line.reach = line.radius;
    return line;
}

Box box_of(const Blades& blades) {
    Box box;
    for (const BladePart& blade : blades) box.extend(blade.box);
    return box;
}

/// The beam of some cards: from the middle of their lowest points to that of their highest.
Limb beam(const SoupSurface& surface, const std::vector<uint32_t>& triangles, double foot,
          double height) {
    Box box;
    for (const uint32_t triangle : triangles)
        for (const uint32_t corner : surface.mesh.triangles[triangle])
            box.extend(surface.mesh.positions[corner].cast<double>());
    const auto middle = [&](double low, double high) {
        Box within;
        for (const uint32_t triangle : triangles)
            for (const uint32_t corner : surface.mesh.triangles[triangle])
                if (const Vec3 point = surface.mesh.positions[corner].cast<double>();
                    point.y() >= low && point.y() <= high)
                    within.extend(point);
        return Vec3(within.center());
    };
    const double slack = 0.05 * box.sizes().y();
    Vec3 from = middle(box.min().y(), box.min().y() + slack),
         to = middle(box.max().y() - slack, box.max().y());
    from.y() = std::max(box.min().y(), std::min(foot, box.max().y() - 0.5 * box.sizes().y()));
    if ((to - from).norm() < 1e-3 * height) to = from + 1e-3 * height * Vec3::UnitY();
    Limb limb;
    limb.triangles = triangles;
    limb.line = straight(from, to, 0.02 * height, 0.01 * height);
    return limb;
}

/// Cards whose middles lie over each other, seen from above, are one thing.
StandIns few_cards(const SoupSurface& surface, const Blades& blades, double ground) {
    const Box box = box_of(blades);
    const double height = std::max(box.sizes().y(), 1e-9);
    std::vector<BladeId> standing;
    for (const BladeId blade : blades.rows())
        if (blades[blade].box.min().y() <= std::max(ground, box.min().y()) + 0.1 * height &&
            blades[blade].box.sizes().y() > 0.2 * height)
            standing.push_back(blade);
    if (standing.empty()) return {};
    UnionFind sets(standing.size());
    for (uint32_t i = 0; i < standing.size(); ++i)
        for (uint32_t j = i + 1; j < standing.size(); ++j) {
            Vec3 apart = blades[standing[i]].centre - blades[standing[j]].centre;
            apart.y() = 0;
            const double wide = std::min(blades[standing[i]].size(), blades[standing[j]].size());
            if (apart.norm() < 0.25 * wide) sets.unite(i, j);
        }
    const std::vector<uint32_t> number = sets.numbers();
    StandIns made;
    std::vector<std::vector<uint32_t>> triangles;
    std::vector<PieceId> first;
    std::vector<LookId> looks;
    for (uint32_t i = 0; i < standing.size(); ++i) {
        const BladePart& blade = blades[standing[i]];
        if (number[i] >= triangles.size()) {
            triangles.emplace_back();
            first.push_back(blade.pieces.front());
            looks.push_back(blade.look);
        }
        if (blade.look != looks[number[i]]) continue;  // stays a blade, on this limb
        triangles[number[i]].insert(triangles[number[i]].end(), blade.triangles.begin(),
                                    blade.triangles.end());
        made.taken.push_back(standing[i]);
    }
    for (size_t i = 0; i < triangles.size(); ++i) {
        std::ranges::sort(triangles[i]);
        Limb limb = beam(surface, triangles[i], ground, height);
        limb.piece = first[i];
        made.limbs.push_back(std::move(limb));
    }
    made.reason = fmt::format("no wood: {} of {} cards stand on the ground and bend by themselves",
                              made.taken.size(), blades.size());
    return made;
}

/// k-means of the blades' centres, from the farthest point on; the middles.
std::vector<Vec3> clusters(const Blades& blades, size_t count) {
    std::vector<Vec3> middles{blades[BladeId(0)].centre};
    const auto nearest = [&](const Vec3& point) {
        size_t best = 0;
        for (size_t i = 1; i < middles.size(); ++i)
            if ((middles[i] - point).squaredNorm() < (middles[best] - point).squaredNorm())
                best = i;
        return best;
    };
    while (middles.size() < count) {
        Vec3 far = middles.front();
        double most = 0;
        for (const BladePart& blade : blades)
            if (const double d = (middles[nearest(blade.centre)] - blade.centre).squaredNorm();
                d > most) {
                most = d;
                far = blade.centre;
            }
        middles.push_back(far);
    }
    for (int round = 0; round < 12; ++round) {
        std::vector<Vec3> sums(count, Vec3::Zero());
        std::vector<double> weights(count);
        for (const BladePart& blade : blades) {
            const size_t at = nearest(blade.centre);
            sums[at] += blade.area * blade.centre;
            weights[at] += blade.area;
        }
        for (size_t i = 0; i < count; ++i)
            if (weights[i] > 0) middles[i] = sums[i] / weights[i];
    }
    return middles;
}

/// The blade nearest to a line's middle that no limb has yet.
BladeId nearest_free(const Blades& blades, const std::vector<uint8_t>& taken, const Vec3& point) {
    BladeId best;
    for (const BladeId blade : blades.rows())
        if (taken[blade.value] == 0 &&
            (!best.exists() || (blades[blade].centre - point).squaredNorm() <
                                   (blades[best].centre - point).squaredNorm()))
            best = blade;
    return best;
}

StandIns many_cards(const Blades& blades, double ground) {
    const Box box = box_of(blades);
    const double height = std::max(box.sizes().y(), 1e-9);
    const auto count = static_cast<size_t>(
        std::clamp(std::lround(std::log2(static_cast<double>(blades.size())) - 4), 3L, 7L));
    const std::vector<Vec3> middles = clusters(blades, count);
    Vec3 middle = Vec3::Zero();
    for (const Vec3& m : middles) middle += m / static_cast<double>(count);
    const double foot = std::max(ground, box.min().y());
    const Vec3 root(middle.x(), foot, middle.z());
    Vec3 fork = 0.6 * root + 0.4 * middle;
    fork.y() = std::max(fork.y(), foot + 0.1 * height);
    StandIns made;
    std::vector<uint8_t> taken(blades.size());
    const auto add = [&](Axis line) {
        const BladeId skin = nearest_free(blades, taken, point_at(line, 0.5 * line.length()).point);
        taken[skin.value] = 1;
        Limb limb;
        limb.piece = blades[skin].pieces.front();
        limb.triangles = blades[skin].triangles;
        limb.line = std::move(line);
        return made.limbs.push_back(std::move(limb));
    };
    const LimbId stem = add(straight(root, fork, 0.02 * height, 0.015 * height));
    for (const Vec3& m : middles) {
        const Vec3 beyond = m + 0.5 * (m - fork);  // through its middle
        Vec3 to = beyond.cwiseMax(box.min()).cwiseMin(box.max());
        if ((to - fork).norm() < 0.05 * height) to = fork + 0.05 * height * Vec3::UnitY();
        const LimbId branch = add(straight(fork, to, 0.012 * height, 0.006 * height));
        made.limbs[branch].grows_from = {stem, made.limbs[stem].line.length()};
    }
    for (const BladeId blade : blades.rows())
        if (taken[blade.value] != 0) made.taken.push_back(blade);
    made.reason = fmt::format("no wood: a stem and {} branches stand in for it", count);
    return made;
}

}  // namespace

StandIns stand_in(const SoupSurface& surface, const Blades& blades, std::optional<double> ground) {
    if (blades.empty()) return {};
    const double foot = ground.value_or(box_of(blades).min().y());
    if (blades.size() <= few) {
        StandIns made = few_cards(surface, blades, foot);
        if (made.limbs.size() > 0 || blades.size() < 9) return made;
    }
    return many_cards(blades, foot);
}

}  // namespace thigmo
