// What every plant of the page shares, made as a shader pack makes it.
#include "apps/cli/shared_files.h"

#include "thigmo/air/wind.h"
#include "thigmo/base/json.h"
#include "thigmo/scene/shader_text.h"

namespace thigmo::cli {
namespace {

NamedBytes raw(const std::string& name, const FloatTable& table) {
    const auto* bytes = reinterpret_cast<const char*>(table.values.data());
    return {name + ".bin", {bytes, table.values.size() * sizeof(float)}};
}

Json describe(const std::string& name, const FloatTable& table) {
    Json json;
    json.set("uniform", "thigmo_" + name)
        .set("raw", name + ".bin")
        .set("width", static_cast<uint64_t>(table.width))
        .set("height", static_cast<uint64_t>(table.height))
        .set("channels", static_cast<uint64_t>(table.channels));
    return json;
}

Json describe(const std::vector<ShaderUniform>& uniforms) {
    Json json;
    for (const ShaderUniform& uniform : uniforms)
        json.set(uniform.name, Json()
                                   .set("type", "vec4")
                                   .set("default", std::vector<double>(uniform.value.begin(),
                                                                       uniform.value.end())));
    return json;
}

Json presets(double turbulence) {
    Json json;
    for (const char* name : {"breeze", "wind", "storm"})
        json.set(name, Json().set("thigmo_wind",
                                  std::vector<double>{parse_wind(name).speed, 0, 0, turbulence}));
    return json;
}

}  // namespace

std::vector<NamedBytes> shared_files() {
    const BeamSettings settings;
    const FlutterTexture leaves = leaf_texture(settings, 1);
    const FloatTable motion = motion_table(sway_texture(settings)), flutter = flutter_table(leaves);
    const std::vector<ShaderUniform> uniforms =
        shader_uniforms({}, controls(settings), double(leaves.tile), settings.period);
    const std::string shader = shader_names[static_cast<size_t>(ShaderLanguage::glsl)];
    Json json;
    json.set("shaders", Json().set("glsl", shader))
        .set("textures", Json()
                             .set("motion", describe("motion", motion))
                             .set("flutter", describe("flutter", flutter)))
        .set("uniforms", describe(uniforms))
        .set("presets", presets(settings.wind.turbulence));
    return {{"shared.json", json.text() + "\n"},
            {shader, shader_text(ShaderLanguage::glsl, uniforms, motion)},
            raw("motion", motion),
            raw("flutter", flutter)};
}

}  // namespace thigmo::cli
