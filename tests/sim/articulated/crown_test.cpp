// Crowns large enough that their leaves ride: when they do, on several threads, when they are cut,
// and where their leaves are.
#include "thigmo/sim/articulated/crown.h"

#include <gtest/gtest.h>

#include "samples/parts.h"
#include "samples/plants.h"
#include "tests/scene/state_rows.h"
#include "thigmo/base/parallel.h"
#include "thigmo/scene/cut.h"
#include "thigmo/scene/step.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

constexpr double frame = 1. / 60;
constexpr size_t carriers = 400;  // more than one thread takes at a time

/// A stem with leaves all around, from its top downwards.
Plant leafy_stem(size_t leaves) {
    Plant plant;
    samples::start_plant(plant, "leafy stem");
    samples::add_leaf_shape(plant);
    const DomainId trunk = samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    constexpr double length = 0.02;
    for (size_t i = 0; i < carriers; ++i)
        samples::add_segment(plant, {0, length * double(i), 0}, {0, length * double(i + 1), 0},
                             0.06, 0.06);
    for (size_t i = 0; i < leaves; ++i) {
        const SegmentId on(carriers - 1 - i % carriers);
        samples::add_domain(plant, trunk, {on, 0.5}, Kind::leaf);
        plant.domains.material.back() = MaterialId(size_t{1});
        plant.domains.look.back() = LookId(size_t{1});
        plant.domains.shape.back() = ShapeId(size_t{0});
        const Quat turn = Quat(Eigen::AngleAxisd(2.4 * double(i), Vec3::UnitY())) *
                          Quat(Eigen::AngleAxisd(1.2, Vec3::UnitZ()));
        plant.domains.placement.back() = {0.5 * (plant.segments.start[on] + plant.segments.end[on]),
                                          turn, 0.5};
    }
    return plant;
}

void blow(Simulator& simulator, int steps) {
    std::vector<AirSample> air;
    for (int k = 0; k < steps; ++k) {
        simulator.air_samples(air);
        for (AirSample& sample : air) sample.wind = Vec3(14 + sample.point.y(), 0, 0.3 * k);
        Loads loads;
        loads.air = air;
        ASSERT_EQ(simulator.step(frame, loads).status, StepReport::Status::advanced);
    }
}

const ArticulatedSettings riding{.leaf_solve = LeafSolve::riding};

std::vector<double> blown(const Plant& plant, size_t threads) {
    const ThreadLimit limit(threads);
    const auto simulator = make_simulator(plant, riding, {});
    blow(*simulator, 6);
    std::vector<double> state;
    simulator->save(state);
    return state;
}

TEST(Crown, moves_to_the_same_bits_on_any_number_of_threads) {
    const Plant plant = leafy_stem(10000);
    const std::vector<double> one = blown(plant, 1);
    EXPECT_EQ(blown(plant, 2), one);
    EXPECT_EQ(blown(plant, 5), one);
}

TEST(Crown, is_posed_row_by_row_as_it_is_whole) {
    const Plant plant = leafy_stem(10001);
    const auto simulator = make_simulator(plant, riding, {});
    blow(*simulator, 6);
    Pose whole, wood;
    simulator->pose(whole);
    simulator->pose_segments(wood);
    const auto apart = [](const Rigid& a, const Rigid& b) {
        return (a.rotation.coeffs() - b.rotation.coeffs()).norm() +
               (a.translation - b.translation).norm();
    };
    double moved = 0;
    for (const SegmentId s : plant.segments.rows()) {
        EXPECT_EQ(apart(wood.segments[s], whole.segments[s]), 0);
        EXPECT_LT(apart(simulator->row_motion(Load::Table::segments, s.value), whole.segments[s]),
                  1e-14);
    }
    for (const DomainId d : plant.domains.rows()) {
        moved = std::max(moved, apart(whole.shapes[d], {}));
        EXPECT_LT(apart(simulator->row_motion(Load::Table::domains, d.value), whole.shapes[d]),
                  1e-14);
    }
    EXPECT_GT(moved, 0.1);
}

TEST(Crown, moves_the_same_whether_it_is_looked_at_or_not) {
    const Plant plant = leafy_stem(10000);
    const auto seen = make_simulator(plant, riding, {});
    Pose pose;
    for (int k = 0; k < 6; ++k) {
        std::vector<AirSample> air;
        seen->air_samples(air);
        for (AirSample& sample : air) sample.wind = Vec3(14 + sample.point.y(), 0, 0.3 * k);
        Loads loads;
        loads.air = air;
        seen->step(frame, loads);
        seen->pose(pose);
        seen->row_motion(Load::Table::domains, 1);
        seen->energy(loads.gravity);
    }
    std::vector<double> state;
    seen->save(state);
    EXPECT_EQ(state, blown(plant, 0));
}

/// Leaves ride before the cut and on what still stands; those of what falls are coupled.
TEST(Crown, goes_on_to_the_bit_where_it_is_cut_below_what_rides) {
    Scene scene;
    scene.make = make_simulator;
    add_plant(scene, "stem", make_part(leafy_stem(10000)), riding, {});
    Event blow;
    blow.what = Impulse{Vec3(30, 0, 5)};
    blow.place.domain = "trunk";
    add_event(scene, blow);
    for (int i = 0; i < 5; ++i) ASSERT_EQ(step(scene).status, StepReport::Status::advanced);
    const StateRows before = rows_of(scene);
    cut(scene, 0, {SegmentId(size_t{300}), DomainId(size_t{0})});
    ASSERT_EQ(scene.actors.size(), 2u);
    EXPECT_TRUE(leaves_ride(std::get<ArticulatedSettings>(scene.actors[0].settings)));
    EXPECT_FALSE(leaves_ride(std::get<ArticulatedSettings>(scene.actors[1].settings)));
    const StateRows after = rows_of(scene);
    ASSERT_EQ(after.size(), before.size() + 1);  // the foot of what was cut off
    double spin = 0;
    for (const auto& [key, numbers] : before) {
        const std::vector<double>& own = after.at(key);
        for (size_t i = 0; i < 7; ++i) EXPECT_EQ(own[i], numbers[i]);  // rotation and velocity
        spin = std::max(spin, std::abs(numbers[4]) + std::abs(numbers[6]));
    }
    EXPECT_GT(spin, 0.1);
    const double height = scene.actors[1].simulator->base().placement.translation.y();
    for (int i = 0; i < 10; ++i) ASSERT_EQ(step(scene).status, StepReport::Status::advanced);
    EXPECT_LT(scene.actors[1].simulator->base().placement.translation.y(), height - 0.05);
}

}  // namespace
}  // namespace thigmo
