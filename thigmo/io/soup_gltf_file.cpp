// Buffers, views and accessors of glTF, each checked against what it lies in.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "thigmo/io/soup_gltf.h"
#include "thigmo/io/soup_pictures.h"
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

uint32_t word_at(std::string_view bytes, size_t at) {
    return value_at<uint32_t>(bytes.data() + at);
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

/// A number of bytes or rows; nothing below 0, broken or beyond what memory can hold.
size_t length_of(const JsonValue& value, size_t otherwise) {
    const double number = value.number_or(static_cast<double>(otherwise));
    return number >= 0 && number <= 1e15 ? static_cast<size_t>(number) : SIZE_MAX / 4;
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

GltfFile::GltfFile(const std::filesystem::path& path) : path_(path), file_(path) {
    const std::span<const std::byte> bytes = file_.bytes();
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.starts_with("glTF")) {
        if (text.size() < 20) throw wrong("its end", "the header of a GLB");
        if (word_at(text, 4) != 2) throw wrong(fmt::format("version {}", word_at(text, 4)), "2");
        const std::string_view after = text.substr(20);
        const uint32_t length = word_at(text, 12);
        if (length > after.size())
            throw wrong(fmt::format("JSON of {} bytes", length),
                        fmt::format("at most {}, as the file has", after.size()));
        text = after.substr(0, length);
        const std::string_view rest = after.substr(length);
        if (rest.size() >= 8) chunk_ = rest.substr(8, word_at(rest, 0));
    }
    root_ = read_json(text, path.string());
    if (!root_["asset"].exists()) throw wrong("no asset", "a glTF");
    buffers_.resize(root_["buffers"].items.size());
    has_buffer_.resize(buffers_.size());
}

size_t GltfFile::row(const char* table, const JsonValue& index) const {
    const size_t rows = root_[table].items.size();
    if (index.kind == JsonValue::Kind::number && index.number >= 0 &&
        index.number < static_cast<double>(rows) && index.number == std::floor(index.number))
        return static_cast<size_t>(index.number);
    throw wrong(fmt::format("{}[{}]", table, index.number_or(-1)), fmt::format("one of {}", rows));
}

std::string GltfFile::decode_data(std::string_view uri) const {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::array<uint8_t, 256> values{};
    values.fill(64);
    for (uint8_t i = 0; i < 64; ++i) values[static_cast<uint8_t>(digits[i])] = i;
    const size_t comma = uri.find(";base64,");
    if (comma == uri.npos) throw wrong("an address without base64", "data:…;base64,…");
    std::string bytes;
    uint32_t bits = 0;
    int count = 0;
    for (const char c : uri.substr(comma + 8)) {
        const uint8_t value = values[static_cast<uint8_t>(c)];
        if (value == 64) break;  // '=' at the end
        bits = bits << 6 | value;
        count += 6;
        if (count >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 0xff);
    }
    return bytes;
}

std::string_view GltfFile::buffer(const JsonValue& index) {
    const size_t row = this->row("buffers", index);
    const std::string& uri = root_["buffers"][row]["uri"].text;
    if (uri.empty() && row == 0) return chunk_;
    if (!has_buffer_[row]) {
        if (uri.starts_with("data:")) {
            buffers_[row] = decode_data(uri);
        } else {
            const auto beside = find_beside(path_, uri);
            if (!beside)
                throw wrong(fmt::format("no file '{}'", plain_name(uri)), "the bytes of its mesh");
            buffers_[row] = read_file(*beside, most_mesh_bytes);
        }
        has_buffer_[row] = true;
    }
    return buffers_[row];
}

std::string_view GltfFile::buffer_view(const JsonValue& index) {
    const JsonValue& view = at("bufferViews", index);
    const std::string_view bytes = buffer(view["buffer"]);
    const size_t offset = length_of(view["byteOffset"], 0);
    const size_t length = length_of(view["byteLength"], 0);
    if (offset > bytes.size() || length > bytes.size() - offset)
        throw wrong(
            fmt::format("bufferViews[{}] of {} bytes from {}", index.number, length, offset),
            fmt::format("at most {} in all", bytes.size()));
    return bytes.substr(offset, length);
}

size_t GltfFile::count(const JsonValue& index) const {
    const size_t count = length_of(at("accessors", index)["count"], 0);
    if (count > most_values)
        throw wrong(fmt::format("accessors[{}] of {} rows", index.number, count),
                    fmt::format("at most {}", most_values));
    return count;
}

size_t GltfFile::components(const JsonValue& index) const {
    return components_of(at("accessors", index)["type"].text);
}

GltfFile::Values GltfFile::values(const JsonValue& index, size_t components) {
    const JsonValue& accessor = at("accessors", index);
    Values values;
    values.components = components;
    values.type = static_cast<int>(std::clamp(accessor["componentType"].number_or(0), 0.0, 1e4));
    values.normalized = accessor["normalized"].is_true();
    const size_t size = components * size_of(values.type);
    if (size == 0 || components_of(accessor["type"].text) != components)
        throw wrong(fmt::format("accessors[{}] of '{}' and {}", index.number,
                                plain_name(accessor["type"].text.substr(0, 20)), values.type),
                    fmt::format("vectors of {} numbers", components));
    values.count = count(index);
    if (!accessor["bufferView"].exists()) {
        values.count = 0;  // zeros, but for what is sparse
        return values;
    }
    const std::string_view bytes = buffer_view(accessor["bufferView"]);
    const size_t offset = length_of(accessor["byteOffset"], 0);
    const size_t stride = length_of(at("bufferViews", accessor["bufferView"])["byteStride"], 0);
    values.stride = stride == 0 ? size : stride;
    const size_t room = offset <= bytes.size() ? bytes.size() - offset : 0;
    if (values.count > 0 &&
        (values.stride > 1 << 20 || (values.count - 1) * values.stride + size > room))
        throw wrong(fmt::format("accessors[{}] of {} rows", index.number, values.count),
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
    const size_t offset = length_of(part["byteOffset"], 0);
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
    const size_t count = length_of(sparse["count"], 0);
    const auto type_of = [](const JsonValue& from) {
        return static_cast<int>(std::clamp(from["componentType"].number_or(0), 0.0, 1e4));
    };
    const JsonValue& rows = sparse["indices"];
    if (type_of(rows) == float_type) throw wrong("sparse rows named by fractions", "whole numbers");
    const Values indices = sparse_part(rows, count, 1, type_of(rows), false);
    const Values values = sparse_part(sparse["values"], count, components, type_of(accessor),
                                      accessor["normalized"].is_true());
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
