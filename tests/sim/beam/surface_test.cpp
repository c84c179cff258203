// The surface of a beam plant against its pose.
#include "thigmo/sim/beam/surface.h"

#include <gtest/gtest.h>

#include "samples/beam_tree.h"
#include "thigmo/base/parallel.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

struct Shown {
    Plant plant = samples::beam_tree();
    BeamSettings settings;
    BeamPlant beams;
    std::vector<SurfaceVertex> given;
    std::vector<Vec4f> positions, normals, tangents;

    explicit Shown(const BeamSettings& wanted)
        : settings(wanted),
          beams(build_branches(plant, settings)),
          given(samples::beam_tree_vertices(plant)) {}
    BeamSurface show(double time, Quality quality = Quality::full) {
        BeamSurface surface(plant, beams, settings.bending, given);
        positions.resize(given.size());
        normals.resize(given.size());
        tangents.resize(given.size());
        std::vector<Bend> bends;
        const BeamControls live = controls(settings);
        find_bends(beams, make_motion_texture(settings.weave, Drive::gusts, settings.seed),
                   make_gale(beams, settings, live), {}, time, bends);
        surface.move(bends, make_flutter_texture(0.1, 1), make_flutter(live, 0, time), quality,
                     {positions, normals, tangents});
        return surface;
    }
};

BeamSettings wind(double speed) {
    BeamSettings settings;
    settings.wind.mean = Vec3(speed, 0, 0);
    return settings;
}

TEST(SurfaceTest, is_as_given_in_still_air) {
    Shown shown(wind(0));
    const BeamSurface surface = shown.show(3);
    for (size_t i = 0; i < shown.given.size(); ++i) {
        const size_t at = surface.order()[i];
        ASSERT_LT((shown.positions[at].head<3>() - shown.given[i].position).norm(), 1e-4f) << i;
        ASSERT_LT((shown.normals[at].head<3>() - shown.given[i].normal).norm(), 1e-5f) << i;
        ASSERT_LT((shown.tangents[at].head<3>() - shown.given[i].tangent).norm(), 1e-5f) << i;
    }
}

TEST(SurfaceTest, goes_where_the_segments_go) {
    Shown shown(wind(9));
    const BeamSurface surface = shown.show(2);
    const auto simulator = make_simulator(shown.plant, shown.settings, {});
    std::vector<double> state;
    simulator->save(state);
    state[0] = 2;
    simulator->restore(state);
    Pose pose;
    simulator->pose(pose);
    // Rings stand at the ends of segments.
    size_t i = 0, checked = 0;
    for (const DomainId domain : shown.plant.domains.rows()) {
        for (const SegmentId row : shown.plant.domains.segments[domain]) {
            const size_t sides = shown.plant.domains.kind[domain] == Kind::trunk ? 24 : 4;
            Vec3f centre = Vec3f::Zero();
            for (size_t k = 0; k < sides; ++k)
                centre += shown.positions[surface.order()[i++]].head<3>() / float(sides);
            const Vec3 end = pose.segments[row] * shown.plant.segments.end[row];
            ASSERT_LT((centre.cast<double>() - end).norm(), 0.02) << i;
            ++checked;
        }
        if (shown.plant.domains.shape[domain].exists()) i += 4;
    }
    EXPECT_EQ(checked, shown.plant.segments.size());
}

TEST(SurfaceTest, normals_keep_their_length_and_stand_on_tangents) {
    Shown shown(wind(14));
    shown.show(5);
    for (size_t i = 0; i < shown.normals.size(); ++i) {
        ASSERT_NEAR(shown.normals[i].norm(), 1, 1e-4) << i;
        ASSERT_NEAR(shown.normals[i].dot(shown.tangents[i]), 0, 1e-4) << i;
    }
}

TEST(SurfaceTest, positions_alone_are_the_same_positions) {
    Shown shown(wind(9));
    shown.show(4);
    const std::vector<Vec4f> full = shown.positions;
    shown.show(4, Quality::positions);
    for (size_t i = 0; i < full.size(); ++i) ASSERT_EQ(full[i], shown.positions[i]);
}

TEST(SurfaceTest, any_number_of_threads_gives_the_same_bits) {
    Shown shown(wind(9));
    std::vector<Vec4f> first;
    for (const size_t threads : {1u, 2u, 4u}) {
        const ThreadLimit limit(threads);
        shown.show(4);
        if (first.empty()) first = shown.positions;
        for (size_t i = 0; i < first.size(); ++i) ASSERT_EQ(first[i], shown.positions[i]);
    }
}

}  // namespace
}  // namespace thigmo
