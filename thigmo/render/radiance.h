// The light that reaches the camera along a ray.
#pragma once

#include "thigmo/render/sampler.h"
#include "thigmo/render/world.h"

namespace thigmo {

/// As in daylight: sun, sky, and light from other surfaces.
Vec3f daylight_radiance(const World& world, Ray ray, Sampler& sampler);

/// As in a diagram: the rows' colours on white, darker where little of the sky is seen.
Vec3f diagram_radiance(const World& world, const Ray& ray, Sampler& sampler);

}  // namespace thigmo
