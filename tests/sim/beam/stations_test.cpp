// Stations bend branches to their length, carry what grows on them, and rest at rest.
#include "thigmo/sim/beam/stations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/plants.h"
#include "thigmo/mechanics/tapered_beam.h"

namespace thigmo {
namespace {

/// A straight branch up from the ground, one to the side of its middle, one up from that one's tip.
BeamPlant three_branches() {
    BeamPlant plant;
    const auto add = [&](BranchId parent, double along, const Vec3& base, const Vec3& way,
                         double taper) {
        Branch branch;
        branch.parent = parent;
        branch.along = along;
        branch.order =
            parent.exists() ? static_cast<uint16_t>(plant.branches[parent].order + 1) : uint16_t{0};
        branch.length = way.norm();
        branch.taper = taper;
        branch.curve.base = base;
        branch.curve.c1 = way;
        branch.frame = Quat::FromTwoVectors(Vec3::UnitX(), way);
        return plant.branches.push_back(branch);
    };
    const BranchId trunk = add({}, 0, Vec3::Zero(), Vec3(0, 4, 0), 0.3);
    const BranchId limb = add(trunk, 0.5, Vec3(0, 2, 0), Vec3(1, 0, 0), 0.6);
    add(limb, 1, Vec3(1, 2, 0), Vec3(0, 0.5, 0), 1);
    return plant;
}

std::vector<StationKey> tips() {
    return {{BranchId(0), 1}, {BranchId(1), 1}, {BranchId(2), 1}};
}

TEST(StationsTest, without_bends_nothing_moves) {
    const BeamPlant plant = three_branches();
    const Stations<float> stations(plant, Bending::true_length, tips());
    std::vector<StationMotion<float>> motions;
    stations.move(std::vector<Bend>(3), motions);
    for (const StationMotion<float>& motion : motions) {
        EXPECT_LT((motion.turn() - Eigen::Matrix3f::Identity()).norm(), 1e-6f);
        EXPECT_LT(motion.offset.norm(), 2e-6f);
    }
}

TEST(StationsTest, a_tip_is_where_the_closed_form_has_it) {
    const BeamPlant plant = three_branches();
    const Stations<float> stations(plant, Bending::true_length, tips());
    for (const double deflection : {0.1, 0.5, 1.0}) {
        const double amplitude = deflection / beam_deflection(0.3, 1);
        std::vector<Bend> bends(3);
        bends[0] = {Vec3::UnitX(), amplitude};  // about x: from +y towards +z
        std::vector<StationMotion<float>> motions;
        stations.move(bends, motions);
        const BentPoint tip = bend([&](double x) { return amplitude * beam_slope(0.3, x); }, 1);
        const Vec3f found = motions[stations.find({BranchId(0), 1})] * Vec3f(0, 4, 0);
        EXPECT_NEAR(found.x(), 0, 1e-6);
        EXPECT_NEAR(found.y(), 4 * tip.along, 4 * 1.2e-4);
        EXPECT_NEAR(found.z(), 4 * tip.across, 4 * 1.2e-4);
    }
}

TEST(StationsTest, a_tip_stays_where_it_belongs_in_a_hurricane) {
    BeamPlant plant = three_branches();
    for (const double taper : {0.05, 0.1, 0.2, 0.4, 0.7, 1.0}) {
        plant.branches[BranchId(0)].taper = taper;
        const Stations<double> stations(plant, Bending::true_length, {});
        for (const double degrees : {45.0, 75.0, 85.0}) {
            const double slope = std::tan(degrees * std::numbers::pi / 180);
            const double amplitude = slope / beam_slope(taper, 1.0);
            std::vector<Bend> bends(3);
            bends[0] = {Vec3::UnitX(), amplitude};
            std::vector<StationMotion<double>> motions;
            stations.move(bends, motions);
            Vec3 tip = Vec3::Zero();  // summed in small pieces
            constexpr int pieces = 20000;
            for (int i = 0; i < pieces; ++i) {
                const double angle = std::atan(amplitude * beam_slope(taper, (i + 0.5) / pieces));
                tip += 4.0 / pieces * Vec3(0, std::cos(angle), std::sin(angle));
            }
            const Vec3 found = motions[stations.find({BranchId(0), 1})] * Vec3(0, 4, 0);
            EXPECT_LT((found - tip).norm(), 5e-4 * 4) << taper << ' ' << degrees;
        }
    }
}

TEST(StationsTest, true_length_is_kept_along_a_curved_branch) {
    BeamPlant plant = three_branches();
    RestCurve& curve = plant.branches[BranchId(0)].curve;
    curve.c2 = Vec3(1.5, 0, 0.5);
    curve.c3 = Vec3(-0.5, 0.2, 0);
    std::vector<StationKey> wanted;
    for (int i = 0; i <= 200; ++i) wanted.push_back({BranchId(0), i / 200.0});
    const Stations<float> stations(plant, Bending::true_length, wanted);
    std::vector<Bend> bends(3);
    bends[0] = {Vec3(1, 0, 1).normalized(), 1 / beam_deflection(0.3, 1)};
    std::vector<StationMotion<float>> motions;
    stations.move(bends, motions);
    double rest = 0, bent = 0;
    for (size_t i = 1; i < wanted.size(); ++i) {
        const Vec3f a = curve.at(wanted[i - 1].along).cast<float>(),
                    b = curve.at(wanted[i].along).cast<float>();
        rest += double((b - a).norm());
        bent += double(
            (motions[stations.find(wanted[i])] * b - motions[stations.find(wanted[i - 1])] * a)
                .norm());
    }
    EXPECT_NEAR(bent / rest, 1, 1e-4);
}

TEST(StationsTest, what_grows_on_a_branch_is_carried_as_a_rigid_body) {
    const BeamPlant plant = three_branches();
    const Stations<float> stations(plant, Bending::true_length, tips());
    std::vector<Bend> bends(3);
    bends[0] = {Vec3::UnitZ(), 2};
    std::vector<StationMotion<float>> motions;
    stations.move(bends, motions);
    const StationMotion<float>& holder = motions[stations.find({BranchId(0), 0.5})];
    const StationMotion<float>& end = motions[stations.find({BranchId(2), 1})];
    EXPECT_LT((holder.turn() - end.turn()).norm(), 1e-5f);
    EXPECT_LT((holder * Vec3f(1, 2.5f, 0) - end * Vec3f(1, 2.5f, 0)).norm(), 1e-5f);
    EXPECT_NEAR(end.turn().determinant(), 1, 1e-5);
}

TEST(StationsTest, bends_of_all_orders_add_up) {
    // The second branch bends in the space that the first one's bend has turned.
    const BeamPlant plant = three_branches();
    const Stations<float> stations(plant, Bending::true_length, tips());
    std::vector<Bend> first(3), second(3), both(3);
    first[0] = both[0] = {Vec3::UnitZ(), 1.5};
    second[1] = both[1] = {Vec3::UnitY(), 2.5};
    std::vector<StationMotion<float>> a, b, c;
    stations.move(first, a);
    stations.move(second, b);
    stations.move(both, c);
    const uint32_t tip = stations.find({BranchId(1), 1});
    const Vec3f point(1, 2, 0);
    EXPECT_LT((a[stations.find({BranchId(0), 0.5})] * (b[tip] * point) - c[tip] * point).norm(),
              1e-5f);
}

TEST(StationsTest, normals_and_tangents_are_those_of_the_bent_tube) {
    const BeamPlant plant = three_branches();
    constexpr double x = 0.6, h = 1e-4, radius = 0.1;
    const std::vector<StationKey> keys = {
        {BranchId(0), x - h}, {BranchId(0), x}, {BranchId(0), x + h}};
    for (const Bending bending : {Bending::true_length, Bending::sheared}) {
        const Stations<double> stations(plant, bending, keys);
        std::vector<Bend> bends(3);
        bends[0] = {Vec3(1, 0, 0.5).normalized(), 1.5};
        std::vector<StationMotion<double>> motions;
        stations.move(bends, motions);
        const auto at = [&](size_t key) { return motions[stations.find(keys[key])]; };
        for (const double angle : {0.0, 1.0, 2.5, 4.0}) {
            const Vec3 away(std::cos(angle), 0, std::sin(angle)),
                around(-std::sin(angle), 0, std::cos(angle));
            const auto point = [&](size_t key) {
                return Vec3(at(key) * Vec3(Vec3(0, 4 * keys[key].along, 0) + radius * away));
            };
            const Vec3 along = (point(2) - point(0)).normalized();
            const Vec3 normal = along.cross(Vec3(at(1).turn() * around)).normalized();
            const Vec3 found = normals_of(at(1)).turn() * away,
                       tangent = at(1).turn() * Vec3::UnitY();
            EXPECT_LT((found.normalized() - normal).norm(), 1e-6) << angle;
            EXPECT_LT((tangent.normalized() - along).norm(), 1e-6) << angle;
        }
    }
}

TEST(StationsTest, a_sheared_branch_goes_across_by_the_closed_form) {
    const BeamPlant plant = three_branches();
    const Stations<double> stations(plant, Bending::sheared, {{BranchId(0), 0.5}});
    std::vector<Bend> bends(3);
    bends[0] = {Vec3::UnitX(), 0.8};
    std::vector<StationMotion<double>> motions;
    stations.move(bends, motions);
    const Vec3 middle = motions[stations.find({BranchId(0), 0.5})] * Vec3(0, 2, 0);
    EXPECT_LT((middle - Vec3(0, 2, 4 * 0.8 * beam_deflection(0.3, 0.5))).norm(), 1e-12);
}

TEST(StationsTest, the_printed_bend_is_not_the_same_in_all_directions) {
    // [Habel2009] eq. 12 corrects each direction by itself: at 45° the tip of a branch goes
    // further.
    const BeamPlant plant = three_branches();
    const auto reach = [&](Bending bending, const Vec3& axis) {
        const Stations<float> stations(plant, bending, tips());
        std::vector<Bend> bends(3);
        const double tip_way =
            bending == Bending::printed ? fit_even(0.3).deflection(1) : beam_deflection(0.3, 1);
        bends[0] = {axis, 1 / tip_way};
        std::vector<StationMotion<float>> motions;
        stations.move(bends, motions);
        const Vec3f tip = motions[stations.find({BranchId(0), 1})] * Vec3f(0, 4, 0);
        return std::hypot(tip.x(), tip.z()) / 4;
    };
    const Vec3 between = (Vec3::UnitX() + Vec3::UnitZ()).normalized();
    const Branch& trunk = plant.branches[BranchId(0)];
    const Vec3 y = trunk.frame * Vec3::UnitY();
    const Vec3 diagonal = trunk.frame * Vec3(0, 1, 1).normalized();
    EXPECT_NEAR(reach(Bending::printed, y), 0.4256, 1e-3);
    EXPECT_NEAR(reach(Bending::printed, diagonal), 0.554, 2e-3);
    EXPECT_NEAR(reach(Bending::true_length, Vec3::UnitX()), reach(Bending::true_length, between),
                1e-4);
    EXPECT_NEAR(reach(Bending::sheared, y), 1, 1e-5);
}

}  // namespace
}  // namespace thigmo
