// The files of a shader pack.
#include "thigmo/scene/shader_pack.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "thigmo/air/wind.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/io/exr.h"
#include "thigmo/plant/drawn.h"
#include "thigmo/scene/shader_bounds.h"
#include "thigmo/scene/shader_files.h"
#include "thigmo/scene/shader_text.h"

namespace thigmo {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::array<const char*, 3> presets = {"breeze", "wind", "storm"};

std::string_view bytes_of(std::span<const float> values) {
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

std::vector<double> numbers(const Vec3& v) {
    return {v.x(), v.y(), v.z()};
}

class Writer {
  public:
    Writer(const Plant& plant, const ShaderPackSettings& settings,
           const std::filesystem::path& folder)
        : plant_(plant),
          settings_(settings),
          folder_(folder),
          parts_(drawable_parts(plant)),
          beams_(build_branches(plant, settings.beam)),
          vertices_(surface_vertices(plant, parts_)),
          surface_(plant, beams_, Bending::true_length, vertices_),
          motion_(sway_texture(settings.beam)),
          flutter_(leaf_texture(settings.beam,
                                find_riders(plant, beams_, Bending::true_length).longest_leaf)) {}

    ExportReport write() {
        std::error_code failed;
        std::filesystem::create_directories(folder_, failed);
        if (failed)
            throw InputError(
                fmt::format("{}: cannot make that folder: {}", folder_.string(), failed.message()));
        json_["format"] = "thigmo-beam-pack";
        json_["version"] = 1;
        json_["name"] = title(plant_);
        json_["units"] = "m, s, Hz; y up; wind in the world's axes";
        write_mesh();
        write_shaders();
        write_tables();
        describe_vertices();
        describe_bounds();
        if (!settings_.check_times.empty()) write_checks();
        write_text("pack.json", json_.dump(2) + "\n");
        return report_;
    }

  private:
    static std::vector<DrawnPart> drawable_parts(const Plant& plant) {
        check_pictures(plant);
        std::vector<DrawnPart> parts = collect_parts(plant, {});
        check_parts(plant, parts);
        return parts;
    }

    void write_text(const std::string& name, std::string_view text) {
        write_file(folder_ / name, text);
        report_.files.push_back(folder_ / name);
    }

    void write_mesh() {
        GltfScene scene{plant_, parts_, {},
                        {},     true,   vertex_extras(parts_, beams_, vertices_, surface_)};
        check_size(scene);
        report_ = report_of(scene);
        std::ostringstream stream;
        if (!write_scene(scene, stream))
            throw InputError(fmt::format("{}: tinygltf cannot write it as glTF", title(plant_)));
        write_text("plant.glb", std::move(stream).str());
        json_["glb"] = "plant.glb";
        json_["vertices"] = vertices_.size();
    }

    std::vector<ShaderUniform> uniforms(const BeamControls& controls) const {
        return shader_uniforms(beams_, controls, double(flutter_.tile), settings_.beam.period);
    }

    void write_shaders() {
        const std::vector<ShaderUniform> all = uniforms(controls(settings_.beam));
        const FloatTable motion = motion_table(motion_);
        for (const ShaderLanguage language : shader_languages) {
            const char* name = shader_names[static_cast<size_t>(language)];
            write_text(name, shader_text(language, all, motion));
        }
        json_["shaders"] = {
            {"glsl", shader_names[0]}, {"hlsl", shader_names[1]}, {"godot", shader_names[2]}};
        json_["quality"] = {{"define", "THIGMO_QUALITY"},
                            {"0", "full"},
                            {"1", "no length correction"},
                            {"2", "positions only: normals and tangents as at rest"}};
        for (const ShaderFile& file : shader_files())
            if (file.name.ends_with(".md")) write_text(std::string(file.name), file.text);
        for (const ShaderUniform& uniform : all)
            json_["uniforms"][uniform.name] = {
                {"type", "vec4"}, {"default", uniform.value}, {"fields", uniform.fields}};
        for (const char* preset : presets)
            for (const ShaderUniform& uniform : uniforms(controls_of(preset)))
                if (uniform.name == std::string_view("thigmo_wind"))
                    json_["presets"][preset][uniform.name] = uniform.value;
    }

    /// The settings' controls in a wind by its word, in the settings' direction.
    BeamControls controls_of(const char* preset) const {
        BeamControls live = controls(settings_.beam);
        const double speed = live.wind.mean.norm();
        const Vec3 direction = speed > 0 ? Vec3(live.wind.mean / speed) : Vec3::UnitX();
        live.wind.mean = parse_wind(preset).speed * direction;
        return live;
    }

    void write_table(const std::string& name, const FloatTable& table, const char* what) {
        write_text(name + ".bin", bytes_of(table.values));
        write_text(name + ".exr",
                   encode_exr({table.width, table.height, table.channels, table.values}));
        json_["textures"][name] = {{"uniform", "thigmo_" + name},
                                   {"raw", name + ".bin"},
                                   {"exr", name + ".exr"},
                                   {"type", "float32, little endian, rows from y = 0"},
                                   {"width", table.width},
                                   {"height", table.height},
                                   {"channels", table.channels},
                                   {"entries", table.entries},
                                   {"what", what}};
    }

    void write_tables() {
        write_table("branches", branch_table(beams_), "8 texels to a branch, see branch_fields");
        write_table("leaves", leaf_table(surface_.vertices().leaves),
                    "2 texels to a leaf, see leaf_fields");
        write_table("motion", motion_table(motion_),
                    "sway of unit variance; a layer per damping ratio, one below the other");
        write_table("flutter", flutter_table(flutter_),
                    "turns of leaves; planes yz, xz, xy, one below the other");
        json_["textures"]["motion"]["damping_ratios"] = MotionTexture::damping_ratios;
        json_["branch_fields"] = branch_fields;
        json_["leaf_fields"] = leaf_fields;
    }

    void describe_vertices() {
        json_["attributes"] = {
            {"POSITION", {"x (m)", "y (m)", "z (m)"}},
            {"NORMAL", {"x", "y", "z"}},
            {"TANGENT", {"x", "y", "z", "side"}},
            {"TEXCOORD_0", {"u", "v"}},
            {"TEXCOORD_1", {"branch, -1: none", "leaf, -1: none"}},
            {"TEXCOORD_2", {"along its branch (0 to 1)", "along the parent"}},
            {"TEXCOORD_3", {"along the grandparent", "along the great-grandparent"}},
            {"TEXCOORD_4", {"bending with its branch (x)", "flutter (x)"}}};
        json_["previous_frame"] =
            "call thigmo_move again with the last frame's time, wind and world";
    }

    void describe_bounds() {
        std::vector<Json> rows;
        for (const char* preset : presets) {
            const BeamControls live = controls_of(preset);
            const std::vector<MotionBounds> bounds =
                motion_bounds(beams_, make_gale(beams_, settings_.beam, live), live, motion_,
                              flutter_, vertices_, surface_);
            rows.resize(bounds.size());
            for (size_t i = 0; i < bounds.size(); ++i) {
                if (bounds[i].count == 0) continue;
                const Box& rest = bounds[i].rest;
                if (i + 1 < bounds.size())
                    rows[i]["order"] = i;
                else
                    rows[i]["order"] = "leaves, and what stands on the ground";
                rows[i]["vertices"] = bounds[i].count;
                rows[i]["bounds"] = {{"min", numbers(rest.min())}, {"max", numbers(rest.max())}};
                rows[i]["reach"][preset] = bounds[i].reach;
            }
        }
        std::erase_if(rows, [](const Json& row) { return row.is_null(); });
        for (Json& row : rows) {
            size_t branches = 0;
            for (const Branch& branch : beams_.branches)
                branches += row["order"] == branch.order ? 1u : 0u;
            row["branches"] = branches;
        }
        json_["orders"] = rows;
    }

    void write_checks() {
        for (const auto& [quality, bending] :
             {std::pair("full", Bending::true_length), std::pair("sheared", Bending::sheared)}) {
            BeamSurface surface(plant_, beams_, bending, vertices_);
            for (size_t i = 0; i < settings_.check_times.size(); ++i) {
                const std::string name = fmt::format("check_{}_{}.bin", quality, i);
                write_text(name, bytes_of(moved_positions(surface, settings_.check_times[i])));
                json_["check"][quality].push_back(name);
            }
        }
        json_["check"]["times"] = settings_.check_times;
    }

    std::vector<float> moved_positions(BeamSurface& surface, double time) const {
        const BeamControls live = controls(settings_.beam);
        std::vector<Bend> bends;
        find_bends(beams_, motion_, make_gale(beams_, settings_.beam, live), {}, time, bends);
        std::vector<Vec4f> positions(vertices_.size());
        surface.move(bends, flutter_, make_flutter(live, settings_.beam.period, time),
                     Quality::positions, {positions, {}, {}});
        std::vector<float> out;
        for (const uint32_t row : surface.order())
            out.insert(out.end(), positions[row].data(), positions[row].data() + 3);
        return out;
    }

    const Plant& plant_;
    const ShaderPackSettings& settings_;
    const std::filesystem::path folder_;
    std::vector<DrawnPart> parts_;
    BeamPlant beams_;
    std::vector<SurfaceVertex> vertices_;
    BeamSurface surface_;
    MotionTexture motion_;
    FlutterTexture flutter_;
    Json json_;
    ExportReport report_;
};

}  // namespace

ExportReport write_shader_pack(const Plant& plant, const ShaderPackSettings& settings,
                               const std::filesystem::path& folder) {
    check(settings.beam);
    return Writer(plant, settings, folder).write();
}

void write_shared_textures(const std::filesystem::path& folder) {
    const BeamSettings settings;
    write_file(folder / "motion.bin", bytes_of(motion_table(sway_texture(settings)).values));
    write_file(folder / "flutter.bin", bytes_of(flutter_table(leaf_texture(settings, 1)).values));
}

}  // namespace thigmo
