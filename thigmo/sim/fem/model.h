// The constants of a plant as one system of bricks.
//
// Every domain's own chain of bricks; nodes of a first section are not solved for but tied to the
// parent's section, x = Σ W_b x_b, so that the whole plant is one elastic body.
#pragma once

#include "thigmo/mechanics/element_colours.h"
#include "thigmo/mechanics/elimination_order.h"
#include "thigmo/mechanics/solid_forces.h"
#include "thigmo/sim/fem/settings.h"
#include "thigmo/sim/fem/tied_points.h"
#include "thigmo/sim/solid_plant.h"

namespace thigmo {

struct FemBrick {
    uint32_t solid = 0;
    std::array<uint32_t, brick_nodes> node{};  // in the plant
    BrickSolid elastic;
    Eigen::Matrix<double, brick_nodes, brick_nodes> mass;  // with what rides on it (kg)
    std::vector<uint32_t> rows;                            // that its nodes move with, ascending
    std::vector<uint32_t> places;  // of the pairs of rows i ≤ j in the matrix
    /// Node of each row where every node is one; else empty, and `weights` has rows × 27.
    std::vector<uint32_t> own;
    Eigen::MatrixXd weights;
};

/// A section with the affine motion about it: x = mean + F (X − centre).
struct FemSection {
    uint32_t brick = 0;
    TiedPoint mean;
    std::array<TiedPoint, 3> slope;  // columns of F
    Vec3 centre = Vec3::Zero();
};

struct FemPatch {
    DragLaw law;
    double area = 0;
    uint32_t brick = 0;
    TiedPoint point, axis;  // the axis is a direction, not of unit length
    bool swings = false;    // it is blades, and pushes these
};

/// A section that blades sit on.
struct FemSeat {
    FemSection section;
    uint32_t first = 0, count = 0;  // of its blades
    double mass = 0;                // of them all (kg)
    Vec3 moment = Vec3::Zero();     // mass times centre, seen from the section's (kg m)
    Vec3 arm = Vec3::Zero();        // to the mean of their hinges, by mass
    /// 4 × rows of the section's brick: of its mean and its slopes.
    Eigen::MatrixXd weights;
};

struct FemSegment {
    TiedPoint start, end;
    FemSection middle;
};

struct FemModel {
    SolidPlant solids;
    std::vector<uint32_t> first_node;   // of every solid, and the end
    std::vector<uint32_t> first_brick;  // likewise
    std::vector<Vec3> rest;             // of every node, in the plant's space
    TiedPoints ties;
    std::vector<TiedPoint> nodes;
    std::vector<uint32_t> node_of_row;  // the node that a row is; UINT32_MAX for the base
    std::vector<uint32_t> row_of_node;  // UINT32_MAX for a tied one
    std::vector<FemBrick> bricks;
    std::vector<FemPatch> patches;
    Column<SegmentId, FemSegment> segments;  // of flexible domains; others are left as they are
    Column<DomainId, FemSection> seats;      // where what does not bend rides
    std::vector<FemSeat> blade_seats;
    EliminationOrder order;
    BlockMatrix pattern;
    std::vector<double> mass;  // of the blocks of the pattern: times 1 (kg)
    ElementColours colours;
    uint32_t base_row = UINT32_MAX;  // of a sliding base
    double base_mass = 0;            // its own, and what rides on it (kg)
    double size = 0;                 // of the plant (m)

    size_t rows() const { return node_of_row.size(); }
};

/// InputError names what cannot move.
FemModel build_fem(const Plant& plant, const FemSettings& settings);

/// Seats of all blades, whose bricks are placed already, and stalks that hold them up.
void tie_blades(const FemSettings& settings, FemModel& model);

/// Where a brick's nodes are.
BrickPlaces gather(const FemBrick& brick, std::span<const Vec3> nodes);

/// Adds a brick's matrix to the rows that its nodes move with.
void add_brick(const FemBrick& brick, const BrickMatrix& K, BlockMatrix& matrix);

/// The section of a solid at a share of its length, tied.
FemSection tie_section(FemModel& model, SolidId solid, double along);
/// A point that goes with the section, given at rest.
TiedPoint tie_point(FemModel& model, SolidId solid, double along, const Vec3& rest);

}  // namespace thigmo
