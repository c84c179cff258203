// Meshes ring by ring, and skins by marching tetrahedra.
#include "tests/authoring/made_soup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "thigmo/mesh/tube.h"

namespace thigmo::made {
namespace {

constexpr double turn = 2 * std::numbers::pi;

void finish(TriangleMesh& mesh) {
    mesh.normals = vertex_normals(mesh.positions, mesh.triangles);
    mesh.uvs.resize(mesh.positions.size(), Vec2f::Zero());
}

/// Joins two rings of vertices, counter-clockwise seen from outside.
void join(uint32_t lower, uint32_t upper, uint32_t sides, TriangleMesh& mesh) {
    for (uint32_t i = 0; i < sides; ++i) {
        const uint32_t next = (i + 1) % sides;
        mesh.triangles.push_back({lower + i, lower + next, upper + next});
        mesh.triangles.push_back({lower + i, upper + next, upper + i});
    }
}

void close(uint32_t ring, uint32_t sides, const Vec3& pole, bool outwards, TriangleMesh& mesh) {
    const auto at = static_cast<uint32_t>(mesh.positions.size());
    mesh.positions.push_back(pole.cast<float>());
    for (uint32_t i = 0; i < sides; ++i) {
        const uint32_t a = ring + i, b = ring + (i + 1) % sides;
        mesh.triangles.push_back(outwards ? Triangle{a, b, at} : Triangle{b, a, at});
    }
}

}  // namespace

TriangleMesh mesh_of(const Tube& tube) {
    TriangleMesh mesh;
    const size_t n = tube.points.size();
    Vec3 tangent = (tube.points[1] - tube.points[0]).normalized(), side = any_normal(tangent);
    for (size_t i = 0; i < n; ++i) {
        const Vec3 along =
            (tube.points[std::min(i + 1, n - 1)] - tube.points[i > 0 ? i - 1 : 0]).normalized();
        side = transport(side, tangent, along);
        tangent = along;
        for (uint32_t s = 0; s < tube.sides; ++s) {
            const double angle = turn * s / tube.sides;
            const Vec3 out = std::cos(angle) * side + std::sin(angle) * tangent.cross(side);
            mesh.positions.push_back((tube.points[i] + tube.radii[i] * out).cast<float>());
        }
        const auto ring = static_cast<uint32_t>(i) * tube.sides;
        if (i > 0) join(ring - tube.sides, ring, tube.sides, mesh);
    }
    const auto last = static_cast<uint32_t>(n - 1) * tube.sides;
    if (tube.base == End::capped) close(0, tube.sides, tube.points[0], false, mesh);
    if (tube.tip == End::capped) close(last, tube.sides, tube.points[n - 1], true, mesh);
    if (tube.tip == End::pointed)
        close(last, tube.sides, tube.points[n - 1] + 0.5 * tube.radii[n - 1] * tangent, true, mesh);
    finish(mesh);
    return mesh;
}

Tube straight(const Vec3& from, const Vec3& to, double base, double tip, size_t rings) {
    Tube tube;
    for (size_t i = 0; i < rings; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(rings - 1);
        tube.points.emplace_back(from + share * (to - from));
        tube.radii.push_back(base + share * (tip - base));
    }
    return tube;
}

Tube quarter(double bend_radius, double radius, size_t rings) {
    Tube tube;
    for (size_t i = 0; i < rings; ++i) {
        const double angle = 0.25 * turn * static_cast<double>(i) / static_cast<double>(rings - 1);
        tube.points.emplace_back(bend_radius * (1 - std::cos(angle)), bend_radius * std::sin(angle),
                                 0);
        tube.radii.push_back(radius);
    }
    return tube;
}

TriangleMesh card(const Vec3& base, const Vec3& across, const Vec3& up) {
    TriangleMesh mesh;
    for (const auto& [u, v] : {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}}) {
        mesh.positions.push_back((base + (u - 0.5) * across + v * up).cast<float>());
        mesh.uvs.emplace_back(static_cast<float>(u), static_cast<float>(v));
    }
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    finish(mesh);
    return mesh;
}

TriangleMesh lathe(const Vec3& centre, const std::vector<Eigen::Vector2d>& profile,
                   uint32_t sides) {
    TriangleMesh mesh;
    for (size_t i = 1; i + 1 < profile.size(); ++i) {
        for (uint32_t s = 0; s < sides; ++s) {
            const double angle = turn * s / sides;
            const Vec3 out(std::sin(angle), 0, std::cos(angle));
            mesh.positions.push_back(
                (centre + profile[i].x() * out + profile[i].y() * Vec3::UnitY()).cast<float>());
        }
        const auto ring = static_cast<uint32_t>(i - 1) * sides;
        if (i > 1) join(ring - sides, ring, sides, mesh);
    }
    const auto last = static_cast<uint32_t>(mesh.positions.size()) - sides;
    close(0, sides, centre + profile.front().y() * Vec3::UnitY(), false, mesh);
    close(last, sides, centre + profile.back().y() * Vec3::UnitY(), true, mesh);
    finish(mesh);
    return mesh;
}

TriangleMesh ball(const Vec3& centre, double radius, uint32_t sides) {
    std::vector<Eigen::Vector2d> profile;
    for (uint32_t i = 0; i <= sides / 2; ++i) {
        const double angle = turn * i / sides;
        profile.emplace_back(radius * std::sin(angle), -radius * std::cos(angle));
    }
    return lathe(centre, profile, sides);
}

TriangleMesh pot(double radius, double height) {
    const double inner = 0.85 * radius;
    return lathe(Vec3::Zero(),
                 {{0, 0},
                  {0.8 * radius, 0},
                  {radius, height},
                  {inner, height},
                  {0.7 * radius, 0.1},
                  {0, 0.1}},
                 16);
}

TriangleMesh unwelded(const TriangleMesh& mesh) {
    TriangleMesh loose;
    for (const Triangle& corners : mesh.triangles) {
        const auto first = static_cast<uint32_t>(loose.positions.size());
        for (const uint32_t corner : corners) {
            loose.positions.push_back(mesh.positions[corner]);
            loose.normals.push_back(mesh.normals[corner]);
            loose.uvs.push_back(mesh.uvs[corner]);
        }
        loose.triangles.push_back({first, first + 1, first + 2});
    }
    return loose;
}

TriangleMesh moved(TriangleMesh mesh, const Placement& placement) {
    for (Vec3f& p : mesh.positions) p = (placement * p.cast<double>()).cast<float>();
    for (Vec3f& n : mesh.normals) n = (placement.rotation * n.cast<double>()).cast<float>();
    return mesh;
}

Soup soup_of(const std::vector<TriangleMesh>& parts) {
    Soup soup;
    soup.name = "made";
    for (const TriangleMesh& mesh : parts) add(soup, mesh, "", "skin");
    return soup;
}

SoupPart& add(Soup& soup, const TriangleMesh& mesh, const std::string& name,
              const std::string& look) {
    SoupPart part;
    part.name = name;
    part.mesh = mesh;
    for (const LookId id : soup.looks.rows())
        if (soup.looks[id].name == look) part.look = id;
    if (!part.look.exists()) {
        Look made;
        made.name = look;
        part.look = soup.looks.push_back(made);
    }
    soup.parts.push_back(std::move(part));
    return soup.parts.back();
}

size_t triangles(const Soup& soup) {
    size_t sum = 0;
    for (const SoupPart& part : soup.parts) sum += part.mesh.triangles.size();
    return sum;
}

std::string obj_of(const Soup& soup) {
    std::string text;
    size_t first = 1;
    const auto line = [&]<class... Values>(fmt::format_string<Values...> format,
                                           Values&&... values) {
        fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
    };
    for (const SoupPart& part : soup.parts) {
        if (part.name.empty())
            line("o part{}\n", first);
        else
            line("o {}\n", part.name);
        line("usemtl {}\n", soup.looks[part.look].name);
        for (const Vec3f& p : part.mesh.positions) line("v {} {} {}\n", p.x(), p.y(), p.z());
        for (const Vec2f& uv : part.mesh.uvs) line("vt {} {}\n", uv.x(), uv.y());
        for (const auto& [a, b, c] : part.mesh.triangles)
            line("f {0}/{0} {1}/{1} {2}/{2}\n", first + a, first + b, first + c);
        first += part.mesh.positions.size();
    }
    return text;
}

Soup small_tree(size_t branches, size_t leaves) {
    Soup soup;
    soup.name = "tree";
    Tube trunk = straight({0, 0, 0}, {0, 4, 0}, 0.1, 0.05, 17);
    trunk.tip = End::pointed;
    add(soup, mesh_of(trunk), "", "bark");
    for (size_t i = 0; i < branches; ++i) {
        const double angle = 2.4 * static_cast<double>(i);
        const Vec3 from(0, 1.5 + 2 * static_cast<double>(i) / static_cast<double>(branches), 0);
        const Vec3 way = Vec3(std::cos(angle), 0.5, std::sin(angle)).normalized();
        Tube branch = straight(from, from + 1.2 * way, 0.03, 0.01, 13);
        branch.tip = End::pointed;
        add(soup, mesh_of(branch), "", "bark");
        for (size_t k = 0; k < leaves; ++k) {
            const double along = 1.2 - 0.3 * static_cast<double>(k);
            const Vec3 up = way.cross(Vec3::UnitY()).normalized();
            add(soup, card(from + along * way, 0.06 * way, 0.1 * up), "", "leaf");
        }
    }
    return soup;
}

}  // namespace thigmo::made
