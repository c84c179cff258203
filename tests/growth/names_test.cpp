// The internals of growth, of stem tables and of centrelines keep their names out of each other's
// way, and out of the way of whoever else has joints and bodies. It is enough that this compiles.
#include <gtest/gtest.h>

#include "thigmo/growth/articulated.h"
#include "thigmo/growth/macro.h"
#include "thigmo/growth/program.h"
#include "thigmo/growth/turtle_commands.h"
#include "thigmo/growth/turtle_sketch.h"
#include "thigmo/io/qsm_tree.h"
#include "thigmo/plant/centreline_spans.h"

namespace thigmo {
namespace {

enum class Free { joint, body, source, command, code, op, function, block, span, knot, base };
using Joint = Free;
using Body = Free;
using Source = Free;
using Command = Free;
using Code = Free;
using Op = Free;
using Function = Free;
using Block = Free;
using Span = Free;
using Knot = Free;
using Base = Free;
constexpr Free no_row = Free::joint;

TEST(Names, of_internals_are_free) {
    EXPECT_EQ(
        (std::array{Joint::joint, Body::body, Source::source, Command::command, Code::code, Op::op,
                    Function::function, Block::block, Span::span, Knot::knot, Base::base}
             .size()),
        11u);
    EXPECT_EQ(no_row, Free::joint);
    EXPECT_EQ(turtle::no_row, qsm::no_row);
}

}  // namespace
}  // namespace thigmo
