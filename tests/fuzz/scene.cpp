// Mutants of scene files: read, bound to a small plant, and stepped. Only an InputError of one line
// may come of it, or a failed step.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "samples/plants.h"
#include "tests/fuzz/fuzz.h"
#include "thigmo/base/error.h"
#include "thigmo/base/random.h"
#include "thigmo/scene/scene_file.h"
#include "thigmo/scene/step.h"

namespace thigmo::fuzz {
namespace {

constexpr std::array<std::string_view, 3> seeds = {
    "gravity_m_s2 = [0, -9.81, 0]\nground = 0.0\n[time]\nfor_s = 2\nfps = 30\ndt_s = 0.01\n"
    "[air]\nkind = \"gusts\"\nwind = 8\ndirection_deg = 30\nturbulence = 0.2\nseed = 3\n"
    "[[plant]]\nspecies = \"oak\"\nage = 5\nplace = [[0, 0, 0, 0], [1, 0, 1, 90]]\n"
    "[[event]]\ndo = \"wind\"\nat_s = 0.01\nwind = 4\ndirection_deg = 9\n",
    "[[plant]]\nfile = \"a.plant\"\nname = \"a\"\nfriction = 0.3\n[plant.settings]\n"
    "base = \"sliding\"\nbase_mass_kg = 2\nsubsteps = 1\nleaf_pieces = 2\n"
    "[[event]]\ndo = \"push\"\nat_s = 0\nfor_s = 1\nforce_n = [3, 0, 0]\n"
    "[[event]]\ndo = \"pull\"\nname = \"h\"\ndomain = \"twig_1\"\nat_s = 0\nto_m = [1, 1, 1]\n"
    "[[event]]\ndo = \"release\"\nof = \"h\"\nat_s = 0.03\n",
    "[air]\nkind = \"calm\"\n[[plant]]\nspecies = \"reed\"\n"
    "[[event]]\ndo = \"cut\"\nat_s = 0.01\ndomain = \"trunk\"\nalong = 0.5\n"
    "[[event]]\ndo = \"move\"\nat_s = 0\npath = [[0, 0, 0, 0, 0, 0, 0], [1, 0, 1, 0, 9, 0, 0]]\n"
    "[[event]]\ndo = \"stiffness\"\nat_s = 0\nfactor = 0.5\nkind = \"leaf\"\n"
    "[[event]]\ndo = \"twist\"\nat_s = 0\ntorque_n_m = 1\nspread = true\nat_m = [0, 1, 0]\n"
    "[[track]]\nname = \"t\"\ndomain = \"tip\"\n"};

constexpr std::array<std::string_view, 20> words = {"[[event]]\n",
                                                    "do = \"cut\"\n",
                                                    "at_s = 0\n",
                                                    "nan",
                                                    "inf",
                                                    "-inf",
                                                    "1e308",
                                                    "-1",
                                                    "[]",
                                                    "[[]]",
                                                    "true",
                                                    "\"\"",
                                                    "\"tip\"",
                                                    "\n",
                                                    "=",
                                                    "{}",
                                                    "9e99",
                                                    "0",
                                                    "key = \"1\"\n",
                                                    "along = 0\n"};

std::string damaged_bytes(std::string text, Random& random) {
    for (uint64_t i = random.below(3) + 1; i > 0; --i)
        text[random.below(text.size())] = random.below(3) == 0
                                              ? static_cast<char>(random.below(256))
                                              : text[random.below(text.size())];
    return text;
}

std::string spliced_words(std::string text, Random& random) {
    for (uint64_t i = random.below(3) + 1; i > 0; --i)
        text.replace(random.below(text.size()), random.below(6), words[random.below(words.size())]);
    return text;
}

/// A line of another file in place of one.
std::string swapped_lines(std::string text, Random& random) {
    const std::string_view other = seeds[random.below(seeds.size())];
    const size_t from = std::min(other.find('\n', random.below(other.size())), other.size() - 1);
    const size_t to = std::min(text.find('\n', random.below(text.size())), text.size() - 1);
    return text.replace(to, random.below(2) * 8, other.substr(from, 40));
}

bool begins_number(std::string_view text, size_t at) {
    constexpr std::string_view before = " [,";
    return at > 0 && before.find(text[at - 1]) != std::string_view::npos &&
           (text[at] == '-' || (text[at] >= '0' && text[at] <= '9'));
}

std::string another_number(double value, Random& random) {
    const std::array<double, 10> values = {0,    1,   -value, value + 1, 0.5,
                                           1e-3, 1e3, 1e6,    -1e-9,     random.uniform(-2, 2)};
    // Half of them stay near, so that most scenes remain sound.
    return fmt::format("{}", random.below(2) == 0 ? value * random.uniform(0.5, 2)
                                                  : values[random.below(values.size())]);
}

/// Numbers for numbers, where they stand.
std::string changed_numbers(std::string text, Random& random) {
    for (uint64_t i = random.below(3) + 1; i > 0; --i) {
        size_t at = random.below(text.size());
        while (at < text.size() && !begins_number(text, at)) ++at;
        if (at == text.size()) continue;
        const size_t end = std::min(text.find_first_not_of("-+.0123456789e", at), text.size());
        const double value = std::strtod(text.c_str() + at, nullptr);
        text.replace(at, end - at, another_number(value, random));
    }
    return text;
}

/// Events, with the plants' settings before them, in another order, left out, twice, and from other
/// files.
std::string moved_events(std::string text, Random& random) {
    constexpr std::string_view head = "[[event]]\n";
    std::vector<std::string> events;
    const auto take = [&](std::string_view from) {
        for (size_t at = from.find(head); at != std::string_view::npos;) {
            const size_t next = std::min(from.find("\n[", at + head.size()), from.size() - 1);
            events.emplace_back(from.substr(at, next + 1 - at));
            at = from.find(head, next);
        }
    };
    take(text);
    take(seeds[random.below(seeds.size())]);
    text.resize(text.find(head));
    for (uint64_t i = random.below(events.size() + 1); i > 0; --i)
        text += events[random.below(events.size())];
    return text;
}

constexpr std::array<std::array<std::string_view, 6>, 5> alike = {
    {{"\"trunk\"", "\"tip\"", "\"twig_1\"", "\"twig_2.seg_1\"", "\"leaf_3\"", "\"leaf_9\""},
     {"\"gusts\"", "\"calm\"", "\"uniform\"", "\"none\"", "\"recorded\"", "\"gale\""},
     {"\"sliding\"", "\"held\"", "\"free\"", "\"standing\"", "\"held\"", "\"free\""},
     {"\"leaf\"", "\"petal\"", "\"twig\"", "\"trunk\"", "\"branch\"", "\"wood\""},
     {"\"pull\"", "\"pin\"", "\"twist\"", "\"impulse\"", "\"cut\"", "\"push\""}}};

/// A word that could stand there for one.
std::string changed_words(std::string text, Random& random) {
    for (uint64_t i = random.below(4) + 1; i > 0; --i) {
        const auto& group = alike[random.below(alike.size())];
        const std::string_view old = group[random.below(group.size())];
        const size_t at = text.find(old, random.below(text.size()));
        if (at != std::string::npos)
            text.replace(at, old.size(), group[random.below(group.size())]);
    }
    return changed_numbers(text, random);
}

/// The scene of the file with a sapling for every plant, a few steps long.
void move_sapling(const SceneFile& file) {
    check(file);
    Scene scene;
    scene.make = make_simulator;
    scene.gravity = file.gravity;
    scene.ground = file.ground;
    scene.clock.dt = std::max(step_for(file.dt, file.frames_per_second), 1e-4);
    if (file.air && file.air->kind != WindSettings::Kind::recorded) {
        check(*file.air);
        WindSettings air = *file.air;  // gusts would take 20 ms to make
        if (air.kind == WindSettings::Kind::gusts) air.kind = WindSettings::Kind::uniform;
        scene.air = make_air(air);
    }
    const auto part = make_part(samples::sapling());
    for (const ScenePlant& plant : file.plants) {
        SimulatorSettings settings = plant.settings;
        if (auto* own = std::get_if<ArticulatedSettings>(&settings)) own->substeps = 1;
        if (scene.actors.size() < 4) add_plant(scene, plant.name, part, settings, {});
    }
    for (const Event& event : file.events) add_event(scene, event);
    for (int i = 0; i < 8; ++i) {
        if (step(scene).status == StepReport::Status::failed) return;
        if (!std::isfinite(energy(scene).total())) broken("an energy that is not finite");
        for (Actor& actor : scene.actors)
            for (const Rigid& motion : pose_now(actor).segments)
                if (!motion.translation.allFinite()) broken("a pose that is not finite");
    }
}

}  // namespace

std::vector<FuzzCount> fuzz_scene(size_t count, uint64_t seed) {
    constexpr TextMutation mutations[] = {{"bytes", damaged_bytes}, {"splices", spliced_words},
                                          {"lines", swapped_lines}, {"numbers", changed_numbers},
                                          {"events", moved_events}, {"words", changed_words}};
    return fuzz_text(scene_format(), mutations, count, seed);
}

Format scene_format() {
    return {"scene", {seeds.begin(), seeds.end()}, [](const std::string& text) {
                move_sapling(parse_scene(text, "mutant.toml"));
            }};
}

}  // namespace thigmo::fuzz
