// Pieces: triangles that hang together, before anything is known of what they are.
//
// Based on [Zhao2013], sec. 4.1, which joins triangles that share a vertex: that fuses tubes whose
// base rings touch in one point. Here they join across edges with exactly two faces.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "thigmo/authoring/soup_surface.h"
#include "thigmo/base/column.h"

namespace thigmo {

using PieceId = RowId<struct PieceTag>;

/// Pieces are numbered by their first triangle in the file. Triangles set aside as duplicates
/// belong to the piece of the one that stands for them if they have its look; those of another look
/// are a piece of their own, the back of that one.
struct Pieces {
    std::vector<uint32_t> triangles;  // piece by piece, ascending
    std::vector<uint32_t> first;      // of every piece, and the end
    std::vector<PieceId> of;          // per triangle of the surface

    size_t size() const { return first.empty() ? 0 : first.size() - 1; }
    Rows<PieceId> rows() const { return {0, static_cast<uint32_t>(size())}; }
    std::span<const uint32_t> operator[](PieceId piece) const {
        return std::span(triangles).subspan(first[piece.value],
                                            first[piece.value + 1] - first[piece.value]);
    }
};

/// Triangles of one look that share an edge of exactly two faces: first among the file's own
/// vertices, which keeps a tube whole where welding gives an edge three faces, then among welded
/// ones. Noisy soup, nearly all of whose edges are loose or a thousandth of whose vertices just
/// miss each other, is welded ever more widely until few of those are left.
Pieces find_pieces(SoupSurface& surface);

/// From the number of the set of every triangle, 0 … count−1, by first members.
Pieces pieces_of(std::span<const uint32_t> numbers);

}  // namespace thigmo
