// Real meshes: every triangle comes in, with the textures that lie beside them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <ostream>

#include "thigmo/io/soup_file.h"

namespace thigmo {
namespace {

/// Counts and boxes as an independent script measured them.
struct MeshFile {
    const char* file;
    size_t triangles;
    Vec3 low, high;
    size_t textures;
    size_t warnings;

    friend void PrintTo(const MeshFile& mesh, std::ostream* out) { *out << mesh.file; }
};

class RealMesh : public testing::TestWithParam<MeshFile> {};

TEST_P(RealMesh, KeepsItsTrianglesAndItsBounds) {
    const char* folder = std::getenv("THIGMO_DATA");
    ASSERT_NE(folder, nullptr);
    Progress progress;
    const Soup soup = read_soup(std::string(folder) + "/mesh/" + GetParam().file, progress);
    size_t triangles = 0;
    Box box;
    for (const SoupPart& part : soup.parts) {
        triangles += part.mesh.triangles.size();
        box.extend(bounds(part.mesh));
        EXPECT_EQ(part.mesh.normals.size(), part.mesh.positions.size());
        EXPECT_EQ(part.mesh.uvs.size(), part.mesh.positions.size());
    }
    EXPECT_EQ(triangles, GetParam().triangles);
    EXPECT_LT((box.min() - GetParam().low).norm(), 1e-5);
    EXPECT_LT((box.max() - GetParam().high).norm(), 1e-5);
    EXPECT_EQ(soup.textures.size(), GetParam().textures);
    EXPECT_EQ(soup.log.warnings.size(), GetParam().warnings);
}

std::string name_of(const testing::TestParamInfo<MeshFile>& info) {
    std::string name = info.param.file;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(
    Data, RealMesh,
    testing::Values(MeshFile{"0ad_euro_birch_03/euro_birch_03.obj",
                             676,
                             {-5.8421, -0.2111, -5.791},
                             {4.8469, 12.837, 5.373},
                             0,
                             0},
                    MeshFile{"0ad_pers_gardens_bush_lush_a/pers_gardens_bush_lush_a.obj",
                             6892,
                             {-21.698999, 1.331, -21.643},
                             {23.041, 32.094002, 24.068001},
                             0,
                             0},
                    MeshFile{"0ad_tree_palm_tropical_05/tree_palm_tropical_05.obj",
                             2820,
                             {-10.8, -0.2638, -10.813},
                             {11.588, 24.653999, 12.284},
                             0,
                             0},
                    MeshFile{"castle_oaktree/oaktree.gltf",
                             555,
                             {-2.190649, -1.007642, -2.911923},
                             {2.41817, 4.492342, 3.20804},
                             2,
                             0},
                    MeshFile{"eztree_app_flower_yellow/flower_yellow.glb",
                             788,
                             {-0.614007, -0.01008, -0.836246},
                             {0.827076, 1.758907, 0.89884},
                             4,
                             0},
                    MeshFile{"eztree_bush_1/bush_1.obj",
                             13872,
                             {-11.2167, -3.1757, -18.014601},
                             {19.742901, 26.897699, 14.1595},
                             0,
                             0},
                    MeshFile{"eztree_oak_medium/oak_medium.obj",
                             13806,
                             {-29.901001, 0, -24.4587},
                             {22.7293, 64.7323, 29.074301},
                             0,
                             0},
                    MeshFile{"kenney_flower_purpleA/flower_purpleA.glb",
                             76,
                             {-0.104534, -0.05, -0.09053},
                             {0.054563, 0.1925, 0.09053},
                             0,
                             0},
                    MeshFile{"kenney_plant_bushLarge/plant_bushLarge.glb",
                             60,
                             {-0.187155, -0.05, -0.167844},
                             {0.187155, 0.192933, 0.167844},
                             0,
                             0},
                    MeshFile{"kenney_tree_default_fall/tree_default_fall.glb",
                             228,
                             {-0.3775, -0.05, -0.326925},
                             {0.3775, 1.657887, 0.326925},
                             0,
                             0},
                    MeshFile{"khronos_potted_plant/DiffuseTransmissionPlant.gltf",
                             68409,
                             {-0.39666, 5.3e-05, -0.420313},
                             {0.304497, 0.841232, 0.237074},
                             1,
                             1},
                    MeshFile{"minetest_potted_plant/homedecor_potted_plant.obj",
                             196,
                             {-0.245, -0.5, -0.245},
                             {0.245, 0.404, 0.245},
                             0,
                             0},
                    MeshFile{"opencity_pine3/pine3.ac", 8, {0.2, 0, 0.2}, {0.7, 0.7, 0.7}, 1, 0},
                    MeshFile{"sapling_aspen/aspen.glb",
                             6820,
                             {-4.038556, 0, -4.194891},
                             {4.020744, 17.438437, 4.067558},
                             0,
                             0},
                    MeshFile{"sapling_aspen/aspen.obj",
                             6820,
                             {-4.038556, 0, -4.194891},
                             {4.020744, 17.438437, 4.067558},
                             0,
                             0},
                    MeshFile{"sapling_callistemon/callistemon.glb",
                             48408,
                             {-3.150093, 0, -3.197079},
                             {2.634459, 6.822381, 2.848779},
                             0,
                             0}),
    name_of);

TEST(DataSoup, TheFirefliesOfThePottedPlantAreAnimatedAndNothingElse) {
    const char* folder = std::getenv("THIGMO_DATA");
    ASSERT_NE(folder, nullptr);
    Progress progress;
    const Soup soup = read_soup(
        std::string(folder) + "/mesh/khronos_potted_plant/DiffuseTransmissionPlant.gltf", progress);
    for (const SoupPart& part : soup.parts)
        EXPECT_EQ(part.animated, part.node.starts_with("firefly")) << part.node;
}

}  // namespace
}  // namespace thigmo
