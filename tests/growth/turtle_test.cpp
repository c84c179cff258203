// The turtle: where each symbol leads, what becomes a domain, which radii forks get.
#include "thigmo/growth/turtle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "thigmo/plant/check.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

TEST(Turtle, first) {
    Alphabet a;
    ModuleString m;
    for (const char* c : {"F", "[", "+", "F", "]", "F", "~", "l"}) m.push(a.symbol(c));
    Log log;
    const Plant p = draw(m, a, {}, default_palette(), "t", log);
    EXPECT_EQ(p.domains.size(), 2u);
    EXPECT_EQ(find_fault(p), "");
}

}  // namespace
}  // namespace thigmo
