// Shares of joints gathered from the segments or the shape of a vertex.
#include "thigmo/io/vertex_joints.h"

#include "thigmo/io/gltf_scene.h"

namespace thigmo {
namespace {

class Gatherer {
  public:
    explicit Gatherer(uint16_t ground) : ground_(ground) {}

    void add(const Follow& follow, float share) {
        const bool blended = follow.other.exists() && follow.weight < 1;
        add(follow.joint, blended ? share * follow.weight : share);
        if (blended) add(follow.other, share * (1 - follow.weight));
    }
    VertexJoints take() const { return gathered_; }

  private:
    void add(JointId joint, float weight) {
        const uint16_t row = joint.exists() ? static_cast<uint16_t>(joint.value) : ground_;
        size_t place = 0;
        while (place < used_ && gathered_.joints[place] != row) ++place;
        if (weight <= 0) return;
        used_ = std::max(used_, place + 1);
        gathered_.joints[place] = row;
        gathered_.weights[place] += weight;
    }

    uint16_t ground_;
    VertexJoints gathered_;
    size_t used_ = 0;
};

VertexJoints of_binding(const Binding& binding, const Joints& joints, uint16_t ground) {
    Gatherer gatherer(ground);
    for (const size_t i : {0, 1}) {
        const SegmentId segment = binding.segments[i];
        const float share = i == 0 ? binding.weight : 1 - binding.weight;
        gatherer.add(segment.exists() ? joints.of_segment[segment] : Follow{}, share);
    }
    return gatherer.take();
}

}  // namespace

std::vector<VertexJoints> vertex_joints(const DrawnPart& part, const Joints& joints,
                                        uint16_t ground) {
    std::vector<VertexJoints> rows;
    rows.reserve(part.bindings.size());
    for (const Binding& binding : part.bindings)
        rows.push_back(of_binding(binding, joints, ground));
    for (const RigidRun& run : part.rigid)
        if (const Follow own = shape_follow(joints, run.domain); own.exists()) {
            Gatherer gatherer(ground);
            gatherer.add(own, 1);
            std::fill_n(rows.begin() + run.first, run.count, gatherer.take());
        }
    return rows;
}

}  // namespace thigmo
