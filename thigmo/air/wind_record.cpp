// Columns of an anemometer to velocities in the world.
#include "thigmo/air/wind_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/base/number_table.h"
#include "thigmo/base/range.h"

namespace thigmo {
namespace {

constexpr size_t fewest_rows = 4;
constexpr Range speeds{-200, 200};  // m/s

bool is_ours(std::string_view name) {
    constexpr std::string_view ours[] = {"time_s", "u_m_s",     "v_m_s",
                                         "w_m_s",  "speed_m_s", "direction_deg"};
    return std::ranges::find(ours, name) != std::end(ours);
}

/// Values of a column, all within a range.
const std::vector<double>& values(const NumberTable& table, const char* name, Range range) {
    const NumberColumn& column = table.column(name);
    for (size_t i = 0; i < table.rows(); ++i)
        if (!range.holds(column.values[i]))
            throw input_error(table.place(column, i),
                              fmt::format("{} {:g}", name, column.values[i]),
                              fmt::format("{:g} to {:g}", range.low, range.high));
    return column.values;
}

std::vector<Vec3> from_components(const NumberTable& table) {
    const auto &u = values(table, "u_m_s", speeds), &v = values(table, "v_m_s", speeds),
               &w = values(table, "w_m_s", speeds);
    std::vector<Vec3> result;
    for (size_t i = 0; i < table.rows(); ++i) result.emplace_back(u[i], w[i], -v[i]);
    return result;
}

std::vector<Vec3> from_direction(const NumberTable& table) {
    const auto &speed = values(table, "speed_m_s", {0, speeds.high}),
               &from = values(table, "direction_deg", {-360, 720});
    std::vector<Vec3> result;
    for (size_t i = 0; i < table.rows(); ++i) {
        const double angle = from[i] * std::numbers::pi / 180;
        result.emplace_back(-speed[i] * std::sin(angle), 0, speed[i] * std::cos(angle));
    }
    return result;
}

}  // namespace

WindRecord read_wind_record(std::string_view text, const std::string& source) {
    const NumberTable table = read_number_table(text, source, is_ours);
    const NumberColumn& time = table.column("time_s");
    const bool components = table.find("u_m_s") || table.find("v_m_s") || table.find("w_m_s");
    if (!components && !table.find("speed_m_s") && !table.find("direction_deg"))
        throw input_error({source, table.header_line, 1}, "no column of the wind",
                          "u_m_s, v_m_s and w_m_s, or speed_m_s and direction_deg");
    WindRecord record;
    record.velocities = components ? from_components(table) : from_direction(table);
    if (table.rows() < fewest_rows)
        throw input_error({source, table.lines.empty() ? table.header_line : table.lines.back(), 1},
                          fmt::format("{} rows of wind", table.rows()),
                          fmt::format("at least {}", fewest_rows));
    record.times = time.values;
    record.step = even_step(table, time);
    return record;
}

}  // namespace thigmo
