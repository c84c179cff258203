// Linear tetrahedra of an isotropic, corotational solid: internal forces and stiffness of many.
#pragma once

#include <array>

#include "thigmo/base/vector.h"
#include "thigmo/mechanics/element_colours.h"
#include "thigmo/mechanics/elimination_order.h"

namespace thigmo {

using TetrahedronNodes = std::array<uint32_t, 4>;

struct TetrahedraMesh {
    std::vector<Vec3> nodes;
    std::vector<TetrahedronNodes> tetrahedra;
    std::vector<uint8_t> held;  // 1 for nodes that do not move; one per node
};

/// Of one tetrahedron (Pa).
struct Lame {
    double shear = 0, bulk = 0;  // μ, λ
};

/// Eight tetrahedra side by side.
struct TetrahedraPack {
    static constexpr size_t lanes = 8;
    static constexpr uint32_t no_place = UINT32_MAX;  // of a block with a held row
    double gradient[3][3][lanes];  // of the functions of nodes 1 to 3, by place (1/m)
    double shear[lanes];           // volume · μ (J); 0 where there is no tetrahedron
    double bulk[lanes];            // volume · λ
    uint32_t row[4][lanes];        // ascending
    uint32_t place[10][lanes];     // of the blocks (0,0) (0,1) (0,2) (0,3) (1,1) (1,2) …
};

/// Constants of a mesh. Rows are its nodes in the order of elimination, those held last.
struct Tetrahedra {
    std::vector<uint32_t> row;  // of every node
    size_t free_rows = 0;
    EliminationOrder order;  // of the free ones
    BlockMatrix pattern;     // of the free ones
    std::vector<TetrahedraPack> packs;
    ElementColours colours;    // of the packs
    std::vector<double> mass;  // volume · density, a quarter to each of a tetrahedron's rows (kg)
};

Tetrahedra build_tetrahedra(const TetrahedraMesh& mesh, const std::vector<Lame>& lame,
                            double density);

/// Adds the forces (N) with which the solid resists, −∂ψ/∂x, to every row, and `scale` times its
/// stiffness to the matrix of the free rows. With F = RU at constant volume V and h = Rg of the
/// functions' gradients g:
///
///     ψ = V(μ|U − 1|² + ½λ tr²(U − 1)),   P = 2μ(F − R) + λ tr(U − 1) R
///     K_ab = V(λ h_a h_bᵀ + μ h_b h_aᵀ + μ (g_a·g_b) 1)
///
/// The energy's exact force; the stiffness is that of a solid whose R is held while it is
/// differentiated (never negative, [Mueller2004]).
void add_tetrahedra(const Tetrahedra& solid, std::span<const Vec3> x, double scale,
                    std::span<Vec3> force, BlockMatrix& matrix);

/// How far the solid has turned at every row: the rotations of its tetrahedra there, averaged.
void find_turns(const Tetrahedra& solid, std::span<const Vec3> x, std::span<Mat3> turns);

/// ψ of the whole (J).
double energy(const Tetrahedra& solid, std::span<const Vec3> x);

}  // namespace thigmo
