// Solids in their own units, their loads, and the integrals of their shapes.
#include "thigmo/sim/reduced/model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "thigmo/base/parallel.h"
#include "thigmo/mechanics/cross_matrix.h"

namespace thigmo {
namespace {

constexpr int load_sections = 64;

/// The load at a section in own units, rounded, so that small differences of load share a basis:
/// mass, centre and radii of gyration.
Solid rounded(const Solid& load) {
    constexpr double doublings = 2, places = 16;  // steps of mass in which it doubles, of a length
    const double mass = std::exp2(std::round(doublings * std::log2(load.mass)) / doublings);
    const auto place = [](double x) { return std::round(places * x) / places; };
    const Vec3 centre = (load.first / load.mass).unaryExpr(place);
    const Solid about = shifted(load, -load.centre());
    Vec3 gyration;
    for (int i = 0; i < 3; ++i)
        gyration[i] = place(std::sqrt(std::max(0.0, about.inertia(i, i) / load.mass)));
    return shifted({mass, Vec3::Zero(), mass * Mat3(gyration.cwiseAbs2().asDiagonal())}, centre);
}

class Hash {
  public:
    void add(uint64_t word) {
        for (int byte = 0; byte < 8; ++byte) {
            value_ ^= (word >> (8 * byte)) & 0xff;
            value_ *= 0x100000001b3;
        }
    }
    void add_rounded(double x) { add(static_cast<uint64_t>(std::llround(x * 1e6))); }
    uint64_t value() const { return value_; }

  private:
    uint64_t value_ = 0xcbf29ce484222325;  // FNV-1a
};

}  // namespace

Eigen::Matrix<double, 3, Eigen::Dynamic> ReducedModel::at(const BrickNodes& brick,
                                                          const BrickValues& weights) const {
    Eigen::Matrix<double, 3, Eigen::Dynamic> sum =
        Eigen::Matrix<double, 3, Eigen::Dynamic>::Zero(3, shapes.cols());
    for (int b = 0; b < brick_nodes; ++b)
        sum += weights[b] *
               shapes.middleRows<3>(static_cast<Eigen::Index>(3 * brick[static_cast<size_t>(b)]));
    return sum;
}

ModelUnits units_of(const DomainSolid& solid) {
    const std::vector<Vec3>& nodes = solid.mesh.nodes;
    ModelUnits units;
    if (solid.voxels.exists()) {
        units.origin = solid.voxels.origin;
        units.turn = solid.voxels.axes;
    } else {
        units.origin = nodes[4];
        const Vec3 side = (nodes[5] - nodes[3]).normalized();
        const Vec3 axis = side.cross(nodes[7] - nodes[1]).normalized();
        units.turn << side, axis.cross(side), axis;
    }
    units.length = solid.length;
    units.young = solid.mesh.materials.front().young;
    units.density = solid.mesh.materials.front().density;
    return units;
}

namespace {

/// What a solid carries at a share of its length, about the plant's origin.
struct SolidLoad {
    double along = 0;
    Solid body;
};

Column<SolidId, std::vector<SolidLoad>> find_loads(const SolidPlant& plant) {
    Column<SolidId, std::vector<SolidLoad>> loads(plant.solids.size());
    const auto load = [&](const SolidSeat& seat, const Solid& body) {
        if (seat.solid.exists() && body.mass > 0) loads[seat.solid].push_back({seat.along, body});
    };
    const Column<SolidId, Solid> carried = carried_solids(plant);
    for (const SolidRider& rider : plant.riders) load(rider.seat, rider.solid);
    for (const SolidId child : plant.solids.rows()) load(plant.solids[child].seat, carried[child]);
    return loads;
}

/// A solid in own axes and units, and what it carries.
class Input {
  public:
    Input(const DomainSolid& solid, const BasisPlan& plan)
        : units_(units_of(solid)), mass_(units_.density * std::pow(units_.length, 3)), own_(solid) {
        input_.plan = plan;
        for (Vec3& node : own_.mesh.nodes)
            node = units_.turn.transpose() * (node - units_.origin) / units_.length;
        for (SolidMaterial& material : own_.mesh.materials)
            material = {material.young / units_.young, material.shear / units_.young,
                        material.density / units_.density, material.stiffer, material.heavier};
    }

    ModelInput build(const std::vector<SolidLoad>& loads) {
        carry(loads);
        weigh(loads);
        input_.mesh = std::move(own_.mesh);
        return std::move(input_);
    }

  private:
    Solid about(const Solid& load, const Vec3& centre) const {
        const Solid own = turned(shifted(load, -units_.origin), units_.turn.transpose());
        return shifted(Solid{own.mass / mass_, own.first / (mass_ * units_.length),
                             own.inertia / (mass_ * units_.length * units_.length)},
                       -centre);
    }

    void carry(const std::vector<SolidLoad>& loads) {
        std::array<Solid, load_sections + 1> sums;
        for (const SolidLoad& load : loads) {
            Solid& sum = sums[static_cast<size_t>(std::lround(load.along * load_sections))];
            sum = sum + load.body;
        }
        for (size_t k = 1; k < sums.size(); ++k) {
            if (!(sums[k].mass > 0)) continue;
            CarriedBody body;
            body.section = section_at(own_, static_cast<double>(k) / load_sections);
            body.inertia = spatial_inertia(rounded(about(sums[k], body.section.centre)));
            input_.carried.push_back(body);
        }
    }

    void weigh(const std::vector<SolidLoad>& loads) {
        if (loads.empty()) return;
        input_.weights =
            Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(3 * own_.mesh.nodes.size()), 3);
        for (const SolidLoad& load : loads) {
            const SectionFit section = section_at(own_, load.along);
            add_weight(own_.mesh, {section, spatial_inertia(about(load.body, section.centre))},
                       input_.weights);
        }
    }

    const ModelUnits units_;
    const double mass_;
    DomainSolid own_;
    ModelInput input_;
};

}  // namespace

std::vector<ModelInput> model_inputs(const SolidPlant& plant, std::span<const BasisPlan> plans) {
    const Column<SolidId, std::vector<SolidLoad>> loads = find_loads(plant);
    std::vector<ModelInput> inputs(plant.solids.size());
    parallel_chunks(inputs.size(), 8, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i)
            inputs[i] = Input(plant.solids[SolidId(i)], plans[i]).build(loads[SolidId(i)]);
    });
    return inputs;
}

uint64_t mesh_key(const SolidMesh& mesh) {
    Hash hash;
    for (const Vec3& node : mesh.nodes)
        for (const double x : node) hash.add_rounded(x);
    for (const SolidMaterial& material : mesh.materials)
        for (const double x :
             {material.young, material.shear, material.density, material.stiffer, material.heavier})
            hash.add_rounded(x);
    for (const CutBrick& brick : mesh.cut) {
        for (const double x : brick.axis) hash.add_rounded(x);
        for (const BrickPoint& point : brick.strain)
            for (const double x : {point.local.x(), point.local.y(), point.local.z(), point.weight})
                hash.add_rounded(x);
    }
    if (!mesh.cut.empty()) hash.add(mesh.fixed);
    return hash.value();
}

uint64_t content_key(const ModelInput& input) {
    Hash hash;
    hash.add(mesh_key(input.mesh));
    hash.add(static_cast<uint64_t>(input.plan.kind));
    hash.add(static_cast<uint64_t>(input.plan.modes));
    hash.add(static_cast<uint64_t>(input.plan.derivatives));
    for (const CarriedBody& body : input.carried) {
        hash.add(body.section.brick);
        for (const double x : body.section.mean) hash.add_rounded(x);
        for (const double x : body.inertia.reshaped()) hash.add_rounded(x);
    }
    for (const double x : input.weights.reshaped()) hash.add_rounded(x);
    return hash.value();
}

ReducedModel reduce(const ModelInput& input) {
    const SolidMesh& mesh = input.mesh;
    const ReducedBasis basis = input.plan.kind == BasisKind::paper
                                   ? paper_basis(mesh, input.plan.modes)
                                   : loaded_basis(mesh, input.carried, input.weights,
                                                  input.plan.modes, input.plan.derivatives);
    ReducedModel model;
    model.size = static_cast<int>(basis.shapes.cols());
    if (!(basis.shapes.allFinite() && basis.lowest > 0)) model.size = 0;
    if (model.size == 0) return model;
    model.shapes = basis.shapes;
    model.sway = basis.sway;
    model.lowest = basis.lowest;
    QuarticBuilder elastic(model.size);
    model.body = make_body_integrals(model.size);
    std::vector<Mat3> gradients(static_cast<size_t>(model.size));
    for (size_t e = 0; e < mesh.bricks.size(); ++e) {
        for (const BrickPoint& point : strain_points(mesh, e)) {
            const BrickPlace place = place_in(mesh, e, point.local);
            for (int k = 0; k < model.size; ++k) {
                Mat3& H = gradients[static_cast<size_t>(k)];
                H.setZero();
                for (int b = 0; b < brick_nodes; ++b)
                    H += model.shapes.col(k).segment<3>(static_cast<Eigen::Index>(
                             3 * mesh.bricks[e][static_cast<size_t>(b)])) *
                         place.gradients.row(b);
            }
            elastic.add(point.weight * place.volume, gradients,
                        elastic_stiffness(material_at(mesh, e, point.local), place.axis));
        }
        for (const BrickPoint& point : mass_points(mesh, e)) {
            const BrickPlace place = place_in(mesh, e, point.local);
            add_mass(model.body,
                     material_at(mesh, e, point.local).density * point.weight * place.volume,
                     place.point, model.at(mesh.bricks[e], place.values));
        }
    }
    model.elastic = elastic.finish();
    model.stress = elastic.stress_gradient();
    return model;
}

}  // namespace thigmo
