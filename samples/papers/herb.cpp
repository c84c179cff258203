// The small herb that is pulled and carried around.
#include "samples/papers/herb.h"

#include <cmath>

namespace thigmo::papers {

Beam herb_stem() {
    Beam beam;
    beam.length = 0.3;
    beam.radius = 0.003;
    beam.young = 1e9;
    return beam;
}

Plant herb() {
    Plant plant = rod(herb_stem(), 50, Vec3::UnitY());
    plant.name = "herb";
    plant.materials.back().damping_ratio = herb_damping_ratio;
    return plant;
}

double standing_frequency(const Beam& beam, double gravity) {
    const double share = beam.weight(gravity) * std::pow(beam.length, 3) / (7.837 * beam.bending());
    return natural_frequency(beam, 1) * std::sqrt(1 - share);
}

double ringing_frequency() {
    return standing_frequency(herb_stem(), 9.81) *
           std::sqrt(1 - herb_damping_ratio * herb_damping_ratio);
}

}  // namespace thigmo::papers
