// Small soups made by code: tubes, cards and bodies of known measure.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tests/authoring/made_skin.h"
#include "thigmo/authoring/soup_surface.h"
#include "thigmo/plant/soup.h"

namespace thigmo::made {

enum class End { open, capped, pointed };  // a cap is a fan; a point lies half a radius beyond

struct Tube {
    std::vector<Vec3> points;
    std::vector<double> radii;
    uint32_t sides = 8;
    End base = End::open, tip = End::open;
};

/// Vertices shared all round, ring by ring from the base; the ends' own vertices last.
TriangleMesh mesh_of(const Tube& tube);

/// Straight, with rings at equal distances.
Tube straight(const Vec3& from, const Vec3& to, double base, double tip, size_t rings = 9);

/// A quarter of a circle from the origin up and towards +X.
Tube quarter(double bend_radius, double radius, size_t rings = 33);

/// A quad: `across` is the whole bottom edge, whose middle is `base`; uvs 0…1.
TriangleMesh card(const Vec3& base, const Vec3& across, const Vec3& up);

/// A body turned about +Y, from pole to pole; (radius, height) from the lower one.
TriangleMesh lathe(const Vec3& centre, const std::vector<Eigen::Vector2d>& profile, uint32_t sides);

/// A closed body.
TriangleMesh ball(const Vec3& centre, double radius, uint32_t sides = 8);

/// A cup with a wall, closed all over, that stands on the origin.
TriangleMesh pot(double radius, double height);

/// Every triangle with three vertices of its own.
TriangleMesh unwelded(const TriangleMesh& mesh);

TriangleMesh moved(TriangleMesh mesh, const Placement& placement);

Soup soup_of(const std::vector<TriangleMesh>& parts);

/// Adds a part with the look of that name, made where it is new.
SoupPart& add(Soup& soup, const TriangleMesh& mesh, const std::string& name,
              const std::string& look);

size_t triangles(const Soup& soup);

/// As an OBJ file of an object for each part, named as the part is.
std::string obj_of(const Soup& soup);

/// A trunk along +Y, branches of it and leaves on those; every branch begins on the trunk's axis.
Soup small_tree(size_t branches = 4, size_t leaves = 3);

}  // namespace thigmo::made
