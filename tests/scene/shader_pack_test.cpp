// What a shader pack holds, that its files agree, and that nothing leaves its bounds.
#include "thigmo/scene/shader_pack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "samples/plants.h"
#include "tests/io/glb.h"
#include "tests/message.h"
#include "thigmo/base/file.h"
#include "thigmo/mechanics/tapered_beam.h"
#include "thigmo/scene/shader_bounds.h"
#include "thigmo/scene/shader_text.h"

namespace thigmo {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<float> floats(const std::string& bytes) {
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
    return values;
}

/// The pack of a sapling, written once.
class ShaderPack : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        // Tests of one suite may run at once, each in a process of its own.
        folder = fs::path(testing::TempDir()) / ("shader_pack_" + std::to_string(getpid()));
        plant = new Plant(samples::sapling());
        ShaderPackSettings settings;
        settings.check_times = {0.5, 7};
        report = new ExportReport(write_shader_pack(*plant, settings, folder));
        pack = new json(json::parse(read_file(folder / "pack.json")));
    }
    static void TearDownTestSuite() {
        fs::remove_all(folder);
        delete plant;
        delete report;
        delete pack;
    }
    static std::vector<float> table(const char* name) {
        return floats(read_file(folder / (*pack)["textures"][name]["raw"].get<std::string>()));
    }
    static inline fs::path folder;
    static inline const Plant* plant = nullptr;
    static inline const ExportReport* report = nullptr;
    static inline const json* pack = nullptr;
};

TEST_F(ShaderPack, names_its_files_and_their_sizes) {
    EXPECT_EQ((*pack)["format"], "thigmo-beam-pack");
    for (const auto& [name, texture] : (*pack)["textures"].items()) {
        const size_t size = texture["width"].get<size_t>() * texture["height"].get<size_t>() *
                            texture["channels"].get<size_t>();
        EXPECT_EQ(table(name.c_str()).size(), size) << name;
        EXPECT_EQ(read_file(folder / texture["exr"].get<std::string>()).substr(0, 4),
                  std::string("\x76\x2f\x31\x01", 4));
    }
    for (const auto& [language, name] : (*pack)["shaders"].items())
        EXPECT_TRUE(fs::exists(folder / name.get<std::string>())) << language;
    for (const char* engine : {"godot", "unity", "unreal", "three"})
        EXPECT_TRUE(fs::exists(folder / ("README-" + std::string(engine) + ".md")));
    for (const fs::path& file : report->files) EXPECT_TRUE(fs::exists(file)) << file;
}

TEST_F(ShaderPack, has_every_branch_as_it_is) {
    const BeamPlant beams = build_branches(*plant, {});
    const std::vector<float> texels = table("branches");
    ASSERT_EQ((*pack)["textures"]["branches"]["entries"], beams.branches.size());
    for (const BranchId id : beams.branches.rows()) {
        const Branch& branch = beams.branches[id];
        const float* row = texels.data() + 48 * id.value;
        EXPECT_EQ(row[1], static_cast<float>(branch.curve.base.y()));
        EXPECT_EQ(row[3], branch.parent.exists() ? static_cast<float>(branch.parent.value) : -1.f);
        EXPECT_EQ(row[7], static_cast<float>(branch.along));
        EXPECT_EQ(row[11], static_cast<float>(branch.taper));
        EXPECT_EQ(row[20], static_cast<float>(branch.frequency[0]));
        EXPECT_EQ(row[21], static_cast<float>(unit_of(branch)));
        EXPECT_EQ(row[22], static_cast<float>(branch.hardening));
        EXPECT_EQ(row[28], static_cast<float>(branch.borne.x()));
        EXPECT_EQ(row[31], static_cast<float>(branch.sway[0]));
        EXPECT_EQ(row[32], 1.f);
        EXPECT_EQ(row[36], static_cast<float>(branch.frequency[1]));
        EXPECT_EQ(row[41], static_cast<float>(branch.in_step(0, 1)));
        EXPECT_EQ(row[44], static_cast<float>((branch.stem.exists() ? branch.stem : id).value));
    }
}

TEST_F(ShaderPack, has_vertices_that_know_their_branches) {
    const Glb glb(read_file(folder / "plant.glb"));
    const size_t branches = (*pack)["textures"]["branches"]["entries"];
    const size_t leaves = (*pack)["textures"]["leaves"]["entries"];
    size_t vertices = 0, on_leaves = 0;
    for (const json& mesh : glb.root["meshes"]) {
        const json& attributes = mesh["primitives"][0]["attributes"];
        const auto rows = glb.read<float>(attributes["TEXCOORD_1"], 2, Glb::float_type);
        const auto near = glb.read<float>(attributes["TEXCOORD_2"], 2, Glb::float_type);
        const auto weights = glb.read<float>(attributes["TEXCOORD_4"], 2, Glb::float_type);
        const auto tangents = glb.read<float>(attributes["TANGENT"], 4, Glb::float_type);
        const auto normals = glb.read<float>(attributes["NORMAL"], 3, Glb::float_type);
        for (size_t i = 0; i < rows.size() / 2; ++i) {
            EXPECT_LT(rows[2 * i], static_cast<float>(branches));
            EXPECT_LT(rows[2 * i + 1], static_cast<float>(leaves));
            EXPECT_TRUE(near[2 * i] >= 0 && near[2 * i] <= 1);
            EXPECT_EQ(weights[2 * i], 1.f);
            float across = 0;
            for (size_t k = 0; k < 3; ++k) across += tangents[4 * i + k] * normals[3 * i + k];
            EXPECT_NEAR(across, 0, 1e-5f);
            on_leaves += rows[2 * i + 1] >= 0;
        }
        vertices += rows.size() / 2;
    }
    EXPECT_EQ(vertices, (*pack)["vertices"]);
    EXPECT_GT(on_leaves, 0u);
    EXPECT_LT(on_leaves, vertices);
}

TEST_F(ShaderPack, tells_where_the_cpu_moves_vertices) {
    const auto early = floats(read_file(folder / "check_full_0.bin"));
    const auto late = floats(read_file(folder / "check_full_1.bin"));
    const auto sheared = floats(read_file(folder / "check_sheared_1.bin"));
    ASSERT_EQ(early.size(), 3 * (*pack)["vertices"].get<size_t>());
    EXPECT_NE(early, late);
    EXPECT_NE(sheared, late);
    EXPECT_EQ((*pack)["check"]["times"], json({0.5, 7.0}));
}

TEST_F(ShaderPack, bounds_hold_in_a_storm) {
    BeamSettings settings;
    settings.wind.mean = Vec3((*pack)["presets"]["storm"]["thigmo_wind"][0].get<double>(), 0, 0);
    const std::vector<DrawnPart> parts = collect_parts(*plant, {});
    const std::vector<SurfaceVertex> vertices = surface_vertices(*plant, parts);
    const BeamPlant beams = build_branches(*plant, {});
    BeamSurface surface(*plant, beams, Bending::true_length, vertices);
    const MotionTexture motion = sway_texture(settings);
    const FlutterTexture field = leaf_texture(settings, 0.1);
    const BeamControls live = controls(settings);
    const Gale gale = make_gale(beams, settings, live);
    const auto bounds = motion_bounds(beams, gale, live, motion, field, vertices, surface);
    std::vector<double> farthest(bounds.size(), 0);
    std::vector<Vec4f> positions(vertices.size());
    std::vector<Bend> bends;
    for (int frame = 0; frame < 400; ++frame) {
        const double time = 0.37 * frame;
        find_bends(beams, motion, gale, {}, time, bends);
        surface.move(bends, field, make_flutter(live, 0, time), Quality::positions,
                     {positions, {}, {}});
        for (size_t i = 0; i < vertices.size(); ++i) {
            const size_t row = surface.order()[i];
            const BranchId branch = beams.rides[vertices[i].domain].branch;
            const bool leaf = surface.vertices().leaf[row] != UINT32_MAX;
            const size_t own =
                leaf || !branch.exists() ? bounds.size() - 1 : beams.branches[branch].order;
            const double way = double((positions[row].head<3>() - vertices[i].position).norm());
            farthest[own] = std::max(farthest[own], way);
        }
    }
    for (size_t i = 0; i < bounds.size(); ++i) {
        EXPECT_LE(farthest[i], bounds[i].reach + 1e-6) << i;
        EXPECT_GT(farthest[i], bounds[i].reach / 20) << "a bound that says nothing: " << i;
    }
}

TEST_F(ShaderPack, speaks_three_languages) {
    const std::string glsl = read_file(folder / "thigmo_beam.glsl"),
                      hlsl = read_file(folder / "thigmo_beam.hlsl"),
                      godot = read_file(folder / "thigmo_beam.gdshaderinc");
    for (const std::string* text : {&glsl, &hlsl, &godot}) {
        EXPECT_THAT(*text, testing::HasSubstr("thigmo_move(ThigmoVertex rest"));
        EXPECT_THAT(*text, testing::Not(testing::HasSubstr("@")));
    }
    EXPECT_THAT(hlsl, testing::Not(testing::ContainsRegex("[^a-z]i?vec[234]|mat4|fract|mix\\(")));
    EXPECT_THAT(godot, testing::HasSubstr("uniform vec4 thigmo_wind = vec4(8.0, 0.0, 0.0, 0.2)"));
}

TEST(ShaderPackTest, leaves_no_checks_of_another_time) {
    const fs::path folder = fs::path(testing::TempDir()) / "shader_pack_again";
    ShaderPackSettings settings;
    settings.check_times = {1};
    write_shader_pack(samples::sapling(), settings, folder);
    EXPECT_TRUE(fs::exists(folder / "check_full_0.bin"));
    write_shader_pack(samples::sapling(), {}, folder);
    EXPECT_FALSE(fs::exists(folder / "check_full_0.bin"));
    fs::remove_all(folder);
}

TEST(ShaderPackTest, rejects_a_plant_that_draws_nothing) {
    const fs::path folder = fs::path(testing::TempDir()) / "shader_pack_empty";
    EXPECT_THAT(message([&] { write_shader_pack(Plant{}, {}, folder); }),
                testing::HasSubstr("nothing to draw"));
    EXPECT_FALSE(fs::exists(folder));
}

TEST(ShaderPackTest, rejects_a_folder_that_cannot_be) {
    const fs::path file = fs::path(testing::TempDir()) / "shader_pack_file";
    write_file(file, "x");
    EXPECT_THAT(message([&] { write_shader_pack(samples::sapling(), {}, file / "pack"); }),
                testing::HasSubstr("cannot make the folder"));
    fs::remove(file);
}

}  // namespace
}  // namespace thigmo
