// Surfaces of rods and boxes.
#include "samples/volumes.h"

#include <cmath>

#include "samples/parts.h"
#include "thigmo/authoring/author.h"
#include "thigmo/authoring/volumes.h"

namespace thigmo::samples {
namespace {

/// Rings of the same number of points, joined in order and closed at both ends.
void add_rings(Plant& plant, const std::vector<std::vector<Vec3>>& rings) {
    Shape shape;
    shape.name = "body";
    TriangleMesh& mesh = shape.mesh;
    const auto sides = static_cast<uint32_t>(rings.front().size());
    for (const std::vector<Vec3>& ring : rings)
        for (const Vec3& point : ring) {
            mesh.positions.push_back(point.cast<float>());
            mesh.uvs.push_back(Vec2f::Zero());
        }
    const auto last = static_cast<uint32_t>(rings.size() - 1) * sides;
    for (uint32_t r = 0; r + 1 < rings.size(); ++r)
        for (uint32_t i = 0; i < sides; ++i) {
            const uint32_t a = r * sides + i, b = r * sides + (i + 1) % sides;
            mesh.triangles.push_back({a, b, b + sides});
            mesh.triangles.push_back({a, b + sides, a + sides});
        }
    for (uint32_t i = 1; i + 1 < sides; ++i) {
        mesh.triangles.push_back({0, i + 1, i});
        mesh.triangles.push_back({last, last + i, last + i + 1});
    }
    mesh.normals = vertex_normals(mesh.positions, mesh.triangles);
    shape.area = area(mesh);
    shape.thickness = 1e-9;
    plant.domains.shape.back() = plant.shapes.push_back(shape);
}

void add_line(Plant& plant, const Vec3& start, const Vec3& end, double radius, size_t segments) {
    const Vec3 way = (end - start) / static_cast<double>(segments);
    for (size_t i = 0; i < segments; ++i)
        add_segment(plant, start + static_cast<double>(i) * way,
                    start + static_cast<double>(i + 1) * way, radius, radius);
}

/// The skin of an upright cactus of three deep lobes, closed at both ends: r = R (1 + 0.9 cos 3θ).
TriangleMesh lobed_column(double radius, double height) {
    constexpr uint32_t sides = 72, rings = 17;
    TriangleMesh mesh;
    for (uint32_t ring = 0; ring < rings; ++ring)
        for (uint32_t side = 0; side < sides; ++side) {
            const double turn = 2 * M_PI * side / sides,
                         r = radius * (1 + 0.9 * std::cos(3 * turn));
            const double y = height * ring / (rings - 1);
            mesh.positions.push_back(
                Vec3(r * std::cos(turn), y, -r * std::sin(turn)).cast<float>());
        }
    mesh.positions.push_back(Vec3f(0, 0, 0));
    mesh.positions.push_back(Vec3f(0, static_cast<float>(height), 0));
    constexpr uint32_t low = sides * rings, high = low + 1, last = sides * (rings - 1);
    for (uint32_t side = 0; side < sides; ++side) {
        const uint32_t next = (side + 1) % sides;
        for (uint32_t ring = 0; ring + 1 < rings; ++ring) {
            const uint32_t a = sides * ring + side, b = sides * ring + next;
            mesh.triangles.push_back({a, b, b + sides});
            mesh.triangles.push_back({a, b + sides, a + sides});
        }
        mesh.triangles.push_back({low, next, side});
        mesh.triangles.push_back({high, last + side, last + next});
    }
    mesh.uvs.assign(mesh.positions.size(), Vec2f::Zero());
    mesh.normals = vertex_normals(mesh.positions, mesh.triangles);
    return mesh;
}

}  // namespace

void add_round_body(Plant& plant, const Vec3& start, const Vec3& end, double radius,
                    size_t segments) {
    const Vec3 axis = (end - start).normalized(), u = axis.unitOrthogonal(), v = axis.cross(u);
    constexpr int sides = 48;
    std::vector<std::vector<Vec3>> rings(2);
    for (int i = 0; i < sides; ++i) {
        const double turn = 2 * M_PI * i / sides;
        const Vec3 out = radius * (std::cos(turn) * u + std::sin(turn) * v);
        rings[0].push_back(start + out);
        rings[1].push_back(end + out);
    }
    add_line(plant, start, end, radius, segments);
    add_rings(plant, rings);
}

void add_box_body(Plant& plant, const Vec3& start, const Vec3& end, const Vec3& width,
                  double thickness, size_t segments) {
    const Vec3 axis = (end - start).normalized(), u = 0.5 * width,
               v = 0.5 * thickness * axis.cross(width).normalized();
    std::vector<std::vector<Vec3>> rings;
    for (const Vec3& middle : {start, end})
        rings.push_back({middle - u - v, middle + u - v, middle + u + v, middle - u + v});
    add_line(plant, start, end, std::sqrt(width.norm() * thickness / M_PI), segments);
    add_rings(plant, rings);
}

Plant start_body(const char* name) {
    Plant plant;
    start_plant(plant, name);
    Material& material = plant.materials[MaterialId(size_t{0})];
    material = {};
    material.name = "even";
    material.young = 1e9;
    material.shear = 1e9 / 2.6;
    material.density = 1000;
    add_domain(plant, DomainId::none(), {}, Kind::trunk);
    return plant;
}

void add_voxels(Plant& plant, int resolution) {
    Progress progress;
    Log log;
    VolumeSettings settings;
    settings.resolution = resolution;
    build_volumes(plant, settings, progress);
    fix_vertices(plant, settings, log);
}

Plant authored_cactus() {
    Soup soup;
    soup.name = "cactus";
    const LookId look = soup.looks.push_back({});
    soup.looks[look].name = "skin";
    SoupPart part;
    part.name = "stem";
    part.look = look;
    part.mesh = lobed_column(0.05, 1);
    soup.parts.push_back(part);
    Progress silent;
    return author(soup, {}, {}, silent).plants.at(0).plant;
}

Plant finned_trunk() {
    Plant plant = start_body("finned trunk");
    add_round_body(plant, {0, 0, 0}, {0, 2, 0}, 0.2, 6);
    add_domain(plant, DomainId(size_t{0}), {SegmentId(size_t{3}), 0.9}, Kind::branch);
    add_box_body(plant, {0, 1.3, 0}, {0.9, 1.6, 0}, {0, 0, 0.3}, 0.08, 3);
    return plant;
}

}  // namespace thigmo::samples
