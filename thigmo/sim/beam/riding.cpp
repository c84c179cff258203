// Stations for everything that a pose tells of.
#include "thigmo/sim/beam/riding.h"

#include <algorithm>
#include <cmath>

#include "thigmo/mechanics/drag.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/plate.h"

namespace thigmo {
namespace {

bool flutters(Kind kind) {
    return kind == Kind::leaf || kind == Kind::petal;
}

/// Shares of the centreline's length at which the segments of a branch begin and end.
std::vector<double> ends_along(const Plant& plant, DomainId domain) {
    std::vector<double> along = {0};
    for (const SegmentId row : plant.domains.segments[domain])
        along.push_back(along.back() + length(plant.segments, row));
    const double whole = along.back();
    for (double& x : along) x /= whole;
    along.back() = 1;
    return along;
}

/// Thin leaves follow the wind; thick ones, which a wind of 10 m/s does not press with ten times
/// what holds them at a turn of one radian, less.
float suppleness(const Plant& plant, DomainId domain, double reach) {
    const Shape& shape = plant.shapes[plant.domains.shape[domain]];
    const Material& blade = plant.materials[plant.domains.material[domain]];
    const double scale = plant.domains.placement[domain].scale;
    const double area = shape.area * scale * scale, thickness = shape.thickness * scale;
    if (!(reach > 0) || !(area > 0)) return 1;
    const double length = 2 * reach;
    const double bending = 2 * blade.young * area / length * std::pow(thickness, 3) / 12 / length;
    const double holding = 9.81 * blade.density * area * thickness * reach / 0.5;  // as in `Sag`
    const double pressed = drag_constant(blade.drag, shown_area(plant, domain)) * 100 * reach;
    return static_cast<float>(std::min(1.0, 0.1 * pressed / std::max(bending, holding)));
}

Rider make_rider(const Plant& plant, DomainId domain) {
    Rider rider;
    const Placement& placement = plant.domains.placement[domain];
    const ShapeId shape = plant.domains.shape[domain];
    rider.flutters = shape.exists() && flutters(plant.domains.kind[domain]);
    if (!rider.flutters) return rider;
    const auto axis = [&](const Vec3& own) -> Vec3f {
        return (placement.rotation * own).cast<float>();
    };
    rider.leaf = {placement.position.cast<float>(), axis(Vec3::UnitY()), axis(Vec3::UnitX()),
                  axis(Vec3::UnitZ()), 1};
    const Box box = bounds(plant.shapes[shape].mesh);
    rider.middle = (placement * box.center()).cast<float>();
    rider.leaf.supple =
        suppleness(plant, domain, placement.scale * box.center().cast<double>().norm());
    return rider;
}

}  // namespace

Column<DomainId, Rider> make_riders(const Plant& plant) {
    Column<DomainId, Rider> riders(plant.domains.size());
    for (const DomainId domain : plant.domains.rows()) {
        if (is_branch(plant, domain)) continue;
        const DomainId parent = plant.domains.parent[domain];
        const bool rides_on = parent.exists() && !is_branch(plant, parent);
        riders[domain] = rides_on ? riders[parent] : make_rider(plant, domain);
    }
    return riders;
}

Riding find_riders(const Plant& plant, const BeamPlant& beams, Bending bending) {
    std::vector<StationKey> wanted;
    for (const DomainId domain : plant.domains.rows()) {
        const Ride& ride = beams.rides[domain];
        if (!ride.branch.exists()) continue;
        wanted.push_back({ride.branch, ride.along});
        if (is_branch(plant, domain))
            for (const double along : ends_along(plant, domain))
                wanted.push_back({ride.branch, along});
    }
    Riding riding;
    riding.stations = Stations<double>(beams, bending, std::move(wanted));
    riding.ends.resize(plant.segments.size(), {no_station, no_station});
    riding.riders = make_riders(plant);
    double longest = 0;
    for (const DomainId domain : plant.domains.rows()) {
        const Ride& ride = beams.rides[domain];
        if (is_branch(plant, domain)) {
            const std::vector<double> along = ends_along(plant, domain);
            size_t i = 0;
            for (const SegmentId row : plant.domains.segments[domain]) {
                riding.ends[row] = {riding.stations.find({ride.branch, along[i]}),
                                    riding.stations.find({ride.branch, along[i + 1]})};
                ++i;
            }
            continue;
        }
        Rider& rider = riding.riders[domain];
        if (ride.branch.exists()) rider.station = riding.stations.find({ride.branch, ride.along});
        if (rider.flutters && plant.domains.shape[domain].exists())
            longest = std::max(
                longest,
                plant.domains.placement[domain].scale *
                    bounds(plant.shapes[plant.domains.shape[domain]].mesh).sizes().maxCoeff());
    }
    if (longest > 0) riding.longest_leaf = longest;
    return riding;
}

}  // namespace thigmo
