// Module strings as text: what is a name, what comes back, what is refused.
#include "thigmo/growth/module_string.h"

#include <gtest/gtest.h>

namespace thigmo {
namespace {

std::vector<std::string> names_of(std::string_view text) {
    Alphabet alphabet;
    std::vector<std::string> names;
    for (const Symbol symbol : parse_modules(text, "s", alphabet).symbols)
        names.push_back(alphabet.name(symbol));
    return names;
}

TEST(ModuleString, names_are_one_character_or_a_form_of_at) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(names_of("F+[-A]1 \\/"), (Names{"F", "+", "[", "-", "A", "]", "1", "\\", "/"}));
    EXPECT_EQ(names_of("@c(2)@vF@Gs@Gc@Ge(1)"), (Names{"@c", "@v", "F", "@Gs", "@Gc", "@Ge"}));
    EXPECT_EQ(names_of("@#(1)@;(2)@Tx(0)@D(2)F@Ds(1)"),
              (Names{"@#", "@;", "@Tx", "@D", "F", "@Ds"}));
    EXPECT_EQ(names_of("@GF@[A]"), (Names{"@G", "F", "@", "[", "A", "]"}));
    EXPECT_EQ(names_of("é~l"), (Names{"é", "~", "l"}));
}

TEST(ModuleString, text_comes_back) {
    Alphabet alphabet;
    const std::string text = "F(1,-2.5,1e-07)[+(0.1)@Gs(3)]~l{.}%";
    const ModuleString modules = parse_modules(text, "s", alphabet);
    EXPECT_EQ(to_text(modules, alphabet), text);
    EXPECT_EQ(modules.size(), 11u);
    EXPECT_EQ(modules.parameters_of(0)[2], 1e-7);
    EXPECT_EQ(modules.bytes(), 11 * 2 + 12 * 4 + 5 * 8u);
}

TEST(ModuleString, blanks_and_lines_do_not_count_but_places_do) {
    Alphabet alphabet;
    ModulePlaces places;
    const ModuleString modules = parse_modules(" F ( 1 , +2 )\n  é A", "s", alphabet, &places);
    EXPECT_EQ(to_text(modules, alphabet), "F(1,2)éA");
    ASSERT_EQ(places.places.size(), 3u);
    EXPECT_EQ(places.of(0).str(), "s:1:2");
    EXPECT_EQ(places.of(1).str(), "s:2:3");
    EXPECT_EQ(places.of(2).str(), "s:2:5");
}

std::string message_of(std::string_view text) {
    Alphabet alphabet;
    try {
        parse_modules(text, "s", alphabet);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(ModuleString, rejects_what_is_no_module_string) {
    EXPECT_EQ(message_of("F(1"), "s:1:4: found the end, expected ',' or ')'");
    EXPECT_EQ(message_of("F("), "s:1:3: found the end, expected a number");
    EXPECT_EQ(message_of("F()"), "s:1:3: found ')', expected a number");
    EXPECT_EQ(message_of("F(x)"), "s:1:3: found 'x', expected a number");
    EXPECT_EQ(message_of("F(1 2)"), "s:1:5: found '2', expected ',' or ')'");
    EXPECT_EQ(message_of("F\n(1e999)"), "s:2:2: found '1e999', expected a finite number");
    EXPECT_EQ(message_of("F(inf)"), "s:1:3: found 'inf', expected a finite number");
    EXPECT_EQ(message_of("A)"),
              "s:1:2: found ')', expected a module (a string is modules such as F(1.5)[+A])");
}

TEST(ModuleString, rejects_too_many_names_with_their_place) {
    Alphabet alphabet;
    for (int i = 10; alphabet.size() < 65'534; ++i) alphabet.symbol(std::to_string(i));
    try {
        parse_modules("F\n FG", "s", alphabet);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(),
                     "s:2:3: found more than 65535 module names, expected fewer different ones");
    }
}

TEST(Alphabet, rejects_more_names_than_it_can_number) {
    Alphabet alphabet;
    for (int i = 0; i < 65'535; ++i) alphabet.symbol(std::to_string(i));
    EXPECT_EQ(alphabet.symbol("one more"), Alphabet::unknown);
    EXPECT_EQ(alphabet.symbol("7"), 7);
    EXPECT_EQ(alphabet.find("one more"), Alphabet::unknown);
}

}  // namespace
}  // namespace thigmo
