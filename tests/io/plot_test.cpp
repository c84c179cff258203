// Plots: ticks, and SVG that holds what it was given.
#include "thigmo/io/plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace thigmo {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(PlotTest, ticks_are_round) {
    EXPECT_THAT(axis_ticks(0, 7, false), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
    EXPECT_THAT(axis_ticks(-0.03, 1.03, false, 5), ElementsAre(0, 0.5, 1));
    EXPECT_THAT(axis_ticks(0.9, 120, true), ElementsAre(1, 2, 5, 10, 20, 50, 100));
    EXPECT_EQ(axis_ticks(1e-6, 1e6, true).size(), 7u);
}

TEST(PlotTest, draws_every_series_with_axes_and_legend) {
    Plot plot{"sway",
              {"time (s)"},
              {"x (m)"},
              {{"a<b", {0, 1, 2}, {0, 1, 0}}, {"c", {0, 2}, {1, 1}, true}}};
    const std::string svg = draw_svg(plot);
    for (const char* part :
         {"<svg", "time (s)", "x (m)", ">sway<", "a&lt;b", ">c<", "stroke-dasharray", "</svg>"})
        EXPECT_THAT(svg, HasSubstr(part));
}

TEST(PlotTest, puts_the_legend_where_no_curve_is) {
    Plot plot{"", {"x"}, {"y"}, {{"low", {0, 1}, {0, 0}}, {"high", {0, 1}, {1, 1}}}};
    const auto legend_y = [&] {
        const std::string svg = draw_svg(plot);
        double y = NAN;
        const size_t at = svg.rfind("y=\"", svg.find(">low<"));
        EXPECT_EQ(std::sscanf(svg.c_str() + at, "y=\"%lf", &y), 1);
        return y;
    };
    const double anywhere = legend_y();
    plot.series[0] = {"low", {0, 0.4, 1}, {0, 0, 0}};
    plot.series[1] = {"high", {0, 0.2}, {1, 0.9}};
    EXPECT_EQ(legend_y(), anywhere);  // top right is free
    plot.series[1] = {"high", {0, 1}, {1, 1}};
    plot.series[0] = {"low", {0, 0.1, 0.2}, {0, 0.1, 0.9}};
    EXPECT_GT(legend_y(), anywhere);  // only the bottom right is
}

TEST(PlotTest, breaks_lines_at_what_an_axis_cannot_show) {
    Plot plot{"", {"f", true}, {"S", true}, {{"s", {0, 1, 2, 3, 4}, {1, 1, NAN, 0, 10}}}};
    const std::string svg = draw_svg(plot);
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
    EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

TEST(PlotTest, bears_nothing_and_a_single_value) {
    for (const bool log : {false, true})
        for (const std::vector<double>& values :
             {std::vector<double>{}, {3.0}, {0.0}, {1e300, 1e300}}) {
            const std::string svg =
                draw_svg({"", {"x", log}, {"y", log}, {{"s", values, values}}, true});
            EXPECT_THAT(svg, Not(HasSubstr("nan")));
            EXPECT_THAT(svg, HasSubstr("</svg>"));
        }
}

TEST(PlotTest, same_scale_makes_a_circle_round) {
    Plot plot{"", {"x"}, {"y"}, {{"", {0, 1}, {0, 1}}}, true};
    const std::string svg = draw_svg(plot);
    double x1, y1, x2, y2;
    const size_t at = svg.find("<path d=\"M");
    ASSERT_EQ(std::sscanf(svg.c_str() + at, "<path d=\"M%lf %lfL%lf %lf", &x1, &y1, &x2, &y2), 4);
    EXPECT_NEAR(x2 - x1, y1 - y2, 0.3);
}

}  // namespace
}  // namespace thigmo
