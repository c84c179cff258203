// Pictures of plants: daylight on a ground, or rows by colour.
#pragma once

#include <memory>
#include <optional>

#include "thigmo/base/progress.h"
#include "thigmo/plant/pose.h"
#include "thigmo/render/camera.h"
#include "thigmo/render/film.h"
#include "thigmo/render/light.h"

namespace thigmo {

struct PictureSettings {
    int width = 960, height = 540;
    int samples = 16;  // per pixel
    uint64_t seed = 1;
    View view;
    Light light;                            // its sun_direction gives way to the two below
    std::optional<double> sun_azimuth_deg;  // unset: 55° to the left behind the camera
    double sun_elevation_deg = 42;
    bool ground = true;
    std::optional<Box> stage;         // what the ground is laid for; unset: the plant as posed
    double ground_reach = 4;          // the ground fades away over as many sizes of the plant
    int bounces = 2;                  // of light between surfaces, beyond the first
    bool as_given = false;            // looks as they stand: no leaf differs from its like
    Column<DomainId, Vec3f> colours;  // one per domain draws a diagram; empty: daylight
};

/// The largest width or height.
constexpr int largest_picture = 16384;

/// InputError for a size, sample count or angle out of range.
void check(const PictureSettings& settings);

/// Filmic in daylight, plain in a diagram.
Tone tone_of(const PictureSettings& settings);

/// Draws one plant, which must outlive it, in pose after pose; what does not move is kept.
class Renderer {
  public:
    explicit Renderer(const Plant& plant);
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    void set_pose(const Pose& pose);
    /// Of what is drawn, in this pose.
    Box bounds() const;
    /// The camera that the settings' view asks for in this pose.
    Camera frame(const PictureSettings& settings) const;
    /// Empty when progress was cancelled. The same settings give the same bits on any number of
    /// threads.
    Film expose(const PictureSettings& settings, const Camera& camera, Progress& progress) const;
    /// Framed, exposed and developed.
    Image render(const PictureSettings& settings, Progress& progress) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

Image render(const Plant& plant, const Pose& pose, const PictureSettings& settings,
             Progress& progress);

}  // namespace thigmo
