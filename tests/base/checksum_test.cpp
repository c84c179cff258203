// The checksum of files: values by an implementation of its own, and what it must notice.
#include "thigmo/base/checksum.h"

#include <gtest/gtest.h>

#include <string>

namespace thigmo {
namespace {

uint32_t of(const std::string& text) {
    return checksum(std::as_bytes(std::span(text)));
}

}  // namespace

TEST(Checksum, HasTheDocumentedValues) {
    // From the description in docs/plant_file.md, by a program in another language.
    EXPECT_EQ(of(""), 0x79db2fbau);
    EXPECT_EQ(of("thigmo"), 0xb4137a8au);
    EXPECT_EQ(of(std::string(100, 'x')), 0x12962a76u);
}

TEST(Checksum, NoticesEveryFlippedBitAndEveryLength) {
    const std::string text(150, 'a');
    const uint32_t whole = of(text);
    for (size_t bit = 0; bit < 8 * text.size(); ++bit) {
        std::string other = text;
        other[bit / 8] = static_cast<char>(other[bit / 8] ^ (1 << bit % 8));
        EXPECT_NE(of(other), whole);
    }
    for (size_t size = 0; size < text.size(); ++size) EXPECT_NE(of(text.substr(0, size)), whole);
    EXPECT_NE(of(std::string(4, '\0')), of(std::string(8, '\0')));
}

}  // namespace thigmo
