// Mode shapes, bent as far as an eye needs.
#include "apps/cli/mode_shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/io/gltf_motion.h"
#include "thigmo/plant/walk.h"
#include "thigmo/render/picture.h"

namespace thigmo::cli {
namespace {

using std::numbers::pi;

constexpr size_t most_shown = 4;
constexpr double shown_way = 0.125;                 // of the plant's height
constexpr double most_wood = 0.8, most_leaf = 1.5;  // rad, so that nothing turns over

/// How far, and which way, the mode moves what moves furthest.
Vec3 furthest_way(const Plant& plant, const Pose& pose) {
    Vec3 furthest = Vec3::Zero();
    const auto take = [&](const Vec3& way) {
        if (way.squaredNorm() > furthest.squaredNorm()) furthest = way;
    };
    for (const SegmentId segment : plant.segments.rows()) {
        const Vec3& end = plant.segments.end[segment];
        take(pose.segments[segment] * end - end);
    }
    return furthest;
}

struct Shown {
    double amplitude = 0;
    Vec3 way = Vec3::Zero();  // of the furthest point at this amplitude
};

Shown exaggerated(const Plant& plant, const Bodies& bodies, const Mode& mode) {
    double wood = 0, leaf = 0;  // largest turns
    for (const BodyId body : bodies.rows()) {
        double& most = is_wood(plant.domains.kind[bodies.domain[body]]) ? wood : leaf;
        most = std::max(most, mode.turn[body].norm());
    }
    const double least = 1e-12 * std::max(wood, leaf);
    const double little = 1e-4 / std::max(wood, leaf);
    const Vec3 way = furthest_way(plant, mode_pose(plant, bodies, mode, little));
    const double height = grown_bounds(plant).sizes().y();
    const double amplitude =
        std::min({shown_way * height * little / std::max(way.norm(), 1e-12 * height),
                  most_wood / std::max(wood, least), most_leaf / std::max(leaf, least)});
    return {amplitude, way * (amplitude / little)};
}

size_t shown_count(const Modes& found) {
    return std::min(most_shown, found.modes.size());
}

/// Puts a picture into a wider one.
void paste(const Image& part, int left, Image& whole) {
    for (int y = 0; y < part.height; ++y)
        for (int x = 0; x < part.width; ++x) whole.at(left + x, y) = part.at(x, y);
}

void draw_pictures(const Plant& plant, const Bodies& bodies, const Modes& found,
                   const std::filesystem::path& output, Progress& progress) {
    PictureSettings settings;
    settings.width = 400;
    settings.height = 540;
    settings.stage = bounds(plant);
    settings.samples = 6;  // enough for small pictures
    settings.bounces = 1;
    const size_t count = shown_count(found);
    Image whole = make_image(static_cast<int>(count) * settings.width, settings.height);
    Renderer renderer(plant);
    for (size_t i = 0; i < count; ++i) {
        const Shown shown = exaggerated(plant, bodies, found.modes[i]);
        // Across the sway: the camera at azimuth 0 looks from +Z, at 90° from +X.
        settings.view.azimuth_deg = std::atan2(-shown.way.z(), shown.way.x()) * 180 / pi;
        renderer.set_pose(mode_pose(plant, bodies, found.modes[i], shown.amplitude));
        const Image part = renderer.render(settings, progress);
        if (progress.cancelled()) throw InputError("stopped");
        paste(part, static_cast<int>(i) * settings.width, whole);
    }
    write_file(output, encode_png(whole));
}

void animate(const Plant& plant, const Bodies& bodies, const Modes& found,
             const std::filesystem::path& output) {
    constexpr size_t frames = 60;  // of a mode
    const size_t count = shown_count(found);
    GltfMotionSettings settings;
    settings.frames = count * frames + 1;
    settings.binary = output.extension() == ".glb";
    const auto sink = open_gltf_motion(plant, settings, output);
    std::vector<double> amplitude;
    for (size_t i = 0; i < count; ++i)
        amplitude.push_back(exaggerated(plant, bodies, found.modes[i]).amplitude);
    for (size_t frame = 0; frame < settings.frames; ++frame) {
        const size_t i = std::min(frame / frames, count - 1);
        const double phase = 2 * pi * static_cast<double>(frame % frames) / frames;
        sink->write(static_cast<double>(frame) / settings.frames_per_second,
                    mode_pose(plant, bodies, found.modes[i], amplitude[i] * std::sin(phase)));
    }
    sink->finish();
}

}  // namespace

void draw_modes(const Plant& plant, const Bodies& bodies, const Modes& found,
                const std::filesystem::path& output, Progress& progress) {
    if (output.extension() == ".png")
        draw_pictures(plant, bodies, found, output, progress);
    else
        animate(plant, bodies, found, output);
}

}  // namespace thigmo::cli
