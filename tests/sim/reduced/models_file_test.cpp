// The .models file: what is written comes back, and nothing else is let in.
#include "thigmo/sim/reduced/models_file.h"
#include "tests/places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "samples/plants.h"
#include "samples/volumes.h"
#include "tests/message.h"
#include "thigmo/base/checksum.h"
#include "thigmo/base/file.h"
#include "thigmo/sim/reduced/bodies.h"

namespace thigmo {
namespace {

using testing::HasSubstr;

constexpr size_t head_bytes = 16, lowest_at = 32, model_head_bytes = 16;

std::span<const std::byte> as_bytes(const std::string& bytes) {
    return std::as_bytes(std::span(bytes));
}

ReducedSettings small() {
    ReducedSettings settings;
    settings.modes = {2};
    settings.derivatives = {1};
    settings.most_pieces = 1;
    return settings;
}

std::string sapling_models() {
    const ReducedSettings settings = small();
    Progress silent;
    build_reduced_bodies(samples::sapling(), settings, *settings.models, silent);
    return encode_models(*settings.models);
}

/// With the checksum of what it now is.
std::string sealed(std::string bytes) {
    const size_t size = bytes.size() - sizeof(uint32_t);
    const uint32_t sum = checksum(as_bytes(bytes).first(size));
    std::memcpy(bytes.data() + size, &sum, sizeof sum);
    return bytes;
}

template <class T>
std::string with(std::string bytes, size_t at, T value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
    return sealed(bytes);
}

std::string decoding(const std::string& bytes) {
    ModelStore store;
    const std::string said = message([&] { decode_models(as_bytes(bytes), "x.models", store); });
    EXPECT_TRUE(store.all().empty());
    return said;
}

}  // namespace

TEST(ModelsFile, stands_beside_the_plant) {
    EXPECT_EQ(models_path("a/oak.plant"), "a/oak.models");
}

TEST(ModelsFile, every_number_comes_back) {
    const std::string bytes = sapling_models();
    ModelStore store;
    ASSERT_TRUE(decode_models(as_bytes(bytes), "x.models", store));
    EXPECT_EQ(encode_models(store), bytes);
    const auto all = store.all();
    ASSERT_GE(all.size(), 2u);
    for (const auto& [key, model] : all) {
        EXPECT_EQ(model->size, 3);
        EXPECT_GT(model->shapes.norm(), 0);
        EXPECT_GT(model->sway.norm(), 0);
    }
}

TEST(ModelsFile, a_plant_with_its_models_makes_none) {
    const ReducedSettings settings = small();
    ASSERT_TRUE(decode_models(as_bytes(sapling_models()), "x.models", *settings.models));
    struct Listener : Progress {
        size_t reports = 0;
        void report(double, std::string_view) override { ++reports; }
    } listener;
    build_reduced_bodies(samples::sapling(), settings, *settings.models, listener);
    EXPECT_EQ(listener.reports, 0u);
}

/// A grid of bricks that are filled in part, beside a chain.
TEST(ModelsFile, a_plant_of_voxels_moves_by_its_models_to_the_bit) {
    Plant plant = samples::finned_trunk();
    samples::add_voxels(plant, 45);
    const ReducedSettings settings = small(), again = small();
    Progress silent;
    const ReducedBodies made = build_reduced_bodies(plant, settings, *settings.models, silent);
    ASSERT_TRUE(made.solids.solids[SolidId(1)].voxels.exists());
    const std::string bytes = encode_models(*settings.models);
    ASSERT_TRUE(decode_models(as_bytes(bytes), "x.models", *again.models));
    struct Listener : Progress {
        size_t reports = 0;
        void report(double, std::string_view) override { ++reports; }
    } listener;
    const ReducedBodies read = build_reduced_bodies(plant, again, *again.models, listener);
    EXPECT_EQ(listener.reports, 0u);
    ASSERT_EQ(read.bodies.size(), made.bodies.size());
    for (size_t i = 0; i < made.bodies.size(); ++i) {
        EXPECT_EQ(read.bodies[i].key, made.bodies[i].key);
        EXPECT_EQ(read.bodies[i].stiffness, made.bodies[i].stiffness);
        EXPECT_EQ(read.bodies[i].model->shapes, made.bodies[i].model->shapes);
    }
    EXPECT_EQ(encode_models(*again.models), bytes);
}

TEST(ModelsFile, a_model_of_another_mesh_is_made_anew) {
    const ReducedSettings settings = small();
    Progress silent;
    build_reduced_bodies(samples::sapling(), settings, *settings.models, silent);
    const auto before = settings.models->all();
    auto wrong = std::make_shared<ReducedModel>(*before.front().second);
    wrong->shapes.conservativeResize(3, Eigen::NoChange);
    settings.models->add(before.front().first, wrong);
    build_reduced_bodies(samples::sapling(), settings, *settings.models, silent);
    EXPECT_EQ(settings.models->all().front().second->shapes, before.front().second->shapes);
}

// A change here is a change of what is in files that users have: raise models_version with it.
TEST(ModelsFile, the_version_knows_what_models_are) {
    const ReducedSettings settings = small();
    Progress silent;
    build_reduced_bodies(samples::stem(4, 1, 0.01, 0.01), settings, *settings.models, silent);
    const auto all = settings.models->all();
    ASSERT_EQ(all.size(), 1u);
    const ReducedModel& model = *all.front().second;
    EXPECT_EQ(models_version, 5u);
    EXPECT_EQ(all.front().first, 15595887434678212734u);
    EXPECT_EQ(encode_models(*settings.models).size(), 19604u);
    EXPECT_NEAR(model.lowest, 3.158652433e-4, 1e-11);
    EXPECT_NEAR(model.sway[0], 2.4259e-8, 1e-11);  // of either of two bends alike
    EXPECT_EQ((model.sway.array() > 1e-6 * model.sway[0]).count(), 2);
}

TEST(ModelsFile, another_version_is_not_used) {
    ModelStore store;
    EXPECT_FALSE(
        decode_models(as_bytes(with(sapling_models(), 4, models_version + 1)), "x", store));
    EXPECT_TRUE(store.all().empty());
}

TEST(ModelsFile, rejects_an_empty_file) {
    EXPECT_EQ(decoding(""), "x.models: found an empty file, expected a .models file");
}

TEST(ModelsFile, rejects_other_files) {
    for (const std::string bytes : {"THG", "not a file of models at all"})
        EXPECT_EQ(decoding(bytes),
                  "x.models: found no mark 'THGM' at its beginning, expected a .models file");
}

TEST(ModelsFile, rejects_damaged_and_cut_files) {
    std::string bytes = sapling_models();
    EXPECT_THAT(decoding(bytes.substr(0, bytes.size() / 2)),
                HasSubstr("(the file is damaged or cut short)"));
    bytes[bytes.size() / 2] ^= 1;
    EXPECT_THAT(decoding(bytes), testing::StartsWith("x.models: found checksum "));
}

TEST(ModelsFile, rejects_an_end_within_a_model) {
    const std::string bytes = sapling_models();
    EXPECT_EQ(decoding(with(bytes, 8, uint64_t{1} << 60)),
              "x.models: damaged: found an end within a model, expected one behind the last");
}

TEST(ModelsFile, rejects_models_without_shapes_and_with_too_many) {
    const std::string bytes = sapling_models();
    for (const uint32_t size : {0u, 33u, 0xffffffffu})
        EXPECT_THAT(decoding(with(bytes, head_bytes + 8, size)),
                    HasSubstr("shapes, expected 1 to 32"));
}

TEST(ModelsFile, rejects_more_nodes_than_the_file_holds) {
    EXPECT_EQ(decoding(with(sapling_models(), head_bytes + 12, 0xffffffffu)),
              "x.models: damaged: found a model of 4294967295 nodes, expected no more than the "
              "file holds");
}

TEST(ModelsFile, rejects_numbers_that_are_not_finite) {
    EXPECT_EQ(decoding(with(sapling_models(), lowest_at + 8, std::nan(""))),
              "x.models: damaged: found a number that is not finite in a model");
}

TEST(ModelsFile, rejects_models_that_do_not_resist) {
    EXPECT_THAT(decoding(with(sapling_models(), lowest_at, -1.0)),
                HasSubstr("lowest ω² -1, expected more than 0"));
}

TEST(ModelsFile, rejects_a_sway_that_drives) {
    const std::string bytes = sapling_models();
    EXPECT_EQ(decoding(with(bytes, bytes.size() - 12, -0.5)),
              "x.models: damaged: found a shape whose sway resists by -0.5, expected 0 or more");
}

TEST(ModelsFile, rejects_bytes_behind_the_last_model) {
    std::string bytes = sapling_models();
    bytes.insert(bytes.size() - 4, 8, '\0');
    EXPECT_EQ(decoding(sealed(bytes)),
              "x.models: damaged: found 8 bytes behind the last model, expected none");
}

TEST(ModelsFile, rejects_keys_that_do_not_ascend) {
    EXPECT_THAT(decoding(with(sapling_models(), head_bytes, ~uint64_t{0})),
                HasSubstr("after ffffffffffffffff, expected them ascending"));
}

TEST(ModelsFile, every_hostile_file_gives_its_line) {
    const std::map<std::string, std::string> expected = {
        {"cut_head.bin", "found no mark"},          {"cut_half.bin", "found checksum"},
        {"cut_half_mended.bin", "found an end"},    {"flipped_bit.bin", "found checksum"},
        {"many_models.bin", "found an end within"}, {"many_nodes.bin", "nodes, expected"},
        {"many_shapes.bin", "shapes, expected"},    {"nan.bin", "not finite"},
        {"no_mass.bin", "expected more than 0"},    {"same_keys.bin", "expected them ascending"},
    };
    size_t files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(test_folder() + "/corpus/models")) {
        ++files;
        const std::string name = entry.path().filename().string();
        ASSERT_TRUE(expected.contains(name)) << name;
        ModelStore store;
        EXPECT_THAT(message([&] { load_models(entry.path(), store); }),
                    HasSubstr(expected.at(name)))
            << name;
    }
    EXPECT_EQ(files, expected.size());
}

}  // namespace thigmo
