// The brick of 27 nodes: triquadratic, so that one across a branch bends without locking.
//
// Node 9c + 3b + a stands at (a − 1, b − 1, c − 1) of the local coordinates (ξ, η, ζ), each −1 … 1.
// A chain of bricks runs along ζ, which is also the axis of its material. Strains are taken at 3 ×
// 3 points over the section and 2 along it: with 3 along it long bricks would lock in shear.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>

#include "thigmo/base/vector.h"

namespace thigmo {

constexpr int brick_nodes = 27;
using BrickNodes = std::array<uint32_t, brick_nodes>;
using BrickValues = Eigen::Matrix<double, brick_nodes, 1>;
using BrickGradients = Eigen::Matrix<double, brick_nodes, 3>;

BrickValues brick_values(const Vec3& local);
/// By the local coordinates.
BrickGradients brick_gradients(const Vec3& local);

struct BrickPoint {
    Vec3 local = Vec3::Zero();
    double weight = 0;
    bool operator==(const BrickPoint&) const = default;
};
constexpr int brick_points = 18;                    // where strains are taken
std::span<const BrickPoint> brick_strain_points();  // 18
std::span<const BrickPoint> brick_mass_points();    // 27

/// A point of a brick in space, with the gradients of its nodes' functions there.
struct BrickPlace {
    BrickValues values;
    BrickGradients gradients;  // by place (1/m)
    Vec3 point = Vec3::Zero();
    Vec3 axis = Vec3::UnitZ();  // along ζ, unit length
    double volume = 0;          // det ∂X/∂ξ (m³): above 0 in a sound brick
};
BrickPlace brick_place(std::span<const Vec3> nodes, const BrickNodes& brick, const Vec3& local);

}  // namespace thigmo
