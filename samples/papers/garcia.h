// The experiments of [Garcia2023], each adding its rows to a table.
#pragma once

#include "samples/papers/table.h"
#include "thigmo/base/progress.h"

namespace thigmo::papers {

void garcia_pendulum(Table& table, Progress& progress);
void garcia_double_pendulum(Table& table, Progress& progress);
void garcia_cantilever(Table& table, Progress& progress);
void garcia_frequencies(Table& table, Progress& progress);
void garcia_stability(Table& table, Progress& progress);
void garcia_twist(Table& table, Progress& progress);
void garcia_shape(Table& table, Progress& progress);
void garcia_gravity(Table& table, Progress& progress);
void garcia_wilt(Table& table, Progress& progress);
void garcia_base(Table& table, Progress& progress);
void garcia_pull(Table& table, Progress& progress);
void garcia_performance(Table& table, Progress& progress);
void integrator(Table& table, Progress& progress);

}  // namespace thigmo::papers
