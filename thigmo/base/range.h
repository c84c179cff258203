// What a number may be.
#pragma once

namespace thigmo {

/// Both ends included; NaN is never within.
struct Range {
    double low;
    double high;
    constexpr bool holds(double value) const { return value >= low && value <= high; }
};

}  // namespace thigmo
