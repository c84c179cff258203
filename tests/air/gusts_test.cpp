// Gusts: their statistics are those asked for, wherever and whenever one looks.
#include "thigmo/air/gusts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "thigmo/base/parallel.h"
#include "thigmo/base/random.h"
#include "thigmo/mechanics/fourier.h"

namespace thigmo {
namespace {

constexpr double record = GustField::record;

std::vector<AirSample> samples_at(const std::vector<Vec3>& points) {
    std::vector<AirSample> samples(points.size());
    for (size_t i = 0; i < points.size(); ++i) samples[i].point = points[i];
    return samples;
}

Vec3 wind_at(Air& air, double time, const Vec3& point) {
    air.restore(std::vector<double>{time});
    std::vector<AirSample> one = samples_at({point});
    air.sample(one, 0);
    return one[0].wind;
}

/// u, v, w less the mean at each point, over one record: [point][component][time].
std::vector<std::array<std::vector<double>, 3>> series(Air& air, const std::vector<Vec3>& points,
                                                       size_t steps, double mean) {
    std::vector<std::array<std::vector<double>, 3>> all(points.size());
    std::vector<AirSample> samples = samples_at(points);
    for (size_t i = 0; i < steps; ++i) {
        air.restore(
            std::vector<double>{record * static_cast<double>(i) / static_cast<double>(steps)});
        air.sample(samples, 0);
        for (size_t p = 0; p < points.size(); ++p) {
            all[p][0].push_back(samples[p].wind.x() - mean);
            all[p][1].push_back(-samples[p].wind.z());
            all[p][2].push_back(samples[p].wind.y());
        }
    }
    return all;
}

std::vector<Vec3> scattered(size_t count, double height) {
    Random random(5);
    std::vector<Vec3> points;
    for (size_t i = 0; i < count; ++i)
        points.emplace_back(random.uniform(-50, 50), height, random.uniform(-200, 200));
    return points;
}

/// An even profile, so that all points share mean and deviation.
WindSettings even() {
    WindSettings settings;
    settings.profile = false;
    return settings;
}

TEST(GustsTest, spectrum_is_the_one_asked_for) {
    for (const Spectrum kind : {Spectrum::kaimal, Spectrum::von_karman}) {
        WindSettings settings = even();
        settings.spectrum = kind;
        Gusts air(settings);
        constexpr size_t steps = 1 << 14;  // 25.6 Hz
        const auto all = series(air, scattered(100, 5), steps, settings.speed);
        const Vec3 scales = integral_scales(10);
        for (size_t c = 0; c < 3; ++c) {
            std::vector<double> power(steps / 2 + 1);
            for (const auto& at : all) {
                const auto transform = fourier(at[c]);
                for (size_t k = 0; k < power.size(); ++k)
                    power[k] += 2 * std::norm(transform[k]) / (double(steps) * double(steps)) /
                                double(all.size());
            }
            // Octaves from 1/160 Hz to 10 Hz.
            for (double low = 1. / 160; low < 9; low *= 2) {
                const double high = std::min(2 * low, 10.0);
                const auto first = static_cast<size_t>(std::round(low * record));
                const auto last = static_cast<size_t>(std::round(high * record));
                double found = 0;
                for (size_t k = first; k < last; ++k) found += power[k];
                const double sigma = 0.2 * 8 * deviation_ratios[Eigen::Index(c)];
                const double expected =
                    sigma * sigma *
                    spectral_share(kind, WindComponent(c), (double(first) - 0.5) / record,
                                   (double(last) - 0.5) / record, scales[Eigen::Index(c)], 8);
                EXPECT_NEAR(found / expected, 1, low < 0.03 ? 0.25 : 0.08)
                    << "component " << c << " from " << low << " Hz";
            }
        }
    }
}

TEST(GustsTest, variance_is_intensity_times_mean) {
    const WindSettings settings = even();
    Gusts air(settings);
    const auto all = series(air, scattered(200, 5), 4096, settings.speed);
    const Vec3 scales = integral_scales(10);
    for (size_t c = 0; c < 3; ++c) {
        double sum = 0;
        for (const auto& at : all)
            for (const double value : at[c]) sum += value * value;
        const double variance = sum / static_cast<double>(all.size() * 4096);
        const double sigma = 1.6 * deviation_ratios[Eigen::Index(c)];
        // What lies below 1/1280 Hz and above 10 Hz is left out: 3, 3, 10 %.
        const double kept = spectral_share(Spectrum::kaimal, WindComponent(c), 0.5 / record,
                                           GustField::fastest, scales[Eigen::Index(c)], 8);
        EXPECT_GT(kept, 0.89);
        EXPECT_NEAR(variance / (sigma * sigma * kept), 1, 0.04) << c;
    }
}

TEST(GustsTest, variance_is_the_same_between_nodes_and_at_them) {
    const Turbulence turbulence{Spectrum::kaimal, 8, Vec3(1.6, 1.28, 0.8), integral_scales(10)};
    const GustField field(turbulence, 0, 1);
    // Along a line across, in steps finer than any grid; each place over many times.
    std::vector<double> variance(gust_block * 8);
    for (int time = 0; time < 4000; ++time)
        for (size_t part = 0; part < 8; ++part) {
            GustPlaces places;
            for (size_t i = 0; i < gust_block; ++i) {
                places.s[i] = 0.16 * time;
                places.y[i] = 100 * static_cast<double>(part) + 0.027 * static_cast<double>(i);
                places.z[i] = 0.013 * static_cast<double>(i);
            }
            GustBlock gusts;
            gusts.fill(Eigen::Array4f::Zero());
            for (size_t band = 0; band < GustField::bands; ++band) field.add(band, places, gusts);
            for (size_t i = 0; i < gust_block; ++i)
                variance[part * gust_block + i] += double(gusts[i][2] * gusts[i][2]) / 4000;
        }
    const auto [least, most] = std::ranges::minmax(variance);
    EXPECT_GT(least, 0.75 * 0.64 * 0.9);
    EXPECT_LT(most, 1.25 * 0.64);
}

/// Coherence of u at two points r apart, in the mean over pairs, between two frequencies.
double found_coherence(const std::vector<std::array<std::vector<double>, 3>>& all, double low,
                       double high) {
    std::complex<double> cross = 0;
    double first = 0, second = 0;
    for (size_t p = 0; p + 1 < all.size(); p += 2) {
        const auto a = fourier(all[p][0]), b = fourier(all[p + 1][0]);
        for (auto k = static_cast<size_t>(low * record); k < static_cast<size_t>(high * record);
             ++k) {
            cross += a[k] * std::conj(b[k]);
            first += std::norm(a[k]);
            second += std::norm(b[k]);
        }
    }
    return std::abs(cross) / std::sqrt(first * second);
}

TEST(GustsTest, coherence_decays_as_asked) {
    const WindSettings settings = even();
    Gusts air(settings);
    struct Case {
        double r, low, high;
    };
    // Of each band its lower part and centre; closer than half an e-fold the cells' inside is
    // smoother than asked (see docs/wind.md).
    for (const Case& at : {Case{15, 0.02, 0.04}, Case{20, 0.02, 0.04}, Case{40, 0.02, 0.04},
                           Case{5, 0.1, 0.14}, Case{4, 0.16, 0.2}, Case{12, 0.16, 0.2},
                           Case{0.6, 0.8, 1}, Case{2, 0.8, 1}, Case{0.2, 3, 4}, Case{0.5, 3, 4}}) {
        std::vector<Vec3> points;
        Random random(9);
        for (int i = 0; i < 60; ++i) {
            const double angle = random.uniform(0, std::numbers::pi);
            const Vec3 from(0, random.uniform(50, 150), random.uniform(-200, 200));
            points.push_back(from);
            points.push_back(from + at.r * Vec3(0, std::sin(angle), std::cos(angle)));
        }
        const auto all = series(air, points, 1 << 13, settings.speed);
        EXPECT_NEAR(found_coherence(all, at.low, at.high),
                    coherence((at.low + at.high) / 2, at.r, integral_scales(10)[0], 8), 0.15)
            << at.r << " m, " << at.low << " Hz";
    }
}

TEST(GustsTest, gusts_travel_with_the_mean_wind) {
    WindSettings settings = even();
    settings.direction = Vec3(3, 0, -4);
    Gusts air(settings);
    const Vec3 way = Vec3(3, 0, -4) / 5, from(1, 6, 2);
    for (const double time : {0.0, 7.3, 100.0})
        EXPECT_LT(
            (wind_at(air, time + 2.5, from + 2.5 * 8 * way) - wind_at(air, time, from)).norm(),
            1e-3);
}

TEST(GustsTest, mean_follows_the_profile) {
    Gusts air(WindSettings{});
    for (const double z : {0.1, 0.5, 2.0, 10.0, 30.0}) {
        std::vector<Vec3> points = scattered(50, z);
        const auto all = series(air, points, 2000, 0);
        double mean = 0;
        for (const auto& at : all)
            for (const double value : at[0]) mean += value / (50 * 2000);
        EXPECT_NEAR(mean, log_profile(z, 8, 10, 0.03), 0.02) << z;
    }
}

TEST(GustsTest, rests_at_the_ground_and_below) {
    Gusts air(WindSettings{});
    for (const double z : {0.03, 0.0, -3.0, -1e9})
        EXPECT_EQ(wind_at(air, 12, Vec3(1, z, 2)), Vec3::Zero());
    EXPECT_LT(wind_at(air, 12, Vec3(1, 0.031, 2)).norm(), 0.2);
}

TEST(GustsTest, repeats_in_its_period_and_not_before) {
    for (const double period : {0.5, 4.0, 7.3, 90.0, 1000.0}) {
        WindSettings settings;
        settings.period = period;
        Gusts air(settings);
        double most = 0;
        for (const Vec3& point : scattered(20, 4))
            for (const double time : {0.0, 0.31, 77.7}) {
                const Vec3 now = wind_at(air, time, point);
                EXPECT_LT((wind_at(air, time + period, point) - now).norm(), 1e-6) << period;
                EXPECT_LT((wind_at(air, time + 3 * period, point) - now).norm(), 1e-6) << period;
                most = std::max(most, (wind_at(air, time + 0.37 * period, point) - now).norm());
            }
        EXPECT_GT(most, 0.1) << period;
    }
}

TEST(GustsTest, does_not_repeat_within_ten_minutes) {
    Gusts air(WindSettings{});
    const Vec3 point(1, 10, 3);
    for (const double later : {40., 80., 160., 320., 600.}) {
        double difference = 0;
        for (int i = 0; i < 100; ++i)
            difference +=
                (wind_at(air, 3.7 * i + later, point) - wind_at(air, 3.7 * i, point)).norm();
        EXPECT_GT(difference / 100, 1) << later;
    }
}

TEST(GustsTest, is_smooth_in_time) {
    // Steps of 1 ms: no jump, and no step much larger than those around it.
    Gusts air(WindSettings{});
    Vec3 before = wind_at(air, 0, Vec3(0, 8, 0));
    for (int i = 1; i < 20000; ++i) {
        const Vec3 now = wind_at(air, 1e-3 * i, Vec3(0, 8, 0));
        EXPECT_LT((now - before).norm(), 0.05);
        before = now;
    }
}

TEST(GustsTest, same_bits_for_any_threads_and_order) {
    Gusts air(WindSettings{});
    air.advance(3.21, {});
    Random random(2);
    std::vector<Vec3> points;
    for (int i = 0; i < 10001; ++i)
        points.emplace_back(random.uniform(-20, 20), random.uniform(0, 20),
                            random.uniform(-20, 20));
    std::vector<AirSample> alone = samples_at(points), together = alone;
    {
        const ThreadLimit one(1);
        air.sample(alone, 0);
        const Gusts again{WindSettings{}};
    }
    air.sample(together, 0);
    std::ranges::reverse(points);
    std::vector<AirSample> reversed = samples_at(points);
    Gusts other(WindSettings{});
    other.advance(3.21, {});
    other.sample(reversed, 0);
    for (size_t i = 0; i < alone.size(); ++i) {
        EXPECT_EQ(alone[i].wind, together[i].wind);
        EXPECT_EQ(alone[i].wind, reversed[alone.size() - 1 - i].wind);
    }
}

TEST(GustsTest, seeds_differ) {
    WindSettings settings;
    Gusts first(settings);
    settings.seed = 2;
    Gusts second(settings);
    EXPECT_GT((wind_at(first, 1, Vec3(0, 5, 0)) - wind_at(second, 1, Vec3(0, 5, 0))).norm(), 0.05);
}

TEST(GustsTest, goes_back_to_a_saved_time) {
    Gusts air(WindSettings{});
    air.advance(1.5, {});
    std::vector<double> state{7, 7};
    air.save(state);
    EXPECT_EQ(state, std::vector<double>{1.5});
    const Vec3 then = wind_at(air, 1.5, Vec3(0, 5, 0));
    air.advance(10, {});
    air.restore(state);
    std::vector<AirSample> one = samples_at({Vec3(0, 5, 0)});
    air.sample(one, 0);
    EXPECT_EQ(one[0].wind, then);
}

TEST(GustsTest, any_place_has_a_finite_wind) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    for (const double speed : {0.01, 8.0, 100.0}) {
        WindSettings settings;
        settings.speed = speed;
        settings.turbulence = 1;
        Gusts air(settings);
        for (const double far : {1e5, -1e9, 1e15, infinite, -infinite, std::nan("")})
            for (const double time : {0.0, 1e7})
                for (int axis = 0; axis < 3; ++axis) {
                    Vec3 point(1, 5, 2);
                    point[axis] = far;
                    const Vec3 wind = wind_at(air, time, point);
                    EXPECT_TRUE(wind.allFinite()) << far;
                    EXPECT_LT(wind.norm(), 20 * speed);
                }
    }
}

}  // namespace
}  // namespace thigmo
