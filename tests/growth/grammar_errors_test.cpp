// Every message about a bad grammar: where, what was found, what was expected.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/places.h"
#include "thigmo/base/file.h"
#include "thigmo/growth/derive.h"

namespace thigmo {
namespace {

std::string message_of(std::string_view text, const std::string& file = "t.l") {
    try {
        parse_grammar(text, file);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

/// A grammar whose fifth line is the one given.
std::string with_line(const std::string& line) {
    return "Lsystem: 1\n\nderivation length: 1\nAxiom: A\n" + line + "\nendlsystem\n";
}

struct BadLine {
    std::string name, line, message;
    friend void PrintTo(const BadLine& bad, std::ostream* out) { *out << bad.line; }
};

class GrammarErrors : public testing::TestWithParam<BadLine> {};

TEST_P(GrammarErrors, rejects_the_line) {
    EXPECT_EQ(message_of(with_line(GetParam().line)), "t.l:5:" + GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Lines, GrammarErrors,
    testing::Values(
        BadLine{"no_arrow", "A B", "4: found the end of the line, expected '<', '>', ':' or '-->'"},
        BadLine{"no_successor", "A -->",
                "6: found the end of the line, expected modules or '*' (an empty successor is "
                "written *)"},
        BadLine{
            "two_arrows", "A --> B --> C",
            "9: found '-->', expected the end of the line (a line that begins with a blank goes "
            "on with the one before)"},
        BadLine{"successor_sign", "A --> B < C",
                "9: found '<', expected a module, ':' and a probability, or the end of the line"},
        BadLine{"star_and_more", "A --> *B",
                "8: found 'B', expected a module, ':' and a probability, or the end of the line"},
        BadLine{"nothing_to_replace", "* --> B", "1: found '*', expected a module to replace"},
        BadLine{"no_predecessor", "--> B", "1: found '-->', expected a module"},
        BadLine{"number_as_formal", "A(1) --> B", "3: found '1', expected the name of a parameter"},
        BadLine{"formal_twice", "A(x) < B(x) --> C",
                "10: found parameter 'x' twice, expected different names in one production"},
        BadLine{"formal_open", "A(x y) --> C", "5: found 'y', expected ',' or ')'"},
        BadLine{"actual_open", "A --> B(1 2)", "11: found '2', expected ',' or ')'"},
        BadLine{"operator_alone", "A --> B(1+)", "11: found ')', expected a number, a name or '('"},
        BadLine{"no_condition_end", "A : 1 B", "7: found 'B', expected '-->'"},
        BadLine{
            "unknown_function", "A --> B(foo(1))",
            "9: found function 'foo', expected sin, cos, sqrt, floor, ran, nran or another that "
            "cpfg has"},
        BadLine{
            "foreign_function", "A --> B(func(1,2))",
            "9: found function 'func', expected a function of numbers (cpfg's files, curves and "
            "windows are not read)"},
        BadLine{"many_arguments", "A --> B(sin(1,2))",
                "14: found ',', expected ')' (sin takes 1 argument)"},
        BadLine{"few_arguments", "A --> B(pow(1))", "14: found ')', expected ','"},
        BadLine{"function_as_value", "A --> B(sin)",
                "12: found ')', expected '(' (sin is a function)"},
        BadLine{"huge_number", "A --> B(1e999)",
                "9: found '1', expected a number that a double can hold"},
        BadLine{"comment_in_expression", "A --> B(1//x)",
                "11: found '/', expected a number, a name or '('"},
        BadLine{"left_brackets", "A[B] < C --> D",
                "1: found brackets in a left context, expected modules of the path to the root"},
        BadLine{
            "depth_elsewhere", "maximum depth: 3",
            "1: found 'maximum depth:' among the productions, expected it after 'decomposition' "
            "or 'homomorphism'"},
        BadLine{"negative_length", "derivation length: -1",
                "20: found a derivation length of -1, expected 0 to 1000000"},
        BadLine{"length_and_more", "derivation length: 1 2",
                "22: found '2', expected the end of the line"},
        BadLine{"second_axiom", "Axiom: B", "1: found a second axiom, expected one"},
        BadLine{"ring", "ring Lsystem",
                "1: found a ring L-system, expected an L-system with two ends"},
        BadLine{"no_semicolon", "Start: { a = 1 b = 2; }", "16: found 'b', expected ';'"},
        BadLine{"assigned_function", "Start: { sin = 1; }",
                "10: found 'sin', the name of a function, expected a variable"},
        BadLine{"array_without_size", "Define: { array a; }",
                "18: found ';', expected '[' and a size"},
        BadLine{"array_of_nothing", "Define: { array a[0]; }",
                "17: found 0 elements, expected 1 to 1000000"},
        BadLine{"huge_array", "Define: { array a[1000][1000000]; }",
                "17: found 1000000000 elements, expected 1 to 1000000"},
        BadLine{"full_array", "Define: { array a[1] = {1,2}; }",
                "27: found '2', expected '}' (the array is full)"},
        BadLine{"open_comment", "A --> B /* C", "9: found a comment without an end, expected '*/'"},
        BadLine{"define_nothing", "#define",
                "2: found #define without a name, expected #define NAME value"},
        BadLine{"else_alone", "#else", "2: found #else, expected #if before it"},
        BadLine{"if_open", "#if 1", "2: found #if without an end, expected #endif"},
        BadLine{"if_bare", "#if", "2: found #if without a condition, expected a condition"},
        BadLine{"macro_open", "#define M(x",
                "12: found no end of the macro's parameters, expected ',' or ')'"},
        BadLine{"include_nothing", "#include",
                "2: found #include without a file, expected #include \"file\""}),
    [](const auto& line) { return line.param.name; });

TEST(GrammarErrors, quotes_without_an_end_take_one_look) {
    // Looking for the end from each would take 2^42 looks.
    std::string quotes;
    for (int i = 0; i < (1 << 20); ++i) quotes += "\\\"";
    const Grammar grammar = parse_grammar(
        "#define f(x) x\nLsystem: 1\nderivation length: 0\nAxiom: A" + quotes + "\nendlsystem\n",
        "g.l");
    Progress progress;
    EXPECT_EQ(derive(grammar, {}, progress).modules.size(), quotes.size() + 1);
}

TEST(GrammarErrors, rejects_a_seed_that_nothing_would_read) {
    EXPECT_EQ(message_of(with_line("decomposition\nSeed: 3")),
              "t.l:6:1: found 'Seed:' in the decomposition, expected it before the productions or "
              "after 'homomorphism' (the decomposition shares the random numbers of the "
              "productions)");
    EXPECT_EQ(message_of(with_line("homomorphism\nSeed: 3")), "");
}

TEST(GrammarErrors, rejects_more_names_than_an_alphabet_numbers) {
    std::string names;  // UTF-8 of three bytes, then of four
    for (unsigned code = 0x800; code < 0x11900; ++code) {
        if (code >= 0xD800 && code < 0xE000) continue;
        if (code >= 0x10000) names += static_cast<char>(0xF0 | (code >> 18));
        names += static_cast<char>((code >= 0x10000 ? 0x80 : 0xE0) | ((code >> 12) & 0x3F));
        names += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        names += static_cast<char>(0x80 | (code & 0x3F));
        if (code % 1000 == 0) names += "\n\t";
    }
    EXPECT_THAT(message_of(with_line("A --> " + names)),
                testing::MatchesRegex("t\\.l:[0-9]+:[0-9]+: found more than 65535 module names, "
                                      "expected fewer different ones"));
}

TEST(GrammarErrors, rejects_an_open_block) {
    EXPECT_EQ(message_of("Lsystem: 1\nStart: { a = 1;\n b = 2;\n"),
              "t.l:3:8: found the end of the file, expected '}'");
    EXPECT_EQ(message_of("Lsystem: 1\nStart: a = 1;\n"), "t.l:2:8: found 'a', expected '{'");
}

TEST(GrammarErrors, rejects_macros_used_wrongly) {
    EXPECT_EQ(message_of(with_line("#define M(x,y) A\nA --> M(1)")),
              "t.l:6:7: found 1 arguments of M, expected 2");
    EXPECT_EQ(message_of(with_line("#define M(x,y) A\nA --> M(1,2")),
              "t.l:6:7: found macro M without an end, expected its ')' on the same line");
}

TEST(GrammarErrors, rejects_text_that_expands_without_end) {
    std::string doubling = "#define M0 A\n", empty = "#define M0\n", nested(100'000, '(');
    for (int i = 1; i < 40; ++i) {
        const std::string before = fmt::format("M{}", i - 1);
        doubling += fmt::format("#define M{} {} {}\n", i, before, before);
        empty += fmt::format("#define M{} {} {}\n", i, before, before);
    }
    for (const std::string& macros : {doubling, empty})
        EXPECT_THAT(message_of(macros + "Lsystem: 1\nAxiom: M39\nendlsystem\n"),
                    testing::HasSubstr("macros or included files without end"));
    EXPECT_THAT(message_of(with_line(fmt::format("A --> B({}", nested))),
                testing::HasSubstr("levels of nesting"));
    EXPECT_THAT(message_of(with_line(fmt::format("A --> B({}1)", std::string(100'000, '-')))),
                testing::HasSubstr("levels of nesting"));
    EXPECT_THAT(message_of(with_line(fmt::format("Start: {}", std::string(100'000, '{')))),
                testing::HasSubstr("fewer than 200 levels"));
    std::string calls = "#define f(x) x\nLsystem: 1\nAxiom: ";
    for (int i = 0; i < 20'000; ++i) calls += "f(";
    EXPECT_THAT(message_of(calls + "\nendlsystem\n"), testing::HasSubstr("found macro"));
    EXPECT_THAT(message_of(calls + std::string(20'000, ')') + "\nendlsystem\n"),
                testing::HasSubstr("without end"));
    EXPECT_THAT(message_of(with_line(fmt::format("A > {} --> B", std::string(1000, '[')))),
                testing::HasSubstr("many brackets"));
}

TEST(GrammarErrors, rejects_files_that_include_themselves) {
    GrammarSettings settings;
    settings.include = [](const std::string&) { return "#include \"a.h\"\n#include \"a.h\"\n"; };
    try {
        parse_grammar("#include \"a.h\"\n", "t.l", settings);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("found #include \"a.h\" within itself"));
    }
}

TEST(GrammarErrors, names_the_included_file) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / "thigmo_grammar_errors";
    std::filesystem::create_directories(folder);
    write_file(folder / "part.h", "\nA --> B(\n");
    write_file(folder / "whole.l", "Lsystem: 1\nAxiom: A\n#include \"part.h\"\nendlsystem\n");
    write_file(folder / "lost.l", "Lsystem: 1\n#include \"nowhere.h\"\n");
    const auto message = [&](const char* name) {
        try {
            load_grammar((folder / name).string());
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_THAT(message("whole.l"),
                testing::HasSubstr("part.h:2:9: found the end of the line, expected"));
    EXPECT_THAT(message("lost.l"), testing::HasSubstr("lost.l:2:2: #include \"nowhere.h\": "));
    std::filesystem::remove_all(folder);
}

TEST(GrammarErrors, rejects_a_grammar_without_axiom) {
    EXPECT_EQ(message_of("Lsystem: 1\nA --> B\n"),
              "t.l:2:1: found 'A', expected 'Axiom:' before the productions (a grammar begins with "
              "Lsystem: 1, derivation length: and Axiom:)");
    EXPECT_THAT(message_of(""), testing::HasSubstr("found no axiom"));
    EXPECT_THAT(message_of("Lsystem: 1\n"), testing::HasSubstr("found no axiom"));
    EXPECT_THAT(message_of("Lsystem: 1\nAxiom:\n"), testing::HasSubstr("expected modules"));
    EXPECT_THAT(message_of(std::string(9 << 20, ' ')), testing::HasSubstr("found 9437184 bytes"));
}

TEST(GrammarErrors, rejects_other_dialects_by_name) {
    const auto rejects = [](const std::string& text, const char* dialect) {
        EXPECT_THAT(message_of(text), testing::HasSubstr(dialect)) << text;
        EXPECT_THAT(message_of(text), testing::HasSubstr("expected the cpfg dialect")) << text;
    };
    rejects("/* x */\n#include <lpfgall.h>\nmodule A(float);\n", "t.l:2:1: found '#include");
    rejects("module A(float), B;\n", "L+C (lpfg)");
    rejects("derivation length: 3;\n", "L+C (lpfg)");
    rejects("A(x) :\n{\n  produce B(x+1);\n}\n", "L+C (lpfg)");
    rejects("module A, B\nAxiom: A\n", "Python (L-Py)");
    rejects("Axiom: A\nderivation length: 2\nproduction:\nA --> B\n",
            "t.l:3:1: found 'production:'");
    rejects("def grow(x):\n  return x\nAxiom: A\n", "Python (L-Py)");
    rejects("from math import *\nAxiom: A\n", "Python (L-Py)");
    rejects("Axiom: A\nA(x) :\n  produce B(x+1)\n", "Python (L-Py)");
    EXPECT_THAT(message_of("Axiom: A\n", "tree.lpy"),
                testing::StartsWith("tree.lpy: found the suffix"));
    EXPECT_EQ(message_of("/*\nmodule A;\nproduction:\n*/\nLsystem: 1\nAxiom: A\nendlsystem\n"), "");
}

// Inputs that once were trouble, or that a person would try: each is refused or derived.
TEST(GrammarCorpus, nothing_but_input_errors) {
    size_t files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(test_folder() + "/corpus/grammar")) {
        ++files;
        try {
            Progress progress;
            DeriveSettings settings;
            settings.steps = 4;
            settings.module_limit = 2000;
            const Grammar grammar = parse_grammar(read_file(entry.path()), "corpus.l");
            const Derivation derivation = derive(grammar, settings, progress);
            Log log;
            interpret(grammar, derivation, settings, progress, log);
        } catch (const InputError& error) {
            EXPECT_STRNE(error.what(), "");
        }
    }
    EXPECT_GE(files, 12u);
}

}  // namespace
}  // namespace thigmo
