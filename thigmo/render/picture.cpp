// A renderer: surfaces and rays behind, tiles of pixels in parallel.
#include "thigmo/render/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "thigmo/base/error.h"
#include "thigmo/base/parallel.h"
#include "thigmo/render/direction.h"
#include "thigmo/render/radiance.h"

namespace thigmo {
namespace {

constexpr int tile_size = 16;

void expect_range(const char* what, double value, double least, double most) {
    if (!(value >= least && value <= most))
        throw InputError(
            fmt::format("picture: {} {}, expected {} to {}", what, value, least, most));
}

/// Leaves differ from each other, by their keys; the petals of one plant much less.
std::vector<Vec3f> make_tints(const Plant& plant) {
    std::vector<Vec3f> tints(plant.domains.size(), Vec3f::Ones());
    for (const DomainId domain : plant.domains.rows()) {
        const Kind kind = plant.domains.kind[domain];
        if (!is_foliage(kind)) continue;
        const double spread = kind == Kind::petal ? 0.2 : 1;
        Random random(plant.domains.key[domain]);
        const double bright = 1 + spread * random.uniform(-0.18, 0.18);
        const double warm = spread * random.uniform(-0.08, 0.08);
        tints[domain.value] = Vec3(bright * (1 + warm), bright, bright * (1 - warm)).cast<float>();
    }
    return tints;
}

/// The base of the lowest root, or the lowest point where the plant hangs well below it or props
/// stand around it.
float ground_height(const Plant& plant, const Box& box) {
    double base = 1e300;
    bool props = false;
    for (const DomainId domain : plant.domains.rows()) {
        props = props || plant.domains.kind[domain] == Kind::prop;
        if (!plant.domains.parent[domain].exists() && !plant.domains.segments[domain].empty())
            base = std::min(base, plant.segments.start[plant.domains.segments[domain].front()].y());
    }
    const double lowest = box.min().y();
    const bool hangs = props || base > 1e299 || base - lowest > 0.1 * box.sizes().y();
    return static_cast<float>(hangs ? lowest : base);
}

Vec2f tent(const Vec2f& u) {
    const auto one = [](float x) {
        return x < 0.5f ? std::sqrt(2 * x) - 1 : 1 - std::sqrt(2 - 2 * x);
    };
    return {one(u.x()), one(u.y())};
}

}  // namespace

void check(const PictureSettings& settings) {
    expect_range("width", settings.width, 1, largest_picture);
    expect_range("height", settings.height, 1, largest_picture);
    expect_range("samples", settings.samples, 1, 65536);
    expect_range("bounces", settings.bounces, 0, 64);
    expect_range("ground reach", settings.ground_reach, 1e-3, 1e9);
    expect_range("azimuth", settings.view.azimuth_deg, -3600, 3600);
    expect_range("elevation", settings.view.elevation_deg.value_or(0), -90, 90);
    expect_range("field of view", settings.view.fov_deg, 1, 150);
    expect_range("zoom", settings.view.zoom, 0.01, 1000);
    expect_range("sun azimuth", settings.sun_azimuth_deg.value_or(0), -3600, 3600);
    expect_range("sun elevation", settings.sun_elevation_deg, 0, 90);
}

Tone tone_of(const PictureSettings& settings) {
    return settings.colours.empty() ? Tone::filmic : Tone::plain;
}

struct Renderer::State {
    const Plant& plant;
    Looks looks;
    Skin skin;
    Surface surface;
    std::vector<Vec3f> tints;
    std::unique_ptr<Tracer> tracer;

    explicit State(const Plant& drawn)
        : plant(drawn),
          looks(load_looks(drawn)),
          skin(build_skin(drawn)),
          surface(build_surface(drawn, skin, looks)),
          tints(make_tints(drawn)) {}

    Box bounds() const {
        Box box;
        for (const Vec3f& point : surface.points()) box.extend(point.cast<double>());
        return box;
    }
    World world(const PictureSettings& settings) const;
    Vec3f pixel(const World& world, const PictureSettings& settings, const Camera& camera, int x,
                int y) const;
};

World Renderer::State::world(const PictureSettings& settings) const {
    const Box box = settings.stage.value_or(bounds());
    World world;
    world.plant = &plant;
    world.looks = &looks;
    world.skin = &skin;
    world.surface = &surface;
    world.tracer = tracer.get();
    world.tints = tints;
    world.as_given = settings.as_given;
    world.light = settings.light;
    world.colours = settings.colours.span();
    world.bounces = settings.bounces;
    world.light.sun_direction =
        compass_direction(settings.sun_azimuth_deg.value_or(settings.view.azimuth_deg - 55),
                          settings.sun_elevation_deg);
    world.ground.drawn = settings.ground && settings.colours.empty();
    world.ground.height = ground_height(plant, box);
    world.ground.centre = box.center().cast<float>();
    world.ground.centre.y() = world.ground.height;
    world.ground.fade =
        static_cast<float>(std::max(1e-3, settings.ground_reach * box.sizes().norm()));
    const double extent =
        std::max(box.min().cwiseAbs().maxCoeff(), box.max().cwiseAbs().maxCoeff());
    world.offset = static_cast<float>(std::max(1e-9, 6e-6 * extent));
    return world;
}

Vec3f Renderer::State::pixel(const World& world, const PictureSettings& settings,
                             const Camera& camera, int x, int y) const {
    const auto number =
        static_cast<uint64_t>(y) * static_cast<uint64_t>(settings.width) + static_cast<uint64_t>(x);
    Vec3f sum = Vec3f::Zero();
    for (uint32_t sample = 0; sample < static_cast<uint32_t>(settings.samples); ++sample) {
        Sampler sampler(settings.seed, number, sample);
        const Vec2f shift = tent(sampler.pair());
        const float px = static_cast<float>(x) + 0.5f + 0.75f * shift.x();
        const float py = static_cast<float>(y) + 0.5f + 0.75f * shift.y();
        const Ray ray{camera.eye,
                      camera.direction(2 * px / static_cast<float>(settings.width) - 1,
                                       1 - 2 * py / static_cast<float>(settings.height))};
        sum += world.colours.empty() ? daylight_radiance(world, ray, sampler)
                                     : diagram_radiance(world, ray, sampler);
    }
    return sum / static_cast<float>(settings.samples);
}

Renderer::Renderer(const Plant& plant) : state_(std::make_unique<State>(plant)) {
    set_pose(rest_pose(plant));
}

Renderer::~Renderer() = default;

void Renderer::set_pose(const Pose& pose) {
    pose_surface(state_->plant, state_->skin, pose, state_->surface);
    if (state_->tracer)
        state_->tracer->rebuild();
    else
        state_->tracer = std::make_unique<Tracer>(state_->plant, state_->looks, state_->surface);
}

Box Renderer::bounds() const {
    return state_->bounds();
}

Camera Renderer::frame(const PictureSettings& settings) const {
    return frame_points(state_->surface.points(), settings.view,
                        static_cast<double>(settings.width) / settings.height);
}

Film Renderer::expose(const PictureSettings& settings, const Camera& camera,
                      Progress& progress) const {
    check(settings);
    if (!settings.colours.empty() && settings.colours.size() != state_->plant.domains.size())
        throw InputError(fmt::format("picture: {} colours, expected one for each of {} domains",
                                     settings.colours.size(), state_->plant.domains.size()));
    const World world = state_->world(settings);
    const int across = (settings.width + tile_size - 1) / tile_size;
    const int down = (settings.height + tile_size - 1) / tile_size;
    const auto tiles = static_cast<size_t>(across) * static_cast<size_t>(down);
    Film film{settings.width, settings.height, {}};
    film.pixels.resize(static_cast<size_t>(settings.width) * static_cast<size_t>(settings.height));
    std::atomic<bool> stop = false;
    std::mutex reporting;
    size_t done = 0;
    parallel_chunks(tiles, 1, [&](size_t tile, size_t) {
        if (stop) return;
        const FlushDenormals flush;
        const int left = static_cast<int>(tile) % across * tile_size;
        const int top = static_cast<int>(tile) / across * tile_size;
        for (int y = top; y < std::min(top + tile_size, settings.height); ++y)
            for (int x = left; x < std::min(left + tile_size, settings.width); ++x)
                film.pixels[static_cast<size_t>(y) * static_cast<size_t>(settings.width) +
                            static_cast<size_t>(x)] = state_->pixel(world, settings, camera, x, y);
        const std::scoped_lock lock(reporting);
        progress.report(static_cast<double>(++done) / static_cast<double>(tiles), "drawing");
        if (progress.cancelled()) stop = true;
    });
    return stop ? Film{} : film;
}

Image Renderer::render(const PictureSettings& settings, Progress& progress) const {
    check(settings);
    return develop(expose(settings, frame(settings), progress), tone_of(settings));
}

Image render(const Plant& plant, const Pose& pose, const PictureSettings& settings,
             Progress& progress) {
    Renderer renderer(plant);
    renderer.set_pose(pose);
    return renderer.render(settings, progress);
}

}  // namespace thigmo
