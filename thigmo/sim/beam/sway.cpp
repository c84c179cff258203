// Amplitudes from the wind, time series from the motion texture.
#include "thigmo/sim/beam/sway.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/base/parallel.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/mechanics/spectrum.h"
#include "thigmo/mechanics/tapered_beam.h"

namespace thigmo {
namespace {

constexpr double turn = 2 * std::numbers::pi;

size_t orders(const BeamPlant& plant) {
    size_t most = 0;
    for (const Branch& branch : plant.branches) most = std::max<size_t>(most, branch.order + 1u);
    return most;
}

/// Root mean square of the tip's sway per `lean` and (Hz)^(1/3), where the force's fluctuation is
/// (2 + vogel) times the wind's and S_u = σ² 0.202 (f ℓ/U)^(−2/3)/f, as all spectra of wind have it
/// at the frequencies of branches.
double gust_gain(const Gale& gale, const BeamWind& wind, double vogel, double layer) {
    const double scale = integral_scales(wind.reference_height)[0];
    const double inertial = inertial_density * std::cbrt(std::pow(gale.speed / scale, 2));
    return (2 + vogel) * wind.turbulence * gale.lean * std::sqrt(inertial) *
           sway_gain(Drive::gusts, layer);
}

Vec2f sway_of(const MotionTexture& texture, double layer, const Trajectory& run, double frequency,
              const Moments& moments) {
    const Vec2 speed = frequency * run.period;
    const Vec2f now = sample(texture, layer, run.begin + moments.now * speed);
    if (moments.share_before == 0) return now;
    const Vec2f before = sample(texture, layer, run.begin + moments.before * speed);
    return static_cast<float>(moments.share) * now +
           static_cast<float>(moments.share_before) * before;
}

/// The direction of the wind for a branch that those below it have turned towards the wind.
///
/// A pendulum that a wind w leans by a slope q hangs along h + q w; in its own frame the wind then
/// comes along w + q h. Where several are borne by each other q grows faster than their sum; with
/// an eighth of its square they together turn past the wind by a few degrees at the most.
Vec3 felt_wind(const Gale& gale, const Branch& branch, double pressure) {
    const Vec3 turned = pressure * branch.borne;
    return (gale.direction + (1 + turned.norm() / 8) * turned).normalized();
}

}  // namespace

Moments::Moments(double time, double period) : now(time), before(time) {
    if (!(period > 0)) return;
    now = time - period * std::floor(time / period);
    before = now - period;
    const double x = now / period;
    const double angle = std::numbers::pi / 2 * x * x * (3 - 2 * x);
    share = std::cos(angle);
    share_before = std::sin(angle);
}

BeamControls controls(const BeamSettings& settings) {
    return {settings.wind, settings.damping, {}, {settings.sway}, settings.flutter};
}

MotionTexture sway_texture(const BeamSettings& settings) {
    return make_motion_texture(settings.weave, Drive::gusts, settings.seed);
}

double of_order(const std::vector<double>& values, size_t order, double otherwise) {
    return values.empty() ? otherwise : values[std::min(order, values.size() - 1)];
}

Gale make_gale(const BeamPlant& plant, const BeamSettings& settings, const BeamControls& live) {
    Gale gale;
    gale.speed = live.wind.mean.norm();
    if (gale.speed > 0) gale.direction = live.wind.mean / gale.speed;
    const double reconfigured =
        gale.speed > vogel_speed ? std::pow(gale.speed / vogel_speed, plant.vogel) : 1;
    gale.lean = gale.speed * gale.speed * reconfigured;
    gale.swell = swell_share * live.wind.turbulence;
    gale.period = settings.period;
    for (size_t order = 0; order < orders(plant); ++order) {
        const double layer = layer_of(of_order(live.damping, order, 0.1));
        const double stiffness = of_order(live.stiffness, order, 1);
        gale.layer.push_back(layer);
        gale.gust.push_back(of_order(live.sway, order, 1) *
                            gust_gain(gale, live.wind, plant.vogel, layer));
        gale.compliance.push_back(1 / stiffness);
        gale.tempo.push_back(std::sqrt(stiffness));
    }
    return gale;
}

double swell_at(const Gale& gale, const Vec3& place, double time) {
    const double behind = gale.speed > 0 ? gale.direction.dot(place) / gale.speed : 0;
    double sum = 0;
    for (const SwellWave& wave : swell_waves) {
        double per_second = 1 / wave.period;
        if (gale.period > 0)
            per_second = std::max(1.0, std::round(per_second * gale.period)) / gale.period;
        sum += std::sin(turn * per_second * (time - behind) + wave.phase);
    }
    return std::max(0.0, 1 + gale.swell * sum * std::sqrt(2.0 / swell_waves.size()));
}

void find_bends(const BeamPlant& plant, const MotionTexture& texture, const Gale& gale,
                std::span<const double> factors, double time, std::vector<Bend>& out) {
    out.resize(plant.branches.size());
    const Moments moments(time, gale.period);
    parallel_chunks(out.size(), 256, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
            const Branch& branch = plant.branches[BranchId(i)];
            const size_t order = branch.order;
            const double softer = gale.compliance[order] / (factors.empty() ? 1 : factors[i]);
            const double speed = swell_at(gale, branch.curve.base, time);
            const double pressure = softer * gale.lean * speed * speed;
            const Vec3 wind = branch.frame.conjugate() * felt_wind(gale, branch, pressure);
            const Vec2f sway = sway_of(texture, gale.layer[order], branch.run,
                                       gale.tempo[order] * branch.frequency, moments);
            // Ways of the tip in the directions of sway, as shares of what the unit load gives.
            const double unit = branch.lean / (branch.length * beam_deflection(branch.taper, 1));
            const double free = pressure * unit;
            const double yields =
                1 / (1 + free * beam_slope(branch.taper, 1.0) * std::max(0.0, wind.x()));
            const double lean = yields * free;
            const double gust = yields * yields * unit * softer * gale.gust[order] * speed /
                                std::cbrt(branch.frequency);
            const double y = lean * wind.y() + gust * double(sway.x());
            const double z = lean * wind.z() + gust * double(sway.y());
            const double amplitude = std::hypot(y, z);
            out[i].amplitude = amplitude;
            out[i].axis = amplitude > 0 ? Vec3(branch.frame * Vec3(0, -z, y) / amplitude)
                                        : Vec3(branch.frame * Vec3::UnitZ());
        }
    });
}

}  // namespace thigmo
