// Messages of bad input: one line, with its place.
#include "thigmo/base/error.h"

#include <gtest/gtest.h>

namespace thigmo {

TEST(InputErrors, PlacesAreWrittenAsFarAsTheyAreKnown) {
    EXPECT_EQ((TextPlace{"oak.l", 0, 0}).str(), "oak.l");
    EXPECT_EQ((TextPlace{"oak.l", 3, 0}).str(), "oak.l:3");
    EXPECT_EQ((TextPlace{"oak.l", 3, 7}).str(), "oak.l:3:7");
}

TEST(InputErrors, SayWhatWasFoundAndExpected) {
    EXPECT_STREQ(input_error({"oak.l", 3, 7}, "']'", "a module").what(),
                 "oak.l:3:7: found ']', expected a module");
    EXPECT_STREQ(input_error({"oak.l", 3, 7}, "']'", "a module", "a bracket too many").what(),
                 "oak.l:3:7: found ']', expected a module (a bracket too many)");
}

}  // namespace thigmo
