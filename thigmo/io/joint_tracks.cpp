// Keys per joint, kept only where something changes.
#include "thigmo/io/joint_tracks.h"

#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

constexpr double still_tolerance = 1e-7;  // rad, m: about what single precision tells apart

bool same(const Quat& a, const Quat& b) {
    return (a.coeffs() - b.coeffs()).cwiseAbs().maxCoeff() <= still_tolerance;
}

bool same(const Vec3& a, const Vec3& b) {
    return (a - b).cwiseAbs().maxCoeff() <= still_tolerance;
}

/// Adds the key of this frame; the frames before it all had the first one's.
template <class Key>
void add_key(const Key& key, const Key& first, size_t frame, size_t expected,
             std::vector<Key>& keys) {
    if (keys.empty()) {
        keys.reserve(std::max(expected, frame + 1));
        keys.resize(frame, first);
    }
    keys.push_back(key);
}

}  // namespace

JointTracks::JointTracks(const Joints& joints, size_t frames)
    : still_(joints.size()), tracks_(joints.size()), frames_now_(joints.size()), expected_(frames) {
    for (const JointId joint : still_.rows()) still_[joint].rest = local_rest(joints, joint);
}

void JointTracks::add(const Joints& joints, const Column<JointId, Rigid>& motions) {
    for (const JointId joint : still_.rows()) {
        const Rigid& moved = motions[joint];
        frames_now_[joint] = {moved.rotation * joints.rest[joint].rotation,
                              moved * joints.rest[joint].translation};
    }
    parallel_chunks(still_.size(), 512, [&](size_t begin, size_t end) {
        for (size_t row = begin; row < end; ++row) {
            const JointId joint(row), parent = joints.parent[joint];
            add(joint,
                relative(parent.exists() ? frames_now_[parent] : Rigid{}, frames_now_[joint]));
        }
    });
    ++frames_;
}

void JointTracks::add(JointId joint, const Rigid& local) {
    auto& [rest, first] = still_[joint];
    auto& [rotations, translations] = tracks_[joint];
    Quat turn = local.rotation;
    // A quaternion and its negative are one rotation; interpolation must not go the long way.
    const bool flipped = rotations.empty()
                             ? turn.dot(frames_ == 0 ? rest.rotation : first.rotation) < 0
                             : turn.coeffs().cast<float>().dot(rotations.back()) < 0;
    if (flipped) turn.coeffs() *= -1;
    if (frames_ == 0) first = {turn, local.translation};
    if (!rotations.empty() || !same(turn, first.rotation))
        add_key<Vec4f>(turn.coeffs().cast<float>(), first.rotation.coeffs().cast<float>(), frames_,
                       expected_, rotations);
    if (!translations.empty() || !same(local.translation, first.translation))
        add_key<Vec3f>(local.translation.cast<float>(), first.translation.cast<float>(), frames_,
                       expected_, translations);
}

uint64_t JointTracks::bytes() const {
    uint64_t bytes = 0;
    for (const JointTrack& track : tracks_)
        bytes += track.rotations.size() * sizeof(Vec4f) + track.translations.size() * sizeof(Vec3f);
    return bytes;
}

Column<JointId, JointTrack> JointTracks::take() {
    for (const JointId joint : still_.rows()) {
        const auto& [rest, first] = still_[joint];
        auto& [rotations, translations] = tracks_[joint];
        if (frames_ == 0) continue;
        if (rotations.empty() && !same(first.rotation, rest.rotation))
            rotations = {first.rotation.coeffs().cast<float>()};
        if (translations.empty() && !same(first.translation, rest.translation))
            translations = {first.translation.cast<float>()};
    }
    return std::move(tracks_);
}

}  // namespace thigmo
