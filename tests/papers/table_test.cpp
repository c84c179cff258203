// The rule that judges every paper's table: each kind of row passes and fails as it should.
#include "samples/papers/table.h"

#include <gtest/gtest.h>

#include <cmath>

#include "samples/papers/experiments.h"
#include "tests/message.h"

namespace thigmo::papers {
namespace {

TEST(PaperTable, AValuePassesWithinItsRelativeTolerance) {
    EXPECT_TRUE(passes(expect("x", 2.019, 2, 0.01, "")));
    EXPECT_TRUE(passes(expect("x", -1.981, -2, 0.01, "")));
    EXPECT_FALSE(passes(expect("x", 2.021, 2, 0.01, "")));
    EXPECT_FALSE(passes(expect("x", -2, 2, 0.01, "")));
}

TEST(PaperTable, ToleranceIsAbsoluteWhereZeroIsExpected) {
    EXPECT_TRUE(passes(expect("x", 0.9e-3, 0, 1e-3, "")));
    EXPECT_FALSE(passes(expect("x", 1.1e-3, 0, 1e-3, "")));
}

TEST(PaperTable, ABoundIncludesItsLimit) {
    EXPECT_TRUE(passes(bound_below("x", 1, 1, "")));
    EXPECT_FALSE(passes(bound_below("x", 0.99, 1, "")));
    EXPECT_TRUE(passes(bound_above("x", 1, 1, "")));
    EXPECT_FALSE(passes(bound_above("x", 1.01, 1, "")));
}

TEST(PaperTable, AClaimPassesWhenItHolds) {
    EXPECT_TRUE(passes(claim("x", true, "")));
    EXPECT_FALSE(passes(claim("x", false, "")));
}

TEST(PaperTable, NotANumberFailsWhateverIsAsked) {
    EXPECT_FALSE(passes(expect("x", NAN, 1, 1, "")));
    EXPECT_FALSE(passes(expect("x", 1, 1, NAN, "")));
    EXPECT_FALSE(passes(bound_below("x", NAN, 1, "")));
    EXPECT_FALSE(passes(bound_above("x", NAN, 1, "")));
}

TEST(PaperTable, AValueWithoutOursOrToleranceFails) {
    Row row = expect("x", 1, 1, 1, "");
    row.ours.reset();
    EXPECT_FALSE(passes(row));
    row = expect("x", 1, 1, 1, "");
    row.tolerance.reset();
    EXPECT_FALSE(passes(row));
}

TEST(PaperTable, OneFailingRowFailsTheTable) {
    Table table;
    table.rows = {expect("x", 1, 1, 0, ""), show("y", NAN)};
    EXPECT_TRUE(passes(table));
    table.rows.push_back(claim("z", false, ""));
    EXPECT_FALSE(passes(table));
}

TEST(PaperTable, ATableThatJudgesNothingFails) {
    Table table;
    EXPECT_FALSE(passes(table));
    table.rows = {show("x", 1)};
    EXPECT_FALSE(passes(table));
}

TEST(PaperTable, RejectsAnUnknownName) {
    EXPECT_NE(message([] {
                  find_experiment("garcia-flight");
              }).find("reproduce: found 'garcia-flight', expected one of "),
              std::string::npos);
}

}  // namespace
}  // namespace thigmo::papers
