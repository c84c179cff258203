// How a row that does not move is named.
#include "thigmo/sim/refused_load.h"

#include <fmt/format.h>

#include "thigmo/plant/names.h"

namespace thigmo {
namespace {

/// Name of the domain that has the row.
std::string name_of(const Plant& plant, Load::Table table, uint32_t row) {
    if (table == Load::Table::domains) return domain_name(plant, DomainId(row));
    for (const DomainId domain : plant.domains.rows())
        if (plant.domains.segments[domain].contains(SegmentId(row)))
            return domain_name(plant, domain);
    return fmt::format("segment {}", row);
}

std::string message_of(const Plant& plant, Load::Table table, uint32_t row) {
    return fmt::format("found {}, which does not move, expected a part that does",
                       name_of(plant, table, row));
}

}  // namespace

RefusedLoad::RefusedLoad(const Plant& plant, Load::Table on, uint32_t at)
    : InputError("load: " + message_of(plant, on, at)),
      table(on),
      row(at),
      found(message_of(plant, on, at)) {}

}  // namespace thigmo
