// JSON values by nlohmann-json, whose header stays in this file.
#include "thigmo/base/json.h"

#include <nlohmann/json.hpp>

namespace thigmo {

struct Json::Value {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
};

Json::Json() : value_(std::make_unique<Value>()) {}
Json::~Json() = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(Json&&) noexcept = default;

Json& Json::set(std::string_view name, double value) {
    value_->json[std::string(name)] = value;
    return *this;
}

Json& Json::set(std::string_view name, const std::optional<double>& value) {
    value_->json[std::string(name)] = value ? nlohmann::ordered_json(*value) : nullptr;
    return *this;
}

Json& Json::set(std::string_view name, bool value) {
    value_->json[std::string(name)] = value;
    return *this;
}

Json& Json::set(std::string_view name, uint64_t value) {
    value_->json[std::string(name)] = value;
    return *this;
}

Json& Json::set(std::string_view name, std::string_view value) {
    value_->json[std::string(name)] = std::string(value);
    return *this;
}

Json& Json::set(std::string_view name, const Vec3& value) {
    value_->json[std::string(name)] = {value.x(), value.y(), value.z()};
    return *this;
}

Json& Json::set(std::string_view name, const Json& value) {
    value_->json[std::string(name)] = value.value_->json;
    return *this;
}

Json& Json::set(std::string_view name, const std::vector<double>& values) {
    value_->json[std::string(name)] = values;
    return *this;
}

Json& Json::set(std::string_view name, const std::vector<std::string>& values) {
    value_->json[std::string(name)] = values;
    return *this;
}

Json& Json::set(std::string_view name, const std::vector<Json>& values) {
    auto array = nlohmann::ordered_json::array();
    for (const Json& value : values) array.push_back(value.value_->json);
    value_->json[std::string(name)] = std::move(array);
    return *this;
}

std::string Json::text() const {
    return value_->json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace thigmo
