// thigmo measure sway: spectrum, dominant frequency and damping of tracked points.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "apps/cli/measure.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/base/json.h"
#include "thigmo/io/plot.h"
#include "thigmo/io/track_table.h"
#include "thigmo/mechanics/sway.h"

namespace thigmo::cli {
namespace {

struct Request {
    std::string point;
    double from = 0;
};

const char* method_name(Sway::Method method) {
    return method == Sway::Method::free_decay ? "free decay" : "spectral peak";
}

/// None where chance alone could make as much.
std::optional<double> damping_told(const Sway& sway) {
    if (sway.damping_error && !(*sway.damping_error <= 1)) return {};
    return sway.damping_ratio;
}

std::string damping_text(const Sway& sway) {
    const std::optional<double> ratio = damping_told(sway);
    if (!ratio) return "its damping cannot be told from this record";
    std::string text = fmt::format("damping ratio {:.4g}", *ratio);
    if (sway.damping_error) text += fmt::format(" ± {:.0f}%", 100 * *sway.damping_error);
    return text;
}

/// The track of that name; without a name, the one that moves most.
const Track& choose(const TrackTable& table, const std::string& point, const std::string& file) {
    const auto named = std::ranges::find(table.tracks, point, &Track::name);
    if (named != table.tracks.end()) return *named;
    if (!point.empty()) {
        std::string known;
        for (const Track& track : table.tracks) known += (known.empty() ? "" : ", ") + track.name;
        throw InputError(fmt::format("{}: found no point '{}', expected {}", file, point, known));
    }
    const auto reach = [](const Track& track) {
        double squares = 0;
        for (const double x : along_main_axis(track.points)) squares += x * x;
        return squares;
    };
    return *std::ranges::max_element(table.tracks, {}, reach);
}

std::string as_json(const std::string& name, const Sway& sway) {
    Json json;
    json.set("point", name)
        .set("dominant_hz", sway.dominant_hz)
        .set("damping_ratio", damping_told(sway))
        .set("damping_method", method_name(sway.method))
        .set("damping_relative_error", sway.damping_error)
        .set("explained_by_decay", sway.explained)
        .set("rms", sway.rms)
        .set("other_hz", sway.other_hz)
        .set("frequency_hz", sway.spectrum.frequency)
        .set("density_per_hz", sway.spectrum.density);
    return json.text();
}

std::string as_text(const std::string& name, const Sway& sway) {
    std::string text =
        fmt::format("{} sways at {:.4g} Hz, {} ({})\nrms {:.4g} about its mean", name,
                    sway.dominant_hz, damping_text(sway), method_name(sway.method), sway.rms);
    if (sway.method == Sway::Method::free_decay)
        text += fmt::format("; decays explain {:.1f}% of it", 100 * sway.explained);
    for (const double hz : sway.other_hz) text += fmt::format("; also {:.4g} Hz", hz);
    return text;
}

std::string as_svg(const std::string& name, const Sway& sway) {
    Plot plot;
    plot.title = fmt::format("{}: {:.4g} Hz, {} ({})", name, sway.dominant_hz, damping_text(sway),
                             method_name(sway.method));
    plot.x = {"frequency (Hz)", true};
    plot.y = {"power spectral density (unit²/Hz)", true};
    plot.series.push_back({"spectrum", sway.spectrum.frequency, sway.spectrum.density});
    if (!sway.fit_hz.empty())
        plot.series.push_back({"fit of the resonance", sway.fit_hz, sway.fit_density});
    const auto& density = sway.spectrum.density;
    const double most = *std::ranges::max_element(density);
    plot.series.push_back(
        {"dominant frequency", {sway.dominant_hz, sway.dominant_hz}, {most * 1e-6, most}, true});
    // What lies a million times below the peak is rounding and noise.
    PlotSeries& spectrum = plot.series.front();
    for (double& value : spectrum.y)
        if (value < most * 1e-6) value = 0;
    return draw_svg(plot);
}

void measure(const Request& request, const MeasureRequest& common, Terminal& terminal) {
    if (!common.file.ends_with(".csv"))
        throw InputError(fmt::format(
            "thigmo measure sway: found '{}', expected a .csv of tracked points, as thigmo "
            "simulate -o tip.csv writes",
            common.file));
    const TrackTable table = read_tracks(read_file(common.file), common.file);
    const Track& track = choose(table, request.point, common.file);
    std::vector<Vec3> points;
    for (size_t i = 0; i < track.points.size(); ++i)
        if (table.start + table.step * (static_cast<double>(i) + 0.01) >= request.from)
            points.push_back(track.points[i]);
    const Sway sway = thigmo::measure_sway(along_main_axis(points), table.step,
                                           fmt::format("{}: {}", common.file, track.name));
    if (!common.output.empty()) write_file(common.output, as_svg(track.name, sway));
    terminal.print(common.json ? as_json(track.name, sway) : as_text(track.name, sway));
    tell_file(common, terminal);
}

MeasureAction declare(Options& options) {
    auto request = std::make_shared<Request>();
    options.option("--point", request->point, "sway: of this point, else of what moves most");
    options.option("--from", request->from, "sway: leave out what comes before (s)");
    return [request](const MeasureRequest& common, Terminal& terminal) {
        measure(*request, common, terminal);
    };
}

}  // namespace

Measure measure_sway() {
    return {"sway", declare, {"--point", "--from", "--output"}};
}

}  // namespace thigmo::cli
