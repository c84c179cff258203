// Where the tests' own files and the program lie.
#pragma once

#include <string>

namespace thigmo {

/// The folder `tests` of the sources.
std::string test_folder();

/// The built program `thigmo`.
std::string test_program();

}  // namespace thigmo
