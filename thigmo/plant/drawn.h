// What drawing a plant takes: vertices, triangles and pixels, known before anything is made of
// them.
#pragma once

#include <cstdint>
#include <string>

#include "thigmo/plant/plant.h"

namespace thigmo {

struct DrawnSize {
    uint64_t vertices = 0, triangles = 0;
    DrawnSize operator+(const DrawnSize& other) const {
        return {vertices + other.vertices, triangles + other.triangles};
    }
};

/// The most that is made of a plant, in a picture or a file (about 4 GB of memory).
constexpr DrawnSize drawn_limit = {40'000'000, 30'000'000};

/// The most pixels in the pictures of a plant, as decoded (1 GiB).
constexpr uint64_t pixel_limit = uint64_t{1} << 28;

/// The plant's name; `plant` where it has none. What errors begin with.
std::string title(const Plant& plant);

inline DrawnSize drawn_size(const TriangleMesh& mesh) {
    return {mesh.positions.size(), mesh.triangles.size()};
}

/// Of all placed shapes, without the skin.
DrawnSize shapes_size(const Plant& plant);

/// InputError beyond the limit, with both numbers.
void check_drawn(const Plant& plant, const DrawnSize& size);

/// InputError when the textures that looks use have more than pixel_limit pixels together, or one
/// of them is no picture; none is decoded.
void check_pictures(const Plant& plant);

}  // namespace thigmo
