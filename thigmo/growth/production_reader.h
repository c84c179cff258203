// Reads modules and productions of a grammar.
#pragma once

#include <vector>

#include "thigmo/growth/cursor.h"
#include "thigmo/growth/expression.h"
#include "thigmo/growth/program.h"

namespace thigmo::lsystem {

class ProductionReader {
  public:
    ProductionReader(Cursor& cursor, Compiler& compiler, Alphabet& alphabet)
        : cursor_(cursor), compiler_(compiler), alphabet_(alphabet) {}

    /// Modules with expressions as parameters, up to ':' or the end of the statement.
    std::vector<SuccessorModule> modules();
    /// `left < strict > right : { … } condition { … } --> successor : probability`
    Production production();
    /// The names in a list of `ignore:` or `consider:`, one character each.
    std::vector<Symbol> names();

  private:
    std::vector<FormalModule> formal_modules();
    void formal_parameters(FormalModule& module);
    void predecessor(Production& production);
    void condition(Production& production);
    void successor(Production& production);
    Symbol symbol();
    Symbol name(size_t length);
    bool at_module() const;

    Cursor& cursor_;
    Compiler& compiler_;
    Alphabet& alphabet_;
};

}  // namespace thigmo::lsystem
