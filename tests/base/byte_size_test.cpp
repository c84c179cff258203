// Sizes in words.
#include "thigmo/base/byte_size.h"

#include <gtest/gtest.h>

namespace thigmo {

TEST(ByteSize, IsInAFittingUnit) {
    EXPECT_EQ(shown_bytes(0), "0 bytes");
    EXPECT_EQ(shown_bytes(999), "999 bytes");
    EXPECT_EQ(shown_bytes(1000), "1.0 kB");
    EXPECT_EQ(shown_bytes(9949), "9.9 kB");
    EXPECT_EQ(shown_bytes(9951), "10 kB");
    EXPECT_EQ(shown_bytes(999'499), "999 kB");
    EXPECT_EQ(shown_bytes(999'501), "1.0 MB");
    EXPECT_EQ(shown_bytes(120'000'000), "120 MB");
    EXPECT_EQ(shown_bytes(2'500'000'000), "2.5 GB");
    EXPECT_EQ(shown_bytes(13'000'000'000'000), "13.0 TB");
}

}  // namespace thigmo
