// Plants drawn from strings, for tests of the turtle.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "thigmo/growth/turtle.h"
#include "thigmo/plant/check.h"

namespace thigmo::testing {

/// Every plant that a test draws is sound.
inline Drawing drawn(const std::string& text, const TurtleSettings& settings = {}) {
    Alphabet alphabet;
    ModulePlaces places;
    const ModuleString modules = parse_modules(text, "text", alphabet, &places);
    static const Palette palette = default_palette();
    Drawing result = draw_plant(modules, alphabet, settings, palette, places);
    EXPECT_EQ(find_fault(result.plant), "") << text;
    return result;
}

inline Plant drawn_plant(const std::string& text, const TurtleSettings& settings = {}) {
    return drawn(text, settings).plant;
}

/// The error that drawing gives; empty when there is none.
inline std::string refusal(const std::string& text, const TurtleSettings& settings = {}) {
    try {
        drawn(text, settings);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

inline SegmentId segment(size_t row) {
    return SegmentId(row);
}
inline DomainId domain(size_t row) {
    return DomainId(row);
}

inline void expect_near(const Vec3& found, const Vec3& expected, double tolerance = 1e-12) {
    EXPECT_LT((found - expected).norm(), tolerance)
        << "found " << found.transpose() << ", expected " << expected.transpose();
}

}  // namespace thigmo::testing
