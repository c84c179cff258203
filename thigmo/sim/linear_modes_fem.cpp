// linear_modes.h for full elements.
#include "thigmo/sim/fem/fem_modes.h"
#include "thigmo/sim/fem/standing.h"
#include "thigmo/sim/linear_modes.h"

namespace thigmo {

LinearModes linear_modes(const Plant& plant, const FemSettings& settings, size_t count) {
    FemSettings damped = settings;
    damped.damping = true;
    FemModes modes = find_fem_modes(plant, damped, count);
    LinearModes found;
    found.failure = modes.failure;
    found.damping = modes.damping;
    for (FemMode& mode : modes.modes)
        found.modes.push_back({mode.frequency, std::move(mode.end), mode.drive});
    return found;
}

Column<SegmentId, Vec3> linear_sag(const Plant& plant, const FemSettings& settings,
                                   const Vec3& gravity) {
    const FemModel model = build_fem(plant, settings);
    const std::vector<Vec3> sag = find_sag(model, gravity);
    std::vector<Vec3> rows;
    for (const uint32_t node : model.node_of_row) rows.push_back(sag[node]);
    Column<SegmentId, Vec3> ends(plant.segments.size(), Vec3::Zero());
    for (const DomainSolid& solid : model.solids.solids)
        for (const SegmentId row : plant.domains.segments[solid.domain])
            ends[row] = model.ties.sum(model.segments[row].end, rows);
    return ends;
}

}  // namespace thigmo
