// Line plots as SVG: axes with ticks, several series, a legend, on a light ground.
#pragma once

#include <string>
#include <vector>

namespace thigmo {

struct PlotSeries {
    std::string name;          // in the legend; empty: not there
    std::vector<double> x, y;  // of one length; what an axis cannot show breaks the line
    bool dashed = false;
    bool dots = false;  // a dot at each point, without a line
};

struct PlotAxis {
    std::string label;  // with its unit: "frequency (Hz)"
    bool logarithmic = false;
};

struct Plot {
    std::string title;
    PlotAxis x, y;
    std::vector<PlotSeries> series;
    bool same_scale = false;  // a metre across is as long as a metre up
};

/// The whole SVG file. The axes hold every point that they can show: finite, and above 0 where
/// logarithmic.
std::string draw_svg(const Plot& plot);

/// Round numbers within low … high, at most about `count` of them; powers of ten (and 2 and 5 times
/// those, where there is room) on a logarithmic axis.
std::vector<double> axis_ticks(double low, double high, bool logarithmic, int count = 7);

}  // namespace thigmo
