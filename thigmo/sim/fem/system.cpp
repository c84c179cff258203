// One step of SDIRK2, each stage by Newton's method.
//
// With γ = 1 − 1/√2 both stages have the matrix M + γh D + (γh)² K; the second one ends the step:
// second order, L-stable, and nothing is remembered but places and velocities.
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

FemSystem::FemSystem(const FemModel& model, FemElastic elastic, double tolerance)
    : model_(model),
      elastic_(std::move(elastic)),
      tolerance_(tolerance),
      matrix_(model.pattern),
      solver_(model.pattern, model.order.part_first) {
    for (std::vector<Vec3>* each : {&state_.y, &state_.v, &y_, &v_, &force_, &a1_, &a2_})
        each->assign(model.rows(), Vec3::Zero());
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

/// Newton's method with the matrix of an earlier iterate as long as that serves.
bool FemSystem::solve_stage(const Stage& stage, const FemLoads& loads, std::vector<Vec3>& a) {
    const double r2 = stage.reach * stage.reach, enough = tolerance_ * model_.size;
    double before = 0, residual_before = 0;
    bool positive = linear_.positive;
    for (int k = 0; k < most_iterates; ++k) {
        sum_forces(stage, loads, a);
        if (!is_finite(force_)) return false;
        double residual = 0;
        for (const Vec3& f : force_) residual += f.squaredNorm();
        // The first iterate stretches what it turns; later ones shrink slowly where viscosity is
        // strong, of which the matrix has only the symmetric part.
        if (k > 0 && residual > (k == 1 ? 0.01 : 0.25) * residual_before) linear_.y.clear();
        residual_before = residual;
        if (linear_.y.empty() && !linearize(stage, loads, positive)) return false;
        if (!solve_linear()) {
            if (positive) return false;
            positive = true;
            linearize(stage, loads, positive);
            if (!solve_linear()) return false;
        }
        ++iterates;
        double most = 0;
        for (size_t i = 0; i < a.size(); ++i) {
            const Eigen::Map<const Vec3> change(&change_[3 * i]);
            a[i] += change;
            most = std::max(most, r2 * change.cwiseAbs().maxCoeff());
        }
        if (!std::isfinite(most)) return false;
        if (most < enough) return true;
        if (k > 8 && most > 4 * before) return false;
        before = most;
    }
    return false;
}

bool FemSystem::step(double dt, const FemLoads& loads) {
    const double reach = gamma_share * dt, rest = dt - reach;
    const size_t rows = model_.rows();
    linear_ = {};
    std::ranges::fill(a1_, Vec3::Zero());
    const Stage first{state_.y, state_.v, reach, state_.base.after(reach)};
    begin_stage(first, loads, state_.y, a1_);
    if (!solve_stage(first, loads, a1_)) return false;
    y0_.resize(rows);
    v0_.resize(rows);
    for (size_t i = 0; i < rows; ++i) {
        const Vec3 v1 = state_.v[i] + reach * a1_[i];
        v0_[i] = state_.v[i] + rest * a1_[i];
        y0_[i] = state_.y[i] + rest * v1;
    }
    y1_ = y_;
    a2_ = a1_;
    const Stage second{y0_, v0_, reach, state_.base.after(dt)};
    begin_stage(second, loads, y1_, a2_);
    if (!solve_stage(second, loads, a2_)) return false;
    for (size_t i = 0; i < rows; ++i) {
        state_.v[i] = v0_[i] + reach * a2_[i];
        state_.y[i] = y0_[i] + reach * state_.v[i];
    }
    state_.base = second.base;
    return true;
}

}  // namespace thigmo
