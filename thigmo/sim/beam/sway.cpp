// Amplitudes from the wind, time series from the motion texture.
#include "thigmo/sim/beam/sway.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/base/assert.h"
#include "thigmo/base/error.h"
#include "thigmo/base/parallel.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/mechanics/spectrum.h"
#include "thigmo/mechanics/tapered_beam.h"
#include "thigmo/sim/beam/gust_response.h"

namespace thigmo {
namespace {

constexpr double turn = 2 * std::numbers::pi;

size_t orders(const BeamPlant& plant) {
    size_t most = 0;
    for (const Branch& branch : plant.branches) most = std::max<size_t>(most, branch.order + 1u);
    return most;
}

GustsMet gusts_of(const Gale& gale, const BeamWind& wind) {
    return {gale.speed, integral_scales(wind.reference_height)[0], 0};
}

/// When the swell comes to a place of the plant, after it came to the world's origin (s).
double swell_delay(const Gale& gale, const Vec3& place) {
    return gale.speed > 0 ? gale.direction.dot(gale.place + place) / gale.speed : 0;
}

double fraction(double x) {
    return x - std::floor(x);
}

/// Where in the motion texture the branches of a plant begin, beyond their own beginnings: plants
/// of one kind at two places do not sway in step.
Vec2 start_at(const Vec3& place) {
    return {fraction(place.dot(Vec3(0.618, 0.414, 0.732))),
            fraction(place.dot(Vec3(0.347, 0.236, 0.571)))};
}

/// Of a wave (1/s); whole waves where the motion repeats.
double swell_rate(const Gale& gale, const SwellWave& wave) {
    if (!(gale.period > 0)) return 1 / wave.period;
    return std::max(1.0, std::round(gale.period / wave.period)) / gale.period;
}

double speed_of(const Gale& gale, double sum, double gusts) {
    return std::max(0.0, 1 + gale.swell * gusts * sum * std::sqrt(2.0 / swell_waves.size()));
}

/// sin 2πx to 4e-6, in a form of which a compiler makes one loop.
float sine_of_turns(float x) {
    constexpr float whole = 12582912;  // floats above it have no fraction
    x -= (x + whole) - whole;
    const float away = std::abs(x), folded = away > 0.25f ? 0.5f - away : away;
    const float z = static_cast<float>(turn) * folded, zz = z * z;
    const float sine =
        z * (1 + zz * (-1 / 6.f + zz * (1 / 120.f + zz * (-1 / 5040.f + zz / 362880))));
    return std::copysign(sine, x);
}

constexpr size_t bend_block = 64;

/// `swell_at` of a block of branches.
void swell_block(const Gale& gale, std::span<const BranchGale> rows, double time,
                 std::array<float, bend_block>& out) {
    std::array<float, bend_block> behind{};
    for (size_t i = 0; i < rows.size(); ++i) behind[i] = rows[i].behind;
    out.fill(0);
    for (const SwellWave& wave : swell_waves) {
        const double rate = swell_rate(gale, wave), at = rate * time + wave.phase / turn;
        const auto now = static_cast<float>(at - std::floor(at)), slower = static_cast<float>(rate);
        for (size_t i = 0; i < bend_block; ++i) out[i] += sine_of_turns(now - slower * behind[i]);
    }
}

/// Each sway has a frequency of its own, and so a place of its own in the texture.
Vec2f sway_at(const MotionTexture& texture, const BranchGale& branch, double time) {
    return {sample(texture, branch.layer, branch.begin + time * branch.speed[0]).x(),
            sample(texture, branch.layer, branch.begin + time * branch.speed[1]).y()};
}

Vec2f sway_of(const MotionTexture& texture, const BranchGale& branch, const Moments& moments) {
    const Vec2f now = sway_at(texture, branch, moments.now);
    if (moments.share_before == 0) return now;
    return static_cast<float>(moments.share) * now +
           static_cast<float>(moments.share_before) * sway_at(texture, branch, moments.before);
}

/// Sway along a direction over that along the wind, of which the direction has a share.
float sway_share(float across, float share) {
    return std::sqrt(across * across + (1 - across * across) * share * share);
}

/// pressure: `Gale::lean` of this moment over the stiffness; speed: the swell's, over the mean;
/// across: as the gale has it.
Bend bend_of(const BranchGale& branch, float pressure, float softer, float speed, float across,
             const Vec2f& sway) {
    const Vec3f wind = felt_wind(branch.wind, branch.borne, pressure);
    const float free = pressure * branch.unit;
    const Lean<float> lean = lean_of(free, branch.steep, wind.x(), branch.hardening);
    const float steady = lean.share * free, gust = lean.slope * softer * speed;
    const float y =
        steady * wind.y() + gust * branch.gust[0] * sway_share(across, wind.y()) * sway.x();
    const float z =
        steady * wind.z() + gust * branch.gust[1] * sway_share(across, wind.z()) * sway.y();
    const float amplitude = std::sqrt(y * y + z * z);
    if (!(amplitude > 0)) return {branch.z.cast<double>(), 0};
    return {((y * branch.z - z * branch.y) / amplitude).cast<double>(), double(amplitude)};
}

double own_factor(const std::vector<double>& factors, size_t row) {
    return factors.empty() ? 1 : factors[row];
}

void check_count(const char* what, const std::vector<double>& factors, size_t branches) {
    if (!factors.empty() && factors.size() != branches)
        throw InputError(fmt::format("{}: found {} factors of branches, expected {}", what,
                                     factors.size(), branches));
}

/// Damping ratio of a branch in a gale.
double damping_of(const Branch& branch, const Gale& gale, const BeamControls& live, size_t row) {
    const double own = branch.damping + gale.speed * branch.air_damping;
    return of_order(live.damping, branch.order, own) * own_factor(live.branches.damping, row);
}

/// Where the force's fluctuation is (2 + vogel) times the wind's.
BranchGale make_branch_gale(const Branch& branch, const Gale& gale, const BeamControls& live,
                            double vogel, size_t row) {
    const BranchControls& own = live.branches;
    const double stiffness =
        of_order(live.stiffness, branch.order, 1) * own_factor(own.stiffness, row);
    BranchGale made;
    made.wind = (branch.frame.conjugate() * gale.direction).cast<float>();
    made.borne = (branch.frame.conjugate() * branch.borne).cast<float>();
    made.y = (branch.frame * Vec3::UnitY()).cast<float>();
    made.z = (branch.frame * Vec3::UnitZ()).cast<float>();
    made.behind = static_cast<float>(swell_delay(gale, branch.curve.base));
    made.gusts = static_cast<float>(branch.gusts);
    made.compliance = static_cast<float>(1 / stiffness);
    const double unit = unit_of(branch);
    made.unit = static_cast<float>(unit);
    made.steep = static_cast<float>(beam_slope(branch.taper, 1.0));
    made.hardening = static_cast<float>(branch.hardening);
    made.layer = layer_of(damping_of(branch, gale, live, row));
    const double gust = unit * (2 + vogel) * live.wind.turbulence * branch.gusts * gale.lean *
                        sway_gain(Drive::gusts, made.layer) * of_order(live.sway, branch.order, 1) *
                        own_factor(own.sway, row);
    for (size_t k = 0; k < 2; ++k) {
        made.gust[k] = static_cast<float>(
            gust * branch.sway[k] * inertial_gusts(branch.frequency[k], gusts_of(gale, live.wind)));
        made.speed[k] = std::sqrt(stiffness) * branch.frequency[k] * branch.run.period;
    }
    made.begin = branch.run.begin + start_at(gale.place);
    made.stem = static_cast<uint32_t>(branch.stem.exists() ? branch.stem.value : row);
    made.in_step = branch.in_step.cast<float>();
    made.alone = (1 - made.in_step.rowwise().squaredNorm().array()).max(0).sqrt();
    return made;
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
    return {settings.wind, settings.damping, settings.stiffness,
            settings.sway, settings.flutter, settings.place};
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
    // The lean goes with the squared speed of the swell; with reconfiguration it goes with less.
    if (gale.speed > 0)
        gale.swell = live.wind.turbulence * (2 + plant.vogel) / 2 *
                     std::sqrt(swell_variance(gale.speed, gusts_of(gale, live.wind).length));
    gale.across = std::sqrt(lateral_density) / (2 + plant.vogel);
    gale.period = settings.period;
    gale.place = live.place;
    gale.orders = orders(plant);
    check_count("stiffness", live.branches.stiffness, plant.branches.size());
    check_count("damping", live.branches.damping, plant.branches.size());
    check_count("sway", live.branches.sway, plant.branches.size());
    for (const BranchId id : plant.branches.rows())
        gale.branches.push_back(
            make_branch_gale(plant.branches[id], gale, live, plant.vogel, id.value));
    return gale;
}

double swell_at(const Gale& gale, const Vec3& place, double time) {
    const double behind = swell_delay(gale, place);
    double sum = 0;
    for (const SwellWave& wave : swell_waves)
        sum += std::sin(turn * swell_rate(gale, wave) * (time - behind) + wave.phase);
    return speed_of(gale, sum, 1);
}

void find_bends(const BeamPlant& plant, const MotionTexture& texture, const Gale& gale,
                std::span<const double> factors, double time, std::vector<Bend>& out) {
    out.resize(plant.branches.size());
    THIGMO_ASSERT(gale.branches.size() == out.size());
    const Moments moments(time, gale.period);
    steady_chunks(out.size(), bend_block, [&](size_t begin, size_t end) {
        std::array<float, bend_block> swell;
        size_t stem = gale.branches.size();  // none yet
        Vec2f stem_sway = Vec2f::Zero();
        for (size_t i = begin; i < end; ++i) {
            const size_t in_block = (i - begin) % bend_block;
            if (in_block == 0)
                swell_block(gale,
                            std::span(gale.branches).subspan(i, std::min(bend_block, end - i)),
                            time, swell);
            const BranchGale& branch = gale.branches[i];
            const float softer =
                branch.compliance / (factors.empty() ? 1 : static_cast<float>(factors[i]));
            const auto speed =
                static_cast<float>(speed_of(gale, double(swell[in_block]), double(branch.gusts)));
            const float pressure = softer * static_cast<float>(gale.lean) * speed * speed;
            if (branch.stem != stem) {
                stem = branch.stem;
                stem_sway = sway_of(texture, gale.branches[stem], moments);
            }
            const Vec2f alone = stem == i ? stem_sway : sway_of(texture, branch, moments);
            const Vec2f sway = branch.alone.cwiseProduct(alone) + branch.in_step * stem_sway;
            out[i] =
                bend_of(branch, pressure, softer, speed, static_cast<float>(gale.across), sway);
        }
    });
}

}  // namespace thigmo
