// Paths from the camera: at each surface the sun is asked for, then the path goes on to the sky.
#include "thigmo/render/radiance.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "thigmo/render/direction.h"
#include "thigmo/render/surface_point.h"

namespace thigmo {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

Ray leave(const World& world, const SurfacePoint& point, const Vec3f& direction) {
    const float side = direction.dot(point.facet) < 0 ? -world.offset : world.offset;
    return {point.position + side * point.facet, direction};
}

/// Isotropic highlight: the GGX lobe with Schlick's Fresnel factor, n about 1.5 [Walter2007].
float highlight(const SurfacePoint& point, const Vec3f& to_eye, const Vec3f& to_sun) {
    const Vec3f half = (to_eye + to_sun).normalized();
    const float nl = point.normal.dot(to_sun), nv = point.normal.dot(to_eye);
    if (nl <= 0 || nv <= 0) return 0;
    const float alpha = std::max(0.05f, point.roughness * point.roughness), a2 = alpha * alpha;
    const float nh = point.normal.dot(half), base = nh * nh * (a2 - 1) + 1;
    const float lobe = a2 / (std::numbers::pi_v<float> * base * base);
    const float grazing = 1 - std::max(0.0f, half.dot(to_sun));
    const float fresnel = 0.04f + 0.96f * std::pow(grazing, 5.0f);
    const auto mask = [&](float cosine) {
        return cosine + std::sqrt(a2 + (1 - a2) * cosine * cosine);
    };
    return nl * fresnel * lobe / (mask(nl) * mask(nv));
}

Vec3f sunlight(const World& world, const SurfacePoint& point, const Vec3f& to_eye,
               Sampler& sampler) {
    const Light& light = world.light;
    const Vec2f u = sampler.pair();
    if (light.sun.isZero()) return Vec3f::Zero();
    const Vec3f to_sun = cone_direction(light.sun_direction, sun_cosine(light), u);
    const float cosine = point.normal.dot(to_sun);
    // The facet decides what the light meets, so that smooth normals leak none through.
    const bool reflected = point.facet.dot(to_sun) > 0;
    const Vec3f share = reflected ? point.reflected : point.transmitted;
    if ((cosine > 0) != reflected || share.isZero() || to_sun.y() <= 0) return Vec3f::Zero();
    if (world.tracer->blocked(leave(world, point, to_sun))) return Vec3f::Zero();
    Vec3f bounced = std::abs(cosine) / std::numbers::pi_v<float> * share;
    if (reflected && !point.is_ground) bounced += Vec3f::Constant(highlight(point, to_eye, to_sun));
    return bounced.cwiseProduct(light.sun);
}

/// The nearest of plant and ground.
bool find_surface(const World& world, const Ray& ray, SurfacePoint& point) {
    float farthest = infinity;
    const Ground& ground = world.ground;
    if (ground.drawn && ray.direction.y() < 0 && ray.origin.y() > ground.height)
        farthest = (ground.height - ray.origin.y()) / ray.direction.y();
    Hit hit;
    if (world.tracer->nearest(ray, farthest, hit)) {
        point = plant_point(world, ray, hit);
        return true;
    }
    if (farthest == infinity) return false;
    point = ground_point(world, ray, farthest);
    return true;
}

}  // namespace

Vec3f daylight_radiance(const World& world, Ray ray, Sampler& sampler) {
    Vec3f radiance = Vec3f::Zero(), throughput = Vec3f::Ones();
    for (int bounce = 0;; ++bounce) {
        SurfacePoint point;
        if (!find_surface(world, ray, point))
            return radiance + throughput.cwiseProduct(sky_radiance(world.light, ray.direction));
        if (point.haze > 0) {
            const Vec3f far =
                sky_radiance(world.light, Vec3f(ray.direction.x(), 0, ray.direction.z()));
            radiance += point.haze * throughput.cwiseProduct(far);
            throughput *= 1 - point.haze;
        }
        const Vec3f to_eye = -ray.direction;
        radiance += throughput.cwiseProduct(sunlight(world, point, to_eye, sampler));
        const Vec3f albedo = point.reflected + point.transmitted;
        if (bounce == world.bounces) {
            // What further bounces would bring: a part of the sky, as deep in a crown.
            constexpr float seen = 0.5f;
            return radiance +
                   seen * throughput.cwiseProduct(albedo).cwiseProduct(mean_sky(world.light));
        }
        const Vec2f u = sampler.pair(), choice = sampler.pair();
        const float through = point.transmitted.sum() / std::max(1e-6f, albedo.sum());
        const bool transmits = choice.x() < through;
        const Vec3f axis = transmits ? Vec3f(-point.normal) : point.normal;
        const Vec3f direction = cosine_direction(axis, u);
        throughput = throughput.cwiseProduct(transmits ? Vec3f(point.transmitted / through)
                                                       : Vec3f(point.reflected / (1 - through)));
        ray = leave(world, point, direction);
    }
}

Vec3f diagram_radiance(const World& world, const Ray& ray, Sampler& sampler) {
    SurfacePoint point;
    if (!find_surface(world, ray, point)) return Vec3f::Constant(0.92f);
    const Vec3f direction = cosine_direction(point.normal, sampler.pair());
    const bool open = !world.tracer->blocked(leave(world, point, direction));
    const float facing = std::abs(point.normal.dot(ray.direction));
    return (0.45f + 0.2f * facing + (open ? 0.35f : 0.0f)) * point.reflected;
}

}  // namespace thigmo
