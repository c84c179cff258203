// Turns under springs and inertia, against the products of both.
#include "thigmo/sim/articulated/shifted_solve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "samples/plants.h"

namespace thigmo {
namespace {

/// S times turns, from its blocks.
Turns product(const Bodies& bodies, const TurnBlocks& S, const Turns& turns) {
    Turns out(turns.size());
    for (size_t i = 0; i < turns.size(); ++i) out[i] = S.diagonal[i] * turns[i];
    for (const BodyId body : bodies.rows()) {
        const BodyId parent = bodies.parent[body];
        if (!parent.exists()) continue;
        out[parent.value] += S.coupling[body.value] * turns[body.value];
        out[body.value] += S.coupling[body.value].transpose() * turns[parent.value];
    }
    return out;
}

double largest(const Turns& turns) {
    double most = 0;
    for (const Vec3& turn : turns) most = std::max(most, turn.norm());
    return most;
}

Turns some(size_t size) {
    Turns turns;
    for (size_t i = 0; i < size; ++i) {
        const auto x = static_cast<double>(i);
        turns.emplace_back(std::sin(1 + x), std::cos(2 * x), std::sin(0.7 * x));
    }
    return turns;
}

TEST(ShiftedSolve, undoes_the_products) {
    const Bodies bodies = build_bodies(samples::sapling(), {});
    const TurnInertia inertia(bodies);
    const Vec3 gravity(0, -9.81, 0);
    for (const bool weight : {false, true}) {
        std::unique_ptr<TurnStiffness> S = std::make_unique<SpringStiffness>(bodies);
        if (weight) S = std::make_unique<LoadedStiffness>(bodies, gravity);
        for (const double shift : {1.0, 100.0, 1e5}) {
            const Turns forces = some(bodies.size());
            Turns turns, swung;
            ShiftedSolve(bodies, inertia, S->blocks(), shift).solve(forces, turns);
            Turns left = product(bodies, S->blocks(), turns);
            inertia.product(turns, swung);
            for (size_t i = 0; i < left.size(); ++i) left[i] += shift * swung[i] - forces[i];
            EXPECT_LT(largest(left), 1e-8 * largest(forces)) << shift;
        }
    }
}

TEST(ShiftedSolve, factors_of_the_stiffness_go_there_and_back) {
    const Bodies bodies = build_bodies(samples::sapling(), {});
    const Vec3 gravity(0, -9.81, 0);
    for (const bool weight : {false, true}) {
        std::unique_ptr<TurnStiffness> S = std::make_unique<SpringStiffness>(bodies);
        if (weight) S = std::make_unique<LoadedStiffness>(bodies, gravity);
        const Turns turns = some(bodies.size());
        std::vector<double> x(3 * bodies.size()), y(x.size());
        Turns back, forces;
        S->from_turns(turns, x);
        S->to_turns(x, back);
        S->to_forces(x, forces);
        S->from_forces(forces, y);
        const Turns whole = product(bodies, S->blocks(), turns);
        for (size_t i = 0; i < turns.size(); ++i) {
            EXPECT_LT((back[i] - turns[i]).norm(), 1e-7);
            EXPECT_LT((forces[i] - whole[i]).norm(), 1e-8 * largest(whole));
        }
        for (size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(y[i], x[i], 1e-7 * (1 + std::abs(x[i])));
    }
}

}  // namespace
}  // namespace thigmo
