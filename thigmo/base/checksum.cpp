// Sixteen lanes, laid out so that the compiler makes vector instructions of them.
#include "thigmo/base/checksum.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace thigmo {
namespace {

static_assert(std::endian::native == std::endian::little, "words are read as they stand in files");

using Lanes = std::array<uint32_t, 16>;

uint32_t step(uint32_t lane, uint32_t word) {
    return std::rotl((lane ^ word) * 0x9e3779b1u, 13);
}

void take_block(const std::byte* block, Lanes& lanes) {
    Lanes words;
    std::memcpy(words.data(), block, sizeof words);
    for (size_t i = 0; i < lanes.size(); ++i) lanes[i] = step(lanes[i], words[i]);
}

}  // namespace

uint32_t checksum(std::span<const std::byte> bytes) {
    Lanes lanes;
    for (size_t i = 0; i < lanes.size(); ++i) lanes[i] = static_cast<uint32_t>(i + 1);
    const size_t whole = bytes.size() / sizeof(Lanes) * sizeof(Lanes);
    for (size_t at = 0; at < whole; at += sizeof(Lanes)) take_block(bytes.data() + at, lanes);
    if (whole < bytes.size()) {
        std::array<std::byte, sizeof(Lanes)> last{};
        std::ranges::copy(bytes.subspan(whole), last.begin());
        take_block(last.data(), lanes);
    }
    auto sum = static_cast<uint32_t>(bytes.size());
    for (const uint32_t lane : lanes) sum = step(sum, lane);
    return sum;
}

}  // namespace thigmo
