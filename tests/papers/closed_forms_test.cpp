// The closed forms that the papers' tables expect, against published and independent values.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "samples/papers/beam.h"
#include "samples/papers/elastica.h"
#include "samples/papers/elliptic.h"
#include "samples/papers/herb.h"
#include "samples/papers/oscillation.h"
#include "samples/papers/stability.h"

namespace thigmo::papers {
namespace {

// Of [Garcia2023] 8.3 with its density and gravity, and a modulus of our choice.
Elastica heavy_rod(double young) {
    Beam beam;
    beam.young = young;
    Elastica rod;
    rod.bending = beam.bending();
    rod.load_y = beam.weight(9.81);
    return rod;
}

TEST(Elliptic, TabulatedValues) {
    // [Abramowitz1964] tables 17.1 and 16.1, and Gauss's lemniscate K(1/√2) = Γ(1/4)²/4√π.
    EXPECT_NEAR(complete_elliptic(0), std::numbers::pi / 2, 1e-15);
    EXPECT_NEAR(complete_elliptic(1 / std::numbers::sqrt2), 1.854074677301372, 1e-14);
    EXPECT_NEAR(complete_elliptic(std::sqrt(0.9)), 2.578092113348173, 1e-14);
    const Jacobi j = jacobi(0.5, 1 / std::numbers::sqrt2);
    EXPECT_NEAR(j.sn, 0.47075047365565735, 1e-14);
    EXPECT_NEAR(j.sn * j.sn + j.cn * j.cn, 1, 1e-15);
}

TEST(Elliptic, PendulumKeepsItsEnergyAndItsPeriod) {
    const double angle0 = 2.5, omega0 = 3;
    const double period = pendulum_period(angle0, omega0);
    for (const double t : {0.0, 0.3, 0.7, 1.9}) {
        const Swing now = pendulum(angle0, omega0, t), later = pendulum(angle0, omega0, t + period);
        const double energy =
            now.velocity * now.velocity / 2 - omega0 * omega0 * std::cos(now.angle);
        EXPECT_NEAR(energy, -omega0 * omega0 * std::cos(angle0), 1e-12);
        EXPECT_NEAR(later.angle, now.angle, 1e-12);
        const double h = 1e-5;
        const double difference =
            (pendulum(angle0, omega0, t + h).angle - pendulum(angle0, omega0, t - h).angle) /
            (2 * h);
        EXPECT_NEAR(now.velocity, difference, 1e-8);
    }
    EXPECT_NEAR(pendulum(1e-4, omega0, 0.4).angle, 1e-4 * std::cos(omega0 * 0.4), 1e-12);
}

TEST(Elastica, RodUnderItsOwnWeight) {
    // Collocation with 12 digits, made apart from this solver.
    ElasticaTip tip = solve(heavy_rod(4e7));
    EXPECT_NEAR(tip.y, 0.674690234894, 1e-11);
    EXPECT_NEAR(tip.x, 0.687110947989, 1e-11);
    EXPECT_NEAR(tip.angle, 1.003302508089, 1e-11);
    EXPECT_NEAR(tip.root_curvature, 3.495445734546, 1e-10);
    tip = solve(heavy_rod(1e7));
    EXPECT_NEAR(tip.y, 0.88785426093, 1e-10);
    EXPECT_NEAR(tip.x, 0.30270757834, 1e-10);
}

TEST(Elastica, SmallLoadsGiveTheLinearBeam) {
    Beam beam;
    Elastica rod;
    rod.bending = beam.bending();
    rod.force_y = 1e-3;
    EXPECT_NEAR(solve(rod).y, drop_under_force(beam, 1e-3), 1e-12);
    rod = heavy_rod(8.1e12);
    beam.young = 8.1e12;
    EXPECT_NEAR(solve(rod).y, drop_under_load(beam, beam.weight(9.81)), 1e-12);
}

TEST(Elastica, AnEndMomentMakesAnArc) {
    Elastica rod;
    rod.tip_moment = 1.2;
    const ElasticaTip tip = solve(rod);
    EXPECT_NEAR(tip.angle, 1.2, 1e-12);
    EXPECT_NEAR(tip.y, (1 - std::cos(1.2)) / 1.2, 1e-12);
}

TEST(Elastica, TapersAndCrooks) {
    // A cone's tip gives way by FL³/3EI · r₀/r₁ (tables of beams).
    Elastica rod;
    rod.taper = 0.6;
    rod.force_y = 1e-6;
    EXPECT_NEAR(solve(rod).y, 1e-6 / 3 / 0.4, 1e-14);
    // Unloaded: ∫ cos(c sin 2πs) ds = J₀(c).
    rod = {};
    rod.crook = 0.5;
    EXPECT_NEAR(solve(rod).x, std::cyl_bessel_j(0, 0.5), 1e-11);
    EXPECT_NEAR(solve(rod).y, 0, 1e-12);
    // A cone's weight, sideways and small: q L⁴/EI ∫₀¹ (1 − s) W(s)/(1 − τs)⁴ ds with the moment
    // W(s) = ∫ₛ¹ (t − s)(1 − τt)² dt, by quadrature.
    rod = {};
    rod.taper = 0.6;
    rod.load_y = 1e-6;
    double sum = 0;
    for (int i = 0; i < 1000; ++i)
        for (int j = 0; j < 1000; ++j) {
            const double s = (i + 0.5) / 1000, t = (j + 0.5) / 1000;
            if (t <= s) continue;
            sum += 1e-6 * (1 - s) * (t - s) * std::pow(1 - 0.6 * t, 2) / std::pow(1 - 0.6 * s, 4);
        }
    EXPECT_NEAR(solve(rod).y / (1e-6 * sum), 1, 1e-5);
}

TEST(Elastica, AxialForceSoftensOrStiffens) {
    // Linear beam-column: y = (F/P)(tan(kL)/k − L) pushed, (F/P)(L − tanh(kL)/k) pulled, k² = P/EI.
    Elastica rod;
    rod.force_y = 1e-6;
    rod.force_x = -0.5;
    const double k = std::sqrt(0.5);
    EXPECT_NEAR(solve(rod).y, 2e-6 * (std::tan(k) / k - 1), 1e-15);
    rod.force_x = 0.5;
    EXPECT_NEAR(solve(rod).y, 2e-6 * (1 - std::tanh(k) / k), 1e-15);
}

TEST(Beam, FirstThreeFrequencies) {
    const Beam beam;
    EXPECT_NEAR(natural_frequency(beam, 1), 8.28862606582, 1e-10);
    EXPECT_NEAR(natural_frequency(beam, 2), 51.9439328851, 1e-9);
    EXPECT_NEAR(natural_frequency(beam, 3), 145.444516171, 1e-8);
    // The end of the first mode's shape: w′(1)/w(1) = 1.3765 (tables of beam functions).
    double height = 0;
    for (int i = 0; i < 1000; ++i) height += mode_slope(1, (i + 0.5) / 1000) / 1000;
    EXPECT_NEAR(height, 2, 1e-5);
    EXPECT_NEAR(mode_slope(1, 1) / height, 1.3765, 1e-4);
    EXPECT_NEAR(drop_under_load(beam, beam.weight(9.81)), 0.00558927777778, 1e-13);
}

TEST(Beam, AnUprightOneSwaysMoreSlowly) {
    const Beam beam = herb_stem();
    EXPECT_EQ(standing_frequency(beam, 0), natural_frequency(beam, 1));
    // Shooting on the beam's equation of motion with its weight's axial force gives 0.99307.
    const double ratio = standing_frequency(beam, 9.81) / natural_frequency(beam, 1);
    EXPECT_NEAR(ratio, 0.99307, 1e-4);
}

TEST(Oscillation, FindsFrequencyAndDampingOfADecay) {
    for (const double dt : {1e-3, 1.0 / 60}) {
        std::vector<double> samples;
        const double rate = 2 * std::numbers::pi * 7.9;
        for (int i = 0; i < 200; ++i)
            samples.push_back(0.2 * std::exp(-0.03 * rate * i * dt) *
                              std::cos(rate * i * dt + 0.4));
        const Oscillation found = fit_oscillation(samples, dt, 8.3);
        EXPECT_NEAR(found.frequency, 7.9, 1e-9);
        EXPECT_NEAR(found.damping_ratio, 0.03, 1e-9);
        EXPECT_NEAR(std::abs(found.factor), std::exp(-0.03 * rate * dt), 1e-12);
    }
}

TEST(Stability, NumericalDampingOfAnEightHertzMode) {
    // Eigenvalues of the step's matrix, made apart from these formulas.
    const double omega = 2 * std::numbers::pi * 8.28862606582;
    struct Case {
        double dt, zeta, euler, midpoint, semi;
    };
    for (const Case& c :
         {Case{0.001, 0.0260277306232, 0.999097395236, 0.999774073621, 1.00011304364},
          Case{1.0 / 240, 0.107664570132, 0.984733336932, 0.996103555475, 1.00197243083},
          Case{1.0 / 60, 0.392781632488, 0.823566764996, 0.943478887797, 1.03439480996}}) {
        const double x = omega * c.dt;
        const Ringing euler = ringing(amplification(Integrator::backward_euler, x), x);
        EXPECT_NEAR(euler.damping_ratio, c.zeta, 1e-8);
        EXPECT_NEAR(euler.frequency_ratio, c.euler, 1e-8);
        const Ringing midpoint = ringing(amplification(Integrator::midpoint, x), x);
        EXPECT_NEAR(midpoint.damping_ratio, 0, 1e-14);
        EXPECT_NEAR(midpoint.frequency_ratio, c.midpoint, 1e-8);
        const Ringing semi = ringing(amplification(Integrator::semi_implicit_euler, x), x);
        EXPECT_NEAR(semi.damping_ratio, 0, 1e-14);
        EXPECT_NEAR(semi.frequency_ratio, c.semi, 1e-8);
    }
}

TEST(Stability, TrBdf2IsOfSecondOrderAndLStable) {
    for (const double x : {1e-2, 5e-3}) {
        const std::complex<double> exact = std::exp(std::complex<double>(0, x));
        EXPECT_LT(std::abs(amplification(Integrator::tr_bdf2, x) - exact), 0.1 * x * x * x);
    }
    EXPECT_LT(std::abs(amplification(Integrator::tr_bdf2, 1e8)), 1e-7);
}

}  // namespace
}  // namespace thigmo::papers
