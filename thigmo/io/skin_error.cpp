// Sums of squares over all vertices, in a fixed order.
#include "thigmo/io/skin_error.h"

#include <cmath>

#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

constexpr size_t grain = 4096;

double root_mean(double sum, size_t count) {
    return count == 0 ? 0 : std::sqrt(sum / static_cast<double>(count));
}

}  // namespace

void SkinErrorMeter::Sums::add(const Sums& other) {
    moved += other.moved;
    error += other.error;
    largest = std::max(largest, other.largest);
    wood_moved += other.wood_moved;
    wood_error += other.wood_error;
}

SkinErrorMeter::SkinErrorMeter(const std::vector<DrawnPart>& parts, const Joints& joints)
    : posed_(parts), now_(posed_.size()), motions_(joints.size() + 1) {
    const auto ground = static_cast<uint16_t>(joints.size());
    for (const DrawnPart& part : parts) {
        rest_.insert(rest_.end(), part.mesh.positions.begin(), part.mesh.positions.end());
        const std::vector<VertexJoints> own = vertex_joints(part, joints, ground);
        follows_.insert(follows_.end(), own.begin(), own.end());
        const size_t first = wood_.size();
        wood_.resize(rest_.size(), 1);
        for (const RigidRun& run : part.rigid)
            std::fill_n(wood_.begin() + static_cast<std::ptrdiff_t>(first + run.first), run.count,
                        uint8_t{0});
    }
    for (const uint8_t wood : wood_) wood_count_ += wood;
}

SkinErrorMeter::Sums SkinErrorMeter::sums_of(size_t begin, size_t end) const {
    Sums sums;
    for (size_t i = begin; i < end; ++i) {
        Vec3f skinned = Vec3f::Zero();
        for (size_t k = 0; k < 4 && follows_[i].weights[k] > 0; ++k) {
            const Motion34& motion = motions_[follows_[i].joints[k]];
            skinned += follows_[i].weights[k] * (motion.matrix * rest_[i] + motion.offset);
        }
        const double moved = (now_[i] - rest_[i]).squaredNorm();
        const double error = (now_[i] - skinned).squaredNorm();
        sums.moved += moved;
        sums.error += error;
        sums.largest = std::max(sums.largest, error);
        if (wood_[i] == 0) continue;
        sums.wood_moved += moved;
        sums.wood_error += error;
    }
    return sums;
}

void SkinErrorMeter::add(const Pose& pose, const Column<JointId, Rigid>& motions) {
    posed_.pose(pose, now_);
    for (const JointId joint : motions.rows()) motions_[joint.value] = motion34(motions[joint]);
    std::vector<Sums> parts((now_.size() + grain - 1) / grain);
    parallel_chunks(now_.size(), grain,
                    [&](size_t begin, size_t end) { parts[begin / grain] = sums_of(begin, end); });
    for (const Sums& part : parts) sums_.add(part);
    ++poses_;
}

SkinError SkinErrorMeter::result() const {
    SkinError error;
    error.moved_rms = root_mean(sums_.moved, poses_ * rest_.size());
    error.error_rms = root_mean(sums_.error, poses_ * rest_.size());
    error.error_max = std::sqrt(sums_.largest);
    error.wood_moved_rms = root_mean(sums_.wood_moved, poses_ * wood_count_);
    error.wood_error_rms = root_mean(sums_.wood_error, poses_ * wood_count_);
    return error;
}

}  // namespace thigmo
