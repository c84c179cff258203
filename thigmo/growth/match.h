// Whether a production applies at a module: its strict predecessor and its contexts, which reach
// across branches.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "thigmo/growth/program.h"

namespace thigmo::lsystem {

constexpr uint32_t no_module = UINT32_MAX;

/// The ways of contexts along a string, found in one pass over it. Rows are places: place i stands
/// before module i, and the last one at the end.
struct ContextMap {
    std::vector<uint32_t> partner;  // of the module that is a bracket, no_module for others
    std::vector<uint32_t> left;     // the nearest module that counts on the path to the root
    std::vector<uint32_t> right;    // the next module that is neither ignored nor in a branch
};

/// Empty where no production of the set has a context.
ContextMap map_contexts(const ModuleString& modules, const GrammarProgram& program,
                        const RuleSet& rules);

/// A string as contexts see it. Contexts that try one branch after the other may look at most of
/// the string for every module: `looks_left` bounds that.
struct ContextView {
    ContextView(const ModuleString& of, const GrammarProgram& grammar, const RuleSet& rules)
        : modules(of),
          program(grammar),
          map(map_contexts(of, grammar, rules)),
          looks_left(100'000'000 + 100 * uint64_t{of.size()}) {}

    const ModuleString& modules;
    const GrammarProgram& program;
    const ContextMap map;
    uint64_t looks_left;
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
/// InputError when the view's looks are used up.
bool match_right(const Production& production, ContextView& view, size_t at,
                 std::span<double> locals);

/// Index of the bracket that closes the branch around `at`, or the length of the string.
size_t branch_end(const ModuleString& modules, size_t at, Symbol open, Symbol close);

}  // namespace thigmo::lsystem
