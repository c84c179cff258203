// JSON out: built value by value; the library behind it stays in json.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "thigmo/base/vector.h"

namespace thigmo {

/// An object whose members keep the order in which they were set.
class Json {
  public:
    Json();
    ~Json();
    Json(Json&&) noexcept;
    Json& operator=(Json&&) noexcept;

    Json& set(std::string_view name, double value);
    Json& set(std::string_view name, const std::optional<double>& value);  // none: null
    Json& set(std::string_view name, uint64_t value);
    Json& set(std::string_view name, bool value);
    Json& set(std::string_view name, std::string_view value);
    Json& set(std::string_view name, const char* value) {
        return set(name, std::string_view(value));
    }
    Json& set(std::string_view name, const Vec3& value);
    Json& set(std::string_view name, const Json& value);
    Json& set(std::string_view name, const std::vector<Json>& values);
    Json& set(std::string_view name, const std::vector<double>& values);
    Json& set(std::string_view name, const std::vector<std::string>& values);
    std::string text() const;

  private:
    struct Value;
    std::unique_ptr<Value> value_;
};

}  // namespace thigmo
