// Stodola's iteration on even stations along the limb.
#include "thigmo/authoring/stiffness.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

double radius_at(const Axis& line, double along) {
    double left = along;
    for (size_t i = 1; i < line.size(); ++i) {
        const double piece = (line.points[i] - line.points[i - 1]).norm();
        if (left <= piece && piece > 0)
            return line.radius[i - 1] + left / piece * (line.radius[i] - line.radius[i - 1]);
        left -= piece;
    }
    return line.radius.back();
}

}  // namespace

double lowest_frequency(const Axis& line, double young, double density) {
    constexpr size_t stations = 400;
    const double length = line.length();
    if (!(length > 0)) return 0;
    const double step = length / stations;
    const double thickest = *std::ranges::max_element(line.radius);
    std::vector<double> area(stations + 1), inverse_stiffness(stations + 1), mode(stations + 1);
    for (size_t i = 0; i <= stations; ++i) {
        const double x = static_cast<double>(i) / stations;
        const double r = std::max(radius_at(line, x * length), 0.02 * thickest);
        area[i] = std::numbers::pi * r * r;
        inverse_stiffness[i] = 4 / (std::numbers::pi * young * r * r * r * r);
        mode[i] = x * x * (3 - x) / 2;
    }
    double squared = 0;  // ω²
    for (int round = 0; round < 100; ++round) {
        // Shear and moment from the tip, slope and deflection from the clamp, by trapezoids.
        std::vector<double> moment(stations + 1), bent(stations + 1);
        double shear = 0;
        for (size_t i = stations; i-- > 0;) {
            const double load = 0.5 * density * (area[i] * mode[i] + area[i + 1] * mode[i + 1]);
            moment[i] = moment[i + 1] + step * (shear + 0.5 * step * load);
            shear += step * load;
        }
        double slope = 0;
        for (size_t i = 0; i < stations; ++i) {
            const double curvature =
                0.5 * (moment[i] * inverse_stiffness[i] + moment[i + 1] * inverse_stiffness[i + 1]);
            bent[i + 1] = bent[i] + step * (slope + 0.5 * step * curvature);
            slope += step * curvature;
        }
        // Rayleigh: what the load does on the shape that it gives.
        double own = 0, across = 0;
        for (size_t i = 0; i <= stations; ++i) {
            own += area[i] * bent[i] * bent[i];
            across += area[i] * bent[i] * mode[i];
        }
        const double before = squared;
        squared = across / own;
        for (size_t i = 0; i <= stations; ++i) mode[i] = bent[i] / bent[stations];
        if (std::abs(squared - before) < 1e-10 * squared) break;
    }
    return std::sqrt(squared) / (2 * std::numbers::pi);
}

}  // namespace thigmo
