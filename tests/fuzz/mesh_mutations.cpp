// Bytes damaged, numbers replaced, runs moved, ends cut off; in parts that a reader reaches.
#include <algorithm>
#include <cstring>

#include "tests/fuzz/mesh_seeds.h"

namespace thigmo::fuzz {
namespace {

std::string damaged_bytes(std::string bytes, Random& random) {
    constexpr uint32_t words[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000, 0x7f800000};
    for (uint64_t i = random.below(6) + 1; i > 0 && bytes.size() > 4; --i) {
        const size_t at = random.below(bytes.size() - 4);
        if (random.below(3) == 0)
            std::memcpy(bytes.data() + at, &words[random.below(std::size(words))], 4);
        else
            bytes[at] = static_cast<char>(random.below(256));
    }
    return bytes;
}

/// Numbers where the text has numbers; those of JSON only where a reader of JSON would stop at
/// others.
std::string other_numbers(std::string text, Random& random) {
    constexpr std::string_view values[] = {"0",
                                           "-1",
                                           "7",
                                           "1e300",
                                           "1e-300",
                                           "0.5",
                                           "4294967295",
                                           "2147483647",
                                           "1000000",
                                           "-2147483649",
                                           "99999999999999999999",
                                           "3",
                                           "nan",
                                           "inf",
                                           "-inf"};
    constexpr std::string_view numeric = "0123456789.+-";
    const size_t choices = std::size(values) - (text.starts_with('{') ? 3 : 0);
    for (uint64_t i = random.below(3) + 1; i > 0 && !text.empty(); --i) {
        const size_t from = text.find_first_of(numeric, random.below(text.size()));
        if (from == text.npos) continue;
        const size_t to = std::min(text.find_first_not_of(numeric, from), text.size());
        text.replace(from, to - from, values[random.below(choices)]);
    }
    return text;
}

/// A run of bytes taken out, or put in once more elsewhere.
std::string spliced(std::string text, Random& random) {
    for (uint64_t i = random.below(3) + 1; i > 0 && !text.empty(); --i) {
        const size_t from = random.below(text.size());
        const std::string run = text.substr(from, random.below(60) + 1);
        if (random.below(2) == 0)
            text.erase(from, run.size());
        else
            text.insert(random.below(text.size()), run);
    }
    return text;
}

std::string cut(std::string bytes, Random& random) {
    bytes.resize(random.below(bytes.size()) + 1);
    return bytes;
}

using Mutate = std::string (*)(std::string, Random&);

/// The JSON of a GLB changed, and the lengths of the file mended.
std::string of_json(const std::string& glb, Mutate mutate, Random& random) {
    uint32_t length = 0;
    std::memcpy(&length, glb.data() + 12, sizeof length);
    std::string json = mutate(glb.substr(20, length), random);
    json.resize((json.size() + 3) / 4 * 4, ' ');
    std::string bytes = glb.substr(0, 8);
    append_value(bytes, static_cast<uint32_t>(json.size() + glb.size() - length));
    append_value(bytes, static_cast<uint32_t>(json.size()));
    return bytes + "JSON" + json + glb.substr(20 + length);
}

/// What comes after the header of a PLY or the JSON of a GLB changed.
std::string of_body(const std::string& bytes, Mutate mutate, Random& random) {
    const std::string mark = bytes.starts_with("ply") ? "end_header\n" : std::string("BIN\0", 4);
    const size_t at = bytes.find(mark) + mark.size();
    return bytes.substr(0, at) + mutate(bytes.substr(at), random);
}

}  // namespace

/// Half of the mutants are such that a reader comes past the first lines.
std::string mutate(const std::string& seed, Random& random) {
    constexpr Mutate mutations[] = {damaged_bytes, other_numbers, spliced, cut};
    const Mutate any = mutations[random.below(std::size(mutations))];
    const bool is_ply = seed.starts_with("ply"), is_glb = seed.starts_with("glTF");
    const bool is_text = seed.find('\0') == seed.npos;
    const uint64_t turn = random.below(4);
    if (is_glb && turn < 2) return of_json(seed, turn == 0 ? other_numbers : any, random);
    if ((is_glb || is_ply) && turn < 3)
        return of_body(seed, is_text ? other_numbers : damaged_bytes, random);
    return any(seed, random);
}

}  // namespace thigmo::fuzz
