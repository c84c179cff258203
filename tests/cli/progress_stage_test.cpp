// What a line of progress says of the time.
#include "apps/cli/progress_stage.h"

#include <gtest/gtest.h>

namespace thigmo::cli {
namespace {

ProgressStage::Time at(double seconds) {
    return ProgressStage::Time(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(seconds)));
}

TEST(ProgressStage, tells_the_time_left_once_it_means_something) {
    ProgressStage stage;
    EXPECT_TRUE(stage.take(0, "balance", at(100)));
    EXPECT_EQ(stage.line(at(400)), "balance   0 %");
    stage.take(0.004, "balance", at(500));
    EXPECT_EQ(stage.line(at(500)), "balance   0 %");
    stage.take(0.5, "balance", at(100.5));
    EXPECT_EQ(stage.line(at(100.5)), "balance  50 %");
    stage.take(0.02, "balance", at(102));
    EXPECT_EQ(stage.line(at(102)), "balance   2 %, 98 s left");
    stage.take(1, "balance", at(104.5));
    EXPECT_EQ(stage.line(at(104.5)), "balance 100 %, 4.5 s");
}

TEST(ProgressStage, goes_on_under_another_name_until_less_is_done) {
    ProgressStage stage;
    stage.take(0, "wind of 4 m/s", at(10));
    EXPECT_FALSE(stage.take(0.5, "wind of 8 m/s", at(20)));
    EXPECT_EQ(stage.line(at(20)), "wind of 8 m/s  50 %, 10 s left");
    EXPECT_TRUE(stage.take(0.25, "simulating", at(30)));
    EXPECT_EQ(stage.line(at(32)), "simulating  25 %, 6 s left");
}

}  // namespace
}  // namespace thigmo::cli
