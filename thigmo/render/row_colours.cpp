// The palette of Okabe and Ito.
#include "thigmo/render/row_colours.h"

#include <array>

#include "thigmo/base/random.h"
#include "thigmo/render/texture.h"

namespace thigmo {
namespace {

using Rgb = std::array<uint8_t, 3>;

// Okabe and Ito 2008, "Color Universal Design"; the black stands as a dark grey.
constexpr std::array<Rgb, 8> okabe_ito = {{{0, 114, 178},
                                           {230, 159, 0},
                                           {0, 158, 115},
                                           {204, 121, 167},
                                           {86, 180, 233},
                                           {213, 94, 0},
                                           {240, 228, 66},
                                           {70, 70, 70}}};
// Of trunk, branch, twig, leaf, petal, fruit, prop: near what they are.
constexpr std::array<size_t, kind_names.size()> kind_colours = {7, 5, 1, 2, 3, 0, 4};

Vec3f palette_colour(size_t number) {
    const Rgb& rgb = okabe_ito[number % okabe_ito.size()];
    const Vec3f colour(linear_from_srgb(static_cast<float>(rgb[0]) / 255),
                       linear_from_srgb(static_cast<float>(rgb[1]) / 255),
                       linear_from_srgb(static_cast<float>(rgb[2]) / 255));
    constexpr std::array<float, 3> turns = {1.0f, 0.55f, 0.3f};
    return turns[number / okabe_ito.size() % turns.size()] * colour;
}

/// Any hue but the parent's, chosen by the key, so that edits keep it.
size_t domain_number(const Plant& plant, DomainId domain, const Column<DomainId, size_t>& numbers) {
    constexpr size_t count = 7 * 3;
    const DomainId parent = plant.domains.parent[domain];
    size_t number = mix(plant.domains.key[domain]) % count;
    while (parent.exists() && numbers[parent] % 8 == number % 8) number = (number + 1) % count;
    return number;
}

}  // namespace

Column<DomainId, Vec3f> row_colours(const Plant& plant, ColourBy by) {
    Column<DomainId, size_t> numbers(plant.domains.size());
    const auto number_of = [&](DomainId domain) -> size_t {
        if (by == ColourBy::order) return plant.domains.order[domain];
        if (by == ColourBy::kind)
            return kind_colours[static_cast<size_t>(plant.domains.kind[domain])];
        return domain_number(plant, domain, numbers);
    };
    Column<DomainId, Vec3f> colours;
    colours.reserve(plant.domains.size());
    for (const DomainId domain : plant.domains.rows()) {
        numbers[domain] = number_of(domain);
        colours.push_back(palette_colour(numbers[domain]));
    }
    return colours;
}

}  // namespace thigmo
