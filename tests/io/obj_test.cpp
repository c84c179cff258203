// OBJ read back line by line.
#include "thigmo/io/obj.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>

#include "samples/plants.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/summary.h"

namespace thigmo {
namespace {

namespace fs = std::filesystem;

class Obj : public testing::Test {
  protected:
    void SetUp() override { fs::create_directories(folder_); }
    void TearDown() override { fs::remove_all(folder_); }

    const fs::path folder_ =
        fs::path(testing::TempDir()) /
        ("obj_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

std::map<std::string, size_t> count_words(const std::string& text) {
    std::map<std::string, size_t> counts;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) ++counts[line.substr(0, line.find(' '))];
    return counts;
}

TEST_F(Obj, CountsAreThoseOfTheSummary) {
    const Plant plant = samples::sapling();
    const Summary summary = summarize(plant);
    const ExportReport report = write_obj(plant, {}, folder_ / "small.obj");
    auto counts = count_words(read_file(folder_ / "small.obj"));
    EXPECT_EQ(counts["v"], summary.vertices);
    EXPECT_EQ(counts["vt"], summary.vertices);
    EXPECT_EQ(counts["vn"], summary.vertices);
    EXPECT_EQ(counts["f"], summary.triangles);
    EXPECT_EQ(counts["o"], 2u);
    EXPECT_EQ(report.triangles, summary.triangles);
    EXPECT_EQ(report.files.size(), 3u);
}

TEST_F(Obj, MaterialsNamePicturesThatStandBeside) {
    const Plant plant = samples::sapling();
    write_obj(plant, {}, folder_ / "small.obj");
    const std::string text = read_file(folder_ / "small.obj");
    const std::string materials = read_file(folder_ / "small.mtl");
    EXPECT_NE(text.find("mtllib small.mtl\n"), std::string::npos);
    EXPECT_NE(text.find("usemtl leaf_1\n"), std::string::npos);
    EXPECT_NE(materials.find("newmtl leaf_1\n"), std::string::npos);
    EXPECT_NE(materials.find("map_Kd small_leaf_0.png\nmap_d small_leaf_0.png\n"),
              std::string::npos);
    EXPECT_EQ(read_file(folder_ / "small_leaf_0.png"), plant.textures[TextureId(size_t{0})].bytes);
}

TEST_F(Obj, FacesNameVerticesThatExist) {
    write_obj(samples::sapling(), {}, folder_ / "small.obj");
    std::istringstream lines(read_file(folder_ / "small.obj"));
    size_t vertices = 0, largest = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("v ")) ++vertices;
        if (!line.starts_with("f ")) continue;
        std::istringstream corners(line.substr(2));
        for (std::string corner; corners >> corner;) {
            const size_t index = std::stoul(corner);
            EXPECT_GE(index, 1u);
            largest = std::max(largest, index);
        }
    }
    EXPECT_EQ(largest, vertices);
}

TEST_F(Obj, HostileNamesStayInTheFolder) {
    Plant plant = samples::sapling();
    plant.textures[TextureId(size_t{0})].name = "../../etc/x y";
    plant.looks[LookId(size_t{0})].name = "dark\nbark";
    const ExportReport report = write_obj(plant, {}, folder_ / "small.obj");
    for (const fs::path& file : report.files) EXPECT_EQ(file.parent_path(), folder_);
    EXPECT_TRUE(fs::exists(folder_ / "small_______etc_x_y_0.png"));
    EXPECT_NE(read_file(folder_ / "small.mtl").find("newmtl dark_bark_0\n"), std::string::npos);
}

TEST_F(Obj, RejectsAPlantWithNothingToDraw) {
    EXPECT_THROW(write_obj(Plant{}, {}, folder_ / "none.obj"), InputError);
    EXPECT_FALSE(fs::exists(folder_ / "none.obj"));
}

}  // namespace
}  // namespace thigmo
