// The options that say how a picture or film is taken, the same for every verb that takes one.
#pragma once

#include <optional>
#include <string>

#include "apps/cli/verb.h"
#include "thigmo/render/picture.h"

namespace thigmo::cli {

struct CameraRequest {
    std::string size = "960x540", sun, eye, target;
    double azimuth_deg = 30, fov_deg = 30, zoom = 1;
    std::optional<double> elevation_deg;
};

/// --size --azimuth --elevation --fov --zoom --camera --look-at --sun.
void declare_camera(Options& options, CameraRequest& request);

/// Sets size, view and sun. InputError for words that are no numbers, and a target without a
/// camera.
void set_camera(const CameraRequest& request, PictureSettings& settings);

}  // namespace thigmo::cli
