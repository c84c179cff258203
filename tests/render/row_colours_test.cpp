// Colours by row: as many hues as there are rows to tell apart.
#include "thigmo/render/row_colours.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <tuple>

#include "samples/plants.h"
#include "thigmo/materials/species.h"
#include "thigmo/render/picture.h"
#include "thigmo/scene/nursery.h"

namespace thigmo {
namespace {

size_t distinct(const Column<DomainId, Vec3f>& colours) {
    std::set<std::tuple<float, float, float>> set;
    for (const Vec3f& c : colours) set.insert({c.x(), c.y(), c.z()});
    return set.size();
}

/// Hue in degrees of a linear colour whose channels are undone from sRGB by a power of 2.2; -1 for
/// greys.
double hue(const std::array<uint8_t, 4>& pixel) {
    const auto linear = [&](size_t c) { return std::pow(pixel[c] / 255.0, 2.2); };
    const double r = linear(0), g = linear(1), b = linear(2);
    const double high = std::max({r, g, b}), low = std::min({r, g, b});
    if (high - low < 0.1 * high) return -1;
    const double h = high == r   ? (g - b) / (high - low)
                     : high == g ? 2 + (b - r) / (high - low)
                                 : 4 + (r - g) / (high - low);
    return std::fmod(60 * h + 360, 360);
}

}  // namespace

TEST(RowColours, OnePerOrderAndKind) {
    const Plant plant = samples::sapling();  // orders 0, 1, 2; trunk, twigs, leaves
    EXPECT_EQ(distinct(row_colours(plant, ColourBy::order)), 3u);
    EXPECT_EQ(distinct(row_colours(plant, ColourBy::kind)), 3u);
}

TEST(RowColours, DomainsDifferFromTheirParents) {
    Progress progress;
    const Plant plant = grow_species(find_species("hazel"), 3, 1, progress);
    const auto colours = row_colours(plant, ColourBy::domain);
    for (const DomainId domain : plant.domains.rows())
        if (plant.domains.parent[domain].exists()) {
            ASSERT_FALSE(colours[domain].isApprox(colours[plant.domains.parent[domain]], 0.1f));
        }
    EXPECT_EQ(distinct(colours), 21u);
}

TEST(RowColours, PictureShowsTheHuesAndNoOthers) {
    const Plant plant = samples::sapling();
    PictureSettings settings;
    settings.width = 160;
    settings.height = 160;
    settings.samples = 1;  // no pixel mixes two rows
    settings.view.azimuth_deg = 0;
    settings.colours = row_colours(plant, ColourBy::order);
    Progress progress;
    const Image image = render(plant, rest_pose(plant), settings, progress);
    // Blue, orange and bluish green of Okabe and Ito: hues of (0,114,178), (230,159,0), (0,158,115)
    // after the power above.
    const std::array<double, 3> expected = {217.5, 26.6, 149.9};
    std::array<int, 3> seen{};
    for (const auto& pixel : image.pixels) {
        const double h = hue(pixel);
        if (h < 0) continue;
        size_t nearest = 0;
        for (size_t i = 1; i < 3; ++i)
            if (std::abs(h - expected[i]) < std::abs(h - expected[nearest])) nearest = i;
        ASSERT_NEAR(h, expected[nearest], 3);
        ++seen[nearest];
    }
    for (const int count : seen) EXPECT_GT(count, 20);
}

}  // namespace thigmo
