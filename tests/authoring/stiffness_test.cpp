// Frequencies of limbs against closed forms, and stiffness that gives the one asked for.
#include "thigmo/authoring/stiffness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double young = 2e9, density = 700, length = 3, radius = 0.05;

Axis rod(double base, double tip, double l = length) {
    return {{Vec3::Zero(), Vec3(0, l, 0)}, {base, tip}, {base, tip}};
}

/// λ²/(2π) · r/(2ℓ²) · √(E/ρ) of a round beam; λ² = 3.516 for a cantilever.
double beam_frequency(double squared, double r, double l) {
    return squared / (2 * pi) * r / (2 * l * l) * std::sqrt(young / density);
}

/// A tip drawn to a point, and one of a hair: both can stand, on a plant of any size.
TEST(Blunt, LeavesNoLine) {
    Axis cone = rod(0.5, 0);
    blunt(3, cone);
    EXPECT_EQ(cone.radius, (std::vector<double>{0.5, 0.01}));
    struct Hair {
        double size, length, radius;
    };
    for (const Hair& given : {Hair{30, 3, 1.5e-3}, {30, 0.01, 6e-5}, {1e-3, 1e-4, 2e-6}}) {
        Axis hair = rod(1e-9, 0, given.length);
        blunt(given.size, hair);
        for (const double each : hair.radius) EXPECT_NEAR(each, given.radius, 1e-12);
    }
}

TEST(LowestFrequency, OfAUniformCantilever) {
    const double truth = beam_frequency(3.5160152, radius, length);
    EXPECT_NEAR(lowest_frequency(rod(radius, radius), young, density), truth, 1e-4 * truth);
}

/// Kirchhoff 1879: λ² = 8.719 with the radius at the base.
TEST(LowestFrequency, OfACone) {
    const double truth = beam_frequency(8.719, radius, length);
    EXPECT_NEAR(lowest_frequency(rod(radius, 0), young, density), truth, 2e-3 * truth);
}

TEST(LowestFrequency, GoesWithTheRootOfTheModulus) {
    const double one = lowest_frequency(rod(radius, 0.02), young, density);
    EXPECT_NEAR(lowest_frequency(rod(radius, 0.02), 4 * young, density), 2 * one, 1e-6 * one);
    EXPECT_NEAR(lowest_frequency(rod(radius, 0.02), young, 4 * density), 0.5 * one, 1e-6 * one);
}

TEST(LowestFrequency, OfABentLineIsThatOfAStraightOne) {
    Axis bent{{Vec3::Zero(), Vec3(0, 1, 0), Vec3(2, 1, 0)}, {0.05, 0.04, 0.02}, {0, 0, 0}};
    Axis straight{{Vec3::Zero(), Vec3(0, 1, 0), Vec3(0, 3, 0)}, {0.05, 0.04, 0.02}, {0, 0, 0}};
    EXPECT_NEAR(lowest_frequency(bent, young, density), lowest_frequency(straight, young, density),
                1e-9);
}

TEST(LowestFrequency, OfNothingIsZero) {
    EXPECT_EQ(lowest_frequency(rod(radius, radius, 0), young, density), 0);
}

/// 1 + cos β cosh β + R β (cos β sinh β − sin β cosh β) = 0 with R the tip's mass over the beam's;
/// λ² = β².
double tip_mass_squared(double ratio) {
    double low = 0.01, high = 1.8752;
    for (int i = 0; i < 60; ++i) {
        const double b = 0.5 * (low + high);
        const double value = 1 + std::cos(b) * std::cosh(b) +
                             ratio * b * (std::cos(b) * std::sinh(b) - std::sin(b) * std::cosh(b));
        (value > 0 ? low : high) = b;
    }
    return low * low;
}

TEST(LowestFrequency, WithAMassAtTheTip) {
    const double own = density * pi * radius * radius * length;
    for (const double ratio : {0.1, 1.0, 10.0, 1000.0}) {
        const std::vector<Carried> tip = {{length, ratio * own}};
        const double truth = beam_frequency(tip_mass_squared(ratio), radius, length);
        EXPECT_NEAR(lowest_frequency(rod(radius, radius), young, density, tip), truth, 1e-3 * truth)
            << ratio;
        // Rayleigh's √(3EI / (ℓ³ (m + 0.2427 m_beam))) is as near for any but small masses.
        if (ratio < 1) continue;
        const double inertia = pi * std::pow(radius, 4) / 4;
        EXPECT_NEAR(
            std::sqrt(3 * young * inertia / (std::pow(length, 3) * (ratio + 0.2427) * own)) /
                (2 * pi),
            truth, 3e-3 * truth);
    }
}

/// A great mass at a share x of the length is a beam of that length with the mass at its tip.
TEST(LowestFrequency, WithAMassHalfWay) {
    const double inertia = pi * std::pow(radius, 4) / 4,
                 own = density * pi * radius * radius * length;
    const std::vector<Carried> middle = {{0.5 * length, 1e4 * own}};
    const double truth =
        std::sqrt(3 * young * inertia / (std::pow(0.5 * length, 3) * 1e4 * own)) / (2 * pi);
    EXPECT_NEAR(lowest_frequency(rod(radius, radius), young, density, middle), truth, 5e-3 * truth);
}

TEST(LowestFrequency, AMassAtTheClampChangesNothing) {
    const std::vector<Carried> foot = {{0, 50}};
    const double bare = lowest_frequency(rod(radius, radius), young, density);
    EXPECT_NEAR(lowest_frequency(rod(radius, radius), young, density, foot), bare, 1e-6 * bare);
}

/// A trunk with one branch at its middle.
struct Stand {
    Limbs limbs;
    Hierarchy hierarchy;
    Column<LimbId, double> foliage;
    Material wood;

    Stand() {
        for (const double l : {4.0, 1.0}) {
            Limb limb;
            limb.line = rod(0.08, 0.02, l);
            limbs.push_back(limb);
        }
        limbs[LimbId(1)].line.radius = {0.01, 0.004};
        hierarchy.limbs.resize(2);
        hierarchy.limbs[LimbId(0)].how = Holds::root;
        hierarchy.limbs[LimbId(1)].how = Holds::grown;
        hierarchy.limbs[LimbId(1)].from = {LimbId(0), 2};
        hierarchy.roots.rows = {{LimbId(0), false}};
        foliage.resize(2);
        wood.young = 1e6;
        wood.density = 1000;
    }
    Column<LimbId, double> tune(double frequency) const {
        return tune_limbs(limbs, hierarchy, foliage, wood, frequency);
    }
    double sways(LimbId limb, double factor, std::vector<Carried> carried) const {
        return lowest_frequency(limbs[limb].line, factor * wood.young, wood.density, carried);
    }
};

TEST(TuneLimbs, TheRootSwaysAsAskedWithAllThatItCarries) {
    Stand stand;
    stand.foliage[LimbId(0)] = 0.5;
    stand.foliage[LimbId(1)] = 0.2;
    const double branch = stand.wood.density * volume(stand.limbs[LimbId(1)].line) + 0.2;
    for (const double wanted : {1.0, 0.4}) {
        const auto factor = stand.tune(wanted);
        EXPECT_NEAR(stand.sways(LimbId(0), factor[LimbId(0)], {{2, branch}, {3, 0.5}}), wanted,
                    1e-6);
    }
}

TEST(TuneLimbs, NoBranchSwaysSlowerThanTheRootOfTheLengthsTells) {
    Stand stand;
    stand.foliage[LimbId(1)] = 0.3;
    const auto factor = stand.tune(1);
    EXPECT_GT(factor[LimbId(1)], factor[LimbId(0)]);
    EXPECT_NEAR(stand.sways(LimbId(1), factor[LimbId(1)], {{0.75, 0.3}}), 2, 1e-6);  // √(4/1)
}

TEST(TuneLimbs, ABranchThatIsStiffEnoughHasTheRootsModulus) {
    Stand stand;
    stand.limbs[LimbId(1)].line.radius = {0.05, 0.03};
    const auto factor = stand.tune(1);
    EXPECT_EQ(factor[LimbId(1)], factor[LimbId(0)]);
}

TEST(TuneLimbs, NothingIsMadeStifferThanTenThousandTimesTheRoot) {
    Stand stand;
    stand.limbs[LimbId(1)].line.radius = {1e-5, 1e-5};
    stand.foliage[LimbId(1)] = 1;
    const auto factor = stand.tune(1);
    EXPECT_NEAR(factor[LimbId(1)] / factor[LimbId(0)], 1e4, 1e-6);
}

/// A twig drawn as a line: what ten thousand times the root's modulus cannot do, its radius does.
TEST(TuneLimbs, AHairSwaysAsAskedToo) {
    Stand stand;
    Axis& hair = stand.limbs[LimbId(1)].line;
    hair.radius = {1e-6, 1e-9};
    for (Limb& limb : stand.limbs) blunt(5, limb.line);
    const Column<LimbId, double> factor = stand.tune(1);
    const double found =
        std::sqrt(factor[LimbId(1)]) * lowest_frequency(hair, stand.wood.young, stand.wood.density);
    EXPECT_NEAR(found, 2, 1e-6);  // of a quarter of the root's length
}

TEST(TuneLimbs, WithoutARootNothingIsTuned) {
    Stand stand;
    stand.hierarchy.roots.rows.clear();
    for (const double factor : stand.tune(1)) EXPECT_EQ(factor, 1);
}

}  // namespace
}  // namespace thigmo
