// The lowest mode of a clamped branch against closed forms.
#include "thigmo/sim/beam/lowest_mode.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace thigmo {
namespace {

constexpr double turn = 2 * std::numbers::pi;

/// EI 1, length 1, mass 1, cut into n.
std::vector<Piece> pieces(int n) {
    return std::vector<Piece>(static_cast<size_t>(n), Piece{1.0 / n, 1.0 / n});
}
std::vector<Carried> own(int n) {
    std::vector<Carried> bodies;
    for (int i = 0; i < n; ++i) bodies.push_back({(i + 0.5) / n, 1.0 / n, 0, 0, 2.0 / n, 0});
    return bodies;
}

TEST(LowestModeTest, uniform_cantilever) {
    const LowestMode mode = lowest_mode(pieces(50), own(50));
    EXPECT_NEAR(mode.frequency, 1.875104068711961 * 1.875104068711961 / turn, 1e-3);
    EXPECT_NEAR(mode.mass, 0.25, 1e-3);
    EXPECT_NEAR(mode.participation, 1.5660, 2e-3);  // 2σ/1.8751 · 2, of a mode with tip 1
    EXPECT_NEAR(mode.drag, 2 * 0.3915, 1e-3);
}

TEST(LowestModeTest, a_body_at_the_tip_without_mass_of_the_branch) {
    // ω² = 3 EI/(m L³)
    const std::vector<Carried> body = {{1, 2, 0, 0, 0, 0}};
    const LowestMode mode = lowest_mode(pieces(4), body);
    EXPECT_NEAR(mode.frequency, std::sqrt(1.5) / turn, 1e-9);
    EXPECT_NEAR(mode.mass, 2, 1e-9);
    EXPECT_NEAR(mode.participation, 1, 1e-9);
}

TEST(LowestModeTest, a_body_that_only_turns) {
    // ω² = EI/(j L) where a body at the tip has inertia and no mass.
    const std::vector<Carried> body = {{1, 0, 0, 0.5, 0, 0}};
    EXPECT_NEAR(lowest_mode(pieces(4), body).frequency, std::sqrt(2.0) / turn, 1e-9);
}

TEST(LowestModeTest, a_body_whose_centre_lies_beyond_is_a_body_on_a_rigid_arm) {
    // A mass m at a beyond the tip: φ + aψ; flexibility of that point L³/3 + aL² + a²L.
    const double m = 2, a = 0.5;
    const std::vector<Carried> body = {{1, m, m * a, m * a * a, 0, 0}};
    EXPECT_NEAR(lowest_mode(pieces(8), body).frequency,
                std::sqrt(1 / (m * (1.0 / 3 + a + a * a))) / turn, 1e-9);
}

}  // namespace
}  // namespace thigmo
