// Cuts through reduced domains of several pieces: what is left springs back, and nothing jumps.
#include <gtest/gtest.h>

#include "samples/papers/rods.h"
#include "thigmo/scene/cut.h"
#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

/// A slender rod that leans out under its weight, cut in the middle after a blow.
struct Leaning {
    Scene scene;
    SegmentId seventh{size_t{7}};
    Vec3 rest;

    explicit Leaning(const SimulatorSettings& settings, double blow) {
        Plant plant = papers::rod({1, 0.006, 3e9, 800}, 16, Vec3(1, 1, 0));
        rest = plant.segments.end[seventh];
        scene.make = make_simulator;
        scene.clock.dt = 1.0 / 120;
        add_plant(scene, "rod", make_part(std::move(plant)), settings, {});
        if (blow > 0) {
            Event event;
            event.what = Impulse{Vec3(0, 0, blow)};
            event.place.domain = "trunk";
            event.place.along = 1;
            add_event(scene, event);
        }
        for (int i = 0; i < 12; ++i) step(scene);
    }
    Vec3 stump() const {
        return scene.actors[0].simulator->row_motion(Load::Table::segments, seventh.value) * rest;
    }
    void cut_in_half() { cut(scene, 0, {SegmentId(size_t{8}), DomainId(size_t{0})}); }
};

/// ρ A g ℓ³ and more of the half that is gone no longer bends the stump: it rises by what that did.
TEST(CutPieces, a_stump_springs_up_by_what_it_carried) {
    double rises[2];
    int which = 0;
    for (const SimulatorSettings& settings :
         {SimulatorSettings(ReducedSettings()), SimulatorSettings(ArticulatedSettings())}) {
        Leaning rod(settings, 0);
        const Vec3 before = rod.stump();
        rod.cut_in_half();
        EXPECT_LT((rod.stump() - before).norm(), 1e-6);
        for (int i = 0; i < 600; ++i) step(rod.scene);
        rises[which++] = (rod.stump() - before).dot(Vec3(-1, 1, 0).normalized());
    }
    EXPECT_GT(rises[1], 1e-4);
    EXPECT_NEAR(rises[0], rises[1], 0.15 * rises[1]);
}

/// What held the half that is gone now speeds the stump up: as it does one of rigid segments.
TEST(CutPieces, what_swings_goes_on_as_segments_do) {
    Vec3 after[2];
    int which = 0;
    for (const SimulatorSettings& settings :
         {SimulatorSettings(ReducedSettings()), SimulatorSettings(ArticulatedSettings())}) {
        Leaning rod(settings, 0.02);
        const Vec3 before = rod.stump();
        rod.cut_in_half();
        EXPECT_LT((rod.stump() - before).norm(), 1e-4);
        for (int i = 0; i < 3; ++i) step(rod.scene);
        after[which++] = (rod.stump() - before) / (3 * rod.scene.clock.dt);
    }
    EXPECT_GT(after[1].norm(), 0.1);
    EXPECT_LT((after[0] - after[1]).norm(), 0.25 * after[1].norm());
}

/// A body that is divided anew has other shapes; what they cannot follow of a far bend must not be
/// let loose as a blow.
TEST(CutPieces, a_cut_sets_no_energy_free) {
    ReducedSettings pieces, whole, paper;
    whole.most_pieces = 1;
    paper.basis = BasisKind::paper;
    for (ReducedSettings* settings : {&pieces, &whole, &paper}) {
        settings->footing.shape = GivenShape::unloaded;
        Leaning rod(*settings, 0.1);
        const auto energy = [&] {
            double sum = 0;
            for (const Actor& actor : rod.scene.actors) {
                const Energy own = actor.simulator->energy(rod.scene.gravity);
                sum += own.kinetic + own.elastic;
            }
            return sum;
        };
        const double before = energy();
        rod.cut_in_half();
        ASSERT_EQ(rod.scene.actors.size(), 2u);
        EXPECT_NEAR(energy() / before, 1, 0.05);
    }
}

}  // namespace
}  // namespace thigmo
