// Random trees of deforming domains, and their rows in a tree recursion.
#pragma once

#include <gtest/gtest.h>

#include "tests/sim/reduced/made_domain.h"
#include "thigmo/sim/reduced/quartic_builder.h"
#include "thigmo/sim/tree_recursion.h"

namespace thigmo {

using Vec6 = Eigen::Matrix<double, 6, 1>;

/// A domain that sits on a face of its parent.
struct MadeDomain {
    int parent = -1, r = 0;
    MadeNodes nodes;  // its masses
    MadeNodes seat;   // the parent's face
    Mount mount;
    Quartic energy;
    BodyIntegrals body;
    MovingFace face;
};

/// With the twist of the first domain's frame, in its own axes.
struct TreeState {
    Mat3 R = Mat3::Identity();
    Vec3 x = Vec3::Zero();
    Vec6 twist = Vec6::Zero();
    std::vector<Eigen::VectorXd> q, qdot;
};

inline std::span<const double> span_of(const Eigen::VectorXd& v) {
    return {v.data(), size_t(v.size())};
}

inline MadeDomain random_domain(Random& random, int parent, int r, int parent_r) {
    MadeDomain domain;
    domain.parent = parent;
    domain.r = r;
    const Vec3 turn = random_matrix(random, 3, 1);
    domain.nodes = random_nodes(random, r, 12, random_matrix(random, 3, 1), 1, turn, 0.3);
    domain.body = make_body_integrals(r);
    for (size_t a = 0; a < domain.nodes.X.size(); ++a) {
        const double mass = random.uniform(0.5, 1.5);
        domain.nodes.weights[a] = mass;
        add_mass(domain.body, mass, domain.nodes.X[a].cast<double>(),
                 domain.nodes.U[a].cast<double>());
    }
    QuarticBuilder elastic(r);
    for (int point = 0; point < 4; ++point) {
        std::vector<Mat3> gradients;
        for (int k = 0; k < r; ++k) gradients.push_back(0.5 * random_matrix(random, 3, 3));
        elastic.add(50, gradients, Eigen::Matrix<double, 6, 6>::Identity());
    }
    domain.energy = elastic.finish();
    if (parent < 0) return domain;
    // Plane faces and solid ones by turns.
    domain.seat = random_nodes(random, parent_r, 7, random_matrix(random, 3, 1), r % 2,
                               random_matrix(random, 3, 1), 0.1);
    domain.face = face_of(domain.seat);
    const Vec3 axes = random_matrix(random, 3, 1);
    domain.mount = {rotation(axes.cast<Exact>()).cast<double>(), random_matrix(random, 3, 1)};
    return domain;
}

/// parents[i] < i, −1 for the first.
inline std::vector<MadeDomain> random_tree(Random& random, const std::vector<int>& parents,
                                           const std::vector<int>& sizes) {
    std::vector<MadeDomain> tree;
    for (size_t i = 0; i < parents.size(); ++i) {
        const int above = parents[i] < 0 ? 0 : sizes[size_t(parents[i])];
        tree.push_back(random_domain(random, parents[i], sizes[i], above));
    }
    return tree;
}

inline TreeState random_tree_state(Random& random, const std::vector<MadeDomain>& tree,
                                   double size) {
    TreeState state;
    const Vec3 turn = random_matrix(random, 3, 1);
    state.R = rotation(turn.cast<Exact>()).cast<double>();
    state.x = random_matrix(random, 3, 1);
    state.twist = random_matrix(random, 6, 1);
    for (const MadeDomain& domain : tree) {
        state.q.push_back(size * random_matrix(random, domain.r, 1));
        state.qdot.push_back(random_matrix(random, domain.r, 1));
    }
    return state;
}

inline TreeRecursion<double> recursion_of(const std::vector<MadeDomain>& tree) {
    std::vector<RecursionRow> rows;
    for (const MadeDomain& domain : tree)
        rows.push_back({domain.parent, domain.r, Coordinates::deformation});
    return TreeRecursion<double>(rows);
}

/// Frames and twists that the kernels give.
struct TreeMotion {
    std::vector<Mat3> R;
    std::vector<Vec3> x;
    std::vector<Vec6> twist;
};

/// Writes every row by the kernels, without loads.
inline TreeMotion fill(TreeRecursion<double>& rows, const std::vector<MadeDomain>& tree,
                       const TreeState& state) {
    TreeMotion motion{{state.R}, {state.x}, {state.twist}};
    for (size_t i = 0; i < tree.size(); ++i) {
        const MadeDomain& domain = tree[i];
        auto& body = rows.bodies[i];
        if (domain.parent >= 0) {
            const size_t p = size_t(domain.parent);
            MountedFrame frame;
            EXPECT_TRUE(mount(domain.face, domain.mount, span_of(state.q[p]),
                              span_of(state.qdot[p]), motion.twist[p].head<3>(), frame,
                              rows.ride(i)));
            body.turn = frame.turn;
            body.arm = frame.arm;
            body.drift = frame.drift;
            const Vec6 moved = motion.twist[p] + frame.rate;
            const Vec3 spin = moved.head<3>(), speed = moved.tail<3>() + spin.cross(frame.arm);
            Vec6 twist;
            twist << frame.turn * spin, frame.turn * speed;
            motion.twist.push_back(twist);
            motion.x.push_back(motion.x[p] + motion.R[p] * frame.arm);
            motion.R.push_back(motion.R[p] * frame.turn.transpose());
        }
        inertia_and_bias(domain.body, span_of(state.q[i]), span_of(state.qdot[i]),
                         motion.twist[i].head<3>(),
                         {body.inertia, rows.own(i), rows.implicit(i), body.force, rows.force(i)});
        Eigen::VectorXd gradient(domain.r);
        force(domain.energy, span_of(state.q[i]), {gradient.data(), size_t(domain.r)});
        rows.force(i) += gradient;
    }
    return motion;
}

}  // namespace thigmo
