// Sways in gusts: closed forms of one oscillator, and one that another shakes.
#include "thigmo/sim/beam/plant_gusts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "thigmo/mechanics/spectrum.h"
#include "thigmo/sim/beam/gust_response.h"

namespace thigmo {
namespace {

constexpr double turn = 2 * std::numbers::pi;

/// One mode whose tip moves by 1 along y, and which gusts along the wind push with 1 N per m/s.
GustyBranch oscillator(double frequency, double ratio) {
    GustyBranch branch;
    branch.squares = Eigen::VectorXd::Constant(1, std::pow(turn * frequency, 2));
    branch.damping = Eigen::MatrixXd::Constant(1, 1, 2 * ratio * turn * frequency);
    branch.tip.resize(2, 1);
    branch.tip << 1, 0;
    branch.shaken = branch.dragged = Mat6X::Zero(6, 1);
    branch.gusted.resize(1, 3);
    branch.gusted << 1, 0, 0;
    return branch;
}

std::complex<double> response(double frequency, double ratio, double f) {
    const double own = turn * frequency, omega = turn * f;
    return 1.0 / std::complex<double>(own * own - omega * omega, 2 * ratio * own * omega);
}

PlantGusts gusts_along() {
    PlantGusts gusts;
    gusts.deviation = Vec3(1, 0, 0);
    return gusts;
}

/// Root of ∫ S |H|² df above the swell.
template <class H>
double expected_sway(const PlantGusts& gusts, const H& of) {
    double sum = 0;
    constexpr double step = 1e-3;
    for (double f = swell_below; f < 100; f *= 1 + step)
        sum +=
            step * f * std::norm(of(f)) *
            spectral_density(Spectrum::kaimal, WindComponent::u, f, gusts.length[0], gusts.speed);
    return std::sqrt(sum);
}

TEST(PlantGusts, a_lone_branch_sways_as_an_oscillator_in_the_spectrum) {
    for (const double frequency : {0.5, 2.0, 6.0})
        for (const double ratio : {0.05, 0.3}) {
            const GustyBranch branch = oscillator(frequency, ratio);
            const double expected = expected_sway(
                gusts_along(), [&](double f) { return response(frequency, ratio, f); });
            EXPECT_NEAR(sways_in_gusts({&branch, 1}, gusts_along())[0].sway()[0], expected,
                        0.01 * expected);
        }
}

TEST(PlantGusts, a_light_resonance_has_the_variance_of_the_inertial_range) {
    // Lightly damped sway has a variance of f S π/(4ζ), besides what goes with the gusts.
    const double ratio = 0.02;
    const GustyBranch branch = oscillator(4, ratio);
    const double stiff = branch.squares[0];
    const double narrow =
        std::pow(inertial_gusts(4, {8, 50, 0}), 2) * std::numbers::pi / (4 * ratio);
    EXPECT_NEAR(
        std::pow(sways_in_gusts({&branch, 1}, gusts_along())[0].sway()[0] * stiff, 2) / narrow,
        1.15, 0.15);
}

TEST(PlantGusts, gusts_of_another_direction_add_their_variance) {
    GustyBranch branch = oscillator(2, 0.1);
    const double along = sways_in_gusts({&branch, 1}, gusts_along())[0].sway()[0];
    PlantGusts all = gusts_along();
    all.deviation = Vec3(1, 0.8, 0);
    branch.gusted << 0, 1, 0;
    const double across = sways_in_gusts({&branch, 1}, all)[0].sway()[0];
    branch.gusted << 1, 1, 0;
    const double both = sways_in_gusts({&branch, 1}, all)[0].sway()[0];
    EXPECT_NEAR(both * both, along * along + across * across, 1e-9 * both * both);
    // Slow gusts to the side are no swell: they count.
    EXPECT_GT(across, 0.8 * along);
}

TEST(PlantGusts, a_bearer_shakes_what_it_bears) {
    // The bearer's base of the next branch moves by 0.7 of its tip; the next one is not blown at.
    const double heavy = 1.3;
    for (const double frequency : {1.0, 2.0, 5.0}) {
        std::vector<GustyBranch> both = {oscillator(2, 0.1), oscillator(frequency, 0.05)};
        both[1].parent = 0;
        both[1].gusted.setZero();
        both[1].shaken(1, 0) = heavy;
        both[1].held = Mat6X::Zero(6, 1);
        both[1].held(1, 0) = 0.7;
        const double expected = expected_sway(gusts_along(), [&](double f) {
            return 0.7 * heavy * std::pow(turn * f, 2) * response(2, 0.1, f) *
                   response(frequency, 0.05, f);
        });
        EXPECT_NEAR(sways_in_gusts(both, gusts_along())[1].sway()[0], expected, 0.02 * expected);
    }
}

TEST(PlantGusts, what_a_turning_base_carries_moves_with_it) {
    // A third branch sits 2 m up a rigid piece on a base that turns about z: its base goes along
    // −x.
    std::vector<GustyBranch> all = {oscillator(1, 0.1), oscillator(50, 0.1), oscillator(1.5, 0.1)};
    all[1].parent = 0;
    all[1].gusted.setZero();
    all[1].held = Mat6X::Zero(6, 1);
    all[1].held(5, 0) = 1;
    all[2].parent = 1;
    all[2].base = Vec3(0, 2, 0);
    all[2].gusted.setZero();
    all[2].held = Mat6X::Zero(6, 1);
    all[2].shaken(0, 0) = 1;
    const double expected = expected_sway(gusts_along(), [](double f) {
        return 2 * std::pow(turn * f, 2) * response(1, 0.1, f) * response(1.5, 0.1, f);
    });
    EXPECT_NEAR(sways_in_gusts(all, gusts_along())[2].sway()[0], expected, 0.02 * expected);
}

TEST(PlantGusts, what_the_same_gusts_push_sways_in_step) {
    std::vector<GustyBranch> both = {oscillator(2, 0.1), oscillator(2, 0.1)};
    both[1].parent = 0;
    both[1].held = Mat6X::Zero(6, 1);
    auto sways = sways_in_gusts(both, gusts_along());
    EXPECT_NEAR(sways[1].with_stem(0, 0), sways[0].variance[0], 1e-9 * sways[0].variance[0]);
    both[1].gusted *= -1;
    sways = sways_in_gusts(both, gusts_along());
    EXPECT_NEAR(sways[1].with_stem(0, 0), -sways[0].variance[0], 1e-9 * sways[0].variance[0]);
    // Gusts that only a part feels have nothing to do with the stem's sway.
    both[0].spread = 20;
    sways = sways_in_gusts(both, gusts_along());
    const double apart = std::sqrt(sways[0].variance[0] * sways[1].variance[0]);
    EXPECT_LT(std::abs(sways[1].with_stem(0, 0)), 0.5 * apart);
}

TEST(PlantGusts, a_part_of_a_wide_branch_feels_more_of_the_gusts) {
    std::vector<GustyBranch> both = {oscillator(2, 0.1), oscillator(2, 0.1)};
    both[0].spread = 1;
    both[1].parent = 0;
    both[1].held = Mat6X::Zero(6, 1);
    const auto sways = sways_in_gusts(both, gusts_along());
    const GustyBranch alone = oscillator(2, 0.1);
    EXPECT_LT(sways[0].sway()[0], 0.9 * sways[1].sway()[0]);
    EXPECT_NEAR(sways[1].sway()[0], sways_in_gusts({&alone, 1}, gusts_along())[0].sway()[0], 1e-9);
}

}  // namespace
}  // namespace thigmo
