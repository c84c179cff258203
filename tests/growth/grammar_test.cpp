// Grammars as text: statements, the preprocessor, expressions.
#include "thigmo/growth/grammar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "thigmo/growth/derive.h"

namespace thigmo {
namespace {

std::string string_of(std::string_view text, const GrammarSettings& settings = {}) {
    Progress progress;
    const Derivation result = derive(parse_grammar(text, "test.l", settings), {}, progress);
    return to_text(result.modules, result.alphabet);
}

/// The value of an expression as the axiom's parameter.
double value_of(const std::string& expression) {
    Progress progress;
    const Derivation result =
        derive(parse_grammar("Lsystem: 1\nAxiom: A(" + expression + ")\nendlsystem\n", "test.l"),
               {}, progress);
    return result.modules.parameters.at(0);
}

std::string with_axiom(const std::string& head, const std::string& axiom) {
    return head + "\nLsystem: 1\nderivation length: 0\nAxiom: " + axiom + "\nendlsystem\n";
}

TEST(Grammar, operators_bind_as_in_cpfg) {
    EXPECT_EQ(value_of("1+2*3"), 7);
    EXPECT_EQ(value_of("(1+2)*3"), 9);
    EXPECT_EQ(value_of("2*3^2"), 18);
    EXPECT_EQ(value_of("2^3^2"), 64);  // from the left
    EXPECT_EQ(value_of("-2^2"), 4);    // the sign binds first
    EXPECT_EQ(value_of("2^-1"), 0.5);
    EXPECT_EQ(value_of("7-2-1"), 4);
    EXPECT_EQ(value_of("12/2/3"), 2);
    EXPECT_EQ(value_of("17%5"), 2);
    EXPECT_EQ(value_of("-7%3"), -1);
    EXPECT_EQ(value_of("7.9%3.9"), 1);  // of whole numbers
    EXPECT_EQ(value_of("1 < 2 == 1"), 1);
    EXPECT_EQ(value_of("3 >= 3 && 2 <= 1 || 4 <> 5"), 1);
    EXPECT_EQ(value_of("!0 + !7"), 1);
    EXPECT_EQ(value_of("!0 == 1"), 1);
    EXPECT_EQ(value_of("5 || 1/0"), 1);
    EXPECT_EQ(value_of("0 && 1"), 0);
    EXPECT_EQ(value_of("1 == 1 & 6 >= 7 | 2 > 1"), 1);  // as in [Prusinkiewicz1990] p. 44
    EXPECT_EQ(value_of("1 == 1 & 6 >= 7"), 0);
    EXPECT_EQ(value_of("0 ? 1 : 2 ? 3 : 4"), 3);
    EXPECT_EQ(value_of("(1 ? 2 : 3) + 4"), 6);
    EXPECT_EQ(value_of("-(1 ? 2 : 3)"), -2);
    EXPECT_EQ(value_of("(1 || 0) + 4"), 5);
    EXPECT_EQ(value_of("-(1 && 3) * 2"), -2);
    EXPECT_EQ(value_of(".5 + 1. + 1e-1"), 1.6);
}

TEST(Grammar, functions_are_those_of_cpfg) {
    EXPECT_NEAR(value_of("sin(30)"), 0.5, 1e-15);  // degrees
    EXPECT_NEAR(value_of("cos(60)"), 0.5, 1e-15);
    EXPECT_NEAR(value_of("tan(45)"), 1, 1e-15);
    EXPECT_NEAR(value_of("asin(0.5)"), 30, 1e-13);
    EXPECT_NEAR(value_of("acos(0.5)"), 60, 1e-13);
    EXPECT_NEAR(value_of("atan(1)"), 45, 1e-13);
    EXPECT_NEAR(value_of("atan2(1,-1)"), 135, 1e-13);
    EXPECT_NEAR(value_of("log(exp(2))"), 2, 1e-15);
    EXPECT_EQ(value_of("sqrt(9)"), 3);
    EXPECT_EQ(value_of("pow(2,10)"), 1024);
    EXPECT_EQ(value_of("floor(-1.5)"), -2);
    EXPECT_EQ(value_of("ceil(1.2)"), 2);
    EXPECT_EQ(value_of("trunc(1.6)"), 2);  // rounds
    EXPECT_EQ(value_of("fabs(-3)"), 3);
    EXPECT_EQ(value_of("sign(-3) + 10*sign(0) + 100*sign(5)"), 99);
    EXPECT_EQ(value_of("min(3,max(1,2))"), 2);
}

TEST(Grammar, random_functions_have_their_means) {
    const auto mean_of = [](const std::string& expression) {
        Progress progress;
        const Derivation result = derive(
            parse_grammar("Lsystem: 1\nderivation length: 1\nAxiom: " + std::string(20'000, 'A') +
                              "\nA --> A(" + expression + ")\nendlsystem\n",
                          "test.l"),
            {}, progress);
        double sum = 0;
        for (const double value : result.modules.parameters) sum += value;
        return sum / static_cast<double>(result.modules.size());
    };
    EXPECT_NEAR(mean_of("ran(3)"), 1.5, 0.03);
    EXPECT_NEAR(mean_of("nran(5,2)"), 5, 0.06);
    EXPECT_NEAR(mean_of("(nran(5,2)-5)^2"), 4, 0.2);
    EXPECT_NEAR(mean_of("bran(2,3)"), 0.4, 0.01);
    EXPECT_NEAR(mean_of("bran(0.5,0.5)"), 0.5, 0.02);
    EXPECT_NEAR(mean_of("(bran(2,3)-0.4)^2"), 0.04, 0.002);  // ab/((a+b)²(a+b+1))
    EXPECT_NEAR(mean_of("biran(10,0.3)"), 3, 0.05);
}

TEST(Grammar, statements_of_blocks) {
    EXPECT_EQ(string_of("Lsystem: 1\nDefine: { array a[3] = {1, 2, 4}, m[2][3]; }\n"
                        "Start: {\n i = 0;\n while (i < 2) {\n j = 0;\n"
                        "  do { m[i][j] = 10*i + j; j = j + 1; } while (j < 3);\n  i = i + 1;\n }\n"
                        " if (a[2] == 4) { s = a[0] + a[1]; } else { s = 0; }\n"
                        " if (s < 0) { s = 99; }\n}\n"
                        "derivation length: 0\nAxiom: A(m[1][2],m[0][1],s,a[7])\nendlsystem\n"),
              "A(12,1,3,4)");
}

TEST(Grammar, locals_start_at_zero_and_globals_stay) {
    EXPECT_EQ(string_of("Lsystem: 1\nStart: {g = 0;}\nderivation length: 1\nAxiom: AAB\n"
                        "A : * {n = n + 1; g = g + 1;} --> A(n,g)\nB --> B(g)\nendlsystem\n"),
              "A(1,1)A(1,2)B(2)");
}

TEST(Grammar, a_name_without_a_value_is_a_variable_that_is_zero) {
    const std::string head = "Lsystem: 1\nderivation length: 1\nAxiom: A(1)A(0)\n";
    EXPECT_EQ(string_of(head + "A(x) : * {if (x) {n = 3;} m = n;} --> B(m)\nendlsystem\n"),
              "B(3)B(0)");
    EXPECT_EQ(string_of(head + "A(x) : {while (i < 4) {i = i + 1;}} x --> B(i)\nendlsystem\n"),
              "B(4)A(0)");
    EXPECT_EQ(
        string_of("Lsystem: 1\nStart: {while (i < 4) {i = i + 1;}}\nAxiom: A(i)\nendlsystem\n"),
        "A(4)");
}

TEST(Grammar, a_parameter_hides_a_variable) {
    EXPECT_EQ(string_of("Lsystem: 1\nStart: {x = 5; y = 6;}\nderivation length: 1\nAxiom: A(1)\n"
                        "A(x) --> B(x,y)\nendlsystem\n"),
              "B(1,6)");
}

TEST(Grammar, lines_go_on_after_a_blank) {
    const std::string expected = "F(1)[+G]H";
    const std::string head = "Lsystem: 1\nderivation length: 1\nAxiom: A(1)\n";
    EXPECT_EQ(string_of(head + "A(x) : x > 0\n\t--> F(x)\n\t[+G]\n\tH\nendlsystem\n"), expected);
    EXPECT_EQ(string_of(head + "A(x) :\n   x > 0 --> F(x)\n  [+G]\n  H\nendlsystem\n"), expected);
    EXPECT_EQ(string_of(head + "A(x) --> F(x) \\\n[+G]\\\nH\nendlsystem\n"), expected);
    EXPECT_EQ(string_of("  Lsystem: 1\n\tderivation length: 1\n\tAxiom: A(1)B\n"
                        "\tA(x) --> F(x)[+G]\n\tB --> H\n  endlsystem\n"),
              expected);
    EXPECT_EQ(string_of("Lsystem: 1\r\nderivation length: 1\r\nAxiom: A(1)\r\n"
                        "A(x) --> F(x)[+G]H\r\nendlsystem\r\n"),
              expected);
}

TEST(Grammar, slashes_are_modules_unless_they_stand_alone) {
    const std::string head = "// a comment\nLsystem: 1 // one\nderivation length: 1\n";
    EXPECT_EQ(string_of(head + "Axiom: A //// B//C///(3) // end\nendlsystem\n"), "A////B//C///(3)");
    EXPECT_EQ(string_of(head + "Axiom: A/* B */C /* over\nlines */ D\nendlsystem\n"), "ACD");
    EXPECT_EQ(string_of("#define N 3 //three\n" + head + "Axiom: A(N)\nendlsystem\n"), "A(3)");
}

TEST(Grammar, macros_are_replaced) {
    EXPECT_EQ(string_of(with_axiom("#define N 3\n#define M (N+1)", "A(M*2)NN")), "A(8)NN");
    EXPECT_EQ(string_of(with_axiom("#define SQ(x) ((x)*(x))\n#define LEAF(s) [+(30)F(s)]",
                                   "A(SQ(1+2))LEAF(SQ(2))SQ")),
              "A(9)[+(30)F(4)]SQ");
    EXPECT_EQ(string_of(with_axiom("#define TWO(a,b) A(b,a)", "TWO(min(1,2),3)")), "A(3,1)");
    EXPECT_EQ(string_of(with_axiom("#define A AB\n#define AB A", "A")), "A");  // not again
    EXPECT_EQ(string_of(with_axiom("#define N 1\n#undef N", "N")), "N");
    EXPECT_EQ(string_of(with_axiom("#define NONE", "A NONE B")), "AB");
    EXPECT_EQ(string_of(with_axiom("#define E5 7", "A(1E5)A(E5)")), "A(100000)A(7)");
    EXPECT_EQ(string_of(with_axiom("#define LONG 1 \\\n + 2", "A(LONG)")), "A(3)");
}

TEST(Grammar, hash_at_the_start_of_a_line_may_be_a_module) {
    EXPECT_EQ(
        string_of("Lsystem: 1\nderivation length: 1\nAxiom: A\nA --> B\n\t#(2)F\nendlsystem\n"),
        "B#(2)F");
}

TEST(Grammar, conditional_parts) {
    const std::string choice =
        "#if N == 1\n#define V 10\n#elif N > 1 && defined(BIG)\n#define V 20\n#else\n#define V 30\n"
        "#endif\n#ifdef BIG\n#define W 1\n#endif\n#ifndef W\n#define W 2\n#endif\n"
        "#if 0\n#if 1\n#error\n#endif\n#else\n#endif";
    EXPECT_EQ(string_of(with_axiom("#define N 1\n" + choice, "A(V,W)")), "A(10,2)");
    EXPECT_EQ(string_of(with_axiom("#define N 2\n#define BIG\n" + choice, "A(V,W)")), "A(20,1)");
    EXPECT_EQ(string_of(with_axiom("#define N 2\n" + choice, "A(V,W)")), "A(30,2)");
}

TEST(Grammar, settings_win_over_the_files_own_constants) {
    GrammarSettings settings;
    settings.defines = {{"AGE", 7}, {"SIZE", -0.25}};
    EXPECT_EQ(
        string_of(with_axiom("#define AGE 1\n#define OTHER 2", "A(AGE,OTHER,SIZE)"), settings),
        "A(7,2,-0.25)");
    EXPECT_EQ(string_of(with_axiom("#undef AGE\n#define AGE 1", "A(AGE)"), settings), "A(7)");
}

TEST(Grammar, included_files_come_from_the_reader) {
    GrammarSettings settings;
    settings.include = [](const std::string& file) -> std::string {
        if (file == "sizes.h") return "#define SIZE 4\n#include \"more.h\"\n";
        if (file == "more.h") return "#define ANGLE 30\n";
        throw InputError("no such file");
    };
    EXPECT_EQ(string_of(with_axiom("#include \"sizes.h\"", "A(SIZE,ANGLE)"), settings), "A(4,30)");
}

TEST(Grammar, keywords_may_be_spelled_as_cpfg_allows) {
    EXPECT_EQ(string_of("lsystem: name\nDerivation Length: 2\nStart Each: {a = 2;}\naxiom: A\n"
                        "A --> AB\nB --> C(a)\nDecomposition: no warnings\nMaximum Depth: 1\n"
                        "Homomorphism: warnings\nA --> F\nEndLsystem\n"),
              "ABC(2)");
}

TEST(Grammar, reports_what_it_leaves_out) {
    const auto warnings_of = [](const std::string& text) {
        return parse_grammar(text, "test.l").log.warnings;
    };
    EXPECT_THAT(warnings_of("Lsystem: 1\nAxiom: A(x)\nendlsystem\n"),
                testing::ElementsAre("test.l:2:10: 'x' has no value here; 0 is taken"));
    EXPECT_THAT(warnings_of("Lsystem: 1\nAxiom: A\n"),
                testing::ElementsAre(testing::HasSubstr("no 'endlsystem'")));
    EXPECT_THAT(warnings_of("Lsystem: 1\nAxiom: A\nendlsystem\nLsystem: 2\nAxiom: B\nendlsystem\n"),
                testing::ElementsAre(testing::HasSubstr("is not read")));
    EXPECT_THAT(warnings_of("Lsystem: 1\nAxiom: A?P(0,0,0)\nendlsystem\n"),
                testing::ElementsAre(testing::HasSubstr("'?'")));
}

}  // namespace
}  // namespace thigmo
