// JSON in: a whole text as a tree of values, each of 16 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>

#include "thigmo/base/error.h"

namespace thigmo {

struct JsonMember;

/// A value of any kind. Asking for what is not there gives a null, so that chains of questions need
/// no test in between.
class JsonValue {
  public:
    enum class Kind : uint8_t { null, truth, number, text, list, object };

    JsonValue() = default;
    JsonValue(Kind kind, double number) : kind_(kind), number_(number) {}
    explicit JsonValue(std::string_view text)
        : kind_(Kind::text), count_(static_cast<uint32_t>(text.size())), letters_(text.data()) {}
    explicit JsonValue(std::span<const JsonValue> items)
        : kind_(Kind::list), count_(static_cast<uint32_t>(items.size())), items_(items.data()) {}
    explicit JsonValue(std::span<const JsonMember> members)
        : kind_(Kind::object), count_(static_cast<uint32_t>(members.size())) {
        members_ = members.data();
    }

    Kind kind() const { return kind_; }
    bool exists() const { return kind_ != Kind::null; }
    /// The member of an object by its name; the first of several that have it.
    const JsonValue& operator[](std::string_view name) const;
    const JsonValue& operator[](size_t item) const;
    double number_or(double otherwise) const { return kind_ == Kind::number ? number_ : otherwise; }
    bool is_true() const { return kind_ == Kind::truth && number_ == 1; }
    /// Nothing for values of other kinds.
    std::string_view text() const {
        return kind_ == Kind::text ? std::string_view(letters_, count_) : std::string_view();
    }
    std::span<const JsonValue> items() const {
        return kind_ == Kind::list ? std::span(items_, count_) : std::span<const JsonValue>();
    }

  private:
    Kind kind_ = Kind::null;
    uint32_t count_ = 0;  // of letters, items or members
    union {
        double number_ = 0;  // 1 or 0 of a truth
        const char* letters_;
        const JsonValue* items_;
        const JsonMember* members_;  // sorted by name where there are many
    };
};

struct JsonMember {
    std::string_view name;
    JsonValue value;
};

/// A tree of values, and what they refer to but for the text that they were read from.
class JsonDocument {
  public:
    const JsonValue& root() const { return root_; }

  private:
    friend JsonDocument read_json(std::string_view text, const std::string& source);

    std::unique_ptr<std::pmr::monotonic_buffer_resource> memory_ =
        std::make_unique<std::pmr::monotonic_buffer_resource>();
    JsonValue root_;
};

/// The text must outlive what is read from it, and have less than 4 GiB. InputError
/// `source:line:column: found X, expected Y` for what is no JSON, or is nested more than 256 deep.
JsonDocument read_json(std::string_view text, const std::string& source);

}  // namespace thigmo
