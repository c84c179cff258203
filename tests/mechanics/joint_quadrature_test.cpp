// Joints on a piece of wood against closed forms of its flexibility.
#include "thigmo/mechanics/joint_quadrature.h"

#include <gtest/gtest.h>

#include <cmath>

namespace thigmo {
namespace {

double integral(const std::vector<PlacedJoint>& joints, int power) {
    double sum = 0;
    for (const PlacedJoint& joint : joints) sum += joint.weight * std::pow(joint.at, power);
    return sum;
}

TEST(PlaceJoints, are_legendres_points_where_the_piece_is_even) {
    const auto even = [](double) { return 1.0; };
    const std::vector<PlacedJoint> one = place_joints(3, 1, even), two = place_joints(3, 2, even);
    ASSERT_EQ(one.size(), 1u);
    EXPECT_NEAR(one[0].at, 1.5, 1e-13);
    EXPECT_NEAR(one[0].weight, 3, 1e-13);
    ASSERT_EQ(two.size(), 2u);
    EXPECT_NEAR(two[0].at, 1.5 * (1 - 1 / std::sqrt(3.0)), 1e-12);
    EXPECT_NEAR(two[1].at, 1.5 * (1 + 1 / std::sqrt(3.0)), 1e-12);
    EXPECT_NEAR(two[0].weight, 1.5, 1e-12);
}

TEST(PlaceJoints, of_a_cone_integrate_to_twice_their_number) {
    // ∫₀¹ sᵏ (1 − 0.8 s)⁻⁴ ds for k = 0 … 3, by hand.
    const auto cone = [](double s) { return std::pow(1 - 0.8 * s, -4); };
    const auto primitive = [](double u, int k) {  // of ((1 − u)/0.8)ᵏ u⁻⁴ over u
        const double p[] = {-1 / (3 * std::pow(u, 3)), -1 / (2 * u * u), -1 / u, std::log(u)};
        const double binomial[4][4] = {{1}, {1, -1}, {1, -2, 1}, {1, -3, 3, -1}};
        double sum = 0;
        for (int i = 0; i <= k; ++i) sum += binomial[k][i] * p[i];
        return sum / std::pow(0.8, k);
    };
    for (int n = 1; n <= 4; ++n) {
        const std::vector<PlacedJoint> joints = place_joints(1, n, cone);
        for (int k = 0; k < std::min(2 * n, 4); ++k) {
            const double exact = (primitive(1, k) - primitive(0.2, k)) / 0.8;
            EXPECT_NEAR(integral(joints, k) / exact, 1, 1e-8) << n << " joints, power " << k;
        }
        for (const PlacedJoint& joint : joints) {
            EXPECT_GT(joint.weight, 0);
            EXPECT_GT(joint.at, 0);
            EXPECT_LT(joint.at, 1);
        }
    }
    EXPECT_GT(std::abs(integral(place_joints(1, 1, cone), 2) /
                           ((primitive(1, 2) - primitive(0.2, 2)) / 0.8) -
                       1),
              0.01);
}

}  // namespace
}  // namespace thigmo
