// Pictures to PNG and back, and bytes that are none.
#include "thigmo/mesh/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/message.h"
#include "thigmo/base/error.h"

namespace thigmo {
namespace {

std::string decoding(const std::string& bytes) {
    return message([&] { decode_image(bytes, "leaf.png"); });
}

}  // namespace

TEST(Image, ComesBackFromPngBitForBit) {
    Image image = make_image(5, 3, {10, 20, 30, 255});
    image.at(4, 2) = {1, 2, 3, 4};
    EXPECT_EQ(decode_image(encode_png(image), "x"), image);
    EXPECT_EQ(decode_image(encode_png(make_image(5, 3)), "x"), make_image(5, 3));
}

TEST(Image, WritesAlphaOnlyWhereNeeded) {
    // Byte 25 of a PNG is its colour type: 2 for RGB, 6 for RGBA.
    EXPECT_EQ(encode_png(make_image(2, 2))[25], 2);
    EXPECT_EQ(encode_png(make_image(2, 2, {0, 0, 0, 9}))[25], 6);
}

TEST(Image, RejectsWhatIsNoPicture) {
    EXPECT_EQ(decoding("GIF?"), "leaf.png: found no picture, expected PNG or JPEG");
    EXPECT_EQ(decoding(""), "leaf.png: found no picture, expected PNG or JPEG");
}

/// One pixel of 24 bits, then another above it or below.
TEST(Image, ReadsBmpWhoseRowsGoDownwards) {
    std::string bmp("BM\x3e\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\1\0\0\0\2\0\0\0\1\0\x18\0", 30);
    bmp += std::string(24, '\0') + std::string("\1\2\3\0\4\5\6\0", 8);
    const Image upwards = decode_image(bmp, "x");
    bmp.replace(22, 4, "\xfe\xff\xff\xff");  // -2
    EXPECT_EQ(read_image_size(bmp, "x").height, 2);
    const Image downwards = decode_image(bmp, "x");
    ASSERT_EQ(downwards.pixels.size(), 2u);
    EXPECT_EQ(downwards.pixels[0], upwards.pixels[1]);
    EXPECT_EQ(downwards.pixels[1], upwards.pixels[0]);
    bmp.replace(22, 4, std::string("\0\0\0\x80", 4));  // the least number that there is
    EXPECT_THAT(decoding(bmp), testing::HasSubstr("picture of 1×2147483647, expected at most"));
}

TEST(Image, RejectsDamage) {
    const std::string png = encode_png(make_image(64, 64));
    EXPECT_THAT(decoding(png.substr(0, png.size() / 2)),
                testing::HasSubstr("leaf.png: damaged picture"));
}

/// A PNG of 4 × 4 whose data hold zeros without an end: 258 of them in 13 bits, as deflate packs
/// them, `runs` times.
std::string packed_png(size_t runs) {
    std::string data = "\x78\x01";
    uint32_t bits = 0;
    int count = 0;
    const auto put = [&](uint32_t value, int width) {  // the lowest bit first
        bits |= value << count;
        for (count += width; count >= 8; count -= 8, bits >>= 8)
            data += static_cast<char>(bits & 0xff);
    };
    put(0b011, 3);                                                // the last block, in fixed codes
    put(0b00001100, 8);                                           // a zero
    for (size_t i = 0; i < runs; ++i) put(0b00000'10100011, 13);  // 258 of it, from one before
    put(0, 7);                                                    // the end
    put(0, 16);
    std::string png = encode_png(make_image(4, 4));
    const size_t at = png.find("IDAT") - 4;
    const auto size = static_cast<uint32_t>(data.size());
    for (int i = 0; i < 4; ++i)
        png[at + static_cast<size_t>(i)] = static_cast<char>(size >> (24 - 8 * i));
    return png.substr(0, at + 8) + data + std::string(4, '\0') + png.substr(png.size() - 12);
}

TEST(Image, RejectsDataThatArePackedTooWell) {
    EXPECT_EQ(decode_image(packed_png(1), "x").pixels[0], (std::array<uint8_t, 4>{0, 0, 0, 255}));
    EXPECT_EQ(decoding(packed_png(500'000)), "leaf.png: damaged picture: outofmem");
}

TEST(Image, RejectsAChunkWithoutANameInOneLine) {
    std::string png = encode_png(make_image(4, 4));
    png.replace(png.find("IDAT"), 4, "\nA\xff\n");
    EXPECT_EQ(decoding(png), "leaf.png: damaged picture: ?A?? PNG chunk not known");
}

TEST(Image, RejectsAJpegOfManyScans) {
    std::string jpeg("\xff\xd8\xff\xc0\x00\x0b\x08\x00\x08\x00\x08\x01\x01\x11\x00", 15);
    for (int i = 0; i < 101; ++i) jpeg += "\xff\xda";
    EXPECT_EQ(decoding(jpeg), "leaf.png: found a JPEG of 101 scans, expected at most 100");
}

TEST(Image, RejectsSizesBeyondReasonBeforeAllocating) {
    std::string png = encode_png(make_image(4, 4));
    png[18] = 0x7f;  // the width's second lowest byte: 32516 pixels
    EXPECT_EQ(decoding(png), "leaf.png: picture of 32516×4, expected at most 8192 a side");
}

}  // namespace thigmo
