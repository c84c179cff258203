// Every invariant of a plant, looked at one by one: first the lengths, which the rest relies on.
#include "thigmo/plant/check.h"

#include <fmt/format.h>

#include "thigmo/base/error.h"
#include "thigmo/plant/check_parts.h"

namespace thigmo {
namespace {

template <class Table>
std::string of_lengths(const Table& table, const char* name) {
    constexpr size_t most = UINT32_MAX - 1;  // ids are 32 bits, of which one value means none
    if (table.size() > most)
        return fmt::format("{}: {} rows, expected at most {}", name, table.size(), most);
    size_t different = table.size();
    std::apply(
        [&](const auto&... column) {
            for (const size_t size : {column.size()...})
                if (size != table.size()) different = size;
        },
        table.columns());
    if (different == table.size()) return {};
    return fmt::format("{}: a column of {} rows, expected {} as in its other columns", name,
                       different, table.size());
}

std::string of_lengths(const Plant& plant) {
    if (plant.domains.size() == 0) return "no domains, expected at least one";
    if (std::string fault = of_lengths(plant.domains, "domains"); !fault.empty()) return fault;
    if (std::string fault = of_lengths(plant.segments, "segments"); !fault.empty()) return fault;
    if (!plant.articulations.empty() && plant.articulations.size() != plant.segments.size())
        return fmt::format("{} articulations, expected none or one for each of {} segments",
                           plant.articulations.size(), plant.segments.size());
    if (!plant.volumes.empty() && plant.volumes.size() != plant.domains.size())
        return fmt::format("{} volumes, expected none or one for each of {} domains",
                           plant.volumes.size(), plant.domains.size());
    return {};
}

}  // namespace

std::string find_fault(const Plant& plant) {
    using namespace faults;
    if (std::string fault = of_lengths(plant); !fault.empty()) return fault;
    if (std::string fault = of_name("plant", 0, plant.name); !fault.empty()) return fault;
    if (std::string fault = of_domains(plant.domains); !fault.empty()) return fault;
    for (const auto part : {of_ids, of_tree, of_segments, of_articulations, of_volumes, of_keys,
                            of_materials, of_looks, of_textures, of_shapes})
        if (std::string fault = part(plant); !fault.empty()) return fault;
    return {};
}

void check(const Plant& plant, const std::string& source) {
    if (const std::string fault = find_fault(plant); !fault.empty())
        throw InputError(source + ": " + fault);
}

}  // namespace thigmo
