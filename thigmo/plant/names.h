// How a person names the domains of a plant.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "thigmo/plant/plant.h"

namespace thigmo {

/// Domains of every kind in the order in which they are numbered, from 1: those with segments, then
/// those without.
using NumberedDomains = std::array<std::vector<DomainId>, kind_names.size()>;
NumberedDomains number_domains(const Plant& plant);

/// As exports and places have it: `trunk` where there is one, `trunk_2`, `branch_12`, `leaf_7`.
std::string domain_name(const Plant& plant, DomainId domain);

}  // namespace thigmo
