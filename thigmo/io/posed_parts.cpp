// Every vertex by the blend of two motions, or by that of its shape.
#include "thigmo/io/posed_parts.h"

#include "thigmo/base/parallel.h"

namespace thigmo {

PosedParts::PosedParts(const std::vector<DrawnPart>& parts) : parts_(parts) {
    for (const DrawnPart& part : parts) {
        const size_t first = follows_.size();
        for (const auto& [segments, weight] : part.bindings)
            follows_.push_back({false, segments[0].value, segments[1].value, weight});
        for (const RigidRun& run : part.rigid)
            for (size_t i = first + run.first; i < first + run.first + run.count; ++i)
                follows_[i] = {true, run.domain.value, run.domain.value, 1};
    }
}

void PosedParts::pose(const Pose& pose, std::span<Vec3f> out) {
    motions_.clear();
    for (const auto* rows : {&pose.segments.values(), &pose.shapes.values()})
        for (const Rigid& row : *rows) motions_.push_back(motion34(row));
    const size_t shapes = pose.segments.size();
    size_t first = 0;
    for (const DrawnPart& part : parts_) {
        parallel_chunks(part.mesh.positions.size(), 4096, [&](size_t begin, size_t end) {
            for (size_t i = begin; i < end; ++i) {
                const Follow& follow = follows_[first + i];
                const size_t base = follow.shape ? shapes : 0;
                const Motion34& one = motions_[base + follow.one];
                const Motion34& two = motions_[base + follow.two];
                const Vec3f& rest = part.mesh.positions[i];
                out[first + i] = follow.weight * (one.matrix * rest + one.offset) +
                                 (1 - follow.weight) * (two.matrix * rest + two.offset);
            }
        });
        first += part.mesh.positions.size();
    }
}

}  // namespace thigmo
