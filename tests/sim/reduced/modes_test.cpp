// Natural frequencies of a reduced plant: against a beam's, and against the energies of the moving
// tree itself.
#include "thigmo/sim/reduced/modes.h"

#include <gtest/gtest.h>

#include <numbers>

#include "samples/papers/beam.h"
#include "samples/papers/rods.h"
#include "thigmo/sim/reduced/tree.h"

namespace thigmo {
namespace {

ReducedSettings plain(Coupling coupling = Coupling::exact) {
    ReducedSettings settings;
    settings.footing.shape = GivenShape::unloaded;
    settings.coupling = coupling;
    settings.damping = false;
    return settings;
}

ReducedBodies build(const Plant& plant, const ReducedSettings& settings) {
    Progress silent;
    return build_reduced_bodies(plant, settings, *settings.models, silent);
}

papers::Beam slender() {
    papers::Beam beam;
    beam.length = 1;
    beam.radius = 0.01;
    beam.young = 1e9;
    beam.density = 1000;
    return beam;
}

/// A rod with two others on it, crosswise.
Plant crossed() {
    papers::Beam beam = slender(), small = slender();
    small.length = 0.6;
    small.radius = 0.006;
    Plant plant = papers::rod(beam, 4, Vec3::UnitY());
    papers::add_rod(plant, DomainId(size_t{0}), small, 3, Vec3(1, 0.5, 0));
    papers::add_rod(plant, DomainId(size_t{0}), small, 3, Vec3(-0.2, 0.5, 1));
    return plant;
}

TEST(ReducedModes, a_rod_has_the_frequencies_of_a_beam) {
    const ReducedBodies bodies = build(papers::rod(slender(), 4, Vec3::UnitX()), plain());
    const ReducedModes modes = find_reduced_modes(bodies, Coupling::exact, 4);
    ASSERT_EQ(modes.frequencies.size(), 4);
    for (int i = 0; i < 4; ++i)
        EXPECT_NEAR(modes.frequencies[i] / papers::natural_frequency(slender(), i / 2 + 1), 1, 0.01)
            << i;
}

/// ½ q̇ᵀMq̇ and ½ qᵀKq by the tree, which knows neither matrix.
TEST(ReducedModes, shapes_have_the_energies_that_the_moving_tree_has) {
    const Plant plant = crossed();
    const ReducedSettings settings = plain();
    const ReducedBodies bodies = build(plant, settings);
    const ReducedModes modes = find_reduced_modes(bodies, Coupling::exact, 6);
    ASSERT_EQ(modes.shapes.cols(), 6);
    for (int mode = 0; mode < 6; ++mode) {
        ReducedTree tree(bodies, settings, {});
        const double small = 1e-6;
        Eigen::Index first = 0;
        for (size_t i = 0; i < bodies.bodies.size(); ++i) {
            const Eigen::Index r = bodies.bodies[i].size;
            const Eigen::VectorXd rates = modes.shapes.col(mode).segment(first, r);
            const Eigen::VectorXd q = small * rates;
            tree.set_coordinates(i, {q.data(), size_t(r)}, {rates.data(), size_t(r)});
            first += r;
        }
        tree.update();
        const Energy energy = tree.energy(Vec3::Zero());
        const double omega = 2 * std::numbers::pi * modes.frequencies[mode];
        EXPECT_NEAR(energy.kinetic, 0.5, 1e-4) << mode;
        EXPECT_NEAR(energy.elastic / (0.5 * small * small * omega * omega), 1, 1e-3) << mode;
    }
}

TEST(ReducedModes, of_lumped_bodies_are_those_of_each_by_itself) {
    const Plant plant = crossed();
    const ReducedSettings settings = plain(Coupling::lumped);
    const ReducedModes modes = find_reduced_modes(build(plant, settings), Coupling::lumped, 4);
    papers::Beam small = slender();
    small.length = 0.6;
    small.radius = 0.006;
    // The trunk with the weight of its branches as a point on its tip: 3EI/ℓ³ over m + 33/140 m₀.
    const papers::Beam stem = slender();
    const double area = std::numbers::pi * 1e-4, I = std::numbers::pi * 1e-8 / 4;
    const double tip = 2 * 1000 * 0.6 * std::numbers::pi * 36e-6;
    const double stem_f =
        std::sqrt(3 * stem.young * I / (tip + 33.0 / 140 * 1000 * area)) / (2 * std::numbers::pi);
    ASSERT_EQ(modes.frequencies.size(), 4);
    EXPECT_NEAR(modes.frequencies[0] / stem_f, 1, 0.02);
    EXPECT_NEAR(modes.frequencies[2] / papers::natural_frequency(small, 1), 1, 0.02);
}

}  // namespace
}  // namespace thigmo
