// Expressions: precedence climbing, straight to instructions. Precedence is cpfg's, which is C's
// but for `^`, a power that binds tighter than `*` and looser than a sign.
#include "thigmo/growth/expression.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "thigmo/growth/functions.h"
#include "thigmo/growth/machine.h"
#include "thigmo/growth/macro.h"

namespace thigmo::lsystem {
namespace {

constexpr int nesting_limit = 600;  // a pair of brackets takes three

struct Operator {
    std::string_view text;
    int precedence;
    Op op;
};

// Longer ones first. The single & and | are [Prusinkiewicz1990]'s.
constexpr std::array operators = {
    Operator{"||", 1, Op::jump},          Operator{"&&", 2, Op::jump_false},
    Operator{"==", 3, Op::equal},         Operator{"!=", 3, Op::unequal},
    Operator{"<>", 3, Op::unequal},       Operator{"<=", 4, Op::less_equal},
    Operator{">=", 4, Op::greater_equal}, Operator{"<", 4, Op::less},
    Operator{">", 4, Op::greater},        Operator{"+", 5, Op::add},
    Operator{"-", 5, Op::subtract},       Operator{"*", 6, Op::multiply},
    Operator{"/", 6, Op::divide},         Operator{"%", 6, Op::remainder},
    Operator{"^", 7, Op::power},          Operator{"|", 1, Op::jump},
    Operator{"&", 2, Op::jump_false},
};

const Operator* find_operator(const Cursor& cursor) {
    if (cursor.at_arrow()) return nullptr;
    for (const Operator& candidate : operators)
        if (cursor.rest().starts_with(candidate.text)) return &candidate;
    return nullptr;
}

}  // namespace

/// Counts how deep the compiler recurses, so that no text overflows its stack.
struct Compiler::Depth {
    explicit Depth(Compiler& of) : compiler(of) {
        if (++compiler.nesting_ <= nesting_limit) return;
        throw input_error(compiler.cursor_.place(),
                          fmt::format("more than {} levels of nesting", nesting_limit / 3),
                          "a simpler expression");
    }
    ~Depth() { --compiler.nesting_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    Compiler& compiler;
};

size_t Compiler::emit(Op op, int pushes, uint32_t operand, double value, size_t count) {
    stack_ += pushes;
    program_.stack_depth = std::max(program_.stack_depth, static_cast<uint32_t>(stack_));
    program_.code.push_back({op, static_cast<uint16_t>(count), operand, value});
    return program_.code.size() - 1;
}

/// Two constants give one, unless a jump leads between them.
void Compiler::emit_binary(Op op) {
    std::vector<Instruction>& code = program_.code;
    const size_t size = code.size();
    const bool constants = size >= barrier_ + 2 && code[size - 1].op == Op::constant &&
                           code[size - 2].op == Op::constant;
    emit(op, -1);
    if (!constants || ((op == Op::divide || op == Op::remainder) && code[size - 1].value == 0))
        return;
    GrammarProgram sum;
    sum.code = {code[size - 2], code[size - 1], code[size]};
    sum.stack_depth = 2;
    Log ignored;
    const double value = Machine(sum, 0, ignored).value({0, 3});
    code.resize(size - 1);
    code[size - 2] = {Op::constant, 0, 0, value};
}

void Compiler::begin_scope(bool inside) {
    locals_.clear();
    inside_production_ = inside;
}

uint32_t Compiler::declare_parameter(const std::string& name, const TextPlace& place) {
    const auto [at, added] = locals_.emplace(name, locals());
    if (!added)
        throw input_error(place, fmt::format("parameter '{}' twice", name),
                          "different names in one production");
    program_.locals = std::max(program_.locals, locals());
    return at->second;
}

Compiler::Variable Compiler::declare_variable(const std::string& name) {
    const auto global = globals_.find(name);
    if (locals_.contains(name) || (inside_production_ && global == globals_.end())) {
        const uint32_t slot = locals_.emplace(name, locals()).first->second;
        program_.locals = std::max(program_.locals, locals());
        return {true, slot};
    }
    const auto [known, added] = globals_.emplace(name, program_.globals);
    if (added) {
        ++program_.globals;
        program_.initial_globals.push_back(0);
    }
    return {false, known->second};
}

Code Compiler::expression() {
    const uint32_t first = here();
    barrier_ = first;
    ternary();
    --stack_;
    return code_since(first);
}

void Compiler::ternary() {
    const Depth depth(*this);
    binary(1);
    cursor_.skip();
    if (!cursor_.take("?")) return;
    const size_t otherwise = emit(Op::jump_false, -1);
    ternary();
    cursor_.expect(":");
    const size_t end = emit(Op::jump, -1);
    patch(otherwise), barrier_ = here();
    ternary();
    patch(end), barrier_ = here();
}

void Compiler::binary(int lowest) {
    const Depth depth(*this);
    unary();
    while (true) {
        cursor_.skip();
        const Operator* const next = find_operator(cursor_);
        if (!next || next->precedence < lowest) return;
        cursor_.advance(next->text.size());
        if (next->op != Op::jump && next->op != Op::jump_false) {
            binary(next->precedence + 1);
            emit_binary(next->op);
            continue;
        }
        // a && b is a ? truth(b) : 0, a || b is a ? 1 : truth(b)
        const bool is_and = next->op == Op::jump_false;
        const size_t otherwise = emit(Op::jump_false, -1);
        const auto right = [&] {
            barrier_ = here();
            binary(next->precedence + 1);
            emit(Op::truth, 0);
        };
        if (is_and)
            right();
        else
            emit(Op::constant, 1, 0, 1);
        const size_t end = emit(Op::jump, -1);
        patch(otherwise);
        if (is_and)
            emit(Op::constant, 1, 0, 0);
        else
            right();
        patch(end), barrier_ = here();
    }
}

void Compiler::unary() {
    const Depth depth(*this);
    cursor_.skip();
    const bool sign = cursor_.peek() == '-' && !cursor_.at_arrow();
    if (!sign && cursor_.peek() != '!' && cursor_.peek() != '+') return primary();
    const char op = cursor_.peek();
    cursor_.advance();
    unary();
    if (op == '+') return;
    Instruction& last = program_.code.back();
    if (op == '-' && last.op == Op::constant && here() > barrier_)
        last.value = -last.value;
    else
        emit(op == '-' ? Op::negate : Op::invert, 0);
}

void Compiler::primary() {
    const char next = cursor_.peek();
    if (next == '(') {
        cursor_.advance();
        ternary();
        cursor_.expect(")");
    } else if (identifier_length(cursor_.rest()) > 0) {
        name_or_call();
    } else if ((next >= '0' && next <= '9') || next == '.') {
        number();
    } else if (next == '"') {
        // A label's text, as in @L("%.0f", x): its number stands for it.
        emit(Op::constant, 1, 0, string_literal());
    } else if (cursor_.rest().starts_with("//")) {
        throw cursor_.error("a number, a name or '('", "write comments as /* … */");
    } else {
        throw cursor_.error("a number, a name or '('");
    }
}

void Compiler::number() {
    const std::string_view text = cursor_.rest();
    double value = 0;
    const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const size_t length = static_cast<size_t>(last - text.data());
    if (error == std::errc::invalid_argument) throw cursor_.error("a number");
    if (error != std::errc() || !std::isfinite(value))
        throw cursor_.error("a number that a double can hold");
    cursor_.advance(length);
    emit(Op::constant, 1, 0, value);
}

std::string Compiler::name(const char* expected) {
    cursor_.skip();
    const size_t length = identifier_length(cursor_.rest());
    if (length == 0) throw cursor_.error(expected);
    std::string name(cursor_.rest().substr(0, length));
    cursor_.advance(length);
    return name;
}

const ArrayVariable* Compiler::find_array(const std::string& name, uint32_t& index) const {
    for (index = 0; index < program_.arrays.size(); ++index)
        if (program_.arrays[index].name == name) return &program_.arrays[index];
    return nullptr;
}

void Compiler::name_or_call() {
    const TextPlace place = cursor_.place();
    const std::string word = name("a name");
    cursor_.skip();
    if (cursor_.peek() == '(') return call(word, place);
    uint32_t array = 0;
    if (const auto local = locals_.find(word); local != locals_.end()) {
        emit(Op::load_local, 1, local->second);
    } else if (find_array(word, array)) {
        subscripts(array, place);
        emit(Op::load_element, 1 - static_cast<int>(program_.arrays[array].sizes.size()), array);
    } else if (const auto global = globals_.find(word); global != globals_.end()) {
        emit(Op::load_global, 1, global->second);
    } else if (find_function(word)) {
        throw cursor_.error("'('", fmt::format("{} is a function", word));
    } else {
        log_.warn(fmt::format("{}: '{}' has no value here; 0 is taken", place.str(), word));
        const Variable variable = declare_variable(word);
        emit(variable.is_local ? Op::load_local : Op::load_global, 1, variable.slot);
    }
}

void Compiler::subscripts(uint32_t array, const TextPlace& place) {
    const ArrayVariable& variable = program_.arrays[array];
    for (size_t dimension = 0; dimension < variable.sizes.size(); ++dimension) {
        cursor_.skip();
        if (cursor_.peek() != '[')
            throw input_error(place, fmt::format("array '{}'", variable.name),
                              fmt::format("{} subscripts in [ ]", variable.sizes.size()));
        cursor_.advance();
        ternary();
        cursor_.expect("]");
    }
}

void Compiler::call(const std::string& function, const TextPlace& place) {
    if (function == "printf") return print_call();
    const auto known = find_function(function);
    if (!known && is_foreign_function(function))
        throw input_error(place, fmt::format("function '{}'", function), "a function of numbers",
                          "cpfg's files, curves and windows are not read");
    if (!known)
        throw input_error(place, fmt::format("function '{}'", function),
                          "sin, cos, sqrt, floor, ran, nran or another that cpfg has");
    cursor_.advance();
    for (int argument = 0; argument < known->arguments; ++argument) {
        if (argument > 0) cursor_.expect(",");
        ternary();
    }
    cursor_.skip();
    if (cursor_.peek() == ',')
        throw cursor_.error("')'", fmt::format("{} takes {} argument{}", function, known->arguments,
                                               known->arguments == 1 ? "" : "s"));
    cursor_.expect(")");
    emit(Op::call, 1 - known->arguments, static_cast<uint32_t>(known->function), 0,
         static_cast<size_t>(known->arguments));
}

void Compiler::print_call() {
    cursor_.advance();
    cursor_.skip();
    const uint32_t format = string_literal();
    size_t arguments = 0;
    for (cursor_.skip(); cursor_.take(","); cursor_.skip()) {
        if (++arguments > 100) throw cursor_.error("at most 100 arguments of printf");
        ternary();
    }
    cursor_.expect(")");
    emit(Op::print, 1 - static_cast<int>(arguments), format, 0, arguments);
}

uint32_t Compiler::string_literal() {
    if (cursor_.peek() != '"') throw cursor_.error("a format in quotes");
    cursor_.advance();
    std::string text;
    while (cursor_.peek() != '"') {
        if (cursor_.at_line_end()) throw cursor_.error("'\"'");
        char c = cursor_.peek();
        if (c == '\\') {
            cursor_.advance();
            const char escaped = cursor_.peek();
            c = escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped == 'r' ? '\r' : escaped;
            if (cursor_.at_line_end()) throw cursor_.error("'\"'");
        }
        text.push_back(c);
        cursor_.advance();
    }
    cursor_.advance();
    program_.strings.push_back(std::move(text));
    return static_cast<uint32_t>(program_.strings.size() - 1);
}

double evaluate_constant(const Source& source) {
    GrammarProgram program;
    Log log;
    Cursor cursor(source);
    Compiler compiler(cursor, program, log);
    const Code code = compiler.expression();
    cursor.skip();
    if (!cursor.at_line_end()) throw cursor.error("an operator or the end of the line");
    return Machine(program, 0, log).value(code);
}

}  // namespace thigmo::lsystem
