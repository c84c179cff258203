// Shelter against closed forms.
#include "thigmo/air/shelter.h"

#include <gtest/gtest.h>

#include <cmath>

#include "thigmo/base/parallel.h"
#include "thigmo/base/random.h"
#include "thigmo/mechanics/drag.h"

namespace thigmo {
namespace {

AirSample leaf(const Vec3& point, double area, double vogel = 0, const Vec3& wind = {6, 0, 0}) {
    AirSample sample;
    sample.point = point;
    sample.wind = wind;
    sample.drag = {0, area, vogel};
    return sample;
}

/// Σ of the drag areas over ½ρU² of the free wind, which has that speed.
double drag_area(std::span<const AirSample> samples, double speed) {
    double sum = 0;
    for (const AirSample& sample : samples) {
        const double own = sample.wind.norm();
        sum += (sample.drag.wood + sample.drag.foliage * kept_share(sample.drag.vogel, own)) * own *
               own / (speed * speed);
    }
    return sum;
}

void shelter(std::vector<AirSample>& samples, double cell, const Vec3& anchor = Vec3::Zero()) {
    const ShelterGroup group{samples, cell, anchor};
    Shelter().apply({&group, 1});
}

/// Leaves at random in a box from 0 to `size`, with that drag area in all.
std::vector<AirSample> crown(const Vec3& size, size_t count, double area, double vogel = 0,
                             const Vec3& wind = {6, 0, 0}) {
    Random random(3);
    std::vector<AirSample> samples;
    for (size_t i = 0; i < count; ++i)
        samples.push_back(leaf(
            {random.uniform(0, size.x()), random.uniform(0, size.y()), random.uniform(0, size.z())},
            area / static_cast<double>(count), vogel, wind));
    return samples;
}

TEST(Shelter, one_leaf_alone_feels_the_free_wind_to_the_bit) {
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        const Vec3 wind(random.uniform(-20, 20), random.uniform(-2, 2), random.uniform(-20, 20));
        const Vec3 at(random.uniform(-9, 9), random.uniform(0, 9), random.uniform(-9, 9));
        std::vector<AirSample> one = {
            leaf(at, random.uniform(1e-5, 0.005), random.uniform(-1.2, 0), wind)};
        shelter(one, 0.2);
        ASSERT_EQ(one[0].wind, wind) << i;
    }
}

/// A stem across the wind does not stand in its own wake, however finely it is sampled.
TEST(Shelter, a_bare_stem_feels_the_free_wind) {
    for (const double lean : {0.0, 0.3}) {
        std::vector<AirSample> stem;
        for (int i = 0; i < 120; ++i) {
            AirSample sample = leaf({0.37, 0.025 * i, 0.11 + 0.025 * i * lean}, 0);
            sample.drag = {0.6 * 0.04 * 0.025, 0, 0};
            stem.push_back(sample);
        }
        shelter(stem, 3.0 / 24);
        for (const AirSample& sample : stem) EXPECT_GT(sample.wind.x(), 0.998 * 6);
    }
}

/// A column of drag area k (per its cross-section) takes C∞(1 − e^(−k/C∞)) of ½ρU².
TEST(Shelter, drag_telescopes) {
    for (const double depth : {0.2, 1.0, 4.0, 12.0}) {
        // Wide, so that its edges count little: cells beyond them take wind from it.
        std::vector<AirSample> block = crown({2, 40, 40}, 200000, depth * 1600);
        shelter(block, 0.5);
        const double expected = deep_crown_drag * (1 - std::exp(-depth / deep_crown_drag)) * 1600;
        EXPECT_NEAR(drag_area(block, 6) / expected, 1, 0.04) << depth;
    }
}

/// With leaves that give way it telescopes as well, since sheltered ones give way less.
TEST(Shelter, drag_telescopes_with_a_vogel_exponent) {
    for (const double depth : {1.0, 6.0}) {
        std::vector<AirSample> block = crown({2, 40, 40}, 200000, depth * 1600, -0.8, {12, 0, 0});
        shelter(block, 0.25);
        // dq/ds = −κ q^(1 + v/2) with κ = depth · 6^v / C∞; below 2 m/s the exponent is 0.
        double q = 1;
        constexpr int steps = 20000;
        for (int i = 0; i < steps; ++i)
            q -= q * depth * kept_share(-0.8, 12 * std::sqrt(q)) / deep_crown_drag / steps;
        // Leaves that are nearly alone in their cells do without their own shadow.
        EXPECT_NEAR(drag_area(block, 12) / (deep_crown_drag * (1 - q) * 1600), 1, 0.08) << depth;
    }
}

/// Twice as many leaves of half the area are the same crown; more leaves never give less drag.
TEST(Shelter, more_leaves_take_more_force) {
    double before = 0;
    for (const double area : {1.0, 3.0, 10.0, 30.0, 100.0}) {
        std::vector<AirSample> some = crown({2, 2, 2}, 6000, area),
                               more = crown({2, 2, 2}, 12000, area);
        shelter(some, 2.0 / 24);
        shelter(more, 2.0 / 24);
        const double drag = drag_area(some, 6);
        EXPECT_GT(drag, before);
        EXPECT_NEAR(drag_area(more, 6) / drag, 1, 0.07) << area;
        before = drag;
    }
    EXPECT_LT(before, 1.25 * 4 * deep_crown_drag);
}

TEST(Shelter, the_coefficient_falls_with_the_speed_where_leaves_give_way) {
    double before = 1e9;
    for (const double speed : {2.0, 4.0, 8.0, 14.0, 20.0}) {
        std::vector<AirSample> block = crown({2, 2, 2}, 6000, 12, -1, {speed, 0, 0});
        shelter(block, 2.0 / 24);
        const double now = drag_area(block, speed);
        EXPECT_LT(now, before);
        before = now;
    }
}

TEST(Shelter, the_direction_of_the_wind_matters_little_to_a_round_crown) {
    std::vector<AirSample> round;
    for (const AirSample& sample : crown({2, 2, 2}, 12000, 30))
        if ((sample.point - Vec3(1, 1, 1)).norm() < 1) round.push_back(sample);
    double first = 0;
    for (const double angle : {0.0, 0.5, 2.0, 4.0}) {
        std::vector<AirSample> turned = round;
        for (AirSample& sample : turned)
            sample.wind = 6 * Vec3(std::cos(angle), 0, std::sin(angle));
        shelter(turned, 2.0 / 24);
        const double drag = drag_area(turned, 6);
        if (first == 0) first = drag;
        EXPECT_NEAR(drag / first, 1, 0.02);
    }
}

TEST(Shelter, bits_do_not_depend_on_threads_or_on_what_came_before) {
    const std::vector<AirSample> given = crown({2, 3, 2}, 9000, 20, -0.8);
    std::vector<AirSample> one = given, four = given;
    Shelter used;
    const ShelterGroup group{one, 0.1, Vec3::Zero()}, other{four, 0.1, Vec3::Zero()};
    {
        const ThreadLimit limit(1);
        used.apply({&group, 1});
    }
    {
        const ThreadLimit limit(4);
        std::vector<AirSample> before = crown({5, 5, 5}, 400, 90);
        const ShelterGroup first{before, 0.3, Vec3::Zero()};
        used.apply({&first, 1});
        used.apply({&other, 1});
    }
    for (size_t i = 0; i < one.size(); ++i) ASSERT_EQ(one[i].wind, four[i].wind);
}

/// Behind a wide hedge the next one gets what is left; far behind, nearly the whole wind.
TEST(Shelter, a_plant_shelters_another_and_its_wake_fades) {
    const std::vector<AirSample> hedge = crown({1, 4, 40}, 20000, 160 * 0.6);
    double before = 0;
    for (const double gap : {3.0, 10.0, 40.0, 400.0}) {
        std::vector<AirSample> front = hedge, back;
        for (int i = 0; i < 20; ++i) back.push_back(leaf({1 + gap, 2, 2.0 + 1.8 * i}, 0.001));
        const ShelterGroup groups[] = {{back, 0.3, back[0].point}, {front, 4.0 / 24, Vec3::Zero()}};
        Shelter().apply(groups);
        double share = 0;
        for (const AirSample& sample : back) share += std::pow(sample.wind.x() / 6, 2) / 20;
        const double expected = 1 - (1 - std::exp(-0.6 / deep_crown_drag)) *
                                        std::exp(-gap / (wake_lengths * shelter_cells * 4 / 24));
        EXPECT_NEAR(share, expected, 0.05) << gap;
        EXPECT_GT(share, before);
        before = share;
    }
}

/// Plants whose crowns touch share a grid: two halves are as sheltered as the whole.
TEST(Shelter, two_halves_that_touch_are_one_crown) {
    const std::vector<AirSample> whole = crown({2, 2, 2}, 12000, 20);
    std::vector<AirSample> all = whole, left, right;
    for (const AirSample& sample : whole) (sample.point.x() < 1 ? left : right).push_back(sample);
    shelter(all, 2.0 / 24);
    const ShelterGroup groups[] = {{right, 2.0 / 24, Vec3::Zero()}, {left, 2.0 / 24, Vec3::Zero()}};
    Shelter().apply(groups);
    EXPECT_NEAR(drag_area(left, 6) + drag_area(right, 6), drag_area(all, 6), 1e-3);
}

/// Side by side, and upwind: nothing changes.
TEST(Shelter, what_stands_beside_or_behind_shelters_nothing) {
    std::vector<AirSample> one = {leaf({0, 1, 0}, 0.004)}, beside = crown({2, 2, 2}, 2000, 20),
                           behind = beside;
    for (AirSample& sample : beside) sample.point += Vec3(-5, 0, 8);
    for (AirSample& sample : behind) sample.point += Vec3(5, 0, -1);
    const ShelterGroup groups[] = {{one, 0.2, Vec3::Zero()},
                                   {beside, 2.0 / 24, Vec3::Zero()},
                                   {behind, 2.0 / 24, Vec3::Zero()}};
    Shelter().apply(groups);
    EXPECT_EQ(one[0].wind, Vec3(6, 0, 0));
}

TEST(Shelter, still_air_and_parts_without_drag_stay_as_they_are) {
    std::vector<AirSample> calm = crown({1, 1, 1}, 100, 5, 0, Vec3::Zero());
    shelter(calm, 0.1);
    for (const AirSample& sample : calm) EXPECT_EQ(sample.wind, Vec3(0, 0, 0));
    std::vector<AirSample> nothing = crown({1, 1, 1}, 10, 0);
    shelter(nothing, 0.1);
    for (const AirSample& sample : nothing) EXPECT_EQ(sample.wind, Vec3(6, 0, 0));
}

/// Pieces that fell far away take no memory for the way between.
TEST(Shelter, far_places_are_no_more_work) {
    std::vector<AirSample> near = crown({1, 1, 1}, 100, 5), far = near;
    for (AirSample& sample : far) sample.point += Vec3(1e9, -1e9, 1e9);
    const ShelterGroup groups[] = {{near, 0.05, Vec3::Zero()}, {far, 0.05, Vec3::Zero()}};
    Shelter().apply(groups);
    EXPECT_NEAR(drag_area(far, 6) / drag_area(near, 6), 1, 0.02);
}

}  // namespace
}  // namespace thigmo
