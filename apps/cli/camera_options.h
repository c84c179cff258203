// The options that say how a picture or film is taken, the same for every verb that takes one.
#pragma once

#include <optional>
#include <string>

#include "apps/cli/verb.h"
#include "thigmo/render/picture.h"

namespace thigmo::cli {

struct CameraRequest {
    std::string size = "960x540", sun, eye, target;
    double fov_deg = 30;
    std::optional<double> azimuth_deg, elevation_deg, zoom;
};

/// --size --azimuth --elevation --fov --zoom --camera --look-at --sun.
void declare_camera(Options& options, CameraRequest& request);

/// The first of these options that was given; null where none was.
const char* given_camera_option(const Options& options);

/// Sets size, view and sun. InputError for words that are no numbers, a target without a camera,
/// and a direction or a zoom beside a camera, which has its own.
void set_camera(const CameraRequest& request, PictureSettings& settings);

}  // namespace thigmo::cli
