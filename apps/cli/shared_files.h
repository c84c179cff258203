// What every plant of the page shares: the vertex function, the textures of motion, and defaults.
#pragma once

#include <vector>

#include "apps/cli/page_site.h"

namespace thigmo::cli {

/// shared.json has the fields of a pack.json that do not depend on a plant.
std::vector<NamedBytes> shared_files();

}  // namespace thigmo::cli
