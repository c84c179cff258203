// The elastic laws of solids, by name; constitutive.h has what they are.
#pragma once

#include <array>

namespace thigmo {

enum class SolidLaw { stvk, corotational, neo_hookean };
constexpr std::array<const char*, 3> solid_law_names = {"stvk", "corotational", "neo-hookean"};

}  // namespace thigmo
