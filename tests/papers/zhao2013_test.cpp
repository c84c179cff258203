// The experiments of [Zhao2013] that `thigmo reproduce` repeats.
#include <gtest/gtest.h>

#include <cmath>

#include "samples/papers/experiments.h"

namespace thigmo::papers {
namespace {

/// Times belong to the machine: here what was found, and that every step was measured.
TEST(Zhao2013, pipeline_finds_the_plants_again) {
    Progress silent;
    const Table table = reproduce(find_experiment("zhao-pipeline"), silent);
    size_t found = 0;
    for (const Row& row : table.rows) {
        EXPECT_GE(row.ours.value_or(NAN), 0) << row.name;
        if (row.name.find('%') == std::string::npos) continue;
        EXPECT_TRUE(passes(row)) << row.name << ": " << row.ours.value_or(NAN);
        ++found;
    }
    EXPECT_EQ(found, 8u);  // parents and leaves of four plants
}

}  // namespace
}  // namespace thigmo::papers
