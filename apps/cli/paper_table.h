// A paper's table for people and for programs.
#pragma once

#include <string>

#include "apps/cli/terminal.h"
#include "samples/papers/table.h"

namespace thigmo::cli {

/// Aligned columns; a mark says which rows pass (✓), fail (✗) or are only shown (·).
std::string as_text(const papers::Table& table);

/// {"name", "paper", "rows", "pass"}. A bound is `limit` with `at_least` or `at_most` true.
std::string as_json(const papers::Table& table);

/// Prints it; then NumericsError, exit 3, if it fails.
void print(const papers::Table& table, bool json, const Terminal& terminal);

}  // namespace thigmo::cli
