// Accessors of glTF: numbers of every width, all of them within their views.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "thigmo/io/soup_gltf.h"
#include "thigmo/plant/drawn.h"

namespace thigmo {
namespace {

constexpr uint64_t most_values = 3 * drawn_limit.triangles;

enum ComponentType {
    byte_type = 5120,
    ubyte_type,
    short_type,
    ushort_type,
    uint_type = 5125,
    float_type
};

size_t size_of(int type) {
    switch (type) {
        case byte_type:
        case ubyte_type:
            return 1;
        case short_type:
        case ushort_type:
            return 2;
        case uint_type:
        case float_type:
            return 4;
        default:
            return 0;
    }
}

template <class T>
T value_at(const char* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

double whole_at(const char* bytes, int type) {
    switch (type) {
        case byte_type:
            return value_at<int8_t>(bytes);
        case ubyte_type:
            return value_at<uint8_t>(bytes);
        case short_type:
            return value_at<int16_t>(bytes);
        case ushort_type:
            return value_at<uint16_t>(bytes);
        default:
            return value_at<uint32_t>(bytes);
    }
}

float number_at(const char* bytes, int type, bool normalized) {
    if (type == float_type) return value_at<float>(bytes);
    const double value = whole_at(bytes, type);
    if (!normalized) return static_cast<float>(value);
    constexpr std::array<double, 6> largest = {127, 255, 32767, 65535, 1, 4294967295};
    return static_cast<float>(
        std::max(-1.0, value / largest[static_cast<size_t>(type - byte_type)]));
}

size_t components_of(std::string_view type) {
    constexpr std::array<std::pair<std::string_view, size_t>, 7> types = {{{"SCALAR", 1},
                                                                           {"VEC2", 2},
                                                                           {"VEC3", 3},
                                                                           {"VEC4", 4},
                                                                           {"MAT2", 4},
                                                                           {"MAT3", 9},
                                                                           {"MAT4", 16}}};
    const auto found = std::ranges::find(types, type, &std::pair<std::string_view, size_t>::first);
    return found == types.end() ? 0 : found->second;
}

}  // namespace

/// Where vectors stand, `stride` bytes apart; all of them within `bytes`.
struct GltfFile::Values {
    std::string_view bytes;
    size_t count = 0, stride = 0, components = 0;
    int type = float_type;
    bool normalized = false;

    const char* at(size_t row, size_t component) const {
        return bytes.data() + row * stride + component * size_of(type);
    }
};

size_t GltfFile::count(const JsonValue& index) const {
    const size_t count = gltf_length(at("accessors", index)["count"]);
    if (count > most_values)
        throw wrong(fmt::format("accessors[{}] of {} rows", index.number_or(-1), count),
                    fmt::format("at most {}", most_values));
    return count;
}

size_t GltfFile::components(const JsonValue& index) const {
    return components_of(at("accessors", index)["type"].text());
}

GltfFile::Values GltfFile::values(const JsonValue& index, size_t components) {
    const JsonValue& accessor = at("accessors", index);
    Values values;
    values.components = components;
    values.type = static_cast<int>(std::clamp(accessor["componentType"].number_or(0), 0.0, 1e4));
    values.normalized = accessor["normalized"].is_true();
    const size_t size = components * size_of(values.type);
    if (size == 0 || components_of(accessor["type"].text()) != components)
        throw wrong(fmt::format("accessors[{}] of '{}' and {}", index.number_or(-1),
                                plain_name(accessor["type"].text().substr(0, 20)), values.type),
                    fmt::format("vectors of {} numbers", components));
    values.count = count(index);
    if (!accessor["bufferView"].exists()) {
        values.count = 0;  // zeros, but for what is sparse
        return values;
    }
    const std::string_view bytes = buffer_view(accessor["bufferView"]);
    const size_t offset = gltf_length(accessor["byteOffset"]);
    const size_t stride = gltf_length(at("bufferViews", accessor["bufferView"])["byteStride"]);
    if (stride > 0 && stride < size)
        throw wrong(
            fmt::format("accessors[{}] of {} bytes, {} apart", index.number_or(-1), size, stride),
            "vectors beside each other");
    values.stride = stride == 0 ? size : stride;
    const size_t room = offset <= bytes.size() ? bytes.size() - offset : 0;
    if (values.count > 0 &&
        (values.stride > 1 << 20 || (values.count - 1) * values.stride + size > room))
        throw wrong(fmt::format("accessors[{}] of {} rows", index.number_or(-1), values.count),
                    fmt::format("what fits into {} bytes", room));
    if (values.count > 0) values.bytes = bytes.substr(offset);
    return values;
}

/// Indices or values that stand in for some rows of an accessor.
GltfFile::Values GltfFile::sparse_part(const JsonValue& part, size_t count, size_t components,
                                       int type, bool normalized) {
    Values values;
    values.count = count;
    values.components = components;
    values.type = type;
    values.normalized = normalized;
    values.stride = components * size_of(type);
    const std::string_view bytes = buffer_view(part["bufferView"]);
    const size_t offset = gltf_length(part["byteOffset"]);
    const size_t room = offset <= bytes.size() ? bytes.size() - offset : 0;
    if (values.stride == 0 || count > room / values.stride)
        throw wrong(fmt::format("{} sparse rows", count),
                    fmt::format("what fits into {} bytes", room));
    values.bytes = bytes.substr(offset);
    return values;
}

void GltfFile::replace_sparse(const JsonValue& index, size_t components,
                              std::vector<float>& numbers) {
    const JsonValue& accessor = at("accessors", index);
    const JsonValue& sparse = accessor["sparse"];
    if (!sparse.exists()) return;
    const size_t count = gltf_length(sparse["count"]);
    const auto type_of = [](const JsonValue& from) {
        return static_cast<int>(std::clamp(from["componentType"].number_or(0), 0.0, 1e4));
    };
    const JsonValue& rows = sparse["indices"];
    if (type_of(rows) == float_type) throw wrong("sparse rows named by fractions", "whole numbers");
    const Values indices = sparse_part(rows, count, 1, type_of(rows), false);
    const Values values = sparse_part(sparse["values"], count, components, type_of(accessor),
                                      accessor["normalized"].is_true());
    if (count > numbers.size() / components)
        throw wrong(fmt::format("{} sparse rows of {}", count, numbers.size() / components),
                    "no more than there are");
    for (size_t i = 0; i < count; ++i) {
        const double row = whole_at(indices.at(i, 0), indices.type);
        if (!(row >= 0) || row >= static_cast<double>(numbers.size() / components)) continue;
        for (size_t j = 0; j < components; ++j)
            numbers[static_cast<size_t>(row) * components + j] =
                number_at(values.at(i, j), values.type, values.normalized);
    }
}

std::vector<float> GltfFile::numbers(const JsonValue& index, size_t components) {
    const Values from = values(index, components);
    std::vector<float> numbers(count(index) * components);
    for (size_t i = 0; i < from.count; ++i)
        for (size_t j = 0; j < components; ++j)
            numbers[i * components + j] = number_at(from.at(i, j), from.type, from.normalized);
    replace_sparse(index, components, numbers);
    return numbers;
}

std::vector<uint32_t> GltfFile::rows(const JsonValue& index) {
    const Values from = values(index, 1);
    if (from.type == float_type) throw wrong("corners named by fractions", "whole numbers");
    std::vector<uint32_t> rows(count(index));
    for (size_t i = 0; i < from.count; ++i) {
        const double row = whole_at(from.at(i, 0), from.type);
        rows[i] = row >= 0 ? static_cast<uint32_t>(row) : no_row;
    }
    return rows;
}

}  // namespace thigmo
