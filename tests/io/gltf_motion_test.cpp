// Animated glTF, evaluated by a reader of its own: nodes, keys and skin by the specification.
#include "thigmo/io/gltf_motion.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "samples/plants.h"
#include "tests/io/glb.h"
#include "tests/io/motion_files.h"
#include "tests/message.h"
#include "thigmo/base/file.h"

namespace thigmo {
namespace {

using nlohmann::json;
using testing::HasSubstr;

using AnimatedGltf = MotionFiles;

/// Node transforms at a time, and vertices by sections 3.7.3.1 and 3.11 of the specification.
class Reader {
  public:
    explicit Reader(const std::filesystem::path& path) : glb(read_file(path)) {
        for (size_t up = 0; up < glb.root["nodes"].size(); ++up)
            for (const size_t child :
                 glb.root["nodes"][up].value("children", std::vector<size_t>()))
                parent_[child] = up;
    }

    std::vector<float> keys(const json& channel) const {
        const json& sampler =
            glb.root["animations"][0]["samplers"][channel["sampler"].get<size_t>()];
        return glb.read<float>(sampler["output"], path(channel) == "rotation" ? 4 : 3,
                               Glb::float_type);
    }
    std::vector<float> times(const json& channel) const {
        const json& sampler =
            glb.root["animations"][0]["samplers"][channel["sampler"].get<size_t>()];
        EXPECT_EQ(sampler.value("interpolation", "LINEAR"), "LINEAR");
        return glb.read<float>(sampler["input"], 1, Glb::float_type);
    }
    json channels() const {
        return glb.root.contains("animations") ? glb.root["animations"][0]["channels"]
                                               : json::array();
    }
    static std::string path(const json& channel) { return channel["target"]["path"]; }

    /// All vertices at a frame, mesh after mesh.
    std::vector<Vec3f> positions(size_t frame) {
        pose(frame);
        const json& skin = glb.root["skins"][0];
        const auto inverse = glb.read<float>(skin["inverseBindMatrices"], 16, Glb::float_type);
        const std::vector<size_t> nodes = skin["joints"];
        std::vector<Eigen::Matrix4f> matrices;
        for (size_t i = 0; i < nodes.size(); ++i)
            matrices.push_back(global(nodes[i]) *
                               Eigen::Map<const Eigen::Matrix4f>(&inverse[16 * i]));
        std::vector<Vec3f> out;
        for (size_t mesh = 0; mesh < glb.root["meshes"].size(); ++mesh) {
            const json& attributes = glb.primitive(mesh)["attributes"];
            const auto rest = glb.read<float>(attributes["POSITION"], 3, Glb::float_type);
            const auto joints = glb.read<uint16_t>(attributes["JOINTS_0"], 4, Glb::ushort_type);
            const auto weights = glb.read<float>(attributes["WEIGHTS_0"], 4, Glb::float_type);
            for (size_t i = 0; i < rest.size() / 3; ++i) {
                const Eigen::Vector4f x(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2], 1);
                Eigen::Vector4f sum = Eigen::Vector4f::Zero();
                for (size_t k = 4 * i; k < 4 * i + 4; ++k)
                    sum += weights[k] * (matrices[joints[k]] * x);
                out.push_back(sum.head<3>());
            }
        }
        return out;
    }

    Glb glb;

  private:
    void pose(size_t frame) {
        local_.clear();
        for (const json& node : glb.root["nodes"]) {
            const auto q = node.value("rotation", std::vector<float>{0, 0, 0, 1});
            const auto t = node.value("translation", std::vector<float>{0, 0, 0});
            local_.push_back({q, t});
        }
        for (const json& channel : channels()) {
            const auto values = keys(channel);
            const size_t width = path(channel) == "rotation" ? 4 : 3;
            const size_t key = times(channel).size() == 1 ? 0 : frame;
            auto& [q, t] = local_[channel["target"]["node"].get<size_t>()];
            (width == 4 ? q : t)
                .assign(values.begin() + long(width * key),
                        values.begin() + long(width * (key + 1)));
        }
    }
    Eigen::Matrix4f global(size_t node) const {
        const auto& [q, t] = local_[node];
        Eigen::Matrix4f own = Eigen::Matrix4f::Identity();
        own.topLeftCorner<3, 3>() = Eigen::Quaternionf(q[3], q[0], q[1], q[2]).toRotationMatrix();
        own.topRightCorner<3, 1>() = Vec3f(t[0], t[1], t[2]);
        return parent_.contains(node) ? Eigen::Matrix4f(global(parent_.at(node)) * own) : own;
    }

    std::map<size_t, size_t> parent_;
    std::vector<std::pair<std::vector<float>, std::vector<float>>> local_;
};

GltfMotionSettings joints(size_t most) {
    GltfMotionSettings settings;
    settings.most_joints = most;
    return settings;
}

double largest_gap(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
    EXPECT_EQ(a.size(), b.size());
    double gap = 0;
    for (size_t i = 0; i < a.size(); ++i) gap = std::max(gap, double((a[i] - b[i]).norm()));
    return gap;
}

TEST_F(AnimatedGltf, SkinnedVerticesAreThePosedPlantInEveryFrame) {
    const Plant plant = samples::sapling();
    const Motion motion = swinging(plant, 12, 0.6, 0.9);
    play(motion, *open_gltf_motion(plant, joints(512), folder_ / "x.glb"));
    Reader reader(folder_ / "x.glb");
    EXPECT_EQ(reader.glb.root["skins"][0]["joints"].size(), 7u + 4u);
    for (size_t frame = 0; frame < 12; ++frame)
        EXPECT_LT(largest_gap(reader.positions(frame), posed_sapling(plant, motion.poses[frame])),
                  2e-6)
            << frame;
}

TEST_F(AnimatedGltf, HoldsForPartsThatComeOffAndRootsThatMove) {
    const Plant plant = samples::sapling();
    Motion motion = swinging(plant, 6, 0.4, 0.4);
    for (size_t i = 0; i < 6; ++i) {
        const double fall = 0.1 * double(i * i);
        samples::carry({Quat(Eigen::AngleAxisd(0.3 * double(i), Vec3::UnitX())), Vec3(5, -fall, 2)},
                       motion.poses[i]);
        motion.poses[i].segments[SegmentId(size_t{5})].translation.y() -= fall;
        motion.poses[i].shapes[DomainId(size_t{3})].translation.x() += fall;
    }
    play(motion, *open_gltf_motion(plant, joints(512), folder_ / "x.glb"));
    Reader reader(folder_ / "x.glb");
    for (size_t frame = 0; frame < 6; ++frame)
        EXPECT_LT(largest_gap(reader.positions(frame), posed_sapling(plant, motion.poses[frame])),
                  1e-5)
            << frame;
}

TEST_F(AnimatedGltf, JointsThatHoldTogetherHaveRotationsOnlyAndThoseAtRestNone) {
    const Plant plant = samples::sapling();
    const Motion motion = swinging(plant, 5, 0.3, 0);
    play(motion, *open_gltf_motion(plant, joints(512), folder_ / "x.glb"));
    const Reader reader(folder_ / "x.glb");
    EXPECT_EQ(reader.channels().size(), 7u);
    for (const json& channel : reader.channels()) EXPECT_EQ(Reader::path(channel), "rotation");
    // Leaves that stay in place on their twigs follow those.
    EXPECT_EQ(reader.glb.root["skins"][0]["joints"].size(), 7u);

    Motion still;
    still.poses.resize(3, rest_pose(plant));
    play(still, *open_gltf_motion(plant, joints(512), folder_ / "y.glb"));
    EXPECT_FALSE(Reader(folder_ / "y.glb").glb.root.contains("animations"));
}

TEST_F(AnimatedGltf, PropsStayOnTheGround) {
    const Plant bare = samples::sapling(), plant = samples::potted(bare);
    Motion motion = swinging(bare, 5, 0.6, 0.9);
    for (Pose& pose : motion.poses) {
        std::vector<Rigid>& shapes = pose.shapes.values();
        shapes.insert(shapes.begin(), Rigid{});
        shapes.emplace_back();
    }
    play(motion, *open_gltf_motion(plant, joints(512), folder_ / "x.glb"));
    Reader reader(folder_ / "x.glb");
    // One joint for both, which has no keys.
    EXPECT_EQ(reader.glb.root["skins"][0]["joints"].size(), 7u + 4u + 1u);
    const std::vector<Vec3f> rest = reader.positions(0);
    size_t still = 0;
    for (size_t frame = 1; frame < 5; ++frame) {
        const std::vector<Vec3f> now = reader.positions(frame);
        for (size_t i = 0; i < now.size(); ++i) still += now[i] == rest[i];
    }
    EXPECT_GE(still, 4u * 16);
}

TEST_F(AnimatedGltf, WhatStandsBentHasOneKey) {
    const Plant plant = samples::sapling();
    Motion motion;
    motion.poses.resize(4, samples::swing(plant, 0.3, 0.5, 0.5));
    play(motion, *open_gltf_motion(plant, joints(512), folder_ / "x.glb"));
    Reader reader(folder_ / "x.glb");
    for (const json& channel : reader.channels()) EXPECT_EQ(reader.times(channel).size(), 1u);
    EXPECT_LT(largest_gap(reader.positions(3), posed_sapling(plant, motion.poses[3])), 2e-6);
}

TEST_F(AnimatedGltf, TimesBeginAtZeroAndAreStated) {
    const Plant plant = samples::sapling();
    GltfMotionSettings settings;
    settings.frames_per_second = 24;
    play(swinging(plant, 7, 0.3, 0.3), *open_gltf_motion(plant, settings, folder_ / "x.glb"));
    const Reader reader(folder_ / "x.glb");
    const json& animation = reader.glb.root["animations"][0];
    const size_t input = animation["samplers"][0]["input"];
    EXPECT_EQ(reader.glb.root["accessors"][input]["min"][0], 0.0);
    EXPECT_EQ(reader.glb.root["accessors"][input]["max"][0].get<float>(), 0.25f);
    const auto times = reader.times(animation["channels"][0]);
    ASSERT_EQ(times.size(), 7u);
    for (size_t i = 0; i < 7; ++i) EXPECT_EQ(times[i], static_cast<float>(double(i) / 24));
    EXPECT_EQ(reader.glb.root["scenes"][0]["extras"]["frames_per_second"], 24.0);
    EXPECT_EQ(reader.glb.root["scenes"][0]["extras"]["frames"], 7);
}

TEST_F(AnimatedGltf, NeighbouringQuaternionsLieOnOneSide) {
    const Plant plant = samples::stem(3, 1, 0.1, 0.05);
    Motion motion;
    for (int i = 0; i < 40; ++i) {  // more than two turns, each quaternion of random sign
        Pose pose = rest_pose(plant);
        Quat turn(Eigen::AngleAxisd(0.4 * i, Vec3::UnitY()));
        if (i % 3 == 1) turn.coeffs() *= -1;
        for (Rigid& segment : pose.segments) segment.rotation = turn;
        motion.poses.push_back(pose);
    }
    play(motion, *open_gltf_motion(plant, joints(512), folder_ / "x.glb"));
    const Reader reader(folder_ / "x.glb");
    ASSERT_EQ(reader.channels().size(), 1u);  // only the root turns
    const auto q = reader.keys(reader.channels()[0]);
    ASSERT_EQ(q.size(), 160u);
    for (size_t i = 4; i < q.size(); i += 4) {
        const Vec4f one(&q[i - 4]), two(&q[i]);
        EXPECT_NEAR(one.dot(two), std::cos(0.2), 1e-6);
        EXPECT_NEAR(two.norm(), 1, 1e-6);
    }
}

/// Root of the mean square over all vertices and frames.
struct Measured {
    double moved = 0, error = 0, largest = 0;
};
Measured measure(Reader& reader, const Plant& plant, const Motion& motion) {
    Measured sums;
    const std::vector<Vec3f> rest = posed_sapling(plant, rest_pose(plant));
    for (size_t frame = 0; frame < motion.poses.size(); ++frame) {
        const std::vector<Vec3f> found = reader.positions(frame);
        const std::vector<Vec3f> wanted = posed_sapling(plant, motion.poses[frame]);
        for (size_t i = 0; i < rest.size(); ++i) {
            sums.moved += double((wanted[i] - rest[i]).squaredNorm());
            sums.error += double((found[i] - wanted[i]).squaredNorm());
            sums.largest = std::max(sums.largest, double((found[i] - wanted[i]).norm()));
        }
    }
    const auto count = static_cast<double>(rest.size() * motion.poses.size());
    return {std::sqrt(sums.moved / count), std::sqrt(sums.error / count), sums.largest};
}

TEST_F(AnimatedGltf, TheReportTellsHowFarVerticesLieOffInTheFile) {
    const Plant plant = samples::sapling();
    const Motion motion = swinging(plant, 8, 0.2, 0.2);
    double before = 1e9;
    for (const size_t most : {1u, 3u, 6u, 9u, 11u}) {
        ExportReport report;
        GltfMotionSettings settings = joints(most);
        settings.report = &report;
        play(motion, *open_gltf_motion(plant, settings, folder_ / "x.glb"));
        EXPECT_LE(report.joints, most);
        EXPECT_EQ(report.files, std::vector{folder_ / "x.glb"});
        Reader reader(folder_ / "x.glb");
        EXPECT_EQ(reader.glb.root["skins"][0]["joints"].size(), report.joints);
        const Measured found = measure(reader, plant, motion);
        EXPECT_NEAR(report.skin->moved_rms, found.moved, 1e-5 * found.moved) << most;
        EXPECT_NEAR(report.skin->error_rms, found.error, 1e-5 * found.moved) << most;
        EXPECT_NEAR(report.skin->error_max, found.largest, 1e-4 * found.moved) << most;
        EXPECT_LT(found.error, before) << most;
        before = found.error;
    }
    EXPECT_LT(before, 2e-6);
}

TEST_F(AnimatedGltf, LeavesHaveJointsOfTheirOwnAsFarAsTheyFit) {
    const Plant plant = samples::sapling();
    const auto names = [&](size_t most) {
        play(swinging(plant, 8, 0.2, 0.2),
             *open_gltf_motion(plant, joints(most), folder_ / "x.glb"));
        std::set<std::string> found;
        const Reader reader(folder_ / "x.glb");
        for (const json& node : reader.glb.root["nodes"])
            EXPECT_TRUE(found.insert(node["name"]).second) << node["name"];
        return found;
    };
    const auto leaves = [&](size_t most) {
        size_t count = 0;
        for (const std::string& name : names(most))
            count += name.starts_with("leaf_") && name != "leaf_mesh";
        return count;
    };
    EXPECT_EQ(leaves(11), 4u);
    EXPECT_LT(leaves(9), 4u);
}

TEST_F(AnimatedGltf, BoundsHoldEveryFrame) {
    const Plant plant = samples::sapling();
    const Motion motion = swinging(plant, 9, 0.5, 0.8);
    play(motion, *open_gltf_motion(plant, joints(512), folder_ / "x.glb"));
    const json extras = Reader(folder_ / "x.glb").glb.root["scenes"][0]["extras"];
    Box stated, exact;
    const std::vector<double> low = extras["motion_min_m"], high = extras["motion_max_m"];
    stated.extend(Vec3(low[0], low[1], low[2]));
    stated.extend(Vec3(high[0], high[1], high[2]));
    for (const Pose& pose : motion.poses)
        for (const Vec3f& p : posed_sapling(plant, pose)) exact.extend(p.cast<double>());
    stated.min().array() -= 1e-6;
    stated.max().array() += 1e-6;
    EXPECT_TRUE(stated.contains(exact));
    EXPECT_LT((stated.sizes() - exact.sizes()).maxCoeff(), 0.4 * exact.sizes().maxCoeff());
}

TEST_F(AnimatedGltf, AShapeOnNoSegmentMovesByItself) {
    Plant plant = samples::sapling();
    const DomainId leaf(size_t{2});
    plant.domains.parent[leaf] = DomainId::none();
    plant.domains.attachment[leaf] = {};
    const Motion motion = swinging(plant, 3, 0.3, 0.7);
    play(motion, *open_gltf_motion(plant, joints(512), folder_ / "x.glb"));
    Reader reader(folder_ / "x.glb");
    EXPECT_LT(largest_gap(reader.positions(2), posed_sapling(plant, motion.poses[2])), 2e-6);
    play(motion, *open_gltf_motion(plant, joints(2), folder_ / "y.glb"));
    EXPECT_THAT(read_file(folder_ / "y.glb"), HasSubstr("\"ground\""));
}

TEST_F(AnimatedGltf, TextFormHoldsTheSame) {
    const Plant plant = samples::sapling();
    GltfMotionSettings settings;
    settings.binary = false;
    play(swinging(plant, 3, 0.3, 0.3), *open_gltf_motion(plant, settings, folder_ / "x.gltf"));
    const json root = json::parse(read_file(folder_ / "x.gltf"));
    EXPECT_EQ(root["animations"][0]["channels"].size(), 11u);
}

TEST_F(AnimatedGltf, AnUnfinishedMotionLeavesNothing) {
    const Plant plant = samples::sapling();
    open_gltf_motion(plant, {}, folder_ / "x.glb")->write(0, rest_pose(plant));
    EXPECT_EQ(entries(), 0u);
}

TEST_F(AnimatedGltf, RejectsAFullDisk) {
    const Plant plant = samples::sapling();
    const auto sink = open_gltf_motion(plant, {}, folder_ / "x.glb");
    sink->write(0, rest_pose(plant));
    const FullDisk full(1000);
    EXPECT_THAT(message([&] { sink->finish(); }), HasSubstr("x.glb: cannot write: File too large"));
}

TEST_F(AnimatedGltf, RejectsNoFramesNoSegmentsAndLimitsOutOfRange) {
    const Plant plant = samples::sapling();
    const auto refusal = [&](const Plant& of, size_t most) {
        return message([&] { play({}, *open_gltf_motion(of, joints(most), folder_ / "x.glb")); });
    };
    EXPECT_THAT(refusal(plant, 512), HasSubstr("x.glb: found no frames, expected some"));
    EXPECT_EQ(refusal({}, 512), "plant: found no segments, expected some to make a skeleton of");
    EXPECT_EQ(refusal(plant, 0), "sapling: found a limit of 0 joints, expected 1 to 65535");
    EXPECT_THAT(message([&] { open_gltf_motion(plant, {}, folder_ / "no" / "x.glb"); }),
                HasSubstr("x.glb: cannot write: No such file or directory"));
}

}  // namespace
}  // namespace thigmo
