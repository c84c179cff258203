// Motion out as a point cache: every vertex in every frame, with the mesh at rest beside it.
#pragma once

#include <filesystem>
#include <memory>

#include "thigmo/io/obj.h"
#include "thigmo/plant/pose.h"

namespace thigmo {

enum class CacheFormat {
    pc2,  // POINTCACHE2 of 3ds Max and Blender: little-endian, one sample per frame from 0
    mdd,  // of LightWave: big-endian, with the time of every frame
};

struct PointCacheSettings {
    CacheFormat format = CacheFormat::pc2;
    size_t frames = 0;  // expected; an MDD takes no more than that
    Axes axes = Axes::y_up;
    ExportReport* report = nullptr;  // filled by finish()
    SkinSettings tubes;
};

/// Frames go straight to a file beside the target, which is renamed when finished; `X.obj`, `X.mtl`
/// and its textures are written beside `X.pc2` then, one object whose vertices stand in the cache's
/// order. The plant must outlive the sink. InputError where there is nothing to draw, and where the
/// expected frames have no room on the disk.
std::unique_ptr<MotionSink> open_point_cache(const Plant& plant, const PointCacheSettings& settings,
                                             const std::filesystem::path& path);

}  // namespace thigmo
