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

TEST(Image, RejectsDamage) {
    const std::string png = encode_png(make_image(64, 64));
    EXPECT_THAT(decoding(png.substr(0, png.size() / 2)),
                testing::HasSubstr("leaf.png: damaged picture"));
}

TEST(Image, RejectsSizesBeyondReasonBeforeAllocating) {
    std::string png = encode_png(make_image(4, 4));
    png[18] = 0x7f;  // the width's second lowest byte: 32516 pixels
    EXPECT_EQ(decoding(png), "leaf.png: picture of 32516×4, expected at most 8192 a side");
}

}  // namespace thigmo
