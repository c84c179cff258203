// Texts that would nest deeper than a stack is long.
#include "thigmo/base/settings_depth.h"

#include <gtest/gtest.h>

#include "tests/message.h"
#include "thigmo/base/settings.h"

namespace thigmo {
namespace {

std::string repeated(const std::string& text, size_t times) {
    std::string all;
    for (size_t i = 0; i < times; ++i) all += text;
    return all;
}

std::string refusal(const std::string& text) {
    return message([&] { Settings::parse(text, "a.toml"); });
}

constexpr size_t many = 50000;

TEST(SettingsDepth, rejects_a_key_of_many_parts) {
    const std::string parts = repeated("a.", many);
    const std::string said = "found a key of parts in parts, over 32 deep, expected less";
    EXPECT_EQ(refusal("b = 1\n" + parts + "a = 1\n"), "a.toml:2:64: " + said);
    EXPECT_EQ(refusal("[" + parts + "a]\n"), "a.toml:1:65: " + said);
    EXPECT_EQ(refusal("[[" + parts + "a]]\n"), "a.toml:1:66: " + said);
    EXPECT_EQ(refusal("b = {" + parts + "a = 1}\n"), "a.toml:1:69: " + said);
    EXPECT_EQ(refusal(repeated("\"a\" . ", many) + "a = 1\n"), "a.toml:1:191: " + said);
}

TEST(SettingsDepth, rejects_brackets_in_brackets) {
    const std::string said = "found brackets in brackets, over 32 deep, expected less";
    EXPECT_EQ(refusal("b = " + repeated("[", many)), "a.toml:1:37: " + said);
    EXPECT_EQ(refusal("b = " + repeated("{a = ", many)), "a.toml:1:165: " + said);
    EXPECT_EQ(refusal("b = " + repeated("[\n", many)), "a.toml:33:1: " + said);
}

TEST(SettingsDepth, TextsAndCommentsDoNotHideWhatFollows) {
    const std::string deep = repeated("a.", many) + "a = 1\n";
    for (const std::string front :
         {"x = \"\\\"\"\n", "x = '\\'\n", "x = \"\"\"a\"b\"\"\"\"\"\n", "x = '''a'b'''''\n",
          "# \"\n", "x = \"\"\n", "x = '''\n\"'''\n", "x = \"\"\"\n\\\"\"\"\"\n"})
        EXPECT_NE(refusal(front + deep).find("over 32 deep"), std::string::npos) << front;
}

TEST(SettingsDepth, TextsAndCommentsMayHoldAnything) {
    const std::string dots = repeated("[{.", many);
    const Settings top =
        Settings::parse("a = \"" + dots + "\"\nb = '" + dots + "'\nc = \"\"\"" + dots +
                            "\n\"\"\"\nd = '''" + dots + "'''\n# " + dots + "\n",
                        "a.toml");
    for (const char* key : {"a", "b", "d"}) EXPECT_EQ(top.text(key), dots);
}

TEST(SettingsDepth, KeysOfAFewPartsAndLongArraysAreTaken) {
    const std::string key = repeated("a.", 31) + "a";
    const Settings deep = Settings::parse(
        "[" + key + "]\nx = " + repeated("[", 32) + repeated("]", 32) + "\n", "a.toml");
    EXPECT_TRUE(deep.has("a"));
    const Settings top = Settings::parse("x = [" + repeated("1.5, ", 1000) + "2.5]\n", "a.toml");
    EXPECT_EQ(top.list("x", {0, 9}).size(), 1001u);
}

}  // namespace
}  // namespace thigmo
