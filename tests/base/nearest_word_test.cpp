// What was meant.
#include "thigmo/base/nearest_word.h"

#include <gtest/gtest.h>

#include <vector>

namespace thigmo {
namespace {

TEST(NearestWord, is_a_misspelt_one_or_one_without_its_unit) {
    const std::vector<std::string> words = {"gravity_m_s2", "ground", "time", "at_s",
                                            "base_mass_kg"};
    EXPECT_EQ(nearest_word("grvity", words), "gravity_m_s2");
    EXPECT_EQ(nearest_word("gravity", words), "gravity_m_s2");
    EXPECT_EQ(nearest_word("gruond", words), "ground");
    EXPECT_EQ(nearest_word("at", words), "at_s");
    EXPECT_EQ(nearest_word("base_mass_k", words), "base_mass_kg");
}

TEST(NearestWord, is_no_other_word_of_a_few_letters) {
    const std::vector<std::string> words = {"seed", "wind", "oak", "time"};
    EXPECT_EQ(nearest_word("speed", words), "");
    EXPECT_EQ(nearest_word("kind", words), "");
    EXPECT_EQ(nearest_word("line", words), "");
    EXPECT_EQ(nearest_word("sede", words), "seed");
    EXPECT_EQ(nearest_word("oka", words), "oak");
}

TEST(NearestWord, is_none_where_none_is_near) {
    const std::vector<std::string> words = {"ground", "time"};
    EXPECT_EQ(nearest_word("colour", words), "");
    EXPECT_EQ(nearest_word("xy", words), "");
    EXPECT_EQ(nearest_word("ti", {}), "");
    EXPECT_EQ(nearest_word(std::string(1000, 't'), words), "");
}

}  // namespace
}  // namespace thigmo
