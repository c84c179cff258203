// The files of shaders/, compiled into the program.
#pragma once

#include <span>
#include <string_view>

namespace thigmo {

struct ShaderFile {
    std::string_view name;  // "beam.glsl"
    std::string_view text;
};

/// All of them, in order of name.
std::span<const ShaderFile> shader_files();

}  // namespace thigmo
