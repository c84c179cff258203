// What a ray finds where it meets the plant or the ground.
#pragma once

#include "thigmo/render/world.h"

namespace thigmo {

struct SurfacePoint {
    Vec3f position;
    Vec3f facet;        // unit normal of the triangle, on the side the ray came from
    Vec3f normal;       // smooth, on the same side
    Vec3f reflected;    // share of the light, linear RGB
    Vec3f transmitted;  // likewise, through to the other side
    float roughness = 0.8f;
    float haze = 0;  // share that the distance hides
    bool is_ground = false;
};

SurfacePoint plant_point(const World& world, const Ray& ray, const Hit& hit);
SurfacePoint ground_point(const World& world, const Ray& ray, float distance);

}  // namespace thigmo
