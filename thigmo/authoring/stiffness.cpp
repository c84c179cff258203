// Stodola's iteration on even stations along the limb.
#include "thigmo/authoring/stiffness.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/base/parallel.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

double radius_at(const Axis& line, double along) {
    double left = along;
    for (size_t i = 1; i < line.size(); ++i) {
        const double piece = (line.points[i] - line.points[i - 1]).norm();
        if (left <= piece && piece > 0)
            return line.radius[i - 1] + left / piece * (line.radius[i] - line.radius[i - 1]);
        left -= piece;
    }
    return line.radius.back();
}

/// Every limb after all that grow from it.
std::vector<LimbId> children_first(const Hierarchy& hierarchy) {
    std::vector<uint32_t> left(hierarchy.limbs.size());
    for (const Growing& growing : hierarchy.limbs)
        if (growing.from.limb.exists()) ++left[growing.from.limb.value];
    std::vector<LimbId> order;
    for (const LimbId limb : hierarchy.limbs.rows())
        if (left[limb.value] == 0) order.push_back(limb);
    for (size_t i = 0; i < order.size(); ++i)
        if (const LimbId up = hierarchy.limbs[order[i]].from.limb;
            up.exists() && --left[up.value] == 0)
            order.push_back(up);
    return order;
}

}  // namespace

void blunt(double plant_size, Axis& line) {
    constexpr double slender = 1.0 / 2000, hair = 2e-6;
    const double least = std::max({least_radius(*std::ranges::max_element(line.radius)),
                                   slender * line.length(), hair * plant_size, 2 * line_radius});
    for (double& radius : line.radius) radius = std::max(radius, least);
}

double lowest_frequency(const Axis& line, double young, double density,
                        std::span<const Carried> carried) {
    constexpr size_t stations = 400;
    const double length = line.length();
    if (!(length > 0)) return 0;
    const double step = length / stations;
    const double least = least_radius(*std::ranges::max_element(line.radius));
    std::vector<double> area(stations + 1), inverse_stiffness(stations + 1), mode(stations + 1);
    for (size_t i = 0; i <= stations; ++i) {
        const double x = static_cast<double>(i) / stations;
        const double r = std::max(radius_at(line, x * length), least);
        area[i] = std::numbers::pi * r * r;
        inverse_stiffness[i] = 4 / (std::numbers::pi * young * r * r * r * r);
        mode[i] = x * x * (3 - x) / 2;
    }
    // Mass per station's length.
    std::vector<double> mass(stations + 1);
    for (size_t i = 0; i <= stations; ++i) mass[i] = density * area[i];
    for (const auto& [along, own] : carried) {
        const double at = std::clamp(along / step, 0.0, static_cast<double>(stations));
        const auto low = std::min(static_cast<size_t>(at), stations - 1);
        const double share = at - static_cast<double>(low);
        // An end station stands for half a step.
        mass[low] += (1 - share) * own / (low == 0 ? 0.5 * step : step);
        mass[low + 1] += share * own / (low + 1 == stations ? 0.5 * step : step);
    }
    double squared = 0;  // ω²
    for (int round = 0; round < 100; ++round) {
        // Shear and moment from the tip, slope and deflection from the clamp, by trapezoids.
        std::vector<double> moment(stations + 1), bent(stations + 1);
        double shear = 0;
        for (size_t i = stations; i-- > 0;) {
            const double load = 0.5 * (mass[i] * mode[i] + mass[i + 1] * mode[i + 1]);
            moment[i] = moment[i + 1] + step * (shear + 0.5 * step * load);
            shear += step * load;
        }
        double slope = 0;
        for (size_t i = 0; i < stations; ++i) {
            const double curvature =
                0.5 * (moment[i] * inverse_stiffness[i] + moment[i + 1] * inverse_stiffness[i + 1]);
            bent[i + 1] = bent[i] + step * (slope + 0.5 * step * curvature);
            slope += step * curvature;
        }
        // Rayleigh: what the load does on the shape that it gives.
        double own = 0, across = 0;
        for (size_t i = 0; i <= stations; ++i) {
            own += mass[i] * bent[i] * bent[i];
            across += mass[i] * bent[i] * mode[i];
        }
        const double before = squared;
        squared = across / own;
        for (size_t i = 0; i <= stations; ++i) mode[i] = bent[i] / bent[stations];
        if (std::abs(squared - before) < 1e-10 * squared) break;
    }
    return std::sqrt(squared) / (2 * std::numbers::pi);
}

/// By which a limb's modulus may exceed the root's.
constexpr double stiffest = 1e4;

constexpr double softest_matter = 1, stiffest_matter = 1e13;  // Young's modulus (Pa)

Column<LimbId, double> tune_limbs(const Limbs& limbs, const Hierarchy& hierarchy,
                                  const Column<LimbId, double>& foliage, const Material& wood,
                                  double frequency) {
    Column<LimbId, double> factor(limbs.size(), 1.0), subtree = foliage;
    Column<LimbId, std::vector<Carried>> carried(limbs.size());
    for (const LimbId limb : children_first(hierarchy)) {
        const Axis& line = limbs[limb].line;
        if (foliage[limb] > 0)  // leaves, as if spread along the outer half
            carried[limb].push_back({0.75 * line.length(), foliage[limb]});
        subtree[limb] += wood.density * volume(line);
        if (const PlaceOnLimb& from = hierarchy.limbs[limb].from; from.limb.exists()) {
            carried[from.limb].push_back({from.along, subtree[limb]});
            subtree[from.limb] += subtree[limb];
        }
    }
    if (hierarchy.roots.rows.empty()) return factor;
    const LimbId root = hierarchy.roots.rows[0].limb;
    const auto sways = [&](LimbId limb) {
        return lowest_frequency(limbs[limb].line, wood.young, wood.density, carried[limb]);
    };
    const double found = sways(root);
    if (!(found > 0)) return factor;
    // Softer or stiffer than any matter, a mesh of no sense asks for it.
    const double all = std::clamp(std::pow(frequency / found, 2), softest_matter / wood.young,
                                  stiffest_matter / wood.young);
    const double whole = limbs[root].line.length();
    parallel_chunks(limbs.size(), 16, [&](size_t begin, size_t end) {
        for (size_t row = begin; row < end; ++row) {
            const LimbId limb(row);
            factor[limb] = all;
            if (limb == root) continue;
            const double own = std::sqrt(all) * sways(limb);
            const double least =
                frequency * std::clamp(std::sqrt(whole / limbs[limb].line.length()), 1.0, 8.0);
            if (!(own > 0) || own >= least) continue;
            // A line that carries a card cannot be helped without end.
            factor[limb] = std::min(all * std::min(std::pow(least / own, 2), stiffest),
                                    stiffest_matter / wood.young);
        }
    });
    return factor;
}

}  // namespace thigmo
