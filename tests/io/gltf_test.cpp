// GLB read back by hand: header, JSON chunk and buffer, against the plant and the glTF rules.
#include "thigmo/io/gltf.h"

#include <gtest/gtest.h>

#include <set>

#include "samples/plants.h"
#include "tests/io/glb.h"
#include "tests/message.h"
#include "thigmo/base/error.h"
#include "thigmo/plant/summary.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using nlohmann::json;

constexpr int ushort_type = Glb::ushort_type, uint_type = Glb::uint_type;
constexpr int float_type = Glb::float_type;

Glb encode(const Plant& plant, const GltfSettings& settings = {}) {
    return Glb(encode_gltf(plant, settings).bytes);
}

GltfSettings skinned(size_t most_joints = 512) {
    GltfSettings settings;
    settings.skin = true;
    settings.most_joints = most_joints;
    return settings;
}

/// A node's matrix in the scene, from those above it.
Eigen::Matrix4d global(const json& nodes, size_t node) {
    Eigen::Matrix4d own = Eigen::Matrix4d::Identity();
    if (nodes[node].contains("rotation")) {
        const std::vector<double> q = nodes[node]["rotation"], t = nodes[node]["translation"];
        own.topLeftCorner<3, 3>() = Quat(q[3], q[0], q[1], q[2]).toRotationMatrix();
        own.topRightCorner<3, 1>() = Vec3(t[0], t[1], t[2]);
    }
    for (size_t up = 0; up < nodes.size(); ++up)
        for (const size_t child : nodes[up].value("children", std::vector<size_t>()))
            if (child == node) return global(nodes, up) * own;
    return own;
}

std::string refusal(const Plant& plant, const GltfSettings& settings) {
    return message([&] { encode(plant, settings); });
}

TEST(Gltf, CountsAreThoseOfTheSummary) {
    const Plant plant = samples::sapling();
    const Summary summary = summarize(plant);
    const Glb glb = encode(plant);
    size_t triangles = 0, vertices = 0;
    for (size_t i = 0; i < glb.root["meshes"].size(); ++i) {
        const json& primitive = glb.primitive(i);
        const auto indices = glb.read<uint32_t>(primitive["indices"], 1, uint_type);
        const auto positions = glb.read<float>(primitive["attributes"]["POSITION"], 3, float_type);
        triangles += indices.size() / 3;
        vertices += positions.size() / 3;
        for (const uint32_t index : indices) EXPECT_LT(index, positions.size() / 3);
    }
    EXPECT_EQ(triangles, summary.triangles);
    EXPECT_EQ(vertices, summary.vertices);
    EXPECT_EQ(glb.root["meshes"].size(), 2u);
    EXPECT_EQ(glb.root["nodes"][0]["name"], "bark");
    EXPECT_EQ(glb.root["nodes"][1]["name"], "leaf");
    EXPECT_EQ(glb.root["asset"]["version"], "2.0");
}

TEST(Gltf, PositionsReproduceTheBoundsAndTheAccessorsStateThem) {
    const Plant plant = samples::sapling();
    const Glb glb = encode(plant);
    Box box;
    for (size_t i = 0; i < 2; ++i) {
        const int accessor = glb.primitive(i)["attributes"]["POSITION"];
        const auto values = glb.read<float>(accessor, 3, float_type);
        Box part;
        for (size_t j = 0; j < values.size(); j += 3)
            part.extend(Vec3(values[j], values[j + 1], values[j + 2]));
        const json& entry = glb.root["accessors"][static_cast<size_t>(accessor)];
        for (int k = 0; k < 3; ++k) {
            EXPECT_EQ(entry["min"][size_t(k)].get<float>(), static_cast<float>(part.min()[k]));
            EXPECT_EQ(entry["max"][size_t(k)].get<float>(), static_cast<float>(part.max()[k]));
        }
        box.extend(part);
    }
    const Box expected = bounds(plant);
    EXPECT_LT((box.max() - expected.max()).norm(), 1e-3);
    EXPECT_LT((box.min() - expected.min()).norm(), 0.1 * 0.03 + 1e-3);  // the sunk foot
}

TEST(Gltf, LeavesAreMaskedAndTwoSidedWithTheirPicture) {
    const Plant plant = samples::sapling();
    const Glb glb = encode(plant);
    const json& bark = glb.root["materials"][0];
    const json& leaf = glb.root["materials"][1];
    EXPECT_FALSE(bark.contains("alphaMode"));
    EXPECT_FALSE(bark.value("doubleSided", false));
    EXPECT_NEAR(bark["pbrMetallicRoughness"]["baseColorFactor"][0].get<double>(), 0.25, 1e-6);
    EXPECT_EQ(leaf["name"], "leaf");
    EXPECT_EQ(leaf["alphaMode"], "MASK");
    EXPECT_EQ(leaf.value("alphaCutoff", 0.5), 0.5);
    EXPECT_EQ(leaf["doubleSided"], true);
    EXPECT_NEAR(leaf["extras"]["translucency"].get<double>(), 0.3, 1e-6);
    const size_t texture = leaf["pbrMetallicRoughness"]["baseColorTexture"]["index"];
    const json& image = glb.root["images"][glb.root["textures"][texture]["source"].get<size_t>()];
    EXPECT_EQ(image["mimeType"], "image/png");
    const json& view = glb.root["bufferViews"][image["bufferView"].get<size_t>()];
    EXPECT_EQ(glb.buffer.substr(view.value("byteOffset", 0u), view["byteLength"].get<size_t>()),
              plant.textures[TextureId(size_t{0})].bytes);
    const json& sampler = glb.root["samplers"][0];
    EXPECT_EQ(sampler.value("wrapS", 10497), 10497);  // REPEAT, also the default
}

TEST(Gltf, VCountsFromTheTopOfThePicture) {
    const Glb glb = encode(samples::sapling());
    const auto uvs = glb.read<float>(glb.primitive(1)["attributes"]["TEXCOORD_0"], 2, float_type);
    EXPECT_EQ(uvs[0], 0);
    EXPECT_EQ(uvs[1], 1);  // the leaf's foot is at the bottom
}

TEST(Gltf, ViewsNameTheirTargets) {
    const Glb glb = encode(samples::sapling(), skinned());
    const json &accessors = glb.root["accessors"], &views = glb.root["bufferViews"];
    const auto target = [&](const json& accessor) {
        const json& entry = accessors[accessor.get<size_t>()];
        return views[entry["bufferView"].get<size_t>()].value("target", 0);
    };
    for (const json& mesh : glb.root["meshes"]) {
        EXPECT_EQ(target(mesh["primitives"][0]["indices"]), 34963);
        for (const json& attribute : mesh["primitives"][0]["attributes"])
            EXPECT_EQ(target(attribute), 34962);
    }
    EXPECT_EQ(target(glb.root["skins"][0]["inverseBindMatrices"]), 0);
}

TEST(Gltf, InverseBindTimesNodeIsIdentity) {
    for (const size_t most : {512, 3}) {
        const Glb glb = encode(samples::sapling(), skinned(most));
        const json& skin = glb.root["skins"][0];
        const auto inverse = glb.read<float>(skin["inverseBindMatrices"], 16, float_type);
        const std::vector<size_t> joints = skin["joints"];
        ASSERT_EQ(inverse.size(), 16 * joints.size());
        for (size_t i = 0; i < joints.size(); ++i) {
            const Eigen::Matrix4f bind = Eigen::Map<const Eigen::Matrix4f>(&inverse[16 * i]);
            const Eigen::Matrix4d product =
                bind.cast<double>() * global(glb.root["nodes"], joints[i]);
            EXPECT_LT((product - Eigen::Matrix4d::Identity()).norm(), 1e-6) << i;
        }
    }
}

TEST(Gltf, OneNamedJointPerSegmentUnderASkeletonNode) {
    const Glb glb = encode(samples::sapling(), skinned());
    const json &skin = glb.root["skins"][0], &nodes = glb.root["nodes"];
    EXPECT_EQ(skin["joints"].size(), 7u);
    std::set<std::string> names;
    for (const size_t joint : skin["joints"]) names.insert(nodes[joint]["name"].get<std::string>());
    EXPECT_TRUE(names.contains("trunk"));
    EXPECT_TRUE(names.contains("twig_2.seg_2"));
    EXPECT_EQ(names.size(), 7u);
    EXPECT_EQ(nodes[skin["skeleton"].get<size_t>()]["name"], "sapling");
}

TEST(Gltf, NoTwoNodesShareANameThoughALookIsCalledLikeAJoint) {
    Plant plant = samples::sapling();
    plant.looks[LookId(size_t{0})].name = "trunk";
    std::set<std::string> names;
    const json nodes = encode(plant, skinned()).root["nodes"];
    for (const json& node : nodes) EXPECT_TRUE(names.insert(node["name"]).second) << node["name"];
}

TEST(Gltf, WeightsSumToOneAndUnusedJointsAreZero) {
    const Glb glb = encode(samples::sapling(), skinned());
    const size_t count = glb.root["skins"][0]["joints"].size();
    for (size_t mesh = 0; mesh < 2; ++mesh) {
        const json& attributes = glb.primitive(mesh)["attributes"];
        const auto joints = glb.read<uint16_t>(attributes["JOINTS_0"], 4, ushort_type);
        const auto weights = glb.read<float>(attributes["WEIGHTS_0"], 4, float_type);
        for (size_t i = 0; i < weights.size(); i += 4) {
            EXPECT_NEAR(weights[i] + weights[i + 1] + weights[i + 2] + weights[i + 3], 1, 1e-6);
            for (size_t k = i; k < i + 4; ++k)
                EXPECT_LT(joints[k], weights[k] == 0 ? size_t{1} : count);
            EXPECT_TRUE(mesh == 0 || weights[i] == 1) << "leaves follow one joint";
        }
    }
    // The first leaf sits on the last segment of the first twig, which is row 4.
    const auto joints =
        glb.read<uint16_t>(glb.primitive(1)["attributes"]["JOINTS_0"], 4, ushort_type);
    EXPECT_EQ(joints[0], 4);
}

TEST(Gltf, ReportsWhatMergingCost) {
    const ExportReport report = encode_gltf(samples::stem(12, 3, 0.1, 0.05), skinned(4)).report;
    EXPECT_EQ(report.joints, 4u);
    EXPECT_EQ(report.segments, 12u);
    EXPECT_NEAR(report.merge_error, 0.5, 1e-12);
}

TEST(Gltf, ShapeOnNoSegmentFollowsTheGround) {
    Plant plant = samples::sapling();
    const DomainId leaf(size_t{2});
    plant.domains.parent[leaf] = DomainId::none();
    plant.domains.attachment[leaf] = {};
    const Glb glb = encode(plant, skinned());
    const json& skin = glb.root["skins"][0];
    ASSERT_EQ(skin["joints"].size(), 8u);
    EXPECT_EQ(glb.root["nodes"][skin["joints"][7].get<size_t>()]["name"], "ground");
    const auto joints =
        glb.read<uint16_t>(glb.primitive(1)["attributes"]["JOINTS_0"], 4, ushort_type);
    EXPECT_EQ(joints[0], 7);
}

TEST(Gltf, TextFormHoldsTheBufferInside) {
    GltfSettings settings;
    settings.binary = false;
    const json root = json::parse(encode_gltf(samples::sapling(), settings).bytes);
    EXPECT_EQ(root["buffers"].size(), 1u);
    EXPECT_TRUE(root["buffers"][0]["uri"].get<std::string>().starts_with(
        "data:application/octet-stream;base64,"));
}

TEST(Gltf, RejectsAPlantWithNothingToDraw) {
    EXPECT_EQ(refusal(Plant{}, {}), "plant: found nothing to draw, expected segments or shapes");
}

TEST(Gltf, RejectsASkeletonOfNoSegments) {
    EXPECT_EQ(refusal(Plant{}, skinned()),
              "plant: found no segments, expected some to make a skeleton of");
}

TEST(Gltf, RejectsJointLimitsOutOfRange) {
    EXPECT_EQ(refusal(samples::sapling(), skinned(0)),
              "sapling: found a limit of 0 joints, expected 1 to 65535");
    EXPECT_EQ(refusal(samples::sapling(), skinned(65536)),
              "sapling: found a limit of 65536 joints, expected 1 to 65535");
}

TEST(Gltf, RejectsADamagedPicture) {
    Plant plant = samples::sapling();
    plant.textures[TextureId(size_t{0})].bytes = "no picture";
    EXPECT_EQ(refusal(plant, {}), "sapling: texture leaf: found no picture, expected PNG or JPEG");
}

}  // namespace
}  // namespace thigmo
