// Blades of riders, gathered to seats.
#include "thigmo/sim/solid_blades.h"

#include <algorithm>
#include <cmath>

#include "thigmo/sim/stalk.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

/// Seats of a solid. Where it has more blades, those on one of so many stretches share one.
constexpr int most_seats = 32;

/// Whether what a domain carries bends.
Column<DomainId, uint8_t> find_carriers(const Plant& plant, const SolidPlant& built) {
    Column<DomainId, uint8_t> carries(plant.domains.size(), 0);
    for (size_t row = plant.domains.size(); row-- > 0;) {
        const DomainId domain(row), parent = plant.domains.parent[domain];
        if (parent.exists() && (carries[domain] != 0 || built.of_domain[domain].exists()))
            carries[parent] = 1;
    }
    return carries;
}

/// A blade and what it carries, with the row of its rider.
struct Hung {
    size_t rider = 0;
    Blade blade;
    double area = 0;
    Vec3 area_centre = Vec3::Zero();  // × area, seen from the hinge
};

void hang(const Plant& plant, const SolidRider& rider, const RigidSum& sum, Hung& on) {
    const Material& material = plant.materials[plant.domains.material[rider.domain]];
    on.blade.solid = on.blade.solid + shifted(rider.solid, -on.blade.hinge);
    if (!(sum.area > 0)) return;
    on.area += sum.area;
    on.area_centre += sum.area * (sum.area_centre - on.blade.hinge);
    const double constant = drag_constant(material.drag, sum.area),
                 whole = on.blade.drag.constant + constant;
    if (whole > 0) on.blade.drag.vogel += constant / whole * (material.vogel - on.blade.drag.vogel);
    on.blade.drag.constant = whole;
}

/// The stalk, once all that hangs on it is known.
void fit_stalk(const Plant& plant, double stiffer, const Plate& plate, Hung& hung) {
    Blade& blade = hung.blade;
    const Placement& placement = plant.domains.placement[blade.domain];
    const Vec3 k = stiffer * stalk_stiffness(plant, blade.domain, plate, blade.solid);
    const Mat3 axes = (placement.rotation * plate.turn).toRotationMatrix();
    blade.stiffness = axes * k.asDiagonal() * axes.transpose();
    const Material& material = plant.materials[plant.domains.material[blade.domain]];
    blade.viscosity = stalk_viscosity(k, blade.solid.inertia, axes.col(0), material.damping_ratio);
    if (hung.area > 0) blade.drag_centre = hung.area_centre / hung.area;
}

Vec3 hinge_of(const Plant& plant, DomainId domain) {
    const Rows<SegmentId> run = plant.domains.segments[domain];
    return run.empty() ? plant.domains.placement[domain].position
                       : plant.segments.start[run.front()];
}

/// Blades in the order of their seats, and the seats, each in the mean of its blades' places.
void seat_blades(std::vector<Hung> hung, SolidPlant& built) {
    Column<SolidId, int> blades(built.solids.size(), 0);
    for (const Hung& each : hung) ++blades[built.riders[each.rider].seat.solid];
    const auto place = [&](const Hung& each) {
        const auto& [solid, along] = built.riders[each.rider].seat;
        const double stretch = std::min(std::floor(along * most_seats), most_seats - 1.0);
        return std::pair(solid, blades[solid] > most_seats ? stretch : along);
    };
    std::ranges::stable_sort(hung, {}, place);
    for (size_t i = 0; i < hung.size(); ++i) {
        const SolidSeat& seat = built.riders[hung[i].rider].seat;
        if (i == 0 || place(hung[i]) != place(hung[i - 1]))
            built.blade_seats.push_back({{seat.solid, 0}, static_cast<uint32_t>(i), 0});
        BladeSeat& own = built.blade_seats.back();
        own.seat.along += (seat.along - own.seat.along) / ++own.count;
        built.of_blade[hung[i].blade.domain] = static_cast<int>(i);
        built.blades.push_back(hung[i].blade);
    }
}

}  // namespace

void add_blades(const Plant& plant, const LeafSettings& leaf, const StandingFactors& stiffer,
                const std::vector<RigidSum>& sums, const Column<ShapeId, Plate>& plates,
                SolidPlant& built) {
    built.of_blade.resize(plant.domains.size(), -1);
    if (leaf.joint == LeafJoint::welded) return;
    const Column<DomainId, uint8_t> carries = find_carriers(plant, built);
    std::vector<Hung> hung;
    Column<DomainId, int> row(plant.domains.size(), -1);
    for (size_t i = 0; i < built.riders.size(); ++i) {
        const SolidRider& rider = built.riders[i];
        const DomainId domain = rider.domain, parent = plant.domains.parent[domain];
        if (!rider.seat.solid.exists()) continue;
        if (parent.exists() && row[parent] >= 0) {
            row[domain] = row[parent];
        } else if (is_centreline_only(plant, domain) && carries[domain] == 0 &&
                   rider.solid.mass > 0) {
            row[domain] = static_cast<int>(hung.size());
            Hung& own = hung.emplace_back();
            own.rider = i;
            own.blade.domain = domain;
            own.blade.hinge = hinge_of(plant, domain);
        } else {
            continue;
        }
        hang(plant, rider, sums[i], hung[static_cast<size_t>(row[domain])]);
    }
    for (Hung& each : hung)
        fit_stalk(plant, leaf.stiffness * stiffer.of_stalk(plant.domains.key[each.blade.domain]),
                  plates[plant.domains.shape[each.blade.domain]], each);
    seat_blades(std::move(hung), built);
    std::vector<SolidSeat> seats(built.blades.size());
    for (const BladeSeat& seat : built.blade_seats)
        std::fill_n(seats.begin() + seat.first, seat.count, seat.seat);
    for (SolidRider& rider : built.riders) {
        const DomainId parent = plant.domains.parent[rider.domain];
        int& blade = built.of_blade[rider.domain];
        if (parent.exists() && blade < 0) blade = built.of_blade[parent];
        if (blade < 0) continue;
        rider.seat = built.seats[rider.domain] = seats[static_cast<size_t>(blade)];
    }
}

}  // namespace thigmo
