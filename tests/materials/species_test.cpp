// The built-in plants: they load, and their numbers lie where nature's do.
#include "thigmo/materials/species.h"
#include "tests/places.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/message.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/mesh/image.h"

namespace thigmo {
namespace {

/// All of them, read once.
const std::map<std::string, Species>& all_species() {
    static const std::map<std::string, Species> all = [] {
        std::map<std::string, Species> found;
        for (const std::string& name : species_names()) found.emplace(name, find_species(name));
        return found;
    }();
    return all;
}

std::string unknown(std::string_view name) {
    return message([&] { find_species(name); });
}

/// A species' table with one text in place of another.
std::string edited(const std::string& from, const std::string& to) {
    std::string table = read_file(test_folder() + "/../species/oak.toml");
    const size_t at = table.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return message([&] { read_species(table.replace(at, from.size(), to), "oak.toml"); });
}

const Shape& shape_of(const std::string& name, const std::string& symbol) {
    const Palette& palette = all_species().at(name).palette;
    for (const ShapePart& part : palette.parts)
        if (part.symbol == symbol) return palette.shapes[part.shape];
    throw std::out_of_range(name + " has no ~" + symbol);
}

/// Pixels that alpha leaves, and how many of them hang together with the lowest.
std::pair<size_t, size_t> painted_and_connected(const Image& image) {
    std::set<std::pair<int, int>> painted;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            if (image.at(x, y)[3] >= 128) painted.emplace(y, x);
    const size_t total = painted.size();
    std::vector<std::pair<int, int>> reached = {*painted.rbegin()};
    painted.erase(reached.back());
    for (size_t i = 0; i < reached.size(); ++i)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const std::pair next(reached[i].first + dy, reached[i].second + dx);
                if (painted.erase(next) > 0) reached.push_back(next);
            }
    return {total, reached.size()};
}

}  // namespace

TEST(Species, AreTheTen) {
    const std::vector<std::string> names = species_names();
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()),
              (std::set<std::string>{"oak", "birch", "spruce", "willow", "palm", "hazel", "fern",
                                     "rose", "orchid", "reed"}));
}

TEST(Species, HeadsAgreeWithTheWhole) {
    for (const SpeciesHead& head : list_species()) {
        const Species& species = all_species().at(head.name);
        EXPECT_EQ(head.latin, species.latin);
        EXPECT_EQ(head.height, species.height);
        EXPECT_EQ(species.grammar_file, head.name + ".l");
    }
}

TEST(Species, RejectsUnknownNamesWithTheNearest) {
    EXPECT_TRUE(unknown("oka").starts_with("found species 'oka', expected one of birch, fern, "));
    EXPECT_TRUE(unknown("oka").ends_with("(did you mean oak?)"));
    EXPECT_EQ(unknown("baobab").find("mean"), std::string::npos);
}

TEST(Species, RejectsBadTables) {
    EXPECT_EQ(edited("height_m = 15", "height_m = -1"),
              "oak.toml:4:12: found height_m = -1, expected a number from 0.01 to 150");
    EXPECT_EQ(edited("latin = ", "latn = "),
              "oak.toml:1:1: found no latin, expected latin = a "
              "text in quotes");
    EXPECT_EQ(edited("height_m = 15", "height_m = 15\ncolour = 3")
                  .find("oak.toml:5:1: unknown key colour, expected one of "),
              0u);
    EXPECT_NE(edited("kind = \"leaf\"", "kind = \"thorn\"")
                  .find("found kind = 'thorn', expected one of leaf, petal, fruit"),
              std::string::npos);
    EXPECT_NE(edited("kind = \"leaf\"", "kind = \"petal\"")
                  .find("found no table [material.petal], expected one for this shape"),
              std::string::npos);
    EXPECT_NE(edited("like = \"l\"", "like = \"z\"").find("found no z"), std::string::npos);
    EXPECT_NE(edited("lobes = 5", "lobs = 5").find("unknown key lobs, expected one of "),
              std::string::npos);
    EXPECT_NE(edited("[1, 0]]", "[1, 0.5]]").find("found an open or folded profile"),
              std::string::npos);
    EXPECT_NE(edited("lobes = 5", "heart = 0.2").find("a heart that reaches below the stalk"),
              std::string::npos);
}

TEST(Species, MaterialsAreThoseOfPlants) {
    for (const auto& [name, species] : all_species())
        for (const Material& material : species.palette.materials) {
            SCOPED_TRACE(name + " " + material.name);
            EXPECT_GE(material.young, 5e6);
            EXPECT_LE(material.young, 1.5e10);
            EXPECT_GE(material.shear, material.young / 20);
            EXPECT_LE(material.shear, material.young / 2);
            EXPECT_GE(material.density, 200);
            EXPECT_LE(material.density, 1200);
            // Plant tissues fail at strains of 0.2 to 10 %.
            EXPECT_GE(material.strength / material.young, 0.002);
            EXPECT_LE(material.strength / material.young, 0.1);
        }
}

TEST(Species, EveryValueHasASource) {
    for (const auto& [name, species] : all_species()) {
        EXPECT_GE(species.values.size(), 14u);
        for (const MaterialValue& value : species.values)
            EXPECT_GE(value.source.size(), 8u) << name << ' ' << value.quantity;
    }
}

TEST(Species, LeavesHaveRealSizes) {
    struct Expected {
        const char* name;
        double least_area, most_area, least_thickness, most_thickness;  // cm², mm
    };
    // Ranges of single leaves (leaflets of palms, pinnules of ferns) in floras.
    for (const Expected& leaf : {Expected{"oak", 20, 60, 0.15, 0.35},
                                 {"birch", 7, 20, 0.12, 0.3},
                                 {"hazel", 30, 80, 0.12, 0.3},
                                 {"willow", 5, 15, 0.12, 0.3},
                                 {"palm", 150, 400, 0.2, 0.6},
                                 {"fern", 0.3, 1.2, 0.1, 0.3},
                                 {"rose", 25, 80, 0.15, 0.35},
                                 {"orchid", 80, 250, 1, 3},
                                 {"reed", 50, 120, 0.15, 0.4}}) {
        const Shape& shape = shape_of(leaf.name, "l");
        EXPECT_GE(1e4 * shape.area, leaf.least_area) << leaf.name;
        EXPECT_LE(1e4 * shape.area, leaf.most_area) << leaf.name;
        EXPECT_GE(1e3 * shape.thickness, leaf.least_thickness) << leaf.name;
        EXPECT_LE(1e3 * shape.thickness, leaf.most_thickness) << leaf.name;
    }
}

TEST(Species, ShapesAreSoundAndFillTheirCards) {
    for (const auto& [name, species] : all_species())
        for (const ShapePart& part : species.palette.parts) {
            const Shape& shape = species.palette.shapes[part.shape];
            SCOPED_TRACE(name + " " + shape.name);
            const TriangleMesh& mesh = shape.mesh;
            EXPECT_EQ(mesh.normals.size(), mesh.positions.size());
            EXPECT_EQ(mesh.uvs.size(), mesh.positions.size());
            EXPECT_LE(mesh.triangles.size(), 100u);
            for (const Vec2f& uv : mesh.uvs) {
                EXPECT_GE(uv.minCoeff(), -1e-4f);
                EXPECT_LE(uv.maxCoeff(), 1 + 1e-4f);
            }
            for (const Triangle& triangle : mesh.triangles)
                for (const uint32_t vertex : triangle) EXPECT_LT(vertex, mesh.positions.size());
            EXPECT_LT(bounds(mesh).exteriorDistance(Vec3::Zero()), 1e-4) << "not at the origin";
            EXPECT_GT(bounds(mesh).max().y(), 5 * std::abs(bounds(mesh).min().y()));
            const bool solid = boundary_edges(mesh) == 0;
            EXPECT_EQ(species.palette.looks[part.look].two_sided, !solid);
            if (solid) continue;
            EXPECT_GE(shape.area / area(mesh), 0.3);
            EXPECT_LE(shape.area / area(mesh), 0.95);
        }
}

TEST(Species, OutlinesAreWholeAndClosed) {
    for (const auto& [name, species] : all_species())
        for (const ShapePart& part : species.palette.parts) {
            const Look& look = species.palette.looks[part.look];
            if (!look.two_sided) continue;
            SCOPED_TRACE(name + " " + look.name);
            const Image image = decode_image(species.palette.textures[look.texture].bytes, name);
            for (int y = 0; y < image.height; ++y) {
                EXPECT_EQ(image.at(0, y)[3], 0);
                EXPECT_EQ(image.at(image.width - 1, y)[3], 0);
            }
            for (int x = 0; x < image.width; ++x) EXPECT_EQ(image.at(x, 0)[3], 0);
            const auto [painted, connected] = painted_and_connected(image);
            EXPECT_GE(static_cast<double>(connected), 0.995 * static_cast<double>(painted));
        }
}

TEST(Species, TexturesAreTheSameEveryTimeAndSmall) {
    for (const auto& [name, species] : all_species()) {
        const Species again = find_species(name);
        EXPECT_EQ(again.palette.textures, species.palette.textures);
        size_t bytes = 0;
        for (const Texture& texture : species.palette.textures) bytes += texture.bytes.size();
        EXPECT_LT(bytes, 400'000u) << name;
    }
}

TEST(Species, DefaultPaletteHasAPlainLeaf) {
    const Palette palette = default_palette();
    ASSERT_EQ(palette.parts.size(), 1u);
    EXPECT_EQ(palette.parts[0].symbol, "l");
    EXPECT_EQ(palette.parts[0].kind, Kind::leaf);
    EXPECT_NEAR(palette.shapes[palette.parts[0].shape].area, 0.002, 0.0005);
    EXPECT_EQ(palette.wood[0].material, palette.wood[2].material);
}

}  // namespace thigmo
