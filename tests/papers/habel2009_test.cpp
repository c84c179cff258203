// Every experiment of [Habel2009] that `thigmo reproduce` repeats, by the rule that it prints.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "samples/papers/experiments.h"

namespace thigmo::papers {
namespace {

class Habel2009 : public testing::TestWithParam<const char*> {};

TEST_P(Habel2009, Reproduces) {
    Progress silent;
    const Table table = reproduce(find_experiment(GetParam()), silent);
    for (const Row& row : table.rows)
        EXPECT_TRUE(passes(row)) << table.name << ": " << row.name << ": ours "
                                 << row.ours.value_or(NAN) << ", expected "
                                 << row.expected.value_or(NAN);
    EXPECT_TRUE(passes(table));
    EXPECT_EQ(table.svg.empty(), !find_experiment(GetParam()).draws);
}

/// Times belong to the machine: here only what was measured.
TEST(Habel2009Performance, MovesOneTreeAndFour) {
    Progress silent;
    const Table table = reproduce(find_experiment("habel-performance"), silent);
    ASSERT_EQ(table.rows.size(), 4u);
    for (const Row& row : table.rows) EXPECT_GT(row.ours.value_or(NAN), 0) << row.name;
    EXPECT_GT(*table.rows[3].ours, *table.rows[1].ours);  // four trees, one tree
}

std::string test_name(const testing::TestParamInfo<const char*>& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, Habel2009,
                         testing::Values("habel-table1", "habel-deflection", "habel-length",
                                         "habel-spectrum", "habel-response"),
                         test_name);

}  // namespace
}  // namespace thigmo::papers
