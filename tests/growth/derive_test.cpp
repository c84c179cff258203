// Derivation: counts and strings that the literature prints, contexts, chance, limits.
#include "thigmo/growth/derive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace thigmo {
namespace {

Derivation derive_text(std::string_view text, DeriveSettings settings = {}) {
    Progress progress;
    return derive(parse_grammar(text, "test.l"), settings, progress);
}

std::string string_of(std::string_view text, std::optional<int> steps = {}) {
    DeriveSettings settings;
    settings.steps = steps;
    const Derivation result = derive_text(text, settings);
    return to_text(result.modules, result.alphabet);
}

/// A grammar of one step with the given header lines and productions.
std::string one_step(std::string_view axiom, std::string_view productions,
                     std::string_view header = {}) {
    return string_of("Lsystem: 1\n" + std::string(header) + "derivation length: 1\nAxiom: " +
                     std::string(axiom) + "\n" + std::string(productions) + "\nendlsystem\n");
}

size_t count(const Derivation& derivation, std::string_view name) {
    const Symbol symbol = derivation.alphabet.find(name);
    return static_cast<size_t>(std::ranges::count(derivation.modules.symbols, symbol));
}

TEST(Derive, reads_a_file_that_begins_with_the_mark_of_utf8) {
    EXPECT_EQ(
        string_of("\xEF\xBB\xBFLsystem: 1\nderivation length: 1\nAxiom: A\nA --> AB\nendlsystem\n"),
        "AB");
}

// [Prusinkiewicz1990], figure 1.24: every F gives a fixed number of F and of brackets, so that
// after n steps there are a^n F and b(a^n - 1)/(a - 1) brackets.
struct Figure124 {
    std::string name, production;
    int steps;
    size_t letters, brackets;
    friend void PrintTo(const Figure124& figure, std::ostream* out) { *out << figure.name; }
};

class DeriveFigure124 : public testing::TestWithParam<Figure124> {};

TEST_P(DeriveFigure124, has_the_exact_counts) {
    const Figure124& figure = GetParam();
    DeriveSettings settings;
    settings.steps = figure.steps;
    const Derivation result = derive_text(
        "Lsystem: 1\nderivation length: 1\nAxiom: F\nF --> " + figure.production + "\nendlsystem\n",
        settings);
    EXPECT_EQ(count(result, "F"), figure.letters);
    EXPECT_EQ(count(result, "["), figure.brackets);
    EXPECT_EQ(count(result, "]"), figure.brackets);
    EXPECT_EQ(result.steps, figure.steps);
}

INSTANTIATE_TEST_SUITE_P(Book, DeriveFigure124,
                         testing::Values(Figure124{"a", "F[+F]F[-F]F", 4, 625, 312},
                                         Figure124{"b", "F[+F]F[-F][F]", 5, 3125, 2343},
                                         Figure124{"c", "FF-[-F+F+F]+[+F-F-F]", 4, 4096, 1170}),
                         [](const auto& figure) { return figure.param.name; });

// [Prusinkiewicz1990], p. 32.
TEST(Derive, context_reaches_across_brackets) {
    EXPECT_EQ(one_step("ABC[DE][SG[HI[JK]L]MNO]", "BC < S > G[H]M --> x"),
              "ABC[DE][xG[HI[JK]L]MNO]");
    EXPECT_EQ(one_step("ABC[DE][SG[HI[JK]L]MNO]", "BC < S > G[I]M --> x"),
              "ABC[DE][SG[HI[JK]L]MNO]");
    EXPECT_EQ(one_step("ABC[DE][SG[HI[JK]L]MNO]", "C < D > E --> x"), "ABC[xE][SG[HI[JK]L]MNO]");
    EXPECT_EQ(one_step("ABC[DE][SG[HI[JK]L]MNO]", "E < S --> x"), "ABC[DE][SG[HI[JK]L]MNO]");
}

TEST(Derive, right_context_passes_over_branches_it_does_not_name) {
    EXPECT_EQ(one_step("S[A][B]C", "S > C --> x"), "x[A][B]C");
    EXPECT_EQ(one_step("S[A][B]C", "S > [B]C --> x"), "x[A][B]C");
    EXPECT_EQ(one_step("S[A][B]C", "S > [A][B]C --> x"), "x[A][B]C");
    EXPECT_EQ(one_step("S[A][B]C", "S > [B][A]C --> x"), "S[A][B]C");
    EXPECT_EQ(one_step("S[A[D]E]C", "S > [A[D]E]C --> x"), "x[A[D]E]C");
    EXPECT_EQ(one_step("S[A[D]E]C", "S > [A[E]]C --> x"), "S[A[D]E]C");
    EXPECT_EQ(one_step("[SA]C", "S > C --> x"), "[SA]C");
}

// cpfg's `=` stands for what is left of a branch; `]` then leaves the branch that S stands in.
TEST(Derive, right_context_may_leave_its_branch) {
    EXPECT_EQ(one_step("[SFAB]C", "S > F=]C --> x"), "[xFAB]C");
    EXPECT_EQ(one_step("[SFAB]C", "S > F]C --> x"), "[xFAB]C");
    EXPECT_EQ(one_step("[SFAB]C", "S > F=]D --> x"), "[SFAB]C");
    EXPECT_EQ(one_step("SFAB", "S > F=]C --> x"), "SFAB");
}

TEST(Derive, contexts_bind_their_parameters) {
    EXPECT_EQ(
        one_step("A(2)[C(9)]B(3)[D(7)]C(4)", "A(x) < B(y) > C(z) : x+y+z > 8 --> E(x+y)F(y+z)"),
        "A(2)[C(9)]E(5)F(7)[D(7)]C(4)");
    EXPECT_EQ(one_step("A(2)B(3)C(4)", "A(x) < B(y) > C(z) : x+y+z > 10 --> E"), "A(2)B(3)C(4)");
    EXPECT_EQ(one_step("A(2)B(3)", "A(x,w) < B(y) --> E"), "A(2)B(3)");  // counts must agree
    EXPECT_EQ(one_step("S(1)[A(5)][A(6)]B(7)", "S(s) > [A(a)]B(b) --> S(s+10*a+100*b)"),
              "S(751)[A(5)][A(6)]B(7)");
}

TEST(Derive, ignored_modules_do_not_count_in_contexts) {
    EXPECT_EQ(one_step("A+FB-C", "A < B > C --> x"), "A+FB-C");
    EXPECT_EQ(one_step("A+FB-C", "A < B > C --> x", "ignore: +-F\n"), "A+Fx-C");
    EXPECT_EQ(one_step("A+FB-C", "A < B > C --> x", "consider: ABC\n"), "A+Fx-C");
    EXPECT_EQ(one_step("A+FB-C", "A < B > C --> x", "consider: ABCF\n"), "A+FB-C");
    EXPECT_EQ(one_step("A@Gs@cB", "A < B --> x", "ignore: @\n"), "A@Gs@cx");
    EXPECT_EQ(one_step("A[+D]B", "A < B --> x", "consider: AB\n"), "A[+D]x");
}

// [Prusinkiewicz1990], p. 31: a signal moves to the end of each branch, step by step.
TEST(Derive, signals_travel_along_branches) {
    const std::string up =
        "Lsystem: 1\nderivation length: 3\nignore: +-\n"
        "Axiom: B[+A]A[-A]A[+A]A\nB < A --> B\nB --> A\nendlsystem\n";
    EXPECT_EQ(string_of(up, 0), "B[+A]A[-A]A[+A]A");
    EXPECT_EQ(string_of(up, 1), "A[+B]B[-A]A[+A]A");
    EXPECT_EQ(string_of(up, 2), "A[+A]A[-B]B[+A]A");
    EXPECT_EQ(string_of(up, 3), "A[+A]A[-A]A[+B]B");
    const std::string down =
        "Lsystem: 1\nderivation length: 3\nignore: +-\n"
        "Axiom: A[+A]A[-A]A[+A]B\nA > B --> B\nB --> A\nendlsystem\n";
    EXPECT_EQ(string_of(down, 1), "A[+A]A[-A]B[+A]A");
    EXPECT_EQ(string_of(down, 2), "A[+A]B[-A]A[+A]A");
    EXPECT_EQ(string_of(down, 3), "B[+A]A[-A]A[+A]A");
}

// [Prusinkiewicz1990], p. 42: the printed first steps of a parametric L-system.
TEST(Derive, parametric_example_of_the_book) {
    const std::string text =
        "Lsystem: 1\nderivation length: 4\nAxiom: B(2)A(4,4)\n"
        "A(x,y) : y <= 3 --> A(x*2,x+y)\nA(x,y) : y > 3 --> B(x)A(x/y,0)\n"
        "B(x) : x < 1 --> C\nB(x) : x >= 1 --> B(x-1)\nendlsystem\n";
    EXPECT_EQ(string_of(text, 1), "B(1)B(4)A(1,0)");
    EXPECT_EQ(string_of(text, 2), "B(0)B(3)A(2,1)");
    EXPECT_EQ(string_of(text, 3), "CB(2)A(4,3)");
    EXPECT_EQ(string_of(text, 4), "CB(1)A(8,7)");
}

// [Prusinkiewicz1990], p. 5: Anabaena's polarised cells, and p. 43 with states as parameters.
TEST(Derive, anabaena_divides_as_printed) {
    const std::string letters =
        "Lsystem: 1\nderivation length: 4\nAxiom: r\n"
        "r --> lR\nl --> Lr\nR --> r\nL --> l\nendlsystem\n";
    EXPECT_EQ(string_of(letters, 1), "lR");
    EXPECT_EQ(string_of(letters, 2), "Lrr");
    EXPECT_EQ(string_of(letters, 3), "llRlR");
    EXPECT_EQ(string_of(letters, 4), "LrLrrLrr");
    const std::string parameters =
        "#define LEFT 0\n#define RIGHT 1\nLsystem: 1\nderivation length: 4\nAxiom: C(1,RIGHT)\n"
        "C(m,p) : m && p==RIGHT --> C(1,LEFT)C(0,RIGHT)\n"
        "C(m,p) : m && p==LEFT --> C(0,LEFT)C(1,RIGHT)\n"
        "C(m,p) : !m --> C(1,p)\nendlsystem\n";
    EXPECT_EQ(string_of(parameters, 3), "C(1,0)C(1,0)C(0,1)C(1,0)C(0,1)");
}

// [Prusinkiewicz1990], p. 56: the tree with a main axis, figure 2.6; two steps by hand.
TEST(Derive, monopodial_tree_of_the_book) {
    const std::string text =
        "#define r1 0.5\n#define r2 0.25\n#define a0 45\n#define a2 45\n#define d 137.5\n"
        "#define wr 0.5\n"
        "Lsystem: 1\nderivation length: 2\nAxiom: A(1,10)\n"
        "A(l,w) --> !(w)F(l)[&(a0)B(l*r2,w*wr)]/(d)A(l*r1,w*wr)\n"
        "B(l,w) --> !(w)F(l)[-(a2)@vC(l*r2,w*wr)]C(l*r1,w*wr)\n"
        "C(l,w) --> !(w)F(l)[+(a2)@vB(l*r2,w*wr)]B(l*r1,w*wr)\nendlsystem\n";
    EXPECT_EQ(string_of(text, 1), "!(10)F(1)[&(45)B(0.25,5)]/(137.5)A(0.5,5)");
    EXPECT_EQ(string_of(text, 2),
              "!(10)F(1)[&(45)!(5)F(0.25)[-(45)@vC(0.0625,2.5)]C(0.125,2.5)]/(137.5)"
              "!(5)F(0.5)[&(45)B(0.125,2.5)]/(137.5)A(0.25,2.5)");
}

TEST(Derive, first_production_that_matches_applies) {
    EXPECT_EQ(one_step("A(1)A(2)A(3)", "A(x) : x == 2 --> B\nA(x) : x > 1 --> C\nA(x) --> D"),
              "DBC");
    EXPECT_EQ(one_step("AA(1)", "A --> B\nA --> C"), "BA(1)");
    EXPECT_EQ(one_step("ABAC", "AB --> x\nA --> y"), "xyC");  // several modules at once
    EXPECT_EQ(one_step("A(1)B(2)", "A(x)B(y) : * --> C(x+y)"), "C(3)");
    EXPECT_EQ(one_step("ABC", "B --> *"), "AC");
}

TEST(Derive, cut_removes_the_rest_of_its_branch) {
    EXPECT_EQ(one_step("A[B%C[D]E]F", "A --> A"), "A[B]F");
    EXPECT_EQ(one_step("A%B[C]", "A --> A"), "A");
    EXPECT_EQ(one_step("A[B%C]D", "% --> X"), "A[BXC]D");
    EXPECT_EQ(one_step("A[B%(1)C]D", "A --> A"), "A[B%(1)C]D");
}

TEST(Derive, blocks_run_where_they_stand) {
    const std::string text =
        "Lsystem: 1\nStart: {a = 10; b = 0;}\nStartEach: {b = b + 1;}\nEndEach: {a = a * 2;}\n"
        "End: {printf(\"a %g b %d%%\\n\", a, b);}\nderivation length: 3\nAxiom: X(a)\n"
        "X(x) : {y = x + a;} y > 0 {y = y + b;} --> X(y)\nendlsystem\n";
    EXPECT_EQ(string_of(text, 0), "X(10)");
    EXPECT_EQ(string_of(text, 1), "X(21)");  // 10 + 10 + 1
    EXPECT_EQ(string_of(text, 2), "X(43)");  // 21 + 20 + 2
    DeriveSettings settings;
    EXPECT_EQ(derive_text(text, settings).printed, "a 80 b 3%\n");
}

TEST(Derive, step_number_and_length_are_variables) {
    EXPECT_EQ(string_of("Lsystem: 1\nderivation length: 3\nAxiom: A\nA --> B(Q,Z)A\nendlsystem\n"),
              "B(1,3)B(2,3)B(3,3)A");
}

TEST(Derive, stop_ends_the_derivation) {
    const Derivation result = derive_text(
        "Lsystem: 1\nderivation length: 9\nStart: {n=0;}\nEndEach: {n=n+1; if (n == 4) "
        "{stop(0);}}\n"
        "Axiom: A\nA --> AB\nendlsystem\n");
    EXPECT_EQ(result.steps, 4);
    EXPECT_EQ(to_text(result.modules, result.alphabet), "ABBBB");
}

TEST(Derive, decomposition_runs_after_every_step_and_on_the_axiom) {
    const std::string text =
        "Lsystem: 1\nderivation length: 2\nAxiom: A(3)\nA(n) --> A(n+2)\ndecomposition\n"
        "maximum depth: 10\nA(n) : n > 2 --> B A(n-2)\nendlsystem\n";
    EXPECT_EQ(string_of(text, 0), "BA(1)");
    EXPECT_EQ(string_of(text, 1), "BBA(1)");
    EXPECT_EQ(string_of(text, 2), "BBBA(1)");
}

TEST(Derive, decomposition_stops_at_its_depth) {
    const std::string text =
        "Lsystem: 1\nderivation length: 0\nAxiom: A\nA --> BA\ndecomposition\nmaximum depth: 3\n"
        "A --> CA\nendlsystem\n";
    const Derivation result = derive_text(text);
    EXPECT_EQ(to_text(result.modules, result.alphabet), "CCCA");
    EXPECT_THAT(result.log.warnings,
                testing::ElementsAre("test.l:7:1: the maximum depth of 3 was reached"));
}

TEST(Derive, homomorphism_does_not_feed_back) {
    const Grammar grammar = parse_grammar(
        "Lsystem: 1\nStart: {n = 0;}\nderivation length: 2\nAxiom: A\nA --> AB\nB --> C\n"
        "homomorphism\nmaximum depth: 2\nA : * {n = n + 1;} --> F(n)B\nB --> +\nendlsystem\n",
        "test.l");
    Progress progress;
    Log log;
    const Derivation derivation = derive(grammar, {}, progress);
    const auto variables = derivation.variables;
    EXPECT_EQ(to_text(derivation.modules, derivation.alphabet), "ABC");
    for (int i = 0; i < 2; ++i) {
        const ModuleString drawn = interpret(grammar, derivation, {}, progress, log);
        EXPECT_EQ(to_text(drawn, derivation.alphabet), "F(1)++C");
    }
    EXPECT_EQ(derivation.variables, variables);
    EXPECT_TRUE(log.warnings.empty());
}

TEST(Derive, homomorphism_reads_the_variables_of_the_last_step) {
    const Grammar grammar = parse_grammar(
        "Lsystem: 1\nDefine: {array a[2];}\nStart: {n = 5;}\nEndEach: {n = n + 1; a[1] = n;}\n"
        "derivation length: 2\nAxiom: A\nhomomorphism\nA --> F(n,a[1])\nendlsystem\n",
        "test.l");
    Progress progress;
    Log log;
    const Derivation derivation = derive(grammar, {}, progress);
    EXPECT_EQ(to_text(interpret(grammar, derivation, {}, progress, log), grammar.alphabet),
              "F(7,7)");
}

// 30,000 choices of probability 0.2, 0.3 and 0.5: four standard deviations are below 350.
TEST(Derive, chance_follows_the_probabilities) {
    const std::string text =
        "Lsystem: 1\nSeed: 7\nderivation length: 1\nAxiom: " + std::string(30'000, 'A') +
        "\nA --> B : 0.2\nA --> C : 0.3\nA --> D : 1/2\nendlsystem\n";
    const Derivation result = derive_text(text);
    EXPECT_NEAR(static_cast<double>(count(result, "B")), 6'000, 350);
    EXPECT_NEAR(static_cast<double>(count(result, "C")), 9'000, 350);
    EXPECT_NEAR(static_cast<double>(count(result, "D")), 15'000, 350);
    EXPECT_EQ(count(result, "A"), 0u);
}

TEST(Derive, chance_weighs_only_what_matches) {
    EXPECT_EQ(one_step("A(1)", "A(x) : x > 1 --> B : 5\nA(x) : x < 2 --> C(x+1) : 0.1"), "C(2)");
    EXPECT_EQ(one_step("A", "A --> B : 0\nA --> C : 1"), "C");
    EXPECT_EQ(one_step("A", "A --> B : 0"), "A");
    EXPECT_EQ(one_step("A", "A --> B\nA --> C : 1000000"), "B");  // the first decides
}

TEST(Derive, same_seed_gives_the_same_string_and_another_another) {
    const std::string text =
        "Lsystem: 1\nderivation length: 6\nAxiom: A(1)\nA(x) --> F(ran(x))A(x)[A(nran(1,0.1))] : "
        "2\n"
        "A(x) --> A(bran(2,3))F(biran(10,0.5)) : 1\nendlsystem\n";
    const Grammar grammar = parse_grammar(text, "test.l");
    Progress progress;
    const auto at_seed = [&](uint64_t seed) {
        DeriveSettings settings;
        settings.seed = seed;
        const Derivation result = derive(grammar, settings, progress);
        return to_text(result.modules, result.alphabet);
    };
    EXPECT_EQ(at_seed(1), at_seed(1));
    EXPECT_NE(at_seed(1), at_seed(2));
}

TEST(Derive, srand_restarts_the_random_numbers) {
    const std::string text =
        "Lsystem: 1\nStartEach: {srand(5);}\nderivation length: 2\nAxiom: A\n"
        "A --> F(ran(1))A\nendlsystem\n";
    const Derivation result = derive_text(text);
    ASSERT_EQ(result.modules.parameters.size(), 2u);
    EXPECT_EQ(result.modules.parameters[0], result.modules.parameters[1]);
}

TEST(Derive, srand_of_no_number_starts_at_zero) {
    const auto first = [](const std::string& seed) {
        return derive_text("Lsystem: 1\nStart: {srand(" + seed +
                           ");}\nderivation length: 1\nAxiom: A\nA --> F(ran(1))\nendlsystem\n");
    };
    const Derivation none = first("log(-1)"), infinite = first("-log(0)");
    EXPECT_EQ(none.modules.parameters, first("0").modules.parameters);
    EXPECT_EQ(infinite.modules.parameters, first("1e15").modules.parameters);
    EXPECT_THAT(none.log.warnings,
                testing::ElementsAre(testing::HasSubstr("srand needs a number")));
}

/// p0,p1,…
std::string names(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += (i == 0 ? "p" : ",p") + std::to_string(i);
    return text;
}

std::string message_of(std::string_view text, size_t limit) {
    DeriveSettings settings;
    settings.module_limit = limit;
    try {
        derive_text(text, settings);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Derive, rejects_a_string_beyond_the_limit) {
    const std::string doubling =
        "Lsystem: 1\nderivation length: 1000\nAxiom: A\nA --> AA\nendlsystem\n";
    EXPECT_EQ(message_of(doubling, 1000),
              "test.l: step 10: found a string of more than 1000 modules and parameters, "
              "expected fewer "
              "(the grammar grows too fast, or the limit is too low)");
    const std::string parameters =
        "Lsystem: 1\nderivation length: 12\nAxiom: A(1,2,3,4)\n"
        "A(a,b,c,d) --> A(a,b,c,d)A(a,b,c,d)\nendlsystem\n";
    // Five for each module: 320 after step 6, 640 after step 7, 1280 after step 8.
    EXPECT_THAT(message_of(parameters, 1000), testing::HasSubstr("step 8: found a string"));
    const std::string one_leap =
        "Lsystem: 1\nderivation length: 1\nAxiom: " + std::string(900, 'A') + "\nA --> " +
        std::string(900, 'B') + "\nendlsystem\n";
    EXPECT_THAT(message_of(one_leap, 1000), testing::HasSubstr("more than 1000 modules"));
}

TEST(Derive, rejects_a_decomposition_without_end) {
    // 2^60 modules that all vanish at the last level.
    const std::string text =
        "Lsystem: 1\nderivation length: 0\nAxiom: A(60)\ndecomposition\nmaximum depth: 100\n"
        "A(n) : n > 0 --> A(n-1)A(n-1)\nA(n) --> *\nendlsystem\n";
    EXPECT_THAT(message_of(text, 1000), testing::HasSubstr("without end"));
}

TEST(Derive, rejects_a_decomposition_that_holds_too_many_parameters) {
    // Every level keeps the 1000 parameters of B until A, before it, is done.
    std::string values = "1";
    for (int i = 1; i < 1000; ++i) values += ",1";
    const auto nested = [&](int depth) {
        return message_of("Lsystem: 1\nderivation length: 0\nAxiom: A(" + std::to_string(depth) +
                              ")\ndecomposition no warnings\nmaximum depth: 100000\n"
                              "A(n) : n > 0 --> A(n-1)B(" +
                              values + ")\nB(" + names(1000) + ") --> *\nendlsystem\n",
                          50'000);
    };
    EXPECT_EQ(nested(40), "");
    EXPECT_EQ(nested(60),
              "test.l: found a decomposition or homomorphism without end, expected at most 50000 "
              "modules and parameters");
}

TEST(Derive, contexts_skip_what_they_ignore_at_once) {
    // Looking module by module, this would take 2^40 looks each way.
    const std::string many(1 << 20, 'B'), branches = many + "[C][C]";
    const auto derived = [&](const std::string& production) {
        DeriveSettings settings;
        const Derivation result =
            derive_text("Lsystem: 1\nignore: B\nderivation length: 1\nAxiom: A" + branches + "D\n" +
                            production + "\nendlsystem\n",
                        settings);
        return count(result, "x");
    };
    EXPECT_EQ(derived("A < B --> x"), many.size());
    EXPECT_EQ(derived("C < B --> x"), 0u);
    EXPECT_EQ(derived("B > D --> x"), many.size());
    EXPECT_EQ(derived("B > C --> x"), 0u);
}

TEST(Derive, rejects_right_contexts_that_look_too_far) {
    std::string axiom;
    for (int i = 0; i < 20'000; ++i) axiom += "X[A]";
    EXPECT_EQ(message_of("Lsystem: 1\nignore: X\nderivation length: 1\nAxiom: " + axiom +
                             "\nX > [B] --> Y\nendlsystem\n",
                         1'000'000),
              "test.l:5:1: found a right context that looks along the whole string, expected one "
              "that ends sooner (a string this long has too many branches for it)");
}

TEST(Derive, rejects_a_loop_without_end) {
    const std::string text =
        "Lsystem: 1\nStart: {n = 0; while (n < 1) {n = n;}}\nderivation length: 0\nAxiom: A\n"
        "endlsystem\n";
    EXPECT_EQ(message_of(text, 1000),
              "test.l:2:1: found a loop that does not end, expected an end");
}

TEST(Derive, rejects_parameters_that_are_no_numbers) {
    EXPECT_EQ(
        message_of("Lsystem: 1\nderivation length: 1\nAxiom: A\nA --> F(log(0))\nendlsystem\n",
                   1000),
        "test.l:4:1: found -inf as a parameter of F, expected a finite number");
    EXPECT_EQ(message_of("Lsystem: 1\nderivation length: 1\nAxiom: F(sqrt(-1))\nendlsystem\n", 1000)
                  .substr(0, 12),
              "test.l:3:1: ");
}

TEST(Derive, reports_division_by_zero_once) {
    const Derivation result = derive_text(
        "Lsystem: 1\nderivation length: 2\nAxiom: A(6)\nA(x) --> A(x/0)A(x%0)\nendlsystem\n");
    EXPECT_EQ(to_text(result.modules, result.alphabet), "A(6)A(0)A(0)A(0)");
    EXPECT_EQ(result.log.warnings.size(), 1u);
}

TEST(Derive, reports_within_a_long_step) {
    class Listener : public Progress {
      public:
        void report(double fraction, std::string_view) override { fractions.push_back(fraction); }
        bool cancelled() const override { return ++asked > most; }
        std::vector<double> fractions;
        mutable size_t asked = 0;
        size_t most = SIZE_MAX;
    };
    const auto grammar = [](const std::string& rules) {
        return parse_grammar("Lsystem: 1\nderivation length: 1\nAxiom: " +
                                 std::string(1 << 20, 'A') + "\n" + rules + "\nendlsystem\n",
                             "t.l");
    };
    // 2^20 modules are 16 times 65,536; the second grammar replaces nothing, the third decomposes.
    for (const char* rules : {"A --> B", "B --> A", "A > B --> B\ndecomposition\nA --> B"}) {
        Listener listener;
        derive(grammar(rules), {}, listener);
        EXPECT_GE(listener.asked, 16u) << rules;
        EXPECT_TRUE(std::ranges::is_sorted(listener.fractions)) << rules;
        Listener impatient;
        impatient.most = 10;
        EXPECT_THROW(derive(grammar(rules), {}, impatient), InputError) << rules;
    }
}

TEST(Derive, stops_when_cancelled) {
    class Cancelled : public Progress {
        bool cancelled() const override { return true; }
    } progress;
    const Grammar grammar =
        parse_grammar("Lsystem: 1\nderivation length: 1\nAxiom: A\nA --> AA\nendlsystem\n", "t.l");
    EXPECT_THROW(derive(grammar, {}, progress), InputError);
}

}  // namespace
}  // namespace thigmo
