// Bad tables: one line that says where, what was found and what was expected.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>

#include "tests/io/qsm_table.h"
#include "thigmo/base/random.h"
#include "thigmo/io/qsm.h"
#include "thigmo/plant/check.h"

namespace thigmo {
namespace {

using qsm_test::by_axis;
using qsm_test::fault_of;
using testing::HasSubstr;
using testing::StartsWith;

/// The small table with one piece of text replaced.
std::string broken(std::string_view what, std::string_view by) {
    std::string text(by_axis);
    const size_t at = text.find(what);
    if (at == std::string::npos) throw std::logic_error("the table has no such text");
    return text.replace(at, what.size(), by);
}

const std::string header = "ID,parent,startX,startY,startZ,endX,endY,endZ,radius\n";

TEST(QsmErrors, RejectsAnEmptyTable) {
    EXPECT_EQ(fault_of(""),
              "t.csv:1:1: found an empty table, expected a header that names the columns");
    EXPECT_EQ(fault_of("\n \n# only remarks\n"), fault_of(""));
    EXPECT_EQ(fault_of(header),
              "t.csv:1:1: found no row below the header, expected at least one cylinder");
}

TEST(QsmErrors, RejectsNumbersWithoutAHeader) {
    EXPECT_THAT(fault_of("0.1\t1\t0\t0\t0\t0\t0\t1\t0\t2\t1\t0\t1\t0\n"),
                StartsWith("t.csv:1:1: found a row of 14 numbers, expected a header that names the "
                           "columns (such as ID,parentID,"));
}

TEST(QsmErrors, RejectsMissingColumns) {
    EXPECT_THAT(
        fault_of("cyl;Thickness\n1;2\n"),
        StartsWith("t.csv:1:1: found columns 'cyl, Thickness', expected start_x, start_y and "
                   "start_z among them (such as ID,parentID,"));
    EXPECT_THAT(fault_of(broken("radius_m", "thickness")), HasSubstr("expected radius among them"));
    EXPECT_THAT(fault_of(broken("parent_cyl", "mother")), HasSubstr("expected parent among them"));
    EXPECT_THAT(fault_of(broken("start_y", "sy")), HasSubstr("expected start_x, start_y and"));
    EXPECT_THAT(fault_of(broken("axis_z", "az")), HasSubstr("expected length, axis_x, axis_y and"));
    EXPECT_THAT(fault_of(broken("length_m", "l")), HasSubstr("or end_x, end_y and end_z among"));
}

TEST(QsmErrors, RejectsTwoColumnsOfAKind) {
    EXPECT_EQ(fault_of(broken("extension_cyl", "Radius")),
              "t.csv:1:79: found a second column 'Radius', expected one column of each kind");
}

TEST(QsmErrors, RejectsRowsOfAnotherLength) {
    EXPECT_EQ(fault_of(broken("0,0,2,1,0\n", "0,0,2,1\n")),
              "t.csv:3:24: found 10 cells, expected 11, as the header says");
    EXPECT_EQ(fault_of(broken("0,0,2,1,0\n", "0,0,2,1,0,9\n")),
              "t.csv:3:28: found 12 cells, expected 11, as the header says");
}

TEST(QsmErrors, RejectsAbsurdlyManyCells) {
    EXPECT_EQ(fault_of(std::string(5000, ',')),
              "t.csv:1:4097: found more than 4096 cells in a row, expected a table");
}

TEST(QsmErrors, RejectsCellsThatAreNoNumbers) {
    EXPECT_EQ(fault_of(broken("10.08", "ten")),
              "t.csv:4:12: found 'ten', expected a coordinate in metres");
    for (const char* cell : {"nan", "inf", "-inf", "1e999", "1e300", "", "1.5x", "0x10", "--1"})
        EXPECT_EQ(fault_of(broken("10.08", cell)),
                  "t.csv:4:12: found '" + std::string(cell) + "', expected a coordinate in metres");
}

TEST(QsmErrors, RejectsSizesOutOfRange) {
    for (const char* cell : {"0", "-0.02", "NaN", "1e-9", "1e4"})
        EXPECT_EQ(fault_of(broken("0.02", cell)), "t.csv:4:3: found '" + std::string(cell) +
                                                      "', expected a radius of 1e-6 to 1000 m");
    for (const char* cell : {"0", "-1", "1e-30", "1e7"})
        EXPECT_EQ(fault_of(broken("0.5", cell)), "t.csv:4:8: found '" + std::string(cell) +
                                                     "', expected a length of 1e-6 to 1000 m");
    EXPECT_EQ(fault_of(broken("3,0,4", "0,0,0")),
              "t.csv:4:25: found '0', expected an axis that points somewhere");
    EXPECT_EQ(fault_of(header + "1,0,2,2,2,2,2,2,0.1\n"),
              "t.csv:2:11: found '2', expected an end 1e-6 to 1000 m from the start");
}

TEST(QsmErrors, RejectsACylinderFarFromTheOthers) {
    // Map coordinates are far from 0, but near each other.
    EXPECT_EQ(fault_of(header + "1,0,5e6,5e8,0,5e6,5e8,1,0.1\n2,1,5e6,5e8,1,5e6,5e8,2,0.1\n"),
              "no error");
    EXPECT_EQ(fault_of(header + "1,0,0,0,0,0,0,1,0.1\n2,1,0,0,2e6,0,0,2000001,0.1\n"),
              "t.csv:3: found a cylinder 2e+06 m from the first root, expected at most 100000 m");
}

TEST(QsmErrors, RejectsIndicesThatAreNotWhole) {
    EXPECT_EQ(fault_of(header + "1.5,0,0,0,0,0,0,1,0.1\n"),
              "t.csv:2:1: found '1.5', expected a whole number");
    EXPECT_EQ(fault_of(header + "1,1e99,0,0,0,0,0,1,0.1\n"),
              "t.csv:2:3: found '1e99', expected the number of a cylinder");
    EXPECT_EQ(fault_of(header + "-1,0,0,0,0,0,0,1,0.1\n"),
              "t.csv:2:1: found '-1', expected the number of a cylinder, 0 or more");
    EXPECT_EQ(fault_of(broken("2,0\n", "2,x\n")),
              "t.csv:4:33: found 'x', expected the number of a cylinder");
    EXPECT_EQ(fault_of("branchID," + header + "b,1,0,0,0,0,0,0,1,0.1\n"),
              "t.csv:2:1: found 'b', expected the number of a branch");
    EXPECT_EQ(fault_of("branchOrder," + header + "b,1,0,0,0,0,0,0,1,0.1\n"),
              "t.csv:2:1: found 'b', expected a branching order");
}

TEST(QsmErrors, RejectsAnIdThatComesTwice) {
    EXPECT_EQ(fault_of(header + "4,0,0,0,0,0,0,1,0.1\n7,4,0,0,1,0,0,2,0.1\n4,7,0,0,2,0,0,3,0.1\n"),
              "t.csv:4: found ID 4 again, expected an ID of its own; line 2 has this one");
}

TEST(QsmErrors, RejectsParentsThatLeadNowhere) {
    EXPECT_EQ(fault_of(broken("0,0,2,1,0", "0,0,2,77,0")),
              "t.csv:3:24: found parent 77, expected the ID of a cylinder in the table");
    EXPECT_EQ(fault_of(broken("0,0,2,1,0", "0,0,2,2,0")),
              "t.csv:3:24: found cylinder 2 as its own parent, expected another cylinder, or -1 at "
              "the root");
    EXPECT_EQ(fault_of(broken("0,0,2,1,0", "0,0,2,3,0")),
              "t.csv:3:24: found cylinder 2 among its own ancestors, expected parents that lead to "
              "a root");
    // Counting from 0, parent 0 is the cylinder itself.
    EXPECT_THAT(fault_of(header + "0,0,0,0,0,0,0,1,0.1\n"),
                StartsWith("t.csv:2:3: found cylinder 0 as its own parent"));
}

TEST(QsmErrors, RejectsRowsThatMayCountFromZeroOrOne) {
    const std::string no_ids = "parent,startX,startY,startZ,endX,endY,endZ,radius\n";
    EXPECT_EQ(fault_of(no_ids + "-1,0,0,0,0,0,1,0.1\n-1,0,0,0,0,0,1,0.1\n1,0,0,1,0,0,2,0.1\n"),
              "t.csv:1:1: found rows that may count from 0 or from 1, expected a column ID");
}

TEST(QsmErrors, RejectsEndlessBranching) {
    std::string text = "ID,parent,startX,startY,startZ,endX,endY,endZ,radius,extension\n";
    for (int i = 1; i <= 65537; ++i)
        text += std::to_string(i) + "," + std::to_string(i - 1) + ",0,0,0,0,0,1,0.1,0\n";
    EXPECT_EQ(fault_of(text),
              "t.csv:65538: found branches of more than 65535 orders, expected a tree");
}

TEST(QsmErrors, QuotesOnlyWhatFitsOneLine) {
    EXPECT_EQ(
        fault_of(broken("10.08", "\x01" + std::string(100, 'z'))),
        "t.csv:4:12: found '?" + std::string(39, 'z') + "…', expected a coordinate in metres");
}

/// Replaces, removes, doubles or moves pieces of a table.
std::string mutated(std::string text, Random& random) {
    constexpr std::string_view letters = "0123456789.,-+e \t\n;\"#nNAxX\x7f\xff";
    const uint64_t changes = 1 + random.below(3);
    for (uint64_t i = 0; i < changes && !text.empty(); ++i) {
        const size_t at = random.below(text.size());
        const size_t count = 1 + random.below(12);
        const uint64_t way = random.below(16);
        if (way == 0) text.resize(at);
        if (way == 1) text.erase(at, count);
        if (way == 2) text.insert(at, text.substr(at, count));
        if (way == 3) text.insert(random.below(text.size()), text.substr(at, 3 * count));
        if (way == 4) text[at] = letters[random.below(letters.size())];
        if (way > 4 && std::isdigit(static_cast<unsigned char>(text[at])) != 0)
            text[at] = letters[random.below(10)];
    }
    return text;
}

TEST(QsmErrors, MutatedTablesAreRefusedOrSound) {
    const std::string tables[] = {
        std::string(by_axis),
        header + "0,-1,0,0,0,0,0,1,0.1\n1,0,0,0,1,0,0,2,0.1\n2,0,0.1,0,0.5,1,0,1,0.05\n",
        "radius\tlength\tstart\taxis\tparent\textension\tbranch\tbranch_order\n"
        "0.1\t1\t0\t0\t0\t0\t0\t1\t0\t2\t1\t0\n0.1\t1\t0\t0\t1.2\t0\t0\t1\t1\t0\t1\t0\n"};
    Random random(5);
    int taken = 0, refused = 0;
    for (int i = 0; i < 20000; ++i) {
        const std::string text = mutated(tables[i % 3], random);
        Progress silent;
        try {
            const QsmImport tree = import_qsm(text, "t.csv", qsm_test::plain_settings(), silent);
            ASSERT_EQ(find_fault(tree.plant), "") << text;
            ++taken;
        } catch (const InputError& error) {
            ASSERT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos) << text;
            ++refused;
        }
    }
    EXPECT_GT(taken, 2000);
    EXPECT_GT(refused, 2000);
}

}  // namespace
}  // namespace thigmo
