// Shapes that the turtle makes by itself: polygons, discs and balls.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "thigmo/plant/palette.h"
#include "thigmo/plant/plant.h"

namespace thigmo::turtle {

/// Triangles over a simple polygon in space, clipped ear by ear in its mean plane; a fan where it
/// has more than 500 corners. Empty when it has no area.
std::vector<Triangle> triangulate(std::span<const Vec3> corners);

/// Makes each shape once, in the plant's own tables; equal polygons share one.
class ShapeMaker {
  public:
    ShapeMaker(const Palette& palette, Plant& plant) : palette_(palette), plant_(plant) {}

    /// A leaf: the polygon in its own space (m). None when it has no area.
    ShapeId polygon(std::span<const Vec3> corners);
    /// A leaf: a disc of diameter 1 in the plane z = 0, its centre at the origin.
    ShapeId disc();
    /// A fruit: a ball of diameter 1, its centre at the origin.
    ShapeId ball();

    MaterialId leaf_material();
    LookId leaf_look();
    MaterialId fruit_material();
    LookId fruit_look();

  private:
    MaterialId material_of(Kind kind, const char* name, double young, double density);
    LookId look_of(const char* name, const Vec3f& colour, float translucency);

    const Palette& palette_;
    Plant& plant_;
    std::unordered_map<std::string, ShapeId> polygons_;
    ShapeId disc_, ball_;
    MaterialId leaf_material_, fruit_material_;
    LookId leaf_look_, fruit_look_;
};

}  // namespace thigmo::turtle
