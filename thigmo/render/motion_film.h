// A film of a plant that moves.
#pragma once

#include <memory>

#include "thigmo/plant/pose.h"
#include "thigmo/render/frame_sink.h"
#include "thigmo/render/picture.h"

namespace thigmo {

/// As for a picture, at a third of the cost: it is drawn hundreds of times.
inline PictureSettings film_settings() {
    PictureSettings settings;
    settings.samples = 6;
    settings.bounces = 1;
    return settings;
}

/// A point of a plant that a camera goes with: at rest, on a segment or else on a domain's shape.
struct FollowedPoint {
    SegmentId segment;
    DomainId shape;
    Vec3 rest = Vec3::Zero();
};

/// Draws every pose and hands it to `frames`, once all are known: the camera, which looks as on the
/// first pose, sees them all. The ground stays as the first pose has it; the noise stands still, as
/// the settings' seed does not change. The plant and `progress` must outlive it; when cancelled it
/// draws no more, and leaves no film. With a followed point the camera keeps its direction and
/// distance and goes with that point, which stays in the middle of the picture.
std::unique_ptr<MotionSink> open_motion_film(const Plant& plant, const PictureSettings& settings,
                                             std::unique_ptr<FrameSink> frames, Progress& progress,
                                             std::optional<FollowedPoint> followed = {});

}  // namespace thigmo
