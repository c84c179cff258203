// thigmo measure wind: what blows, beside what was asked for.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "apps/cli/measure_wind_load.h"
#include "thigmo/air/wind.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/base/json.h"
#include "thigmo/base/random.h"
#include "thigmo/io/plot.h"
#include "thigmo/mechanics/power_spectrum.h"

namespace thigmo::cli {
namespace {

constexpr double step = 0.04, duration = 640;  // s
constexpr int places = 24;

/// Means over a few places at one height; components along, across, up.
struct WindNumbers {
    double mean = 0, asked_mean = 0;
    Vec3 deviation = Vec3::Zero();
    std::vector<double> frequency, asked_frequency;
    std::array<std::vector<double>, 3> density, asked;
};

std::vector<Vec3> winds_at(Air& air, std::vector<AirSample>& samples) {
    std::vector<Vec3> winds;  // one after another, a moment's places together
    for (double time = 0; time < duration; time += step) {
        air.sample(samples, 0);
        for (const AirSample& sample : samples) winds.push_back(sample.wind);
        air.advance(step, samples);
    }
    return winds;
}

/// Means over frequencies that lie within a tenth of one another.
void smooth(WindNumbers& numbers) {
    std::vector<double> frequency;
    std::array<std::vector<double>, 3> density;
    for (size_t from = 1; from < numbers.frequency.size() && numbers.frequency[from] <= 10;) {
        size_t to = from;
        while (to < numbers.frequency.size() &&
               numbers.frequency[to] <= 1.1 * numbers.frequency[from])
            ++to;
        frequency.push_back((numbers.frequency[from] + numbers.frequency[to - 1]) / 2);
        for (size_t c = 0; c < 3; ++c) {
            double sum = 0;
            for (size_t k = from; k < to; ++k) sum += numbers.density[c][k];
            density[c].push_back(sum / static_cast<double>(to - from));
        }
        from = to;
    }
    numbers.frequency = frequency;
    numbers.density = density;
}

WindNumbers measure(const WindSettings& settings, double height) {
    Random random(1);
    std::vector<AirSample> samples(places);
    for (AirSample& sample : samples)
        sample.point = {random.uniform(-100, 100), height, random.uniform(-100, 100)};
    const auto air = make_air(settings);
    const std::vector<Vec3> winds = winds_at(*air, samples);
    Vec3 mean = Vec3::Zero();
    for (const Vec3& wind : winds) mean += wind / static_cast<double>(winds.size());
    const Vec3 flat(mean.x(), 0, mean.z());
    const Vec3 along = flat.norm() > 0 ? Vec3(flat.normalized()) : Vec3(Vec3::UnitX());
    const Vec3 axes[] = {along, Vec3::UnitY().cross(along), Vec3::UnitY()};
    WindNumbers numbers;
    numbers.mean = mean.norm();
    numbers.asked_mean =
        settings.profile
            ? log_profile(height, settings.speed, settings.reference_height, settings.roughness)
            : settings.speed;
    for (Eigen::Index c = 0; c < 3; ++c)
        for (size_t place = 0; place < places; ++place) {
            std::vector<double> signal;
            for (size_t i = place; i < winds.size(); i += places)
                signal.push_back(axes[c].dot(winds[i] - mean));
            for (const double x : signal)
                numbers.deviation[c] += x * x / static_cast<double>(winds.size());
            const PowerSpectrum spectrum = welch(signal, step, 4);
            numbers.frequency = spectrum.frequency;
            auto& sum = numbers.density[static_cast<size_t>(c)];
            sum.resize(spectrum.density.size());
            for (size_t k = 0; k < sum.size(); ++k) sum[k] += spectrum.density[k] / places;
        }
    numbers.deviation = numbers.deviation.cwiseSqrt();
    smooth(numbers);
    return numbers;
}

/// What gusts were asked to be, at frequencies evenly spread over a logarithmic axis.
void add_asked(const WindSettings& settings, WindNumbers& numbers) {
    const Vec3 scales = integral_scales(settings.reference_height);
    for (double f = 1 / duration; f < 10; f *= 1.1) {
        numbers.asked_frequency.push_back(f);
        for (size_t c = 0; c < 3; ++c) {
            const auto i = static_cast<Eigen::Index>(c);
            const double sigma = settings.turbulence * settings.speed * deviation_ratios[i];
            numbers.asked[c].push_back(sigma * sigma *
                                       spectral_density(settings.spectrum,
                                                        static_cast<WindComponent>(c), f, scales[i],
                                                        settings.speed));
        }
    }
}

std::string as_json(const WindNumbers& numbers, const char* kind) {
    Json json;
    json.set("kind", kind)
        .set("mean_m_s", numbers.mean)
        .set("asked_mean_m_s", numbers.asked_mean)
        .set("deviation_m_s", numbers.deviation)
        .set("intensity", numbers.mean > 0 ? numbers.deviation[0] / numbers.mean : 0)
        .set("frequency_hz", numbers.frequency)
        .set("density_along", numbers.density[0])
        .set("density_across", numbers.density[1])
        .set("density_up", numbers.density[2])
        .set("asked_frequency_hz", numbers.asked_frequency)
        .set("asked_density_along", numbers.asked[0])
        .set("asked_density_across", numbers.asked[1])
        .set("asked_density_up", numbers.asked[2]);
    return json.text();
}

std::string as_svg(const WindNumbers& numbers, const std::string& words) {
    Plot plot;
    plot.title = fmt::format("{}: mean {:.2f} m/s, deviations {:.2f}, {:.2f}, {:.2f} m/s", words,
                             numbers.mean, numbers.deviation.x(), numbers.deviation.y(),
                             numbers.deviation.z());
    plot.x = {"frequency (Hz)", true};
    plot.y = {"frequency × density (m²/s²)", true};
    const char* names[] = {"along", "across", "up"};
    const auto premultiplied = [](const std::vector<double>& f, std::vector<double> density) {
        for (size_t k = 0; k < density.size(); ++k) density[k] *= f[k];
        return density;
    };
    for (size_t c = 0; c < 3; ++c)
        plot.series.push_back(
            {names[c], numbers.frequency, premultiplied(numbers.frequency, numbers.density[c])});
    for (size_t c = 0; c < 3 && !numbers.asked_frequency.empty(); ++c)
        plot.series.push_back({std::string(names[c]) + ", asked", numbers.asked_frequency,
                               premultiplied(numbers.asked_frequency, numbers.asked[c]), true});
    return draw_svg(plot);
}

WindSettings read_settings(const std::string& words) {
    if (!words.ends_with(".csv")) return parse_wind(words);
    WindSettings settings;
    settings.kind = WindSettings::Kind::recorded;
    settings.file = words;
    return settings;
}

/// InputError for options that say nothing here: of a plant without one, or of still air beside
/// one.
void check(const WindLoadRequest& load, double height, const Options& options,
           const std::string& speeds) {
    if (options.given("--on") && options.given("--height"))
        throw InputError(
            "--height: found --on beside it, expected one of them: a plant is pushed at all its "
            "heights");
    if (!(height > 0 && height <= 1000))
        throw InputError(
            fmt::format("--height: found {:g}, expected more than 0, at most 1000 m", height));
    if (options.given("--on")) return;
    if (load.tunnel || load.bare)
        throw InputError(
            fmt::format("{}: found no --on, expected it: the plant that the wind pushes",
                        load.tunnel ? "--tunnel" : "--no-shelter"));
    if (speeds.find(',') != std::string::npos && !speeds.ends_with(".csv"))
        throw InputError(fmt::format(
            "thigmo measure wind: found '{}' without --on, expected one wind, or several and --on "
            "PLANT, which they push",
            speeds));
}

MeasureAction declare(Options& options) {
    auto height = std::make_shared<double>(10);
    auto load = std::make_shared<WindLoadRequest>();
    options.option("--height", *height, "wind: at this height (m)");
    options.option("--on", load->plant,
                   "wind: a .plant or a species that steady winds of these speeds (2,4,8) push");
    options.flag("--tunnel", load->tunnel, "wind: on a plant, as fast at every height");
    options.flag("--no-shelter", load->bare, "wind: on a plant whose parts do not shelter others");
    return [height, load, &options](const MeasureRequest& common, Terminal& terminal) {
        check(*load, *height, options, common.file);
        if (!load->plant.empty()) return measure_wind_load(*load, common, terminal);
        const WindSettings settings = read_settings(common.file);
        WindNumbers numbers = measure(settings, *height);
        const bool gusty = settings.kind == WindSettings::Kind::gusts;
        if (gusty)
            add_asked(settings, numbers);
        else if (settings.kind == WindSettings::Kind::recorded)
            numbers.asked_mean = numbers.mean;
        if (!common.output.empty()) write_file(common.output, as_svg(numbers, common.file));
        terminal.print(
            common.json
                ? as_json(numbers, make_air(settings)->name())
                : fmt::format(
                      "mean {:.3f} m/s at {:g} m (asked {:.3f}); standard deviations {:.3f} along, "
                      "{:.3f} across, {:.3f} up",
                      numbers.mean, *height, numbers.asked_mean, numbers.deviation.x(),
                      numbers.deviation.y(), numbers.deviation.z()));
        tell_file(common, terminal);
    };
}

}  // namespace

Measure measure_wind() {
    return {"wind", declare, {"--height", "--on", "--tunnel", "--no-shelter", "--output"}};
}

}  // namespace thigmo::cli
