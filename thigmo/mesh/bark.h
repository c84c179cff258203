// Bark: tileable pictures of one metre by one metre, u around the stem and v along it.
#pragma once

#include <array>
#include <cstdint>

#include "thigmo/base/vector.h"
#include "thigmo/mesh/image.h"

namespace thigmo {

enum class BarkKind { smooth, fissured, lenticels, scaly, rings };
constexpr std::array<const char*, 5> bark_names = {"smooth", "fissured", "lenticels", "scaly",
                                                   "rings"};

/// Colours in sRGB, 0…1.
struct Bark {
    BarkKind kind = BarkKind::smooth;
    Vec3f colour = {0.45f, 0.4f, 0.35f};  // of ridges, scales, the smooth face
    Vec3f groove = {0.2f, 0.17f, 0.14f};  // of fissures, lenticels, scars
    int across = 20;                      // features per metre around
    int along = 6;                        // and along the stem
    double depth = 1;                     // strength of the grooves
    int pixels = 256;
};

Image paint_bark(const Bark& bark, uint64_t seed);

}  // namespace thigmo
