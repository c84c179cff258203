// View files (.v) of the program cpfg: what they say to the turtle.
#pragma once

#include <string>
#include <string_view>

#include "thigmo/base/log.h"
#include "thigmo/growth/turtle.h"

namespace thigmo {

/// Sets what the text gives: angle, line width, tropism, elasticity, whether to draw past a cut.
/// Fields that tell cpfg how to show a picture are left alone; one that would change the plant, or
/// that cpfg does not know, is a warning; a value that cannot be read an InputError with line and
/// column.
void read_view(std::string_view text, const std::string& file, TurtleSettings& settings, Log& log);

}  // namespace thigmo
