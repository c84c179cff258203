// Expressions and statements of grammars, compiled to instructions.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "thigmo/base/log.h"
#include "thigmo/growth/cursor.h"
#include "thigmo/growth/program.h"

namespace thigmo::lsystem {

/// Compiles what stands at a cursor. Names are looked up among the locals of the production being
/// read, then among the grammar's variables.
class Compiler {
  public:
    Compiler(Cursor& cursor, GrammarProgram& program, Log& log)
        : cursor_(cursor), program_(program), log_(log) {
        globals_ = {{"Q", step_slot}, {"Z", length_slot}};
    }

    /// Forgets the locals; with `inside`, a new name that is assigned is local to the production.
    void begin_scope(bool inside);
    /// A new local; InputError if the production has it already.
    uint32_t declare_parameter(const std::string& name, const TextPlace& place);
    uint32_t locals() const { return static_cast<uint32_t>(locals_.size()); }

    Code expression();
    /// `{ statements }`
    Code block();
    /// `{ array name[size]… = { values }, …; }`
    void array_definitions();
    /// A name where one must stand.
    std::string name(const char* expected);

  private:
    struct Depth;
    struct Variable {
        bool is_local;
        uint32_t slot;
    };
    /// The variable of that name; a new one belongs to the production, or else to the grammar.
    Variable declare_variable(const std::string& name);
    void ternary();
    void binary(int lowest);
    void unary();
    void primary();
    void number();
    void name_or_call();
    void call(const std::string& function, const TextPlace& place);
    void print_call();
    uint32_t string_literal();
    void subscripts(uint32_t array, const TextPlace& place);
    void statement();
    void statements();
    void if_statement();
    void while_statement();
    void do_statement();
    bool assignment();
    void array_definition();
    double constant_value(const char* what);

    size_t emit(Op op, int pushes, uint32_t operand = 0, double value = 0, size_t count = 0);
    void emit_binary(Op op);
    void patch(size_t jump) { program_.code[jump].operand = here(); }
    uint32_t here() const { return static_cast<uint32_t>(program_.code.size()); }
    Code code_since(uint32_t first) const { return {first, here() - first}; }
    const ArrayVariable* find_array(const std::string& name, uint32_t& index) const;

    Cursor& cursor_;
    GrammarProgram& program_;
    Log& log_;
    std::map<std::string, uint32_t> globals_, locals_;
    bool inside_production_ = false;
    int nesting_ = 0;
    int stack_ = 0;         // values on the machine's stack here
    uint32_t barrier_ = 0;  // instructions before it are jumped to: not to be folded
};

/// The value of an expression without variables, for #if; unknown names are 0.
double evaluate_constant(const Source& source);

}  // namespace thigmo::lsystem
