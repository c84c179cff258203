// An analytic sky: a gradient with the altitude and a glow about the sun.
#include "thigmo/render/light.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thigmo {

Light uniform_light(const Vec3f& radiance) {
    Light light;
    light.sun = light.glow = Vec3f::Zero();
    light.zenith = light.horizon = radiance;
    return light;
}

Vec3f sky_radiance(const Light& light, const Vec3f& direction) {
    const float height = std::clamp(direction.y(), 0.0f, 1.0f);
    const float share = std::sqrt(height) * (1.4f - 0.4f * height);
    const float towards = std::max(0.0f, direction.dot(light.sun_direction));
    const float t2 = towards * towards, t4 = t2 * t2;
    return light.horizon + share * (light.zenith - light.horizon) + t4 * t4 * light.glow;
}

float sun_cosine(const Light& light) {
    return std::cos(light.sun_radius_deg * std::numbers::pi_v<float> / 180);
}

Vec3f mean_sky(const Light& light) {
    // Mean over y of √y·(1.4 − 0.4y) is 1.4·2/3 − 0.4·2/5; the glow's mean is 1/9 of a half sphere.
    constexpr float share = 1.4f * 2 / 3 - 0.4f * 2 / 5;
    return light.horizon + share * (light.zenith - light.horizon) + light.glow / 9;
}

}  // namespace thigmo
