// A plant as exporters write it: one mesh per look, every instance of a shape put in its place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "thigmo/plant/plant.h"
#include "thigmo/plant/skin.h"

namespace thigmo {

/// The vertices of one domain's shape, which moves as one body.
struct RigidRun {
    DomainId domain;
    uint32_t first = 0, count = 0;
};

/// All triangles of one look. Instances are baked: programs that import instances as an object each
/// choke on the tens of thousands of leaves of a tree.
struct DrawnPart {
    std::string name;
    LookId look;
    TriangleMesh mesh;
    std::vector<Binding> bindings;  // one per vertex; no segment where there is none to follow
    std::vector<RigidRun> rigid;    // the vertices of shapes that do not bend, in order
};

/// The parts that have triangles, wood before leaves, in the order of the looks. InputError beyond
/// the limits of drawn.h, before memory is taken.
std::vector<DrawnPart> collect_parts(const Plant& plant, const SkinSettings& settings);

/// The segment that moves a domain's shape as one rigid body; none where nothing does.
SegmentId carrier(const Plant& plant, DomainId domain);

/// InputError where there are none: the plant has nothing to draw.
void check_parts(const Plant& plant, const std::vector<DrawnPart>& parts);

/// The look's own names or, where two share one, with a number added; never empty.
Column<LookId, std::string> look_names(const Plant& plant);

/// Whether the picture has pixels that are not opaque.
bool has_alpha(const Plant& plant, TextureId texture);

/// `.png` or `.jpg`, by the picture's first bytes.
const char* picture_suffix(const Texture& texture);

/// Letters, digits, `-` and `_` only: fit for a file's name and for a word in a text file.
std::string plain_word(std::string_view name);

}  // namespace thigmo
