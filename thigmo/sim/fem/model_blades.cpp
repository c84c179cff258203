// Seats of blades on a plant's bricks.
#include <algorithm>

#include "thigmo/sim/fem/model.h"

namespace thigmo {
namespace {

/// The weights of a tied point on a brick's rows.
Eigen::RowVectorXd weights_on(const FemModel& model, const FemBrick& brick,
                              const TiedPoint& point) {
    Eigen::RowVectorXd weights =
        Eigen::RowVectorXd::Zero(static_cast<Eigen::Index>(brick.rows.size()));
    for (uint32_t k = point.first; k < point.first + point.count; ++k) {
        const auto at = std::ranges::lower_bound(brick.rows, model.ties.row[k]);
        weights[at - brick.rows.begin()] += model.ties.weight[k];
    }
    return weights;
}

}  // namespace

void tie_blades(const FemSettings& settings, FemModel& model) {
    for (const BladeSeat& from : model.solids.blade_seats) {
        FemSeat& seat = model.blade_seats.emplace_back();
        seat.section = tie_section(model, from.seat.solid, from.seat.along);
        seat.first = from.first;
        seat.count = from.count;
        for (uint32_t k = from.first; k < from.first + from.count; ++k) {
            const Blade& blade = model.solids.blades[k];
            seat.mass += blade.solid.mass;
            const Vec3 hinge = blade.solid.mass * (blade.hinge - seat.section.centre);
            seat.moment += hinge + blade.solid.first;
            seat.arm += hinge;
        }
        seat.arm /= seat.mass;
        const FemBrick& brick = model.bricks[seat.section.brick];
        seat.weights.resize(4, static_cast<Eigen::Index>(brick.rows.size()));
        seat.weights.row(0) = weights_on(model, brick, seat.section.mean);
        for (int k = 0; k < 3; ++k)
            seat.weights.row(k + 1) =
                weights_on(model, brick, seat.section.slope[static_cast<size_t>(k)]);
    }
    for (Blade& blade : model.solids.blades) {
        if (!settings.damping) blade.viscosity = 0;
        if (settings.footing.shape == GivenShape::standing)
            hold_blade(blade, settings.footing.gravity);
    }
}

}  // namespace thigmo
