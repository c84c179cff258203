// The experiments of [Habel2009], each adding its rows to a table.
#pragma once

#include "samples/papers/table.h"
#include "thigmo/base/progress.h"

namespace thigmo::papers {

void habel_table1(Table& table, Progress& progress);
void habel_deflection(Table& table, Progress& progress);
void habel_length(Table& table, Progress& progress);
void habel_spectrum(Table& table, Progress& progress);
void habel_response(Table& table, Progress& progress);
void habel_performance(Table& table, Progress& progress);

}  // namespace thigmo::papers
