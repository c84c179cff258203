// Tracks gathered pose by pose; the file is made at the end, when all keys are known.
#include "thigmo/io/gltf_motion.h"

#include <fmt/format.h>

#include <streambuf>
#include <utility>

#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/io/gltf_scene.h"
#include "thigmo/plant/drawn.h"

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

Joints plan_joints(const Plant& plant, const std::vector<DrawnPart>& parts, size_t most) {
    size_t shapes = 0;
    for (const DrawnPart& part : parts) shapes += part.rigid.size();
    if (plant.segments.size() + shapes > most)
        return build_joints(plant, most - needs_ground(parts, {}));
    Joints joints = build_joints(plant, most);
    add_shape_joints(plant, joints);
    return joints;
}

/// Around all vertices, at rest, that a joint has a share in.
Column<JointId, Box> joint_boxes(const std::vector<DrawnPart>& parts, const Joints& joints) {
    Column<JointId, Box> boxes(joints.size());
    for (const DrawnPart& part : parts) {
        const auto extend = [&](JointId joint, size_t vertex) {
            if (joint.exists()) boxes[joint].extend(part.mesh.positions[vertex].cast<double>());
        };
        for (size_t i = 0; i < part.bindings.size(); ++i)
            for (const SegmentId segment : part.bindings[i].segments)
                if (segment.exists()) extend(joints.of_segment[segment], i);
        if (joints.of_shape.empty()) continue;
        for (const auto& [domain, first, count] : part.rigid)
            for (size_t i = first; i < first + count; ++i) extend(joints.of_shape[domain], i);
    }
    return boxes;
}

Box moved(const Box& box, const Rigid& motion) {
    const Vec3 centre = motion * box.center();
    const Vec3 half = motion.rotation.toRotationMatrix().cwiseAbs() * (0.5 * box.sizes());
    return {centre - half, centre + half};
}

class GltfMotion final : public MotionSink {
  public:
    GltfMotion(const Plant& plant, const GltfMotionSettings& settings,
               const std::filesystem::path& path)
        : plant_(plant),
          settings_(settings),
          path_(path),
          parts_(collect_parts(plant, settings.tubes)),
          joints_((check_parts(plant, parts_), plan_joints(plant, parts_, settings.most_joints))),
          boxes_(joint_boxes(parts_, joints_)),
          tracks_(joints_, settings.frames),
          file_(path) {}

    void write(double time, const Pose& pose) override;
    void finish() override;

  private:
    GltfScene scene();

    const Plant& plant_;
    GltfMotionSettings settings_;
    std::filesystem::path path_;
    std::vector<DrawnPart> parts_;
    Joints joints_;
    Column<JointId, Box> boxes_;
    JointTracks tracks_;
    Box bounds_;
    PartFile file_;
};

void GltfMotion::write(double, const Pose& pose) {
    tracks_.add(joints_, pose);
    for (const JointId joint : boxes_.rows())
        if (!boxes_[joint].isEmpty())
            bounds_.extend(moved(boxes_[joint], motion(joints_, joint, pose)));
    if (tracks_.frames() % 64 == 0 && tracks_.bytes() > INT32_MAX)
        throw InputError(fmt::format(
            "{}: found {} bytes of keys after {} frames, expected at most {}: readers of glTF stop "
            "there; lower the number of joints or frames",
            path_.string(), tracks_.bytes(), tracks_.frames(), INT32_MAX));
}

/// Shapes that never left their place on their segment need no joint; nor do props on the ground.
GltfScene GltfMotion::scene() {
    GltfScene scene{plant_, parts_, {}, JointMotion{}, settings_.binary};
    JointMotion& motion = *scene.motion;
    motion.frames_per_second = settings_.frames_per_second;
    motion.frames = tracks_.frames();
    motion.bounds = bounds_;
    Column<JointId, JointTrack> all = tracks_.take();
    Column<JointId, uint8_t> drop(joints_.size());
    for (const JointId joint : drop.rows())
        drop[joint] = joints_.shape[joint].exists() && !all[joint].moves();
    for (const JointId joint : drop.rows())
        if (drop[joint] == 0) motion.tracks.push_back(std::move(all[joint]));
    scene.joints = drop_joints(joints_, drop);
    return scene;
}

void GltfMotion::finish() {
    if (tracks_.frames() == 0)
        throw InputError(fmt::format("{}: found no frames, expected some", path_.string()));
    GltfScene written = scene();
    check_size(written);
    PartBuffer buffer(file_);
    std::ostream stream(&buffer);
    stream.exceptions(std::ios::badbit);  // hands on what the file threw
    if (!write_scene(written, stream))
        throw InputError(fmt::format("{}: tinygltf cannot write it as glTF", path_.string()));
    file_.commit();
    if (settings_.report == nullptr) return;
    *settings_.report = report_of(written);
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
