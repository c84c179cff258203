// The record of an anemometer, read from a CSV file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "thigmo/base/vector.h"

namespace thigmo {

struct WindRecord {
    std::vector<double> times;     // s, increasing by even steps
    std::vector<Vec3> velocities;  // m/s, in the world
    double step = 0;               // s, the usual one between rows
};

/// Columns by name: time_s, and either u_m_s, v_m_s, w_m_s (towards east, north, up) or speed_m_s,
/// direction_deg (that it blows from, clockwise from north). East is +X, north −Z. Others are
/// passed over. InputError `source:line:column: …` for names that are missing, rows that are no
/// numbers, a time that does not go on, a gap between rows, and fewer than 4 rows.
WindRecord read_wind_record(std::string_view text, const std::string& source);

}  // namespace thigmo
