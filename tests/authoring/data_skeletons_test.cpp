// Generated trees whose true skeletons are known.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "samples/skeleton_score.h"
#include "thigmo/base/file.h"
#include "thigmo/io/soup_file.h"

namespace thigmo::samples {
namespace {

SkeletonScore score_of(const std::string& name) {
    const std::filesystem::path folder =
        std::filesystem::path(std::getenv("THIGMO_DATA")) / "mesh" / ("sapling_" + name);
    Progress progress;
    const Soup soup = read_soup(folder / (name + ".glb"), progress);
    const Authored authored = author(soup, {}, {}, progress);
    const std::string truth = (folder / (name + ".skeleton.csv")).string();
    return score(read_splines(read_file(truth), truth), authored.plants.front().plant);
}

TEST(DataSkeletons, parents_orders_and_centrelines_are_those_of_the_generator) {
    for (const char* name : {"aspen", "callistemon"}) {
        const SkeletonScore found = score_of(name);
        EXPECT_GE(found.parents.percent(), 98) << name << ' ' << found.parents.right;
        EXPECT_GE(found.orders.percent(), 98) << name << ' ' << found.orders.right;
        EXPECT_LT(found.off, 0.5) << name;
    }
}

}  // namespace
}  // namespace thigmo::samples
