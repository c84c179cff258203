// Poses gathered one by one; the file is made at the end, when joints can be chosen.
#include "thigmo/io/gltf_motion.h"

#include <fmt/format.h>

#include <streambuf>
#include <utility>

#include "thigmo/base/error.h"
#include "thigmo/base/part_file.h"
#include "thigmo/io/gltf_scene.h"
#include "thigmo/io/joint_choice.h"
#include "thigmo/io/skin_error.h"
#include "thigmo/plant/drawn.h"
#include "thigmo/plant/pose_file.h"

namespace thigmo {
namespace {

/// Passes bytes on to a file in the making.
class PartBuffer final : public std::streambuf {
  public:
    explicit PartBuffer(PartFile& file) : file_(file) {}

  private:
    std::streamsize xsputn(const char* bytes, std::streamsize count) override {
        file_.write({bytes, static_cast<size_t>(count)});
        return count;
    }
    int_type overflow(int_type c) override {
        const char byte = traits_type::to_char_type(c);
        file_.write({&byte, 1});
        return c;
    }

    PartFile& file_;
};

/// Around all vertices, at rest, that a joint has a share in.
Column<JointId, Box> joint_boxes(const std::vector<DrawnPart>& parts, const Joints& joints) {
    Column<JointId, Box> boxes(joints.size() + 1);  // the last is the ground's
    for (const DrawnPart& part : parts) {
        const auto follows = vertex_joints(part, joints, static_cast<uint16_t>(joints.size()));
        for (size_t i = 0; i < follows.size(); ++i)
            for (size_t k = 0; k < 4 && follows[i].weights[k] > 0; ++k)
                boxes[JointId(size_t{follows[i].joints[k]})].extend(
                    part.mesh.positions[i].cast<double>());
    }
    return boxes;
}

Box moved(const Box& box, const Rigid& motion) {
    const Vec3 centre = motion * box.center();
    const Vec3 half = motion.rotation.toRotationMatrix().cwiseAbs() * (0.5 * box.sizes());
    return {centre - half, centre + half};
}

/// Poses wait until all are known, then joints are chosen by them, then keys are made.
class GltfMotion final : public MotionSink {
  public:
    GltfMotion(const Plant& plant, const GltfMotionSettings& settings,
               const std::filesystem::path& path)
        : plant_(plant),
          settings_(settings),
          path_(path),
          parts_(collect_parts(plant, settings.tubes)),
          file_((check_parts(plant, parts_), path)) {
        if (!all_fit()) check_joint_limit(plant, settings.most_joints - needs_ground(parts_, {}));
    }

    void write(double, const Pose& pose) override { poses_.write(pose); }
    void finish() override;

  private:
    bool all_fit() const {
        return plant_.segments.size() + rigid_shapes(parts_) <= settings_.most_joints;
    }
    void choose(const DrawnBodies& bodies);
    JointMotion move(const DrawnBodies& bodies);
    void drop_still_shapes(JointMotion& motion);
    void check_keys(const JointTracks& tracks) const;

    const Plant& plant_;
    GltfMotionSettings settings_;
    std::filesystem::path path_;
    std::vector<DrawnPart> parts_;
    PoseFile<double> poses_;
    Joints joints_;
    SkinError error_;
    PartFile file_;
};

/// Some poses of the take, evenly spread, stand for all of them.
void GltfMotion::choose(const DrawnBodies& bodies) {
    if (all_fit()) {
        joints_ = build_joints(plant_, settings_.most_joints);
        return add_shape_joints(plant_, joints_);
    }
    constexpr size_t most_samples = 16;
    const size_t samples = std::min(most_samples, poses_.size());
    std::vector<Pose> chosen(samples, rest_pose(plant_));
    for (size_t i = 0; i < samples; ++i) {
        poses_.seek((2 * i + 1) * poses_.size() / (2 * samples), chosen[i]);
        poses_.read(chosen[i]);
    }
    JointChoice choice =
        choose_joints(plant_, bodies, chosen, settings_.most_joints - needs_ground(parts_, {}));
    joints_ = std::move(choice.joints);
    error_.enough_joints = choice.enough;
    error_.shared_organs_rms = choice.shared_organs_error;
}

void GltfMotion::check_keys(const JointTracks& tracks) const {
    if (tracks.frames() % 64 == 0 && tracks.bytes() > INT32_MAX)
        throw InputError(fmt::format(
            "{}: found {} bytes of keys after {} frames, expected at most {}: readers of glTF stop "
            "there; lower the number of joints or frames",
            path_.string(), tracks.bytes(), tracks.frames(), INT32_MAX));
}

JointMotion GltfMotion::move(const DrawnBodies& bodies) {
    JointMotion motion;
    const Column<JointId, Box> boxes = joint_boxes(parts_, joints_);
    JointTracks tracks(joints_, poses_.size());
    JointMotions motions(joints_, bodies);
    SkinErrorMeter meter(parts_, joints_);
    Pose pose = rest_pose(plant_);
    poses_.rewind();
    for (size_t frame = 0; frame < poses_.size(); ++frame) {
        poses_.read(pose);
        const Column<JointId, Rigid>& now = motions.at(pose);
        tracks.add(joints_, now);
        meter.add(pose, now);
        for (const JointId joint : boxes.rows())
            if (!boxes[joint].isEmpty())
                motion.bounds.extend(
                    moved(boxes[joint], joint.value < now.size() ? now[joint] : Rigid{}));
        check_keys(tracks);
    }
    const SkinError measured = meter.result();
    error_ = {measured.moved_rms,      measured.error_rms,      measured.error_max,
              measured.wood_moved_rms, measured.wood_error_rms, error_.shared_organs_rms,
              error_.enough_joints};
    motion.frames_per_second = settings_.frames_per_second;
    motion.frames = tracks.frames();
    motion.tracks = tracks.take();
    return motion;
}

/// Shapes that never left their place on their segment need no joint; nor do props on the ground.
void GltfMotion::drop_still_shapes(JointMotion& motion) {
    Column<JointId, uint8_t> drop(joints_.size());
    for (const JointId joint : drop.rows())
        drop[joint] = joints_.shape[joint].exists() && !motion.tracks[joint].moves();
    Column<JointId, JointTrack> kept;
    for (const JointId joint : drop.rows())
        if (drop[joint] == 0) kept.push_back(std::move(motion.tracks[joint]));
    motion.tracks = std::move(kept);
    joints_ = drop_joints(joints_, drop);
}

void GltfMotion::finish() {
    if (poses_.size() == 0)
        throw InputError(fmt::format("{}: found no frames, expected some", path_.string()));
    const DrawnBodies bodies = drawn_bodies(plant_, parts_);
    choose(bodies);
    JointMotion motion = move(bodies);
    if (all_fit()) drop_still_shapes(motion);
    GltfScene written{plant_, parts_, std::move(joints_), std::move(motion), settings_.binary};
    check_size(written);
    PartBuffer buffer(file_);
    std::ostream stream(&buffer);
    stream.exceptions(std::ios::badbit);  // hands on what the file threw
    if (!write_scene(written, stream))
        throw InputError(fmt::format("{}: tinygltf cannot write it as glTF", path_.string()));
    file_.commit();
    if (settings_.report == nullptr) return;
    *settings_.report = report_of(written);
    settings_.report->skin = error_;
    settings_.report->files = {path_};
}

}  // namespace

std::unique_ptr<MotionSink> open_gltf_motion(const Plant& plant, const GltfMotionSettings& settings,
                                             const std::filesystem::path& path) {
    GltfSettings still;
    still.skin = true;
    still.most_joints = settings.most_joints;
    check(plant, still);
    check_pictures(plant);
    return std::make_unique<GltfMotion>(plant, settings, path);
}

}  // namespace thigmo
