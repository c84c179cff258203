// Every experiment of [Garcia2023] that `thigmo reproduce` repeats, by the rule that it prints.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "samples/papers/experiments.h"

namespace thigmo::papers {
namespace {

Table run(const char* name) {
    Progress silent;
    return reproduce(find_experiment(name), silent);
}

void expect_pass(const Table& table) {
    for (const Row& row : table.rows)
        EXPECT_TRUE(passes(row)) << table.name << ": " << row.name << ": ours "
                                 << row.ours.value_or(NAN) << ", expected "
                                 << row.expected.value_or(NAN);
    EXPECT_TRUE(passes(table));
}

class Garcia2023 : public testing::TestWithParam<const char*> {};

TEST_P(Garcia2023, Reproduces) {
    expect_pass(run(GetParam()));
}

std::string test_name(const testing::TestParamInfo<const char*>& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, Garcia2023,
                         testing::Values("garcia-pendulum", "garcia-double-pendulum",
                                         "garcia-frequencies", "garcia-twist", "garcia-shape",
                                         "garcia-gravity", "garcia-wilt", "garcia-base",
                                         "garcia-pull", "integrator"),
                         test_name);

// Speed is measured by the verb and by bench/; here only what it is measured on.
TEST(Garcia2023Performance, RunsHisFivePlants) {
    const Table table = run("garcia-performance");
    ASSERT_EQ(table.rows.size(), 5u);
    for (const Row& row : table.rows) {
        EXPECT_GT(row.ours.value_or(0), 0);
        EXPECT_TRUE(row.at_least);
        EXPECT_TRUE(row.printed);
    }
}

TEST(Garcia2023List, EveryNameIsListedOnce) {
    std::vector<std::string> names;
    for (const Experiment& experiment : experiments()) names.emplace_back(experiment.name);
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
    EXPECT_EQ(names.size(), 11u);
}

}  // namespace
}  // namespace thigmo::papers
