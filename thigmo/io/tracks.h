// Points of a plant over time, as CSV.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "thigmo/plant/pose.h"

namespace thigmo {

/// A point that moves with a segment or, where that is none, with a domain's rigid shape.
struct TrackedPoint {
    std::string name;
    SegmentId segment;
    DomainId shape;
    Vec3 rest = Vec3::Zero();  // in the plant's space (m)
};

/// The end of the segment that has this name in exports (`trunk.seg_3`, `branch_2`); `tip` is the
/// end of the first stem. InputError for a name that no segment has.
TrackedPoint track_segment(const Plant& plant, std::string_view name);

/// One row per pose: `time_s`, and `NAME_x_m`, `NAME_y_m`, `NAME_z_m` for each point. InputError
/// without points, or for a name that is empty, twice there, or holds a comma, quote or line break.
std::unique_ptr<MotionSink> open_tracks(std::vector<TrackedPoint> points,
                                        const std::filesystem::path& path);

}  // namespace thigmo
