// Buffers and views of glTF, each checked against what it lies in.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <set>
#include <span>

#include "thigmo/io/soup_gltf.h"
#include "thigmo/io/soup_pictures.h"

namespace thigmo {
namespace {

namespace fs = std::filesystem;

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
    json_ = read_json(text, path.string());
    if (!root()["asset"].exists()) throw wrong("no asset", "a glTF");
    buffers_.resize(root()["buffers"].items().size());
    decoded_.resize(buffers_.size());
    all_bytes_ = count_bytes();
}

size_t GltfFile::row(const char* table, const JsonValue& index) const {
    const size_t rows = root()[table].items().size();
    const double number = index.number_or(-1);
    if (number >= 0 && number < static_cast<double>(rows) && number == std::floor(number))
        return static_cast<size_t>(number);
    throw wrong(fmt::format("{}[{}]", table, number), fmt::format("one of {}", rows));
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
    const std::string_view uri = root()["buffers"][row]["uri"].text();
    if (uri.empty() && row == 0) return chunk_;
    if (!buffers_[row]) {
        if (uri.starts_with("data:")) decoded_[row] = decode_data(uri);
        buffers_[row] = uri.starts_with("data:") ? decoded_[row] : named_file(uri);
    }
    return *buffers_[row];
}

/// The place on the disk of a buffer, one for all names of a file; none for data in the text.
std::optional<fs::path> GltfFile::file_of_buffer(std::string_view uri) const {
    if (uri.empty() || uri.starts_with("data:")) return std::nullopt;
    std::error_code ignored;
    const auto beside = find_beside(path_, std::string(uri));
    return beside ? std::optional(fs::canonical(*beside, ignored)) : std::nullopt;
}

std::string_view GltfFile::named_file(std::string_view uri) {
    const auto file = file_of_buffer(uri);
    if (!file) throw wrong(fmt::format("no file '{}'", plain_name(uri)), "the bytes of its mesh");
    const auto [at, is_new] = named_.try_emplace(file->string());
    if (is_new) at->second = read_file(*file, most_mesh_bytes);
    return at->second;
}

uint64_t GltfFile::count_bytes() const {
    std::set<fs::path> files;
    uint64_t bytes = file_.bytes().size();
    for (const JsonValue& own : root()["buffers"].items())
        if (const auto file = file_of_buffer(own["uri"].text()); file && files.insert(*file).second)
            bytes += fs::file_size(*file);
    return bytes;
}

std::string_view GltfFile::buffer_view(const JsonValue& index) {
    const JsonValue& view = at("bufferViews", index);
    const std::string_view bytes = buffer(view["buffer"]);
    const size_t offset = gltf_length(view["byteOffset"]);
    const size_t length = gltf_length(view["byteLength"]);
    if (offset > bytes.size() || length > bytes.size() - offset)
        throw wrong(
            fmt::format("bufferViews[{}] of {} bytes from {}", index.number_or(-1), length, offset),
            fmt::format("at most {} in all", bytes.size()));
    return bytes.substr(offset, length);
}

}  // namespace thigmo
