// What a grammar compiles to: one list of instructions for a small stack machine, and the
// productions that refer to ranges of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "thigmo/base/error.h"
#include "thigmo/growth/module_string.h"

namespace thigmo::lsystem {

enum class Op : uint8_t {
    constant,       // pushes value
    load_local,     // operand: slot of the production
    load_global,    // operand: slot of the grammar
    store_local,    // pops
    store_global,   // pops
    load_element,   // operand: array; pops as many subscripts as it has dimensions
    store_element,  // the same, below the value
    negate,
    invert,  // !x
    add,
    subtract,
    multiply,
    divide,
    remainder,
    power,
    equal,
    unequal,
    less,
    less_equal,
    greater,
    greater_equal,
    truth,       // x != 0
    jump,        // operand: where to, counted from the start of the whole list
    jump_false,  // pops
    call,        // operand: Function; pops its arguments
    print,       // operand: format in strings; count: arguments, popped
    pop,
};

enum class Function : uint8_t {
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    atan2,
    exp,
    log,
    sqrt,
    pow,
    floor,
    ceil,
    trunc,
    fabs,
    sign,
    min,
    max,
    ran,
    nran,
    bran,
    biran,
    srand,
    stop,
};

struct Instruction {
    Op op = Op::constant;
    uint16_t count = 0;
    uint32_t operand = 0;
    double value = 0;
};

/// A run of instructions; none when there is nothing to do.
struct Code {
    uint32_t first = 0;
    uint32_t count = 0;

    bool exists() const { return count > 0; }
};

/// Statements of the header, with the place of their keyword.
struct Block {
    Code code;
    TextPlace place;
};

struct ArrayVariable {
    std::string name;
    std::vector<uint32_t> sizes;
    uint32_t first_slot = 0;  // among the globals
};

/// A module of a predecessor or context; its parameters go to consecutive locals.
struct FormalModule {
    enum class Kind : uint8_t { module, open, close, rest };  // rest: `=`, what is left of a branch
    Kind kind = Kind::module;
    Symbol symbol = 0;
    uint16_t parameters = 0;
    uint32_t first_slot = 0;
    uint32_t group_end = 0;  // of an open bracket: index of its close, or one past the last module
};

struct SuccessorModule {
    Symbol symbol = 0;
    std::vector<Code> parameters;
};

struct Production {
    TextPlace place;
    std::vector<FormalModule> left;  // nearest first
    std::vector<FormalModule> strict;
    std::vector<FormalModule> right;
    Code before, condition, after, probability;
    std::vector<SuccessorModule> successor;
    size_t successor_parameters = 0;
    uint32_t formals = 0, locals = 0;   // locals after the formal parameters start at 0
    bool plain = false;                 // one module without parameters gives modules without any
    std::vector<Symbol> plain_symbols;  // the successor, when plain
};

/// Productions of one kind, found by the first module of the strict predecessor, in file order.
struct RuleSet {
    std::vector<Production> productions;
    std::vector<std::vector<uint32_t>> by_symbol;
    bool has_context = false;
    int depth = 1;
    bool warns = true;
};

/// Globals every grammar has: the number of the step, and the derivation length.
constexpr uint32_t step_slot = 0, length_slot = 1;

struct GrammarProgram {
    std::vector<Instruction> code;
    std::vector<std::string> strings;
    std::vector<ArrayVariable> arrays;
    uint32_t globals = 2;
    uint32_t locals = 0;       // most of any production
    uint32_t stack_depth = 0;  // most of any expression
    std::vector<double> initial_globals = {0, 0};
    Block start, start_each, end_each, end;
    std::vector<SuccessorModule> axiom;
    TextPlace axiom_place;
    std::vector<uint8_t> ignored;  // by symbol, in contexts
    Symbol open = Alphabet::unknown, close = Alphabet::unknown, cut = Alphabet::unknown;
    uint64_t seed = 0;
    std::optional<uint64_t> homomorphism_seed;  // the grammar's own unless given
    RuleSet productions, decomposition, homomorphism;
};

}  // namespace thigmo::lsystem
