// The one source that is compiled with these places: all others are the same in every checkout, so
// a compiler cache serves them all.
#include "tests/places.h"

namespace thigmo {

std::string test_folder() {
    return THIGMO_TEST_FOLDER;
}

std::string test_program() {
    return THIGMO_PROGRAM;
}

}  // namespace thigmo
