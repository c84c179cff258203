// The files of a shader pack.
#include "thigmo/scene/shader_pack.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "thigmo/air/wind.h"
#include "thigmo/base/error.h"
#include "thigmo/base/json.h"
#include "thigmo/base/part_folder.h"
#include "thigmo/io/exr.h"
#include "thigmo/plant/drawn.h"
#include "thigmo/scene/shader_bounds.h"
#include "thigmo/scene/shader_files.h"
#include "thigmo/scene/shader_text.h"

namespace thigmo {
namespace {

constexpr std::array<const char*, 3> presets = {"breeze", "wind", "storm"};

std::string_view bytes_of(std::span<const float> values) {
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

std::vector<std::string> words(std::span<const char* const> texts) {
    return {texts.begin(), texts.end()};
}

/// What the texels of an entry hold.
template <size_t count>
std::vector<Json> fields(const std::array<std::array<const char*, 4>, count>& texels) {
    std::vector<Json> rows(count);
    for (size_t i = 0; i < count; ++i)
        rows[i].set("texel", uint64_t{i}).set("fields", words(texels[i]));
    return rows;
}

/// Checks, too: old ones tell of another plant, or of other times.
bool is_pack_file(std::string_view name) {
    const auto is = [&](const auto& file) { return name == file; };
    if (name == "pack.json" || name == "plant.glb" || std::ranges::any_of(shader_names, is))
        return true;
    for (const std::string table : {"branches", "leaves", "motion", "flutter"})
        if (name == table + ".bin" || name == table + ".exr") return true;
    return (name.starts_with("check_") && name.ends_with(".bin")) ||
           std::ranges::any_of(shader_files(), [&](const ShaderFile& file) {
               return name == file.name && name.ends_with(".md");
           });
}

class Writer {
  public:
    Writer(const Plant& plant, const ShaderPackSettings& settings,
           const std::filesystem::path& folder)
        : plant_(plant),
          settings_(settings),
          parts_(drawable_parts(plant)),
          beams_(build_branches(plant, settings.beam)),
          vertices_(surface_vertices(plant, parts_)),
          surface_(plant, beams_, Bending::true_length, vertices_),
          motion_(sway_texture(settings.beam)),
          flutter_(leaf_texture(settings.beam,
                                find_riders(plant, beams_, Bending::true_length).longest_leaf)),
          folder_(folder),
          part_(folder, is_pack_file) {}

    ExportReport write() {
        json_.set("format", "thigmo-beam-pack")
            .set("version", uint64_t{1})
            .set("name", title(plant_))
            .set("units", "m, s, Hz; y up; wind in the world's axes");
        write_mesh();
        write_shaders();
        write_tables();
        describe_vertices();
        describe_bounds();
        if (!settings_.check_times.empty()) write_checks();
        write_text("pack.json", json_.text() + "\n");
        part_.commit();
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
        part_.write(name, text);
        report_.files.push_back(folder_ / name);
    }

    void write_mesh() {
        GltfScene scene{plant_, parts_, {},
                        {},     true,   vertex_extras(parts_, beams_, vertices_, surface_)};
        check_size(scene);
        report_ = report_of(scene);
        std::ostringstream stream;
        stream.exceptions(std::ios::badbit);  // hands on that memory is short
        if (!write_scene(scene, stream))
            throw InputError(fmt::format("{}: tinygltf cannot write it as glTF", title(plant_)));
        write_text("plant.glb", std::move(stream).str());
        json_.set("glb", "plant.glb").set("vertices", uint64_t{vertices_.size()});
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
        for (const ShaderFile& file : shader_files())
            if (file.name.ends_with(".md")) write_text(std::string(file.name), file.text);
        json_.set("shaders", Json()
                                 .set("glsl", shader_names[0])
                                 .set("hlsl", shader_names[1])
                                 .set("godot", shader_names[2]));
        json_.set("quality", Json()
                                 .set("define", "THIGMO_QUALITY")
                                 .set("0", "full")
                                 .set("1", "no length correction")
                                 .set("2", "positions only: lit as at rest"));
        Json described, winds;
        for (const ShaderUniform& uniform : all)
            described.set(uniform.name, Json()
                                            .set("type", "vec4")
                                            .set("default", four(uniform))
                                            .set("fields", words(uniform.fields)));
        for (const char* preset : presets)
            winds.set(preset,
                      Json().set("thigmo_wind", four(uniforms(controls_of(preset)).front())));
        json_.set("uniforms", described).set("presets", winds);
    }

    static std::vector<double> four(const ShaderUniform& uniform) {
        return {uniform.value.begin(), uniform.value.end()};
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
        textures_.set(name, Json()
                                .set("uniform", "thigmo_" + name)
                                .set("raw", name + ".bin")
                                .set("exr", name + ".exr")
                                .set("type", "float32, little endian, rows from y = 0")
                                .set("width", static_cast<uint64_t>(table.width))
                                .set("height", static_cast<uint64_t>(table.height))
                                .set("channels", static_cast<uint64_t>(table.channels))
                                .set("entries", uint64_t{table.entries})
                                .set("what", what));
    }

    void write_tables() {
        write_table("branches", branch_table(beams_), "9 texels to a branch, see branch_fields");
        write_table("leaves", leaf_table(surface_.vertices().leaves),
                    "2 texels to a leaf, see leaf_fields");
        write_table("motion", motion_table(motion_),
                    "sway of unit variance; a layer per damping ratio, one below the other");
        write_table("flutter", flutter_table(flutter_),
                    "turns of leaves; planes yz, xz, xy, one below the other");
        const auto& ratios = MotionTexture::damping_ratios;
        json_.set("textures", textures_)
            .set("damping_ratios", std::vector<double>(ratios.begin(), ratios.end()))
            .set("branch_fields", fields(branch_fields))
            .set("leaf_fields", fields(leaf_fields));
    }

    void describe_vertices() {
        using Words = std::vector<std::string>;
        Json attributes;
        attributes.set("POSITION", Words{"x (m)", "y (m)", "z (m)"})
            .set("NORMAL", Words{"x", "y", "z"})
            .set("TANGENT", Words{"x", "y", "z", "side"})
            .set("TEXCOORD_0", Words{"u", "v"})
            .set("TEXCOORD_1", Words{"branch, -1: none", "leaf, -1: none"})
            .set("TEXCOORD_2", Words{"along its branch (0 to 1)", "along the parent"})
            .set("TEXCOORD_3", Words{"along the grandparent", "along the great-grandparent"})
            .set("TEXCOORD_4", Words{"bending with its branch (x)", "flutter (x)"});
        json_.set("attributes", attributes)
            .set("previous_frame",
                 "call thigmo_move again with the last frame's time, wind and world");
    }

    std::vector<MotionBounds> bounds_of(const char* preset) const {
        const BeamControls live = controls_of(preset);
        return motion_bounds(beams_, make_gale(beams_, settings_.beam, live), live, motion_,
                             flutter_, vertices_, surface_);
    }

    void describe_bounds() {
        std::vector<std::vector<MotionBounds>> by_preset;
        for (const char* preset : presets) by_preset.push_back(bounds_of(preset));
        std::vector<Json> rows;
        for (size_t i = 0; i < by_preset.front().size(); ++i) {
            const MotionBounds& own = by_preset.front()[i];
            if (own.count == 0) continue;
            Json row, reach;
            if (i + 1 < by_preset.front().size())
                row.set("order", uint64_t{i}).set("branches", branches_of(i));
            else
                row.set("order", "leaves, and what stands on the ground");
            for (size_t k = 0; k < presets.size(); ++k)
                reach.set(presets[k], by_preset[k][i].reach);
            row.set("vertices", uint64_t{own.count})
                .set("bounds", Json().set("min", own.rest.min()).set("max", own.rest.max()))
                .set("reach", reach);
            rows.push_back(std::move(row));
        }
        json_.set("orders", rows);
    }

    uint64_t branches_of(size_t order) const {
        uint64_t count = 0;
        for (const Branch& branch : beams_.branches) count += branch.order == order ? 1u : 0u;
        return count;
    }

    void write_checks() {
        Json check;
        check.set("times", settings_.check_times);
        for (const auto& [quality, bending] :
             {std::pair("full", Bending::true_length), std::pair("sheared", Bending::sheared)}) {
            BeamSurface surface(plant_, beams_, bending, vertices_);
            std::vector<std::string> files;
            for (size_t i = 0; i < settings_.check_times.size(); ++i) {
                const std::string name = fmt::format("check_{}_{}.bin", quality, i);
                write_text(name, bytes_of(moved_positions(surface, settings_.check_times[i])));
                files.push_back(name);
            }
            check.set(quality, files);
        }
        json_.set("check", check);
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
    std::vector<DrawnPart> parts_;
    BeamPlant beams_;
    std::vector<SurfaceVertex> vertices_;
    BeamSurface surface_;
    MotionTexture motion_;
    FlutterTexture flutter_;
    const std::filesystem::path folder_;
    PartFolder part_;
    Json json_, textures_;
    ExportReport report_;
};

}  // namespace

ExportReport write_shader_pack(const Plant& plant, const ShaderPackSettings& settings,
                               const std::filesystem::path& folder) {
    check(settings.beam);
    return Writer(plant, settings, folder).write();
}

}  // namespace thigmo
