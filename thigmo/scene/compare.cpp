// Shaken branches, by their modes: small motions are linear, and need no steps.
#include "thigmo/scene/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/plant/edit.h"
#include "thigmo/plant/names.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/beam/branches.h"

namespace thigmo {
namespace {

constexpr size_t most_modes = 60;
constexpr double density = 0.01;  // m²/s⁴/Hz, of the shaking in each of two directions

/// Flexible wood above the trunk, of each order alike.
std::vector<DomainId> choose_branches(const Plant& plant, size_t count) {
    std::vector<std::vector<DomainId>> orders;
    for (const DomainId domain : plant.domains.rows()) {
        const size_t order = plant.domains.order[domain];
        if (order == 0 || !is_wood(plant.domains.kind[domain]) || !is_branch(plant, domain))
            continue;
        if (orders.size() <= order) orders.resize(order + 1);
        orders[order].push_back(domain);
    }
    std::erase_if(orders, [](const auto& rows) { return rows.empty(); });
    // Orders of few branches first, so that the others take what those cannot.
    std::ranges::stable_sort(orders, {}, [](const auto& rows) { return rows.size(); });
    std::vector<DomainId> chosen;
    for (size_t k = 0; k < orders.size(); ++k) {
        const std::vector<DomainId>& rows = orders[k];
        const size_t left = count - chosen.size(), share = left / (orders.size() - k);
        const size_t taken = std::min(share, rows.size());
        for (size_t i = 0; i < taken; ++i) chosen.push_back(rows[i * rows.size() / taken]);
    }
    std::ranges::sort(chosen);
    return chosen;
}

/// A branch cut out as a plant.
struct Shaken {
    Plant plant;
    Vec3 across[2];  // directions of the shaking
    SegmentId tip;
    double length;  // m
};

Shaken cut_out(const Plant& plant, DomainId domain) {
    Plant piece = take_subtree(plant, domain).plant;
    const Rows<SegmentId> run = piece.domains.segments[DomainId(size_t{0})];
    const Vec3 chord = piece.segments.end[run.back()] - piece.segments.start[run.front()];
    const Quat frame = Quat::FromTwoVectors(Vec3::UnitX(), chord);
    double sum = 0;
    for (const SegmentId row : run) sum += length(piece.segments, row);
    return {std::move(piece), {frame * Vec3::UnitY(), frame * Vec3::UnitZ()}, run.back(), sum};
}

LinearModes modes_of(const Plant& plant, const SimulatorSettings& settings) {
    LinearModes found = find_linear_modes(plant, settings, most_modes);
    if (found.modes.empty())
        throw InputError(fmt::format("compare: found no modes with {} ({}), expected some",
                                     simulator_names[settings.index()], found.failure));
    return found;
}

/// Share of a mode in how far the tip gives way to a slow shaking of the base.
double tip_share(const Shaken& branch, const LinearMode& mode) {
    double sum = 0;
    for (const Vec3& seen : branch.across)
        for (const Vec3& driven : branch.across)
            sum += std::pow(mode.end[branch.tip].dot(seen) * mode.drive.dot(driven), 2);
    return std::sqrt(sum) / (mode.frequency * mode.frequency);
}

const LinearMode& main_sway(const Shaken& branch, const LinearModes& found) {
    return *std::ranges::max_element(
        found.modes, {}, [&](const LinearMode& mode) { return tip_share(branch, mode); });
}

Answer answer(const Shaken& branch, const LinearModes& own, const LinearMode& other) {
    std::vector<LinearMode> moving;  // a beam's branches sway one by one
    for (const LinearMode& mode : own.modes)
        if (mode.end[branch.tip].norm() > 0) moving.push_back(mode);
    if (moving.empty()) throw InputError("compare: found no mode that moves the tip, expected one");
    const LinearMode& likest = moving[likest_mode(moving, other)];
    return {likest.frequency, shape_likeness(likest.end, other.end),
            shaken_rms(own, branch.tip, branch.across, density)};
}

BranchComparison compare(const Shaken& branch, const SimulatorSettings& first,
                         const SimulatorSettings& second, const Referee& referee) {
    const LinearModes one = modes_of(branch.plant, first), other = modes_of(branch.plant, second);
    LinearModes third;
    if (referee) third = referee(branch.plant);
    const LinearMode& main = main_sway(branch, third.modes.empty() ? other : third);
    BranchComparison found;
    found.length = branch.length;
    found.first = answer(branch, one, main);
    found.second = answer(branch, other, main);
    if (!third.modes.empty()) found.referee = main.frequency;
    return found;
}

/// The value below which that share of the sorted ones lies, straight between neighbours.
double quantile(const std::vector<double>& sorted, double share) {
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<size_t>(at);
    const size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

Deviation deviation(const Comparison& found, double Answer::*what) {
    std::vector<double> apart;
    for (const BranchComparison& row : found.branches)
        apart.push_back(std::abs(log_ratio(row.first.*what, row.second.*what)));
    std::ranges::sort(apart);
    return {quantile(apart, 0.5), quantile(apart, 0.75), apart.back()};
}

}  // namespace

double log_ratio(double first, double second) {
    return std::log(second / first);
}

Comparison compare_branches(const Plant& plant, const SimulatorSettings& first,
                            const SimulatorSettings& second, size_t count, Progress& progress,
                            const Referee& referee) {
    const std::vector<DomainId> chosen = choose_branches(plant, count);
    if (chosen.empty())
        throw InputError(
            "compare: found no flexible branch above the trunk, expected at least one");
    Comparison found;
    for (size_t i = 0; i < chosen.size(); ++i) {
        progress.report(static_cast<double>(i) / static_cast<double>(chosen.size()), "branches");
        BranchComparison row = compare(cut_out(plant, chosen[i]), first, second, referee);
        row.name = domain_name(plant, chosen[i]);
        row.order = plant.domains.order[chosen[i]];
        found.branches.push_back(std::move(row));
    }
    found.frequency = deviation(found, &Answer::frequency);
    found.sway = deviation(found, &Answer::sway);
    return found;
}

}  // namespace thigmo
