// The stack machine's loop. Where C leaves a result undefined it does as cpfg does: a division by
// zero divides by one, a subscript out of range takes the nearest element; both are reported once.
#include "thigmo/growth/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "thigmo/growth/functions.h"

namespace thigmo::lsystem {

Machine::Machine(const GrammarProgram& program, uint64_t seed, Log& log)
    : globals(program.initial_globals),
      locals(program.locals, 0.0),
      random(seed),
      place(&program.axiom_place),
      program_(program),
      log_(log),
      stack_(program.stack_depth + 1, 0.0),
      seed_(seed) {}

void Machine::warn_once(bool& warned, const char* text) {
    if (warned) return;
    warned = true;
    log_.warn(fmt::format("{}: {}", place->str(), text));
}

double Machine::nonzero(double divisor) {
    if (divisor != 0) return divisor;
    warn_once(warned_zero_, "division by 0; the dividend is taken, as in cpfg");
    return 1;
}

double* Machine::element(const ArrayVariable& array, double*& top) {
    size_t index = 0;
    top -= array.sizes.size();
    for (size_t dimension = 0; dimension < array.sizes.size(); ++dimension) {
        const double last = array.sizes[dimension] - 1.0, subscript = std::floor(top[dimension]);
        const bool inside = subscript >= 0 && subscript <= last;
        if (!inside) warn_once(warned_subscript_, "subscript out of range; the nearest is taken");
        index = index * array.sizes[dimension] + static_cast<size_t>(inside             ? subscript
                                                                     : subscript > last ? last
                                                                                        : 0.0);
    }
    return &globals[array.first_slot + index];
}

uint64_t Machine::seed_bits(double x) {
    if (std::isnan(x)) {
        warn_once(warned_random_, "srand needs a number; 0 is taken");
        x = 0;
    }
    return static_cast<uint64_t>(static_cast<int64_t>(std::clamp(x, -1e15, 1e15)));
}

double Machine::call(const Instruction& instruction, double*& top) {
    const auto function = static_cast<Function>(instruction.operand);
    top -= instruction.count;
    const double x = top[0], y = instruction.count > 1 ? top[1] : 0.0;
    switch (function) {
        case Function::ran:
            return x * random.uniform();
        case Function::nran:
            return x + y * random.normal();
        case Function::bran:
            if (x > 0 && y > 0) return beta_random(random, x, y);
            warn_once(warned_random_, "bran needs two positive numbers; 0 is taken");
            return 0;
        case Function::biran:
            if (x >= 0 && y >= 0 && y <= 1) return binomial_random(random, std::floor(x), y);
            warn_once(warned_random_, "biran needs a count and a probability; 0 is taken");
            return 0;
        case Function::srand:
            random = Random(mix(seed_, seed_bits(x)));
            return 0;
        case Function::stop:
            stopped = true;
            return 0;
        default:
            return call_pure(function, x, y);
    }
}

double Machine::run(const Code& code) {
    const Instruction* const list = program_.code.data();
    const uint32_t end = code.first + code.count;
    double* top = stack_.data();  // one above the last value
    for (uint32_t at = code.first; at < end; ++at) {
        const Instruction& instruction = list[at];
        const uint32_t operand = instruction.operand;
        switch (instruction.op) {
            case Op::constant:
                *top++ = instruction.value;
                break;
            case Op::load_local:
                *top++ = locals[operand];
                break;
            case Op::load_global:
                *top++ = globals[operand];
                break;
            case Op::store_local:
                locals[operand] = *--top;
                break;
            case Op::store_global:
                globals[operand] = *--top;
                break;
            case Op::load_element: {
                const double* const value = element(program_.arrays[operand], top);
                *top++ = *value;
                break;
            }
            case Op::store_element: {
                const double value = *--top;
                *element(program_.arrays[operand], top) = value;
                break;
            }
            case Op::negate:
                top[-1] = -top[-1];
                break;
            case Op::invert:
                top[-1] = top[-1] == 0 ? 1 : 0;
                break;
            case Op::add:
                --top, top[-1] += *top;
                break;
            case Op::subtract:
                --top, top[-1] -= *top;
                break;
            case Op::multiply:
                --top, top[-1] *= *top;
                break;
            case Op::divide:
                --top, top[-1] /= nonzero(*top);
                break;
            case Op::remainder:
                --top, top[-1] = std::fmod(std::trunc(top[-1]), nonzero(std::trunc(*top)));
                break;
            case Op::power:
                --top, top[-1] = std::pow(top[-1], *top);
                break;
            case Op::equal:
                --top, top[-1] = top[-1] == *top ? 1 : 0;
                break;
            case Op::unequal:
                --top, top[-1] = top[-1] != *top ? 1 : 0;
                break;
            case Op::less:
                --top, top[-1] = top[-1] < *top ? 1 : 0;
                break;
            case Op::less_equal:
                --top, top[-1] = top[-1] <= *top ? 1 : 0;
                break;
            case Op::greater:
                --top, top[-1] = top[-1] > *top ? 1 : 0;
                break;
            case Op::greater_equal:
                --top, top[-1] = top[-1] >= *top ? 1 : 0;
                break;
            case Op::truth:
                top[-1] = top[-1] != 0 ? 1 : 0;
                break;
            case Op::jump:
                if (operand <= at && turns_left_-- == 0)
                    throw InputError(place->str() +
                                     ": found a loop that does not end, expected an end");
                at = operand - 1;
                break;
            case Op::jump_false:
                if (*--top == 0) at = operand - 1;
                break;
            case Op::call: {
                const double value = call(instruction, top);
                *top++ = value;
                break;
            }
            case Op::print:
                top -= instruction.count;
                print(program_.strings[operand], top, instruction.count);
                *top++ = 0;
                break;
            case Op::pop:
                --top;
                break;
        }
    }
    return top == stack_.data() ? 0 : top[-1];
}

/// Formats as C's printf does; every argument is a number, whatever the letter says.
void Machine::print(const std::string& format, const double* arguments, size_t count) {
    constexpr size_t limit = 1'000'000;
    size_t used = 0;
    for (size_t at = 0; at < format.size() && printed.size() < limit; ++at) {
        if (format[at] != '%' || (at + 1 < format.size() && format[at + 1] == '%')) {
            at += format[at] == '%' ? 1 : 0;
            printed.push_back(format[at]);
            continue;
        }
        std::string spec = "%";
        ++at;
        const auto copy = [&](std::string_view set, size_t longest) {
            size_t length = 0;
            for (; at < format.size() && set.find(format[at]) != set.npos; ++at)
                if (length++ < longest) spec.push_back(format[at]);
        };
        copy("-+ 0#", 5);
        copy("123456789", 1), copy("0123456789", 1);
        const bool has_point = at < format.size() && format[at] == '.';
        if (has_point) ++at, spec.push_back('.'), copy("0123456789", 1);
        while (at < format.size() && (format[at] == 'l' || format[at] == 'h')) ++at;
        const char letter = at < format.size() ? format[at] : 'g';
        const bool whole = letter == 'd' || letter == 'i' || letter == 'u';
        if (whole && !has_point) spec += ".0";
        spec.push_back(whole                                                          ? 'f'
                       : std::string_view("fegFEG").find(letter) != std::string::npos ? letter
                                                                                      : 'g');
        char buffer[512];
        const double value = used < count ? arguments[used++] : 0;
        const int length = std::snprintf(buffer, sizeof buffer, spec.c_str(), value);
        printed.append(buffer, static_cast<size_t>(std::clamp(length, 0, 511)));
    }
}

}  // namespace thigmo::lsystem
