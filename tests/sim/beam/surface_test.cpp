// The surface of a beam plant against its pose.
#include "thigmo/sim/beam/surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/beam_tree.h"
#include "samples/plants.h"
#include "thigmo/base/parallel.h"
#include "thigmo/mechanics/tapered_beam.h"
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

TEST(SurfaceTest, props_stay_to_the_bit) {
    Shown shown(wind(14));
    shown.plant = samples::potted(shown.plant);
    shown.beams = build_branches(shown.plant, shown.settings);
    const DomainId pot(size_t{0});
    for (SurfaceVertex& vertex : shown.given) ++vertex.domain.value;
    const size_t own = shown.given.size();
    for (const Vec3f& position :
         shown.plant.shapes[shown.plant.domains.shape[pot]].mesh.positions) {
        SurfaceVertex vertex;
        vertex.position = position;
        vertex.domain = pot;
        shown.given.push_back(vertex);
    }
    const BeamSurface surface = shown.show(2);
    for (size_t i = own; i < shown.given.size(); ++i)
        EXPECT_EQ(Vec3f(shown.positions[surface.order()[i]].head<3>()), shown.given[i].position);
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
        const Kind kind = shown.plant.domains.kind[domain];
        const auto sides = static_cast<size_t>(samples::beam_tree_sides(kind));
        if (kind == Kind::branch) i += sides;  // the ring at its base
        for (const SegmentId row : shown.plant.domains.segments[domain]) {
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

TEST(SurfaceTest, shared_stations_err_by_less_than_a_thousandth_of_the_length) {
    const Plant plant = samples::stem(20, 2, 0.02, 0.01);
    const BeamPlant beams = build_branches(plant, {});
    std::vector<SurfaceVertex> given;
    std::vector<StationKey> keys;
    for (int i = 0; i <= 200; ++i) {
        const double x = i / 200.0;
        given.push_back({.position = Vec3f(0.01f, static_cast<float>(2 * x), 0),
                         .domain = DomainId(size_t{0})});
        keys.push_back({BranchId(size_t{0}), x});
    }
    BeamSurface surface(plant, beams, Bending::true_length, given);
    EXPECT_LT(surface.stations().size(), 25u);
    const Stations<double> exact(beams, Bending::true_length, keys);
    const std::vector<Bend> bends = {{Vec3::UnitZ(), std::tan(1) / beam_slope(0.5, 1.0)}};
    std::vector<Vec4f> found(given.size());
    surface.move(bends, make_flutter_texture(0.1, 1), {}, Quality::positions, {found, {}, {}});
    std::vector<StationMotion<double>> motions;
    exact.move(bends, motions);
    for (size_t i = 0; i < given.size(); ++i) {
        const Vec3 expected = motions[exact.find(keys[i])] * Vec3(given[i].position.cast<double>());
        EXPECT_LT((found[i].head<3>().cast<double>() - expected).norm(), 1e-3 * 2) << i;
    }
}

TEST(SurfaceTest, a_vertex_bends_by_its_own_share) {
    Shown shown(wind(12));
    for (const float share : {0.f, 0.4f}) {
        shown.show(2);
        const std::vector<Vec4f> whole = shown.positions;
        Shown held(wind(12));
        for (SurfaceVertex& vertex : held.given) vertex.bend = share;
        BeamSurface surface = held.show(2);
        // The trunk stands on the ground, so less of its bend is less of its way.
        size_t seen = 0;
        for (size_t i = 0; i < held.given.size(); ++i) {
            if (held.plant.domains.kind[held.given[i].domain] != Kind::trunk) continue;
            const size_t at = surface.order()[i];
            const Vec3f rest = held.given[i].position, full = whole[at].head<3>() - rest,
                        way = held.positions[at].head<3>() - rest;
            EXPECT_LT((way - share * full).norm(), 1e-5f);
            EXPECT_NEAR(held.normals[at].norm(), 1, 1e-5);
            ++seen;
        }
        EXPECT_EQ(seen, 120u);
    }
}

TEST(SurfaceTest, what_does_not_bend_goes_with_where_its_branch_grows) {
    Shown shown(wind(12));
    for (SurfaceVertex& vertex : shown.given)
        if (shown.plant.domains.kind[vertex.domain] == Kind::leaf) {
            vertex.bend = 0;
            vertex.flutter = 0;
        }
    const BeamSurface surface = shown.show(2);
    for (size_t i = 0; i + 3 < shown.given.size(); ++i) {
        if (shown.plant.domains.kind[shown.given[i].domain] != Kind::leaf) continue;
        // Leaves of a twig, all on its base: their distances stay.
        const DomainId twig = shown.plant.domains.parent[shown.given[i].domain],
                       next = shown.plant.domains.parent[shown.given[i + 3].domain];
        if (!(twig == next)) continue;
        const Vec3f rest = shown.given[i + 3].position - shown.given[i].position;
        const Vec4f now =
            shown.positions[surface.order()[i + 3]] - shown.positions[surface.order()[i]];
        ASSERT_NEAR(now.norm(), rest.norm(), 2e-5);
    }
}

TEST(SurfaceTest, leaves_flutter_by_their_own_share) {
    Shown shown(wind(12)), still(wind(12));
    for (SurfaceVertex& vertex : still.given) vertex.flutter = 0;
    shown.show(2);
    const BeamSurface surface = still.show(2);
    double apart = 0;
    const SurfaceVertices& rows = surface.vertices();
    for (size_t i = rows.first_leaf; i < rows.size(); ++i) {
        const Vec3f rest = rows.positions[i].head<3>();
        const Vec3f arm = rest - rows.leaves[rows.leaf[i]].pivot;
        // The stalk's end of a leaf stays where it was either way.
        if (arm.norm() < 1e-6f) {
            ASSERT_LT((shown.positions[i] - still.positions[i]).norm(), 1e-5f);
        }
        apart += double((shown.positions[i] - still.positions[i]).norm());
        ASSERT_NEAR(std::abs(still.normals[i].dot(still.tangents[i])), 0, 1e-4);
    }
    EXPECT_GT(apart / static_cast<double>(rows.size() - rows.first_leaf), 0.005);
}

TEST(SurfaceTest, an_instance_stands_where_it_is_placed) {
    BeamInstance instance;
    instance.placement.position = Vec3(3, 0, -2);
    instance.placement.rotation = Quat(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitY()));
    instance.placement.scale = 2;
    // A quarter turn about y takes x to −z.
    const Vec3f found = motion_of(instance) * Vec3f(1, 4, 0);
    EXPECT_LT((found - Vec3f(3, 8, -4)).norm(), 1e-5f);
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
