// Round numbers for axes.
#include <cmath>

#include "thigmo/io/plot.h"

namespace thigmo {
namespace {

std::vector<double> linear_ticks(double low, double high, int count) {
    const double rough = (high - low) / count;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double ratio = rough / power;
    const double step = power * (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10);
    std::vector<double> ticks;
    const double slack = 1e-9 * step;
    for (double i = std::ceil((low - slack) / step); i * step <= high + slack; ++i)
        ticks.push_back(i * step);
    return ticks;
}

std::vector<double> log_ticks(double low, double high, int count) {
    const double decades = std::log10(high / low);
    const double every = std::max(1.0, std::ceil(decades / count));
    std::vector<double> ticks;
    for (double power = std::floor(std::log10(low)); power <= std::log10(high) + 1e-9;
         power += every)
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double value = digit * std::pow(10, power);
            if (digit > 1 && decades > 3) break;
            if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) ticks.push_back(value);
        }
    return ticks;
}

}  // namespace

std::vector<double> axis_ticks(double low, double high, bool logarithmic, int count) {
    return logarithmic ? log_ticks(low, high, count) : linear_ticks(low, high, count);
}

}  // namespace thigmo
