// Forces of a plant's bricks and of what acts on them; energy.
#include <cmath>

#include "thigmo/base/parallel.h"
#include "thigmo/sim/fem/friction.h"
#include "thigmo/sim/fem/system.h"

namespace thigmo {

void FemSystem::spread(const BaseMotion& base, std::span<const Vec3> y,
                       std::vector<Vec3>& nodes) const {
    nodes.resize(model_.nodes.size());
    for (size_t n = 0; n < nodes.size(); ++n)
        nodes[n] = model_.ties.sum(model_.nodes[n], y) + base.position(model_.nodes[n]);
}

Vec3 FemSystem::position(const TiedPoint& point) const {
    return model_.ties.sum(point, state_.y) + state_.base.position(point);
}

Vec3 FemSystem::velocity(const TiedPoint& point) const {
    return model_.ties.sum(point, state_.v) + state_.base.velocity_of(point);
}

/// Where rows and nodes are at a stage whose accelerations are a.
void FemSystem::move(const Stage& stage, const std::vector<Vec3>& a) {
    const double r = stage.reach;
    for (size_t i = 0; i < a.size(); ++i) {
        v_[i] = stage.v0[i] + r * a[i];
        y_[i] = stage.y0[i] + r * v_[i];
    }
    nodes_x_.resize(model_.nodes.size());
    nodes_a_.resize(model_.nodes.size());
    for (size_t n = 0; n < model_.nodes.size(); ++n) {
        const TiedPoint& point = model_.nodes[n];
        nodes_x_[n] = model_.ties.sum(point, y_) + stage.base.position(point);
        nodes_a_[n] = model_.ties.sum(point, a) + stage.base.acceleration_of(point);
    }
}

void FemSystem::find_green(std::span<const Vec3> nodes, std::vector<BrickStresses>& green) const {
    green.resize(model_.bricks.size());
    parallel_chunks(green.size(), 16, [&](size_t begin, size_t end) {
        for (size_t e = begin; e < end; ++e) {
            const FemBrick& brick = model_.bricks[e];
            if (elastic_.beta[brick.solid] == 0)
                green[e].setZero();
            else
                green[e] = green_stresses(brick.elastic, gather(brick, nodes));
        }
    });
}

void FemSystem::take_viscous(double reach, std::vector<BrickStresses>& green) const {
    for (size_t e = 0; e < green.size(); ++e)
        green[e] = elastic_.rest[e] - elastic_.beta[model_.bricks[e].solid] / reach * green[e];
}

/// What is left of the balance: forces less mass times acceleration.
void FemSystem::sum_forces(const Stage& stage, const FemLoads& loads, const std::vector<Vec3>& a) {
    move(stage, a);
    std::ranges::fill(force_, Vec3::Zero());
    for_runs(model_.colours, [&](size_t begin, size_t end) {
        for (size_t e = begin; e < end; ++e) {
            const FemBrick& brick = model_.bricks[e];
            BrickPlaces f =
                elastic_.stiffness[brick.solid] *
                brick_forces(elastic_.law, brick.elastic, stage_rest_[e], gather(brick, nodes_x_),
                             elastic_.beta[brick.solid] / stage.reach);
            BrickPlaces relative = gather(brick, nodes_a_);
            relative.colwise() -= loads.gravity;
            f -= relative * brick.mass;
            for (size_t b = 0; b < brick_nodes; ++b)
                model_.ties.push(model_.nodes[brick.node[b]], f.col(static_cast<Eigen::Index>(b)),
                                 force_);
        }
    });
    add_loads(stage, loads);
    add_blades(stage, loads, a);
    if (const uint32_t row = model_.base_row; row != UINT32_MAX) {
        force_[row] += loads.base_force - model_.base_mass * a[row];
        force_[row] += friction_force(v_[row], loads.friction);
        force_[row].y() = 0;
    }
}

DragLaw FemSystem::law_now(const Stage& stage, const FemPatch& patch) const {
    DragLaw law = patch.law;
    if (law.axis != Vec3::Zero())
        law.axis = (model_.ties.sum(patch.axis, y_) + stage.base.position(patch.axis)).normalized();
    return law;
}

void FemSystem::add_loads(const Stage& stage, const FemLoads& loads) {
    for (size_t k = 0; k < loads.air.size(); ++k) {
        const FemPatch& patch = model_.patches[k];
        if (patch.swings) continue;
        const DragLaw law = law_now(stage, patch);
        const Vec3 v = model_.ties.sum(patch.point, v_) + stage.base.velocity_of(patch.point);
        model_.ties.push(patch.point, drag_force(law, v - loads.air[k].wind), force_);
    }
    for (const FemLoad& bound : loads.points) {
        const Vec3 x = model_.ties.sum(bound.point, y_) + stage.base.position(bound.point);
        const Vec3 v = model_.ties.sum(bound.point, v_) + stage.base.velocity_of(bound.point);
        const Vec3 f = bound.load.force - bound.load.stiffness * (x - bound.place) -
                       bound.load.damping * (v - bound.velocity);
        model_.ties.push(bound.point, f, force_);
        for (size_t k = 0; k < 3; ++k) model_.ties.push(bound.slope[k], bound.couple[k], force_);
    }
}

Energy FemSystem::energy(const Vec3& gravity) const {
    std::vector<Vec3> x, v(model_.nodes.size());
    spread(state_.base, state_.y, x);
    for (size_t n = 0; n < v.size(); ++n) v[n] = velocity(model_.nodes[n]);
    Energy sum;
    for (size_t e = 0; e < model_.bricks.size(); ++e) {
        const FemBrick& brick = model_.bricks[e];
        const BrickPlaces places = gather(brick, x), rates = gather(brick, v);
        sum.kinetic += 0.5 * rates.cwiseProduct(rates * brick.mass).sum();
        sum.elastic += elastic_.stiffness[brick.solid] *
                       brick_energy(elastic_.law, brick.elastic, elastic_.rest[e], places);
        sum.gravity -= gravity.dot((places * brick.mass).rowwise().sum());
    }
    add_blade_energy(gravity, sum);
    return sum;
}

/// Elastic and viscous forces of a brick with its nodes at these places and rates.
BrickPlaces FemSystem::forces_now(size_t e, const BrickPlaces& places,
                                  const BrickPlaces& rates) const {
    const FemBrick& brick = model_.bricks[e];
    const BrickStresses viscous =
        elastic_.beta[brick.solid] * green_stress_rates(brick.elastic, places, rates);
    return elastic_.stiffness[brick.solid] *
           brick_forces(elastic_.law, brick.elastic, elastic_.rest[e] + viscous, places);
}

std::vector<Wrench> FemSystem::brick_loads() const {
    std::vector<Vec3> x, v(model_.nodes.size());
    spread(state_.base, state_.y, x);
    for (size_t n = 0; n < v.size(); ++n) v[n] = velocity(model_.nodes[n]);
    std::vector<Wrench> loads(model_.bricks.size());
    for (size_t e = 0; e < model_.bricks.size(); ++e) {
        const FemBrick& brick = model_.bricks[e];
        const BrickPlaces places = gather(brick, x), f = forces_now(e, places, gather(brick, v));
        for (int b = 0; b < 9; ++b) {
            loads[e].force -= f.col(b);
            loads[e].moment -= Vec3(places.col(b)).cross(Vec3(f.col(b)));
        }
    }
    return loads;
}

Wrench FemSystem::load_above(SolidId solid, double along) const {
    std::vector<Vec3> x, v(model_.nodes.size());
    spread(state_.base, state_.y, x);
    for (size_t n = 0; n < v.size(); ++n) v[n] = velocity(model_.nodes[n]);
    const uint32_t first = model_.first_node[solid.value];
    Wrench load;
    for (uint32_t e = model_.first_brick[solid.value]; e < model_.first_brick[solid.value + 1];
         ++e) {
        const FemBrick& brick = model_.bricks[e];
        const BrickPlaces places = gather(brick, x), f = forces_now(e, places, gather(brick, v));
        for (size_t b = 0; b < brick_nodes; ++b) {
            const uint32_t node = brick.node[b] - first;
            const DomainSolid& own = model_.solids.solids[solid];
            if (node < own.mesh.fixed || along_of_node(own, node) < along) continue;
            const auto column = static_cast<Eigen::Index>(b);
            load.force += f.col(column);
            load.moment += Vec3(places.col(column)).cross(Vec3(f.col(column)));
        }
    }
    return load;
}

}  // namespace thigmo
