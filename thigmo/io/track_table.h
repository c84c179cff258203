// Tracked points read back from CSV, as tracks.h writes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "thigmo/base/vector.h"

namespace thigmo {

struct Track {
    std::string name;
    std::vector<Vec3> points;  // m; a column that is no coordinate of a point stands in x alone
};

struct TrackTable {
    double start = 0, step = 0;  // s
    std::vector<Track> tracks;
};

/// Columns `time_s`, then `NAME_x_m`, `NAME_y_m`, `NAME_z_m` for each point; other columns are
/// signals of one number each. InputError `source:line:column: …` as for all tables of numbers.
TrackTable read_tracks(std::string_view text, const std::string& source);

/// Where a point is along the line on which it moves most (m from its mean place).
std::vector<double> along_main_axis(const std::vector<Vec3>& points);

}  // namespace thigmo
