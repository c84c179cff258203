// Natural modes against closed forms and against a chain computed independently.
#include "thigmo/sim/articulated/modes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "samples/chains.h"
#include "samples/parts.h"
#include "samples/plants.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/articulated/mode_operator.h"

namespace thigmo {
namespace {

constexpr double pi = std::numbers::pi;

/// The cantilever of [Garcia2023] chapter 8: 1 m long, 1 cm in radius.
Plant cantilever(size_t n, double shear_ratio = 1 / 2.6) {
    Plant plant = samples::stem(n, 1, 0.01, 0.01);
    Material& wood = plant.materials[MaterialId(size_t{0})];
    wood.young = 8.1e9;
    wood.shear = shear_ratio * 8.1e9;
    wood.density = 923;
    return plant;
}

Bodies unloaded(const Plant& plant) {
    ArticulatedSettings settings;
    settings.footing.shape = GivenShape::unloaded;
    return build_bodies(plant, settings);
}

/// One body per segment, with its joint at the start.
Bodies with_joints_at_starts(const Plant& plant) {
    ArticulatedSettings settings;
    settings.footing.shape = GivenShape::unloaded;
    settings.joints = samples::joints_at_starts(plant);
    return build_bodies(plant, settings);
}

/// Frequencies of bending modes, each of the two equal ones once.
std::vector<double> bending(const Modes& found) {
    std::vector<double> frequencies;
    for (const Mode& mode : found.modes)
        if (mode.twist_share < 0.5) frequencies.push_back(mode.frequency);
    std::vector<double> once;
    for (size_t i = 0; i + 1 < frequencies.size(); i += 2) once.push_back(frequencies[i]);
    return once;
}

TEST(Modes, of_a_chain_are_those_of_an_independent_computation) {
    struct Row {
        size_t n;
        double f[3];
    };
    for (const Row& row : {Row{10, {8.25029411714, 51.1109021338, 141.599317232}},
                           Row{25, {8.28206511813, 51.7909431111, 144.698370829}},
                           Row{100, {8.28776433137, 51.9146269288, 145.26619099}},
                           Row{500, {8.2881293479, 51.9225656851, 145.302664885}}}) {
        const std::vector<double> f =
            bending(find_modes(with_joints_at_starts(cantilever(row.n)), 6));
        ASSERT_GE(f.size(), 3u);
        for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(f[i], row.f[i], 1e-9 * row.f[i]) << row.n;
    }
}

TEST(Modes, of_a_chain_tend_to_the_beams) {
    // Euler–Bernoulli; rotary inertia takes 6e-5 of the first.
    const std::vector<double> f = bending(find_modes(unloaded(cantilever(100)), 6));
    EXPECT_NEAR(f[0], 8.28862606582, 2e-4 * f[0]);
    EXPECT_NEAR(f[1], 51.9439328851, 1e-3 * f[1]);
    EXPECT_NEAR(f[2], 145.444516171, 2e-3 * f[2]);
}

TEST(Modes, of_twist_are_those_of_a_rod) {
    // f = (2j − 1)/4L √(G/ρ); soft shear brings them below bending.
    const Modes found = find_modes(unloaded(cantilever(200, 1e-6)), 2);
    ASSERT_EQ(found.modes.size(), 2u);
    const double first = std::sqrt(8.1e3 / 923) / 4;
    EXPECT_NEAR(found.modes[0].frequency, first, 1e-4 * first);
    EXPECT_NEAR(found.modes[1].frequency, 3 * first, 1e-3 * first);
    EXPECT_NEAR(found.modes[0].twist_share, 1, 1e-12);
    EXPECT_NEAR(found.modes[0].root_moment_share, 0, 1e-12);
}

TEST(Modes, of_one_body_are_those_of_a_mass_on_a_spring) {
    const Bodies bodies = with_joints_at_starts(cantilever(1));
    const Modes found = find_modes(bodies, 3);
    const BodyId body(size_t{0});
    ASSERT_EQ(found.modes.size(), 3u);
    const double f = std::sqrt(bodies.stiffness[body].y() / bodies.inertia[body](1, 1)) / (2 * pi);
    EXPECT_NEAR(found.modes[0].frequency, f, 1e-13 * f);
    EXPECT_NEAR(found.modes[1].frequency, f, 1e-13 * f);
    EXPECT_NEAR(found.modes[0].root_moment_share, 0.5, 1e-12);
    EXPECT_NEAR(found.modes[1].root_moment_share, 0.5, 1e-12);
}

TEST(Modes, share_the_whole_root_moment_among_them) {
    const Bodies bodies = unloaded(samples::sapling());
    double sum = 0, last = 0;
    for (const Mode& mode : find_modes(bodies, 3 * bodies.size()).modes) {
        sum += mode.root_moment_share;
        EXPECT_GE(mode.frequency, last);
        last = mode.frequency;
    }
    EXPECT_NEAR(sum, 1, 1e-10);
}

TEST(Modes, follow_the_root_of_the_moduli) {
    Plant plant = samples::sapling();
    const Modes soft = find_modes(unloaded(plant), 5);
    for (Material& material : plant.materials) {
        material.young *= 4;
        material.shear *= 4;
    }
    // Leaves' joints are held up by their weight, not by their moduli.
    ArticulatedSettings settings;
    settings.footing.shape = GivenShape::unloaded;
    settings.leaf.stiffness = 4;
    Plant same = plant;
    same.materials[MaterialId(size_t{1})] = samples::sapling().materials[MaterialId(size_t{1})];
    const Modes stiff = find_modes(build_bodies(same, settings), 5);
    for (size_t i = 0; i < 5; ++i)
        EXPECT_NEAR(stiff.modes[i].frequency, 2 * soft.modes[i].frequency,
                    1e-12 * stiff.modes[i].frequency);
}

Bodies pendulum(double up, double young) {
    Plant plant;
    samples::start_plant(plant, "pendulum");
    samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    samples::add_segment(plant, Vec3::Zero(), {0, up, 0}, 0.01, 0.01);
    plant.materials[MaterialId(size_t{0})].young = young;
    plant.materials[MaterialId(size_t{0})].shear = young;
    return with_joints_at_starts(plant);
}

TEST(Modes, with_weight_are_those_of_a_pendulum_on_a_spring) {
    const BodyId body(size_t{0});
    for (const double up : {-1.0, 1.0}) {
        const Bodies bodies = pendulum(up, 2e9);
        const double k = bodies.stiffness[body].y(), weight = 9.81 * bodies.mass[body] * 0.5;
        const Modes found = find_modes(bodies, 3, Vec3(0, -9.81, 0));
        ASSERT_EQ(found.failure, "");
        const double f = std::sqrt((k - up * weight) / bodies.inertia[body](1, 1)) / (2 * pi);
        EXPECT_NEAR(found.modes[0].frequency, f, 1e-12 * f);
        EXPECT_NEAR(found.modes[1].frequency, f, 1e-12 * f);
    }
}

TEST(Modes, of_a_plant_that_buckles_say_so) {
    const Modes found = find_modes(pendulum(1, 1e7), 3, Vec3(0, -9.81, 0));
    EXPECT_TRUE(found.modes.empty());
    EXPECT_EQ(found.failure, "the plant does not stand under its weight");
    EXPECT_EQ(found.buckles, DomainId(0u));
}

TEST(Modes, of_a_plant_made_to_stand_exist) {
    // A long level limb on a soft twist gives way sideways.
    Plant plant = samples::sapling();
    plant.materials[MaterialId(size_t{0})].young *= 0.02;
    plant.materials[MaterialId(size_t{0})].shear *= 0.001;
    EXPECT_NE(find_modes(unloaded(plant), 1, Vec3(0, -9.81, 0)).failure, "");
    const Bodies bodies = build_bodies(plant, {});
    EXPECT_EQ(bodies.log.warnings.size(), 1u);
    const Modes found = find_modes(bodies, 3, Vec3(0, -9.81, 0));
    ASSERT_EQ(found.failure, "");
    EXPECT_GT(found.modes[0].frequency, 0.01);
}

/// Elastic and gravity's energy with every body turned from the given shape by exp(turn).
double potential(const Bodies& bodies, const Turns& turns, const Vec3& gravity) {
    Column<BodyId, Quat> now(bodies.size());
    Column<BodyId, Vec3> joint(bodies.size());
    double sum = 0;
    for (const BodyId body : bodies.rows()) {
        const Vec3& turn = turns[body.value];
        const double angle = turn.norm();
        now[body] = Quat(Eigen::AngleAxisd(angle, angle > 0 ? Vec3(turn / angle) : Vec3::UnitX())) *
                    bodies.given[body];
        const BodyId parent = bodies.parent[body];
        const Quat upper = parent.exists() ? now[parent] : Quat::Identity();
        joint[body] =
            (parent.exists() ? joint[parent] : Vec3(Vec3::Zero())) + upper * bodies.offset[body];
        const Eigen::AngleAxisd bent((upper * bodies.rest[body]).conjugate() * now[body]);
        const Vec3 phi = bent.angle() * bent.axis();
        sum += 0.5 * phi.dot(bodies.stiffness[body].cwiseProduct(phi));
        sum -= bodies.mass[body] * gravity.dot(joint[body] + now[body] * bodies.centre[body]);
    }
    return sum;
}

TEST(Modes, loaded_stiffness_is_the_second_derivative_of_the_energy) {
    Plant plant = samples::sapling();
    for (Material& material : plant.materials) {
        material.young *= 0.05;
        material.shear *= 0.2;
    }
    ArticulatedSettings settings;
    const Bodies bodies = build_bodies(plant, settings);
    const LoadedStiffness loaded(bodies, settings.footing.gravity);
    ASSERT_FALSE(loaded.buckles().exists());
    // φ = L⁻ᵀx makes the energy's second difference |x|².
    const size_t n = 3 * bodies.size();
    for (size_t trial = 0; trial < 6; ++trial) {
        std::vector<double> x(n);
        for (size_t i = 0; i < n; ++i)
            x[i] = std::sin(1.7 * static_cast<double>(i * (trial + 1)) + 0.3);
        double squared = 0;
        for (const double value : x) squared += value * value;
        Turns turns;
        loaded.to_turns(x, turns);
        double largest = 0;
        for (const Vec3& turn : turns) largest = std::max(largest, turn.norm());
        const auto along = [&](double h) {
            Turns scaled = turns;
            for (Vec3& turn : scaled) turn *= h / largest;
            return potential(bodies, scaled, settings.footing.gravity);
        };
        constexpr double h = 4e-3;
        const double second =
            (-along(2 * h) + 16 * along(h) - 30 * along(0) + 16 * along(-h) - along(-2 * h)) /
            (12 * h * h);
        EXPECT_NEAR(second * largest * largest, squared, 1e-6 * squared);
    }
}

TEST(RootModes, hold_nearly_all_of_a_beams_moment) {
    const Bodies bodies = unloaded(cantilever(60));
    const Modes lowest = find_modes(bodies, 2), found = find_root_modes(bodies, 4);
    ASSERT_EQ(found.modes.size(), 4u);
    EXPECT_NEAR(found.modes[0].frequency / lowest.modes[0].frequency, 1, 1e-6);
    EXPECT_NEAR(found.modes[0].root_moment_share + found.modes[1].root_moment_share, 0.9707, 2e-3);
    // The second bending mode is next, whatever twists lie between: (4.694/1.875)².
    EXPECT_NEAR(found.modes[2].frequency / lowest.modes[0].frequency, 6.267, 0.02);
    EXPECT_NEAR(found.sway.frequency / lowest.modes[0].frequency, 1, 1e-3);
    // A pull at the middle: φ₁(½)² / λ₁⁴ of Euler and Bernoulli's beam over its way ½³/3.
    EXPECT_NEAR(found.sway.share, 0.895, 0.008);
}

TEST(ModePose, moves_the_joints_as_the_mode_turns_them) {
    const Plant plant = cantilever(20);
    const Bodies bodies = unloaded(plant);
    const Mode mode = find_modes(bodies, 1).modes.front();
    const double amplitude = 1e-6;
    const Pose pose = mode_pose(plant, bodies, mode, amplitude);
    Vec3 joint = Vec3::Zero();
    for (const SegmentId segment : plant.segments.rows()) {
        const Vec3 start = plant.segments.start[segment], end = plant.segments.end[segment];
        EXPECT_LT((pose.segments[segment] * start - start - joint).norm(), 1e-10);
        // Half of the segment turns with the body below its joint, half with the one above.
        const BodyId below = bodies.at_start[segment];
        const Vec3 lower = below.exists() ? mode.turn[below] : Vec3(Vec3::Zero());
        joint += amplitude * 0.5 * (lower + mode.turn[bodies.at_end[segment]]).cross(end - start);
        EXPECT_LT((pose.segments[segment] * end - end - joint).norm(), 1e-10);
    }
    EXPECT_GT(joint.norm(), amplitude);
}

}  // namespace
}  // namespace thigmo
