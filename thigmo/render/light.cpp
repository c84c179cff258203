// An analytic sky: a gradient with the altitude and a glow about the sun.
#include "thigmo/render/light.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

constexpr float steepness = 3.5f;  // of the change from horizon to zenith

}  // namespace

Light uniform_light(const Vec3f& radiance) {
    Light light;
    light.sun = light.glow = Vec3f::Zero();
    light.zenith = light.horizon = radiance;
    return light;
}

Vec3f sky_radiance(const Light& light, const Vec3f& direction) {
    const float height = std::clamp(direction.y(), 0.0f, 1.0f);
    const float share = (1 - std::exp(-steepness * height)) / (1 - std::exp(-steepness));
    const float towards = std::max(0.0f, direction.dot(light.sun_direction));
    const float t2 = towards * towards, t4 = t2 * t2;
    return light.horizon + share * (light.zenith - light.horizon) + t4 * t4 * light.glow;
}

float sun_cosine(const Light& light) {
    return std::cos(light.sun_radius_deg * std::numbers::pi_v<float> / 180);
}

Vec3f mean_sky(const Light& light) {
    // Heights are even over a half sphere; the glow, as cos⁸ over the half about the sun, has 1/9.
    const float share = 1 / (1 - std::exp(-steepness)) - 1 / steepness;
    return light.horizon + share * (light.zenith - light.horizon) + light.glow / 9;
}

}  // namespace thigmo
