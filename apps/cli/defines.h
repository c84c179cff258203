// Constants that a command line gives to a grammar.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace thigmo::cli {

/// From "AGE=30", "LENGTH=2.5,WIDTH=0.1", …; InputError names --define.
std::map<std::string, double> parse_defines(const std::vector<std::string>& texts);

}  // namespace thigmo::cli
