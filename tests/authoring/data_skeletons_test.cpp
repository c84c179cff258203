// Generated trees whose true skeletons are known, as they are and as spoiled.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "samples/skeleton_score.h"
#include "tests/authoring/made_soup.h"
#include "tests/authoring/spoiled_soup.h"
#include "thigmo/base/file.h"
#include "thigmo/io/soup_file.h"

namespace thigmo::samples {
namespace {

constexpr std::array names = {"aspen", "callistemon"};

std::filesystem::path folder(const std::string& name) {
    return std::filesystem::path(std::getenv("THIGMO_DATA")) / "mesh" / name;
}
Soup soup_of(const std::string& name) {
    Progress progress;
    return read_soup(folder("sapling_" + name) / (name + ".glb"), progress);
}
std::vector<Spline> truth_of(const std::string& name) {
    const std::string file = (folder("sapling_" + name) / (name + ".skeleton.csv")).string();
    return read_splines(read_file(file), file);
}
Authored author_soup(const Soup& soup) {
    Progress progress;
    return author(soup, {}, {}, progress);
}
SkeletonScore score_of(const std::string& name, const Soup& soup) {
    return score(truth_of(name), author_soup(soup).plants.front().plant);
}

TEST(DataSkeletons, parents_orders_and_centrelines_are_those_of_the_generator) {
    for (const char* name : names) {
        const SkeletonScore found = score_of(name, soup_of(name));
        EXPECT_GE(found.parents.percent(), 98) << name << ' ' << found.parents.right;
        EXPECT_GE(found.orders.percent(), 98) << name << ' ' << found.orders.right;
        EXPECT_LT(found.off, 0.5) << name;
    }
}

void expect_all(const char* name, const Soup& soup, const std::string& how) {
    const SkeletonScore found = score_of(name, soup);
    EXPECT_EQ(found.parents.right, found.parents.all) << name << ' ' << how;
    EXPECT_EQ(found.orders.right, found.orders.all) << name << ' ' << how;
    EXPECT_LT(found.off, 0.1) << name << ' ' << how;
}

TEST(DataSkeletons, are_found_with_faces_flipped_and_doubled) {
    for (const char* name : names) {
        Soup soup = soup_of(name);
        made::flip_and_double(0.3, 0.2, 7, soup);
        expect_all(name, soup, "flipped");
    }
}

TEST(DataSkeletons, are_found_with_quads_doubled_along_the_other_diagonal) {
    using made::Copies;
    for (const char* name : names)
        for (const double share : {0.2, 1.0})
            for (const Copies copies :
                 {Copies::of_same_part, Copies::of_own_part, Copies::of_own_look}) {
                Soup soup = soup_of(name);
                made::double_quads(share, copies, 5, soup);
                expect_all(name, soup,
                           std::to_string(share) + ' ' + std::to_string(static_cast<int>(copies)));
            }
}

TEST(DataSkeletons, are_found_with_vertices_shaken) {
    for (const char* name : names)
        for (const double share : {1e-6, 2e-6, 5e-6})
            for (const bool unwelded : {false, true}) {
                // The tubes of a bottlebrush begin nearer to each other than that.
                if (unwelded && share > 2e-6 && name == std::string("callistemon")) continue;
                Soup soup = soup_of(name);
                for (SoupPart& part : soup.parts)
                    if (unwelded) part.mesh = made::unwelded(part.mesh);
                made::shake(share, 11, soup);
                expect_all(name, soup,
                           (unwelded ? "unwelded, " : "") + std::to_string(1e6 * share));
            }
}

/// What hangs in the air of a plant in one skin, which crumbles where it is thinner than a voxel.
size_t loose_in(const TriangleMesh& skin) {
    return author_soup(made::soup_of({skin})).counts.loose;
}

TEST(DataSkeletons, hold_the_crumbs_of_twigs_that_voxels_weld) {
    std::vector<made::Stick> sticks;
    for (const Spline& spline : truth_of("aspen"))
        for (size_t i = 1; i < spline.points.size(); ++i)
            sticks.push_back({spline.points[i - 1], spline.points[i],
                              0.5 * (spline.radii[i - 1] + spline.radii[i])});
    EXPECT_LE(loose_in(made::skin(sticks, 0.09)), 10u);
}

TEST(DataSkeletons, hold_the_crumbs_of_fronds_that_voxels_weld) {
    Progress progress;
    const Soup palm =
        read_soup(folder("0ad_tree_palm_tropical_05") / "tree_palm_tropical_05.obj", progress);
    constexpr double side = 0.4;
    EXPECT_LE(loose_in(made::welded_skin(palm, side, 0.4 * side)), 2u);
}

}  // namespace
}  // namespace thigmo::samples
