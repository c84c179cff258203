// The simulators that the conformance tests hold to their claims. A new one only joins the list.
#pragma once

#include <string>
#include <vector>

#include "thigmo/scene/scene.h"

namespace thigmo {

struct Registered {
    std::string name;  // letters, digits and underscores
    SimulatorFactory make;
    SimulatorSettings settings;  // damped
    SimulatorSettings undamped;  // the same without damping
    SimulatorSettings moving;    // of one that moves by itself: with its own wind
    Plant (*plant)();
    Plant (*large)() = nullptr;  // one that several threads share, where it takes them in pieces
    double dt = 1.0 / 240;       // with which it runs
    double order_dt = 5e-3;      // the coarsest of four, each half the one before
    double waver = 1e-9;    // of the swing's energy: how far damped energy may grow within a step
    double fine_dt = 1e-3;  // with which undamped energy shall hold
    double energy_loss = 1e-3;  // of the swing's energy, undamped, within a second
    double force = 1;           // N at the tip: sets the plant swinging
    bool relative = false;  // turns are kept from body to body: a fallen piece's agree to rounding
    // Domains bend as a whole: what a cut through one leaves moves on as nearly as it can, to this
    // share of the plant's size and speed. 0: as exactly as all else.
    double refitted = 0;
    std::vector<SimulatorSettings> bad;  // that must be refused
};

std::vector<Registered> registered_simulators();

}  // namespace thigmo
