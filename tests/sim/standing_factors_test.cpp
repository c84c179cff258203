// Domains too soft to stand: against Greenhill's column, and left alone where they stand.
#include "thigmo/sim/standing_factors.h"

#include <gtest/gtest.h>

#include "samples/papers/rods.h"
#include "samples/plants.h"

namespace thigmo {
namespace {

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

/// As every simulator of solids asks for them.
StandingFactors factors_of(const Plant& plant, Log& log) {
    return standing_factors(plant, {}, {}, {}, log);
}

double of_first_segment(const Plant& plant, const StandingFactors& factors, size_t domain) {
    return factors.of_segment(plant.segments.key[plant.domains.segments[DomainId(domain)].front()]);
}

/// A column of its own weight buckles at q ℓ³/EI = 7.837 (Greenhill).
TEST(StandingFactors, a_column_holds_a_quarter_more_than_its_weight) {
    for (const size_t segments : {1, 2, 3, 5, 8, 12, 40})
        for (const double sag : {0.7, 2.0, 8.0}) {
            const papers::Beam beam = hanging_by(sag);
            const double load = beam.weight(9.81) / beam.bending();
            const Plant plant = papers::rod(beam, segments, Vec3::UnitY());
            Log log;
            const StandingFactors factors = factors_of(plant, log);
            const double expected = std::max(1.0, 1.25 * load / 7.837);
            for (const uint64_t key : plant.segments.key)
                EXPECT_NEAR(factors.of_segment(key), expected, 0.02 * expected)
                    << segments << " segments, " << sag << " m";
        }
}

/// A tapered column needs as much in a few segments as in many.
TEST(StandingFactors, few_segments_of_a_tapered_column_need_what_many_do) {
    const auto factor = [](size_t segments) {
        Plant plant = samples::stem(segments, 1, 0.01, 0.004);
        for (Material& material : plant.materials) material.young = 4e6;
        Log log;
        return of_first_segment(plant, factors_of(plant, log), 0);
    };
    const double many = factor(80);
    EXPECT_GT(many, 1.5);
    for (const size_t segments : {2, 4, 6, 12})
        EXPECT_NEAR(factor(segments) / many, 1, 0.035) << segments << ", many: " << many;
}

TEST(StandingFactors, what_hangs_stays_as_soft_as_it_is_and_nothing_is_said) {
    Log log;
    const StandingFactors factors = factors_of(papers::rod(hanging_by(20), 8, -Vec3::UnitY()), log);
    EXPECT_TRUE(factors.segments.empty());
    EXPECT_TRUE(log.warnings.empty());
}

TEST(StandingFactors, a_soft_carrier_of_stiff_ones_is_named) {
    papers::Beam stiff = hanging_by(1e-4);
    stiff.length = 0.4;
    Plant plant = papers::rod(hanging_by(0.4), 6, Vec3(1, 1, 0));
    papers::add_rod(plant, DomainId(size_t{0}), stiff, 2, Vec3(0.3, 1, 0.8));
    papers::add_rod(plant, DomainId(size_t{0}), stiff, 2, Vec3(0.1, 0.4, -1));
    Log log;
    const StandingFactors factors = factors_of(plant, log);
    EXPECT_GT(of_first_segment(plant, factors, 0), 1.5);
    EXPECT_EQ(of_first_segment(plant, factors, 1), 1);
    ASSERT_EQ(log.warnings.size(), 1u);
    EXPECT_NE(log.warnings[0].find("1 of 3 domains too soft to stand"), std::string::npos);
}

}  // namespace
}  // namespace thigmo
