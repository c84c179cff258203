// Nelder and Mead's method: reflect, expand, contract, shrink.
#include "thigmo/mechanics/simplex.h"

#include <algorithm>
#include <cmath>

namespace thigmo {
namespace {

struct Corner {
    std::vector<double> at;
    double value = 0;
};

/// from + factor (to − from)
std::vector<double> along(const std::vector<double>& from, const std::vector<double>& to,
                          double factor) {
    std::vector<double> result(from.size());
    for (size_t i = 0; i < from.size(); ++i) result[i] = from[i] + factor * (to[i] - from[i]);
    return result;
}

}  // namespace

std::vector<double> minimize(const std::function<double(const std::vector<double>&)>& value,
                             std::vector<double> start, const std::vector<double>& steps,
                             int most) {
    int evaluations = 0;
    const auto corner = [&](std::vector<double> at) {
        ++evaluations;
        const double found = value(at);
        return Corner{std::move(at), std::isfinite(found) ? found : HUGE_VAL};
    };
    std::vector<Corner> corners = {corner(start)};
    for (size_t i = 0; i < start.size(); ++i) {
        std::vector<double> at = start;
        at[i] += steps[i];
        corners.push_back(corner(std::move(at)));
    }
    const auto count = static_cast<double>(start.size());
    while (evaluations < most) {
        std::ranges::stable_sort(corners, {}, &Corner::value);
        const double spread = corners.back().value - corners.front().value;
        if (spread <= 1e-10 * std::abs(corners.front().value)) break;
        std::vector<double> centre(start.size(), 0.0);
        for (size_t c = 0; c + 1 < corners.size(); ++c)
            for (size_t i = 0; i < centre.size(); ++i) centre[i] += corners[c].at[i] / count;
        Corner& worst = corners.back();
        Corner next = corner(along(centre, worst.at, -1));
        if (next.value < corners.front().value) {
            if (Corner far = corner(along(centre, worst.at, -2)); far.value < next.value)
                next = std::move(far);
        } else if (next.value >= corners[corners.size() - 2].value) {
            const bool outside = next.value < worst.value;
            next = corner(along(centre, outside ? next.at : worst.at, 0.5));
        }
        if (next.value < worst.value)
            worst = std::move(next);
        else
            for (size_t c = 1; c < corners.size(); ++c)
                corners[c] = corner(along(corners[0].at, corners[c].at, 0.5));
    }
    return std::ranges::min_element(corners, {}, &Corner::value)->at;
}

}  // namespace thigmo
