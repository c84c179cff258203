// PC2 and MDD, streamed; what is known only at the end is patched into the head.
#include "thigmo/io/point_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "thigmo/base/byte_size.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file_set.h"
#include "thigmo/base/part_file.h"
#include "thigmo/io/posed_parts.h"
#include "thigmo/plant/drawn.h"

namespace thigmo {
namespace {

static_assert(std::endian::native == std::endian::little);

/// The bytes of 32-bit values in the file's order.
template <class T>
void append(std::span<const T> values, bool big_endian, std::string& bytes) {
    static_assert(sizeof(T) == 4);
    const size_t first = bytes.size();
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    if (!big_endian) return;
    for (size_t i = first; i < bytes.size(); i += 4)
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                     bytes.begin() + static_cast<std::ptrdiff_t>(i + 4));
}

template <class T>
void append(T value, bool big_endian, std::string& bytes) {
    append(std::span<const T>(&value, 1), big_endian, bytes);
}

std::string pc2_head(size_t points, size_t frames) {
    std::string bytes("POINTCACHE2\0", 12);
    append(int32_t{1}, false, bytes);
    append(static_cast<int32_t>(points), false, bytes);
    append(0.0f, false, bytes);  // first frame
    append(1.0f, false, bytes);  // frames per sample
    append(static_cast<int32_t>(frames), false, bytes);
    return bytes;
}

std::string mdd_head(size_t points, const std::vector<float>& times) {
    std::string bytes;
    append(static_cast<int32_t>(times.size()), true, bytes);
    append(static_cast<int32_t>(points), true, bytes);
    append(std::span<const float>(times), true, bytes);
    return bytes;
}

/// Moves bytes of an unfinished file towards its beginning and ends it after them.
void move_down(PartFile& file, size_t from, size_t to, size_t size) {
    std::ifstream reader(file.path(), std::ios::binary);
    reader.seekg(static_cast<std::streamoff>(from));
    std::string piece(std::min(size, size_t{1} << 20), '\0');
    for (size_t done = 0; done < size;) {
        const size_t count = std::min(piece.size(), size - done);
        if (!reader.read(piece.data(), static_cast<std::streamsize>(count)))
            throw InputError(fmt::format("{}: cannot read back", file.path().string()));
        file.overwrite(to + done, {piece.data(), count});
        done += count;
    }
    file.shorten(to + size);
}

void check_room(const std::filesystem::path& path, uint64_t bytes) {
    std::error_code failed;
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    const std::filesystem::space_info room = std::filesystem::space(folder, failed);
    if (failed || bytes <= room.available) return;
    throw InputError(
        fmt::format("{}: found {} free, expected {} for all frames; write fewer or a GLB",
                    path.string(), shown_bytes(room.available), shown_bytes(bytes)));
}

class PointCache final : public MotionSink {
  public:
    PointCache(const Plant& plant, const PointCacheSettings& settings,
               const std::filesystem::path& path)
        : plant_(plant),
          settings_(settings),
          path_(path),
          parts_(collect_parts(plant, settings.tubes)),
          posed_((check_parts(plant, parts_), parts_)),
          positions_(posed_.size()) {
        check_room(path, head().size() + uint64_t{12} * posed_.size() * settings.frames);
        file_.emplace(path);
        file_->write(head());
    }

    void write(double time, const Pose& pose) override;
    void finish() override;

  private:
    bool mdd() const { return settings_.format == CacheFormat::mdd; }
    /// With as many times as are expected: an MDD has them before the frames.
    std::string head() const {
        if (!mdd()) return pc2_head(posed_.size(), times_.size());
        std::vector<float> times = times_;
        times.resize(std::max(times.size(), settings_.frames));
        return mdd_head(posed_.size(), times);
    }
    void finish_head();

    const Plant& plant_;
    PointCacheSettings settings_;
    std::filesystem::path path_;
    std::vector<DrawnPart> parts_;
    PosedParts posed_;
    std::vector<Vec3f> positions_;
    std::vector<float> times_;
    std::string bytes_;
    std::optional<PartFile> file_;
};

void PointCache::write(double time, const Pose& pose) {
    if (mdd() && times_.size() == settings_.frames)
        throw InputError(fmt::format("{}: found more frames than the {} expected", path_.string(),
                                     settings_.frames));
    times_.push_back(static_cast<float>(time));
    posed_.pose(pose, positions_);
    for (Vec3f& position : positions_) position = in_axes(position, settings_.axes);
    bytes_.clear();
    append(std::span<const float>(positions_.front().data(), 3 * positions_.size()), mdd(), bytes_);
    file_->write(bytes_);
}

void PointCache::finish_head() {
    if (mdd() && times_.size() < settings_.frames) {
        const size_t from = head().size();
        settings_.frames = times_.size();
        move_down(*file_, from, head().size(), 12 * posed_.size() * times_.size());
    }
    file_->overwrite(0, head());
}

void PointCache::finish() {
    if (times_.empty())
        throw InputError(fmt::format("{}: found no frames, expected some", path_.string()));
    finish_head();
    FileSet files;
    ExportReport report = write_one_object(plant_, parts_, settings_.axes,
                                           std::filesystem::path(path_).replace_extension(".obj"));
    file_->commit();
    files.commit();
    report.files.insert(report.files.begin(), path_);
    if (settings_.report != nullptr) *settings_.report = std::move(report);
}

}  // namespace

std::unique_ptr<MotionSink> open_point_cache(const Plant& plant, const PointCacheSettings& settings,
                                             const std::filesystem::path& path) {
    check_pictures(plant);
    return std::make_unique<PointCache>(plant, settings, path);
}

}  // namespace thigmo
