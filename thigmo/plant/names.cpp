// Domains counted by kind.
#include "thigmo/plant/names.h"

#include <fmt/format.h>

#include <algorithm>

namespace thigmo {

NumberedDomains number_domains(const Plant& plant) {
    NumberedDomains numbered;
    for (const bool with_segments : {true, false})
        for (const DomainId domain : plant.domains.rows()) {
            const auto kind = static_cast<size_t>(plant.domains.kind[domain]);
            if (kind < numbered.size() && plant.domains.segments[domain].empty() != with_segments)
                numbered[kind].push_back(domain);
        }
    return numbered;
}

std::string domain_name(const Plant& plant, DomainId domain) {
    const Kind kind = plant.domains.kind[domain];
    const auto row = static_cast<size_t>(kind);
    // Of a plant that was never checked.
    if (row >= kind_names.size()) return fmt::format("domain {} of no kind", domain.value);
    const std::vector<DomainId> alike = number_domains(plant)[row];
    if (kind == Kind::trunk && alike.size() == 1) return kind_names[row];
    const auto number = std::ranges::find(alike, domain) - alike.begin() + 1;
    return fmt::format("{}_{}", kind_names[row], number);
}

}  // namespace thigmo
