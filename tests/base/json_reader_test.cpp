// JSON as values, and what is none.
#include "thigmo/base/json_reader.h"

#include <gtest/gtest.h>

#include "tests/message.h"

namespace thigmo {
namespace {

std::string refusal(const std::string& text) {
    return message([&] { read_json(text, "t.json"); });
}

TEST(JsonReader, ReadsEveryKindOfValue) {
    const JsonDocument json = read_json(
        R"( {"a": [1, -2.5e3, true, false, null], "b": {"c": "x\n\"é\u00e9\ud83c\udf33"}, "d": []})",
        "t.json");
    const JsonValue& value = json.root();
    EXPECT_EQ(value["a"].items().size(), 5u);
    EXPECT_EQ(value["a"][0].number_or(7), 1);
    EXPECT_EQ(value["a"][1].number_or(7), -2500);
    EXPECT_TRUE(value["a"][2].is_true());
    EXPECT_EQ(value["a"][3].kind(), JsonValue::Kind::truth);
    EXPECT_FALSE(value["a"][3].is_true());
    EXPECT_FALSE(value["a"][4].exists());
    EXPECT_EQ(value["b"]["c"].text(), "x\n\"éé🌳");
    EXPECT_EQ(value["d"].kind(), JsonValue::Kind::list);
}

TEST(JsonReader, WhatIsNotThereIsNull) {
    const JsonDocument json = read_json(R"({"a": 1})", "t.json");
    const JsonValue& value = json.root();
    EXPECT_FALSE(value["b"]["c"][3]["d"].exists());
    EXPECT_EQ(value["a"]["b"].number_or(4), 4);
    EXPECT_EQ(value["a"].text(), "");
}

TEST(JsonReader, OfManyMembersTheFirstOfANameIsFound) {
    std::string text = "{\"b\": 1";
    for (int i = 0; i < 40; ++i)
        text += ", \"m" + std::to_string(i % 20) + "\": " + std::to_string(i);
    text += ", \"b\": 2}";
    const JsonDocument json = read_json(text, "t.json");
    EXPECT_EQ(json.root()["b"].number_or(7), 1);
    EXPECT_EQ(json.root()["m19"].number_or(7), 19);
    EXPECT_EQ(json.root()["m7"].number_or(77), 7);
    EXPECT_FALSE(json.root()["m2x"].exists());
}

TEST(JsonReader, rejects_what_is_no_json) {
    EXPECT_EQ(refusal(""), "t.json:1:1: found the end, expected a value");
    EXPECT_EQ(refusal("{\n \"a\": x}"), "t.json:2:7: found 'x', expected a value");
    EXPECT_EQ(refusal("[1 2]"), "t.json:1:4: found '2', expected ',' or ']'");
    EXPECT_EQ(refusal("{\"a\":1 2}"), "t.json:1:8: found '2', expected ',' or '}'");
    EXPECT_EQ(refusal("{\"a\" 1}"), "t.json:1:6: found '1', expected ':'");
    EXPECT_EQ(refusal("{a:1}"), "t.json:1:2: found 'a', expected a name in quotes");
    EXPECT_EQ(refusal("[1] 2"), "t.json:1:5: found '2', expected the end");
    EXPECT_EQ(refusal("-x"), "t.json:1:1: found '-', expected a number");
    EXPECT_EQ(refusal("1e999"), "t.json:1:1: found '1', expected a number");
    EXPECT_EQ(refusal("\"abc"), "t.json:1:5: found the end, expected '\"'");
    EXPECT_EQ(refusal("\"\\q\""), "t.json:1:4: found '\"', expected an escape");
    EXPECT_EQ(refusal("\"\\"), "t.json:1:3: found the end, expected an escape");
    EXPECT_EQ(refusal("\"\\u12\""), "t.json:1:4: found '1', expected four digits");
    EXPECT_EQ(refusal("\xff"), "t.json:1:1: found byte 0xff, expected a value");
    EXPECT_EQ(refusal(std::string(100000, '[')),
              "t.json:1:258: found '[', expected values nested less deep");
}

}  // namespace
}  // namespace thigmo
