// The experiments of [Zhao2013], each adding its rows to a table.
#pragma once

#include "samples/papers/table.h"
#include "thigmo/base/progress.h"
#include "thigmo/plant/plant.h"

namespace thigmo::papers {

void zhao_pipeline(Table& table, Progress& progress);
void zhao_cantilever(Table& table, Progress& progress);
void zhao_integrators(Table& table, Progress& progress);
void zhao_branches(Table& table, Progress& progress);
void zhao_gravity(Table& table, Progress& progress);
void zhao_figure14(Table& table, Progress& progress);
void zhao_peach(Table& table, Progress& progress);
void zhao_oak(Table& table, Progress& progress);
void zhao_figure10(Table& table, Progress& progress);
void zhao_figure10_plant(const std::string& name, const Plant& plant, Table& table,
                         Progress& progress);

}  // namespace thigmo::papers
