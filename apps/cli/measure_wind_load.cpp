// Speeds to rows of a table, of JSON or of a plot.
#include "apps/cli/measure_wind_load.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/cli/plant_name.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/base/json.h"
#include "thigmo/io/plot.h"
#include "thigmo/scene/wind_load.h"

namespace thigmo::cli {
namespace {

std::vector<double> read_speeds(const std::string& words) {
    std::vector<double> speeds;
    for (size_t from = 0; from <= words.size();) {
        const size_t to = std::min(words.find(',', from), words.size());
        speeds.push_back(parse_wind(words.substr(from, to - from)).speed);
        if (!(speeds.back() > 0))
            throw InputError(fmt::format(
                "thigmo measure wind: found a speed of {:g} m/s, expected winds that blow",
                speeds.back()));
        from = to + 1;
    }
    return speeds;
}

std::string as_text(const WindLoads& loads, const std::string& name) {
    std::string text = fmt::format("{}: height {:.2f} m, silhouette {:.3g} m² in still air\n", name,
                                   loads.height, loads.silhouette);
    text += "   m/s  drag (N)  drag area (m²)  coefficient  frontal area  foot (N m)  lean (m)";
    for (const WindLoad& row : loads.rows)
        text += fmt::format(
            "\n{:>6.4g}  {:>8.4g}  {:>14.4g}  {:>11.3f}  {:>11.0f}%  {:>10.4g}  {:>8.3f}",
            row.speed, row.drag, row.area, loads.coefficient(row),
            100 * row.frontal / loads.silhouette, row.moment, row.lean);
    return text;
}

std::string as_json(const WindLoads& loads, const std::string& name) {
    std::vector<Json> rows;
    for (const WindLoad& row : loads.rows) {
        Json json;
        json.set("speed_m_s", row.speed)
            .set("drag_n", row.drag)
            .set("drag_area_m2", row.area)
            .set("drag_coefficient", loads.coefficient(row))
            .set("frontal_area_m2", row.frontal)
            .set("foot_moment_n_m", row.moment)
            .set("lean_m", row.lean);
        rows.push_back(std::move(json));
    }
    Json json;
    json.set("name", name)
        .set("height_m", loads.height)
        .set("silhouette_m2", loads.silhouette)
        .set("winds", rows);
    return json.text();
}

std::string as_svg(const WindLoads& loads, const std::string& name) {
    Plot plot;
    plot.title = fmt::format("{}, {:.1f} m: drag coefficient of its silhouette in still air", name,
                             loads.height);
    plot.x = {"wind (m/s)", false};
    plot.y = {"drag / (½ρU² silhouette), frontal area left", false};
    PlotSeries coefficient{"drag coefficient", {}, {}}, frontal{"frontal area left", {}, {}, true};
    for (const WindLoad& row : loads.rows) {
        for (PlotSeries* series : {&coefficient, &frontal}) series->x.push_back(row.speed);
        coefficient.y.push_back(loads.coefficient(row));
        frontal.y.push_back(row.frontal / loads.silhouette);
    }
    plot.series = {coefficient, frontal, {"", {0}, {0}, false, true}};
    return draw_svg(plot);
}

}  // namespace

void measure_wind_load(const WindLoadRequest& request, const MeasureRequest& common,
                       Terminal& terminal) {
    const std::vector<double> speeds = read_speeds(common.file);
    const Plant plant = load_or_grow(request.plant, terminal);
    WindSettings wind;
    wind.profile = !request.tunnel;
    wind.shelter = !request.bare;
    TerminalProgress progress = terminal.progress();
    const WindLoads loads =
        measure_wind_loads(plant, ArticulatedSettings{}, wind, speeds, progress);
    if (loads.rows.size() < speeds.size()) return;
    if (!common.output.empty()) write_file(common.output, as_svg(loads, plant.name));
    terminal.print(common.json ? as_json(loads, plant.name) : as_text(loads, plant.name));
    tell_file(common, terminal);
}

}  // namespace thigmo::cli
