// The experiments of [Zhao2013], each adding its rows to a table.
#pragma once

#include "samples/papers/table.h"
#include "thigmo/base/progress.h"

namespace thigmo::papers {

void zhao_pipeline(Table& table, Progress& progress);
void zhao_cantilever(Table& table, Progress& progress);

}  // namespace thigmo::papers
