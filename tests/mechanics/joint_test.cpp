// Joint compliance against values computed independently for [Garcia2023].
#include "thigmo/mechanics/joint.h"

#include <gtest/gtest.h>

#include <numbers>
#include <vector>

namespace thigmo {
namespace {

constexpr double pi = std::numbers::pi;

TEST(Joint, series_at_radius_jumps) {
    // Pieces of 0.1 m, E = 8.1e9 Pa: parent's and child's radius, both halves, child's half alone.
    struct Row {
        double parent, child, series, own;
    };
    for (const Row& row :
         {Row{.01, .01, 636.172512352, 1272.3450247}, Row{.01, .009, 504.067128017, 834.785570708},
          Row{.01, .007, 246.343069455, 305.490040431}, Row{.01, .005, 74.8438249826, 79.521564044},
          Row{.05, .01, 1270.31252466, 1272.3450247},
          Row{.05, .002, 2.03574682801, 2.03575203953}}) {
        const double before = bending_compliance({0.05, row.parent, row.parent}, 8.1e9);
        const double own = bending_compliance({0.05, row.child, row.child}, 8.1e9);
        EXPECT_NEAR(1 / (before + own), row.series, 1e-11 * row.series);
        EXPECT_NEAR(1 / own, row.own, 1e-11 * row.own);
    }
}

/// Linear tip deflection of a chain of n pieces with E = 1 and radius 1 − (1 − a)s under a load of
/// 1 per length.
double tip_of_tapered_chain(double a, int n) {
    const double h = 1.0 / n;
    const auto piece = [&](int i) {
        return Frustum{h, 1 - (1 - a) * i * h, 1 - (1 - a) * (i + 1) * h};
    };
    double tip = 0;
    for (int i = 0; i < n; ++i) {
        double soft = bending_compliance(first_half(piece(i)), 1);
        if (i > 0) soft += bending_compliance(second_half(piece(i - 1)), 1);
        const double outboard = 1 - i * h;
        tip += soft * outboard * outboard / 2 * outboard;
    }
    return tip;
}

TEST(Joint, tapered_chain_converges_at_second_order) {
    struct Row {
        double a;
        int n;
        double tip, exact;
    };
    for (const Row& row :
         {Row{.3, 5, .406416163413, .383508317779}, Row{.3, 20, .384891662006, .383508317779},
          Row{.3, 160, .383529848372, .383508317779}, Row{.1, 10, .766023103253, .73218075009},
          Row{.1, 160, .732308308712, .73218075009}})
        EXPECT_NEAR(tip_of_tapered_chain(row.a, row.n), row.tip, 1e-11) << row.a << " " << row.n;
    const double coarse = tip_of_tapered_chain(.3, 80) - .383508317779;
    const double fine = tip_of_tapered_chain(.3, 160) - .383508317779;
    EXPECT_NEAR(coarse / fine, 4, 0.01);
}

TEST(Joint, twist_of_a_taper_is_its_integral) {
    const Frustum f{0.7, 0.03, 0.02};
    double sum = 0;
    constexpr int n = 20000;
    for (int i = 0; i < n; ++i) {
        const double r = 0.03 - 0.01 * (i + 0.5) / n;
        sum += f.length / n / (4e8 * pi / 2 * r * r * r * r);
    }
    EXPECT_NEAR(twisting_compliance(f, 4e8), sum, 1e-8 * sum);
}

}  // namespace
}  // namespace thigmo
