// Fields for textures: smooth, tileable, within their range.
#include "thigmo/mesh/noise.h"

#include <gtest/gtest.h>

namespace thigmo {

TEST(Noise, RepeatsAfterItsPeriod) {
    for (int i = 0; i < 50; ++i) {
        const double x = 0.37 * i, y = 0.91 * i;
        EXPECT_NEAR(noise(x, y, 8, 4, 3), noise(x + 8, y - 4, 8, 4, 3), 1e-9);
        EXPECT_NEAR(fractal_noise(x, y, 8, 4, 3, 3), fractal_noise(x - 8, y + 4, 8, 4, 3, 3), 1e-9);
        EXPECT_NEAR(cell_noise(x, y, 8, 4, 3).nearest, cell_noise(x + 8, y + 4, 8, 4, 3).nearest,
                    1e-9);
    }
}

TEST(Noise, StaysInItsRangeAndHasMeanHalf) {
    double sum = 0;
    constexpr int count = 20000;
    for (int i = 0; i < count; ++i) {
        const double value = noise(0.173 * i, 0.311 * i, 4096, 4096, 5);
        ASSERT_GE(value, 0);
        ASSERT_LE(value, 1);
        sum += value;
    }
    EXPECT_NEAR(sum / count, 0.5, 0.02);
}

TEST(Noise, IsSmooth) {
    for (int i = 0; i < 1000; ++i) {
        const double x = 0.01 * i;
        EXPECT_NEAR(noise(x, 0.3, 64, 64, 1), noise(x + 1e-4, 0.3, 64, 64, 1), 2e-4);
    }
}

TEST(Noise, NearestCellIsNearerThanTheSecond) {
    for (int i = 0; i < 1000; ++i) {
        const Cells cells = cell_noise(0.13 * i, 0.29 * i, 64, 64, 9);
        EXPECT_LE(cells.nearest, cells.second);
        EXPECT_LT(cells.nearest, 1.5);  // a point lies in every unit square
    }
}

}  // namespace thigmo
