// Which joints move each vertex of a drawn part, and by what shares.
#pragma once

#include <array>
#include <vector>

#include "thigmo/io/drawn_parts.h"
#include "thigmo/io/joints.h"

namespace thigmo {

/// At most four joints, as glTF has them: two of each segment that the vertex follows. Weights sum
/// to 1, those of unused places are 0.
struct VertexJoints {
    std::array<uint16_t, 4> joints{};
    std::array<float, 4> weights{};
};

/// By vertex of the part; `ground` stands for what follows no joint.
std::vector<VertexJoints> vertex_joints(const DrawnPart& part, const Joints& joints,
                                        uint16_t ground);

}  // namespace thigmo
