// Runs a scene and writes where ten of its vertices are in five frames, which other programs are
// then asked for: thigmo_client_motion SCENE.toml OUTPUT.json.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "thigmo/base/file.h"
#include "thigmo/base/random.h"
#include "thigmo/plant/shape_binding.h"
#include "thigmo/scene/record.h"
#include "thigmo/sim/simulators.h"

namespace {

using namespace thigmo;

/// Everything drawn, in a pose: the skin's vertices, then those of every shape.
std::vector<Vec3f> vertices(const Plant& plant, const Skin& skin, const Pose& pose) {
    std::vector<Vec3f> all = pose_skin(skin, pose).positions;
    for (const DomainId domain : plant.domains.rows()) {
        if (!plant.domains.shape[domain].exists()) continue;
        const size_t first = all.size();
        all.resize(first + plant.shapes[plant.domains.shape[domain]].mesh.positions.size());
        std::vector<Vec3f> normals(all.size() - first);
        const std::span own = std::span(all).subspan(first);
        const DomainId followed = bends_with(plant, domain);
        place_shape(plant, domain, followed.exists() ? Rigid{} : pose.shapes[domain], own, normals);
        if (!followed.exists()) continue;
        const std::vector<Binding> bindings = bind_to_segments(plant, followed, own);
        pose_vertices(segment_motions(pose), bindings, own, normals);
    }
    return all;
}

/// Five vertices of the skin and five of shapes that no other vertex is near to at rest.
std::vector<size_t> choose(const std::vector<Vec3f>& rest, size_t skin_size) {
    const auto alone = [&](size_t i) {
        size_t near = 0;
        for (const Vec3f& other : rest) near += (other - rest[i]).norm() < 2e-4f;
        return near == 1;
    };
    std::vector<size_t> chosen;
    Random random(4);
    while (chosen.size() < 10) {
        const bool wood = chosen.size() < 5;
        const size_t i =
            wood ? random.below(skin_size) : skin_size + random.below(rest.size() - skin_size);
        if (alone(i)) chosen.push_back(i);
    }
    return chosen;
}

std::string positions(const std::vector<Vec3f>& all, const std::vector<size_t>& chosen) {
    std::string text;
    for (const size_t i : chosen)
        text += fmt::format("{}[{}, {}, {}]", text.empty() ? "" : ", ", all[i].x(), all[i].y(),
                            all[i].z());
    return "[" + text + "]";
}

/// Keeps five of all frames, the first and the last among them.
class FiveFrames final : public MotionSink {
  public:
    explicit FiveFrames(size_t frames) : step_((frames - 1) / 4) {}
    void write(double, const Pose& pose) override {
        if (frame_ % step_ == 0) poses.emplace(frame_, pose);
        ++frame_;
    }
    void finish() override {}

    std::map<size_t, Pose> poses;

  private:
    size_t step_, frame_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    Progress progress;
    const SceneFile file = load_scene(argv[1]);
    Scene scene = build_scene(file, make_simulator, progress);
    const Drawing drawing = draw(scene);
    const Take take{file.duration, file.frames_per_second};
    FiveFrames sink(frame_count(take));
    record(scene, drawing, take, {&sink}, progress);

    const Plant& plant = drawing.plant;
    const Skin skin = build_skin(plant);
    const std::vector<Vec3f> rest = vertices(plant, skin, rest_pose(plant));
    const std::vector<size_t> chosen = choose(rest, skin.mesh.positions.size());
    std::string frames;
    for (const auto& [frame, pose] : sink.poses)
        frames += fmt::format("{}\"{}\": {}", frames.empty() ? "" : ", ", frame,
                              positions(vertices(plant, skin, pose), chosen));
    write_file(argv[2],
               fmt::format("{{\"vertices\": {}, \"segments\": {}, \"shapes\": {}, "
                           "\"frames_per_second\": {}, \"rest_m\": {}, \"frames\": {{{}}}}}",
                           rest.size(), plant.segments.size(),
                           std::count_if(plant.domains.shape.begin(), plant.domains.shape.end(),
                                         [](ShapeId shape) { return shape.exists(); }),
                           file.frames_per_second, positions(rest, chosen), frames));
}
