// Cantilevers of full finite elements against beam theory.
#include <gtest/gtest.h>

#include <cmath>

#include "samples/plants.h"
#include "thigmo/sim/fem/fem.h"
#include "thigmo/sim/fem/fem_modes.h"

namespace thigmo {
namespace {

constexpr double E = 1e9, G = 4e8, rho = 1000, radius = 0.01, length = 1;
const double I = M_PI * std::pow(radius, 4) / 4;

Plant rod(size_t segments = 4) {
    Plant plant = samples::stem(segments, length, radius, radius);
    plant.materials.values()[0].young = E;
    plant.materials.values()[0].shear = G;
    plant.materials.values()[0].density = rho;
    return plant;
}

FemSettings weightless(SolidLaw law = SolidLaw::stvk) {
    FemSettings settings;
    settings.law = law;
    settings.footing.shape = GivenShape::unloaded;
    return settings;
}

/// At rest under a force at its tip, which comes on in steps; long steps damp all that moves.
struct Pulled {
    Pulled(const Plant& given, const FemSettings& settings, const Vec3& force,
           const Vec3& torque = Vec3::Zero(), const Vec3& gravity = Vec3::Zero(), int ramp = 20)
        : plant(given), simulator(make_fem(plant, settings, {})) {
        const SegmentId last(plant.segments.size() - 1);
        for (int k = 1; k <= ramp + 5; ++k) {
            Load load;
            load.row = last.value;
            load.point = tip();
            load.force = force * std::min(1.0, static_cast<double>(k) / ramp);
            load.torque = torque * std::min(1.0, static_cast<double>(k) / ramp);
            Loads loads;
            loads.gravity = gravity;
            loads.points = {&load, 1};
            EXPECT_EQ(simulator->step(1e3, loads).status, StepReport::Status::advanced);
        }
    }
    Vec3 tip() const {
        const SegmentId last(plant.segments.size() - 1);
        return simulator->row_motion(Load::Table::segments, last.value) * plant.segments.end[last];
    }
    Plant plant;
    std::unique_ptr<Simulator> simulator;
};

/// δ = F ℓ³/3EI + F ℓ/(κGA), κ = 0.9.
TEST(FemClosedForms, TipBendsAsABeam) {
    const double force = 1e-3;
    const double shear = force * length / (0.9 * G * M_PI * radius * radius);
    const double expected = force * std::pow(length, 3) / (3 * E * I) + shear;
    for (const SolidLaw law : {SolidLaw::stvk, SolidLaw::corotational, SolidLaw::neo_hookean}) {
        const Pulled pulled(rod(), weightless(law), Vec3(force, 0, 0));
        EXPECT_NEAR(pulled.tip().x() / expected, 1, 0.01);
    }
}

/// θ = T ℓ/GJ, also where G is no isotropic solid's.
TEST(FemClosedForms, RodTwistsByItsShearModulus) {
    for (const double shear : {G, E / 16}) {
        Plant plant = rod();
        plant.materials.values()[0].shear = shear;
        const double torque = 0.01;
        const Pulled pulled(plant, weightless(), Vec3::Zero(), Vec3(0, torque, 0));
        const Quat turn = pulled.simulator->row_motion(Load::Table::segments, 3).rotation;
        // The last segment's middle; the torque acts at its end.
        const double expected = torque * 0.875 * length / (shear * 2 * I);
        EXPECT_NEAR(2 * turn.vec().y() / expected, 1, 0.01) << shear;
    }
}

/// A dead load of F ℓ²/EI = 2.0465 bends the elastica's tip down by ½ ℓ.
TEST(FemClosedForms, LargeBendsFollowTheElastica) {
    for (const SolidLaw law : {SolidLaw::stvk, SolidLaw::corotational, SolidLaw::neo_hookean}) {
        const Pulled pulled(rod(), weightless(law), Vec3(2.0465 * E * I / (length * length), 0, 0));
        EXPECT_NEAR(pulled.tip().x() / length, 0.5, 0.005)
            << solid_law_names[static_cast<size_t>(law)];
    }
}

/// f = 1.8751²/2π √(EI/ρAℓ⁴) for a slender rod; rotatory inertia and shear take 0.1 % of it here.
TEST(FemClosedForms, LowestFrequenciesAreABeams) {
    const FemModes found = find_fem_modes(rod(), weightless(), 4);
    ASSERT_EQ(found.modes.size(), 4u) << found.failure;
    const double unit =
        std::sqrt(E * I / (rho * M_PI * radius * radius * std::pow(length, 4))) / (2 * M_PI);
    EXPECT_NEAR(found.modes[0].frequency / (1.87510 * 1.87510 * unit), 1, 0.005);
    EXPECT_NEAR(found.modes[1].frequency / found.modes[0].frequency, 1, 0.002);
    EXPECT_NEAR(found.modes[2].frequency / (4.69409 * 4.69409 * unit), 1, 0.01);
    const FemMode& first = found.modes[0];
    EXPECT_NEAR(first.end[SegmentId(size_t{1})].norm() / first.end[SegmentId(size_t{3})].norm(),
                0.3395, 0.003);
}

/// A column's f² falls straight with its weight to 0 at its greatest height [Greenhill1881]:
/// q ℓ³/EI = 7.837; here by 0.3 of that.
TEST(FemClosedForms, WeightSoftensAStandingRod) {
    FemSettings settings = weightless();
    const double weightless_f = find_fem_modes(rod(), settings, 1).modes[0].frequency;
    settings.footing.shape = GivenShape::standing;
    const double critical = 7.837 * E * I / (rho * M_PI * radius * radius * std::pow(length, 3));
    settings.footing.gravity = Vec3(0, -0.3 * critical, 0);
    const double loaded = find_fem_modes(rod(), settings, 1).modes[0].frequency;
    EXPECT_NEAR(loaded * loaded / (weightless_f * weightless_f), 0.7, 0.01);
    settings.footing.gravity = Vec3(0, -1.1 * critical, 0);
    // Made stiffer to hold 1.25 times its load: 1.1 · 1.25 times as stiff, less 1/1.25 of that.
    const FemModes stands = find_fem_modes(rod(), settings, 1);
    ASSERT_EQ(stands.modes.size(), 1u) << stands.failure;
    const double stiffened = stands.modes[0].frequency;
    EXPECT_NEAR(stiffened * stiffened / (weightless_f * weightless_f), 0.275, 0.01);
}

/// The same rod as one domain, or as two of which one carries the other at its tip.
TEST(FemClosedForms, ATieIsAsStiffAsTheSolid) {
    Plant whole = rod();
    Plant cut = rod();
    cut.domains.segments.values()[0].count = 2;
    DomainId upper;
    for_columns(cut.domains.columns(), rod().domains.columns(),
                [&](auto& to, const auto& from) { upper = to.push_back(from.values()[0]); });
    cut.domains.key.values()[1] = 77;
    cut.domains.parent[upper] = DomainId(size_t{0});
    cut.domains.attachment[upper] = {SegmentId(size_t{1}), 1};
    cut.domains.segments[upper] = {2, 2};
    cut.domains.order[upper] = 1;
    cut.domains.kind[upper] = Kind::branch;
    const FemModes a = find_fem_modes(whole, weightless(), 3);
    const FemModes b = find_fem_modes(cut, weightless(), 3);
    for (size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(b.modes[k].frequency / a.modes[k].frequency, 1, 0.005) << k;
}

}  // namespace
}  // namespace thigmo
