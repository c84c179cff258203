// TOML read key by key: every mistake is one line with its place.
#include "thigmo/base/settings.h"

#include <gtest/gtest.h>

#include "tests/message.h"

namespace thigmo {
namespace {

Settings sample(std::string_view text) {
    return Settings::parse(text, "a.toml");
}

}  // namespace

TEST(Settings, ReadsEveryType) {
    const Settings top = sample(
        "x = 2\ny = 0.5\nn = 7\ns = \"leaf\"\nc = \"#ff8000\"\np = [[0, 1], [0.5, 0.25]]\n"
        "[t]\nz = 3\n");
    EXPECT_EQ(top.number("x", {0, 10}), 2);
    EXPECT_EQ(top.number("y", {0, 1}), 0.5);
    EXPECT_EQ(top.number("absent", {0, 1}, 0.25), 0.25);
    EXPECT_EQ(top.whole("n", {0, 10}, 1), 7);
    EXPECT_EQ(top.text("s"), "leaf");
    EXPECT_EQ(top.word("s", {"petal", "leaf"}), 1u);
    EXPECT_TRUE(top.colour("c").isApprox(Vec3f(1, 128 / 255.0f, 0)));
    const auto pairs = top.pairs("p", {0, 1});
    ASSERT_EQ(pairs.size(), 2u);
    EXPECT_EQ(pairs[1], Eigen::Vector2d(0.5, 0.25));
    EXPECT_EQ(top.table("t").number("z", {0, 10}), 3);
    EXPECT_NO_THROW(top.finish());
}

TEST(Settings, ReadsVectorsRowsAndTablesOfArrays) {
    const Settings top = sample(
        "v = [1, 2.5, -3]\nr = [[0, 1, 2], [3, 4, 5]]\nb = true\n[[e]]\nx = 1\n[[e]]\nx = 2\n");
    EXPECT_EQ(top.vector("v", {-3, 3}), Vec3(1, 2.5, -3));
    EXPECT_EQ(top.vector("absent", {-3, 3}, Vec3(7, 8, 9)), Vec3(7, 8, 9));
    EXPECT_EQ(top.rows("r", 3, {0, 9})[1], (std::vector<double>{3, 4, 5}));
    EXPECT_TRUE(top.yes("b", false));
    EXPECT_FALSE(top.yes("absent", false));
    EXPECT_TRUE(top.is_array("v") && !top.is_nested("v") && top.is_nested("r"));
    EXPECT_TRUE(!top.is_number("v") && !top.is_text("v"));
    ASSERT_EQ(top.tables("e").size(), 2u);
    EXPECT_EQ(top.tables("e")[1].number("x", {0, 9}), 2);
    EXPECT_TRUE(top.tables("absent").empty());
    EXPECT_EQ(message([&] { top.finish(); }), "a.toml:5:1: unknown key x, expected none");
    EXPECT_EQ(top.tables("e")[0].number("x", {0, 9}), 1);
    EXPECT_NO_THROW(top.finish());
}

TEST(Settings, ShortensWhatItQuotes) {
    std::string word;
    for (int i = 0; i < 1'000'000; ++i) word += "ä";
    std::string begin;
    for (int i = 0; i < 30; ++i) begin += "ä";
    const Settings top = sample("s = \"" + word + "\"\n\"" + word + "\" = 1\n");
    EXPECT_EQ(message([&] {
                  top.number("s", {0, 1});
              }),
              "a.toml:1:5: found s = '" + begin.substr(0, 58) + "…, expected a number from 0 to 1");
    EXPECT_EQ(message([&] {
                  top.word("s", {"a", "b"});
              }).size(),
              std::string("a.toml:1:5: found s = '…, expected one of a, b").size() + 58);
    top.text("s");
    EXPECT_EQ(message([&] { top.finish(); }),
              "a.toml:2:1: unknown key " + begin + "…, expected one of s");
    EXPECT_LT(message([] { sample("x = \"\\" + std::string(100000, 'z')); }).size(), 300u);
}

TEST(Settings, RejectsWrongVectorsRowsAndTables) {
    const Settings top = sample("v = [1, 2]\nr = [[0, 1]]\nb = 1\ne = 5\n");
    EXPECT_EQ(message([&] {
                  top.vector("v", {0, 1});
              }),
              "a.toml:1:5: found v = [1, 2], expected [x, y, z], each from 0 to 1");
    EXPECT_EQ(
        message([&] {
            top.rows("r", 3, {0, 1});
        }),
        "a.toml:2:5: found r = [[0, 1]], expected an array of arrays of 3 numbers, each from 0 "
        "to 1");
    EXPECT_EQ(message([&] { top.yes("b", true); }),
              "a.toml:3:5: found b = 1, expected true or false");
    EXPECT_EQ(message([&] { top.tables("e"); }),
              "a.toml:4:5: found e = 5, expected tables, each headed [[e]]");
    EXPECT_EQ(message([&] { top.refuse("e", "a six"); }),
              "a.toml:4:5: found e = 5, expected a six");
}

TEST(Settings, ShowsArraysAndShortensLongOnes) {
    EXPECT_EQ(message([] { sample("a = [1.5, \"b\", true, {c = 1}, []]\n").text("a"); }),
              "a.toml:1:5: found a = [1.5, 'b', true, a table, []], expected a text in quotes");
    EXPECT_EQ(message([] {
                  sample("a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]\n").text("a");
              }),
              "a.toml:1:5: found a = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, …], expected a text "
              "in quotes");
}

TEST(Settings, KeysStandInTheOrderOfTheFile) {
    EXPECT_EQ(sample("b = 1\na = 2\nc = 3").keys(), (std::vector<std::string>{"b", "a", "c"}));
}

TEST(Settings, RejectsWhatIsNotToml) {
    EXPECT_TRUE(message([] { sample("a = 1\nb = = 2\n"); }).starts_with("a.toml:2:5: not TOML: "));
}

TEST(Settings, RejectsWrongValues) {
    const Settings top = sample("x = 2\ns = \"leaf\"\nn = 1.5\np = [[0, 1, 2]]\nc = \"#12345g\"\n");
    EXPECT_EQ(message([&] {
                  top.number("x", {0, 1});
              }),
              "a.toml:1:5: found x = 2, expected a number from 0 to 1");
    EXPECT_EQ(message([&] {
                  top.number("s", {0, 1});
              }),
              "a.toml:2:5: found s = 'leaf', expected a number from 0 to 1");
    EXPECT_EQ(message([&] {
                  top.whole("n", {0, 5}, 0);
              }),
              "a.toml:3:5: found n = 1.5, expected a whole number from 0 to 5");
    EXPECT_EQ(message([] {
                  Settings::parse("n = true", "a.toml").whole("n", {0, 5}, 0);
              }),
              "a.toml:1:5: found n = true, expected a whole number from 0 to 5");
    EXPECT_EQ(message([&] {
                  top.word("s", {"petal", "fruit"});
              }),
              "a.toml:2:5: found s = 'leaf', expected one of petal, fruit");
    EXPECT_EQ(
        message([&] {
            top.pairs("p", {0, 1});
        }),
        "a.toml:4:5: found p = [[0, 1, 2]], expected an array of [a, b], each a number from 0 "
        "to 1");
    EXPECT_EQ(message([&] { top.colour("c"); }),
              "a.toml:5:5: found c = '#12345g', expected a colour like \"#5a7d2b\"");
    EXPECT_EQ(message([&] { top.table("x"); }), "a.toml:1:5: found x = 2, expected a table");
}

TEST(Settings, RejectsNumbersThatAreNone) {
    EXPECT_EQ(message([&] {
                  sample("x = nan").number("x", {0, 1});
              }),
              "a.toml:1:5: found x = nan, expected a number from 0 to 1");
}

TEST(Settings, RejectsWhatIsNotTomlInOneLine) {
    for (const char* text : {"x = t\n", "x = \"\n", "x = [1,\r\n", "x = tru\r\n", "[\n"}) {
        const std::string said = message([&] { sample(text); });
        EXPECT_EQ(said.find("a.toml:"), 0u) << said;
        EXPECT_NE(said.find("not TOML"), std::string::npos) << said;
        EXPECT_EQ(said.find_first_of("\r\n"), std::string::npos) << said;
    }
}

TEST(Settings, RejectsMissingKeys) {
    EXPECT_EQ(message([&] {
                  sample("\n[t]\na = 1").table("t").number("x", {0, 1});
              }),
              "a.toml:2:1: found no x, expected x = a number from 0 to 1");
}

TEST(Settings, RejectsUnknownKeys) {
    const Settings top = sample("x = 1\n[t]\ny = 1\nlenght = 2\n");
    top.number("x", {0, 1});
    top.table("t").number("y", {0, 1});
    EXPECT_EQ(message([&] { top.finish(); }), "a.toml:4:1: unknown key lenght, expected one of y");
    top.table("t").number("length_m", {0, 1}, 1);
    EXPECT_EQ(
        message([&] { top.finish(); }),
        "a.toml:4:1: unknown key lenght, expected one of length_m, y (did you mean length_m?)");
}

TEST(Settings, RejectsFormerKeysAndDoesNotOfferThem) {
    const Settings old = sample("z = 2");
    EXPECT_EQ(message([&] { old.former("z", "the key y instead"); }),
              "a.toml:1:5: found z = 2, expected the key y instead");
    const Settings top = sample("x = 1");
    EXPECT_EQ(message([&] { top.over(old).former("z", "the key y instead"); }),
              "a.toml:1:5: found z = 2, expected the key y instead");
    top.former("z", "the key y instead");
    top.number("y", {0, 1}, 1);
    EXPECT_EQ(message([&] { top.finish(); }), "a.toml:1:1: unknown key x, expected one of y");
}

}  // namespace thigmo
