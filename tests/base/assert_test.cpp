// The programmer's mistakes stop the tests' build at their line.
#include "thigmo/base/assert.h"

#include <gtest/gtest.h>

#include "thigmo/base/column.h"

namespace thigmo {

TEST(AssertDeathTest, FailedNamesTheConditionAndItsPlace) {
    EXPECT_DEATH(assertion_failed("row < size", "column.h", 7),
                 "column.h:7: assertion failed: row < size");
}

#ifdef THIGMO_ASSERTIONS
TEST(AssertDeathTest, ARowOutsideItsColumnStops) {
    const Column<RowId<struct AnyTag>, int> column(3);
    EXPECT_DEATH(static_cast<void>(column[RowId<struct AnyTag>(3)]), "assertion failed");
}
#endif

}  // namespace thigmo
