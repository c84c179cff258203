// What an InputError says.
#pragma once

#include <string>

#include "thigmo/base/error.h"

namespace thigmo {

/// The line of the InputError that the work ends with; "no error" when it ends well.
template <class Work>
std::string message(Work work) {
    try {
        work();
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace thigmo
