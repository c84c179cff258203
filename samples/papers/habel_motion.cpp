// The motion of branches: an oscillator's response, and the spectra that textures give.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "samples/papers/habel.h"
#include "thigmo/io/plot.h"
#include "thigmo/mechanics/oscillator.h"
#include "thigmo/mechanics/power_spectrum.h"
#include "thigmo/sim/beam/motion_texture.h"

namespace thigmo::papers {
namespace {

/// Mean spectrum of branches of 1 Hz that run through the texture.
PowerSpectrum mean_spectrum(Weave weave, double damping_ratio) {
    const MotionTexture texture = make_motion_texture(weave, Drive::white, 7);
    constexpr int branches = 40;
    constexpr double step = 0.05;
    PowerSpectrum mean;
    for (int branch = 0; branch < branches; ++branch) {
        const Trajectory run = draw_trajectory(weave, static_cast<uint64_t>(branch));
        std::vector<double> series;
        for (int i = 0; i < 8192; ++i)
            series.push_back(double(sample(texture, layer_of(damping_ratio),
                                           run.begin + i * step * run.period)[branch % 2]));
        const PowerSpectrum own = welch(series, step, 4);
        mean.frequency = own.frequency;
        mean.density.resize(own.density.size());
        for (size_t i = 0; i < own.density.size(); ++i)
            mean.density[i] += own.density[i] / branches;
    }
    return mean;
}

double share_below(const PowerSpectrum& spectrum, double frequency) {
    double below = 0, all = 0;
    for (size_t i = 1; i < spectrum.frequency.size(); ++i) {
        all += spectrum.density[i];
        if (spectrum.frequency[i] < frequency) below += spectrum.density[i];
    }
    return below / all;
}

/// Of the oscillator itself under a force alike at all frequencies.
double wanted_share(double damping_ratio, double frequency) {
    double below = 0, all = 0;
    for (double f = 5e-4; f < 20; f += 1e-3) {
        const double density = std::pow(oscillator_response(f, 1, damping_ratio, 1), 2);
        all += density;
        if (f < frequency) below += density;
    }
    return below / all;
}

struct Response {
    double f, amplitude;  // by integration in time
    double printed;       // of the printed equation
};
constexpr Response responses[] = {
    {0, 0.0056289546468, 0.0141096968743},   {0.5, 0.00632936829401, 0.0141900761754},
    {1, 0.0100799620387, 0.0134349997451},   {1.5, 0.0663145596216, 0.0105542899627},
    {2, 0.00716180236017, 0.00725512133497}, {3, 0.00187332119182, 0.00351112776467}};

}  // namespace

void habel_response(Table& table, Progress&) {
    constexpr double ratio = 0.8 / (4 * std::numbers::pi * 1.5);
    for (const Response& row : responses)
        table.rows.push_back(expect(fmt::format("2 kg, 1.5 Hz, damping 0.8/s, at {} Hz", row.f),
                                    oscillator_response(row.f, 1.5, ratio, 2), row.amplitude, 1e-6,
                                    "the equation of motion, integrated")
                                 .print(row.printed));
}

void habel_spectrum(Table& table, Progress& progress) {
    Plot plot{"sway of a branch of 1 Hz, damping ratio 0.05, under white force",
              {"frequency (Hz)"},
              {"density (1/Hz)", true},
              {}};
    for (const double zeta : {0.05, 0.1, 0.2}) {
        progress.report(zeta * 4, "running through textures");
        const PowerSpectrum ours = mean_spectrum(Weave::rows, zeta),
                            printed = mean_spectrum(Weave::isotropic, zeta);
        const double wanted = wanted_share(zeta, 0.8);
        table.rows.push_back(expect(fmt::format("damping {}: share below 0.8 f, ours", zeta),
                                    share_below(ours, 0.8), wanted, 0.02 / wanted,
                                    "the oscillator itself"));
        // A ring of waves in all directions has (2/π) asin 0.8 of a line's variance below 0.8.
        table.rows.push_back(bound_below(fmt::format("damping {}: same, isotropic texture", zeta),
                                         share_below(printed, 0.8), 0.5,
                                         "(2/π) asin 0.8 = 0.59 of a thin ring"));
        if (zeta > 0.05) continue;
        PlotSeries target{"wanted", {}, {}, true}, own{"rows", {}, {}}, paper{"isotropic", {}, {}};
        double all = 0;
        for (double f = 5e-4; f < 20; f += 1e-3)
            all += 1e-3 * std::pow(oscillator_response(f, 1, zeta, 1), 2);
        for (size_t i = 1; i < ours.frequency.size() && ours.frequency[i] < 2; ++i) {
            const double f = ours.frequency[i];
            target.x.push_back(f);
            target.y.push_back(std::pow(oscillator_response(f, 1, zeta, 1), 2) / all);
            own.x.push_back(f);
            own.y.push_back(ours.density[i]);
            paper.x.push_back(f);
            paper.y.push_back(printed.density[i]);
        }
        plot.series = {target, own, paper};
    }
    table.svg = draw_svg(plot);
}

}  // namespace thigmo::papers
