// Point caches read back byte by byte, against the posed plant.
#include "thigmo/io/point_cache.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <sstream>

#include "samples/plants.h"
#include "tests/io/motion_files.h"
#include "tests/message.h"
#include "thigmo/base/file.h"

namespace thigmo {
namespace {

using testing::HasSubstr;

using PointCaches = MotionFiles;

/// 32-bit values from a place in the bytes.
template <class T>
std::vector<T> values(const std::string& bytes, size_t at, size_t count, bool big_endian) {
    std::vector<T> out(count);
    for (size_t i = 0; i < count; ++i) {
        std::string word = bytes.substr(at + 4 * i, 4);
        if (big_endian) std::reverse(word.begin(), word.end());
        std::memcpy(&out[i], word.data(), 4);
    }
    return out;
}

/// The `v` lines of an OBJ.
std::vector<Vec3f> rest_vertices(const std::filesystem::path& path) {
    std::vector<Vec3f> vertices;
    std::istringstream lines(read_file(path));
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("v ")) {
            std::istringstream words(line.substr(2));
            Vec3f& v = vertices.emplace_back();
            words >> v.x() >> v.y() >> v.z();
        }
    return vertices;
}

/// A plant of one triangle that is carried away.
Plant one_triangle() {
    Plant plant = samples::sapling();
    const DomainId leaf(size_t{2});
    plant.segments = {};
    Domains one;
    for_columns(one.columns(), plant.domains.columns(),
                [&](auto& to, const auto& from) { to.push_back(from[leaf]); });
    plant.domains = one;
    const DomainId first(size_t{0});
    plant.domains.parent[first] = DomainId::none();
    plant.domains.attachment[first] = {};
    plant.domains.placement[first] = {};
    plant.shapes = {Shape{"triangle",
                          {{{0, 0, 0}, {1, 0, 0}, {0, 2, 4}},
                           {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
                           {{0, 0}, {1, 0}, {0, 1}},
                           {{0, 1, 2}}}}};
    plant.domains.shape[first] = ShapeId(size_t{0});
    return plant;
}

Motion lifted() {
    Motion motion;
    motion.frames_per_second = 2;
    motion.poses.resize(2, rest_pose(one_triangle()));
    samples::carry({Quat::Identity(), Vec3(0, 0.5, 0)}, motion.poses[1]);
    return motion;
}

PointCacheSettings settings(CacheFormat format, size_t frames, Axes axes = Axes::y_up) {
    PointCacheSettings settings;
    settings.format = format;
    settings.frames = frames;
    settings.axes = axes;
    return settings;
}

std::string hex(const std::string& bytes) {
    std::string text;
    for (size_t i = 0; i < bytes.size(); ++i) {
        char pair[4];
        std::snprintf(pair, sizeof pair, "%02x", static_cast<unsigned char>(bytes[i]));
        text += pair;
        if (i % 4 == 3) text += ' ';
    }
    return text;
}

TEST_F(PointCaches, GoldenPc2) {
    const Plant plant = one_triangle();
    play(lifted(), *open_point_cache(plant, settings(CacheFormat::pc2, 0), folder_ / "x.pc2"));
    EXPECT_EQ(hex(read_file(folder_ / "x.pc2")),
              "504f494e 54434143 48453200 01000000 03000000 00000000 0000803f 02000000 "
              "00000000 00000000 00000000 0000803f 00000000 00000000 00000000 00000040 00008040 "
              "00000000 0000003f 00000000 0000803f 0000003f 00000000 00000000 00002040 00008040 ");
}

TEST_F(PointCaches, GoldenMdd) {
    const Plant plant = one_triangle();
    play(lifted(), *open_point_cache(plant, settings(CacheFormat::mdd, 2), folder_ / "x.mdd"));
    EXPECT_EQ(hex(read_file(folder_ / "x.mdd")),
              "00000002 00000003 00000000 3f000000 "
              "00000000 00000000 00000000 3f800000 00000000 00000000 00000000 40000000 40800000 "
              "00000000 3f000000 00000000 3f800000 3f000000 00000000 00000000 40200000 40800000 ");
}

TEST_F(PointCaches, AnMddOfFewerFramesThanExpectedIsTheSame) {
    const Plant plant = one_triangle();
    play(lifted(), *open_point_cache(plant, settings(CacheFormat::mdd, 2), folder_ / "x.mdd"));
    play(lifted(), *open_point_cache(plant, settings(CacheFormat::mdd, 9), folder_ / "y.mdd"));
    EXPECT_EQ(hex(read_file(folder_ / "x.mdd")), hex(read_file(folder_ / "y.mdd")));
}

TEST_F(PointCaches, FramesAreThePosedPlantInTheOrderOfTheObj) {
    const Plant plant = samples::sapling();
    const Motion motion = swinging(plant, 4, 0.3, 0.5);
    play(motion, *open_point_cache(plant, settings(CacheFormat::pc2, 4), folder_ / "x.pc2"));
    play(motion, *open_point_cache(plant, settings(CacheFormat::mdd, 4), folder_ / "y.mdd"));
    const std::vector<Vec3f> rest = rest_vertices(folder_ / "x.obj");
    const std::vector<Vec3f> at_rest = posed_sapling(plant, rest_pose(plant));
    ASSERT_EQ(rest.size(), at_rest.size());
    for (size_t i = 0; i < rest.size(); ++i) EXPECT_LT((rest[i] - at_rest[i]).norm(), 1e-6);
    const std::string pc2 = read_file(folder_ / "x.pc2"), mdd = read_file(folder_ / "y.mdd");
    ASSERT_EQ(pc2.size(), 32 + 4 * 12 * rest.size());
    ASSERT_EQ(mdd.size(), 8 + 4 * 4 + 4 * 12 * rest.size());
    for (size_t frame = 0; frame < 4; ++frame) {
        const std::vector<Vec3f> now = posed_sapling(plant, motion.poses[frame]);
        const size_t at = 12 * rest.size() * frame;
        const auto one = values<float>(pc2, 32 + at, 3 * rest.size(), false);
        const auto two = values<float>(mdd, 24 + at, 3 * rest.size(), true);
        EXPECT_EQ(one, two);
        for (size_t i = 0; i < rest.size(); ++i)
            EXPECT_LT((Vec3f(one[3 * i], one[3 * i + 1], one[3 * i + 2]) - now[i]).norm(), 1e-6);
    }
}

TEST_F(PointCaches, ZUpTurnsTheVerticesOfBothFiles) {
    const Plant plant = one_triangle();
    play(lifted(),
         *open_point_cache(plant, settings(CacheFormat::pc2, 2, Axes::z_up), folder_ / "x.pc2"));
    const auto last = values<float>(read_file(folder_ / "x.pc2"), 32 + 36 + 24, 3, false);
    EXPECT_EQ(last, (std::vector<float>{0, -4, 2.5f}));
    EXPECT_EQ(rest_vertices(folder_ / "x.obj")[2], Vec3f(0, -4, 2));
    EXPECT_THAT(read_file(folder_ / "x.obj"), HasSubstr("# Thigmo, metres, Z up\n"));
    EXPECT_THAT(read_file(folder_ / "x.obj"), HasSubstr("vn 0 -1 0\n"));
}

TEST_F(PointCaches, OneObjectWithAllMaterials) {
    const Plant plant = samples::sapling();
    play(swinging(plant, 1, 0, 0),
         *open_point_cache(plant, settings(CacheFormat::pc2, 1), folder_ / "x.pc2"));
    const std::string text = read_file(folder_ / "x.obj");
    EXPECT_THAT(text, HasSubstr("usemtl bark_0\n"));
    EXPECT_THAT(text, HasSubstr("usemtl leaf_1\n"));
    EXPECT_EQ(text.find("\no x\n"), text.rfind("\no "));
}

TEST_F(PointCaches, AnUnfinishedCacheLeavesNothing) {
    const Plant plant = samples::sapling();
    open_point_cache(plant, settings(CacheFormat::pc2, 2), folder_ / "x.pc2")
        ->write(0, rest_pose(plant));
    EXPECT_EQ(entries(), 0u);
}

TEST_F(PointCaches, RejectsAFullDiskAndLeavesNothing) {
    const Plant plant = samples::sapling();
    const FullDisk full(5000);
    EXPECT_THAT(message([&] {
                    play(
                        swinging(plant, 9, 0.1, 0.1),
                        *open_point_cache(plant, settings(CacheFormat::pc2, 9), folder_ / "x.pc2"));
                }),
                HasSubstr("x.pc2: cannot write: File too large"));
    EXPECT_EQ(entries(), 0u);
}

TEST_F(PointCaches, RejectsMoreThanTheDiskHolds) {
    const Plant plant = samples::sapling();
    EXPECT_THAT(message([&] {
                    open_point_cache(plant, settings(CacheFormat::pc2, size_t{1} << 40),
                                     folder_ / "x.pc2");
                }),
                testing::ContainsRegex("x.pc2: found [0-9.]+ ..+ free, expected [0-9.]+ TB for all "
                                       "frames; write fewer or a GLB"));
}

TEST_F(PointCaches, RejectsMoreFramesThanAnMddExpects) {
    const Plant plant = one_triangle();
    EXPECT_THAT(message([&] {
                    play(lifted(), *open_point_cache(plant, settings(CacheFormat::mdd, 1),
                                                     folder_ / "x.mdd"));
                }),
                HasSubstr("x.mdd: found more frames than the 1 expected"));
}

TEST_F(PointCaches, RejectsNoFrames) {
    const Plant plant = one_triangle();
    EXPECT_THAT(
        message([&] {
            play({}, *open_point_cache(plant, settings(CacheFormat::pc2, 0), folder_ / "x.pc2"));
        }),
        HasSubstr("x.pc2: found no frames, expected some"));
}

TEST_F(PointCaches, RejectsAPlantWithNothingToDrawAndAFolderThatIsNotThere) {
    const Plant nothing, plant = one_triangle();
    const PointCacheSettings pc2 = settings(CacheFormat::pc2, 0);
    EXPECT_THAT(message([&] { open_point_cache(nothing, pc2, folder_ / "x.pc2"); }),
                HasSubstr("found nothing to draw"));
    EXPECT_THAT(message([&] { open_point_cache(plant, pc2, folder_ / "no" / "x.pc2"); }),
                HasSubstr("x.pc2: cannot write: No such file or directory"));
}

}  // namespace
}  // namespace thigmo
