// CSV to tracks.
#include "thigmo/io/track_table.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "thigmo/base/number_table.h"

namespace thigmo {
namespace {

/// The axis of a coordinate's column, or -1; shortens the name to the point's.
int take_axis(std::string& name) {
    constexpr std::string_view ends[] = {"_x_m", "_y_m", "_z_m"};
    for (int axis = 0; axis < 3; ++axis)
        if (name.size() > 4 && name.ends_with(ends[axis])) {
            name.resize(name.size() - 4);
            return axis;
        }
    return -1;
}

}  // namespace

TrackTable read_tracks(std::string_view text, const std::string& source) {
    const NumberTable table = read_number_table(text, source);
    const NumberColumn& time = table.column("time_s");
    TrackTable result;
    result.step = even_step(table, time);
    result.start = time.values.empty() ? 0 : time.values.front();
    for (const NumberColumn& column : table.columns) {
        if (&column == &time) continue;
        std::string name = column.name;
        const int axis = take_axis(name);
        auto track = std::ranges::find(result.tracks, name, &Track::name);
        if (axis < 0 || track == result.tracks.end()) {
            result.tracks.push_back({name, std::vector<Vec3>(table.rows(), Vec3::Zero())});
            track = result.tracks.end() - 1;
        }
        for (size_t i = 0; i < table.rows(); ++i)
            track->points[i][std::max(axis, 0)] = column.values[i];
    }
    if (result.tracks.empty())
        throw input_error({source, table.header_line, 1}, "no column but time_s",
                          "the coordinates of points, NAME_x_m and so on");
    return result;
}

std::vector<double> along_main_axis(const std::vector<Vec3>& points) {
    const auto count = static_cast<double>(std::max<size_t>(points.size(), 1));
    Vec3 mean = Vec3::Zero();
    for (const Vec3& point : points) mean += point / count;
    Mat3 spread = Mat3::Zero();
    for (const Vec3& point : points) spread += (point - mean) * (point - mean).transpose();
    Vec3 axis = Eigen::SelfAdjointEigenSolver<Mat3>(spread).eigenvectors().col(2);
    // Towards +X, or whichever way it leans most: the sign is else a matter of rounding.
    Eigen::Index most = 0;
    axis.cwiseAbs().maxCoeff(&most);
    if (axis[most] < 0) axis = -axis;
    std::vector<double> along;
    for (const Vec3& point : points) along.push_back(axis.dot(point - mean));
    return along;
}

}  // namespace thigmo
