// EXR files, read back by the library that others read them with.
#include "thigmo/io/exr.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tinyexr.h>

#include <cstdlib>
#include <vector>

#include "tests/message.h"

namespace thigmo {
namespace {

TEST(ExrTest, keeps_every_bit) {
    const int width = 5, height = 3;
    std::vector<float> values;
    for (int i = 0; i < width * height * 4; ++i)
        values.push_back(static_cast<float>(i * i - 100) / 7);
    const std::string bytes = encode_exr({width, height, 4, values});
    float* read = nullptr;
    int w = 0, h = 0;
    const char* message = nullptr;
    ASSERT_EQ(LoadEXRFromMemory(&read, &w, &h, reinterpret_cast<const unsigned char*>(bytes.data()),
                                bytes.size(), &message),
              TINYEXR_SUCCESS)
        << message;
    EXPECT_EQ(w, width);
    EXPECT_EQ(h, height);
    EXPECT_EQ(std::vector<float>(read, read + values.size()), values);
    std::free(read);
}

TEST(ExrTest, rejects_a_picture_without_pixels) {
    EXPECT_THAT(message([] {
                    encode_exr({0, 3, 4, {}});
                }),
                testing::StrEq("EXR: found 0 × 3 pixels, expected at least one"));
}

}  // namespace
}  // namespace thigmo
