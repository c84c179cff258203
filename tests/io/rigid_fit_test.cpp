// Rigid motions fitted to moments, against points one by one.
#include "thigmo/io/rigid_fit.h"

#include <gtest/gtest.h>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

double draw(Random& random) {
    return static_cast<double>(random.below(2001)) * 1e-3 - 1;
}
Vec3 draw_vector(Random& random) {
    const double x = draw(random), y = draw(random), z = draw(random);
    return {x, y, z};
}

struct Points {
    std::vector<Vec3> rest, moved;

    MovedPoints sums() const {
        MovedPoints sums;
        sums.moved = {Matrix34::Zero()};
        for (size_t i = 0; i < rest.size(); ++i) {
            const Eigen::Vector4d x = rest[i].homogeneous();
            sums.rest += x * x.transpose();
            sums.moved[0] += moved[i] * x.transpose();
            sums.square += moved[i].squaredNorm();
        }
        return sums;
    }
    double error(const Rigid& motion) const {
        double sum = 0;
        for (size_t i = 0; i < rest.size(); ++i) sum += (moved[i] - motion * rest[i]).squaredNorm();
        return sum;
    }
};

Points scattered(const Rigid& motion, double noise, uint64_t seed) {
    Random random(seed);
    Points points;
    for (int i = 0; i < 20; ++i) {
        points.rest.push_back(Vec3(5, 9, -3) + draw_vector(random));
        points.moved.push_back(motion * points.rest.back() + noise * draw_vector(random));
    }
    return points;
}

TEST(RigidFit, FindsTheMotionOfPointsThatMovedRigidlyFromFarAway) {
    for (const double angle : {0.0, 0.1, 1.5, 3.1}) {
        const Rigid motion{Quat(Eigen::AngleAxisd(angle, Vec3(1, 2, -2).normalized())),
                           Vec3(0.3, -2, 7)};
        const MovedPoints sums = scattered(motion, 0, 7).sums();
        const Rigid found = fit_rigid(sums.rest, sums.moved[0], motion);
        EXPECT_LT((found.rotation.toRotationMatrix() - motion.rotation.toRotationMatrix()).norm(),
                  1e-9)
            << angle;
    }
}

/// Points on all sides keep their motion but for some hundredths of its turn from `near`.
TEST(RigidFit, IsDrawnByHundredthsTowardsTheMotionBeside) {
    const Rigid motion{Quat(Eigen::AngleAxisd(0.5, Vec3::UnitZ())), Vec3(1, 0, 0)};
    const MovedPoints sums = scattered(motion, 0, 7).sums();
    const Rigid found = fit_rigid(sums.rest, sums.moved[0], {});
    EXPECT_LT(found.rotation.angularDistance(motion.rotation), 0.05 * 0.5);
}

/// A thin rod that bends from one side of its line to the other is a mirror image of itself; the
/// best turn is half a turn about the line, and is found between one frame and the next.
TEST(RigidFit, ARodThatBendsToItsOtherSideDoesNotTurnOver) {
    const auto rod = [](double bend) {
        std::vector<Vec3> points;
        for (int i = 0; i <= 20; ++i) {
            const double x = 0.05 * i;
            points.emplace_back(x, bend * x * x, 0);
        }
        return points;
    };
    Points points{.rest = rod(0.2), .moved = {}};
    Quat before = Quat::Identity();
    for (double bend = 0.2; bend > -0.2; bend -= 0.01) {
        points.moved = rod(bend);
        const MovedPoints sums = points.sums();
        const Rigid found = fit_rigid(sums.rest, sums.moved[0], {});
        EXPECT_LT(found.rotation.angularDistance(before), 0.05) << bend;
        before = found.rotation;
    }
}

TEST(RigidFit, NoMotionNearItIsBetter) {
    const Rigid motion{Quat(Eigen::AngleAxisd(0.7, Vec3::UnitX())), Vec3(1, 0, 0)};
    const Points points = scattered(motion, 0.5, 3);
    const MovedPoints sums = points.sums();
    const Rigid best = fit_rigid(sums.rest, sums.moved[0], motion);
    Random random(5);
    for (int i = 0; i < 100; ++i) {
        const Quat turn(Eigen::AngleAxisd(0.02, draw_vector(random).normalized()));
        const Vec3 centre = best * Vec3(5, 9, -3);
        const Rigid other{turn * best.rotation,
                          turn * (best.translation - centre) + centre + 0.02 * draw_vector(random)};
        EXPECT_LT(points.error(best), points.error(other));
    }
}

TEST(RigidFit, ErrorFromSumsIsThatOfThePoints) {
    const Points points = scattered({Quat::Identity(), Vec3(0, 1, 0)}, 0.1, 11);
    const Rigid other{Quat(Eigen::AngleAxisd(0.2, Vec3::UnitY())), Vec3(0.1, 1, 0)};
    EXPECT_NEAR(square_error(points.sums(), std::vector{other}), points.error(other), 1e-9);
}

TEST(RigidFit, SumsOfOneBodyAreThoseOfItsPoints) {
    const Rigid motion{Quat(Eigen::AngleAxisd(0.4, Vec3::UnitZ())), Vec3(1, 2, 3)};
    const MovedPoints wanted = scattered(motion, 0, 2).sums();
    const MovedPoints found = moved_points(wanted.rest, std::vector{motion});
    EXPECT_LT((found.moved[0] - wanted.moved[0]).norm(), 1e-9);
    EXPECT_NEAR(found.square, wanted.square, 1e-9);
}

TEST(RigidFit, TurnsAboutALineAreAsInTheMotionBeside) {
    Points points;
    const Quat twist(Eigen::AngleAxisd(0.5, Vec3::UnitY()));
    for (int i = 0; i < 5; ++i) {
        points.rest.push_back(Vec3(0, i, 0));
        points.moved.push_back(points.rest.back());
    }
    const MovedPoints sums = points.sums();
    const Rigid found = fit_rigid(sums.rest, sums.moved[0], {twist, Vec3::Zero()});
    EXPECT_LT(found.rotation.angularDistance(twist), 1e-6);
    const Rigid near{twist, Vec3(1, 1, 1)};
    EXPECT_EQ(fit_rigid(Spread::Zero(), Matrix34::Zero(), near).translation, near.translation);
}

}  // namespace
}  // namespace thigmo
