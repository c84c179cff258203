// Choosing and applying productions to one string.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "thigmo/growth/machine.h"
#include "thigmo/growth/match.h"
#include "thigmo/growth/program.h"

namespace thigmo::lsystem {

/// What a string counts against the limit: its modules and its parameters.
inline size_t weight(const ModuleString& modules) {
    return modules.size() + modules.parameters.size();
}

/// A string under construction that knows its limit.
class LimitedString {
  public:
    /// `where` opens the message when the limit is passed.
    LimitedString(const std::string& where, size_t limit) : where_(where), limit_(limit) {}

    void push(Symbol symbol, std::span<const double> parameters);
    /// Modules without parameters.
    void append(std::span<const Symbol> symbols);
    /// Copies modules `first … last-1` of another string.
    void append(const ModuleString& from, size_t first, size_t last);
    void start_module(Symbol symbol);
    void add_parameter(double value) { modules.parameters.push_back(value); }
    void end_module();
    /// Room for what is to come, never beyond the limit.
    void reserve(size_t more_modules, size_t more_parameters);

    ModuleString modules;

  private:
    void check_room(size_t more) const;

    const std::string& where_;
    size_t limit_;
};

/// A module that productions are tried on. Its contexts lie before module `before` of the view and
/// from module `behind` on; without `behind`, right after the strict predecessor.
struct Site {
    const ModuleString& modules;
    size_t at;
    ContextView& view;
    size_t before;
    std::optional<size_t> behind;
};

/// Chooses among the productions of a grammar and applies them.
class Rewriter {
  public:
    Rewriter(const Alphabet& alphabet, Machine& machine) : alphabet_(alphabet), machine_(machine) {}

    /// The production that replaces the module; none when nothing applies. The machine's locals
    /// then hold its parameters.
    const Production* choose(const RuleSet& rules, const Site& site);

    /// Runs the production's last statements and writes its successor.
    void apply(const Production& production, LimitedString& out);

    /// Writes modules whose parameters are expressions.
    void write(const std::vector<SuccessorModule>& modules, LimitedString& out);

  private:
    bool matches(const Production& production, const Site& site);
    const Production* choose_by_chance(const RuleSet& rules, size_t first, const Site& site);

    const Alphabet& alphabet_;
    Machine& machine_;
    struct Candidate {
        const Production* production;
        double weight;
    };
    std::vector<Candidate> candidates_;
    std::vector<double> candidate_locals_;  // of each candidate in turn
};

}  // namespace thigmo::lsystem
