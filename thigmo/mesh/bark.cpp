// One function per kind of bark: how light a place is (1 the face's colour, 0 the groove's) and
// how its tone varies.
#include "thigmo/mesh/bark.h"

#include <algorithm>
#include <cmath>

#include "thigmo/base/random.h"
#include "thigmo/mesh/noise.h"

namespace thigmo {
namespace {

struct Tone {
    double face = 1;   // 0 groove … 1 face
    double light = 1;  // factor on the colour
};

double ramp(double from, double to, double x) {
    const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

/// Waves of a coordinate, in features: keeps rows of cells from standing in line.
double wave(double u, double v, int frequency, uint64_t seed) {
    return fractal_noise(u * frequency, v * frequency, frequency, frequency, 2, seed) - 0.5;
}

/// Long ridges that part and meet again between dark vertical fissures.
Tone fissured(const Bark& bark, double u, double v, uint64_t seed) {
    const double x = u * bark.across + 1.1 * wave(u, v, 8, seed);
    const double y = v * bark.along + 0.8 * wave(u, v, 5, seed + 1);
    const Cells cells = cell_noise(x, y, bark.across, bark.along, seed + 2);
    const double grain = fractal_noise(u * 64, v * 16, 64, 16, 3, seed + 3);
    const double face = ramp(0.02, 0.42, cells.second - cells.nearest + 0.25 * (grain - 0.5));
    const double cracks = fractal_noise(u * 24, v * 40, 24, 40, 2, seed + 4);
    return {face * (0.7 + 0.3 * ramp(0.3, 0.45, cracks)), 0.72 + 0.56 * grain};
}

/// A pale smooth face with dark dashes across it and a few black rough patches.
Tone lenticels(const Bark& bark, double u, double v, uint64_t seed) {
    const double dashes = noise(u * bark.across, v * bark.along, bark.across, bark.along, seed);
    const double sparse = noise(u * 6, v * 9, 6, 9, seed + 1);
    const double patch = fractal_noise(u * 3, v * 4, 3, 4, 4, seed + 2);
    const double bands = fractal_noise(u * 3, v * 48, 3, 48, 2, seed + 3);
    double face = 1 - bark.depth * ramp(0.74, 0.86, dashes) * ramp(0.3, 0.6, sparse);
    face *= 1 - bark.depth * 0.9 * ramp(0.64, 0.72, patch);
    return {face, 0.9 + 0.16 * bands};
}

/// Small thin plates, each of its own tone, that lift at their lower edge.
Tone scaly(const Bark& bark, double u, double v, uint64_t seed) {
    const double x = u * bark.across + 1.6 * wave(u, v, 24, seed);
    const double y = v * bark.along + 1.6 * wave(u, v, 20, seed + 1);
    const Cells cells = cell_noise(x, y, bark.across, bark.along, seed + 2);
    const double own = static_cast<double>(cells.cell % 1024) / 1024;
    const double grain = fractal_noise(u * 64, v * 32, 64, 32, 3, seed + 3);
    const double broad = fractal_noise(u * 5, v * 4, 5, 4, 2, seed + 4);
    const double gap = ramp(-0.05, 0.4, cells.second - cells.nearest + 0.5 * (grain - 0.5));
    return {gap * (0.75 + 0.25 * own), 0.6 + 0.2 * own + 0.35 * grain + 0.3 * broad};
}

/// Scars of fallen fronds: rings around the stem, each lit above and dark below.
Tone rings(const Bark& bark, double u, double v, uint64_t seed) {
    const double y = v * bark.along + 0.8 * wave(u, v, 4, seed);
    const double rise = y - std::floor(y);
    const double fibres = fractal_noise(u * 64, v * 5, 64, 5, 2, seed + 1);
    const double scar = ramp(0.0, 0.12, rise) * (1 - 0.25 * ramp(0.12, 0.3, rise));
    const double face = scar * (1 - 0.6 * ramp(0.6, 0.75, fibres));
    const double mottle = fractal_noise(u * 10, v * 8, 10, 8, 3, seed + 2);
    return {face, 0.72 + 0.5 * mottle - 0.12 * rise};
}

/// A quiet face with faint spots across it.
Tone smooth(const Bark& bark, double u, double v, uint64_t seed) {
    const double spots = noise(u * bark.across, v * bark.along, bark.across, bark.along, seed);
    const double mottle = fractal_noise(u * 8, v * 6, 8, 6, 4, seed + 1);
    return {1 - 0.6 * bark.depth * ramp(0.75, 0.9, spots), 0.82 + 0.36 * mottle};
}

Tone tone(const Bark& bark, double u, double v, uint64_t seed) {
    switch (bark.kind) {
        case BarkKind::fissured:
            return fissured(bark, u, v, seed);
        case BarkKind::lenticels:
            return lenticels(bark, u, v, seed);
        case BarkKind::scaly:
            return scaly(bark, u, v, seed);
        case BarkKind::rings:
            return rings(bark, u, v, seed);
        case BarkKind::smooth:
            break;
    }
    return smooth(bark, u, v, seed);
}

/// In steps of 1/48: the eye sees no difference and the PNG is half as large.
double stepped(double x) {
    return std::round(48 * x) / 48;
}

}  // namespace

Image paint_bark(const Bark& bark, uint64_t seed) {
    Image image = make_image(bark.pixels, bark.pixels);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const double u = (x + 0.5) / image.width, v = 1 - (y + 0.5) / image.height;
            const Tone at = tone(bark, u, v, seed);
            const double face = 1 - bark.depth * (1 - at.face);
            const Vec3f colour =
                static_cast<float>(stepped(at.light)) *
                (bark.groove + static_cast<float>(stepped(std::clamp(face, 0.0, 1.0))) *
                                   (bark.colour - bark.groove));
            for (size_t k = 0; k < 3; ++k)
                image.at(x, y)[k] = static_cast<uint8_t>(std::lround(
                    255 * std::clamp(colour[static_cast<Eigen::Index>(k)], 0.0f, 1.0f)));
        }
    return image;
}

}  // namespace thigmo
