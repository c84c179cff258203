// Statements of grammars: assignments, if, while, do and the definition of arrays.
#include <fmt/format.h>

#include <cmath>

#include "thigmo/growth/expression.h"
#include "thigmo/growth/functions.h"
#include "thigmo/growth/machine.h"
#include "thigmo/growth/macro.h"

namespace thigmo::lsystem {
namespace {

constexpr uint32_t element_limit = 1'000'000;  // of all arrays together

/// Takes a word if it stands there whole.
bool take_word(Cursor& cursor, std::string_view word) {
    if (cursor.rest().substr(0, identifier_length(cursor.rest())) != word) return false;
    cursor.advance(word.size());
    return true;
}

}  // namespace

Code Compiler::block() {
    const uint32_t first = here();
    barrier_ = first;
    statements();
    return code_since(first);
}

void Compiler::statements() {
    cursor_.expect("{");
    const Cursor::Nested nested(cursor_);
    for (cursor_.skip(); !cursor_.take("}"); cursor_.skip()) {
        if (cursor_.at_end()) throw cursor_.error("'}'");
        statement();
    }
}

void Compiler::statement() {
    if (++nesting_ > 200) throw cursor_.error("statements in fewer than 200 levels");
    cursor_.skip();
    barrier_ = here();
    if (cursor_.peek() == '{')
        statements();
    else if (take_word(cursor_, "if"))
        if_statement();
    else if (take_word(cursor_, "while"))
        while_statement();
    else if (take_word(cursor_, "do"))
        do_statement();
    else if (!cursor_.take(";")) {
        if (!assignment()) {
            ternary();
            emit(Op::pop, -1);
        }
        cursor_.skip();
        if (cursor_.peek() != '}') cursor_.expect(";");
    }
    barrier_ = here();
    --nesting_;
}

/// Everything up to `=` is read again by `ternary` when this is no assignment.
bool Compiler::assignment() {
    const std::string_view rest = cursor_.rest();
    const size_t length = identifier_length(rest);
    if (length == 0) return false;
    const std::string word(rest.substr(0, length));
    uint32_t array = 0;
    const TextPlace place = cursor_.place();
    if (find_array(word, array) && !locals_.contains(word)) {
        cursor_.advance(length);
        subscripts(array, place);
        cursor_.expect("=");
        ternary();
        emit(Op::store_element, -1 - static_cast<int>(program_.arrays[array].sizes.size()), array);
        return true;
    }
    size_t equals = length;
    while (equals < rest.size() && (rest[equals] == ' ' || rest[equals] == '\t')) ++equals;
    const auto at = [&](size_t i) { return i < rest.size() ? rest[i] : '\0'; };
    if (at(equals) != '=' || at(equals + 1) == '=') return false;
    cursor_.advance(equals + 1);
    if (find_function(word) || is_foreign_function(word))
        throw input_error(place, fmt::format("'{}', the name of a function", word), "a variable");
    ternary();
    const Variable variable = declare_variable(word);
    emit(variable.is_local ? Op::store_local : Op::store_global, -1, variable.slot);
    return true;
}

void Compiler::if_statement() {
    cursor_.expect("(");
    ternary();
    cursor_.expect(")");
    const size_t otherwise = emit(Op::jump_false, -1);
    statement();
    cursor_.skip();
    if (!take_word(cursor_, "else")) return patch(otherwise);
    const size_t end = emit(Op::jump, 0);
    patch(otherwise);
    statement();
    patch(end);
}

void Compiler::while_statement() {
    const uint32_t start = here();
    cursor_.expect("(");
    ternary();
    cursor_.expect(")");
    const size_t end = emit(Op::jump_false, -1);
    statement();
    emit(Op::jump, 0, start);
    patch(end);
}

void Compiler::do_statement() {
    const uint32_t start = here();
    statement();
    cursor_.skip();
    if (!take_word(cursor_, "while")) throw cursor_.error("'while'");
    cursor_.expect("(");
    barrier_ = here();
    ternary();
    cursor_.expect(")");
    const size_t end = emit(Op::jump_false, -1);
    emit(Op::jump, 0, start);
    patch(end);
    cursor_.skip();
    cursor_.take(";");
}

double Compiler::constant_value(const char* what) {
    const TextPlace place = cursor_.place();
    const Code code = expression();
    const double value = Machine(program_, 0, log_).value(code);
    if (!std::isfinite(value))
        throw input_error(place, fmt::format("{} as {}", value, what), "a finite number");
    return value;
}

void Compiler::array_definitions() {
    cursor_.expect("{");
    const Cursor::Nested nested(cursor_);
    for (cursor_.skip(); !cursor_.take("}"); cursor_.skip()) {
        if (!take_word(cursor_, "array")) throw cursor_.error("'array' or '}'");
        do array_definition(), cursor_.skip();
        while (cursor_.take(","));
        cursor_.expect(";");
    }
}

void Compiler::array_definition() {
    cursor_.skip();
    const TextPlace place = cursor_.place();
    ArrayVariable array;
    array.name = name("an array's name");
    uint32_t index = 0;
    if (find_array(array.name, index) || globals_.contains(array.name))
        throw input_error(place, fmt::format("'{}' a second time", array.name), "a new name");
    double elements = 1;
    for (cursor_.skip(); cursor_.take("["); cursor_.skip()) {
        const double size = std::floor(constant_value("a size"));
        cursor_.expect("]");
        elements *= size;
        if (!(size >= 1 && elements + program_.globals <= element_limit))
            throw input_error(place, fmt::format("{} elements", elements),
                              fmt::format("1 to {}", element_limit));
        array.sizes.push_back(static_cast<uint32_t>(size));
    }
    if (array.sizes.empty()) throw cursor_.error("'[' and a size");
    array.first_slot = program_.globals;
    program_.globals += static_cast<uint32_t>(elements);
    program_.initial_globals.resize(program_.globals, 0.0);
    if (cursor_.take("=")) {
        cursor_.expect("{");
        uint32_t slot = array.first_slot;
        do {
            if (slot == program_.globals) throw cursor_.error("'}'", "the array is full");
            const double value = constant_value("an element");
            program_.initial_globals[slot++] = value;
            cursor_.skip();
        } while (cursor_.take(","));
        cursor_.expect("}");
    }
    program_.arrays.push_back(std::move(array));
}

}  // namespace thigmo::lsystem
