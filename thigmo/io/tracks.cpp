// CSV rows, written as the poses come.
#include "thigmo/io/tracks.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "thigmo/base/delimited_text.h"
#include "thigmo/base/error.h"
#include "thigmo/base/part_file.h"
#include "thigmo/io/joints.h"
#include "thigmo/plant/drawn.h"

namespace thigmo {
namespace {

void check_names(const std::vector<TrackedPoint>& points, const std::filesystem::path& path) {
    if (points.empty())
        throw InputError(fmt::format("{}: found no points, expected some to track", path.string()));
    std::set<std::string_view> taken;
    for (const TrackedPoint& point : points) {
        if (point.name.empty() || point.name.find_first_of(",\"\r\n") != std::string::npos)
            throw InputError(
                fmt::format("{}: found '{}' for a point, expected a name without "
                            "commas, quotes and line breaks",
                            path.string(), point.name));
        if (!taken.insert(point.name).second)
            throw InputError(fmt::format("{}: found two points '{}', expected names that differ",
                                         path.string(), point.name));
    }
}

class Tracks final : public MotionSink {
  public:
    Tracks(std::vector<TrackedPoint> points, const std::filesystem::path& path)
        : points_(std::move(points)), file_(path) {
        text_ = "time_s";
        for (const TrackedPoint& point : points_)
            for (const char* axis : {"_x_m", "_y_m", "_z_m"})
                text_.append(",").append(text_cell(point.name + axis));
        text_ += '\n';
    }

    void write(double time, const Pose& pose) override {
        const auto out = std::back_inserter(text_);
        fmt::format_to(out, FMT_COMPILE("{}"), time);
        for (const TrackedPoint& point : points_) {
            const Vec3 now =
                (point.segment.exists() ? pose.segments[point.segment] : pose.shapes[point.shape]) *
                point.rest;
            fmt::format_to(out, FMT_COMPILE(",{},{},{}"), now.x(), now.y(), now.z());
        }
        text_ += '\n';
        if (text_.size() < (size_t{1} << 16)) return;
        file_.write(text_);
        text_.clear();
    }

    bool reads_shapes() const override {
        return std::ranges::any_of(points_, [](const auto& at) { return !at.segment.exists(); });
    }

    void finish() override {
        file_.write(text_);
        file_.commit();
    }

  private:
    std::vector<TrackedPoint> points_;
    PartFile file_;
    std::string text_;
};

}  // namespace

TrackedPoint track_segment(const Plant& plant, std::string_view name) {
    const auto at_end = [&](SegmentId segment) {
        return TrackedPoint{std::string(name), segment, DomainId::none(),
                            plant.segments.end[segment]};
    };
    if (name == "tip")
        for (const DomainId domain : plant.domains.rows())
            if (const Rows<SegmentId> own = plant.domains.segments[domain]; !own.empty())
                return at_end(own.back());
    const Column<SegmentId, std::string> names = segment_names(plant);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return at_end(SegmentId(size_t(found - names.begin())));
    throw InputError(fmt::format("{}: found no segment '{}', expected tip or a name such as {}",
                                 title(plant), name,
                                 names.empty() ? "trunk" : names.values().back()));
}

std::unique_ptr<MotionSink> open_tracks(std::vector<TrackedPoint> points,
                                        const std::filesystem::path& path) {
    check_names(points, path);
    return std::make_unique<Tracks>(std::move(points), path);
}

}  // namespace thigmo
