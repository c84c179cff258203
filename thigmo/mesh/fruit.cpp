// Revolution of a profile. The texture runs half around and back, so that the surface closes
// without a seam.
#include "thigmo/mesh/fruit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/mesh/noise.h"

namespace thigmo {
namespace {

constexpr double pi = std::numbers::pi;

uint8_t byte(float value) {
    return static_cast<uint8_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255.0f));
}

/// Overlapping scales: 0 in the groove below a scale's edge, 1 on its back.
double scale_relief(double u, double v, double rows, double columns) {
    const double row = v * rows, shift = std::fmod(std::floor(row), 2) * 0.5;
    const double x = u * columns + shift;
    const double across = 2 * std::abs(x - std::floor(x) - 0.5);
    const double rise = row - std::floor(row);
    return std::clamp(1.6 * (1 - rise) * (1 - across * across) + 0.5 * rise, 0.0, 1.0);
}

Vec3f skin_colour(const Fruit& fruit, double u, double v, uint64_t seed) {
    const auto blend = [](const Vec3f& a, const Vec3f& b, double share) {
        return Vec3f(a + static_cast<float>(std::clamp(share, 0.0, 1.0)) * (b - a));
    };
    const bool in_cup = v < fruit.cup;
    Vec3f colour = in_cup ? fruit.cup_colour : blend(fruit.colour, fruit.tip, v * v);
    double relief = 1;
    if (in_cup)
        relief = scale_relief(u, v, 7 / std::max(0.1, fruit.cup), 9);
    else if (fruit.skin == FruitSkin::scales)
        relief = scale_relief(u, v, fruit.scale_rows, 4);
    else if (fruit.skin == FruitSkin::fibres)
        relief = 0.5 + 0.5 * noise(u * 24, v * 2, 4096, 4096, seed);
    colour = blend(in_cup ? Vec3f(0.5f * fruit.cup_colour) : fruit.groove, colour, relief);
    const double uneven = fractal_noise(8 * u, 8 * v, 4096, 4096, 3, seed);
    return static_cast<float>(0.88 + 0.24 * uneven) * colour;
}

Image paint_skin(const Fruit& fruit, uint64_t seed) {
    Image image = make_image(fruit.pixels, fruit.pixels);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const double u = (x + 0.5) / image.width, v = 1 - (y + 0.5) / image.height;
            const Vec3f colour = skin_colour(fruit, u, v, seed);
            image.at(x, y) = {byte(colour.x()), byte(colour.y()), byte(colour.z()), 255};
        }
    return image;
}

void add_ring(const Fruit& fruit, const Eigen::Vector2d& at, TriangleMesh& mesh) {
    const double radius = 0.5 * fruit.width * at.y();
    for (int side = 0; side < fruit.sides; ++side) {
        const double angle = 2 * pi * side / fruit.sides;
        mesh.positions.emplace_back(static_cast<float>(radius * std::sin(angle)),
                                    static_cast<float>(fruit.length * at.x()),
                                    static_cast<float>(radius * std::cos(angle)));
        const double around = 2.0 * side / fruit.sides;
        mesh.uvs.emplace_back(static_cast<float>(around <= 1 ? around : 2 - around),
                              static_cast<float>(at.x()));
    }
}

}  // namespace

Foliage build_fruit(const Fruit& fruit, uint64_t seed) {
    Foliage foliage;
    TriangleMesh& mesh = foliage.mesh;
    const auto& profile = fruit.profile;
    const auto sides = static_cast<uint32_t>(fruit.sides);
    const auto rings = static_cast<uint32_t>(profile.size() - 2);
    for (size_t i = 1; i + 1 < profile.size(); ++i) add_ring(fruit, profile[i], mesh);
    const auto pole = [&](double v) {
        mesh.positions.emplace_back(0.0f, static_cast<float>(fruit.length * v), 0.0f);
        mesh.uvs.emplace_back(0.5f, static_cast<float>(v));
        return static_cast<uint32_t>(mesh.positions.size() - 1);
    };
    const uint32_t bottom = pole(profile.front().x()), top = pole(profile.back().x());
    for (uint32_t side = 0; side < sides; ++side) {
        const uint32_t next = (side + 1) % sides, last = (rings - 1) * sides;
        mesh.triangles.push_back({bottom, next, side});
        for (uint32_t ring = 0; ring + 1 < rings; ++ring) {
            const uint32_t low = ring * sides, high = low + sides;
            mesh.triangles.push_back({low + side, low + next, high + next});
            mesh.triangles.push_back({low + side, high + next, high + side});
        }
        mesh.triangles.push_back({last + side, last + next, top});
    }
    mesh.normals = vertex_normals(mesh.positions, mesh.triangles);
    foliage.image = paint_skin(fruit, seed);
    double volume = 0;
    for (size_t i = 0; i + 1 < profile.size(); ++i) {
        const double h = fruit.length * (profile[i + 1].x() - profile[i].x());
        const double a = 0.5 * fruit.width * profile[i].y(),
                     b = 0.5 * fruit.width * profile[i + 1].y();
        foliage.area += h * (a + b);
        volume += pi / 3 * h * (a * a + a * b + b * b);
    }
    foliage.thickness = volume / foliage.area;
    return foliage;
}

}  // namespace thigmo
