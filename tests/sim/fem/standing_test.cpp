// Soft plants as full elements stay where they are given, and say what they were made of.
#include <gtest/gtest.h>

#include "samples/papers/rods.h"
#include "samples/papers/trial.h"
#include "thigmo/sim/fem/fem_modes.h"

namespace thigmo {
namespace {

/// A metre of rod that would buckle under a third of its weight: q ℓ³/EI = 24, Greenhill's column
/// bears 7.837.
papers::Beam soft_rod() {
    papers::Beam beam;
    beam.length = 1;
    beam.radius = 0.01;
    beam.density = 1000;
    beam.young = 9.81 * beam.density * 4 / (24 * beam.radius * beam.radius);
    return beam;
}

TEST(FemStanding, a_column_too_soft_for_its_weight_stays_where_it_is_given) {
    for (const Vec3& way : {Vec3(0, 1, 0), Vec3(1, 3, 0)}) {
        papers::Trial trial(papers::rod(soft_rod(), 8, way), FemSettings{});
        const Vec3 before = trial.end(SegmentId(size_t{7}));
        ASSERT_TRUE(trial.run(1, 1.0 / 60));
        EXPECT_LT((trial.end(SegmentId(size_t{7})) - before).norm(), 1e-6);
        ASSERT_EQ(trial.simulator().warnings().size(), 1u);
        EXPECT_NE(trial.simulator().warnings()[0].find("1 of 1 domains too soft to stand"),
                  std::string::npos);
    }
}

TEST(FemStanding, its_modes_are_those_of_what_stands) {
    const FemModes modes =
        find_fem_modes(papers::rod(soft_rod(), 8, Vec3(0, 1, 0)), FemSettings{}, 2);
    EXPECT_EQ(modes.failure, "");
    ASSERT_EQ(modes.modes.size(), 2u);
    EXPECT_GT(modes.modes[0].frequency, 0);
}

}  // namespace
}  // namespace thigmo
