// Everything that a ray can meet, and how it is lit.
#pragma once

#include "thigmo/render/light.h"
#include "thigmo/render/tracer.h"

namespace thigmo {

/// A plane on which the plant stands; it fades into the horizon.
struct Ground {
    bool drawn = true;
    float height = 0;              // m
    Vec3f centre = Vec3f::Zero();  // of the fading
    float fade = 10;               // distance over which it fades (m)
    Vec3f colour = {0.29f, 0.28f, 0.16f};
};

/// Everything that a ray can meet.
struct World {
    const Plant* plant = nullptr;
    const Looks* looks = nullptr;
    const Skin* skin = nullptr;
    const Surface* surface = nullptr;
    const Tracer* tracer = nullptr;
    std::span<const Vec3f> tints;    // per domain, multiplies its look
    std::span<const Vec3f> colours;  // per domain, in place of its look; empty: looks
    bool as_given = false;           // looks alone: no tints, no bark that they do not state
    Light light;
    Ground ground;
    int bounces = 2;
    float offset = 1e-4f;  // by which rays start off the surface (m)
};

}  // namespace thigmo
