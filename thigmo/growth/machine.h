// The stack machine that runs a grammar's expressions and statements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "thigmo/base/log.h"
#include "thigmo/base/random.h"
#include "thigmo/growth/program.h"

namespace thigmo::lsystem {

/// The grammar's variables and random numbers while it runs.
class Machine {
  public:
    Machine(const GrammarProgram& program, uint64_t seed, Log& log);

    /// Runs code that leaves a value.
    double value(const Code& code) {
        if (code.count == 1) {
            const Instruction& only = program_.code[code.first];
            if (only.op == Op::constant) return only.value;
            if (only.op == Op::load_local) return locals[only.operand];
            if (only.op == Op::load_global) return globals[only.operand];
        }
        return run(code);
    }
    bool holds(const Code& code) { return !code.exists() || value(code) != 0; }
    /// Runs statements.
    void execute(const Code& code) {
        if (code.exists()) run(code);
    }
    void execute(const Block& block) {
        place = &block.place;
        execute(block.code);
    }
    /// Allows so many turns of loops until it is called again.
    void allow_loops(uint64_t turns) { turns_left_ = turns; }

    std::vector<double> globals, locals;
    Random random;
    std::string printed;
    bool stopped = false;
    const TextPlace* place;  // of the production that runs, for messages

  private:
    double run(const Code& code);
    double call(const Instruction& instruction, double*& top);
    double* element(const ArrayVariable& array, double*& top);
    double nonzero(double divisor);
    uint64_t seed_bits(double x);
    void print(const std::string& format, const double* arguments, size_t count);
    void warn_once(bool& warned, const char* text);

    const GrammarProgram& program_;
    Log& log_;
    std::vector<double> stack_;
    uint64_t seed_;
    uint64_t turns_left_ = 1'000'000;
    bool warned_zero_ = false, warned_subscript_ = false, warned_random_ = false;
};

}  // namespace thigmo::lsystem
