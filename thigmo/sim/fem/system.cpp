// One step of SDIRK2 or backward Euler, each stage by Newton's method.
//
// Of SDIRK2 with γ = 1 − 1/√2 both stages have the matrix M + γh D + (γh)² K; the second one ends
// the step: second order, L-stable, and nothing is remembered but places and velocities.
#include "thigmo/sim/fem/system.h"

#include <algorithm>
#include <cmath>

namespace thigmo {
namespace {

constexpr int most_iterates = 30;
const double gamma_share = 1 - std::sqrt(0.5);

bool is_finite(const std::vector<Vec3>& values) {
    return std::ranges::all_of(values, [](const Vec3& value) { return value.allFinite(); });
}

}  // namespace

FemSystem::FemSystem(const FemModel& model, FemElastic elastic, const FemSettings& settings)
    : model_(model),
      elastic_(std::move(elastic)),
      integrator_(settings.integrator),
      tolerance_(settings.tolerance),
      matrix_(model.pattern),
      solver_(model.pattern, model.order.part_first) {
    for (std::vector<Vec3>* each : {&state_.y, &state_.v, &y_, &v_, &force_, &a1_, &a2_})
        each->assign(model.rows(), Vec3::Zero());
    const size_t blades = model.solids.blades.size();
    state_.blades.resize(blades);
    seats_.resize(model.blade_seats.size());
    condensed_.resize(blades);
    for (std::vector<Vec3>* each : {&blade_a_, &still_, &rate0_, &turn1_, &rate1_})
        each->assign(blades, Vec3::Zero());
    right_.resize(3 * model.rows());
    change_.resize(3 * model.rows());
}

void FemSystem::set_elastic(FemElastic elastic) {
    elastic_ = std::move(elastic);
    lead_.y.clear();
}

void FemSystem::set_lead(FemLead lead) {
    lead_ = std::move(lead);
    lead_is_made_ = false;
}

/// The accelerations after changes_ from where nodes_x_ are.
void FemSystem::turn(const Stage& stage, std::vector<Vec3>& a) {
    const double r = stage.reach;
    nodes_d_.resize(model_.nodes.size());
    for (size_t n = 0; n < nodes_d_.size(); ++n)
        nodes_d_[n] = model_.ties.sum(model_.nodes[n], changes_);
    if (const uint32_t row = model_.base_row; row != UINT32_MAX) y_[row] += changes_[row];
    turn_rows(model_, stage.base, nodes_x_, nodes_d_, y_);
    for (size_t i = 0; i < a.size(); ++i) a[i] = (y_[i] - stage.y0[i] - r * stage.v0[i]) / (r * r);
}

/// Begins where the balance is nearer: with the accelerations given, or with rows where they were.
void FemSystem::begin_stage(const Stage& stage, const FemLoads& loads, std::span<const Vec3> y,
                            std::vector<Vec3>& a) {
    const double r = stage.reach;
    const auto residual = [&](const std::vector<Vec3>& guess) {
        sum_forces(stage, loads, guess);
        double sum = 0;
        for (const Vec3& f : force_) sum += f.squaredNorm();
        return sum;
    };
    const double given = residual(a);
    std::vector<Vec3>& still = guess_;
    still.resize(a.size());
    for (size_t i = 0; i < a.size(); ++i)
        still[i] = (y[i] - stage.y0[i] - r * stage.v0[i]) / (r * r);
    if (residual(still) < given) a = still;
}

/// Newton's method. A matrix that is not positive, as of a part that buckles on the way, is made so
/// for one iterate only: without its negative eigenvalues it leads there slowly.
bool FemSystem::solve_stage(const Stage& stage, const FemLoads& loads, std::vector<Vec3>& a) {
    const double r2 = stage.reach * stage.reach, enough = tolerance_ * model_.size;
    changes_.resize(a.size());
    double before = 0;
    for (int k = 0; k < most_iterates; ++k) {
        if (stopped() || solves > most_solves) return false;
        sum_forces(stage, loads, a);
        if (!is_finite(force_)) return false;
        linearize(stage, loads, false);
        if (!solve_linear()) {
            linearize(stage, loads, true);
            if (!solve_linear()) return false;
        }
        ++iterates;
        double most = 0;
        for (size_t i = 0; i < a.size(); ++i) {
            changes_[i] = r2 * Eigen::Map<const Vec3>(&change_[3 * i]);
            most = std::max(most, changes_[i].cwiseAbs().maxCoeff());
        }
        turn(stage, a);
        most = std::max(most, r2 * follow_blades(stage, loads, a));
        if (!std::isfinite(most)) return false;
        const double rate = k == 0 ? 1 : most / before;  // the next change shrinks as much, or more
        if (rate * most < enough) return true;
        if (k > 8 && rate > 1) return false;
        before = most;
    }
    return false;
}

void FemSystem::end_step(const Stage& stage, const std::vector<Vec3>& a) {
    for (size_t i = 0; i < a.size(); ++i) {
        state_.v[i] = stage.v0[i] + stage.reach * a[i];
        state_.y[i] = stage.y0[i] + stage.reach * state_.v[i];
    }
    for (size_t k = 0; k < blade_a_.size(); ++k)
        state_.blades[k] = blade_stage(stage, k).at(blade_a_[k]);
    state_.base = stage.base;
}

bool FemSystem::step(double dt, const FemLoads& loads) {
    const bool one_stage = integrator_ == FemIntegrator::backward_euler;
    const double reach = one_stage ? dt : gamma_share * dt, rest = dt - reach;
    const size_t rows = model_.rows();
    linear_ = {};
    std::ranges::fill(a1_, Vec3::Zero());
    for (size_t k = 0; k < blade_a_.size(); ++k) {
        rate0_[k] = state_.blades[k].rate;
        blade_a_[k].setZero();
    }
    const Stage first{state_.y, state_.v, reach, state_.base.after(reach), still_, rate0_};
    spread(state_.base, state_.y, nodes_x_);
    find_green(nodes_x_, green_);
    stage_rest_ = green_;
    take_viscous(reach, stage_rest_);
    begin_stage(first, loads, state_.y, a1_);
    if (!solve_stage(first, loads, a1_)) return false;
    if (one_stage) {
        end_step(first, a1_);
        return true;
    }
    y0_.resize(rows);
    v0_.resize(rows);
    for (size_t i = 0; i < rows; ++i) {
        const Vec3 v1 = state_.v[i] + reach * a1_[i];
        v0_[i] = state_.v[i] + rest * a1_[i];
        y0_[i] = state_.y[i] + rest * v1;
    }
    for (size_t k = 0; k < blade_a_.size(); ++k) {
        rate1_[k] = rate0_[k] + rest * blade_a_[k];
        turn1_[k] = rest * (rate0_[k] + reach * blade_a_[k]);
    }
    y1_ = y_;
    a2_ = a1_;
    // Strains are taken through the stages as places are: E₀ = E + rest·Ė₁, Ė₁ = (E₁ − E)/reach.
    move(first, a1_);
    find_green(nodes_x_, stage_rest_);
    for (size_t e = 0; e < green_.size(); ++e)
        stage_rest_[e] = green_[e] + rest / reach * (stage_rest_[e] - green_[e]);
    take_viscous(reach, stage_rest_);
    const Stage second{y0_, v0_, reach, state_.base.after(dt), turn1_, rate1_};
    begin_stage(second, loads, y1_, a2_);
    if (!solve_stage(second, loads, a2_)) return false;
    end_step(second, a2_);
    return true;
}

}  // namespace thigmo
