// The list of simulators, each with a plant to move.
#include "samples/plants.h"
#include "tests/scene/puppet.h"
#include "tests/sim/conformance.h"

namespace thigmo {
namespace {

Registered puppet() {
    Registered kind;
    kind.name = "puppet";
    kind.make = make_puppet;
    kind.settings = kind.undamped = ArticulatedSettings{};
    kind.plant = samples::sapling;
    return kind;
}

}  // namespace

std::vector<Registered> registered_simulators() {
    return {puppet()};
}

}  // namespace thigmo
