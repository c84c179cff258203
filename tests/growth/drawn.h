// Plants drawn from strings, for tests of the turtle.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "thigmo/growth/turtle.h"
#include "thigmo/plant/check.h"

namespace thigmo::testing {

struct Drawn {
    Plant plant;
    Log log;
    TurtleReport report;
};

/// Every plant that a test draws is sound.
inline Drawn drawn(const std::string& text, const TurtleSettings& settings = {}) {
    Drawn result;
    Alphabet alphabet;
    std::vector<TextPlace> places;
    const ModuleString modules = parse_modules(text, "text", alphabet, &places);
    static const Palette palette = default_palette();
    result.plant =
        draw(modules, alphabet, settings, palette, "text", result.log, places, &result.report);
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
