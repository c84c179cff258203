// The tapered beam: its deflection, the polynomials fitted to it, and its length when it is bent.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "samples/papers/habel.h"
#include "thigmo/io/plot.h"
#include "thigmo/mechanics/tapered_beam.h"

namespace thigmo::papers {
namespace {

double worst_error(double taper, const BeamPolynomial& fit) {
    double worst = 0;
    for (int i = 0; i <= 100; ++i)
        worst = std::max(worst,
                         std::abs(fit.deflection(i / 100.0) - beam_deflection(taper, i / 100.0)));
    return worst;
}

/// Rows of [Habel2009] table 1: what it prints, and the errors that its own coefficients make.
struct Printed {
    double taper, c2, c4, error;
    double true_error;
};
constexpr Printed table1[] = {{0.05, 0.221875, 0.754029, 0.0469, 0.04697},
                              {0.1, 0.3326, 0.398924, 0.0024, 0.00268},
                              {0.2, 0.374571, 0.129428, 0.0081, 0.00855},
                              {0.3, 0.364816, 0.024577, 0.006, 0.00588}};

/// The same fit for stouter tips, which the paper leaves out; computed apart.
struct Further {
    double taper, c2, c4;
};
constexpr Further further[] = {{0.4, 0.344916, -0.026180}, {0.5, 0.323743, -0.053361},
                               {0.6, 0.303691, -0.068636}, {0.7, 0.285374, -0.077328},
                               {0.8, 0.268842, -0.082146}, {0.9, 0.253965, -0.084589},
                               {1.0, 0.240565, -0.085531}};

/// u by integrating u″ = 2(1 − x)²/(πq⁴) twice, with steps so short that they do not count.
double integrated(double taper, double x) {
    constexpr int steps = 4000;
    const double h = x / steps;
    double sum = 0;  // Simpson over ∫ (x − s) u″(s) ds
    for (int i = 0; i <= steps; ++i) {
        const double s = i * h, q = 1 + (taper - 1) * s;
        const double value = (x - s) * 2 * (1 - s) * (1 - s) / (std::numbers::pi * q * q * q * q);
        sum += value * (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2);
    }
    return sum * h / 3;
}

template <class Point>
double arc(const Point& point) {
    double length = 0;
    BentPoint last;
    for (int i = 1; i <= 2000; ++i) {
        const BentPoint next = point(i / 2000.0);
        length += std::hypot(next.along - last.along, next.across - last.across);
        last = next;
    }
    return length;
}

struct Length {
    double taper, tip, sheared, printed;  // lengths; computed apart
};
constexpr Length lengths[] = {
    {0.1, 0.1, 1.0086365518, 0.993539732771},  {0.1, 0.25, 1.05101089936, 0.966169485548},
    {0.1, 0.5, 1.17729587307, 0.913048745735}, {0.1, 1.0, 1.53388493164, 0.849962233795},
    {0.3, 0.1, 1.00679932814, 0.996286230294}, {0.3, 0.25, 1.04117765027, 0.978933991425},
    {0.3, 0.5, 1.15048736956, 0.936154224389}, {0.3, 1.0, 1.48397741174, 0.864966945444},
    {1.0, 0.1, 1.0058105761, 1.00133644385},   {1.0, 0.25, 1.03561035548, 1.00796421061},
    {1.0, 0.5, 1.13395325653, 1.02804766399},  {1.0, 1.0, 1.45135058714, 1.0819341063}};

double own_length(double taper, double tip) {
    const double amplitude = tip / beam_deflection(taper, 1);
    const auto slope = [&](double x) { return amplitude * beam_slope(taper, x); };
    return arc([&](double x) { return bend(slope, x); });
}

}  // namespace

void habel_table1(Table& table, Progress&) {
    for (const Printed& row : table1) {
        const BeamPolynomial fit = fit_even(row.taper), better = fit_quartic(row.taper);
        table.rows.push_back(expect(fmt::format("taper {}: c2", row.taper), fit.c2, row.c2, 3e-6,
                                    "the paper, table 1")
                                 .print(row.c2));
        table.rows.push_back(expect(fmt::format("taper {}: c4", row.taper), fit.c4, row.c4, 2e-5,
                                    "the paper, table 1")
                                 .print(row.c4));
        table.rows.push_back(expect(fmt::format("taper {}: largest error", row.taper),
                                    worst_error(row.taper, fit), row.true_error, 2e-3,
                                    "another program; three of four printed ones are not those "
                                    "of the printed coefficients")
                                 .print(row.error));
        table.rows.push_back(bound_above(fmt::format("taper {}: largest error with x³", row.taper),
                                         worst_error(row.taper, better),
                                         worst_error(row.taper, fit), "the fit of eq. 7"));
    }
    for (const Further& row : further) {
        const BeamPolynomial fit = fit_even(row.taper);
        table.rows.push_back(expect(fmt::format("taper {}: c2", row.taper), fit.c2, row.c2, 3e-6,
                                    "another program"));
        table.rows.push_back(expect(fmt::format("taper {}: c4", row.taper), fit.c4, row.c4, 3e-5,
                                    "another program"));
    }
}

void habel_deflection(Table& table, Progress&) {
    for (const double taper : {0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.99, 1.0})
        for (const double x : {0.25, 0.5, 0.75, 1.0})
            table.rows.push_back(expect(fmt::format("taper {}: u({})", taper, x),
                                        beam_deflection(taper, x), integrated(taper, x), 1e-9,
                                        "Euler and Bernoulli's equation, integrated"));
    // As printed, a stiffer branch would bend more: E′F/r₁⁴.
    table.rows.push_back(expect("uniform: tip", beam_deflection(1, 1), 1 / (2 * std::numbers::pi),
                                1e-12, "F L⁴/8EI"));
}

void habel_length(Table& table, Progress&) {
    Plot plot{"a beam's length when its tip is deflected by its length",
              {"taper"},
              {"length"},
              {{"sheared", {}, {}}, {"corrected as printed", {}, {}}, {"ours", {}, {}}}};
    for (const Length& row : lengths) {
        const BeamPolynomial fit = fit_even(row.taper);
        const double amplitude = row.tip / fit.deflection(1);
        const std::string name = fmt::format("taper {}, tip {}", row.taper, row.tip);
        const double sheared = arc([&](double x) {
            return BentPoint{x, amplitude * fit.deflection(x)};
        });
        const double printed = arc([&](double x) { return bend_as_printed(fit, amplitude, x); });
        table.rows.push_back(
            expect(name + ": uncorrected", sheared, row.sheared, 1e-5, "another program"));
        table.rows.push_back(
            expect(name + ": corrected as printed", printed, row.printed, 1e-5, "another program")
                .print(1));
        table.rows.push_back(expect(name + ": ours", own_length(row.taper, row.tip), 1, 1e-3,
                                    "a branch does not grow when it bends"));
    }
    for (double taper = 0.1; taper < 1.001; taper += 0.05) {
        const BeamPolynomial fit = fit_even(taper);
        const double amplitude = 1 / fit.deflection(1);
        const double lengths_here[] = {
            arc([&](double x) {
                return BentPoint{x, amplitude * fit.deflection(x)};
            }),
            arc([&](double x) { return bend_as_printed(fit, amplitude, x); }),
            own_length(taper, 1)};
        for (size_t i = 0; i < 3; ++i) {
            plot.series[i].x.push_back(taper);
            plot.series[i].y.push_back(lengths_here[i]);
        }
    }
    table.svg = draw_svg(plot);
}

}  // namespace thigmo::papers
