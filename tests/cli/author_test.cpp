// thigmo author: what it writes, says and refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/authoring/made_pots.h"
#include "tests/authoring/made_soup.h"
#include "tests/cli/run.h"
#include "thigmo/base/file.h"
#include "thigmo/materials/species.h"
#include "thigmo/plant/file.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using testing::HasSubstr;

/// A folder of its own with a tree in it, and what the last command said.
class AuthorVerb : public testing::Test {
  protected:
    AuthorVerb() {
        std::filesystem::create_directories(folder_);
        write_file(path("tree.obj"), made::obj_of(made::small_tree(2, 2)));
    }
    ~AuthorVerb() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    /// Of tree.obj to a.plant, with few voxels.
    int author(std::vector<std::string> options) {
        options.insert(options.begin(), {"author", path("tree.obj"), "-o", path("a.plant"), "-q"});
        if (std::ranges::find(options, "--voxels") == options.end())
            options.insert(options.end(), {"--voxels", "12"});
        return run(options);
    }
    int run(const std::vector<std::string>& typed) {
        const cli::Typed said = cli::run_typed(typed);
        out_ = said.out;
        err_ = said.err;
        return said.status;
    }
    /// Refused in one line, and nothing written.
    void expect_refused(std::vector<std::string> options, const std::string& what) {
        EXPECT_EQ(author(std::move(options)), 2);
        EXPECT_THAT(err_, HasSubstr(what));
        EXPECT_EQ(std::count(err_.begin(), err_.end(), '\n'), 1) << err_;
        EXPECT_EQ(out_, "");
        EXPECT_FALSE(std::filesystem::exists(path("a.plant")));
    }
    double height() const { return bounds(load_plant(path("a.plant"))).sizes().y(); }
    Material wood() const { return load_plant(path("a.plant")).materials[MaterialId(1)]; }

    const std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) /
        fmt::format("author-{}-{}", testing::UnitTest::GetInstance()->current_test_info()->name(),
                    ::getpid());
    std::string out_, err_;
};

TEST_F(AuthorVerb, WritesAPlantAndSaysWhatItIs) {
    ASSERT_EQ(author({}), 0) << err_;
    EXPECT_THAT(out_, HasSubstr("tree: 672 triangles in 7 pieces; 7 domains, "));
    EXPECT_THAT(out_, HasSubstr("4.03 m high (metres assumed)\n"));
    EXPECT_THAT(out_, HasSubstr("leaves: 4 of 1 kinds, 3 copies\n"));
    EXPECT_THAT(out_, HasSubstr("written: " + path("a.plant") + "\n"));
    EXPECT_EQ(err_, "");
    const Plant plant = load_plant(path("a.plant"));
    EXPECT_EQ(plant.name, "tree");
    EXPECT_EQ(plant.domains.size(), 7u);
    EXPECT_EQ(plant.volumes.size(), 7u);
    EXPECT_FALSE(plant.volumes[DomainId(0)].fixed.empty());
}

TEST_F(AuthorVerb, TwiceGivesTheSameBytes) {
    ASSERT_EQ(author({}), 0);
    const std::string once = read_file(path("a.plant"));
    ASSERT_EQ(author({}), 0);
    EXPECT_TRUE(read_file(path("a.plant")) == once);
}

TEST_F(AuthorVerb, ScalesToAHeight) {
    ASSERT_EQ(author({"--height", "12"}), 0);
    EXPECT_NEAR(height(), 12, 1e-3);
    EXPECT_THAT(out_, HasSubstr("12.00 m high (--height)"));
}

TEST_F(AuthorVerb, ScalesByAUnit) {
    for (const auto& [unit, metres] :
         {std::pair("m", 1.0), {"cm", 0.01}, {"in", 0.0254}, {"ft", 0.3048}}) {
        ASSERT_EQ(author({"--unit", unit}), 0);
        EXPECT_NEAR(height(), 4.025 * metres, 1e-3 * metres);
        EXPECT_THAT(out_, HasSubstr("(--unit)"));
    }
}

TEST_F(AuthorVerb, DoubtsAPlantThatIsTooSmall) {
    ASSERT_EQ(author({"--unit", "mm"}), 0);
    EXPECT_THAT(out_, HasSubstr("doubt: height 0.00403 m, outside 0.02 … 120 m"));
}

TEST_F(AuthorVerb, TurnsTheAxisThatIsUp) {
    ASSERT_EQ(author({"--up", "z"}), 0);
    EXPECT_LT(height(), 3);
}

TEST_F(AuthorVerb, TakesTheWoodOfASpecies) {
    ASSERT_EQ(author({"--species", "oak"}), 0);
    const Palette oak = find_species("oak").palette;
    EXPECT_EQ(wood().young, oak.materials[oak.wood[1].material].young);
    EXPECT_EQ(wood().density, oak.materials[oak.wood[1].material].density);
}

TEST_F(AuthorVerb, TakesTheWoodThatIsStated) {
    ASSERT_EQ(author({"--young", "9e9", "--density", "800", "--poisson", "0.3"}), 0);
    EXPECT_EQ(wood().young, 9e9);
    EXPECT_NEAR(wood().shear, 9e9 / 2.6, 1);
    EXPECT_EQ(wood().density, 800);
}

TEST_F(AuthorVerb, SetsTheStiffnessByAFrequency) {
    ASSERT_EQ(author({}), 0);
    const double once = wood().young;
    ASSERT_EQ(author({"--frequency", "3"}), 0);
    EXPECT_NEAR(wood().young / once, 9, 0.01);
}

TEST_F(AuthorVerb, ReportsAsJson) {
    ASSERT_EQ(author({"--json"}), 0);
    for (const char* part :
         {"\"triangles\": 672", "\"pieces\": 7", "\"height_by\": \"metres assumed\"",
          "\"gaps_joined\": 0", "\"blades\": 4", "\"sets\": 1", "\"copies\": 3",
          "\"seconds\": ", "\"steps_s\": {", "\"pieces\": ", "\"plants\": [", "\"name\": \"tree\"",
          "\"domains\": 7", "\"loops\": 0", "\"doubts\": ", "\"fixed vertices\": ", "\"output\": "})
        EXPECT_THAT(out_, HasSubstr(part));
}

TEST_F(AuthorVerb, ReportsSeveralPlantsAsOneDocument) {
    write_file(path("tree.obj"), made::obj_of(made::two_pots()));
    for (const bool one : {false, true}) {
        ASSERT_EQ(author(one ? std::vector<std::string>{"--json", "--plant", "2"}
                             : std::vector<std::string>{"--json"}),
                  0);
        const nlohmann::json said = nlohmann::json::parse(out_), plants = said["plants"];
        ASSERT_EQ(plants.size(), one ? 1u : 2u);
        EXPECT_EQ(plants[0]["output"], path(one ? "a.plant" : "a_1.plant"));
        EXPECT_EQ(said["pieces"], 2 + 6 + 12);
        int domains = 0;
        double seconds = 0;
        for (const nlohmann::json& plant : plants) {
            domains += plant["domains"].get<int>();
            for (const auto& spent : plant["steps_s"]) seconds += spent.get<double>();
        }
        EXPECT_EQ(domains, one ? 10 : 20);
        for (const auto& spent : said["steps_s"]) seconds += spent.get<double>();
        EXPECT_NEAR(said["seconds"].get<double>(), seconds, 1e-9);
    }
}

TEST_F(AuthorVerb, WritesTheReportAndDecisionsThatReadBack) {
    ASSERT_EQ(author({"--report", path("out")}), 0);
    EXPECT_THAT(read_file(path("out/index.html")), HasSubstr("<a href=\"decisions.toml\">"));
    EXPECT_THAT(read_file(path("out/decisions.toml")), HasSubstr("roots = [\"0\"]"));
    const std::string once = read_file(path("a.plant"));
    ASSERT_EQ(author({"--decisions", path("out/decisions.toml")}), 0);
    EXPECT_TRUE(read_file(path("a.plant")) == once);
}

TEST_F(AuthorVerb, DoesWhatTheDecisionsSay) {
    write_file(path("d.toml"), "[[piece]]\npiece = 2\nrole = \"prop\"\n");
    ASSERT_EQ(author({"--decisions", path("d.toml")}), 0);
    const Plant plant = load_plant(path("a.plant"));
    EXPECT_EQ(plant.domains.kind.back(), Kind::prop);
}

TEST_F(AuthorVerb, WritesEveryPlantOfAFileOrTheOneAskedFor) {
    Soup row;
    for (int i = 0; i < 3; ++i)
        for (const SoupPart& part : made::small_tree(2, 1).parts)
            made::add(row, made::moved(part.mesh, {{5.0 * i, 0, 0}, Quat::Identity(), 1 + 0.1 * i}),
                      "", part.look.value == 0 ? "bark" : "leaf");
    write_file(path("tree.obj"), made::obj_of(row));
    ASSERT_EQ(author({}), 0);
    for (const char* name : {"a_1.plant", "a_2.plant", "a_3.plant"})
        EXPECT_EQ(load_plant(path(name)).domains.size(), 5u);
    EXPECT_FALSE(std::filesystem::exists(path("a.plant")));
    EXPECT_NEAR(bounds(load_plant(path("a_1.plant"))).sizes().y(), 4.025 * 1.2, 0.01);
    ASSERT_EQ(author({"--plant", "3"}), 0);
    EXPECT_NEAR(height(), 4.025, 0.01);
    std::filesystem::remove(path("a.plant"));
    expect_refused({"--plant", "4"}, "tree: found plant 4 asked for, expected 1 … 3");
    expect_refused({"--plant", "0"}, "thigmo author: found --plant 0, expected 1 or more");
}

TEST_F(AuthorVerb, rejects_numbers_out_of_range) {
    for (const char* option : {"--height", "--young", "--density", "--frequency"})
        for (const char* value : {"0", "-1", "nan"})
            expect_refused({option, value}, fmt::format("thigmo author: found {} {}, expected a "
                                                        "number over 0",
                                                        option, value));
    expect_refused({"--poisson", "0.7"}, "thigmo author: found --poisson 0.7, expected -1 … 0.5");
    expect_refused({"--voxels", "0"}, "resolution: found 0, expected 1 … 1000");
    expect_refused({"--ground", "nan"}, "ground: found nan, expected -1000000 … 1000000");
}

TEST_F(AuthorVerb, rejects_height_beside_unit) {
    expect_refused({"--height", "3", "--unit", "cm"},
                   "thigmo author: found --height beside --unit, expected one of them");
}

TEST_F(AuthorVerb, rejects_a_species_beside_a_modulus) {
    expect_refused({"--species", "oak", "--young", "1e9"},
                   "thigmo author: found --species beside --young, --density, --poisson or "
                   "--frequency, expected one way to name the wood");
    expect_refused({"--species", "kelp"}, "kelp");
}

TEST_F(AuthorVerb, rejects_a_height_for_a_flat_mesh) {
    write_file(path("tree.obj"), "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n");
    expect_refused({"--height", "3"},
                   "tree: found a mesh without height, expected one that --height can scale");
}

TEST_F(AuthorVerb, rejects_units_that_are_none) {
    expect_refused({"--unit", "furlong"}, "furlong");
    expect_refused({"--up", "w"}, "w");
}

TEST_F(AuthorVerb, rejects_another_suffix) {
    EXPECT_EQ(run({"author", path("tree.obj"), "-o", path("a.glb")}), 2);
    EXPECT_THAT(err_, HasSubstr("a.glb"));
}

TEST_F(AuthorVerb, rejects_files_that_are_not_there) {
    EXPECT_EQ(run({"author", path("none.obj"), "-o", path("a.plant")}), 2);
    EXPECT_THAT(err_, HasSubstr("none.obj"));
    expect_refused({"--decisions", path("none.toml")}, "none.toml: cannot open");
}

TEST_F(AuthorVerb, rejects_decisions_with_their_place) {
    write_file(path("d.toml"), "roots = [\"77\"]\n");
    expect_refused({"--decisions", path("d.toml")}, "d.toml:1:9: found limb \"77\"");
}

TEST_F(AuthorVerb, rejects_meshes_without_a_plant) {
    write_file(path("tree.obj"), "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n");
    expect_refused({}, "tree: found nothing to hold on to, expected a plant");
    write_file(path("tree.obj"), "");
    expect_refused({}, "tree.obj: ");
}

}  // namespace
}  // namespace thigmo
