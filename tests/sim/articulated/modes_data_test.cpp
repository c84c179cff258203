// Scanned trees of Wytham Woods: their first modes against an independent beam model.
#include <gtest/gtest.h>

#include <cstdlib>
#include <ostream>

#include "thigmo/base/file.h"
#include "thigmo/io/qsm.h"
#include "thigmo/sim/articulated/modes.h"

namespace thigmo {
namespace {

/// Young's modulus (Pa) and density of the green wood, and first frequencies (Hz) of a clamped beam
/// model of the same table, without leaves and weight, for two shear moduli.
struct Tree {
    const char* file;
    double young, density, isotropic, wood;

    friend void PrintTo(const Tree& tree, std::ostream* out) { *out << tree.file; }
};

class WythamTree : public testing::TestWithParam<Tree> {
  protected:
    Plant plant(double young, double shear) const {
        const char* folder = std::getenv("THIGMO_DATA");
        const std::string path =
            std::string(folder == nullptr ? "" : folder) + "/qsm/wytham/" + GetParam().file;
        QsmSettings settings;
        settings.name = GetParam().file;
        Material wood;
        wood.young = young;
        wood.shear = shear;
        wood.density = GetParam().density;
        const MaterialId material = settings.palette.materials.push_back(wood);
        settings.palette.wood.fill({material, settings.palette.looks.push_back({})});
        Progress silent;
        return import_qsm(read_file(path), path, settings, silent).plant;
    }

    Modes modes(double young, double shear, size_t count) const {
        ArticulatedSettings settings;
        settings.footing.shape = GivenShape::unloaded;
        return find_modes(build_bodies(plant(young, shear), settings), count);
    }
};

TEST_P(WythamTree, has_the_first_mode_of_a_beam_model) {
    const double E = GetParam().young;
    // Both are chains of the same pieces; what is left is how they join, and two digits of theirs.
    EXPECT_NEAR(modes(E, E / 2.6, 1).modes[0].frequency, GetParam().isotropic,
                0.03 * GetParam().isotropic);
    EXPECT_NEAR(modes(E, E / 16, 1).modes[0].frequency, GetParam().wood, 0.02 * GetParam().wood);
}

TEST_P(WythamTree, doubles_its_frequencies_with_four_times_the_moduli) {
    const double E = GetParam().young;
    const Modes soft = modes(E, E / 16, 4), stiff = modes(4 * E, 4 * E / 16, 4);
    for (size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(stiff.modes[i].frequency, 2 * soft.modes[i].frequency,
                    1e-11 * stiff.modes[i].frequency);
}

TEST_P(WythamTree, stands_under_its_weight_and_sways_slower) {
    const double E = GetParam().young;
    const ArticulatedSettings settings;
    const Bodies bodies = build_bodies(plant(E, E / 2.6), settings);
    const Modes loaded = find_modes(bodies, 1, settings.footing.gravity);
    ASSERT_EQ(loaded.failure, "");
    EXPECT_LT(loaded.modes[0].frequency, modes(E, E / 2.6, 1).modes[0].frequency);
}

/// Puts mass on wood thinner than 2 cm, even along it, as a share of the whole tree's.
void add_leaves(const Plant& plant, double share, Bodies& bodies) {
    double whole = 0, twigs = 0;
    const auto thin = [&](BodyId body) {
        return plant.segments.start_radius[bodies.segment[body]] < 0.01;
    };
    for (const BodyId body : bodies.rows()) {
        whole += bodies.mass[body];
        if (thin(body)) twigs += bodies.length[body];
    }
    for (const BodyId body : bodies.rows()) {
        if (!thin(body)) continue;
        const double m = share * whole * bodies.length[body] / twigs, x = bodies.length[body] / 2;
        const Vec3 first = bodies.mass[body] * bodies.centre[body] + m * x * Vec3::UnitX();
        bodies.mass[body] += m;
        bodies.centre[body] = first / bodies.mass[body];
        bodies.inertia[body](1, 1) += m * x * x;
        bodies.inertia[body](2, 2) += m * x * x;
    }
}

TEST_P(WythamTree, sways_slower_with_leaves) {
    // docs/natural_frequencies.md has the figures for 2, 5 and 10 %.
    const double E = GetParam().young;
    ArticulatedSettings settings;
    settings.footing.shape = GivenShape::unloaded;
    const Plant bare = plant(E, E / 16);
    Bodies bodies = build_bodies(bare, settings);
    const double without = find_modes(bodies, 1).modes[0].frequency;
    add_leaves(bare, 0.05, bodies);
    const double with = find_modes(bodies, 1).modes[0].frequency;
    EXPECT_LT(with, 0.96 * without);
}

std::string name_of(const testing::TestParamInfo<Tree>& info) {
    const std::string file = info.param.file;
    return file.substr(0, file.find('.'));
}

INSTANTIATE_TEST_SUITE_P(Data, WythamTree,
                         testing::Values(Tree{"Tf1_LeafOff.csv", 10.5e9, 865, 0.207, 0.110},
                                         Tree{"Tf3_LeafOff.csv", 8.4e9, 721, 0.255, 0.222},
                                         Tree{"Tf12.csv", 9.5e9, 801, 0.215, 0.182},
                                         Tree{"Tf20_LeafOff.csv", 9.9e9, 801, 0.422, 0.401}),
                         name_of);

}  // namespace
}  // namespace thigmo
