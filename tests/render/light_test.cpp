// Sky, textures and film.
#include "thigmo/render/light.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "thigmo/render/direction.h"
#include "thigmo/render/film.h"
#include "thigmo/render/texture.h"

namespace thigmo {

TEST(Light, MeanSkyIsTheMeanOfTheSky) {
    Light light;
    light.sun_direction = Vec3f::UnitY();
    Vec3 sum = Vec3::Zero();
    constexpr int rings = 2000;
    for (int i = 0; i < rings; ++i) {
        const float y = (static_cast<float>(i) + 0.5f) / rings;
        sum += sky_radiance(light, Vec3f(std::sqrt(1 - y * y), y, 0)).cast<double>();
    }
    EXPECT_TRUE((sum / rings).isApprox(mean_sky(light).cast<double>(), 1e-3));
}

TEST(Light, UniformIsTheSameEverywhere) {
    const Light light = uniform_light({1, 2, 3});
    for (const double azimuth : {0.0, 100.0})
        for (const double elevation : {-20.0, 0.0, 45.0, 90.0})
            EXPECT_TRUE(sky_radiance(light, compass_direction(azimuth, elevation))
                            .isApprox(Vec3f(1, 2, 3)));
}

TEST(Direction, CosineHasMeanTwoThirds) {
    const Vec3f axis = Vec3f(1, -2, -3).normalized();
    double sum = 0;
    for (int i = 0; i < 64; ++i)
        for (int j = 0; j < 64; ++j) {
            const Vec2f u((static_cast<float>(i) + 0.5f) / 64, (static_cast<float>(j) + 0.5f) / 64);
            const Vec3f direction = cosine_direction(axis, u);
            ASSERT_NEAR(direction.norm(), 1, 1e-5);
            sum += direction.dot(axis);
        }
    EXPECT_NEAR(sum / 4096, 2.0 / 3, 1e-3);
}

TEST(Direction, ConeStaysWithinItsAngle) {
    const Vec3f axis = -Vec3f::UnitZ();
    const float cosine = std::cos(0.1f);
    EXPECT_NEAR(cone_direction(axis, cosine, {0, 0}).dot(axis), 1, 1e-6);
    EXPECT_NEAR(cone_direction(axis, cosine, {1, 0.3f}).dot(axis), cosine, 1e-6);
}

TEST(Film, SrgbHasTheStandardValues) {
    // IEC 61966-2-1: linear 0.2159 is 128/255, 0.0031308 the end of the straight part (0.04045).
    EXPECT_EQ(srgb_byte(0), 0);
    EXPECT_EQ(srgb_byte(1), 255);
    EXPECT_EQ(srgb_byte(2), 255);
    EXPECT_EQ(srgb_byte(-1), 0);
    EXPECT_EQ(srgb_byte(0.2159f), 128);
    EXPECT_EQ(srgb_byte(0.0031308f), 10);
    for (int i = 0; i < 256; ++i)
        EXPECT_EQ(srgb_byte(linear_from_srgb(static_cast<float>(i) / 255)), i);
}

TEST(Film, FilmicKeepsOrderAndReachesWhite) {
    Film film{4, 1, {Vec3f::Zero(), Vec3f::Constant(0.2f), Vec3f::Ones(), Vec3f::Constant(50)}};
    const Image image = develop(film, Tone::filmic);
    EXPECT_EQ(image.at(0, 0)[0], 0);
    EXPECT_LT(image.at(1, 0)[1], image.at(2, 0)[1]);
    EXPECT_LT(image.at(2, 0)[1], 255);
    EXPECT_GE(image.at(3, 0)[2], 254);
}

TEST(TextureMap, InterpolatesBetweenPixelCentresAndRepeats) {
    Image image = make_image(2, 2, {0, 0, 0, 255});
    image.at(0, 0) = {255, 255, 255, 255};  // top left
    const TextureMap map(image);
    EXPECT_NEAR(map.colour({0.25f, 0.75f}).x(), 1, 1e-5);
    EXPECT_NEAR(map.colour({0.25f, 0.25f}).x(), 0, 1e-5);
    EXPECT_NEAR(map.colour({0.5f, 0.75f}).x(), 0.5, 1e-5);
    EXPECT_NEAR(map.colour({-0.75f, 7.75f}).x(), 1, 1e-5);
}

TEST(TextureMap, ColourOfWhatIsCutDoesNotBleed) {
    Image image = make_image(2, 1, {255, 0, 0, 255});
    image.at(1, 0) = {0, 0, 255, 0};
    const TextureMap map(image);
    EXPECT_NEAR(map.colour({0.5f, 0.5f}).x(), 1, 1e-3);
    EXPECT_NEAR(map.colour({0.5f, 0.5f}).z(), 0, 1e-3);
    EXPECT_NEAR(map.alpha({0.5f, 0.5f}), 0.5, 1e-5);
    EXPECT_TRUE(map.cuts(0.5f));
    EXPECT_FALSE(map.cuts(0));
}

}  // namespace thigmo
