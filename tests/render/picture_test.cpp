// Pictures by measured quantities: radiance, areas, shadows.
#include "thigmo/render/picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/plants.h"
#include "tests/render/scenes.h"
#include "thigmo/base/error.h"
#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

/// Share of the film's area that is darker than the white sky, counting edges by their share.
double dark_area(const Film& film) {
    double sum = 0;
    for (const Vec3f& pixel : film.pixels) sum += 1 - pixel.x();
    return sum / static_cast<double>(film.pixels.size());
}

/// Looks straight down on a square of the ground plane, `width` metres wide, centred at x, z = 0.
Camera bird(double width, double height) {
    return look_at({0, height, 0}, Vec3::Zero(),
                   2 * std::atan(width / 2 / height) * 180 / std::numbers::pi, 1);
}

/// Sunlight only, from +X: shadows fall towards -X.
PictureSettings sun_settings(int side, double sun_elevation_deg) {
    PictureSettings settings = plain_settings(side, 32);
    settings.ground = true;
    settings.ground_reach = 1e9;
    settings.bounces = 0;
    settings.light = uniform_light(Vec3f::Zero());
    settings.light.sun = Vec3f::Ones();
    settings.sun_azimuth_deg = 90;
    settings.sun_elevation_deg = sun_elevation_deg;
    return settings;
}

/// Brightness along the row of the picture through the origin, as a share of the sunlit ground.
std::vector<double> row_profile(const Film& film) {
    double lit = 0;
    for (int x = 0; x < film.width; ++x) lit = std::max<double>(lit, film.at(x, 2).x());
    std::vector<double> profile;
    for (int x = 0; x < film.width; ++x) profile.push_back(film.at(x, film.height / 2).x() / lit);
    return profile;
}

}  // namespace

TEST(Picture, DiffuseCardUnderUniformSkyReflectsItsAlbedo) {
    // ∫ L cosθ·ρ/π dω = ρ·L: the furnace, without inter-reflection.
    const Plant plant = card(1, {0.8f, 0.5f, 0.2f});
    PictureSettings settings = plain_settings(8, 16);
    settings.light = uniform_light({2, 2, 2});
    const Film film = expose(plant, settings, look_at({0.1, 0.2, 1}, Vec3::Zero(), 10, 1));
    for (const Vec3f& pixel : film.pixels)
        ASSERT_TRUE(pixel.isApprox(Vec3f(1.6f, 1.0f, 0.4f), 1e-4f)) << pixel.transpose();
}

TEST(Picture, SunOnACardFollowsTheCosine) {
    const Plant plant = card(1, {0.6f, 0.6f, 0.6f});
    PictureSettings settings = sun_settings(8, 0);
    settings.ground = false;
    for (const double angle : {0.0, 30.0, 60.0}) {
        settings.sun_azimuth_deg = angle;
        settings.sun_elevation_deg = 1e-3;
        Plant matt = plant;
        matt.looks.back().roughness = 1;
        const Film film = expose(matt, settings, look_at({0, 0, 1}, Vec3::Zero(), 10, 1));
        const double diffuse = 0.6 / std::numbers::pi * std::cos(angle * std::numbers::pi / 180);
        // Half of the sun is below the horizon here; the highlight of roughness 1 adds under 2 %.
        EXPECT_NEAR(film.at(4, 4).x(), diffuse / 2, 0.04 * diffuse) << angle;
    }
}

TEST(Picture, SilhouetteHasItsArea) {
    // A card of side 1 at distance 2 in a picture of 4·tan(fov/2) = 2 m: a quarter of the area.
    const Plant plant = card(1, Vec3f::Constant(1e-6f));
    const double fov = 2 * std::atan(0.5) * 180 / std::numbers::pi;
    const Film film =
        expose(plant, plain_settings(64, 16), look_at({0, 0, 2}, Vec3::Zero(), fov, 1));
    EXPECT_NEAR(dark_area(film), 0.25, 0.002);
}

TEST(Picture, AlphaCutsHalfTheCard) {
    Plant plant = card(1, Vec3f::Constant(1e-6f));
    mask_card(plant, 8);
    const double fov = 2 * std::atan(0.5) * 180 / std::numbers::pi;
    const Film film =
        expose(plant, plain_settings(64, 16), look_at({0, 0, 2}, Vec3::Zero(), fov, 1));
    // Bilinear: beside the cut also the outer edge, where the texture repeats, loses half a texel.
    EXPECT_NEAR(dark_area(film), 0.125, 0.006);
    EXPECT_NEAR(film.at(24, 32).x(), 1, 1e-6) << "left is cut";
    EXPECT_NEAR(film.at(40, 32).x(), 0, 1e-4) << "right stays";
}

TEST(Picture, AlphaCutsShadowsToo) {
    Plant whole = card(1, Vec3f::Ones()), half = whole;
    mask_card(half, 8);
    PictureSettings settings = sun_settings(64, 45);
    settings.sun_azimuth_deg = 0;  // shadow of the upright card lies towards -Z
    const auto shadow = [&](const Plant& plant) {
        const Film film = expose(plant, settings, bird(6, 50));
        double sum = 0;
        for (const Vec3f& pixel : film.pixels) sum += pixel.x();
        return sum;
    };
    Plant nothing = card(1e-4f, Vec3f::Ones());
    for (Plant* plant : {&whole, &half, &nothing})
        plant->domains.placement.back().position = {0, 0.5, 0};
    const double open = shadow(nothing);
    EXPECT_NEAR((open - shadow(half)) / (open - shadow(whole)), 0.5, 0.05);
}

TEST(Picture, ShadowOfAStemIsHeightOverTangent) {
    const Plant plant = samples::stem(4, 2, 0.1, 0.1);
    for (const double elevation : {30.0, 45.0, 60.0}) {
        PictureSettings settings = sun_settings(200, elevation);
        settings.samples = 16;
        settings.light.sun_radius_deg = 0.1f;
        const std::vector<double> profile = row_profile(expose(plant, settings, bird(10, 400)));
        // Pixels are 5 cm; the axis stands between the 100th and the 101st.
        size_t tip = 0;
        while (tip < 100 && profile[tip] > 0.5) ++tip;
        const double length = 0.05 * (100 - static_cast<double>(tip));
        // The rim of the tip stands a radius nearer to the shadow's end than the axis.
        const double expected = 2 / std::tan(elevation * std::numbers::pi / 180) + 0.1;
        EXPECT_NEAR(length, expected, 0.08) << elevation;  // a pixel, a penumbra
        EXPECT_LT(profile[tip + 3], 0.05) << "deep in the shadow";
        EXPECT_NEAR(profile[150], 1, 0.05) << "no shadow towards the sun";
    }
}

TEST(Picture, PenumbraWidensWithDistance) {
    // The edge of a level card at height h, sun overhead: a penumbra of 2 h tan(radius).
    const auto penumbra = [](double height) {
        Plant plant = card(4, Vec3f::Ones());
        plant.domains.placement.back() = {
            {0, height, 2}, Quat(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX())), 1};
        samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
        samples::add_segment(plant, {0, 0, 40}, {0, 0.01, 40}, 1e-4, 1e-4);
        PictureSettings settings = sun_settings(100, 90);
        settings.light.sun_radius_deg = 2;
        settings.samples = 128;
        // From below the card, so that it hides nothing.
        const Camera camera = look_at({0, 0.9 * height, 0}, Vec3::Zero(), 60, 1);
        const Film film = expose(plant, settings, camera);
        double lit = 0;
        for (const Vec3f& pixel : film.pixels) lit = std::max<double>(lit, pixel.x());
        int between = 0;
        for (int y = 0; y < 100; ++y) {
            const double share = film.at(50, y).x() / lit;
            between += share > 0.1 && share < 0.9;
        }
        return between * 2 * 0.9 * height * std::tan(std::numbers::pi / 6) / 100;
    };
    // Of a uniform disc, 10 % to 90 % of the light spans 1.37 radii of its 2.
    for (const double height : {1.0, 2.0, 4.0}) {
        const double radius = height * std::tan(2 * std::numbers::pi / 180);
        EXPECT_NEAR(penumbra(height), 1.37 * radius, 0.02 * height);
    }
}

TEST(Picture, TranslucentLeafGlowsAgainstTheSun) {
    PictureSettings settings = sun_settings(8, 1);
    settings.ground = false;
    settings.sun_azimuth_deg = 180;  // behind the card
    const Camera camera = look_at({0, 0, 1}, Vec3::Zero(), 10, 1);
    const float opaque = expose(card(1, Vec3f::Constant(0.5f), 0), settings, camera).at(4, 4).y();
    const float leaf = expose(card(1, Vec3f::Constant(0.5f), 0.4f), settings, camera).at(4, 4).y();
    EXPECT_FLOAT_EQ(opaque, 0);
    // Green passes untinted: ρ·t/π of the sun.
    EXPECT_NEAR(leaf, 0.5 * 0.4 / std::numbers::pi, 1e-3);
}

TEST(Picture, WhitePetalStaysWhiteFromBothSides) {
    // A leaf takes the blue out of what it lets through and differs from its neighbours by up to
    // 18 % in brightness and 8 % in warmth; a petal does a fifth of that and lets all colours pass.
    PictureSettings settings = sun_settings(8, 1);
    settings.ground = false;
    const Camera camera = look_at({0, 0, 1}, Vec3::Zero(), 10, 1);
    for (const double azimuth : {0.0, 180.0}) {
        settings.sun_azimuth_deg = azimuth;
        for (uint64_t key = 1; key <= 20; ++key) {
            Plant petal = card(1, Vec3f::Constant(0.5f), 0.5f);
            petal.domains.kind.back() = Kind::petal;
            petal.domains.key.back() = key;
            petal.looks.back().roughness = 1;
            const Vec3f seen = expose(petal, settings, camera).at(4, 4);
            // The highlight of roughness 1 adds 4 % in front.
            EXPECT_NEAR(seen.y() * std::numbers::pi, 0.25, 0.08 * 0.25);
            EXPECT_NEAR(seen.z() / seen.y(), 1, 0.017);
            EXPECT_NEAR(seen.x() / seen.y(), 1, 0.017);
        }
    }
}

TEST(Picture, SameBitsOnAnyNumberOfThreads) {
    const Plant plant = samples::sapling();
    PictureSettings settings;
    settings.width = 80;
    settings.height = 60;
    settings.samples = 4;
    Progress progress;
    const auto draw = [&](size_t threads) {
        const ThreadLimit limit(threads);
        return render(plant, rest_pose(plant), settings, progress);
    };
    const Image one = draw(1);
    EXPECT_EQ(one, draw(2));
    EXPECT_EQ(one, draw(4));
    settings.seed = 2;
    EXPECT_NE(one, draw(1));
}

TEST(Picture, PoseMovesShapesAndSkin) {
    const Plant plant = samples::sapling();
    Pose pose = rest_pose(plant);
    for (Rigid& motion : pose.segments) motion.translation = {10, 0, 0};
    for (Rigid& motion : pose.shapes) motion.translation = {10, 0, 0};
    Renderer renderer(plant);
    const Box rest = renderer.bounds();
    renderer.set_pose(pose);
    EXPECT_TRUE(renderer.bounds().min().isApprox(rest.min() + Vec3(10, 0, 0), 1e-5));
    PictureSettings settings = plain_settings(64, 4);
    Progress progress;
    const Film there =
        renderer.expose(settings, look_at({10, 0.7, 4}, {10, 0.7, 0}, 30, 1), progress);
    const Film here = renderer.expose(settings, look_at({0, 0.7, 4}, {0, 0.7, 0}, 30, 1), progress);
    EXPECT_GT(dark_area(there), 0.01);
    EXPECT_NEAR(dark_area(here), 0, 1e-6);
    renderer.set_pose(rest_pose(plant));
    EXPECT_NEAR(
        dark_area(renderer.expose(settings, look_at({10, 0.7, 4}, {10, 0.7, 0}, 30, 1), progress)),
        0, 1e-6);
}

TEST(Picture, CancelledDrawingIsEmpty) {
    struct Impatient : Progress {
        bool cancelled() const override { return true; }
    } progress;
    const Plant plant = samples::sapling();
    EXPECT_TRUE(Renderer(plant).render(PictureSettings{}, progress).pixels.empty());
}

TEST(Picture, ReportsProgressToTheEnd) {
    struct Listener : Progress {
        double last = 0;
        void report(double fraction, std::string_view) override {
            EXPECT_GT(fraction, last);
            last = fraction;
        }
    } progress;
    PictureSettings settings = plain_settings(40, 1);
    const Plant plant = samples::sapling();
    Renderer(plant).render(settings, progress);
    EXPECT_DOUBLE_EQ(progress.last, 1);
}

TEST(Picture, RejectsWhatCannotBeDrawn) {
    const auto message = [](auto&& change) -> std::string {
        PictureSettings settings;
        change(settings);
        try {
            check(settings);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message([](auto&) {}), "");
    EXPECT_EQ(message([](auto& s) { s.width = 0; }), "picture: width 0, expected 1 to 16384");
    EXPECT_EQ(message([](auto& s) { s.height = 100000; }),
              "picture: height 100000, expected 1 to 16384");
    EXPECT_EQ(message([](auto& s) { s.samples = 0; }), "picture: samples 0, expected 1 to 65536");
    EXPECT_EQ(message([](auto& s) { s.bounces = -1; }), "picture: bounces -1, expected 0 to 64");
    EXPECT_EQ(message([](auto& s) { s.ground_reach = 0; }),
              "picture: ground reach 0, expected 0.001 to 1000000000");
    EXPECT_EQ(message([](auto& s) { s.view.fov_deg = 180; }),
              "picture: field of view 180, expected 1 to 150");
    EXPECT_EQ(message([](auto& s) { s.view.zoom = 0; }), "picture: zoom 0, expected 0.01 to 1000");
    EXPECT_EQ(message([](auto& s) { s.view.azimuth_deg = std::nan(""); }),
              "picture: azimuth nan, expected -3600 to 3600");
    EXPECT_EQ(message([](auto& s) { s.view.elevation_deg = 91; }),
              "picture: elevation 91, expected -90 to 90");
    EXPECT_EQ(message([](auto& s) { s.sun_elevation_deg = -1; }),
              "picture: sun elevation -1, expected 0 to 90");
}

TEST(Picture, RejectsColoursOfAnotherPlant) {
    const Plant plant = samples::sapling();
    PictureSettings settings = plain_settings(4, 1);
    settings.colours.resize(3, Vec3f::Ones());
    Progress progress;
    try {
        Renderer(plant).render(settings, progress);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "picture: 3 colours, expected one for each of 7 domains");
    }
}

TEST(Picture, RejectsAPlantWithoutSurface) {
    Plant plant;
    plant.name = "nothing";
    try {
        Renderer renderer(plant);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "nothing: nothing to draw");
    }
}

TEST(Picture, RejectsMoreTrianglesThanMemoryHolds) {
    Plant plant = card(1, Vec3f::Ones());
    plant.shapes[ShapeId(size_t{0})].mesh.triangles.resize(1'000'000, {0, 1, 2});
    for (int i = 0; i < 40; ++i) {
        samples::add_domain(plant, DomainId(size_t{0}), {}, Kind::leaf);
        plant.domains.shape.back() = ShapeId(size_t{0});
    }
    try {
        Renderer renderer(plant);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "card: 41000000 triangles as drawn, expected at most 30000000");
    }
}

TEST(Picture, APotStandsOnTheGround) {
    // The ground lies below the pot, whose front is seen; not at the stem's foot, 0.15 m higher.
    Plant plant = samples::potted(samples::stem(2, 3, 0.02, 0.01));
    for (Look& look : plant.looks)
        look.colour = Vec3f(look.name == "pot" ? 0.8f : 0.1f, 0.1f, 0.1f);
    PictureSettings settings = plain_settings(4, 4);
    settings.ground = true;
    const Film film = expose(plant, settings, look_at({0, 0.3, 2}, {0, -0.1, 0.15}, 0.5, 1));
    for (const Vec3f& pixel : film.pixels) EXPECT_GT(pixel.x(), 4 * pixel.y());
}

TEST(Picture, RejectsATextureThatIsNoPicture) {
    Plant plant = card(1, Vec3f::Ones());
    plant.looks.back().texture = plant.textures.push_back({"bark", "not a picture"});
    try {
        Renderer renderer(plant);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "card: texture bark: found no picture, expected PNG or JPEG");
    }
}

}  // namespace thigmo
