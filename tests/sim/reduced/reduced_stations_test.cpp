// Poses between the sections that are read.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "samples/papers/solid_rods.h"
#include "thigmo/sim/reduced/polar_frame.h"
#include "thigmo/sim/reduced/stations.h"

namespace thigmo {
namespace {

struct BentRod {
    papers::CutRod rod;
    ReducedSettings settings = papers::undamped_reduced();
    Progress progress;
    ReducedBodies bodies = build_reduced_bodies(make(rod), settings, *settings.models, progress);
    ReducedTree tree;

    explicit BentRod(const Start& start = {}) : tree(bodies, settings, start) {
        std::vector<double> q(static_cast<size_t>(bodies.bodies[0].size), 0.0), v = q;
        q[0] = 0.15;
        q[1] = 0.1;
        v[0] = 1;
        v[2] = -2;
        tree.set_coordinates(0, q, v);
        tree.update();
    }
};

/// The cubic through four sections of a rod bent by a sixth of its length, against the section
/// itself.
TEST(ReducedStations, between_sections_are_where_the_shapes_are) {
    // Turned by half a turn about any axis, neighbours may get the two quaternions of one rotation.
    for (const Vec3& axis : {Vec3(0, 0, 0), Vec3(0, 0, 1), Vec3(0, 1, 0), Vec3(1, 1, 1)}) {
        Start start;
        if (!axis.isZero(0))
            start.placement.rotation = Eigen::AngleAxisd(std::numbers::pi, axis.normalized());
        const BentRod bent(start);
        Stations stations;
        stations.read(bent.bodies, bent.tree);
        const ReducedBody& body = bent.bodies.bodies[0];
        const BodyFrame& frame = bent.tree.frame(0);
        double farthest = 0;
        for (int n = 0; n <= 40; ++n) {
            const double along = n / 40.0;
            const MovingFace face = face_on(bent.bodies, 0, along);
            Vec3 centre;
            Mat3 turn;
            ASSERT_TRUE(place_face(face, bent.tree.coordinates(0), centre, turn));
            const Vec3 rest = body.units.origin + body.units.turn * face.centre;
            const Vec3 now = frame.origin + frame.axes * centre;
            const Rigid motion = stations.at(0, along);
            const Mat3 rotation = frame.axes * turn * body.units.turn.transpose();
            EXPECT_LT((motion * rest - now).norm(), 1e-3) << along;
            EXPECT_LT((motion.rotation.toRotationMatrix() - rotation).norm(), 5e-3) << along;
            farthest = std::max(farthest, (now - rest).norm());
        }
        EXPECT_GT(farthest, 0.15);
    }
}

/// Velocity and spin are those of the motions, by a small time.
TEST(ReducedStations, sections_move_as_their_places_change) {
    BentRod bent;
    const double h = 1e-6;
    const std::vector<double> q(bent.tree.coordinates(0).begin(), bent.tree.coordinates(0).end());
    const std::vector<double> v(bent.tree.rates(0).begin(), bent.tree.rates(0).end());
    const auto shifted = [&](double time) {
        std::vector<double> then = q;
        for (size_t k = 0; k < q.size(); ++k) then[k] += time * v[k];
        bent.tree.set_coordinates(0, then, v);
        bent.tree.update();
        Stations out;
        out.read(bent.bodies, bent.tree);
        return out;
    };
    const Stations before = shifted(-h), after = shifted(h), now = shifted(0);
    const Vec3 off(0.003, 0.002, -0.004);
    for (const double along : {0.0, 0.13, 0.4, 0.5, 0.81, 1.0}) {
        const Vec3 rest = Vec3(along * bent.rod.beam.length, 0, 0) + off;
        const Vec3 rate = (after.at(0, along) * rest - before.at(0, along) * rest) / (2 * h);
        const MovingStation moving = moving_station(bent.bodies, bent.tree, 0, along);
        EXPECT_LT((moving.velocity_at(now.at(0, along) * rest) - rate).norm(),
                  1e-3 * rate.norm() + 1e-9)
            << along;
    }
}

}  // namespace
}  // namespace thigmo
