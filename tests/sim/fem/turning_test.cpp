// Changes along arcs against turns of the whole and against the straight sum.
#include "thigmo/sim/fem/turning.h"

#include <gtest/gtest.h>

#include <cmath>

#include "samples/plants.h"

namespace thigmo {
namespace {

/// Rows after a change of each, a function of where it is.
template <class Change>
std::vector<Vec3> moved(const FemModel& model, const BaseMotion& base, Change change) {
    std::vector<Vec3> changes, y(model.rows(), Vec3::Zero());
    for (const Vec3& at : model.rest) changes.push_back(change(at));
    turn_rows(model, base, model.rest, changes, y);
    return y;
}

TEST(FemTurning, WhatTurnsAsAWholeKeepsItsShape) {
    const FemModel model = build_fem(samples::sapling(), {});
    const Vec3 turn(0.4, -1.2, 0.7);
    const Mat3 R = Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix();
    BaseMotion base;
    base.place.rotation = Quat(R);
    const std::vector<Vec3> y = moved(model, base, [&](const Vec3& at) { return turn.cross(at); });
    for (size_t i = 0; i < y.size(); ++i)
        EXPECT_LT((y[i] - R * model.rest[model.node_of_row[i]]).norm(), 1e-12);
}

/// What it differs from the sum by is of second order.
TEST(FemTurning, SmallChangesAreTheSum) {
    const FemModel model = build_fem(samples::sapling(), {});
    const auto wave = [](const Vec3& at) {
        return Vec3(std::sin(3 * at.y()), std::cos(2 * at.z()) - 1, at.x() * at.y());
    };
    double error[2];
    for (const int k : {0, 1}) {
        const double small = k == 0 ? 1e-3 : 1e-4;
        // Tied nodes go with their parent's section, not with the wave.
        std::vector<Vec3> rows(model.rows()), changes, y(model.rows());
        for (size_t i = 0; i < rows.size(); ++i)
            rows[i] = small * wave(model.rest[model.node_of_row[i]]);
        for (const TiedPoint& node : model.nodes) changes.push_back(model.ties.sum(node, rows));
        turn_rows(model, {}, model.rest, changes, y);
        error[k] = 0;
        for (size_t i = 0; i < rows.size(); ++i)
            error[k] =
                std::max(error[k], (y[i] - model.rest[model.node_of_row[i]] - rows[i]).norm());
    }
    EXPECT_GT(error[0], 1e-8);
    EXPECT_NEAR(error[0] / error[1], 100, 5);
}

}  // namespace
}  // namespace thigmo
