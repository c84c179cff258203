// Daylight: a sun with a size, and a sky that brightens towards the horizon and the sun.
#pragma once

#include "thigmo/base/vector.h"

namespace thigmo {

/// Linear RGB; radiance in units in which 1 is about the brightest white of the picture.
struct Light {
    Vec3f sun_direction = Vec3f(0.4f, 0.75f, 0.5f).normalized();  // towards the sun
    float sun_radius_deg = 0.6f;       // half angle; twice the real sun's, as through a light haze
    Vec3f sun = {4.3f, 3.75f, 2.85f};  // irradiance of a surface that faces the sun
    Vec3f zenith = {0.09f, 0.26f, 0.70f};
    Vec3f horizon = {0.70f, 0.86f, 1.04f};
    Vec3f glow = {0.75f, 0.60f, 0.38f};  // added towards the sun
};

/// The same light from everywhere, no sun.
Light uniform_light(const Vec3f& radiance);

/// Of the sky in a unit direction, without the sun's disc; below the horizon, that of the horizon.
Vec3f sky_radiance(const Light& light, const Vec3f& direction);

/// Cosine of the sun's half angle.
float sun_cosine(const Light& light);

/// Mean over the upper half of the sky.
Vec3f mean_sky(const Light& light);

}  // namespace thigmo
