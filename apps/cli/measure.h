// What thigmo measure can measure: a word each, in a file each.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/cli/verb.h"

namespace thigmo::cli {

/// The arguments that every measurement takes.
struct MeasureRequest {
    std::string what;  // the word
    std::string file;
    std::string output;  // of a picture, where the measurement draws one
    bool json = false;
};

using MeasureAction = std::function<void(const MeasureRequest&, Terminal&)>;

struct Measure {
    const char* word;
    MeasureAction (*declare)(Options&);  // its own options; names are shared by all measurements
    std::vector<const char*> options;    // those that it takes beside --json
    std::vector<const char*> endings = {".svg"};  // of what it draws
};

/// Names the picture that was written, if any, under a text; JSON stays alone.
void tell_file(const MeasureRequest& request, const Terminal& terminal);

Measure measure_modes();
Measure measure_sway();
Measure measure_wind();

std::vector<Measure> measures();

}  // namespace thigmo::cli
