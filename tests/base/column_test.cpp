// Row ids, runs of rows and columns.
#include "thigmo/base/column.h"

#include <gtest/gtest.h>

namespace thigmo {
namespace {
using Id = RowId<struct TestTag>;
}

TEST(Column, IdsAreNoneUnlessMade) {
    EXPECT_FALSE(Id().exists());
    EXPECT_EQ(Id(), Id::none());
    EXPECT_TRUE(Id(3).exists());
    EXPECT_LT(Id(3), Id(4));
}

TEST(Column, RowsIterateAndContain) {
    const Rows<Id> rows{5, 3};
    uint32_t next = 5;
    for (const Id id : rows) EXPECT_EQ(id.value, next++);
    EXPECT_EQ(next, 8u);
    EXPECT_TRUE(rows.contains(Id(5)) && rows.contains(Id(7)));
    EXPECT_FALSE(rows.contains(Id(4)) || rows.contains(Id(8)) || rows.contains(Id::none()));
    EXPECT_FALSE((Rows<Id>{0, 0}.contains(Id::none())));
    EXPECT_EQ(rows.front(), Id(5));
    EXPECT_EQ(rows.back(), Id(7));
}

TEST(Column, PushBackTellsTheRow) {
    Column<Id, int> column{4, 5};
    EXPECT_EQ(column.push_back(6), Id(2));
    EXPECT_EQ(column[Id(2)], 6);
    EXPECT_EQ(column.rows(), (Rows<Id>{0, 3}));
}

}  // namespace thigmo
