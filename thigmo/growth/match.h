// Whether a production applies at a module: its strict predecessor and its contexts, which reach
// across branches.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "thigmo/growth/program.h"

namespace thigmo {

/// For each module of a string that is a bracket, the index of its partner; none for the others.
std::vector<uint32_t> match_brackets(const ModuleString& modules, Symbol open, Symbol close);

constexpr uint32_t no_partner = UINT32_MAX;

/// A string as contexts see it.
struct ContextView {
    const ModuleString& modules;
    std::span<const uint32_t> partner;
    const GrammarProgram& program;
};

/// The strict predecessor stands at `at`; its parameters go to `locals`.
bool match_strict(const Production& production, const ModuleString& modules, size_t at,
                  std::span<double> locals);

/// The left context stands on the path from module `at` - 1 to the root; other branches and
/// ignored modules are passed over.
bool match_left(const Production& production, const ContextView& view, size_t at,
                std::span<double> locals);

/// The right context begins at `at`. A branch that it does not mention is passed over; `[H]` is the
/// first of the following branches that begins with H; `]` leaves out what is left of a branch.
bool match_right(const Production& production, const ContextView& view, size_t at,
                 std::span<double> locals);

/// Index of the bracket that closes the branch around `at`, or the length of the string.
size_t branch_end(const ModuleString& modules, size_t at, Symbol open, Symbol close);

}  // namespace thigmo
