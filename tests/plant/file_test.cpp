// The .plant file: what is written comes back, and nothing else is let in.
#include "thigmo/plant/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "samples/plants.h"
#include "tests/message.h"
#include "thigmo/base/checksum.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/check.h"

namespace thigmo {
namespace {

using testing::HasSubstr;

std::span<const std::byte> as_bytes(const std::string& bytes) {
    return std::as_bytes(std::span(bytes));
}

/// Gives mutated bytes the checksum of what they now are.
void seal(std::string& bytes) {
    const size_t size = bytes.size() - sizeof(uint32_t);
    const uint32_t sum = checksum(as_bytes(bytes).first(size));
    std::memcpy(bytes.data() + size, &sum, sizeof sum);
}

std::string decoding(const std::string& bytes) {
    return message([&] { decode_plant(as_bytes(bytes), "x.plant"); });
}

/// Of the root table's first field, found beside the table's head.
size_t version_place(const std::string& bytes) {
    uint32_t root = 0;
    std::memcpy(&root, bytes.data(), sizeof root);
    int32_t to_vtable = 0;
    std::memcpy(&to_vtable, bytes.data() + root, sizeof to_vtable);
    uint16_t field = 0;
    std::memcpy(&field, bytes.data() + (static_cast<int64_t>(root) - to_vtable) + 4, sizeof field);
    return root + field;
}

Plant articulated() {
    Plant plant = samples::stem(3, 1.5, 0.02, 0.01);
    plant.articulations.resize(3);
    Articulation& middle = plant.articulations[SegmentId(1)];
    middle.frame = Quat(Eigen::AngleAxisd(0.3, Vec3::UnitZ()));
    middle.density = 650;
    middle.mass = 0.25;
    middle.centre = {0.25, 0.01, 0.02};
    middle.inertia = {1e-4, 2e-3, 3e-3};
    middle.young = {1e9, 2e9, 3e9};
    middle.damping = {0.1, 0.2, 0.3};
    middle.stiffness = {10, 20, 30};
    middle.initial = {0.01, -0.02, 0.03};
    return plant;
}

/// Voxels in two of the sapling's domains.
Plant solid() {
    Plant plant = samples::sapling();
    plant.volumes.resize(plant.domains.size());
    plant.volumes[DomainId(size_t{0})] = {{Vec3(-1, 0, 0.5), 0.1, {{0, 0, 0}, {0, 3, 1}}}, {0, 15}};
    plant.volumes[DomainId(4)] = {{Vec3(2, 1, 0), 0.2, {{7, 8, 9}}}, {}};
    return plant;
}

}  // namespace

TEST(PlantFile, VolumesComeBack) {
    const Plant plant = solid();
    EXPECT_EQ(decode_plant(as_bytes(encode_plant(plant)), "x.plant").volumes, plant.volumes);
}

TEST(PlantFile, RejectsVoxelsOfNoDomain) {
    // As many rows of voxels as there are domains, which is what the file counts by.
    Plant plant = solid();
    plant.volumes.resize(2);
    EXPECT_EQ(decoding(encode_plant(plant)),
              "x.plant: 2 volumes, expected none or one for each of 7 domains");
    std::string bytes = encode_plant(solid());
    // The counts of fixed corners, 2 0 0 0 0 0 0, behind their number.
    const std::string counts("\7\0\0\0\2\0\0\0\0\0\0\0", 12);
    const size_t first = bytes.find(counts), last = bytes.rfind(counts);
    ASSERT_NE(first, last);
    for (const size_t at : {first, last}) {
        std::string wrong = bytes;
        wrong[at + 4] = 3;
        seal(wrong);
        EXPECT_THAT(decoding(wrong),
                    testing::MatchesRegex("x.plant: damaged: found 7 rows of [34] voxels or "
                                          "corners, expected 7 of [23]"));
    }
}

TEST(PlantFile, PropsTakeAVersionThatKnowsThem) {
    const std::string plain = encode_plant(samples::sapling());
    const std::string potted = encode_plant(samples::potted(samples::sapling()));
    EXPECT_EQ(plain[version_place(plain)], 1);
    EXPECT_EQ(potted[version_place(potted)], 2);
    EXPECT_EQ(decode_plant(as_bytes(potted), "x.plant").domains.kind[DomainId(size_t{0})],
              Kind::prop);
}

TEST(PlantFile, EveryFieldOfASaplingComesBack) {
    const Plant plant = samples::sapling();
    const Plant read = decode_plant(as_bytes(encode_plant(plant)), "x.plant");
    EXPECT_EQ(read.name, plant.name);
    EXPECT_EQ(read.domains.key, plant.domains.key);
    EXPECT_EQ(read.domains.parent, plant.domains.parent);
    EXPECT_EQ(read.domains.attachment, plant.domains.attachment);
    EXPECT_EQ(read.domains.segments, plant.domains.segments);
    EXPECT_EQ(read.domains.order, plant.domains.order);
    EXPECT_EQ(read.domains.kind, plant.domains.kind);
    EXPECT_EQ(read.domains.flexible, plant.domains.flexible);
    EXPECT_EQ(read.domains.material, plant.domains.material);
    EXPECT_EQ(read.domains.look, plant.domains.look);
    EXPECT_EQ(read.domains.shape, plant.domains.shape);
    for (const DomainId domain : plant.domains.rows()) {
        const Placement &a = read.domains.placement[domain], &b = plant.domains.placement[domain];
        EXPECT_EQ(a.position, b.position);
        EXPECT_EQ(a.rotation.coeffs(), b.rotation.coeffs());
        EXPECT_EQ(a.scale, b.scale);
    }
    EXPECT_EQ(read.segments.columns(), plant.segments.columns());
    EXPECT_EQ(read.shapes, plant.shapes);
    EXPECT_EQ(read.materials, plant.materials);
    EXPECT_EQ(read.looks, plant.looks);
    EXPECT_EQ(read.textures, plant.textures);
    EXPECT_TRUE(read.articulations.empty());
}

TEST(PlantFile, ArticulationsComeBack) {
    const Plant plant = articulated();
    const Plant read = decode_plant(as_bytes(encode_plant(plant)), "x.plant");
    ASSERT_EQ(read.articulations.size(), 3u);
    for (const SegmentId row : plant.articulations.rows()) {
        const Articulation &a = read.articulations[row], &b = plant.articulations[row];
        EXPECT_EQ(a.frame.coeffs(), b.frame.coeffs());
        EXPECT_EQ(a.density, b.density);
        EXPECT_EQ(a.mass, b.mass);
        EXPECT_EQ(a.centre, b.centre);
        EXPECT_EQ(a.inertia, b.inertia);
        EXPECT_EQ(a.young, b.young);
        EXPECT_EQ(a.damping, b.damping);
        EXPECT_EQ(a.stiffness, b.stiffness);
        EXPECT_EQ(a.initial, b.initial);
    }
}

TEST(PlantFile, SavedAgainIsByteIdentical) {
    for (const Plant& plant :
         {samples::sapling(), articulated(), solid(), samples::potted(samples::sapling())}) {
        const std::string bytes = encode_plant(plant);
        EXPECT_EQ(encode_plant(decode_plant(as_bytes(bytes), "x.plant")), bytes);
    }
}

TEST(PlantFile, SavesToDiskAndLoads) {
    const std::string path = testing::TempDir() + "thigmo_saved.plant";
    save_plant(samples::sapling(), path);
    EXPECT_EQ(encode_plant(load_plant(path)), encode_plant(samples::sapling()));
    std::filesystem::remove(path);
}

TEST(PlantFile, ReadsBytesThatAreNotAligned) {
    std::string bytes(1, '?');
    bytes += encode_plant(samples::sapling());
    EXPECT_EQ(decode_plant(as_bytes(bytes).subspan(1), "x.plant").domains.size(), 7u);
}

TEST(PlantFile, RejectsAnEmptyFile) {
    EXPECT_EQ(decoding(""), "x.plant: found an empty file, expected a .plant file");
}

TEST(PlantFile, RejectsOtherFiles) {
    const std::string expected = "x.plant: found no mark 'THPL' at byte 4, expected a .plant file";
    EXPECT_EQ(decoding("solid cube\nfacet normal 0 0 0\n"), expected);
    EXPECT_EQ(decoding("THPL"), expected);
}

TEST(PlantFile, RejectsEveryTruncation) {
    const std::string bytes = encode_plant(samples::sapling());
    for (size_t size = 0; size < bytes.size(); ++size)
        ASSERT_THAT(decoding(bytes.substr(0, size)), HasSubstr("expected")) << size;
}

TEST(PlantFile, RejectsEverySingleFlippedBit) {
    const std::string whole = encode_plant(samples::stem(1, 1, 0.1, 0.1));
    for (size_t bit = 0; bit < 8 * whole.size(); ++bit) {
        std::string bytes = whole;
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
        ASSERT_THAT(decoding(bytes), HasSubstr("expected")) << bit;
    }
}

TEST(PlantFile, RejectsAnotherSchemaVersion) {
    std::string bytes = encode_plant(samples::sapling());
    bytes[version_place(bytes)] = 7;
    seal(bytes);
    EXPECT_EQ(decoding(bytes),
              "x.plant: found schema version 7, expected 1 … 2 (the file is damaged or of "
              "another Thigmo)");
}

TEST(PlantFile, RejectsDamageByItsChecksum) {
    std::string bytes = encode_plant(samples::sapling());
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    EXPECT_THAT(decoding(bytes),
                testing::MatchesRegex("x.plant: found checksum [0-9a-f]+, expected "
                                      "[0-9a-f]+ .the file is damaged or cut "
                                      "short."));
}

TEST(PlantFile, RejectsTablesBeyondTheFile) {
    // Cut in the middle and sealed again: the checksum holds, the offsets do not.
    std::string bytes = encode_plant(samples::sapling()).substr(0, 2048);
    seal(bytes);
    EXPECT_EQ(decoding(bytes),
              "x.plant: damaged: found tables that reach beyond the file or lack a column");
}

TEST(PlantFile, RejectsAnUnsoundPlantOnSaving) {
    Plant plant = samples::sapling();
    plant.segments.start_radius[SegmentId(2)] = -1;
    try {
        save_plant(plant, testing::TempDir() + "thigmo_unsound.plant");
        FAIL() << "saved";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("thigmo_unsound.plant: segment 2: radius -1"));
    }
    EXPECT_FALSE(std::filesystem::exists(testing::TempDir() + "thigmo_unsound.plant"));
}

}  // namespace thigmo
