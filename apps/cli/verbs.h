// One function per verb, each in the file of its name.
#pragma once

#include "apps/cli/verb.h"

namespace thigmo::cli {

Verb species_verb();
Verb derive_verb();
Verb grow_verb();
Verb import_verb();
Verb author_verb();
Verb info_verb();
Verb render_verb();
Verb export_verb();
Verb prepare_verb();
Verb simulate_verb();
Verb measure_verb();
Verb compare_verb();
Verb reproduce_verb();
Verb view_verb();

}  // namespace thigmo::cli
