// Normals, colours and textures at a point.
#include "thigmo/render/surface_point.h"

#include <cmath>

#include "thigmo/render/noise.h"

namespace thigmo {
namespace {

/// What leaves let through is yellower than what they reflect: chlorophyll takes the blue twice.
const Vec3f through_leaf = {0.95f, 1.0f, 0.45f};

/// Bark without a texture: furrows along the upright, fixed to the plant at rest.
float bark_shade(const World& world, const Triangle& t, const Hit& hit) {
    const std::vector<Vec3f>& rest = world.skin->mesh.positions;
    if (t[0] >= rest.size()) return 1;
    const Vec3f p = (1 - hit.u - hit.v) * rest[t[0]] + hit.u * rest[t[1]] + hit.v * rest[t[2]];
    const float furrows = value_noise(Vec3f(60 * p.x(), 9 * p.y(), 60 * p.z()));
    const float patches = value_noise(3 * p);
    return 0.62f + 0.5f * furrows + 0.26f * patches;
}

void set_colours(const World& world, const Triangle& t, const Hit& hit, SurfacePoint& point) {
    const DomainId domain = world.surface->domains[hit.triangle];
    const LookId look_row = world.plant->domains.look[domain];
    const Look& look = world.plant->looks[look_row];
    point.roughness = look.roughness;
    point.transmitted = Vec3f::Zero();
    if (!world.colours.empty()) {
        point.reflected = world.colours[domain.value];
        return;
    }
    Vec3f colour = look.colour;
    if (!world.as_given) colour = colour.cwiseProduct(world.tints[domain.value]);
    const int map = world.looks->texture[look_row];
    if (map >= 0) {
        const std::vector<Vec2f>& uvs = world.surface->uvs;
        const Vec2f uv = (1 - hit.u - hit.v) * uvs[t[0]] + hit.u * uvs[t[1]] + hit.v * uvs[t[2]];
        colour = colour.cwiseProduct(world.looks->textures[static_cast<size_t>(map)].colour(uv));
    } else if (!world.as_given && is_wood(world.plant->domains.kind[domain])) {
        colour *= bark_shade(world, t, hit);
    }
    colour = colour.cwiseMin(0.95f);
    point.reflected = (1 - look.translucency) * colour;
    const bool green = !world.as_given && world.plant->domains.kind[domain] == Kind::leaf;
    point.transmitted =
        look.translucency * (green ? Vec3f(colour.cwiseProduct(through_leaf)) : colour);
}

}  // namespace

SurfacePoint plant_point(const World& world, const Ray& ray, const Hit& hit) {
    const Triangle& t = world.surface->triangles[hit.triangle];
    const std::vector<Vec3f>& normals = world.surface->normals;
    SurfacePoint point;
    point.position = ray.origin + hit.distance * ray.direction;
    const float side = hit.normal.dot(ray.direction) < 0 ? 1.0f : -1.0f;
    point.facet = side * hit.normal;
    const Vec3f smooth =
        (1 - hit.u - hit.v) * normals[t[0]] + hit.u * normals[t[1]] + hit.v * normals[t[2]];
    const float length = smooth.norm();
    point.normal = length > 1e-6f ? Vec3f(smooth / length) : hit.normal;
    if (point.normal.dot(point.facet) < 0) point.normal = -point.normal;
    set_colours(world, t, hit, point);
    return point;
}

SurfacePoint ground_point(const World& world, const Ray& ray, float distance) {
    const Ground& ground = world.ground;
    SurfacePoint point;
    point.position = ray.origin + distance * ray.direction;
    point.position.y() = ground.height;
    point.facet = point.normal = Vec3f::UnitY();
    const float away = (point.position - ground.centre).norm() / ground.fade;
    point.haze = 1 - std::exp(-away * away);
    const float scale = 40 / ground.fade;
    const float mottle =
        value_noise(scale * point.position) + value_noise(5 * scale * point.position);
    point.reflected = (0.9f + 0.1f * mottle) * ground.colour;
    point.transmitted = Vec3f::Zero();
    point.is_ground = true;
    return point;
}

}  // namespace thigmo
