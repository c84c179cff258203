// Mutants of .plant files: damaged bytes, cut files, and plants with wrong fields written anew.
#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "samples/plants.h"
#include "tests/fuzz/fields.h"
#include "tests/fuzz/fuzz.h"
#include "thigmo/base/checksum.h"
#include "thigmo/base/error.h"
#include "thigmo/io/gltf.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/edit.h"
#include "thigmo/plant/file.h"
#include "thigmo/plant/skin.h"
#include "thigmo/plant/summary.h"
#include "thigmo/plant/walk.h"

namespace thigmo::fuzz {
namespace {

std::span<const std::byte> as_bytes(const std::string& bytes) {
    return std::as_bytes(std::span(bytes));
}

/// Gives mutated bytes the checksum of what they now are, so that the verifier has to judge.
void seal(std::string& bytes) {
    if (bytes.size() < sizeof(uint32_t)) return;
    const size_t size = bytes.size() - sizeof(uint32_t);
    const uint32_t sum = checksum(as_bytes(bytes).first(size));
    std::memcpy(bytes.data() + size, &sum, sizeof sum);
}

/// A sapling with a second shape, a leaf on a leaf, stated articulations, volumes, and a pot.
Plant rich_sapling() {
    Plant plant = samples::sapling();
    plant.name = "rich";
    Shape petal = plant.shapes.back();
    petal.name = "petal";
    petal.mesh.triangles.pop_back();
    petal.mesh.positions.pop_back();
    petal.mesh.normals.pop_back();
    petal.mesh.uvs.pop_back();
    plant.domains.shape[DomainId(3)] = plant.shapes.push_back(petal);
    plant.domains.parent[DomainId(3)] = DomainId(2);
    plant.domains.attachment[DomainId(3)] = {};
    plant.domains.kind[DomainId(3)] = Kind::petal;
    plant.articulations.resize(plant.segments.size());
    plant.articulations[SegmentId(2)].mass = 0.1;
    plant.articulations[SegmentId(4)].young = {1e8, 2e8, 3e8};
    plant.volumes.resize(plant.domains.size());
    plant.volumes[DomainId(size_t{0})] = {{Vec3(0, 0, 0), 0.1, {{0, 0, 0}, {0, 1, 0}}},
                                          {0, 1, 2, 3}};
    plant.volumes[DomainId(4)] = {{Vec3(0.1, 1, 0), 0.05, {{2, 3, 4}}}, {7}};
    return samples::potted(plant);
}

std::vector<Plant> plant_seeds() {
    return {samples::sapling(), samples::stem(4, 2, 0.05, 0.01), rich_sapling()};
}

bool is_one_line(const std::string& text) {
    return !text.empty() && text.find('\n') == std::string::npos;
}

/// Written as glTF, with and without a skeleton; what an export refuses, it refuses in one line.
void export_both(const Plant& plant) {
    for (const bool skin : {false, true}) {
        GltfSettings settings;
        settings.skin = skin;
        try {
            if (encode_gltf(plant, settings).bytes.empty()) broken("an empty export");
        } catch (const InputError& error) {
            if (!is_one_line(error.what())) broken(fmt::format("not one line: {}", error.what()));
        }
    }
}

void expect_sound(const Plant& plant, const char* edit) {
    if (const std::string fault = find_fault(plant); !fault.empty())
        broken(fmt::format("{} leaves {}", edit, fault));
}

/// Edits of a sound plant are sound, but for one that leaves nothing.
void edit(const Plant& plant) {
    for (const DomainId domain : plant.domains.rows()) {
        expect_sound(take_subtree(plant, domain).plant, "take_subtree");
        const Plant rest = remove_subtree(plant, domain).plant;
        if (rest.domains.size() > 0) expect_sound(rest, "remove_subtree");
    }
    for (const SegmentId segment : plant.segments.rows()) try {
            const Edit split = split_domain(plant, segment);
            expect_sound(split.plant, "split_domain");
        } catch (const InputError&) {}
    expect_sound(append_plant(plant, plant).plant, "append_plant");
    expect_sound(drop_unused(plant), "drop_unused");
}

/// Everything that a sound plant promises to bear.
void use(const Plant& plant) {
    segment_domains(plant);
    segment_parents(plant);
    for (const DomainId domain : plant.domains.rows()) {
        if (subtree(plant, domain).empty()) broken("an empty subtree");
        if (!attachment_point(plant, domain).allFinite()) broken("an attachment nowhere");
    }
    for (const Volume& volume : plant.volumes)
        if (corners(volume.mesh).of_voxel.size() != volume.mesh.voxels.size())
            broken("a voxel without corners");
    const Summary summary = summarize(plant);
    if (!std::isfinite(summary.mass) || !summary.size.allFinite()) broken("an endless plant");
    const Skin skin = build_skin(plant);
    for (const Quat& frame : segment_frames(plant))
        if (!frame.coeffs().allFinite()) broken("a frame that is not finite");
    Pose pose = rest_pose(plant);
    for (Rigid& motion : pose.segments) motion.rotation = Quat(Eigen::AngleAxisd(1, Vec3::UnitX()));
    for (const TriangleMesh& mesh : {skin.mesh, pose_skin(skin, pose)})
        for (const Vec3f& position : mesh.positions)
            if (!position.allFinite()) broken("a skin that is not finite");
    export_both(plant);
    edit(plant);
    const std::string bytes = encode_plant(plant);
    if (encode_plant(decode_plant(as_bytes(bytes), "again")) != bytes)
        broken("saved again, the bytes differ");
}

void run_mutant(const std::string& bytes, FuzzCount& count) {
    ++count.mutants;
    try {
        const Plant plant = decode_unchecked(as_bytes(bytes), "mutant");
        ++count.reached;
        check(plant, "mutant");
        use(plant);
        ++count.accepted;
    } catch (const InputError& error) {
        if (!is_one_line(error.what())) broken(fmt::format("not one line: {}", error.what()));
        ++count.rejected;
    }
}

void damage(std::string& bytes, Random& random) {
    for (uint64_t i = random.below(4) + 1; i > 0; --i) {
        const size_t at = random.below(bytes.size());
        constexpr uint32_t words[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000};
        if (random.below(3) == 0 && at + 4 <= bytes.size())
            std::memcpy(bytes.data() + at, &words[random.below(std::size(words))], 4);
        else
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
    }
}

enum class Mutation { bytes, truncation, sealed_bytes, sealed_truncation, one_field, fields };

std::string mutate(Plant plant, Mutation mutation, Random& random) {
    if (mutation == Mutation::one_field) mutate_field(plant, random);
    if (mutation == Mutation::fields)
        for (uint64_t i = random.below(5) + 2; i > 0; --i) mutate_field(plant, random);
    std::string bytes = encode_plant(plant);
    if (mutation == Mutation::bytes || mutation == Mutation::sealed_bytes) damage(bytes, random);
    if (mutation == Mutation::truncation || mutation == Mutation::sealed_truncation)
        bytes.resize(random.below(bytes.size()));
    if (mutation == Mutation::sealed_bytes || mutation == Mutation::sealed_truncation) seal(bytes);
    return bytes;
}

}  // namespace

Format plant_format() {
    Format format;
    for (const Plant& plant : plant_seeds()) format.seeds.push_back(encode_plant(plant));
    format.use = [](std::string bytes) {
        seal(bytes);
        const Plant plant = decode_unchecked(as_bytes(bytes), "mutant");
        check(plant, "mutant");
        use(plant);
    };
    return format;
}

std::vector<FuzzCount> fuzz_plant(size_t count, uint64_t seed) {
    const std::vector<Plant> seeds = plant_seeds();
    std::vector<FuzzCount> counts = {
        {"bytes"},     {"truncation"},    {"bytes, checksum mended"}, {"truncation, mended"},
        {"one field"}, {"several fields"}};
    // Of eight mutants in a row one or two belong to each class.
    constexpr Mutation turns[] = {Mutation::bytes,        Mutation::one_field,
                                  Mutation::fields,       Mutation::sealed_bytes,
                                  Mutation::truncation,   Mutation::one_field,
                                  Mutation::sealed_bytes, Mutation::sealed_truncation};
    for (size_t i = 0; i < count; ++i) {
        if (!note("plant", i)) continue;
        Random random(mix(seed, i));
        const Mutation mutation = turns[i % std::size(turns)];
        const Plant& plant = seeds[random.below(seeds.size())];
        run_mutant(mutate(plant, mutation, random), counts[static_cast<size_t>(mutation)]);
    }
    return counts;
}

}  // namespace thigmo::fuzz
