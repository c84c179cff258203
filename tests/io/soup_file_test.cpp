// Geometry of foreign files: positions, transforms, instances, axes, and what is left out.
#include <gmock/gmock.h>

#include <algorithm>

#include "samples/plants.h"
#include "samples/soups.h"
#include "tests/io/soup_files.h"
#include "thigmo/io/gltf.h"
#include "thigmo/io/obj.h"
#include "thigmo/plant/summary.h"

namespace thigmo {
namespace {

using soup_test::corners, soup_test::gltf, soup_test::outside;
using testing::ElementsAre;

class SoupFile : public soup_test::SoupFiles {};

/// Two quads that share an edge, in one object, and a triangle in another.
const std::string two_quads = R"(o wall
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 1 0 -1
v 1 1 -1
vt 0 0
vt 1 0
vt 1 1
vt 0 1
f 1/1 2/2 3/3 4/4
f 2/1 5/2 6/3 3/4
o flag
v 0 2 0
v 1 2 0
v 0 3 0
f 7/1 8/2 9/4
)";

size_t triangles(const Soup& soup) {
    size_t count = 0;
    for (const SoupPart& part : soup.parts) count += part.mesh.triangles.size();
    return count;
}

TEST_F(SoupFile, ReadsAnObjFacesAsTriangles) {
    const Soup soup = read_text("quads.obj", two_quads);
    ASSERT_EQ(soup.parts.size(), 2u);
    EXPECT_EQ(soup.name, "quads");
    EXPECT_EQ(soup.parts[0].node, "wall");
    EXPECT_EQ(soup.parts[1].name, "flag");
    EXPECT_EQ(soup.parts[0].mesh.triangles.size(), 4u);
    EXPECT_EQ(soup.parts[1].mesh.triangles.size(), 1u);
    EXPECT_NEAR(area(soup.parts[0].mesh), 2, 1e-6);
    EXPECT_GT(outside(soup.parts[0], 0).z(), 0);
    EXPECT_THAT(corners(soup.parts[1], 0),
                ElementsAre(Vec3f(0, 2, 0), Vec3f(1, 2, 0), Vec3f(0, 3, 0)));
    EXPECT_EQ(soup.parts[1].mesh.uvs[2], Vec2f(0, 1));
    EXPECT_TRUE(soup.parts[0].has_uvs);
    EXPECT_EQ(soup.unit, 0);
    EXPECT_TRUE(soup.log.warnings.empty());
}

TEST_F(SoupFile, VerticesOfAnObjAreJoinedAsItsIndicesJoinThem) {
    const Soup soup = read_text("quads.obj", two_quads);
    // Eight corners of two quads: those on the common edge have other uvs on either side.
    EXPECT_EQ(soup.parts[0].mesh.positions.size(), 8u);
    // The same place twice is two vertices still.
    const Soup twice = read_text("twice.obj", R"(v 0 0 0
v 1 0 0
v 0 1 0
v 1 0 0
f 1 2 3
f -1 -2 1
)");
    EXPECT_EQ(twice.parts[0].mesh.positions.size(), 4u);
    EXPECT_EQ(twice.parts[0].mesh.triangles[1], (Triangle{3, 2, 0}));
}

/// Its other triangles would lie in the same place, or have no area. The slit to a hole, which goes
/// along an edge twice, stays.
TEST_F(SoupFile, AFaceThatGoesRoundItsCornersAgainIsThereOnce) {
    const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf";
    for (const int rounds : {2, 20, 3000}) {
        std::string text = triangle;
        for (int i = 0; i < rounds; ++i) text += " 1 2 3";
        const Soup soup = read_text("round.obj", text + '\n');
        EXPECT_EQ(triangles(soup), 1u) << rounds;
    }
    const Soup ring = read_text("ring.obj", R"(v 0 0 0
v 3 0 0
v 3 3 0
v 0 3 0
v 1 1 0
v 1 2 0
v 2 2 0
v 2 1 0
f 1 2 3 4 1 5 6 7 8 5
)");
    EXPECT_NEAR(area(ring.parts[0].mesh), 8, 1e-6);
}

TEST_F(SoupFile, GroupsAndMaterialsOfAnObjArePartsHoweverOftenTheyAreNamed) {
    const Soup soup = read_text("groups.obj", R"(v 0 0 0
v 1 0 0
v 0 1 0
usemtl bark
g stem
f 1 2 3
usemtl leaf
f 1 2 3
usemtl bark
f 1 2 \
3
)");
    ASSERT_EQ(soup.parts.size(), 2u);
    EXPECT_EQ(soup.parts[0].node, "stem");
    EXPECT_EQ(soup.parts[0].mesh.triangles.size(), 2u);
    EXPECT_EQ(soup.looks[soup.parts[1].look].name, "leaf");
}

TEST_F(SoupFile, PartsOfAnObjKnowTheirObjectAndTheirGroup) {
    const Soup soup = read_text("both.obj", R"(v 0 0 0
v 1 0 0
v 0 1 0
g alone
f 1 2 3
o vase
f 1 2 3
g default
f 1 2 3
o stems
f 1 2 3
)");
    const std::vector<std::pair<std::string, std::string>> expected = {
        {"alone", "alone"}, {"vase", "vase"}, {"vase", "default"}, {"stems", "stems"}};
    ASSERT_EQ(soup.parts.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(std::pair(soup.parts[i].node, soup.parts[i].name), expected[i]) << i;
}

TEST_F(SoupFile, UvsThatAreMissingAreZerosAndNormalsAreMade) {
    const Soup soup = read_text("bare.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    EXPECT_FALSE(soup.parts[0].has_uvs);
    EXPECT_EQ(soup.parts[0].mesh.uvs, std::vector<Vec2f>(3, Vec2f::Zero()));
    EXPECT_EQ(soup.parts[0].mesh.normals, std::vector<Vec3f>(3, Vec3f::UnitZ()));
}

TEST_F(SoupFile, KeepsThePartsOfAPlantWrittenAsGlb) {
    const Plant plant = samples::sapling();
    write_gltf(plant, {}, folder_ / "sapling.glb");
    const Soup soup = read("sapling.glb");
    const Summary summary = summarize(plant);
    ASSERT_EQ(soup.parts.size(), 2u);
    EXPECT_EQ(soup.parts[0].node, "bark");
    EXPECT_EQ(soup.parts[1].node, "leaf");
    EXPECT_EQ(triangles(soup), summary.triangles);
    EXPECT_EQ(soup.parts[0].mesh.positions.size() + soup.parts[1].mesh.positions.size(),
              summary.vertices);
    EXPECT_EQ(soup.unit, 1);
    EXPECT_TRUE(soup.log.warnings.empty());
}

TEST_F(SoupFile, ALooseSoupComesBackTriangleByTriangle) {
    const Soup loose = samples::loosen(samples::sapling()).soup;
    const Plant drawn = as_plant(loose);
    write_gltf(drawn, {}, folder_ / "loose.glb");
    write_obj(drawn, {}, folder_ / "loose.obj");
    for (const char* name : {"loose.glb", "loose.obj"}) {
        const Soup back = read(name);
        ASSERT_EQ(back.parts.size(), loose.parts.size());
        for (size_t part = 0; part < back.parts.size(); ++part) {
            ASSERT_EQ(back.parts[part].mesh.triangles.size(),
                      loose.parts[part].mesh.triangles.size());
            for (size_t i = 0; i < back.parts[part].mesh.triangles.size(); ++i)
                for (size_t corner = 0; corner < 3; ++corner)  // text may lose the last bit
                    ASSERT_TRUE(corners(back.parts[part], i)[corner].isApprox(
                        corners(loose.parts[part], i)[corner], 1e-6f))
                        << name;
        }
    }
}

TEST_F(SoupFile, NodesPlaceTheirMeshesAndAMeshShownTwiceStandsTwice) {
    const Soup soup = read_text(
        "nodes.gltf", gltf(R"({"name":"a","translation":[10,0,0],"children":[1,2]},)"
                           R"({"name":"b","mesh":0,"scale":[2,2,2]},)"
                           R"({"name":"c","mesh":0,"rotation":[0,0,0.70710678,0.70710678]})",
                           "0"));
    ASSERT_EQ(soup.parts.size(), 2u);
    EXPECT_EQ(soup.parts[0].node, "b");
    EXPECT_THAT(corners(soup.parts[0], 0),
                ElementsAre(Vec3f(10, 0, 0), Vec3f(12, 0, 0), Vec3f(10, 2, 0)));
    EXPECT_EQ(soup.parts[1].node, "c");
    EXPECT_LT((corners(soup.parts[1], 0)[1] - Vec3f(10, 1, 0)).norm(), 1e-6f);
    EXPECT_EQ(soup.parts[1].name, "blade");
}

TEST_F(SoupFile, MirroredMeshesKeepTheirOutside) {
    const Soup soup =
        read_text("mirror.gltf", gltf(R"({"mesh":0},{"mesh":0,"scale":[-1,1,1]})", "0,1"));
    ASSERT_EQ(soup.parts.size(), 2u);
    EXPECT_GT(outside(soup.parts[0], 0).z(), 0);
    EXPECT_GT(outside(soup.parts[1], 0).z(), 0);
    EXPECT_GT(soup.parts[1].mesh.normals[0].z(), 0.99f);
}

TEST_F(SoupFile, FlatTransformsAreLeftOutWithAllBelow) {
    const Soup soup = read_text(
        "flat.gltf", gltf(R"({"mesh":0},{"scale":[1,1,0],"children":[2]},{"mesh":0})", "0,1"));
    EXPECT_EQ(soup.parts.size(), 1u);
    EXPECT_THAT(soup.log.warnings, ElementsAre("1 nodes left out with all below them: their "
                                               "transform is flat or not finite"));
}

TEST_F(SoupFile, WhatAnAnimationDrivesIsMarkedAndWhatHangsOnIt) {
    // Times 0 and 1 and two places to be at: five words of eight floats.
    const std::string moved = R"(,"animations":[{"samplers":[{"input":1,"output":2}],"channels":)"
                              R"([{"sampler":0,"target":{"node":1,"path":"translation"}}]}])";
    std::string text = gltf(
        R"({"name":"still","mesh":0},{"name":"moved","children":[2]},{"name":"hung","mesh":0})",
        "0,1", moved);
    const auto replace = [&](const std::string& from, const std::string& to) {
        text.replace(text.find(from), from.size(), to);
    };
    replace(R"("max":[1,1,0]}])",
            R"("max":[1,1,0]},{"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR",)"
            R"("min":[0],"max":[1]},{"bufferView":2,"componentType":5126,"count":2,)"
            R"("type":"VEC3"}])");
    replace(R"("byteLength":36}],"buffers")",
            R"("byteLength":36},{"buffer":0,"byteOffset":12,"byteLength":8},)"
            R"({"buffer":0,"byteOffset":0,"byteLength":24}],"buffers")");
    const Soup soup = read_text("animated.gltf", text);
    ASSERT_EQ(soup.parts.size(), 2u);
    EXPECT_FALSE(soup.parts[0].animated);
    EXPECT_TRUE(soup.parts[1].animated);
}

TEST_F(SoupFile, TurnsTheAxisThatIsSaidToBeUp) {
    const std::string text = "v 0 0 0\nv 1 0 0\nv 0 0 3\nf 1 2 3\n";
    EXPECT_THAT(corners(read_text("z.obj", text, {Up::z}).parts[0], 0),
                ElementsAre(Vec3f(0, 0, 0), Vec3f(1, 0, 0), Vec3f(0, 3, 0)));
    const Soup x = read_text("x.obj", text, {Up::x});
    EXPECT_THAT(corners(x.parts[0], 0),
                ElementsAre(Vec3f(0, 0, 0), Vec3f(0, 1, 0), Vec3f(0, 0, 3)));
    EXPECT_THAT(x.log.warnings, ElementsAre("x is up as asked: turned to y"));
}

std::string collada(const std::string& head) {
    return R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" )"
           R"(version="1.4.1"><asset>)" +
           head +
           R"(</asset><library_geometries><geometry id="g" )"
           R"(name="leaf"><mesh><source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 0 3)"
           R"(</float_array><technique_common><accessor source="#pa" count="3" stride="3"><param )"
           R"(name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>)"
           R"(</accessor></technique_common></source><vertices id="v"><input semantic="POSITION" )"
           R"(source="#p"/></vertices><triangles count="1"><input semantic="VERTEX" source="#v" )"
           R"(offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>)"
           R"(<library_visual_scenes><visual_scene id="s"><node id="n" name="twig">)"
           R"(<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>)"
           R"(<scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
}

TEST_F(SoupFile, ColladaComesUprightAndInMetres) {
    const Soup soup = read_text(
        "z.dae", collada(R"(<unit name="centimetre" meter="0.01"/><up_axis>Z_UP</up_axis>)"));
    EXPECT_EQ(soup.parts[0].node, "twig");
    EXPECT_EQ(soup.unit, 1);
    EXPECT_LT((corners(soup.parts[0], 0)[2] - Vec3f(0, 0.03f, 0)).norm(), 1e-7f);
    EXPECT_THAT(soup.log.warnings, ElementsAre("z is up in the file: turned to y"));
    const Soup upright = read_text("y.dae", collada("<up_axis>Y_UP</up_axis>"));
    EXPECT_EQ(corners(upright.parts[0], 0)[2], Vec3f(0, 0, 3));
    EXPECT_TRUE(upright.log.warnings.empty());
}

/// The least that assimp takes for an FBX, by 4 vertices and one quad.
std::string fbx(int up, double unit) {
    std::string text =
        "; FBX 7.4.0 project file\nFBXHeaderExtension: {\n FBXHeaderVersion: 1003\n"
        " FBXVersion: 7400\n}\nGlobalSettings: {\n Version: 1000\n Properties70: {\n"
        "  P: \"UpAxis\", \"int\", \"Integer\", \"\",";
    text += std::to_string(up);
    text += "\n  P: \"UnitScaleFactor\", \"double\", \"Number\", \"\",";
    text += std::to_string(unit);
    text +=
        "\n }\n}\nObjects: {\n Geometry: 10, \"Geometry::g\", \"Mesh\" {\n"
        "  Vertices: *12 {\n   a: 0,0,0,1,0,0,1,0,3,0,0,3\n  }\n"
        "  PolygonVertexIndex: *4 {\n   a: 0,1,2,-4\n  }\n }\n"
        " Model: 11, \"Model::stem\", \"Mesh\" {\n  Version: 232\n }\n}\n"
        "Connections: {\n C: \"OO\",11,0\n C: \"OO\",10,11\n}\n";
    return text;
}

TEST_F(SoupFile, FbxTellsItsUnitAndItsAxis) {
    const Soup soup = read_text("z.fbx", fbx(2, 2.54));
    EXPECT_EQ(soup.parts[0].node, "stem");
    EXPECT_EQ(soup.parts[0].mesh.triangles.size(), 2u);
    EXPECT_NEAR(soup.unit, 0.0254, 1e-8);
    EXPECT_LT((bounds(soup.parts[0].mesh).max() - Vec3(1, 3, 0)).norm(), 1e-6);
    EXPECT_THAT(soup.log.warnings, ElementsAre("z is up in the file: turned to y"));
    const Soup upright = read_text("y.fbx", fbx(1, 1));
    EXPECT_LT((bounds(upright.parts[0].mesh).max() - Vec3(1, 0, 3)).norm(), 1e-6);
}

TEST_F(SoupFile, PlyKeepsItsVerticesApart) {
    const std::string head =
        "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\n"
        "property float y\nproperty float z\nelement face 2\n"
        "property list uchar int vertex_indices\nend_header\n";
    const Soup soup = read_text("loose.ply", head +
                                                 "0 0 0\n1 0 0\n0 1 0\n1 0 0\n0 0 1\n0 1 0\n"
                                                 "3 0 1 2\n3 3 4 5\n");
    EXPECT_EQ(soup.parts[0].mesh.positions.size(), 6u);
    EXPECT_EQ(triangles(soup), 2u);
    EXPECT_FALSE(soup.parts[0].has_uvs);
}

/// One triangle with colours, as bytes.
std::string binary_ply(bool big) {
    std::string text = std::string("ply\nformat binary_") + (big ? "big" : "little") +
                       "_endian 1.0\nelement vertex 3\nproperty double x\nproperty float y\n"
                       "property short z\nproperty list uchar uchar more\nelement face 1\n"
                       "property list uchar ushort vertex_index\nend_header\n";
    const auto add = [&](auto value) {
        std::string bytes(reinterpret_cast<const char*>(&value), sizeof value);
        if (big) std::ranges::reverse(bytes);
        text += bytes;
    };
    for (const Vec3& p : {Vec3(0, 0, -3), Vec3(0.5, 0, 0), Vec3(0, 2, 0)}) {
        add(p.x());
        add(static_cast<float>(p.y()));
        add(static_cast<int16_t>(p.z()));
        add(uint8_t{1});
        add(uint8_t{7});
    }
    add(uint8_t{3});
    for (uint16_t corner = 0; corner < 3; ++corner) add(corner);
    return text;
}

TEST_F(SoupFile, PlyIsReadAsBytesOfEitherOrder) {
    for (const bool big : {false, true})
        EXPECT_THAT(corners(read_text("bytes.ply", binary_ply(big)).parts[0], 0),
                    ElementsAre(Vec3f(0, 0, -3), Vec3f(0.5f, 0, 0), Vec3f(0, 2, 0)));
}

TEST_F(SoupFile, StripsOfAPlyTurnEveryOtherTriangle) {
    const Soup soup = read_text("strip.ply", R"(ply
format ascii 1.0
element vertex 4
property float x
property float y
property float z
element tristrips 1
property list int int vertex_indices
end_header
0 0 0
1 0 0
0 1 0
1 1 0
8 0 1 2 3 -1 1 3 2
)");
    ASSERT_EQ(triangles(soup), 3u);
    for (size_t i = 0; i < 3; ++i) EXPECT_GT(outside(soup.parts[0], i).z(), 0) << i;
}

TEST_F(SoupFile, TrianglesThatAreNoGeometryAreLeftOutAndCounted) {
    const std::string head =
        "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\n"
        "property float y\nproperty float z\nelement face 4\n"
        "property list uchar int vertex_indices\nend_header\n"
        "0 0 0\n1 0 0\n0 1 0\nnan 0 0\n2e9 0 0\n0 0 1\n";
    const Soup soup = read_text("bad.ply", head + "3 0 1 2\n3 0 1 3\n3 0 4 2\n3 0 1 77\n");
    EXPECT_EQ(triangles(soup), 1u);
    EXPECT_EQ(soup.parts[0].mesh.positions.size(), 3u);
    EXPECT_THAT(soup.log.warnings,
                ElementsAre("2 triangles left out: a corner is not finite or farther than 1e9 away",
                            "1 faces left out: they name vertices that do not exist"));
}

TEST_F(SoupFile, PointsAndLinesAreLeftOut) {
    const Soup soup =
        read_text("lines.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 5\nf 1 2 3\nl 1 4\np 4\n");
    EXPECT_EQ(triangles(soup), 1u);
    EXPECT_THAT(soup.log.warnings, ElementsAre("1 points left out", "1 lines left out"));
    EXPECT_EQ(soup.parts[0].mesh.positions.size(), 3u);
}

TEST_F(SoupFile, NormalsWithoutADirectionAreMadeAnew) {
    const Soup soup = read_text(
        "normals.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 0\nvn 1 0 0\nf 1//1 2//2 3//2\n");
    EXPECT_EQ(soup.parts[0].mesh.normals[0], Vec3f::UnitZ());
    EXPECT_EQ(soup.parts[0].mesh.normals[1], Vec3f::UnitX());
    EXPECT_THAT(soup.log.warnings, ElementsAre("1 normals without a direction made anew"));
}

}  // namespace
}  // namespace thigmo
