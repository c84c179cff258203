// Rays against a surface.
#pragma once

#include <memory>

#include "thigmo/plant/plant.h"
#include "thigmo/render/surface.h"

namespace thigmo {

struct Ray {
    Vec3f origin = Vec3f::Zero();
    Vec3f direction = Vec3f::UnitZ();
};

/// Where a ray meets a triangle: at (1 − u − v)·a + u·b + v·c of its corners.
struct Hit {
    float distance = 0;
    uint32_t triangle = 0;
    float u = 0, v = 0;
    Vec3f normal = Vec3f::Zero();  // of the triangle, towards where it runs counter-clockwise
};

/// A tree of boxes over the surface, which must outlive it; what an alpha cuts lets rays through.
class Tracer {
  public:
    Tracer(const Plant& plant, const Looks& looks, const Surface& surface);
    ~Tracer();
    Tracer(const Tracer&) = delete;
    Tracer& operator=(const Tracer&) = delete;

    /// Call after the surface's positions have changed.
    void rebuild();
    /// The nearest hit before `farthest`; false when there is none.
    bool nearest(const Ray& ray, float farthest, Hit& hit) const;
    /// Whether anything stands on the ray.
    bool blocked(const Ray& ray) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// While it lives, this thread rounds denormal numbers to zero, as Embree wants.
class FlushDenormals {
  public:
    FlushDenormals();
    ~FlushDenormals();
    FlushDenormals(const FlushDenormals&) = delete;
    FlushDenormals& operator=(const FlushDenormals&) = delete;

  private:
    unsigned before_;
};

}  // namespace thigmo
