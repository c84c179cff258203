// Gaps between cylinders are closed and counted.
#include "thigmo/io/qsm_joints.h"

#include <gtest/gtest.h>

#include "tests/io/qsm_table.h"
#include "thigmo/plant/check.h"

namespace thigmo {
namespace {

const SegmentId s0{0}, s1{1}, s2{2};
const DomainId d1{1};

Cylinder upright(double from, double to, int64_t id) {
    Cylinder cylinder;
    cylinder.start = {0, from, 0};
    cylinder.along = {0, to - from, 0};
    cylinder.radius = 0.1;
    cylinder.id = id;
    return cylinder;
}

std::vector<Vec3> joined(const std::vector<Cylinder>& chain, QsmGaps& gaps) {
    std::vector<Vec3> points;
    join_qsm_chain(chain, chain.front().start, gaps, points);
    return points;
}

TEST(QsmJoints, TheLongerCylinderGivesWay) {
    QsmGaps gaps;
    // 3 m and 1 m with 0.4 m between: the first takes three quarters of it.
    const auto points = joined({upright(0, 3, 1), upright(3.4, 4.4, 2)}, gaps);
    ASSERT_EQ(points.size(), 3u);
    EXPECT_NEAR(points[1].y(), 3.3, 1e-12);
    EXPECT_EQ(points[2].y(), 4.4);
    EXPECT_EQ(gaps.count, 1u);
    EXPECT_NEAR(gaps.largest, 0.4, 1e-12);
    EXPECT_EQ(gaps.largest_id, 2);
}

TEST(QsmJoints, AMillimetreIsRounding) {
    QsmGaps gaps;
    const auto points = joined({upright(0, 1, 1), upright(1.0009, 2, 2)}, gaps);
    EXPECT_EQ(gaps.count, 0u);
    EXPECT_GT(points[1].y(), 1.0);
}

TEST(QsmJoints, ClosingNeverTurnsACylinderRound) {
    QsmGaps gaps;
    // The second begins far below the first one's end: no joint between them leaves both upright.
    for (const auto& chain : {std::vector{upright(0, 1, 1), upright(-3, -2.9, 2)},
                              std::vector{upright(0, 0.1, 1), upright(-3, 0.02, 2)},
                              std::vector{upright(0, 1, 1), upright(0, 1, 2), upright(0, 1, 3)}}) {
        const auto points = joined(chain, gaps);
        for (size_t i = 0; i < chain.size(); ++i)
            EXPECT_GT((points[i + 1] - points[i]).dot(chain[i].along), 0) << i;
    }
}

std::string with_branch(const char* row) {
    return std::string(
               "ID,parent,startX,startY,startZ,endX,endY,endZ,radius,extension\n"
               "1,0,0,0,0,0,0,1,0.1,2\n"
               "2,1,0,0,1,0,0,2,0.1,0\n") +
           row;
}

TEST(QsmJoints, ABranchThatBeginsInTheWoodStays) {
    const QsmImport tree = qsm_test::import_text(with_branch("3,2,0.05,0,1.25,1,0,1.25,0.01,0\n"));
    EXPECT_EQ(tree.plant.segments.start[s2], Vec3(0.05, 1.25, 0));
    EXPECT_EQ(tree.plant.domains.attachment[d1].segment, s1);
    EXPECT_EQ(tree.plant.domains.attachment[d1].along, 0.25);
    EXPECT_EQ(tree.report.gaps.count, 0u);
}

TEST(QsmJoints, ABranchThatBeginsInTheAirIsMovedToTheSurface) {
    const QsmImport tree = qsm_test::import_text(with_branch("3,2,0.5,0,1.25,1.5,0,1.25,0.01,0\n"));
    EXPECT_NEAR((tree.plant.segments.start[s2] - Vec3(0.1, 1.25, 0)).norm(), 0, 1e-12);
    EXPECT_EQ(tree.plant.segments.end[s2], Vec3(1.5, 1.25, 0));
    EXPECT_EQ(tree.report.gaps.count, 1u);
    EXPECT_NEAR(tree.report.gaps.largest, 0.4, 1e-12);
    EXPECT_EQ(tree.report.gaps.largest_id, 3);
}

TEST(QsmJoints, ABranchHangsOnTheNeighbourThatItTouches) {
    const QsmImport tree = qsm_test::import_text(with_branch("3,2,0.1,0,0.5,1,0,0.5,0.01,0\n"));
    EXPECT_EQ(tree.plant.domains.attachment[d1].segment, s0);
    EXPECT_EQ(tree.plant.domains.attachment[d1].along, 0.5);
    EXPECT_EQ(tree.report.gaps.count, 0u);
    EXPECT_EQ(find_fault(tree.plant), "");
}

TEST(QsmJoints, CentrelinesAreContinuousToTheBit) {
    const QsmImport tree = qsm_test::import_text(
        "ID,parent,startX,startY,startZ,endX,endY,endZ,radius\n"
        "1,0,0,0,0,0.1,0,1,0.1\n"
        "2,1,0.13,0.02,1.1,0,0,2.3,0.1\n"
        "3,2,0.01,0,2.2,0,0.3,3.1,0.1\n");
    ASSERT_EQ(tree.plant.domains.size(), 1u);
    EXPECT_EQ(tree.plant.segments.end[s0], tree.plant.segments.start[s1]);
    EXPECT_EQ(tree.plant.segments.end[s1], tree.plant.segments.start[s2]);
    EXPECT_EQ(tree.report.gaps.count, 2u);
}

}  // namespace
}  // namespace thigmo
