// Strings without sense: each gives a sound plant or one clear refusal.
#include <array>
#include <limits>

#include "tests/growth/drawn.h"
#include "thigmo/base/random.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using namespace testing;

constexpr std::array names = {"F", "F", "F", "f", "G",   "g",   "+",   "-",  "&",  "^",  "\\",
                              "/", "|", "!", "#", "[",   "[",   "]",   "]",  "{",  "}",  ".",
                              "~", "l", "%", "_", ";",   ",",   "@v",  "@o", "@c", "@O", "@Gs",
                              "B", "J", "$", "'", "@Gc", "@Ge", "@Gt", "@M", "@R", "@X", "A"};
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr std::array extremes = {0.0,
                                 -0.0,
                                 1e-300,
                                 -1e-9,
                                 1e-9,
                                 1e9,
                                 -1e18,
                                 1e308,
                                 inf,
                                 -inf,
                                 std::numeric_limits<double>::quiet_NaN()};

double random_value(Random& random) {
    if (random.below(20) == 0) return extremes[random.below(extremes.size())];
    return random.below(3) == 0 ? random.uniform(0, 90) : random.uniform(0.01, 2);
}

ModuleString random_string(Random& random, Alphabet& alphabet, bool bodies) {
    ModuleString modules;
    const size_t length = 1 + random.below(60);
    for (size_t i = 0; i < length; ++i) {
        const std::string name = names[random.below(names.size())];
        std::vector<double> values(random.below(3) == 0 ? random.below(5) : 0);
        if (bodies && name == "B") values.resize(random.below(2) == 0 ? 3 : 10);
        if (bodies && name == "J") values.resize(8 + random.below(2));
        for (double& value : values) value = random_value(random);
        modules.push(alphabet.symbol(name), values);
    }
    return modules;
}

TEST(TurtleRandom, draws_sound_plants_or_refuses) {
    size_t plants = 0, refusals = 0;
    const Palette palette = default_palette();
    for (uint64_t seed = 0; seed < 6000; ++seed) {
        Random random(seed);
        Alphabet alphabet;
        const ModuleString modules = random_string(random, alphabet, seed % 3 == 0);
        TurtleSettings settings;
        settings.dialect = seed % 2 == 0 ? Dialect::cpfg : Dialect::abop;
        settings.elasticity = seed % 5 == 0 ? 0.3 : 0;
        settings.min_body_length = seed % 7 == 0 ? 0.5 : 0;
        try {
            const Plant plant =
                draw_plant(modules, alphabet, settings, palette, {"random", {}}).plant;
            ASSERT_EQ(find_fault(plant), "")
                << "seed " << seed << ": " << to_text(modules, alphabet);
            ++plants;
        } catch (const InputError& error) {
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
            ++refusals;
        }
    }
    EXPECT_GT(plants, 2000u);
    EXPECT_GT(refusals, 300u);
}

TEST(TurtleRandom, merging_keeps_the_mass_of_any_tree_of_bodies) {
    for (uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        std::string text = "B(1,0.1,500)";
        int depth = 0;
        for (int i = 0; i < 40; ++i) {
            if (random.below(3) == 0) text += "[", ++depth;
            text += "J(1e9," + std::to_string(random.uniform(-1, 1)) + ",0," +
                    std::to_string(random.uniform(-1, 1)) + ",0,0,0,0.1)";
            text += "B(" + std::to_string(random.uniform(0.01, 1)) + "," +
                    std::to_string(random.uniform(0.01, 0.1)) + ",500)";
            if (depth > 0 && random.below(3) == 0) text += "]", --depth;
        }
        while (depth-- > 0) text += "]";
        TurtleSettings settings;
        settings.min_body_length = 0.3;
        settings.min_body_mass = 0.5;
        const Plant whole = drawn_plant(text);
        const Drawing merged = drawn(text, settings);
        EXPECT_GT(merged.merged_bodies, 0u);
        EXPECT_EQ(merged.plant.segments.size() + merged.merged_bodies, whole.segments.size());
        EXPECT_NEAR(mass(merged.plant), mass(whole), 1e-9 * mass(whole));
    }
}

}  // namespace
}  // namespace thigmo
