// Hearts with petals that come again, turned, scaled and shifted.
#include "thigmo/authoring/blooms.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

/// Blooms of a heart and five petals at uneven angles, each at the tip of a stalk or on one card;
/// parts know what copies they are of.
struct Meadow {
    Limbs limbs;
    Blades blades;
    Instances instances;
    Anchors anchors;

    BladeId add(const Vec3& centre, uint32_t set, BladeId on) {
        BladePart blade;
        blade.centre = centre;
        blade.box = Box(centre - Vec3::Constant(0.01), centre + Vec3::Constant(0.01));
        blade.solid = !on.exists();
        const BladeId id = blades.push_back(blade);
        instances.of.push_back({set, {}, id, {}});
        anchors.of.push_back({});
        anchors.of[id].on_blade = on;
        return id;
    }

    BladeId add_bloom(const Placement& placement, double fifth_angle = 4.9) {
        Limb stalk;
        stalk.line.points = {placement * Vec3(0, -5, 0), placement * Vec3(0, 0, 0)};
        stalk.line.radius = stalk.line.reach = {0.1, 0.1};
        const LimbId limb = limbs.push_back(stalk);
        const BladeId heart = add(placement * Vec3(0, 0.1, 0), 0, {});
        anchors.of[heart].on = {limb, stalk.line.length()};
        for (const double angle : {0.0, 1.1, 2.6, 3.7, fifth_angle}) {
            const BladeId petal =
                add(placement * Vec3(std::cos(angle), 0.2, std::sin(angle)), 1, {});
            anchors.of[petal].on = {limb, stalk.line.length()};
        }
        return heart;
    }
    Blooms find() const { return find_blooms(limbs, blades, instances, anchors); }
};

Placement somewhere() {
    return {Vec3(3, 1, -2), Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized())), 0.4};
}

TEST(Blooms, alike_ones_are_one_set_with_their_placements) {
    Meadow meadow;
    meadow.add_bloom({});
    const BladeId second = meadow.add_bloom(somewhere());
    const Blooms blooms = meadow.find();
    ASSERT_EQ(blooms.sets.size(), 1u);
    ASSERT_EQ(blooms.count(), 2u);
    const Bloom& copy = blooms.sets[0][1];
    EXPECT_EQ(copy.parts.front(), second);
    EXPECT_EQ(copy.parts.size(), 6u);
    EXPECT_NEAR(copy.placement.scale, 0.4, 1e-9);
    EXPECT_NEAR(copy.placement.rotation.angularDistance(somewhere().rotation), 0, 1e-6);
    EXPECT_LT((copy.placement.position - somewhere().position).norm(), 1e-9);
}

TEST(Blooms, another_angle_or_another_petal_makes_another_bloom) {
    Meadow meadow;
    meadow.add_bloom({});
    meadow.add_bloom(somewhere(), 5.6);
    const BladeId third = meadow.add_bloom(somewhere());
    meadow.instances.of[BladeId(third.value + 2)].set = 7;
    EXPECT_EQ(meadow.find().sets.size(), 3u);
}

TEST(Blooms, leaves_on_one_card_are_one_and_two_are_none) {
    Meadow meadow;
    const BladeId card = meadow.add(Vec3::Zero(), 0, {});
    meadow.add(Vec3::UnitX(), 1, card);
    meadow.add(Vec3::UnitY(), 1, card);
    EXPECT_EQ(meadow.find().count(), 0u);
    meadow.add(Vec3::UnitZ(), 1, card);
    ASSERT_EQ(meadow.find().count(), 1u);
    EXPECT_EQ(meadow.find().sets[0][0].parts.size(), 3u);
}

}  // namespace
}  // namespace thigmo
