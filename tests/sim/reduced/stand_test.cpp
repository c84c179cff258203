// Plants too soft to stand as they are given, and soft ones that do.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <numbers>

#include "samples/papers/rods.h"
#include "samples/papers/trial.h"
#include "thigmo/sim/reduced/tree.h"

namespace thigmo {
namespace {

const Vec3 gravity(0, -9.81, 0);

/// A metre of rod whose tip its weight would lower by so many metres, held out level, if it went on
/// linearly: ρ g A ℓ⁴/8EI.
papers::Beam hanging_by(double sag) {
    papers::Beam beam;
    beam.length = 1;
    beam.radius = 0.01;
    beam.density = 1000;
    beam.young = 9.81 * beam.density / (2 * beam.radius * beam.radius * sag);
    return beam;
}

ReducedBodies standing(const Plant& plant, const ReducedSettings& settings) {
    Progress silent;
    ReducedBodies bodies = build_reduced_bodies(plant, settings, *settings.models, silent);
    hold_shape(bodies, gravity, false);
    return bodies;
}

/// By how much the first body was made stiffer.
double stiffened(const Plant& plant, ReducedSettings settings) {
    const double stands = standing(plant, settings).bodies[0].elastic;
    settings.footing.shape = GivenShape::unloaded;
    return stands / standing(plant, settings).bodies[0].elastic;
}

/// A column of its own weight buckles at q ℓ³/EI = 7.837 (Greenhill).
TEST(ReducedStand, a_column_is_stiffened_to_hold_a_quarter_more_than_its_weight) {
    ReducedSettings whole;
    whole.most_pieces = 1;
    for (const double sag : {0.7, 2.0, 8.0}) {
        const papers::Beam beam = hanging_by(sag);
        const double load = beam.weight(9.81) / beam.bending();
        EXPECT_NEAR(stiffened(papers::rod(beam, 8, Vec3::UnitY()), whole),
                    std::max(1.0, 1.25 * load / 7.837), 0.02 * load / 7.837)
            << sag;
    }
}

TEST(ReducedStand, what_hangs_stays_as_soft_as_it_is) {
    const Plant plant = papers::rod(hanging_by(20), 8, -Vec3::UnitY());
    EXPECT_EQ(stiffened(plant, {}), 1);
    EXPECT_TRUE(standing(plant, {}).log.warnings.empty());
}

/// All potential energy of a plant over its coordinates, each scaled to a stiffness of 1.
class Potential {
  public:
    explicit Potential(const ReducedBodies& bodies) : bodies_(bodies), tree_(bodies, {}, {}) {
        for (const ReducedBody& body : bodies.bodies) size_ += body.size;
    }
    Eigen::MatrixXd hessian() {
        constexpr double h = 2e-4;
        Eigen::MatrixXd H(size_, size_);
        for (int i = 0; i < size_; ++i)
            for (int j = 0; j <= i; ++j) {
                double sum = 0;
                for (const double a : {h, -h})
                    for (const double b : {h, -h}) {
                        Eigen::VectorXd x = Eigen::VectorXd::Zero(size_);
                        x[i] += a;
                        x[j] += b;
                        sum += (a * b > 0 ? 1 : -1) * at(x);
                    }
                H(i, j) = H(j, i) = sum / (4 * h * h);
            }
        return H;
    }

  private:
    double at(const Eigen::VectorXd& x) {
        Eigen::Index first = 0;
        for (size_t i = 0; i < bodies_.bodies.size(); ++i) {
            const auto r = static_cast<size_t>(bodies_.bodies[i].size);
            std::vector<double> q(r), rest(r);
            for (size_t k = 0; k < r; ++k, ++first)
                q[k] = x[first] / std::sqrt(bodies_.bodies[i].stiffness.diagonal()[int(k)]);
            tree_.set_coordinates(i, q, rest);
        }
        tree_.update();
        const Energy energy = tree_.energy(gravity);
        return energy.elastic + energy.gravity;
    }

    const ReducedBodies& bodies_;
    ReducedTree tree_;
    int size_ = 0;
};

/// A soft rod carries two stiff ones crosswise. With safety 1.25 its energy's lowest second
/// derivative would be 1 − 1/1.25 of its stiffness. The factor is that of all simulators, found on
/// a chain of joints; these few shapes hold 1.17 times their load with it.
TEST(ReducedStand, the_energy_has_a_minimum_in_the_given_shape) {
    papers::Beam stiff = hanging_by(1e-4);
    stiff.length = 0.4;
    Plant plant = papers::rod(hanging_by(0.4), 6, Vec3(1, 1, 0));
    papers::add_rod(plant, DomainId(size_t{0}), stiff, 2, Vec3(0.3, 1, 0.8));
    papers::add_rod(plant, DomainId(size_t{0}), stiff, 2, Vec3(0.1, 0.4, -1));
    ReducedSettings settings;
    settings.modes = {4};
    settings.derivatives = {4};
    settings.most_pieces = 1;
    const ReducedBodies bodies = standing(plant, settings);
    EXPECT_GT(stiffened(plant, settings), 1.5);
    ASSERT_EQ(bodies.log.warnings.size(), 1u);
    EXPECT_NE(bodies.log.warnings[0].find("1 of 3 domains too soft to stand"), std::string::npos);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(Potential(bodies).hessian());
    // 1 − 1/1.25 where joints and shapes give way alike; the factors are those of joints.
    EXPECT_GT(solver.eigenvalues()[0], 0.1);
    EXPECT_LT(solver.eigenvalues()[0], 0.3);
}

TEST(ReducedStand, soft_rods_stay_where_they_are_given) {
    for (const Vec3& way : {Vec3(1, 0, 0), Vec3(1, 2, 0), Vec3(1, -2, 0)}) {
        papers::Trial trial(papers::rod(hanging_by(10), 8, way), ReducedSettings{});
        const Vec3 before = trial.end(SegmentId(size_t{7}));
        ASSERT_TRUE(trial.run(1, 1.0 / 60));
        EXPECT_LT((trial.end(SegmentId(size_t{7})) - before).norm(), 1e-8);
    }
}

}  // namespace
}  // namespace thigmo
