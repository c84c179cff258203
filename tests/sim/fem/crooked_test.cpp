// Solids against a frame of beams, which knows nothing of bricks: rods that turn at angles, forks
// and side branches.
#include <gtest/gtest.h>

#include <cmath>

#include "samples/frame.h"
#include "samples/parts.h"
#include "thigmo/sim/fem/fem_modes.h"
#include "thigmo/sim/reduced/modes.h"
#include "thigmo/sim/solid_plant.h"

namespace thigmo {
namespace {

Plant rod(const std::vector<Vec3>& points, double base, double tip) {
    Plant plant;
    samples::start_plant(plant, "rod");
    samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    const auto radius = [&](size_t i) {
        return base +
               (tip - base) * static_cast<double>(i) / static_cast<double>(points.size() - 1);
    };
    for (size_t i = 0; i + 1 < points.size(); ++i)
        samples::add_segment(plant, points[i], points[i + 1], radius(i), radius(i + 1));
    return plant;
}

/// A limb of ten segments of 10 cm that turns by some 30° at every joint, to all sides.
Plant crooked_limb() {
    std::vector<Vec3> points{Vec3::Zero()};
    for (int i = 0; i < 10; ++i) {
        const Vec3 way(0.45 * std::sin(2.4 * i + 0.3), 1, 0.45 * std::cos(3.9 * i));
        points.push_back(points.back() + 0.1 * way.normalized());
    }
    return rod(points, 0.012, 0.006);
}

void add_branch(Plant& plant, SegmentId segment, double along, const Vec3& from, const Vec3& to,
                size_t segments) {
    Attachment at;
    at.segment = segment;
    at.along = along;
    samples::add_domain(plant, DomainId(size_t{0}), at, Kind::branch);
    for (size_t i = 0; i < segments; ++i) {
        const double a = static_cast<double>(i) / static_cast<double>(segments),
                     b = static_cast<double>(i + 1) / static_cast<double>(segments);
        samples::add_segment(plant, from + a * (to - from), from + b * (to - from),
                             0.01 - 0.002 * a, 0.01 - 0.002 * b);
    }
}

Plant trunk(size_t segments) {
    std::vector<Vec3> points;
    for (size_t i = 0; i <= segments; ++i)
        points.emplace_back(0, static_cast<double>(i) / static_cast<double>(segments), 0);
    return rod(points, 0.02, 0.015);
}

Plant fork(size_t segments) {
    Plant plant = trunk(segments);
    const SegmentId last(segments - 1);
    add_branch(plant, last, 1, {0, 1, 0}, {0.4, 1.6, 0.1}, segments);
    add_branch(plant, last, 1, {0, 1, 0}, {-0.3, 1.4, 0}, segments);
    return plant;
}

Plant cross(size_t segments) {
    Plant plant = trunk(segments);
    const bool one = segments == 1;
    const Vec3 at(0, 0.5, 0);
    add_branch(plant, SegmentId(segments / 2), one ? 0.5 : 0, at, at + Vec3(0.6, 0, 0), segments);
    add_branch(plant, SegmentId(segments / 2), one ? 0.5 : 0, at, at + Vec3(-0.5, 0, 0), segments);
    return plant;
}

void expect_frequencies_of_frame(const Plant& plant, double fem_share, double reduced_share) {
    samples::FrameSettings frame;
    frame.shear = true;
    const samples::FrameModes right = samples::find_frame_modes(plant, frame, 6);
    FemSettings full;
    full.footing.shape = GivenShape::unloaded;
    full.damping = false;
    const FemModes fem = find_fem_modes(plant, full, 6);
    ReducedSettings few;
    few.footing.shape = GivenShape::unloaded;
    few.damping = false;
    Progress silent;
    const ReducedBodies bodies = build_reduced_bodies(plant, few, *few.models, silent);
    const ReducedModes reduced = find_reduced_modes(bodies, Coupling::exact, 6);
    ASSERT_EQ(fem.modes.size(), 6u);
    ASSERT_EQ(reduced.frequencies.size(), 6);
    for (size_t k = 0; k < 6; ++k) {
        const double hz = right.modes[k].frequency;
        EXPECT_NEAR(fem.modes[k].frequency / hz, 1, fem_share) << "full elements, mode " << k + 1;
        EXPECT_NEAR(reduced.frequencies[static_cast<Eigen::Index>(k)] / hz, 1, reduced_share)
            << "reduced, mode " << k + 1;
    }
}

TEST(SolidsAndFrame, a_crooked_limb_has_the_frequencies_of_its_segments) {
    const Plant plant = crooked_limb();
    expect_frequencies_of_frame(plant, 0.01, 0.015);
    EXPECT_LE(build_solids(plant, {}).solids[SolidId(size_t{0})].mesh.bricks.size(), 12u);
}

TEST(SolidsAndFrame, forks_do) {
    for (const size_t segments : {1, 2, 8})
        expect_frequencies_of_frame(fork(segments), 0.01, 0.015);
}

TEST(SolidsAndFrame, side_branches_do) {
    for (const size_t segments : {1, 2, 8})
        expect_frequencies_of_frame(cross(segments), 0.01, 0.015);
}

/// A scanned limb: 200 short segments that wander a little.
TEST(SolidsAndFrame, a_long_run_of_short_segments_needs_few_bricks) {
    std::vector<Vec3> points{Vec3::Zero()};
    for (int i = 0; i < 200; ++i) {
        const Vec3 way(0.06 * std::sin(0.11 * i), 1, 0.05 * std::sin(0.07 * i));
        points.push_back(points.back() + 0.01 * way.normalized());
    }
    const Plant plant = rod(points, 0.02, 0.01);
    EXPECT_LE(build_solids(plant, {}).solids[SolidId(size_t{0})].mesh.bricks.size(), 16u);
    expect_frequencies_of_frame(plant, 0.01, 0.015);
}

}  // namespace
}  // namespace thigmo
