// What drawing takes is counted, and refused, before memory is taken.
#include "thigmo/plant/drawn.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples/parts.h"
#include "samples/plants.h"
#include "tests/message.h"
#include "thigmo/io/gltf.h"
#include "thigmo/io/obj.h"
#include "thigmo/mesh/image.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/skin.h"
#include "thigmo/plant/summary.h"
#include "thigmo/render/picture.h"

namespace thigmo {
namespace {

/// A stem with many instances of a shape of many vertices, all of them corners.
Plant bush(size_t instances, uint32_t vertices, size_t triangles_per_corner = 1) {
    Plant plant = samples::stem(1, 1, 0.1, 0.1);
    samples::add_leaf_shape(plant);
    TriangleMesh& mesh = plant.shapes.back().mesh;
    mesh = {};
    mesh.positions.assign(vertices, Vec3f(0, 0.1f, 0));
    mesh.normals.assign(vertices, Vec3f::UnitZ());
    mesh.uvs.assign(vertices, Vec2f::Zero());
    for (uint32_t i = 0; i + 2 < vertices; i += 3)
        mesh.triangles.insert(mesh.triangles.end(), triangles_per_corner, {i, i + 1, i + 2});
    for (size_t i = 0; i < instances; ++i) {
        samples::add_domain(plant, DomainId(size_t{0}), {SegmentId(size_t{0}), 0.5}, Kind::leaf);
        plant.domains.shape.back() = ShapeId(size_t{0});
        plant.domains.look.back() = LookId(size_t{1});
        plant.domains.placement.back().rotation =
            Quat(Eigen::AngleAxisd(0.1 * static_cast<double>(i), Vec3::UnitX()));
    }
    return plant;
}

/// A picture whose head names a size that its bytes do not hold.
std::string picture_of(uint32_t side) {
    std::string png = encode_png(make_image(1, 1));
    for (size_t i = 0; i < 4; ++i)
        png[16 + i] = png[20 + i] = static_cast<char>(side >> (24 - 8 * i) & 0xff);
    return png;
}

Plant with_pictures(size_t count) {
    Plant plant = samples::sapling();
    for (size_t i = 0; i < count; ++i) {
        Look look;
        look.texture = plant.textures.push_back({"big", picture_of(8192)});
        plant.looks.push_back(look);
        plant.looks.push_back(look);  // counts once
    }
    return plant;
}

/// What each way of drawing the plant says.
std::array<std::string, 3> refusals(const Plant& plant) {
    return {message([&] { encode_gltf(plant, {}); }),
            message([&] { write_obj(plant, {}, "/dev/null"); }),
            message([&] { Renderer renderer(plant); })};
}

}  // namespace

TEST(Drawn, CountsInstances) {
    const Plant plant = bush(7, 30);
    EXPECT_EQ(shapes_size(plant).vertices, 210u);
    EXPECT_EQ(shapes_size(plant).triangles, 70u);
    const Skin skin = build_skin(plant);
    EXPECT_EQ(skin_size(plant).vertices, skin.mesh.positions.size());
    EXPECT_EQ(skin_size(plant).triangles, skin.mesh.triangles.size());
}

TEST(Drawn, RejectsMoreVerticesThanFitInMemory) {
    const Plant plant = bush(20000, 30000);
    ASSERT_EQ(find_fault(plant), "");
    const std::string expected = "stem: " + std::to_string(600000000 + skin_size(plant).vertices) +
                                 " vertices as drawn, expected at most 40000000";
    // Triangles count too, and are named first where both are too many.
    const Plant dense = bush(20000, 3000, 2);
    const std::string dense_expected =
        "stem: " + std::to_string(40000000 + skin_size(dense).triangles) +
        " triangles as drawn, expected at most 30000000";
    for (const std::string& said : refusals(dense)) EXPECT_EQ(said, dense_expected);
    Plant sparse = plant;  // an instance of a hundred triangles and as many vertices as it likes
    sparse.shapes.back().mesh.triangles.resize(100);
    for (const std::string& said : refusals(sparse)) EXPECT_EQ(said, expected);
}

TEST(Drawn, SummaryOfAHugePlantTellsItsNumbers) {
    const Plant plant = bush(20000, 3000);
    const Summary summary = summarize(plant);
    EXPECT_EQ(summary.vertices, 60000000 + skin_size(plant).vertices);
    EXPECT_EQ(summary.instances, 20000u);
}

TEST(Drawn, RejectsASkinThatIsTooLarge) {
    SkinSettings settings;
    settings.most_sides = 1'000'000'000;
    settings.side_length = 1e-12;
    EXPECT_THAT(message([&] { build_skin(samples::stem(1, 1, 1, 1), settings); }),
                testing::HasSubstr("000 triangles as drawn, expected at most 30000000"));
}

TEST(Drawn, RejectsPicturesOfTooManyPixels) {
    EXPECT_EQ(message([] { check_pictures(with_pictures(3)); }), "no error");
    for (const std::string& said : refusals(with_pictures(5)))
        EXPECT_EQ(said, "sapling: 335544576 pixels in its textures, expected at most 268435456");
}

TEST(Drawn, APlantWithoutANameIsCalledPlant) {
    EXPECT_EQ(title(Plant{}), "plant");
    EXPECT_EQ(title(samples::sapling()), "sapling");
}

}  // namespace thigmo
