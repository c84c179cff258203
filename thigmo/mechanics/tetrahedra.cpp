// Constants of a tetrahedral mesh, eight tetrahedra at a time.
#include "thigmo/mechanics/tetrahedra.h"

#include <Eigen/LU>
#include <algorithm>

#include "thigmo/mechanics/constitutive.h"

namespace thigmo {
namespace {

constexpr size_t run_of_packs = 32;  // that one thread adds up in one go

/// Nodes that move in the order of elimination, then the held.
void number_rows(const TetrahedraMesh& mesh, Tetrahedra& solid) {
    const size_t n = mesh.nodes.size();
    solid.row.resize(n);
    uint32_t count = 0;
    for (size_t i = 0; i < n; ++i)
        if (!mesh.held[i]) solid.row[i] = count++;
    solid.free_rows = count;
    for (size_t i = 0; i < n; ++i)
        if (mesh.held[i]) solid.row[i] = count++;
    ElementRows free;
    free.first.push_back(0);
    for (const TetrahedronNodes& nodes : mesh.tetrahedra) {
        for (const uint32_t node : nodes)
            if (!mesh.held[node]) free.row.push_back(solid.row[node]);
        free.first.push_back(static_cast<uint32_t>(free.row.size()));
    }
    solid.order = elimination_order(block_pattern(solid.free_rows, free));
    for (uint32_t& row : solid.row)
        if (row < solid.free_rows) row = solid.order.number[row];
    for (uint32_t& row : free.row) row = solid.order.number[row];
    solid.pattern = block_pattern(solid.free_rows, free);
}

void set_lane(const TetrahedraMesh& mesh, const TetrahedronNodes& given, const Lame& lame,
              Tetrahedra& solid, double density, TetrahedraPack& pack, size_t lane) {
    TetrahedronNodes nodes = given;
    std::ranges::sort(nodes, {}, [&](uint32_t node) { return solid.row[node]; });
    Mat3 edges;
    for (int k = 0; k < 3; ++k)
        edges.col(k) = mesh.nodes[nodes[static_cast<size_t>(k) + 1]] - mesh.nodes[nodes[0]];
    const Mat3 gradients = edges.inverse();
    const double volume = std::abs(edges.determinant()) / 6;
    for (size_t b = 0; b < 3; ++b)
        for (size_t j = 0; j < 3; ++j)
            pack.gradient[b][j][lane] =
                gradients(static_cast<Eigen::Index>(b), static_cast<Eigen::Index>(j));
    pack.shear[lane] = volume * lame.shear;
    pack.bulk[lane] = volume * lame.bulk;
    size_t k = 0;
    for (size_t a = 0; a < 4; ++a) {
        const uint32_t row = pack.row[a][lane] = solid.row[nodes[a]];
        solid.mass[row] += 0.25 * density * volume;
        for (size_t b = a; b < 4; ++b) {
            const uint32_t column = solid.row[nodes[b]];
            pack.place[k++][lane] = column < solid.free_rows ? solid.pattern.place(row, column)
                                                             : TetrahedraPack::no_place;
        }
    }
}

}  // namespace

Tetrahedra build_tetrahedra(const TetrahedraMesh& mesh, const std::vector<Lame>& lame,
                            double density) {
    constexpr size_t lanes = TetrahedraPack::lanes;
    Tetrahedra solid;
    number_rows(mesh, solid);
    solid.mass.assign(mesh.nodes.size(), 0.0);
    const size_t count = mesh.tetrahedra.size();
    ElementRows pack_rows;
    pack_rows.first.push_back(0);
    for (size_t first = 0; first < count; first += lanes) {
        TetrahedraPack& pack = solid.packs.emplace_back();
        for (size_t lane = 0; lane < lanes; ++lane) {
            const size_t t = std::min(first + lane, count - 1);
            const bool more = first + lane < count;
            set_lane(mesh, mesh.tetrahedra[t], more ? lame[t] : Lame{}, solid, more ? density : 0,
                     pack, lane);
            for (size_t a = 0; a < 4; ++a) pack_rows.row.push_back(pack.row[a][lane]);
        }
        pack_rows.first.push_back(static_cast<uint32_t>(pack_rows.row.size()));
    }
    solid.colours = colour_elements(pack_rows, mesh.nodes.size(), run_of_packs);
    return solid;
}

double energy(const Tetrahedra& solid, std::span<const Vec3> x) {
    double sum = 0;
    for (const TetrahedraPack& pack : solid.packs)
        for (size_t lane = 0; lane < TetrahedraPack::lanes; ++lane) {
            Mat3 F = Mat3::Zero();
            for (size_t b = 0; b < 3; ++b) {
                const Vec3 edge = x[pack.row[b + 1][lane]] - x[pack.row[0][lane]];
                for (size_t j = 0; j < 3; ++j)
                    F.col(static_cast<Eigen::Index>(j)) += edge * pack.gradient[b][j][lane];
            }
            const Mat3 strain = polar_rotation(F).transpose() * F - Mat3::Identity();
            sum += pack.shear[lane] * strain.squaredNorm() +
                   0.5 * pack.bulk[lane] * strain.trace() * strain.trace();
        }
    return sum;
}

}  // namespace thigmo
