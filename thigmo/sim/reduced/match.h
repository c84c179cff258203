// Factors on domains' stiffness and mass that give them prescribed frequencies. Based on
// [Zhao2013], sec. 7.
#pragma once

#include "thigmo/base/log.h"
#include "thigmo/base/progress.h"
#include "thigmo/plant/plant.h"
#include "thigmo/sim/reduced/settings.h"

namespace thigmo {

/// Of every domain: the lowest frequency of it and all it carries, held at its base (Hz); 0: as it
/// is. Empty: of all so.
using DomainFrequencies = Column<DomainId, double>;

/// Writes the settings' factors, what `stiffness_by_order` says included, by key: cuts do not
/// change them. From the outermost domains inwards each gets the α with
///
///     k' = α k,   m' = m/α                                        [Zhao2013] sec. 7
///
/// that its frequency needs; α is the ratio of frequencies where what it carries is nothing, or
/// part of its own mass (coupling = "lumped"). A domain that none of 1/20 … 20 suits, or whose
/// lowest mode is that of something it carries, stays as it is, and a line says so.
Log match_frequencies(const Plant& plant, const DomainFrequencies& frequencies,
                      ReducedSettings& settings, Progress& progress);

}  // namespace thigmo
