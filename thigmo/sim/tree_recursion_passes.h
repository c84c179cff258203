// The passes of the tree recursion; included by tree_recursion.h.
//
//     Ĩ_c = X_cᵀ I_cᴬ X_c,   f̃_c = X_cᵀ (p_cᴬ + I_cᴬ ζ_c)
//     Î = I + Σ Ĩ_c,         p̂ = p + Σ f̃_c
//     joint:        B̂ = Î S,            D = Sᵀ B̂ + implicit,        p̂_q = p_q + Sᵀ p̂
//     deformation:  B̂ = C + Σ Ĩ_c J_c,  D = M + implicit + Σ J_cᵀ Ĩ_c J_c,
//                   p̂_q = p_q + Σ J_cᵀ f̃_c
//     Iᴬ = Î − B̂ D⁻¹ B̂ᵀ,    pᴬ = p̂ − B̂ D⁻¹ p̂_q,    q̈ = −D⁻¹ (p̂_q + B̂ᵀ ā)
//
// Asymmetry of Iᴬ grows along a chain until all digits are lost; so B̂D⁻¹B̂ᵀ is formed as WᵀW with
// W = L⁻¹B̂ᵀ, and a shift computes one triangle of each diagonal block and mirrors it.
#pragma once

#include <algorithm>

namespace thigmo {

template <class Real>
TreeRecursion<Real>::TreeRecursion(std::span<const RecursionRow> rows, size_t parts)
    : bodies(rows.size()),
      rows_(rows.begin(), rows.end()),
      places_(rows.size() + 1),
      inertia_(rows.size(), M6::Zero()),
      reaction_(rows.size(), V6::Zero()),
      acceleration_(rows.size(), V6::Zero()),
      base_sum_(M6::Zero()),
      base_reaction_(V6::Zero()),
      base_acceleration_(V6::Zero()) {
    for (size_t i = 0; i < rows_.size(); ++i) {
        const RecursionRow& row = rows_[i];
        THIGMO_ASSERT(row.parent < int(i) && row.coordinates >= 0);
        const int r = row.coordinates;
        places_[i + 1] = {places_[i].q + r, places_[i].own + 6 * r, places_[i].square + r * r,
                          places_[i].ride + (rides(i) ? 6 * parent_coordinates(i) : 0)};
    }
    const Place& end = places_.back();
    for (auto* all : {&own_, &gain_}) all->resize(size_t(end.own));
    for (auto* all : {&implicit_, &factor_}) all->resize(size_t(end.square));
    for (auto* all : {&force_, &rate_, &qdd_}) all->resize(size_t(end.q));
    ride_.resize(size_t(end.ride));
    std::vector<int> parents;
    std::vector<double> work;
    for (const RecursionRow& row : rows_) {
        parents.push_back(row.parent);
        work.push_back(1 + row.coordinates);
    }
    parts_ = split_tree(parents, work, parts);
}

/// Calls work with the number of coordinates as a constant where it is a usual one.
template <class Real>
template <class Work>
auto TreeRecursion<Real>::with_size(int r, const Work& work) {
    switch (r) {
        case 1:
            return work.template operator()<1>();
        case 2:
            return work.template operator()<2>();
        case 3:
            return work.template operator()<3>();
        default:
            return work.template operator()<Eigen::Dynamic>();
    }
}

template <class Real>
typename TreeRecursion<Real>::M6 TreeRecursion<Real>::shifted(const Body& body, M6 inertia) const {
    M3 A = inertia.template topLeftCorner<3, 3>();
    M3 B = inertia.template topRightCorner<3, 3>();
    M3 M = inertia.template bottomRightCorner<3, 3>();
    if (!same_axes) {
        A = body.turn.transpose() * A * body.turn;
        B = body.turn.transpose() * B * body.turn;
        M = body.turn.transpose() * M * body.turn;
        M.template triangularView<Eigen::StrictlyLower>() = M.transpose();
    }
    const M3 p = cross_matrix(body.arm);
    const M3 shifted_B = B + p * M;
    A += p * B.transpose() - shifted_B * p;
    A.template triangularView<Eigen::StrictlyLower>() = A.transpose();
    inertia << A, shifted_B, shifted_B.transpose(), M;
    return inertia;
}

template <class Real>
typename TreeRecursion<Real>::V6 TreeRecursion<Real>::shifted(const Body& body, V6 force) const {
    V3 moment = force.template head<3>(), push = force.template tail<3>();
    if (!same_axes) {
        moment = body.turn.transpose() * moment;
        push = body.turn.transpose() * push;
    }
    force << moment + body.arm.cross(push), push;
    return force;
}

template <class Real>
typename TreeRecursion<Real>::V6 TreeRecursion<Real>::carried_over(const Body& body,
                                                                   const V6& acceleration) const {
    V3 turning = acceleration.template head<3>();
    V3 linear = acceleration.template tail<3>() + turning.cross(body.arm);
    if (!same_axes) {
        turning = body.turn * turning;
        linear = body.turn * linear;
    }
    V6 a;
    a << turning, linear;
    return a + body.drift;
}

/// Takes body i's own coordinates out: Î, p̂ become Iᴬ, pᴬ.
template <class Real>
template <int R>
bool TreeRecursion<Real>::eliminate(size_t i) {
    const int r = rows_[i].coordinates;
    Wide<R> B(&gain_[size_t(places_[i].own)], 6, r);
    Square<R> D(&factor_[size_t(places_[i].square)], r, r);
    Vector<R> u(&rate_[size_t(places_[i].q)], r);
    M6& inertia = inertia_[i];
    V6& reaction = reaction_[i];
    if (rows_[i].kind == Coordinates::joint) {
        const Wide<R> S(&own_[size_t(places_[i].own)], 6, r);
        B.noalias() = inertia.lazyProduct(S);
        D.noalias() += S.transpose().lazyProduct(B);
        u.noalias() += S.transpose().lazyProduct(reaction);
    }
    if constexpr (R == Eigen::Dynamic && std::is_same_v<Real, double>)
        if (r <= most_eliminated)
            return thigmo::eliminate({r, D.data(), B.data(), u.data()}, inertia, reaction);
    if (!factor_cholesky(D)) return false;
    auto row = u.transpose();
    solve_half(D, B);
    solve_half(D, row);
    inertia.noalias() -= B.lazyProduct(B.transpose());
    reaction.noalias() -= B.lazyProduct(u);
    solve_other_half(D, B);
    solve_other_half(D, row);
    return true;
}

/// What a child adds to its parent's coordinates through J.
template <class Real>
template <int R>
void TreeRecursion<Real>::ride_up(size_t i, const M6& inertia, const V6& force) {
    const size_t p = size_t(rows_[i].parent);
    const int r = rows_[p].coordinates;
    const Wide<R> J(&ride_[size_t(places_[i].ride)], 6, r);
    Wide<R> B(&gain_[size_t(places_[p].own)], 6, r);
    Square<R> D(&factor_[size_t(places_[p].square)], r, r);
    Vector<R> u(&rate_[size_t(places_[p].q)], r);
    if constexpr (R == Eigen::Dynamic && std::is_same_v<Real, double>)
        if (r <= most_eliminated)
            return add_rider({r, D.data(), B.data(), u.data()}, J.data(), inertia, force);
    for (int j = 0; j < r; ++j) {
        const V6 pushed = inertia * J.col(j);
        B.col(j) += pushed;
        for (int k = j; k < r; ++k) D(k, j) += J.col(k).dot(pushed);
        u(j) += J.col(j).dot(force);
    }
}

/// The body alone, before its children add to it.
template <class Real>
void TreeRecursion<Real>::load(size_t i) {
    inertia_[i] = bodies[i].inertia;
    reaction_[i] = bodies[i].force;
    const Place &at = places_[i], &end = places_[i + 1];
    std::copy(own_.data() + at.own, own_.data() + end.own, gain_.data() + at.own);
    std::copy(implicit_.data() + at.square, implicit_.data() + end.square,
              factor_.data() + at.square);
    std::copy(force_.data() + at.q, force_.data() + end.q, rate_.data() + at.q);
}

/// What an eliminated body adds to its parent.
template <class Real>
void TreeRecursion<Real>::hand_up(size_t i) {
    const int p = rows_[i].parent;
    const Body& body = bodies[i];
    const M6 inertia = shifted(body, inertia_[i]);
    const V6 force = shifted(body, V6(reaction_[i] + inertia_[i] * body.drift));
    (p < 0 ? base_sum_ : inertia_[size_t(p)]) += inertia;
    (p < 0 ? base_reaction_ : reaction_[size_t(p)]) += force;
    if (rides(i)) with_size(parent_coordinates(i), [&]<int R>() { ride_up<R>(i, inertia, force); });
}

template <class Real>
int TreeRecursion<Real>::reduce_part(uint32_t part) {
    const std::vector<uint32_t>& rows = parts_.rows[part];
    const bool last = part == parts_.last();
    for (const uint32_t i : rows) load(i);
    if (last) {
        base_sum_ = base_inertia;
        base_reaction_ = base_force;
        for (size_t k = parts_.crowns.size(); k-- > 0;) hand_up(parts_.crowns[k]);
    }
    for (size_t k = rows.size(); k-- > 0;) {
        const size_t i = rows[k];
        const int r = rows_[i].coordinates, p = rows_[i].parent;
        if (r > 0 && !with_size(r, [&]<int R>() { return eliminate<R>(i); })) return int(i);
        if (last || parts_.part_of[size_t(p)] == part) hand_up(i);
    }
    return -1;
}

template <class Real>
bool TreeRecursion<Real>::reduce() {
    failed_ = -1;
    for (uint32_t part = 0; part <= parts_.last() && failed_ < 0; ++part)
        failed_ = reduce_part(part);
    return failed_ < 0;
}

template <class Real>
template <int R>
void TreeRecursion<Real>::coordinates_down(size_t i, V6& a) {
    const int r = rows_[i].coordinates;
    const Wide<R> gain(&gain_[size_t(places_[i].own)], 6, r);
    const Vector<R> rate(&rate_[size_t(places_[i].q)], r);
    Vector<R> qdd(&qdd_[size_t(places_[i].q)], r);
    for (int j = 0; j < r; ++j) qdd(j) = -rate(j) - gain.col(j).dot(a);
    if (rows_[i].kind != Coordinates::joint) return;
    const Wide<R> S(&own_[size_t(places_[i].own)], 6, r);
    for (int j = 0; j < r; ++j) a += S.col(j) * qdd(j);
}

template <class Real>
void TreeRecursion<Real>::accelerate_part(uint32_t part) {
    for (const uint32_t i : parts_.rows[part]) {
        const int p = rows_[i].parent;
        V6 above = p < 0 ? base_acceleration_ : acceleration_[size_t(p)];
        if (rides(i)) {
            const auto J = ride(i);
            for (int j = 0; j < J.cols(); ++j)
                above += J.col(j) * qdd_[size_t(places_[size_t(p)].q + j)];
        }
        V6 a = carried_over(bodies[i], above);
        const int r = rows_[i].coordinates;
        if (r > 0) with_size(r, [&]<int R>() { coordinates_down<R>(i, a); });
        acceleration_[i] = a;
    }
}

template <class Real>
void TreeRecursion<Real>::accelerate(const V6& base) {
    base_acceleration_ = base;
    for (uint32_t part = parts_.last() + 1; part-- > 0;) accelerate_part(part);
}

template <class Real>
bool TreeRecursion<Real>::solve_free() {
    if (!reduce()) return false;
    M6 factor = base_sum_;
    if (!factor_cholesky(factor)) return false;
    Eigen::Matrix<Real, 1, 6> a = -base_reaction_.transpose();
    solve_half(factor, a);
    solve_other_half(factor, a);
    accelerate(a.transpose());
    return true;
}

template <class Real>
typename TreeRecursion<Real>::V6 TreeRecursion<Real>::carried(size_t i) const {
    V6 a = acceleration_[i];
    if (rows_[i].kind == Coordinates::joint)
        for (int j = 0; j < rows_[i].coordinates; ++j)
            a -= Eigen::Map<const V6>(&own_[size_t(places_[i].own + 6 * j)]) *
                 qdd_[size_t(places_[i].q + j)];
    return inertia_[i] * a + reaction_[i];
}

}  // namespace thigmo
