// Where prescribed frequencies come from: a file, or full finite elements.
#pragma once

#include <string>

#include "thigmo/base/progress.h"
#include "thigmo/plant/plant.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {

/// By domain, in Hz; 0 where none is prescribed. The file is TOML: `branch_3 = 1.2`, a domain's
/// name as places have it, or its key in quotes. InputError with line and column.
Column<DomainId, double> read_frequencies(const Plant& plant, std::string_view text,
                                          const std::string& file);

/// Of every flexible domain and all that it carries, held at its base: the lowest frequency that
/// full finite elements give it, without weight. InputError names a domain without one.
Column<DomainId, double> fem_frequencies(const Plant& plant, const FemSettings& settings,
                                         Progress& progress);

/// Settles the settings (see simulators.h) with the frequencies that `match` names: `fem`, a file,
/// or none where it is empty.
Log settle_matched(const Plant& plant, const std::string& match, SimulatorSettings& settings,
                   Progress& progress);

}  // namespace thigmo
