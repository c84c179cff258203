// Tables of cylinders become plants: layouts, axes, index bases, chains.
#include "thigmo/io/qsm.h"
#include "tests/places.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <vector>

#include "tests/io/qsm_table.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/file.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using qsm_test::by_axis;
using qsm_test::import_text;

const SegmentId s0{0}, s1{1}, s2{2}, s3{3}, s4{4};
const DomainId d0{0}, d1{1}, d2{2};

void expect_near(const Vec3& found, const Vec3& expected) {
    EXPECT_LT((found - expected).norm(), 1e-12)
        << found.transpose() << " instead of " << expected.transpose();
}

/// The tree of `by_axis`, Z up turned to Y up and the base at the origin.
void expect_small_tree(const Plant& plant) {
    ASSERT_EQ(find_fault(plant), "");
    ASSERT_EQ(plant.domains.size(), 2u);
    ASSERT_EQ(plant.segments.size(), 3u);
    expect_near(plant.segments.start[s0], {0, 0, 0});
    expect_near(plant.segments.end[s0], {0, 1, 0});
    expect_near(plant.segments.end[s1], {0, 2, 0});
    expect_near(plant.segments.start[s2], {0.08, 1.5, 0});
    expect_near(plant.segments.end[s2], {0.38, 1.9, 0});
    EXPECT_EQ(plant.segments.start_radius[s1], 0.08);
    EXPECT_EQ(plant.segments.end_radius[s1], 0.08);
    EXPECT_EQ(plant.domains.parent[d1], d0);
    EXPECT_EQ(plant.domains.attachment[d1].segment, s1);
    EXPECT_NEAR(plant.domains.attachment[d1].along, 0.5, 1e-12);
    EXPECT_EQ(plant.domains.order[d1], 1);
    EXPECT_EQ(plant.domains.kind[d0], Kind::trunk);
    EXPECT_EQ(plant.domains.kind[d1], Kind::twig);
}

TEST(Qsm, StartAxisAndLength) {
    const QsmImport tree = import_text(by_axis);
    expect_small_tree(tree.plant);
    EXPECT_EQ(tree.report.cylinders, 3u);
    EXPECT_EQ(tree.report.roots, 1u);
    EXPECT_EQ(tree.report.gaps.count, 0u);
    EXPECT_EQ(tree.report.gaps.largest, 0.0);
    EXPECT_EQ(tree.report.origin, Vec3(10, 20, 5));
    const double volume = std::numbers::pi * (0.01 + 0.0064 + 0.0004 * 0.5);
    EXPECT_NEAR(tree.report.table_volume, volume, 1e-12);
    EXPECT_NEAR(wood_volume(tree.plant), volume, 1e-12);
    EXPECT_NEAR(mass(tree.plant), 500 * volume, 1e-9);
}

TEST(Qsm, ZUpBecomesYUpRightHanded) {
    const Plant plant = import_text(
                            "ID,parent,startX,startY,startZ,endX,endY,endZ,radius\n"
                            "1,0,7,7,7,8,9,10,0.1\n")
                            .plant;
    expect_near(plant.segments.end[s0], {1, 3, -2});
}

TEST(Qsm, ZeroBasedWithBlanksAfterCommas) {
    expect_small_tree(import_text(" ID, parentID, startX, startY, startZ, endX, endY, endZ, radius,"
                                  " length, growthLength, branchOrder, branchID\n"
                                  "0,-1, 10,20,5, 10,20,6, 0.1,1,9,0,0\n"
                                  "1,0, 10,20,6, 10,20,7, 0.08,1,9,0,0\n"
                                  "2,1, 10.08,20,6.5, 10.38,20,6.9, 0.02,0.5,9,1,1\n")
                          .plant);
}

TEST(Qsm, OneBasedWithEnds) {
    expect_small_tree(import_text("startX,startY,startZ,endX,endY,endZ,cyl_ID,parent_ID,"
                                  "extension_ID,radius_cyl,length,volume,axis_ID\n"
                                  "10,20,5,10,20,6,1,0,2,0.1,1,0,1\n"
                                  "10,20,6,10,20,7,2,1,0,0.08,1,0,1\n"
                                  "10.08,20,6.5,10.38,20,6.9,3,2,0,0.02,0.5,0,2\n")
                          .plant);
}

TEST(Qsm, MinimalTable) {
    expect_small_tree(import_text("ID,parentID,startX,startY,startZ,endX,endY,endZ,radius,length,"
                                  "branchOrder,branchID,segmentID,parentSegmentID\n"
                                  "1,0,10,20,5,10,20,6,0.1,1,0,1,1,0\n"
                                  "2,1,10,20,6,10,20,7,0.08,1,0,1,1,0\n"
                                  "3,2,10.08,20,6.5,10.38,20,6.9,0.02,0.5,1,2,2,1\n")
                          .plant);
}

TEST(Qsm, TreeQsmTextHasTriplesUnderOneName) {
    const std::string text = read_file(test_folder() + "/corpus/qsm/treeqsm.txt");
    const QsmImport tree = import_text(text);
    const Plant& plant = tree.plant;
    ASSERT_EQ(find_fault(plant), "");
    ASSERT_EQ(plant.domains.size(), 2u);
    EXPECT_EQ(plant.domains.segments[d0].count, 3u);
    EXPECT_EQ(plant.segments.start_radius[s0], 0.1);  // the radius, not the unmodified one
    expect_near(plant.segments.end[s2], {0, 2.4, -0.3});
    expect_near(plant.segments.end[s4], {1.12, 1.82, 0});
    EXPECT_EQ(plant.domains.attachment[d1].segment, s1);
    EXPECT_EQ(tree.report.gaps.count, 0u);
}

TEST(Qsm, OrderOfColumnsAndRowsIsFree) {
    const std::string shuffled =
        "axis_z,axis_y,axis_x,parent,radius,start_z,start_y,start_x,extension,length,note,ID\n"
        "4,0,3,2,0.02,6.5,20,10.08,0,0.5,x,3\n"
        "1,0,0,0,0.1,5,20,10,2,1,x,1\n"
        "2,0,0,1,0.08,6,20,10,0,1,x,2\n";
    expect_small_tree(import_text(shuffled).plant);
}

TEST(Qsm, RowsInAnyOrderGiveTheSamePlant) {
    std::vector<std::string> rows = {"4,7,0,0,1,0,0,2,0.1", "9,4,0,0,2,0,0,3,0.1",
                                     "5,4,0.1,0,1.5,1,0,1.5,0.02", "2,5,1,0,1.5,2,0,2,0.02",
                                     "7,-1,0,0,0,0,0,1,0.1"};
    std::ranges::sort(rows);
    const auto table = [&] {
        std::string text = "ID,parentID,startX,startY,startZ,endX,endY,endZ,radius\n";
        for (const std::string& row : rows) text += row + "\n";
        return text;
    };
    const Plant first = import_text(table()).plant;
    while (std::ranges::next_permutation(rows).found) {
        const Plant other = import_text(table()).plant;
        ASSERT_EQ(other.segments.start.values(), first.segments.start.values());
        ASSERT_EQ(other.segments.key.values(), first.segments.key.values());
        ASSERT_EQ(other.domains.key.values(), first.domains.key.values());
    }
    ASSERT_EQ(first.domains.size(), 2u);
    EXPECT_EQ(first.domains.segments[d0].count, 3u);
}

TEST(Qsm, SeparatorsQuotesLineEndsAndComments) {
    for (const char separator : {',', ';', '\t', ' '}) {
        std::string text = "\xEF\xBB\xBF# scanned in winter\r\n\r\n";
        for (const char letter : by_axis) {
            if (letter == '\n') text += '\r';
            text += letter == ',' ? separator : letter;
        }
        expect_small_tree(import_text(text).plant);
    }
    std::string quoted(by_axis);
    quoted.replace(0, 12, "\"cyl\",\"Radius (m)\"");
    expect_small_tree(import_text(quoted).plant);
    std::string trailing;
    for (const char letter : by_axis) trailing += letter == '\n' ? ",\n" : std::string(1, letter);
    expect_small_tree(import_text(trailing).plant);
}

constexpr const char* no_ids = "parent,startX,startY,startZ,endX,endY,endZ,radius\n";

TEST(Qsm, RowsWithoutIdsCountFromOneWhenRootsHaveParentZero) {
    const Plant plant = import_text(std::string(no_ids) +
                                    "0,0,0,0,0,0,1,0.1\n"
                                    "1,0,0,1,0,0,2,0.1\n")
                            .plant;
    EXPECT_EQ(plant.domains.size(), 1u);
    EXPECT_EQ(plant.segments.end[s1], Vec3(0, 2, 0));
}

TEST(Qsm, RowsWithoutIdsCountFromZeroWhenZeroIsAParent) {
    const Plant plant = import_text(std::string(no_ids) +
                                    "-1,0,0,0,0,0,1,0.1\n"
                                    "0,0,0,1,0,0,2,0.1\n"
                                    "1,0,0,2,0,0,3,0.1\n")
                            .plant;
    EXPECT_EQ(plant.domains.size(), 1u);
    EXPECT_EQ(plant.segments.end[s2], Vec3(0, 3, 0));
}

TEST(Qsm, WithoutHintsTheThickStraightChildContinues) {
    const Plant plant = import_text(
                            "ID,parent,startX,startY,startZ,endX,endY,endZ,radius\n"
                            "1,NA,0,0,0,0,0,1,0.1\n"
                            "2,1,0,0,1,1,0,1,0.05\n"     // as thick, but turns off
                            "3,1,0,0,1,0,0.1,2,0.05\n"   // straight
                            "4,1,0,0,0.2,0,0,1,0.09\n")  // thick and straight, but begins low
                            .plant;
    ASSERT_EQ(plant.domains.size(), 3u);
    ASSERT_EQ(plant.domains.segments[d0].count, 2u);
    EXPECT_EQ(plant.segments.end[s1], Vec3(0, 2, -0.1));
}

TEST(Qsm, BranchIdsTellWhichChildContinues) {
    const Plant plant = import_text(
                            "ID,parent,startX,startY,startZ,endX,endY,endZ,radius,branchID\n"
                            "1,0,0,0,0,0,0,1,0.1,1\n"
                            "2,1,0,0,1,1,0,1,0.05,1\n"
                            "3,1,0,0,1,0,0,2,0.09,2\n")
                            .plant;
    ASSERT_EQ(plant.domains.size(), 2u);
    EXPECT_EQ(plant.segments.end[s1], Vec3(1, 1, 0));
    EXPECT_EQ(plant.domains.attachment[d1].along, 1.0);
}

TEST(Qsm, BranchesStandDepthFirstFromTheBaseUp) {
    const Plant plant = import_text(
                            "ID,parent,startX,startY,startZ,endX,endY,endZ,radius,extension\n"
                            "1,0,0,0,0,0,0,1,0.1,2\n"
                            "2,1,0,0,1,0,0,2,0.1,0\n"
                            "3,2,0,0,1.5,1,0,1.5,0.02,0\n"
                            "4,1,0,0,0.5,1,0,0.5,0.02,0\n"
                            "5,4,1,0,0.5,1,0,0.9,0.01,0\n")
                            .plant;
    ASSERT_EQ(find_fault(plant), "");
    ASSERT_EQ(plant.domains.size(), 4u);
    EXPECT_EQ(plant.domains.parent.values(), (std::vector<DomainId>{{}, d0, d1, d0}));
    EXPECT_EQ(plant.domains.order.values(), (std::vector<uint16_t>{0, 1, 2, 1}));
    EXPECT_EQ(plant.domains.kind.values(),
              (std::vector<Kind>{Kind::trunk, Kind::branch, Kind::twig, Kind::twig}));
    EXPECT_EQ(plant.domains.attachment[d1].segment, s0);
    EXPECT_EQ(plant.segments.start[s3], Vec3(1, 0.5, 0));
}

TEST(Qsm, SeveralRootsAreKeptAndReported) {
    const QsmImport tree = import_text(
        "ID,parent,startX,startY,startZ,endX,endY,endZ,radius\n"
        "1,0,3,0,0.5,3,0,1,0.1\n"
        "2,0,5,0,0,5,0,1,0.1\n");
    EXPECT_EQ(tree.report.roots, 2u);
    EXPECT_EQ(tree.plant.domains.kind[d1], Kind::trunk);
    // The first root begins over the origin; the lowest end of all stands on the ground.
    EXPECT_EQ(tree.plant.segments.start[s0], Vec3(0, 0.5, 0));
    EXPECT_EQ(tree.plant.segments.start[s1], Vec3(2, 0, 0));
    EXPECT_EQ(tree.report.origin, Vec3(3, 0, 0));
    ASSERT_EQ(tree.log.warnings.size(), 1u);
    EXPECT_NE(tree.log.warnings[0].find("2 cylinders have no parent"), std::string::npos);
}

TEST(Qsm, ExtensionsThatNameNoChildAreReported) {
    std::string table(by_axis);
    table.replace(table.find("0,2\n"), 4, "0,3\n");
    const QsmImport tree = import_text(table);
    expect_small_tree(tree.plant);
    ASSERT_EQ(tree.log.warnings.size(), 1u);
    EXPECT_NE(tree.log.warnings[0].find("1 extensions"), std::string::npos);
}

TEST(Qsm, MapCoordinatesLoseNothing) {
    const Plant plant = import_text(
                            "ID,parent,startX,startY,startZ,endX,endY,endZ,radius\n"
                            "1,0,500000,9000000,250,500000,9000000,251,0.1\n"
                            "2,1,500000,9000000,251,500000,9000000,251.001953125,0.1\n")
                            .plant;
    EXPECT_EQ(plant.segments.end[s1], Vec3(0, 1.001953125, 0));
}

TEST(Qsm, OnlyTheWoodOfThePaletteIsTaken) {
    QsmSettings settings = qsm_test::plain_settings();
    Palette& palette = settings.palette;
    palette.textures.push_back({"leaf", "png"});
    const TextureId bark = palette.textures.push_back({"bark", "png"});
    Look look;
    look.texture = bark;
    palette.wood[2].look = palette.looks.push_back(look);
    palette.wood[2].material = palette.materials.push_back({});
    Progress silent;
    const Plant plant = import_qsm(by_axis, "t.csv", settings, silent).plant;
    ASSERT_EQ(plant.textures.size(), 1u);
    EXPECT_EQ(plant.textures[TextureId{0}].name, "bark");
    EXPECT_EQ(plant.materials.size(), 2u);
    EXPECT_EQ(plant.domains.material[d0], MaterialId{0});
    EXPECT_EQ(plant.domains.material[d1], MaterialId{1});
    EXPECT_EQ(plant.looks[plant.domains.look[d1]].texture, TextureId{0});
}

}  // namespace
}  // namespace thigmo
