// Stations for everything that a pose tells of.
#include "thigmo/sim/beam/riding.h"

#include <algorithm>

#include "thigmo/plant/walk.h"

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
                  axis(Vec3::UnitZ())};
    const Box box = bounds(plant.shapes[shape].mesh);
    rider.middle = (placement * box.center()).cast<float>();
    return rider;
}

}  // namespace

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
    riding.riders.resize(plant.domains.size());
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
        const DomainId parent = plant.domains.parent[domain];
        Rider& rider = riding.riders[domain];
        if (parent.exists() && !is_branch(plant, parent)) {
            rider = riding.riders[parent];
        } else {
            rider = make_rider(plant, domain);
            if (ride.branch.exists())
                rider.station = riding.stations.find({ride.branch, ride.along});
        }
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
