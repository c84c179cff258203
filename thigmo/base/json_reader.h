// JSON in: a whole text as a tree of values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "thigmo/base/error.h"

namespace thigmo {

/// A value of any kind. Asking for what is not there gives a null, so that chains of questions need
/// no test in between.
struct JsonValue {
    enum class Kind { null, truth, number, text, list, object };

    Kind kind = Kind::null;
    double number = 0;  // 1 or 0 of a truth
    std::string text;
    std::vector<JsonValue> items;                            // of a list
    std::vector<std::pair<std::string, JsonValue>> members;  // of an object, in their order

    bool exists() const { return kind != Kind::null; }
    const JsonValue& operator[](std::string_view name) const;
    const JsonValue& operator[](size_t item) const;
    double number_or(double otherwise) const { return kind == Kind::number ? number : otherwise; }
    bool is_true() const { return kind == Kind::truth && number == 1; }
};

/// InputError `source:line:column: found X, expected Y` for what is no JSON, or is nested more than
/// 256 deep.
JsonValue read_json(std::string_view text, const std::string& source);

}  // namespace thigmo
