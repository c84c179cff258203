// A reduced model: what a domain's shapes cost in energy and carry in mass, for every instance of
// it.
//
// A model is made in the domain's own axes and in units of its length ℓ, its modulus E and its
// density ρ, so that every turned, scaled, stiffer or heavier copy shares it: coordinates q are in
// metres, the energy is E ℓ³ V(q/ℓ), masses are ρ ℓ³ times the model's.
#pragma once

#include <memory>
#include <vector>

#include "thigmo/sim/reduced/basis.h"
#include "thigmo/sim/reduced/moving_body.h"
#include "thigmo/sim/reduced/quartic_builder.h"
#include "thigmo/sim/reduced/settings.h"
#include "thigmo/sim/solid_plant.h"

namespace thigmo {

/// Where an instance stands and what its units are.
struct ModelUnits {
    Vec3 origin = Vec3::Zero();  // where it is held, of a chain the centre of its first section (m)
    Mat3 turn = Mat3::Identity();  // from its own axes to the plant's
    double length = 1;             // m
    double young = 1;              // Pa
    double density = 1;            // kg/m³
};

/// How many shapes, and of which kind.
struct BasisPlan {
    BasisKind kind = BasisKind::loaded;
    int modes = 6;  // loaded ones; of the paper's, the size of the whole basis
    int derivatives = 8;
    bool operator==(const BasisPlan&) const = default;
};

/// Everything a model depends on.
struct ModelInput {
    SolidMesh mesh;                    // in own axes and units
    std::vector<CarriedBody> carried;  // likewise, gathered to a few sections and rounded
    Eigen::MatrixXd weights;  // see add_weight; of all it carries, where and as heavy as it is
    BasisPlan plan;
};

struct ReducedModel {
    int size = 0;       // r
    double lowest = 0;  // ω² of its lowest mode with what it carries, in units E/(ρ ℓ²)
    Quartic elastic;
    StressGradient stress;
    BodyIntegrals body;      // of the solid alone
    Eigen::MatrixXd shapes;  // 3n × r: what the nodes move by per coordinate
    Eigen::VectorXd sway;    // of every shape, what of its stiffness is viscous, in units E ℓ

    /// Displacement per coordinate of a point tied to a brick, 3 × r.
    Eigen::Matrix<double, 3, Eigen::Dynamic> at(const BrickNodes& brick,
                                                const BrickValues& weights) const;
};

ModelUnits units_of(const DomainSolid& solid);

/// The inputs of all solids of a plant, with a plan for each. For modes loads are gathered at 64
/// sections and rounded, mass to a factor √2, places to a sixteenth of the length: modes bear a
/// load that is ten times wrong. Sag is often the small difference of loads on all sides, as of
/// whorls about a trunk, so what weighs is not rounded.
std::vector<ModelInput> model_inputs(const SolidPlant& plant, std::span<const BasisPlan> plans);

/// The same for inputs that are alike to a millionth.
uint64_t content_key(const ModelInput& input);
/// Of the mesh alone.
uint64_t mesh_key(const SolidMesh& mesh);

/// A model without shapes where the solid cannot be reduced.
ReducedModel reduce(const ModelInput& input);

}  // namespace thigmo
