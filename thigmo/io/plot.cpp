// Plots to SVG.
#include "thigmo/io/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>

namespace thigmo {
namespace {

constexpr double width = 760, height = 460, left = 78, right = 20, top = 40, bottom = 56;
// Told apart by people who see few colours too: Okabe and Ito's, darkest first.
constexpr std::array<std::string_view, 7> colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                     "#e69f00", "#56b4e9", "#000000"};

std::string escaped(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        if (letter == '&')
            result += "&amp;";
        else if (letter == '<')
            result += "&lt;";
        else if (letter == '>')
            result += "&gt;";
        else if (static_cast<unsigned char>(letter) >= 32)
            result += letter;
    }
    return result;
}

/// From values to places on the paper.
struct Scale {
    bool logarithmic = false;
    double low = 0, high = 1;  // values at the axis's ends
    double from = 0, to = 1;   // px there

    bool shows(double value) const { return std::isfinite(value) && (!logarithmic || value > 0); }
    double measure(double value) const { return logarithmic ? std::log10(value) : value; }
    double operator()(double value) const {
        const double a = measure(low), b = measure(high);
        return from + (to - from) * (measure(value) - a) / (b - a);
    }
};

/// Holds all values, with a little room around them.
Scale fit(const Plot& plot, const PlotAxis& axis, std::vector<double> PlotSeries::*values) {
    Scale scale;
    scale.logarithmic = axis.logarithmic;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const PlotSeries& series : plot.series)
        for (size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
            const double value = (series.*values)[i];
            if (!scale.shows(value)) continue;
            low = std::min(low, value);
            high = std::max(high, value);
        }
    if (!(low <= high)) low = high = 1;
    if (axis.logarithmic) {
        const double room = std::max(1.02, std::pow(high / low, 0.02));
        scale.low = low / room;
        scale.high = high * room;
        return scale;
    }
    // Room for at least the digits that a tick can show.
    const double room =
        std::max(0.03 * (high - low), 1e-6 * std::max(std::abs(low), std::abs(high)));
    scale.low = low - (room > 0 ? room : 1);
    scale.high = high + (room > 0 ? room : 1);
    return scale;
}

/// Widens the axis on which a unit is longer.
void equalize(Scale& x, Scale& y) {
    const double across = std::abs(x.to - x.from) / (x.high - x.low);
    const double up = std::abs(y.to - y.from) / (y.high - y.low);
    Scale& wide = across > up ? x : y;
    const double middle = (wide.low + wide.high) / 2;
    const double half = (wide.high - wide.low) / 2 * std::max(across, up) / std::min(across, up);
    wide.low = middle - half;
    wide.high = middle + half;
}

class Drawing {
  public:
    explicit Drawing(const Plot& plot)
        : plot_(plot),
          x_(fit(plot, plot.x, &PlotSeries::x)),
          y_(fit(plot, plot.y, &PlotSeries::y)) {
        x_.from = left;
        x_.to = width - right;
        y_.from = height - bottom;
        y_.to = top;
        if (plot.same_scale && !plot.x.logarithmic && !plot.y.logarithmic) equalize(x_, y_);
    }

    std::string draw() {
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
            "height=\"{1}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n"
            "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
            width, height);
        axes();
        for (size_t i = 0; i < plot_.series.size(); ++i)
            draw(plot_.series[i], colours[i % colours.size()]);
        legend();
        text_ += "</svg>\n";
        return std::move(text_);
    }

  private:
    template <class... Values>
    void add(fmt::format_string<Values...> form, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), form, std::forward<Values>(values)...);
    }

    void line(double x1, double y1, double x2, double y2, std::string_view colour) {
        add("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1,
            y1, x2, y2, colour);
    }

    void write(double x, double y, std::string_view anchor, std::string_view words) {
        add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
            escaped(words));
    }

    void axes() {
        // Adding 0 makes 0 of −0.
        for (const double tick : axis_ticks(x_.low, x_.high, x_.logarithmic)) {
            line(x_(tick), y_.from, x_(tick), y_.to, "#ddd");
            write(x_(tick), y_.from + 18, "middle", fmt::format("{:.6g}", tick + 0.0));
        }
        for (const double tick : axis_ticks(y_.low, y_.high, y_.logarithmic)) {
            line(x_.from, y_(tick), x_.to, y_(tick), "#ddd");
            write(x_.from - 7, y_(tick) + 4.5, "end", fmt::format("{:.6g}", tick + 0.0));
        }
        add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
            "stroke=\"#444\"/>\n",
            x_.from, y_.to, x_.to - x_.from, y_.from - y_.to);
        write((x_.from + x_.to) / 2, height - 14, "middle", plot_.x.label);
        add("<text transform=\"translate(18 {:.1f}) rotate(-90)\" "
            "text-anchor=\"middle\">{}</text>\n",
            (y_.from + y_.to) / 2, escaped(plot_.y.label));
        add("<text x=\"{:.1f}\" y=\"24\" font-size=\"15\">{}</text>\n", x_.from,
            escaped(plot_.title));
    }

    void draw(const PlotSeries& series, std::string_view colour) {
        const size_t count = std::min(series.x.size(), series.y.size());
        std::string path, last;
        bool pen_down = false;
        for (size_t i = 0; i < count; ++i) {
            if (!x_.shows(series.x[i]) || !y_.shows(series.y[i])) {
                pen_down = false;
                continue;
            }
            std::string at = fmt::format("{:.1f} {:.1f}", x_(series.x[i]), y_(series.y[i]));
            if (pen_down && at == last) continue;
            path += (pen_down && !series.dots ? "L" : "M") + at;
            if (series.dots) path += "h0";
            pen_down = true;
            last = std::move(at);
        }
        add("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" "
            "stroke-linejoin=\"round\""
            " stroke-linecap=\"{}\"{}/>\n",
            path, colour, series.dots ? 5.0 : 1.6, series.dots ? "round" : "butt",
            series.dashed ? " stroke-dasharray=\"6 4\"" : "");
    }

    /// Corners of the frame, the one at the top right first.
    struct Corner {
        bool at_left, at_bottom;
    };

    /// Points of curves under a legend in that corner; straight lines between them count too.
    size_t hidden(const Corner& corner, double legend_height) const {
        constexpr double legend_width = 190;
        const double x0 = corner.at_left ? x_.from : x_.to - legend_width;
        const double y0 = corner.at_bottom ? y_.from - legend_height : y_.to;
        size_t count = 0;
        for (const PlotSeries& series : plot_.series)
            for (size_t i = 1; i < std::min(series.x.size(), series.y.size()); ++i)
                for (const double share : {0.0, 0.25, 0.5, 0.75}) {
                    const double x = (1 - share) * x_(series.x[i - 1]) + share * x_(series.x[i]);
                    const double y = (1 - share) * y_(series.y[i - 1]) + share * y_(series.y[i]);
                    count +=
                        x >= x0 && x <= x0 + legend_width && y >= y0 && y <= y0 + legend_height;
                }
        return count;
    }

    void legend() {
        const auto names =
            std::ranges::count_if(plot_.series, [](const auto& s) { return !s.name.empty(); });
        const double legend_height = 18.0 * static_cast<double>(names) + 10;
        constexpr std::array<Corner, 4> corners = {
            {{false, false}, {true, false}, {false, true}, {true, true}}};
        const Corner corner = *std::ranges::min_element(
            corners, {}, [&](const Corner& c) { return hidden(c, legend_height); });
        double y = corner.at_bottom ? y_.from - legend_height + 14 : top + 18;
        for (size_t i = 0; i < plot_.series.size(); ++i) {
            const PlotSeries& series = plot_.series[i];
            if (series.name.empty()) continue;
            const double x = corner.at_left ? left + 40 : width - right - 14;
            add("<path d=\"M{0:.1f} {1:.1f}h{2}\" stroke=\"{3}\" stroke-width=\"{4}\" "
                "stroke-linecap=\"{5}\"{6}/>\n",
                series.dots ? x - 13 : x - 26, y - 4.5, series.dots ? 0 : 26,
                colours[i % colours.size()], series.dots ? 5 : 2, series.dots ? "round" : "butt",
                series.dashed ? " stroke-dasharray=\"6 4\"" : "");
            add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" stroke=\"#fff\" "
                "stroke-width=\"4\" paint-order=\"stroke\">{}</text>\n",
                corner.at_left ? x + 7 : x - 33, y, corner.at_left ? "start" : "end",
                escaped(series.name));
            y += 18;
        }
    }

    const Plot& plot_;
    Scale x_, y_;
    std::string text_;
};

}  // namespace

std::string draw_svg(const Plot& plot) {
    return Drawing(plot).draw();
}

}  // namespace thigmo
