// Numbers of the CPU's path put into the shader's source, and its words into other languages'.
#include "thigmo/scene/shader_text.h"

#include <fmt/format.h>

#include <map>
#include <numbers>

#include "thigmo/base/assert.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/mechanics/spectrum.h"
#include "thigmo/scene/shader_files.h"
#include "thigmo/sim/beam/gust_response.h"

namespace thigmo {
namespace {

/// A number that every language takes as a float.
std::string literal(double value) {
    std::string text = fmt::format("{:.9g}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

using Words = std::map<std::string, std::string, std::less<>>;

/// What stands between @ signs in the source.
Words numbers(const std::vector<ShaderUniform>& uniforms, const FloatTable& motion) {
    const LeafLaw law;
    const auto& ratios = MotionTexture::damping_ratios;
    std::string swell, gains;
    for (const SwellWave& wave : swell_waves)
        swell +=
            fmt::format("{}thigmo_swell_wave({}, {}, time)", swell.empty() ? "" : " +\n        ",
                        literal(wave.period), literal(wave.phase / (2 * std::numbers::pi)));
    const auto gain = [](size_t layer) {
        return sway_gain(Drive::gusts, static_cast<double>(layer));
    };
    for (size_t i = 1; i < ratios.size(); ++i)
        gains += fmt::format("{}    gain += {} * clamp(layer - {}, 0.0, 1.0);", i == 1 ? "" : "\n",
                             literal(gain(i) - gain(i - 1)), literal(static_cast<double>(i - 1)));
    Words words = {
        {"vogel_speed", literal(vogel_speed)},
        {"inertial", literal(inertial_gusts(1, {1, 1, 0}))},
        {"swell_below", literal(swell_below)},
        {"across", literal(std::sqrt(lateral_density))},
        {"swell_waves", swell},
        {"swell_share", literal(std::sqrt(2.0 / swell_waves.size()))},
        {"motion_width", std::to_string(motion.width)},
        {"motion_height", std::to_string(motion.height / static_cast<int>(motion.entries))},
        {"last_layer", std::to_string(ratios.size() - 1)},
        {"least_damping", literal(ratios.front())},
        {"first_gain", literal(gain(0))},
        {"more_gains", gains},
        {"branch_texels", std::to_string(branch_texels)},
        {"leaf_texels", std::to_string(leaf_texels)},
        {"table_width", std::to_string(FloatTable::row_texels)},
        {"flutter_width", std::to_string(FlutterTexture::width)},
        {"inside", literal(law.inside)},
        {"calm_stir", literal(law.calm_stir)},
        {"half_stir", literal(law.half_stir)},
        {"yielding", literal(law.yielding)},
        {"flutter_strengths",
         fmt::format("{}, {}, {}", literal(double(law.strengths.x())),
                     literal(double(law.strengths.y())), literal(double(law.strengths.z())))},
        {"most_orders", "64"},
    };
    for (const ShaderUniform& uniform : uniforms)
        words[uniform.name] =
            fmt::format("{}, {}, {}, {}", literal(uniform.value[0]), literal(uniform.value[1]),
                        literal(uniform.value[2]), literal(uniform.value[3]));
    return words;
}

std::string with_numbers(std::string_view text, const Words& words) {
    std::string out;
    while (true) {
        const size_t begin = text.find('@');
        out += text.substr(0, begin);
        if (begin == std::string_view::npos) return out;
        const size_t end = text.find('@', begin + 1);
        const auto word = words.find(text.substr(begin + 1, end - begin - 1));
        THIGMO_ASSERT(word != words.end());
        out += word->second;
        text.remove_prefix(end + 1);
    }
}

bool is_word(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// HLSL's names for the words of GLSL that the source uses.
std::string as_hlsl(std::string_view text) {
    static const Words names = {{"vec2", "float2"},       {"vec3", "float3"},  {"vec4", "float4"},
                                {"ivec2", "int2"},        {"mix", "lerp"},     {"fract", "frac"},
                                {"inversesqrt", "rsqrt"}, {"mat4", "float4x4"}};
    std::string out;
    for (size_t i = 0; i < text.size();) {
        size_t end = i;
        while (end < text.size() && is_word(text[end])) ++end;
        if (end == i) {
            out += text[i++];
            continue;
        }
        const auto name = names.find(text.substr(i, end - i));
        out += name == names.end() ? std::string(text.substr(i, end - i)) : name->second;
        i = end;
    }
    return out;
}

}  // namespace

std::string_view shader_file(std::string_view name) {
    for (const ShaderFile& file : shader_files())
        if (file.name == name) return file.text;
    THIGMO_ASSERT(false);
    return {};
}

std::vector<ShaderUniform> shader_uniforms(const BeamPlant& plant, const BeamControls& controls,
                                           double tile, double period) {
    const auto by_order = [](const std::vector<double>& values, double otherwise) {
        std::array<double, 4> four{};
        for (size_t i = 0; i < 4; ++i) four[i] = of_order(values, i, otherwise);
        return four;
    };
    constexpr std::array<const char*, 4> orders = {"order 0", "order 1", "order 2",
                                                   "order 3 and above"};
    const Vec3& wind = controls.wind.mean;
    return {
        {"thigmo_wind",
         {wind.x(), wind.y(), wind.z(), controls.wind.turbulence},
         {"x (m/s, world)", "y (m/s)", "z (m/s)", "turbulence: gusts over the mean speed"}},
        {"thigmo_damping", by_order(controls.damping, 0), orders},
        {"thigmo_stiffness", by_order(controls.stiffness, 1), orders},
        {"thigmo_sway", by_order(controls.sway, 1), orders},
        {"thigmo_leaf",
         {controls.flutter, tile, period, 0},
         {"flutter (x)", "tile of the flutter texture (m)", "period of a loop (s), 0: none",
          "unused"}},
        {"thigmo_air",
         {plant.vogel, integral_scales(controls.wind.reference_height)[0], 0, 0},
         {"exponent of drag beyond the square", "length of gusts (m)", "unused", "unused"}},
    };
}

std::string shader_text(ShaderLanguage language, const std::vector<ShaderUniform>& uniforms,
                        const FloatTable& motion) {
    constexpr std::array<const char*, 3> heads = {"head.glsl", "head.hlsl", "head.gdshaderinc"};
    const Words words = numbers(uniforms, motion);
    const auto filled = [&](std::string_view name) {
        return with_numbers(shader_file(name), words);
    };
    const bool hlsl = language == ShaderLanguage::hlsl;
    const auto translated = [&](const std::string& text) { return hlsl ? as_hlsl(text) : text; };
    return "// Where a vertex of a plant is at a time, in wind. Written by Thigmo.\n" +
           translated(filled("structs.glsl")) + "\n" +
           filled(heads[static_cast<size_t>(language)]) + "\n" + translated(filled("beam.glsl")) +
           (hlsl ? "#ifdef THIGMO_STRUCT\n};\n#endif\n" : "");
}

}  // namespace thigmo
