// Actors' samples as groups.
#include "thigmo/scene/shelter_plants.h"

#include <algorithm>

#include "thigmo/mechanics/spectrum.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/rest_samples.h"

namespace thigmo {
namespace {

/// Length of its leaves (m), in the mean over their area; 0 where it has none.
double leaf_length(const Plant& plant) {
    Column<ShapeId, double> lengths;
    for (const Shape& shape : plant.shapes)
        lengths.push_back(shape.mesh.positions.empty() ? 0 : bounds(shape.mesh).sizes().maxCoeff());
    double sum = 0, area = 0;
    for (const DomainId domain : plant.domains.rows()) {
        const ShapeId shape = plant.domains.shape[domain];
        if (!shape.exists() || !is_foliage(plant.domains.kind[domain])) continue;
        const double scale = plant.domains.placement[domain].scale;
        const double own = plant.shapes[shape].area * scale * scale;
        sum += own * scale * lengths[shape];
        area += own;
    }
    return area > 0 ? sum / area : 0;
}

}  // namespace

double shelter_cell(const Plant& plant) {
    constexpr double least = 1e-3;  // m
    const Box box = grown_bounds(plant);
    const double size = box.isEmpty() ? 0 : box.sizes().maxCoeff();
    return std::max({size / shelter_cells, 2 * leaf_length(plant), least});
}

std::vector<double> sheltered_shares(const Plant& plant, const BeamWind& wind) {
    const double speed = wind.mean.norm();
    if (!(speed > 0)) return {};
    std::vector<AirSample> air = rest_samples(plant);
    std::vector<double> shares;
    for (AirSample& sample : air) {
        sample.wind = wind.mean *
                      (wind.roughness > 0
                           ? log_profile(sample.point.y(), 1, wind.reference_height, wind.roughness)
                           : 1);
        shares.push_back(sample.wind.squaredNorm());
    }
    const ShelterGroup group{air, shelter_cell(plant), Vec3::Zero()};
    Shelter().apply({&group, 1});
    for (size_t i = 0; i < air.size(); ++i)
        shares[i] = shares[i] > 0 ? air[i].wind.squaredNorm() / shares[i] : 1;
    return shares;
}

void tell_shelter(const Plant& plant, double yaw, SimulatorSettings& settings) {
    auto* const beam = std::get_if<BeamSettings>(&settings);
    if (!beam) return;
    BeamWind wind = beam->wind;
    wind.mean = Eigen::AngleAxisd(-yaw, Vec3::UnitY()) * wind.mean;
    beam->wind.sheltered = sheltered_shares(plant, wind);
}

void shelter_plants(Scene& scene) {
    if (!scene.shelter || !scene.air || scene.air->feels_plants()) return;
    scene.air_groups.clear();
    for (Actor& actor : scene.actors)
        scene.air_groups.push_back({actor.air, actor.part->shelter_cell,
                                    scene.origins[actor.origin].placement.translation});
    scene.shelter_memory.apply(scene.air_groups);
}

}  // namespace thigmo
