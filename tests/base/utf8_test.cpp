// Text cleaned for names.
#include "thigmo/base/utf8.h"

#include <gtest/gtest.h>

namespace thigmo {
namespace {

TEST(Utf8, LengthsAreThoseOfWholeCharacters) {
    EXPECT_EQ(character_length("a"), 1u);
    EXPECT_EQ(character_length("é"), 2u);
    EXPECT_EQ(character_length("∫"), 3u);
    EXPECT_EQ(character_length("\n"), 0u);
    EXPECT_EQ(character_length("\xe2\x88"), 0u);  // cut short
    EXPECT_EQ(character_length("\xc0\x80"), 0u);  // spelled too long
}

TEST(Utf8, CleanTextKeepsWhatIsTextAndCutsBetweenCharacters) {
    EXPECT_EQ(clean_text("Bäume", 100), "Bäume");
    EXPECT_EQ(clean_text("a\tb\xff"
                         "c",
                         100),
              "a?b?c");
    EXPECT_EQ(clean_text("aé", 2), "a");
    EXPECT_EQ(clean_text("", 2), "");
}

}  // namespace
}  // namespace thigmo
