// Least squares of decays: amplitudes are linear, frequencies and rates by simplex.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "thigmo/mechanics/simplex.h"
#include "thigmo/mechanics/sway.h"

namespace thigmo {
namespace {

constexpr double turn = 2 * std::numbers::pi;

/// Columns 1, Re and Im of e^((−σ + iω)t) for each pair (ln ω, ln σ).
Eigen::MatrixXd basis(const std::vector<double>& logs, Eigen::Index count, double step) {
    Eigen::MatrixXd columns(count, 1 + static_cast<Eigen::Index>(logs.size()));
    columns.col(0).setOnes();
    for (size_t k = 0; k + 1 < logs.size(); k += 2) {
        const std::complex<double> factor =
            std::exp(step * std::complex<double>(-std::exp(logs[k + 1]), std::exp(logs[k])));
        std::complex<double> value = 1;
        for (Eigen::Index i = 0; i < count; ++i, value *= factor) {
            columns(i, 1 + static_cast<Eigen::Index>(k)) = value.real();
            columns(i, 2 + static_cast<Eigen::Index>(k)) = value.imag();
        }
    }
    return columns;
}

struct Solution {
    Eigen::VectorXd amplitudes;
    Eigen::VectorXd curve;
    double squares = 0;  // of what is left
};

Solution solve(const std::vector<double>& logs, const Eigen::VectorXd& signal, double step) {
    const Eigen::MatrixXd columns = basis(logs, signal.size(), step);
    Solution solution;
    Eigen::MatrixXd normal = columns.transpose() * columns;
    normal.diagonal() *= 1 + 1e-12;  // two decays may fall together
    solution.amplitudes = normal.ldlt().solve(columns.transpose() * signal);
    solution.curve = columns * solution.amplitudes;
    solution.squares = (signal - solution.curve).squaredNorm();
    return solution;
}

/// Half the samples and less where there are very many: the slow sways stay.
std::vector<double> thinned(std::span<const double> signal, double& step) {
    constexpr size_t most_samples = 20000;
    const size_t every = (signal.size() + most_samples - 1) / most_samples;
    std::vector<double> kept;
    for (size_t i = 0; i + every <= signal.size(); i += every) {
        double sum = 0;
        for (size_t j = 0; j < every; ++j) sum += signal[i + j];
        kept.push_back(sum / static_cast<double>(every));
    }
    step *= static_cast<double>(every);
    return kept;
}

DecayFit describe(const std::vector<double>& logs, const Solution& solution, double duration) {
    DecayFit fit;
    for (size_t k = 0; k + 1 < logs.size(); k += 2) {
        const double omega = std::exp(logs[k]), sigma = std::exp(logs[k + 1]);
        const auto i = static_cast<Eigen::Index>(k);
        const double squares = solution.amplitudes.segment<2>(1 + i).squaredNorm();
        const double lasting = (1 - std::exp(-2 * sigma * duration)) / (2 * sigma);
        fit.decays.push_back({omega / turn, sigma / std::hypot(sigma, omega), squares * lasting});
    }
    std::ranges::stable_sort(fit.decays, std::greater(), &Decay::energy);
    fit.curve.assign(solution.curve.begin(), solution.curve.end());
    return fit;
}

}  // namespace

DecayFit fit_decays(std::span<const double> given, double step, size_t most) {
    const std::vector<double> samples = thinned(given, step);
    const auto count = static_cast<Eigen::Index>(samples.size());
    const Eigen::VectorXd signal = Eigen::Map<const Eigen::VectorXd>(samples.data(), count);
    const double variance = (signal.array() - signal.mean()).matrix().squaredNorm();
    std::vector<double> logs;
    Solution best = solve(logs, signal, step);
    DecayFit fit;
    for (size_t n = 0; n < most; ++n) {
        const Eigen::VectorXd rest = signal - best.curve;
        const PowerSpectrum spectrum =
            welch({rest.data(), static_cast<size_t>(rest.size())}, step, 1);
        const auto peak = std::ranges::max_element(spectrum.density) - spectrum.density.begin();
        const double omega =
            turn * spectrum.frequency[static_cast<size_t>(std::max<ptrdiff_t>(peak, 1))];
        std::vector<double> start = logs;
        start.insert(start.end(), {std::log(omega), std::log(0.02 * omega)});
        std::vector<double> steps;
        for (size_t k = 0; k < start.size(); k += 2) steps.insert(steps.end(), {0.02, 0.7});
        const auto squares = [&](const std::vector<double>& at) {
            return solve(at, signal, step).squares;
        };
        // Once more from where it ended, for a simplex that collapsed.
        std::vector<double> found =
            minimize(squares, start, steps, 300 + 150 * static_cast<int>(n));
        found = minimize(squares, found, steps, 300 + 150 * static_cast<int>(n));
        const Solution next = solve(found, signal, step);
        const double before = best.squares;
        if (!(next.squares < before)) break;
        logs = found;
        best = next;
        fit = describe(logs, best, step * static_cast<double>(count));
        const Eigen::VectorXd left = (signal - best.curve).tail(count / 2);
        fit.late = std::sqrt(left.squaredNorm() /
                             static_cast<double>(std::max<Eigen::Index>(left.size(), 1)));
        fit.explained = variance > 0 ? 1 - best.squares / variance : 0;
        if (fit.explained > 0.9999 || next.squares > 0.9 * before) break;
    }
    return fit;
}

}  // namespace thigmo
