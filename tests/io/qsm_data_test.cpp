// Seven scanned trees: height, wood volume and cylinder count survive the import.
#include <gtest/gtest.h>

#include <cstdlib>
#include <ostream>

#include "tests/io/qsm_table.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

/// Height (highest minus lowest cylinder end) and volume (Σ πr²ℓ) as an independent script sums
/// them from the tables.
struct Tree {
    const char* file;
    uint64_t cylinders;
    double height, volume;

    friend void PrintTo(const Tree& tree, std::ostream* out) { *out << tree.file; }
};

class ScannedTree : public testing::TestWithParam<Tree> {};

TEST_P(ScannedTree, KeepsHeightVolumeAndCount) {
    const char* folder = std::getenv("THIGMO_DATA");
    ASSERT_NE(folder, nullptr);
    const std::string path = std::string(folder) + "/qsm/" + GetParam().file;
    const QsmImport tree = qsm_test::import_text(read_file(path));
    EXPECT_EQ(find_fault(tree.plant), "");
    EXPECT_EQ(tree.report.cylinders, GetParam().cylinders);
    EXPECT_EQ(tree.plant.segments.size(), GetParam().cylinders);
    EXPECT_EQ(tree.report.roots, 1u);
    EXPECT_NEAR(bounds(tree.plant).sizes().y(), GetParam().height, 0.01 * GetParam().height);
    EXPECT_NEAR(tree.report.table_volume, GetParam().volume, 1e-5 * GetParam().volume);
    EXPECT_NEAR(wood_volume(tree.plant), GetParam().volume, 0.02 * GetParam().volume);
    EXPECT_TRUE(tree.log.warnings.empty());
}

std::string name_of(const testing::TestParamInfo<Tree>& info) {
    const std::string file = info.param.file;
    const size_t slash = file.find('/');
    return file.substr(slash + 1, file.find('.') - slash - 1);
}

INSTANTIATE_TEST_SUITE_P(Data, ScannedTree,
                         testing::Values(Tree{"wytham/Tf1_LeafOff.csv", 2498, 18.290629, 5.9443807},
                                         Tree{"wytham/Tf3_LeafOff.csv", 590, 17.852606, 0.61808806},
                                         Tree{"wytham/Tf3_LeafOn.csv", 944, 18.142383, 0.88306325},
                                         Tree{"wytham/Tf12.csv", 662, 12.769674, 0.27296448},
                                         Tree{"wytham/Tf20_LeafOff.csv", 263, 16.139764,
                                              0.31047110},
                                         Tree{"rtwig/QSM.csv", 1149, 3.7019540, 0.029973633},
                                         Tree{"rtwig/QSM2.csv", 1231, 3.6487842, 0.021786425}),
                         name_of);

}  // namespace
}  // namespace thigmo
