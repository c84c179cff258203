// The tapered beam of [Habel2009] against values of an independent program with more digits.
#include "thigmo/mechanics/tapered_beam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

struct Deflection {
    double taper, x, u, slope;
};
constexpr Deflection deflections[] = {
    {0.05, 0.25, 0.0234918865031, 0.205324725282},  {0.05, 0.5, 0.11612116362, 0.577891180186},
    {0.05, 0.75, 0.351545006418, 1.45354625432},    {0.05, 0.9, 0.658603277197, 2.85198558075},
    {0.05, 1.0, 1.02287528949, 4.24413181578},      {0.1, 0.1, 0.00336361738058, 0.0691922611444},
    {0.1, 0.5, 0.109995975588, 0.527726382804},     {0.1, 0.75, 0.311081292321, 1.15617336902},
    {0.1, 0.9, 0.530969419559, 1.81268175453},      {0.1, 1.0, 0.73218075009, 2.12206590789},
    {0.2, 0.1, 0.00331593696349, 0.0677044020399},  {0.2, 0.25, 0.0221120997701, 0.186768740184},
    {0.2, 0.75, 0.25379421034, 0.801991705424},     {0.2, 0.9, 0.390811348335, 1.01269872682},
    {0.2, 1.0, 0.495449408979, 1.06103295395},      {0.3, 0.1, 0.00326951876916, 0.0662692977625},
    {0.3, 0.25, 0.0212757121614, 0.175908794268},   {0.3, 0.5, 0.0908062488691, 0.385391123008},
    {0.3, 0.9, 0.313167321566, 0.693390575909},     {0.3, 1.0, 0.383508317779, 0.707355302631},
    {0.5, 0.1, 0.0031802803042, 0.0635475051},      {0.5, 0.25, 0.0197734770522, 0.157144239243},
    {0.5, 0.5, 0.0773058070455, 0.298661127777},    {0.5, 0.75, 0.165558108009, 0.397250737957},
    {0.5, 1.0, 0.269728299631, 0.424413181578},     {0.8, 0.1, 0.0030547677929, 0.0598025441578},
    {0.8, 0.25, 0.0178692284107, 0.134736798788},   {0.8, 0.5, 0.0632121923532, 0.219775001435},
    {0.8, 0.75, 0.123869114871, 0.258509351898},    {0.8, 0.9, 0.163232754703, 0.264777147385},
    {0.99, 0.1, 0.00298003458217, 0.0576191520696}, {0.99, 0.25, 0.0168370029001, 0.123239524413},
    {0.99, 0.5, 0.0566740895654, 0.187150371012},   {0.99, 0.75, 0.107065793564, 0.210924369417},
    {0.99, 0.9, 0.139009384963, 0.214129848404},    {0.99, 1.0, 0.160438884715, 0.214350091706},
    {1.0, 0.25, 0.0167858729042, 0.1226819353},     {1.0, 0.5, 0.0563673756784, 0.185680766941},
    {1.0, 0.75, 0.106310528393, 0.208890862808},    {1.0, 0.9, 0.137939589178, 0.211994384198},
    {1.0, 1.0, 0.159154943092, 0.212206590789},
};

TEST(TaperedBeamTest, deflection_and_slope_as_the_differential_equation_has_them) {
    for (const Deflection& row : deflections) {
        EXPECT_NEAR(beam_deflection(row.taper, row.x), row.u, 1e-10) << row.taper << ' ' << row.x;
        EXPECT_NEAR(beam_slope(row.taper, row.x), row.slope, 1e-10) << row.taper << ' ' << row.x;
    }
}

TEST(TaperedBeamTest, both_forms_of_the_deflection_meet) {
    for (double x = 0.1; x <= 1; x += 0.1)
        EXPECT_NEAR(beam_deflection(std::nextafter(0.7, 1), x), beam_deflection(0.7, x),
                    1e-11 * beam_deflection(0.7, x));
}

TEST(TaperedBeamTest, slope_in_float_is_right_for_every_taper) {
    for (double taper = least_taper; taper <= 1; taper += 0.01)
        for (double x = 0.05; x <= 1; x += 0.05)
            EXPECT_NEAR(beam_slope(static_cast<float>(taper), static_cast<float>(x)),
                        beam_slope(taper, x), 2e-5 * beam_slope(taper, x))
                << taper << ' ' << x;
}

TEST(TaperedBeamTest, without_taper_it_is_the_uniform_cantilever) {
    for (double x = 0; x <= 1; x += 0.125)
        EXPECT_NEAR(beam_deflection(1, x),
                    (x * x * x * x - 4 * x * x * x + 6 * x * x) / (6 * std::numbers::pi), 1e-15);
}

struct Fit {
    double taper, c2, c4, error, three2, three3, three4, three_error;
};
constexpr Fit fits[] = {
    {0.05, 0.221875250284, 0.75402907907, 0.0469709601314, 0.73597621231, -1.40325215604,
     1.67043009228, 0.019721140935},
    {0.1, 0.332600352919, 0.398924335632, 0.00268042648489, 0.390635725414, -0.158409082256,
     0.502374198764, 0.00242009183234},
    {0.2, 0.374570630159, 0.129428318979, 0.00854954015848, 0.277560745713, 0.264791042152,
     -0.0434948283492, 0.00340755053644},
    {0.3, 0.364816012973, 0.0245769817923, 0.00588467698681, 0.283032559887, 0.223230095542,
     -0.121204576322, 0.00154976132925},
    {0.5, 0.323742916752, -0.0533607144491, 0.000653902671981, 0.311706088048, 0.0328548419059,
     -0.0748167373612, 7.39092933219e-05},
    {0.7, 0.285373951542, -0.0773275363076, 0.00219089357737, 0.322734096, -0.101975501184,
     -0.0107319125595, 0.000210626554266},
    {0.85, 0.261207807303, -0.0835999039675, 0.00338639614201, 0.32256735981, -0.167482519407,
     0.0257754138034, 0.000134045270686},
    {1.0, 0.240565047522, -0.085530954134, 0.00412084970359, 0.318309886184, -0.212206590789,
     0.0530516476973, 1.11022302463e-16},
};

double worst_error(double taper, const BeamPolynomial& fit) {
    double worst = 0;
    for (int i = 0; i <= 100; ++i)
        worst = std::max(worst,
                         std::abs(fit.deflection(i / 100.0) - beam_deflection(taper, i / 100.0)));
    return worst;
}

TEST(TaperedBeamTest, polynomials_are_least_squares_fits) {
    for (const Fit& row : fits) {
        const BeamPolynomial two = fit_even(row.taper), three = fit_quartic(row.taper);
        EXPECT_NEAR(two.c2, row.c2, 1e-10);
        EXPECT_EQ(two.c3, 0);
        EXPECT_NEAR(two.c4, row.c4, 1e-10);
        EXPECT_NEAR(worst_error(row.taper, two), row.error, 1e-9);
        EXPECT_NEAR(three.c2, row.three2, 1e-9);
        EXPECT_NEAR(three.c3, row.three3, 1e-9);
        EXPECT_NEAR(three.c4, row.three4, 1e-9);
        EXPECT_NEAR(worst_error(row.taper, three), row.three_error, 1e-9);
    }
}

TEST(TaperedBeamTest, slope_of_a_polynomial_is_its_derivative) {
    const BeamPolynomial fit = fit_quartic(0.3);
    for (double x = 0.1; x < 1; x += 0.2)
        EXPECT_NEAR(fit.slope(x), (fit.deflection(x + 1e-6) - fit.deflection(x - 1e-6)) / 2e-6,
                    1e-8);
}

struct Tip {
    double taper, deflection, along, across, error;
};
/// Ends of beams bent to their true length by the slopes of eq. 7, and how far four points of Gauss
/// are off.
constexpr Tip tips[] = {
    {0.1, 0.25, 0.955167385292, 0.226737990077, 1.37910777121e-05},
    {0.1, 0.5, 0.875696452975, 0.378337927131, 0.000111235187011},
    {0.1, 1.0, 0.743377029444, 0.5448613121, 0.000304671658878},
    {0.1, 2.0, 0.584535745595, 0.693014853907, 0.000608870288397},
    {0.3, 0.25, 0.961738657195, 0.235285358363, 2.12477677675e-08},
    {0.3, 0.5, 0.880737422443, 0.410913056872, 2.55044524833e-07},
    {0.3, 1.0, 0.723997822538, 0.611148161047, 3.93177551342e-05},
    {0.3, 2.0, 0.529622939018, 0.773203971091, 0.000657890951683},
    {1.0, 0.25, 0.966001205725, 0.239557604154, 6.01677366874e-06},
    {1.0, 0.5, 0.886007700431, 0.430565407423, 4.12207754557e-05},
    {1.0, 1.0, 0.711873916835, 0.656237071721, 0.000260323627459},
    {1.0, 2.0, 0.490558765571, 0.824224112866, 0.00182244280528},
};

TEST(TaperedBeamTest, bends_to_the_known_places) {
    for (const Tip& tip : tips) {
        const BeamPolynomial fit = fit_even(tip.taper);
        const double amplitude = tip.deflection / fit.deflection(1);
        const BentPoint end = bend([&](double x) { return amplitude * fit.slope(x); }, 1);
        EXPECT_LT(std::hypot(end.along - tip.along, end.across - tip.across), tip.error)
            << tip.taper << ' ' << tip.deflection;
    }
}

/// Slope of a beam whose tip is deflected so far, in linear theory.
auto slope_of(double taper, double deflection) {
    const double amplitude = deflection / beam_deflection(taper, 1);
    return [=](double x) { return amplitude * beam_slope(taper, x); };
}

TEST(TaperedBeamTest, bends_to_where_a_thousand_straight_pieces_lead) {
    for (const double taper : {0.1, 0.3, 0.5, 0.8, 1.0})
        for (const double deflection : {0.1, 0.25, 0.5, 1.0}) {
            const auto slope = slope_of(taper, deflection);
            double along = 0, across = 0;
            for (int i = 0; i < 1000; ++i) {
                const double angle = std::atan(slope((i + 0.5) / 1000));
                along += std::cos(angle) / 1000;
                across += std::sin(angle) / 1000;
            }
            const BentPoint end = bend(slope, 1);
            EXPECT_LT(std::hypot(end.along - along, end.across - across), 1.1e-4)
                << taper << ' ' << deflection;
        }
}

TEST(TaperedBeamTest, bent_length_is_the_straight_one) {
    for (const double taper : {0.1, 0.2, 0.5, 1.0}) {
        const auto slope = slope_of(taper, 1);
        double length = 0;
        BentPoint last;
        for (int i = 1; i <= 1000; ++i) {
            const BentPoint next = bend(slope, i / 1000.0);
            length += std::hypot(next.along - last.along, next.across - last.across);
            last = next;
        }
        EXPECT_NEAR(length, 1, 1.1e-4) << taper;
    }
}

struct Printed {
    double taper, deflection, along, across;
};
/// Ends of beams by [Habel2009] eq. 8–10, with the coefficients of eq. 7.
constexpr Printed printed[] = {
    {0.1, 0.25, 0.932476781671, 0.197827081256}, {0.1, 1.0, 0.776048956003, 0.307842255734},
    {0.3, 0.25, 0.944974491917, 0.220750747192}, {0.3, 1.0, 0.729848410519, 0.425594971311},
    {1.0, 0.25, 0.972994228755, 0.243946538344}, {1.0, 1.0, 0.715090437528, 0.744545105369},
};

TEST(TaperedBeamTest, the_printed_correction_bends_as_the_paper_has_it) {
    for (const Printed& row : printed) {
        const BeamPolynomial fit = fit_even(row.taper);
        const BentPoint end = bend_as_printed(fit, row.deflection / fit.deflection(1), 1);
        EXPECT_NEAR(end.along, row.along, 1e-9);
        EXPECT_NEAR(end.across, row.across, 1e-9);
    }
}

TEST(TaperedBeamTest, the_printed_correction_is_finite_at_the_clamp) {
    const BentPoint base = bend_as_printed(fit_even(0.1), 2, 0);
    EXPECT_EQ(base.along, 0);
    EXPECT_EQ(base.across, 0);
    EXPECT_EQ(base.angle, 0);
}

}  // namespace
}  // namespace thigmo
