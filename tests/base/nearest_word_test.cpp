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

TEST(NearestWord, is_one_edit_away_in_three_to_five_letters) {
    const std::vector<std::string> words = {"birch", "oak", "rose", "seed", "willow"};
    for (const char* oak : {"oka", "okk", "oek", "aok", "oakk", "oaks", "oa"})
        EXPECT_EQ(nearest_word(oak, words), "oak") << oak;
    for (const char* rose : {"rosee", "rse", "rsoe", "roze", "ros", "arose"})
        EXPECT_EQ(nearest_word(rose, words), "rose") << rose;
    EXPECT_EQ(nearest_word("birhc", words), "birch");
    EXPECT_EQ(nearest_word("wilow", words), "willow");
    EXPECT_EQ(nearest_word("sede", words), "seed");
    for (const char* none : {"kao", "ash", "beech", "line", "rosary", "ok", "o", ""})
        EXPECT_EQ(nearest_word(none, words), "") << none;
}

TEST(NearestWord, is_two_edits_away_in_six_letters_and_more) {
    const std::vector<std::string> words = {"orchid", "spruce", "simulate"};
    for (const char* spruce : {"sprruce", "sprrucee", "psruec", "spruze"})
        EXPECT_EQ(nearest_word(spruce, words), "spruce") << spruce;
    EXPECT_EQ(nearest_word("orchit", words), "orchid");
    EXPECT_EQ(nearest_word("orkit", words), "");
    EXPECT_EQ(nearest_word("simultae", words), "simulate");
    EXPECT_EQ(nearest_word("emulated", words), "");
}

TEST(NearestWord, is_the_same_in_capitals) {
    const std::vector<std::string> words = {"oak", "orchid"};
    EXPECT_EQ(nearest_word("Oak", words), "oak");
    EXPECT_EQ(nearest_word("OKA", words), "oak");
    EXPECT_EQ(nearest_word("Orchideae", words), "");
    EXPECT_EQ(did_you_mean("Orchids", words), " (did you mean orchid?)");
    EXPECT_EQ(did_you_mean("elm", words), "");
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
