// Writes a rose that moves for other programs to read, and where ten of its vertices are in five
// frames: thigmo_client_motion FOLDER.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "samples/motions.h"
#include "thigmo/base/file.h"
#include "thigmo/base/random.h"
#include "thigmo/plant/shape_binding.h"
#include "thigmo/scene/motion_file.h"
#include "thigmo/scene/nursery.h"

namespace {

using namespace thigmo;

constexpr size_t frames = 13, step = 3;  // five of them are compared: 0, 3, 6, 9, 12

/// Everything drawn, in a pose: the skin's vertices, then those of every shape.
std::vector<Vec3f> vertices(const Plant& plant, const Skin& skin, const Pose& pose) {
    std::vector<Vec3f> all = pose_skin(skin, pose).positions;
    for (const DomainId domain : plant.domains.rows()) {
        if (!plant.domains.shape[domain].exists()) continue;
        const size_t first = all.size();
        all.resize(first + plant.shapes[plant.domains.shape[domain]].mesh.positions.size());
        std::vector<Vec3f> normals(all.size() - first);
        const std::span own = std::span(all).subspan(first);
        const bool bends = bends_with_segments(plant, domain);
        place_shape(plant, domain, bends ? Rigid{} : pose.shapes[domain], own, normals);
        if (!bends) continue;
        const std::vector<Binding> bindings = bind_to_segments(plant, domain, own);
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

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    Progress progress;
    const Plant plant = grow_species(find_species("rose"), {}, progress).plant;
    const Skin skin = build_skin(plant);
    Motion motion;
    for (size_t i = 0; i < frames; ++i) {
        const double time = static_cast<double>(i) / motion.frames_per_second;
        motion.poses.push_back(samples::swing(plant, time, 0.05, 0.3));
        samples::carry({Quat::Identity(), Vec3(0.2 * time, 0, 0.1)}, motion.poses.back());
    }
    MotionFileSettings settings;
    ExportReport report;
    settings.frames = frames;
    settings.most_joints = 65535;
    play(motion, *open_motion(folder / "rose.glb", plant, settings, progress, &report));
    for (const char* name : {"rose.pc2", "rose.mdd"})
        play(motion, *open_motion(folder / name, plant, settings, progress));
    settings.axes = Axes::z_up;
    for (const char* name : {"rose_z.pc2", "rose_z.mdd"})
        play(motion, *open_motion(folder / name, plant, settings, progress));

    const std::vector<Vec3f> rest = vertices(plant, skin, rest_pose(plant));
    const std::vector<size_t> chosen = choose(rest, skin.mesh.positions.size());
    std::string text = fmt::format(
        "{{\"vertices\": {}, \"joints\": {}, \"frames_per_second\": {}, \"rest_m\": {}, "
        "\"frames\": {{",
        rest.size(), report.joints, motion.frames_per_second, positions(rest, chosen));
    for (size_t i = 0; i < frames; i += step)
        text += fmt::format("{}\"{}\": {}", i == 0 ? "" : ", ", i,
                            positions(vertices(plant, skin, motion.poses[i]), chosen));
    write_file(folder / "rose_motion.json", text + "}}");
}
