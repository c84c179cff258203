// Timings as data.
#include "thigmo/base/profile.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace thigmo {

TEST(Profile, NotesStagesInTheirOrderAndPassesResultsOn) {
    Profile profile;
    EXPECT_EQ(profile.time("first", [] { return 7; }), 7);
    EXPECT_THROW(profile.time("second", [] { throw std::runtime_error("x"); }), std::runtime_error);
    ASSERT_EQ(profile.stages.size(), 2u);
    EXPECT_EQ(profile.stages[0].name, "first");
    EXPECT_EQ(profile.stages[1].name, "second");
    EXPECT_GE(profile.stages[0].milliseconds, 0);
}

}  // namespace thigmo
