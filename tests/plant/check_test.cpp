// Every invariant of a plant, each broken once in a sapling.
#include "thigmo/plant/check.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "samples/plants.h"
#include "thigmo/base/error.h"

namespace thigmo {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

DomainId domain(size_t row) {
    return DomainId(row);
}
SegmentId segment(size_t row) {
    return SegmentId(row);
}

struct Fault {
    const char* name;
    std::function<void(Plant&)> make;
    const char* message;
};

void PrintTo(const Fault& fault, std::ostream* out) {
    *out << fault.name;
}

Shape& leaf(Plant& plant) {
    return plant.shapes[ShapeId(size_t{0})];
}
Material& wood(Plant& plant) {
    return plant.materials[MaterialId(size_t{0})];
}
Look& bark(Plant& plant) {
    return plant.looks[LookId(size_t{0})];
}
Articulation& stated(Plant& plant) {
    plant.articulations.resize(plant.segments.size());
    return plant.articulations[segment(1)];
}

// Rows of the sapling: trunk 0 (segments 0-2); twig 1 (3, 4) with leaves 2, 3; twig 4 (5, 6) with
// leaves 5, 6.
const std::vector<Fault> lengths = {
    {"NoDomains", [](Plant& p) { p = Plant(); }, "no domains, expected at least one"},
    {"DomainColumn", [](Plant& p) { p.domains.kind.resize(6); },
     "domains: a column of 6 rows, expected 7 as in its other columns"},
    {"SegmentColumn", [](Plant& p) { p.segments.end.resize(9, Vec3::Zero()); },
     "segments: a column of 9 rows, expected 7 as in its other columns"},
    {"Articulations", [](Plant& p) { p.articulations.resize(3); },
     "3 articulations, expected none or one for each of 7 segments"},
    {"Volumes", [](Plant& p) { p.volumes.resize(3); },
     "3 volumes, expected none or one for each of 7 domains"},
};

const std::vector<Fault> tree = {
    {"ParentAfter", [](Plant& p) { p.domains.parent[domain(1)] = domain(4); },
     "domain 1: parent 4, expected one before it"},
    {"ParentItself", [](Plant& p) { p.domains.parent[domain(1)] = domain(1); },
     "domain 1: parent 1, expected one before it"},
    {"ParentBeyond", [](Plant& p) { p.domains.parent[domain(1)] = domain(77); },
     "domain 1: parent 77, expected one before it"},
    {"NotDepthFirst", [](Plant& p) { p.domains.parent[domain(5)] = domain(1); },
     "domain 5: parent 1, whose subtree has ended; expected depth-first order"},
    {"RunOverlaps",
     [](Plant& p) {
         p.domains.segments[domain(1)] = {2, 3};
     },
     "domain 1: 3 segments from 2, expected a run from 3 within 7"},
    {"RunTooLong",
     [](Plant& p) {
         p.domains.segments[domain(4)] = {5, UINT32_MAX};
     },
     "domain 4: 4294967295 segments from 5, expected a run from 5 within 7"},
    {"EmptyRunElsewhere",
     [](Plant& p) {
         p.domains.segments[domain(6)] = {0, 0};
     },
     "domain 6: 0 segments from 0, expected a run from 7 within 7"},
    {"SegmentsLeft",
     [](Plant& p) {
         p.domains.segments[domain(4)] = {5, 1};
         for (const size_t row : {5u, 6u}) {
             p.domains.segments[domain(row)] = {6, 0};
             p.domains.attachment[domain(row)].segment = segment(5);
         }
     },
     "domains own 6 segments, expected all 7"},
    {"NothingToDraw", [](Plant& p) { p.domains.shape[domain(2)] = ShapeId::none(); },
     "domain 2: neither segments nor a shape"},
    {"RootOrder", [](Plant& p) { p.domains.order[domain(0)] = 1; },
     "domain 0: order 1, expected 0 at a root"},
    {"OrderJumps", [](Plant& p) { p.domains.order[domain(2)] = 3; },
     "domain 2: order 3, expected 1 or 2"},
    {"OrderFalls", [](Plant& p) { p.domains.order[domain(2)] = 0; },
     "domain 2: order 0, expected 1 or 2"},
    {"RootAttached", [](Plant& p) { p.domains.attachment[domain(0)].segment = segment(0); },
     "domain 0: attached to segment 0, expected none: a root has no segments"},
    {"AttachedToLeaf",
     [](Plant& p) {
         p.domains.parent[domain(3)] = domain(2);
         p.domains.order[domain(3)] = 3;
     },
     "domain 3: attached to segment 4, expected none: its parent has no segments"},
    {"AttachedElsewhere", [](Plant& p) { p.domains.attachment[domain(1)].segment = segment(5); },
     "domain 1: attached to segment 5, expected 0 … 2 of its parent 0"},
    {"NotAttached", [](Plant& p) { p.domains.attachment[domain(1)].segment = SegmentId::none(); },
     "domain 1: attached to segment none, expected 0 … 2 of its parent 0"},
    {"PropHeld", [](Plant& p) { p.domains.kind[domain(2)] = Kind::prop; },
     "domain 2: a prop with a parent, expected a rigid shape on the ground"},
    {"PropWithSegments",
     [](Plant& p) {
         p = samples::stem(2, 1, 0.1, 0.1);
         p.domains.kind[domain(0)] = Kind::prop;
     },
     "domain 0: a prop with segments, expected a rigid shape on the ground"},
    {"PropFlexible",
     [](Plant& p) {
         p = samples::potted(p);
         p.domains.flexible[domain(0)] = 1;
     },
     "domain 0: a prop with it flexible, expected a rigid shape on the ground"},
    {"PropBears", [](Plant& p) { p.domains.kind[domain(0)] = Kind::prop; },
     "domain 0: a prop with segments, expected a rigid shape on the ground"},
    {"PropBearsALeaf",
     [](Plant& p) {
         p = samples::potted(p);
         const DomainId stone = domain(8);
         for_columns(p.domains.columns(), p.domains.columns(),
                     [&](auto& column, auto&) { column.push_back(column[stone]); });
         p.domains.parent[domain(9)] = stone;
         p.domains.kind[domain(9)] = Kind::leaf;
     },
     "domain 9: parent 8 is a prop, which bears nothing"},
    {"DomainKey", [](Plant& p) { p.domains.key[domain(3)] = p.domains.key[domain(1)] = 5; },
     "domains: key 5 stands twice, expected once"},
    {"SegmentKey", [](Plant& p) { p.segments.key[segment(6)] = p.segments.key[segment(0)] = 8; },
     "segments: key 8 stands twice, expected once"},
};

/// Two voxels side by side: twelve corners.
Volume& volume(Plant& plant) {
    plant.volumes.resize(plant.domains.size());
    Volume& own = plant.volumes[domain(1)];
    own.mesh = {Vec3(0.1, 0.2, 0.3), 0.05, {{0, 0, 0}, {0, 0, 1}}};
    own.fixed = {0, 3, 11};
    return own;
}

const std::vector<Fault> volumes = {
    {"VoxelTwice",
     [](Plant& p) {
         volume(p).mesh.voxels.push_back({0, 0, 1});
     },
     "volume 1: voxels out of order, expected each once, ascending"},
    {"VoxelBefore",
     [](Plant& p) {
         volume(p).mesh.voxels.push_back({0, 0, 0});
     },
     "volume 1: voxels out of order, expected each once, ascending"},
    {"FixedBefore", [](Plant& p) { volume(p).fixed.push_back(2); },
     "volume 1: fixed corners out of order, expected each once, ascending"},
    {"FixedBeyond", [](Plant& p) { volume(p).fixed.push_back(12); },
     "volume 1: fixed corner 12, expected less than 12"},
    {"FixedNowhere", [](Plant& p) { volume(p).mesh.voxels.clear(); },
     "volume 1: fixed corner 11, expected less than 0"},
    {"Cell", [](Plant& p) { volume(p).mesh.cell = 0; },
     "volume 1: cell 0, expected 1e-09 … 1000000"},
    {"CellNan", [](Plant& p) { volume(p).mesh.cell = nan; },
     "volume 1: cell nan, expected 1e-09 … 1000000"},
    {"Origin", [](Plant& p) { volume(p).mesh.origin.y() = nan; },
     "volume 1: reach nan, expected -1000000 … 1000000"},
    {"Reach", [](Plant& p) { volume(p).mesh.cell = 1e6; },
     "volume 1: reach 1000000.3, expected -1000000 … 1000000"},
    {"VoxelLast",
     [](Plant& p) {
         volume(p).mesh.voxels.push_back({0, 0, UINT16_MAX});
     },
     "volume 1: a voxel at 65535, expected less"},
};

const std::vector<Fault> domain_values = {
    {"Kind", [](Plant& p) { p.domains.kind[domain(1)] = static_cast<Kind>(7); },
     "domain 1: kind 7, expected less than 7"},
    {"Flexible", [](Plant& p) { p.domains.flexible[domain(1)] = 2; },
     "domain 1: flexible 2, expected 0 or 1"},
    {"AlongNegative", [](Plant& p) { p.domains.attachment[domain(1)].along = -0.1; },
     "domain 1: along -0.1, expected 0 … 1"},
    {"AlongNan", [](Plant& p) { p.domains.attachment[domain(1)].along = nan; },
     "domain 1: along nan, expected 0 … 1"},
    {"Position", [](Plant& p) { p.domains.placement[domain(2)].position.y() = infinite; },
     "domain 2: position inf, expected -1000000 … 1000000"},
    {"ScaleZero", [](Plant& p) { p.domains.placement[domain(2)].scale = 0; },
     "domain 2: scale 0, expected 1e-06 … 1000000"},
    {"Rotation", [](Plant& p) { p.domains.placement[domain(2)].rotation = Quat(0, 0, 0, 0); },
     "domain 2: rotation (0, 0, 0, 0), expected a quaternion of length 1"},
    {"RotationNan", [](Plant& p) { p.domains.placement[domain(2)].rotation.w() = nan; },
     "domain 2: rotation (0, 0, 0.5646424733950354, nan), expected a quaternion of length 1"},
    {"Material", [](Plant& p) { p.domains.material[domain(2)] = MaterialId(2); },
     "domain 2: material 2, expected less than 2"},
    {"NoMaterial", [](Plant& p) { p.domains.material[domain(2)] = MaterialId::none(); },
     "domain 2: material none, expected less than 2"},
    {"LookId", [](Plant& p) { p.domains.look[domain(2)] = LookId(9); },
     "domain 2: look 9, expected less than 2"},
    {"ShapeId", [](Plant& p) { p.domains.shape[domain(2)] = ShapeId(1); },
     "domain 2: shape 1, expected less than 1"},
};

const std::vector<Fault> segment_values = {
    {"StartNan", [](Plant& p) { p.segments.start[segment(4)].z() = nan; },
     "segment 4: start nan, expected -1000000 … 1000000"},
    {"EndFar", [](Plant& p) { p.segments.end[segment(4)].x() = -2e6; },
     "segment 4: end -2000000, expected -1000000 … 1000000"},
    {"Radius", [](Plant& p) { p.segments.end_radius[segment(3)] = -0.5; },
     "segment 3: radius -0.5, expected 0 … 1000000"},
    {"NoRadius",
     [](Plant& p) { p.segments.start_radius[segment(3)] = p.segments.end_radius[segment(3)] = 0; },
     "segment 3: radius 0 m at the thicker end, expected at least 1e-09 m"},
    {"NoLength", [](Plant& p) { p.segments.end[segment(3)] = p.segments.start[segment(3)]; },
     "segment 3: length 0 m, expected at least 1e-09 m"},
    {"Gap", [](Plant& p) { p.segments.start[segment(1)].x() += 0.5; },
     "segment 1: starts 0.5 m from the end of the one before it, expected at most 1e-06 m"},
    {"Frame", [](Plant& p) { stated(p).frame.w() = 3; },
     "articulation 1: frame (0, 0, 0, 3), expected a quaternion of length 1"},
    {"Density", [](Plant& p) { stated(p).density = -1; },
     "articulation 1: density -1, expected 0 … 1000000"},
    {"Mass", [](Plant& p) { stated(p).mass = nan; },
     "articulation 1: mass nan, expected 0 … 1000000000000"},
    {"Centre", [](Plant& p) { stated(p).centre.x() = 1e7; },
     "articulation 1: centre 10000000, expected -1000000 … 1000000"},
    {"Inertia", [](Plant& p) { stated(p).inertia.y() = -1; },
     "articulation 1: inertia -1, expected 0 … 1e+18"},
    {"Young", [](Plant& p) { stated(p).young.z() = -2; },
     "articulation 1: young -2, expected 0 … 1000000000000000"},
    {"Damping", [](Plant& p) { stated(p).damping.z() = nan; },
     "articulation 1: damping nan, expected 0 … 1e+18"},
    {"Stiffness", [](Plant& p) { stated(p).stiffness.z() = infinite; },
     "articulation 1: stiffness inf, expected 0 … 1e+18"},
    {"Initial", [](Plant& p) { stated(p).initial.x() = 2000; },
     "articulation 1: initial 2000, expected -1000 … 1000"},
};

const std::vector<Fault> tables = {
    {"PlantName", [](Plant& p) { p.name = "oak\n"; },
     "plant 0: name has byte 0x0a at 3, expected UTF-8 text"},
    {"LongName", [](Plant& p) { p.name.assign(1001, 'x'); },
     "plant 0: name of 1001 bytes, expected at most 1000"},
    {"MaterialName", [](Plant& p) { wood(p).name = "a\xc3"; },
     "material 0: name has byte 0xc3 at 1, expected UTF-8 text"},
    {"YoungModulus", [](Plant& p) { wood(p).young = 0; },
     "material 0: young 0, expected 0.001 … 1000000000000000"},
    {"Shear", [](Plant& p) { wood(p).shear = nan; },
     "material 0: shear nan, expected 0.001 … 1000000000000000"},
    {"MaterialDensity", [](Plant& p) { wood(p).density = -5; },
     "material 0: density -5, expected 0.001 … 1000000"},
    {"Strength", [](Plant& p) { wood(p).strength = 0; },
     "material 0: strength 0, expected 0.001 … 1000000000000000"},
    {"DampingRatio", [](Plant& p) { wood(p).damping_ratio = -1; },
     "material 0: damping_ratio -1, expected 0 … 1000"},
    {"Drag", [](Plant& p) { wood(p).drag = infinite; }, "material 0: drag inf, expected 0 … 1000"},
    {"Vogel", [](Plant& p) { wood(p).vogel = -2.5; }, "material 0: vogel -2.5, expected -2 … 2"},
    {"TipYoung", [](Plant& p) { wood(p).tip_young = 0; },
     "material 0: tip_young 0, expected 1e-06 … 1000000"},
    {"TipDensity", [](Plant& p) { wood(p).tip_density = nan; },
     "material 0: tip_density nan, expected 1e-06 … 1000000"},
    {"YoungAtTheTip", [](Plant& p) { wood(p).young = 1e12, wood(p).tip_young = 1e5; },
     "material 0: young at the tip 1e+17, expected 0.001 … 1000000000000000"},
    {"ShearAtTheTip", [](Plant& p) { wood(p).shear = 1e12, wood(p).tip_young = 1e4; },
     "material 0: shear at the tip 1e+16, expected 0.001 … 1000000000000000"},
    {"DensityAtTheTip", [](Plant& p) { wood(p).density = 1e4, wood(p).tip_density = 1e3; },
     "material 0: density at the tip 10000000, expected 0.001 … 1000000"},
    {"LookName", [](Plant& p) { bark(p).name = "\x1b[2J"; },
     "look 0: name has byte 0x1b at 0, expected UTF-8 text"},
    {"Red", [](Plant& p) { bark(p).colour.x() = 1.5f; }, "look 0: red 1.5, expected 0 … 1"},
    {"Green", [](Plant& p) { bark(p).colour.y() = -1; }, "look 0: green -1, expected 0 … 1"},
    {"Blue", [](Plant& p) { bark(p).colour.z() = NAN; }, "look 0: blue nan, expected 0 … 1"},
    {"Cutoff", [](Plant& p) { bark(p).alpha_cutoff = 2; },
     "look 0: alpha_cutoff 2, expected 0 … 1"},
    {"Translucency", [](Plant& p) { bark(p).translucency = -2; },
     "look 0: translucency -2, expected 0 … 1"},
    {"Roughness", [](Plant& p) { bark(p).roughness = 7; }, "look 0: roughness 7, expected 0 … 1"},
    {"TextureId", [](Plant& p) { bark(p).texture = TextureId(1); },
     "look 0: texture 1, expected less than 1"},
    {"TextureName", [](Plant& p) { p.textures.back().name = "\xed\xa0\x80"; },
     "texture 0: name has byte 0xed at 0, expected UTF-8 text"},
    {"TextureBytes", [](Plant& p) { p.textures.back().bytes = "GIF89a"; },
     "texture 0: 6 bytes that are no picture, expected PNG or JPEG"},
};

const std::vector<Fault> shapes = {
    {"Name", [](Plant& p) { leaf(p).name.assign(1, '\xff'); },
     "shape 0: name has byte 0xff at 0, expected UTF-8 text"},
    {"Area", [](Plant& p) { leaf(p).area = 0; }, "shape 0: area 0, expected 1e-18 … 1000000000000"},
    {"Thickness", [](Plant& p) { leaf(p).thickness = nan; },
     "shape 0: thickness nan, expected 1e-09 … 1000000"},
    {"Normals", [](Plant& p) { leaf(p).mesh.normals.pop_back(); },
     "shape 0: 3 normals, expected 4 as there are positions"},
    {"Uvs", [](Plant& p) { leaf(p).mesh.uvs.clear(); },
     "shape 0: 0 uvs, expected 4 as there are positions"},
    {"NoTriangles", [](Plant& p) { leaf(p).mesh.triangles.clear(); },
     "shape 0: no triangles, expected at least one"},
    {"IdleVertex", [](Plant& p) { leaf(p).mesh.triangles.pop_back(); },
     "shape 0: vertex 3 is a corner of no triangle, expected at least one"},
    {"Vertex", [](Plant& p) { leaf(p).mesh.triangles[1][2] = 4; },
     "shape 0: triangle 1: vertex 4, expected less than 4"},
    {"Position", [](Plant& p) { leaf(p).mesh.positions[2].y() = NAN; },
     "shape 0: position 2: nan, expected -1000000 … 1000000"},
    {"Uv", [](Plant& p) { leaf(p).mesh.uvs[3].x() = INFINITY; },
     "shape 0: uv 3: inf, expected -1000000 … 1000000"},
    {"Normal", [](Plant& p) { leaf(p).mesh.normals[1] *= 2; },
     "shape 0: normal 1: length 2, expected 1"},
    {"NormalNan", [](Plant& p) { leaf(p).mesh.normals[1].x() = NAN; },
     "shape 0: normal 1: length nan, expected 1"},
};

class Check : public testing::TestWithParam<Fault> {};

}  // namespace

TEST(CheckOfSamples, FindsNoFault) {
    EXPECT_EQ(find_fault(samples::sapling()), "");
    EXPECT_EQ(find_fault(samples::stem(5, 2, 0.1, 0)), "");
    Plant plant = samples::sapling();
    stated(plant);
    EXPECT_EQ(find_fault(plant), "");
}

TEST(CheckOfSamples, AllowsPropsAndVolumes) {
    EXPECT_EQ(find_fault(samples::potted(samples::sapling())), "");
    Plant plant = samples::sapling();
    volume(plant);
    EXPECT_EQ(find_fault(plant), "");
}

TEST(CheckOfSamples, AllowsSeveralRoots) {
    Plant plant = samples::sapling();
    plant.domains.parent[domain(4)] = DomainId::none();
    plant.domains.attachment[domain(4)] = {};
    plant.domains.order[domain(4)] = 0;
    for (const size_t row : {5u, 6u}) plant.domains.order[domain(row)] = 1;
    EXPECT_EQ(find_fault(plant), "");
}

TEST(CheckOfSamples, AllowsAShapeOnAShape) {
    Plant plant = samples::sapling();
    plant.domains.parent[domain(3)] = domain(2);
    plant.domains.attachment[domain(3)] = {};
    EXPECT_EQ(find_fault(plant), "");
}

TEST(CheckOfSamples, AllowsNamesInAnyScript) {
    Plant plant = samples::sapling();
    plant.name = "chêne 橡树 🌳";
    EXPECT_EQ(find_fault(plant), "");
}

TEST(CheckOfSamples, NamesTheSource) {
    Plant plant = samples::sapling();
    plant.domains.flexible[domain(1)] = 9;
    try {
        check(plant, "oak.plant");
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "oak.plant: domain 1: flexible 9, expected 0 or 1");
    }
}

TEST(CheckOfSamples, FindsOneRepeatedKeyAmongMany) {
    Plant plant = samples::stem(50000, 10, 0.1, 0.05);
    EXPECT_EQ(find_fault(plant), "");
    plant.segments.key[segment(49999)] = plant.segments.key[segment(17)] = 12345;
    EXPECT_EQ(find_fault(plant), "segments: key 12345 stands twice, expected once");
}

TEST_P(Check, Rejects) {
    Plant plant = samples::sapling();
    GetParam().make(plant);
    EXPECT_EQ(find_fault(plant), GetParam().message);
}

const auto fault_name = [](const auto& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(Lengths, Check, testing::ValuesIn(lengths), fault_name);
INSTANTIATE_TEST_SUITE_P(Tree, Check, testing::ValuesIn(tree), fault_name);
INSTANTIATE_TEST_SUITE_P(DomainValues, Check, testing::ValuesIn(domain_values), fault_name);
INSTANTIATE_TEST_SUITE_P(SegmentValues, Check, testing::ValuesIn(segment_values), fault_name);
INSTANTIATE_TEST_SUITE_P(Volumes, Check, testing::ValuesIn(volumes), fault_name);
INSTANTIATE_TEST_SUITE_P(Tables, Check, testing::ValuesIn(tables), fault_name);
INSTANTIATE_TEST_SUITE_P(Shapes, Check, testing::ValuesIn(shapes), fault_name);

}  // namespace thigmo
