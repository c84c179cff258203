// Buffers and views of glTF, each checked against what it lies in.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <span>

#include "thigmo/io/soup_gltf.h"
#include "thigmo/io/soup_pictures.h"

namespace thigmo {
namespace {

uint32_t word_at(std::string_view bytes, size_t at) {
    uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    return word;
}

}  // namespace

size_t gltf_length(const JsonValue& value) {
    const double number = value.number_or(0);
    return number >= 0 && number <= 1e15 ? static_cast<size_t>(number) : SIZE_MAX / 4;
}

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
    const size_t offset = gltf_length(view["byteOffset"]);
    const size_t length = gltf_length(view["byteLength"]);
    if (offset > bytes.size() || length > bytes.size() - offset)
        throw wrong(
            fmt::format("bufferViews[{}] of {} bytes from {}", index.number, length, offset),
            fmt::format("at most {} in all", bytes.size()));
    return bytes.substr(offset, length);
}

}  // namespace thigmo
