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
                                         "garcia-cantilever", "garcia-frequencies",
                                         "garcia-stability", "garcia-twist", "garcia-shape",
                                         "garcia-gravity", "garcia-wilt", "garcia-base",
                                         "garcia-pull", "integrator"),
                         test_name);

TEST(Garcia2023Cantilever, RowsCarryTheThesissModelBesideOurs) {
    std::vector<uint64_t> bodies;
    for (const Row& row : run("garcia-cantilever").rows) {
        if (row.more.empty()) continue;
        ASSERT_EQ(row.more.size(), 2u);
        EXPECT_EQ(row.more[0].first, "bodies");
        EXPECT_EQ(row.more[1].first, "thesis");
        bodies.push_back(std::get<uint64_t>(row.more[0].second));
        // Nearer to the beam than the thesis, whatever the number.
        const double thesis = std::get<double>(row.more[1].second);
        EXPECT_LT(std::abs(*row.ours - *row.expected), 0.1 * std::abs(thesis - *row.expected));
    }
    EXPECT_EQ(bodies, (std::vector<uint64_t>{10, 25, 100, 250, 500}));
}

TEST(Garcia2023Pull, DrawsTheTipsPath) {
    const Table table = run("garcia-pull");
    EXPECT_EQ(table.svg.rfind("<svg ", 0), 0u);
    EXPECT_NE(table.svg.find("path when let go"), std::string::npos);
    EXPECT_EQ(table.svg.find("nan"), std::string::npos);
}

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
    EXPECT_EQ(names.size(), 28u);
}

}  // namespace
}  // namespace thigmo::papers
