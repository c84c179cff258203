// Leaves in the field of gusts: as strong in every wind, alike where they are near, never bent.
#include "thigmo/sim/beam/flutter.h"

#include <gtest/gtest.h>

#include <cmath>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

const FlutterTexture& field() {
    static const FlutterTexture texture = make_flutter_texture(0.1, 3);
    return texture;
}

Flutter blowing(const Vec3& mean, double time = 0) {
    BeamControls live;
    live.wind.mean = mean;
    return make_flutter(live, 0, time);
}

Vec3f somewhere(Random& random) {
    return Vec3(random.uniform(-20, 20), random.uniform(0, 20), random.uniform(-20, 20))
        .cast<float>();
}

TEST(FlutterTest, is_as_strong_whatever_way_the_wind_blows) {
    // [Habel2009] eq. 24 gives 1.41, 1.08 and 0.73 for these.
    for (const Vec3& mean : {Vec3(6, 0, 0), Vec3(4, 4, 0), Vec3(3, 3, 3)}) {
        Random random(1);
        double square = 0;
        for (int i = 0; i < 20000; ++i)
            square +=
                double(sample(field(), blowing(mean), somewhere(random)).squaredNorm()) / 3 / 20000;
        EXPECT_NEAR(std::sqrt(square), 1, 0.03) << mean.transpose();
    }
}

TEST(FlutterTest, neighbours_agree_and_strangers_do_not) {
    Random random(2);
    const Flutter flutter = blowing(Vec3(5, 0, 2));
    double near = 0, far = 0;
    for (int i = 0; i < 5000; ++i) {
        const Vec3f at = somewhere(random);
        const Vec3f here = sample(field(), flutter, at);
        near +=
            double((sample(field(), flutter, at + Vec3f(0.05f, 0.05f, 0)) - here).squaredNorm());
        far += double((sample(field(), flutter, somewhere(random)) - here).squaredNorm());
    }
    EXPECT_LT(near, 0.1 * far);
}

TEST(FlutterTest, the_wind_carries_the_field_along) {
    const Vec3f at(1, 2, 3);
    const Vec3f now = sample(field(), blowing(Vec3(5, 0, 0), 0), at);
    // Inside a crown the air goes at 0.4 of the wind's speed.
    const Vec3f later = sample(field(), blowing(Vec3(5, 0, 0), 1.5), at + Vec3f(3, 0, 0));
    EXPECT_LT((now - later).norm(), 1e-4f);
}

TEST(FlutterTest, a_leaf_turns_and_keeps_its_size) {
    Leaf leaf;
    const Flutter flutter = blowing(Vec3(12, 0, 3));
    const LeafTurn turn = turn_of(leaf, flutter, lean_of(leaf, flutter.wind), Vec3f(1.5f, -1, 2));
    EXPECT_GT(turn.h.norm(), 0.1f);
    for (const Vec3f& v : {Vec3f(1, 0, 0), Vec3f(0, 1, 0), Vec3f(0.6f, 0, 0.8f)})
        EXPECT_NEAR((turn * v).norm(), 1, 1e-6);
    EXPECT_NEAR((turn * Vec3f::UnitX()).dot(turn * Vec3f::UnitY()), 0, 1e-6);
}

TEST(FlutterTest, in_still_air_leaves_stand_still) {
    const Flutter flutter = blowing(Vec3::Zero());
    const LeafTurn turn = turn_of(Leaf{}, flutter, lean_of(Leaf{}, flutter.wind), Vec3f::Ones());
    EXPECT_EQ(turn.h.norm(), 0);
}

TEST(FlutterTest, leaves_yield_to_leeward_and_never_past_the_wind) {
    Random random(3);
    for (int i = 0; i < 200; ++i) {
        Leaf leaf;
        leaf.along = somewhere(random).normalized();
        const Vec3f wind = static_cast<float>(random.uniform(0, 20)) * Vec3f::UnitX();
        const Vec3f along = LeafTurn{lean_of(leaf, wind)} * leaf.along;
        // Between where it was and where it would lie along the sum.
        const float aim = (leaf.along + wind).normalized().x();
        EXPECT_GE(along.x(), leaf.along.x() - 1e-6f);
        EXPECT_LE(along.x(), aim + 1e-6f);
        EXPECT_NEAR(along.x(), aim, leaf.along.x() > -0.5f ? 0.1 : 2);
    }
}

}  // namespace
}  // namespace thigmo
