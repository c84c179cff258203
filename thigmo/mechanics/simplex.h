// The least value of a function of a few numbers, without its derivatives.
#pragma once

#include <functional>
#include <vector>

namespace thigmo {

/// Nelder and Mead's simplex from a start, with first steps of the given size per number. Ends when
/// the values of all corners agree to 1e-10 of their size, or after `most` evaluations.
std::vector<double> minimize(const std::function<double(const std::vector<double>&)>& value,
                             std::vector<double> start, const std::vector<double>& steps,
                             int most = 2000);

}  // namespace thigmo
