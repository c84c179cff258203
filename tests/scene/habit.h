// Measures of a plant's habit: what a botanist would look at, as numbers.
#pragma once

#include <vector>

#include "thigmo/plant/plant.h"

namespace thigmo::habit {

/// Roots, or the children of a domain, that pass a test, in order of row.
std::vector<DomainId> roots(const Plant& plant);
std::vector<DomainId> wood_children(const Plant& plant, DomainId domain);
std::vector<DomainId> domains_of_kind(const Plant& plant, Kind kind);

/// Direction of the first and of the last segment of a wood domain, unit length.
Vec3 base_direction(const Plant& plant, DomainId domain);
Vec3 tip_direction(const Plant& plant, DomainId domain);

/// Height of a domain's attachment above the lowest point of the plant, as a share of the whole.
double relative_height(const Plant& plant, DomainId domain);

/// Largest distance of a centreline from its chord, as a share of the chord.
double sag(const Plant& plant, DomainId domain);

/// Children of the axis in groups that leave it within `reach` metres along it, base to tip.
std::vector<std::vector<DomainId>> whorls(const Plant& plant, DomainId axis, double reach);

/// Angle (deg, 0…360) from each domain to the next around the axis direction, seen from `axis`.
std::vector<double> divergence_deg(const Plant& plant, const std::vector<DomainId>& domains,
                                   const Vec3& axis);

/// Direction in which a shape grows away from its attachment, unit length.
Vec3 growth_direction(const Plant& plant, DomainId domain);

/// Share of the wood domains without wood children whose last segment points below the horizontal.
double share_of_hanging_twigs(const Plant& plant);

/// Largest relative error |Σ r_child^p − r_parent^p| / r_parent^p over all forks.
double worst_fork_error(const Plant& plant, double p);

/// Length of each leaf as placed (m).
std::vector<double> leaf_lengths(const Plant& plant);

}  // namespace thigmo::habit
