// The name under which a verb writes a plant.
#pragma once

#include <string>

namespace thigmo::cli {

/// InputError for a name that promises another format than .plant; none, or no suffix, is fine.
void require_plant_name(const std::string& output);

}  // namespace thigmo::cli
