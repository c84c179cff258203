// Shaken branches: by steps, which take a record of hundreds of sways; by modes where a simulator
// has no dynamics, or steps so dear that small motions, which are linear, are found without them.
#include "thigmo/scene/compare.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/base/error.h"
#include "thigmo/base/random.h"
#include "thigmo/mechanics/oscillator.h"
#include "thigmo/mechanics/power_spectrum.h"
#include "thigmo/plant/edit.h"
#include "thigmo/plant/names.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/beam/branches.h"
#include "thigmo/sim/fem/fem_modes.h"

namespace thigmo {
namespace {

constexpr double shake = 1;              // m/s², root mean square in each of the two directions
constexpr double low = 0.7, high = 1.3;  // of the resonance: what counts as sway at it

/// Flexible wood above the trunk, of each order alike.
std::vector<DomainId> choose_branches(const Plant& plant, size_t count) {
    std::vector<std::vector<DomainId>> orders;
    for (const DomainId domain : plant.domains.rows()) {
        const size_t order = plant.domains.order[domain];
        if (order == 0 || !is_wood(plant.domains.kind[domain]) || !is_branch(plant, domain) ||
            plant.domains.segments[domain].size() < 2)
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

struct Shaken {
    const Plant& plant;
    Vec3 across[2];  // directions of the shaking
    SegmentId tip;
    double guess;    // Hz, of the resonance
    double damping;  // ratio of the wood
};

double power_between(const PowerSpectrum& spectrum, double from, double to) {
    double sum = 0;
    for (size_t i = 0; i < spectrum.frequency.size(); ++i)
        if (spectrum.frequency[i] >= from && spectrum.frequency[i] <= to)
            sum += spectrum.density[i] * spectrum.resolution();
    return sum;
}

/// From the power of the tip's way in both directions together.
Answer read_spectrum(const PowerSpectrum& sum, double guess) {
    double best = 0, frequency = guess;
    for (size_t i = 1; i + 1 < sum.frequency.size(); ++i) {
        const double f = sum.frequency[i];
        if (f < 0.3 * guess || f > 3 * guess) continue;
        const double density = sum.density[i - 1] + sum.density[i] + sum.density[i + 1];
        if (density > best) {
            best = density;
            frequency = f;
        }
    }
    return {frequency, std::sqrt(power_between(sum, low * frequency, high * frequency))};
}

Answer read_record(const std::vector<double> (&record)[2], double dt, double guess) {
    PowerSpectrum sum = welch(record[0], dt, 8);
    const PowerSpectrum other = welch(record[1], dt, 8);
    for (size_t i = 0; i < sum.density.size(); ++i) sum.density[i] += other.density[i];
    return read_spectrum(sum, guess);
}

double step_length(const Shaken& branch) {
    return 1 / (branch.guess * 48);
}

/// Of a noise that is held over steps, at frequencies far below theirs: 2 dt a².
double noise_density(const Shaken& branch) {
    return 2 * step_length(branch) * shake * shake;
}

/// Steps through sixty-four times eight periods.
Answer by_steps(const Shaken& branch, const SimulatorSettings& settings) {
    const double dt = step_length(branch);
    const auto simulator = make_simulator(branch.plant, settings, {});
    Random random(1);
    std::vector<double> record[2];
    const Vec3 rest = branch.plant.segments.end[branch.tip];
    for (int i = 0; i < 48 * 512; ++i) {
        Loads loads;
        loads.gravity.setZero();
        for (const Vec3& across : branch.across)
            loads.base.acceleration += shake * random.normal() * across;
        if (simulator->step(dt, loads).status == StepReport::Status::failed) return {};
        if (i % 4 != 0) continue;
        const Start base = simulator->base();
        const Rigid motion = simulator->row_motion(Load::Table::segments, branch.tip.value);
        const Vec3 way =
            base.placement.rotation.conjugate() * (motion * rest - base.placement.translation) -
            rest;
        for (size_t k = 0; k < 2; ++k) record[k].push_back(branch.across[k].dot(way));
    }
    return read_record(record, 4 * dt, branch.guess);
}

Answer by_mode(const Shaken& branch, const BeamSettings& settings) {
    const BeamPlant beams = build_branches(branch.plant, settings);
    const Branch& own = beams.branches[BranchId(size_t{0})];
    const double force = own.participation * own.modal_mass;  // per acceleration of the base
    const double density = noise_density(branch) * force * force;
    double sum = 0;
    constexpr int parts = 600;
    const double step = (high - low) * own.frequency / parts;
    for (int i = 0; i < parts; ++i) {
        const double f = low * own.frequency + (i + 0.5) * step;
        const double response =
            oscillator_response(f, own.frequency, branch.damping, own.modal_mass);
        sum += 2 * density * response * response * step;  // two directions
    }
    return {own.frequency, std::sqrt(sum)};
}

/// Accelerations a of the base move mode k by z_k: (ω_k² − ω²) z_k + iω Σ D_kl z_l = −drive_k·a.
Answer by_modes(const Shaken& branch, const FemSettings& settings) {
    constexpr size_t most_modes = 40;
    const FemModes found = find_fem_modes(branch.plant, settings, most_modes);
    if (found.modes.empty())
        throw InputError(fmt::format("compare: found no modes of full elements ({}), expected some",
                                     found.failure));
    const auto count = static_cast<Eigen::Index>(found.modes.size());
    // In phase above, a quarter behind below; by directions of the shaking.
    Eigen::MatrixXd left(2 * count, 2 * count), drive = Eigen::MatrixXd::Zero(2 * count, 2);
    Eigen::MatrixXd seen(2, count);
    Eigen::VectorXd squared(count);
    for (Eigen::Index k = 0; k < count; ++k) {
        const FemMode& mode = found.modes[static_cast<size_t>(k)];
        squared[k] = std::pow(2 * std::numbers::pi * mode.frequency, 2);
        for (Eigen::Index i = 0; i < 2; ++i) {
            drive(k, i) = -mode.drive.dot(branch.across[i]);
            seen(i, k) = mode.end[branch.tip].dot(branch.across[i]);
        }
    }
    const double density = noise_density(branch);
    const auto power = [&](double f) {
        const double omega = 2 * std::numbers::pi * f;
        const Eigen::MatrixXd in_phase = (squared.array() - omega * omega).matrix().asDiagonal();
        left << in_phase, -omega * found.damping, omega * found.damping, in_phase;
        const Eigen::MatrixXd z = left.partialPivLu().solve(drive);
        return density * ((seen * z.topRows(count)).squaredNorm() +
                          (seen * z.bottomRows(count)).squaredNorm());
    };
    // In lines as wide as those of a record, each the mean over it.
    constexpr int lines = 64, fine = 8;  // of the guess; of a line
    PowerSpectrum sum;
    for (int i = 0; i <= 4 * lines; ++i) {
        sum.frequency.push_back(i * branch.guess / lines);
        sum.density.push_back(0);
        for (int k = 0; k < fine; ++k)
            sum.density.back() += power((i - 0.5 + (k + 0.5) / fine) * branch.guess / lines) / fine;
    }
    return read_spectrum(sum, branch.guess);
}

Answer answer(const Shaken& branch, SimulatorSettings settings) {
    footing(settings).shape = GivenShape::unloaded;
    footing(settings).base = Base::held;
    if (auto* beam = std::get_if<BeamSettings>(&settings)) {
        beam->gravity = 0;  // as in the steps
        return by_mode(branch, *beam);
    }
    if (auto* fem = std::get_if<FemSettings>(&settings)) {
        fem->damping = true;  // without it there is no end to a resonance
        return by_modes(branch, *fem);
    }
    return by_steps(branch, settings);
}

double median_deviation(const Comparison& found, double Answer::*what) {
    std::vector<double> apart;
    for (const BranchComparison& row : found.branches)
        apart.push_back(std::abs(row.second.*what / (row.first.*what) - 1));
    std::ranges::sort(apart);
    const size_t n = apart.size();
    return n % 2 == 1 ? apart[n / 2] : (apart[n / 2 - 1] + apart[n / 2]) / 2;
}

}  // namespace

Comparison compare_branches(const Plant& plant, const SimulatorSettings& first,
                            const SimulatorSettings& second, size_t count, Progress& progress) {
    const std::vector<DomainId> chosen = choose_branches(plant, count);
    if (chosen.empty())
        throw InputError(
            "compare: found no flexible branch above the trunk, expected at least one");
    Comparison found;
    for (size_t i = 0; i < chosen.size(); ++i) {
        progress.report(static_cast<double>(i) / static_cast<double>(chosen.size()), "branches");
        const DomainId domain = chosen[i];
        const Plant piece = take_subtree(plant, domain).plant;
        const BeamPlant beams = build_branches(piece, BeamSettings{.gravity = 0});
        const Branch& own = beams.branches[BranchId(size_t{0})];
        const Material& wood = piece.materials[piece.domains.material[own.domain]];
        const Shaken branch{piece,
                            {own.frame * Vec3::UnitY(), own.frame * Vec3::UnitZ()},
                            piece.domains.segments[own.domain].back(),
                            own.frequency,
                            wood.damping_ratio};
        found.branches.push_back({domain_name(plant, domain), plant.domains.order[domain],
                                  own.length, answer(branch, first), answer(branch, second)});
    }
    found.frequency_deviation = median_deviation(found, &Answer::frequency);
    found.sway_deviation = median_deviation(found, &Answer::sway);
    return found;
}

}  // namespace thigmo
