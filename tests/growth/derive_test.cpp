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

// [Prusinkiewicz1990], figure 1.24: every F gives a fixed number of F and of brackets, so that
// after n steps there are a^n F and b(a^n - 1)/(a - 1) brackets.
struct Figure124 {
    const char* production;
    int steps;
    size_t letters, brackets;
};

class DeriveFigure124 : public testing::TestWithParam<Figure124> {};

TEST_P(DeriveFigure124, has_the_exact_counts) {
    const Figure124& figure = GetParam();
    DeriveSettings settings;
    settings.steps = figure.steps;
    const Derivation result = derive_text("Lsystem: 1\nderivation length: 1\nAxiom: F\nF --> " +
                                              std::string(figure.production) + "\nendlsystem\n",
                                          settings);
    EXPECT_EQ(count(result, "F"), figure.letters);
    EXPECT_EQ(count(result, "["), figure.brackets);
    EXPECT_EQ(count(result, "]"), figure.brackets);
    EXPECT_EQ(result.steps, figure.steps);
}

INSTANTIATE_TEST_SUITE_P(all, DeriveFigure124,
                         testing::Values(Figure124{"F[+F]F[-F]F", 4, 625, 312},
                                         Figure124{"F[+F]F[-F][F]", 5, 3125, 2343},
                                         Figure124{"FF-[-F+F+F]+[+F-F-F]", 4, 4096, 1170}));

// [Prusinkiewicz1990], p. 32.
TEST(Derive, context_reaches_across_brackets) {
    EXPECT_EQ(one_step("ABC[DE][SG[HI[JK]L]MNO]", "BC < S > G[H]M --> x"),
              "ABC[DE][xG[HI[JK]L]MNO]");
    EXPECT_EQ(one_step("ABC[DE][SG[HI[JK]L]MNO]", "BC < S > G[I]M --> x"),
              "ABC[DE][SG[HI[JK]L]MNO]");
    EXPECT_EQ(one_step("ABC[DE][SG[HI[JK]L]MNO]", "C < D > E --> x"), "ABC[xE][SG[HI[JK]L]MNO]");
    EXPECT_EQ(one_step("ABC[DE][SG[HI[JK]L]MNO]", "E < S --> x"), "ABC[DE][SG[HI[JK]L]MNO]");
}

}  // namespace
}  // namespace thigmo
