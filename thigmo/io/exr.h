// OpenEXR out: tables of floats as pictures, without loss.
#pragma once

#include <span>
#include <string>

namespace thigmo {

/// A picture of 32-bit floats, rows from the top, pixels of 1 to 4 channels: R, G, B, A.
struct FloatImage {
    int width = 0, height = 0, channels = 4;
    std::span<const float> values;  // width × height × channels
};

/// Compressed without loss (ZIP). InputError where it has no pixels.
std::string encode_exr(const FloatImage& image);

}  // namespace thigmo
