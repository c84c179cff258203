// The vertex function of beam plants in three languages, from the one source in shaders/.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "thigmo/scene/shader_tables.h"

namespace thigmo {

enum class ShaderLanguage { glsl, hlsl, godot };
constexpr std::array<ShaderLanguage, 3> shader_languages = {
    ShaderLanguage::glsl, ShaderLanguage::hlsl, ShaderLanguage::godot};
constexpr std::array<const char*, 3> shader_names = {"thigmo_beam.glsl", "thigmo_beam.hlsl",
                                                     "thigmo_beam.gdshaderinc"};

/// A uniform of the vertex function: four numbers, and what each is.
struct ShaderUniform {
    const char* name;
    std::array<double, 4> value;
    std::array<const char*, 4> fields;
};

/// All of them; tile: of the flutter texture (m); period: of a loop (s), 0 for none.
std::vector<ShaderUniform> shader_uniforms(const BeamPlant& plant, const BeamControls& controls,
                                           double tile, double period);

std::string shader_text(ShaderLanguage language, const std::vector<ShaderUniform>& uniforms,
                        const FloatTable& motion);

/// A file of shaders/ by its name.
std::string_view shader_file(std::string_view name);

}  // namespace thigmo
