// The shapes of a domain: what they must not lack.
#include <gtest/gtest.h>

#include "samples/papers/solid_rods.h"
#include "thigmo/sim/reduced/bodies.h"

namespace thigmo {
namespace {

/// φ = T ℓ/GJ, for a twist of a thousandth. A domain whose modes are all bends and stretches gets a
/// twist beside them. A torsion's quarter sine holds 8/π² of an even twist, so a last domain of two
/// falls short by a tenth of the whole.
TEST(ReducedBasis, a_rod_twists_however_it_is_cut) {
    for (const size_t domains : {1, 2, 3, 5}) {
        papers::CutRod rod;
        rod.domains = domains;
        const Plant plant = make(rod);
        const SegmentId tip(plant.segments.size() - 1);
        papers::Trial trial(papers::with_strong_damping(plant), papers::settling_reduced());
        const double angle = 1e-3, torque = angle * rod.beam.torsion() / rod.beam.length;
        trial.gravity.setZero();
        trial.pulls = {{tip, Vec3::Zero(), torque * Vec3::UnitX()}};
        ASSERT_TRUE(trial.run(2, 0.1));
        EXPECT_NEAR(2 * trial.rotation(tip).x() / angle, 1, 0.1) << domains;
    }
}

/// Bends and twists do, as modes; what only large bends bring along does not, nor does stretch,
/// which domains as stocky as these have among their eight lowest modes.
TEST(ReducedBasis, what_sways) {
    papers::CutRod rod;
    rod.domains = 3;
    ReducedSettings settings = papers::settling_reduced();
    settings.modes = {8};
    Progress silent;
    const ReducedBodies bodies =
        build_reduced_bodies(make(rod), settings, *settings.models, silent);
    ASSERT_EQ(bodies.bodies.size(), 3u);
    for (const ReducedBody& body : bodies.bodies) {
        const std::vector<double> rest(static_cast<size_t>(body.size), 0.0);
        const Eigen::VectorXd all = tangent(body.model->elastic, rest).diagonal();
        const Eigen::VectorXd sway = body.model->sway.cwiseQuotient(all);
        EXPECT_NEAR(sway.head(4).minCoeff(), 1, 1e-6);
        for (const double share : sway) EXPECT_TRUE(share < 1e-6 || share > 0.99) << share;
        int swaying = 0;
        for (const double share : sway) swaying += share > 0.5;
        EXPECT_EQ(swaying, 7);
    }
}

/// What is beyond a torque turns with the place where it acts, wherever that is.
TEST(ReducedBasis, a_torque_acts_where_it_is_applied) {
    const papers::CutRod rod;
    const Plant plant = make(rod);
    const size_t count = plant.segments.size();
    const SegmentId tip(count - 1);
    for (const double share : {0.4, 0.7, 0.9}) {
        papers::Trial trial(papers::with_strong_damping(plant), papers::settling_reduced());
        const SegmentId at(static_cast<size_t>(share * static_cast<double>(count)) - 1);
        const double along = plant.segments.end[at].x();
        const double angle = 1e-3, torque = angle * rod.beam.torsion() / along;
        trial.gravity.setZero();
        trial.pulls = {{at, Vec3::Zero(), torque * Vec3::UnitX()}};
        ASSERT_TRUE(trial.run(2, 0.1));
        EXPECT_NEAR(2 * trial.rotation(tip).x() / angle, 1, 0.05) << along;
    }
}

}  // namespace
}  // namespace thigmo
