// Mutants of scene files: read, bound to a small plant, and stepped. Only an InputError of one line
// may come of it, or a failed step.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

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
    "base = \"sliding\"\nbase_mass_kg = 2\nsubsteps = 1\nleaf_bodies = 2\n"
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

/// The scene of the file with a sapling for every plant, a few steps long.
void move_sapling(const SceneFile& file) {
    check(file);
    Scene scene;
    scene.make = make_simulator;
    scene.gravity = file.gravity;
    scene.ground = file.ground;
    scene.clock.dt = std::max(step_for(file.dt, file.frames_per_second), 1e-4);
    if (file.air && file.air->kind != WindSettings::Kind::recorded) check(*file.air);
    const auto part = make_part(samples::sapling());
    for (const ScenePlant& plant : file.plants) {
        SimulatorSettings settings = plant.settings;
        std::visit([](auto& own) { own.substeps = 1; }, settings);
        if (scene.actors.size() < 4) add_plant(scene, plant.name, part, settings, {});
    }
    for (const Event& event : file.events) add_event(scene, event);
    for (int i = 0; i < 4; ++i)
        if (step(scene).status == StepReport::Status::failed) return;
    for (Actor& actor : scene.actors)
        for (const Rigid& motion : pose_now(actor).segments)
            if (!motion.translation.allFinite()) broken("a pose that is not finite");
}

}  // namespace

std::vector<FuzzCount> fuzz_scene(size_t count, uint64_t seed) {
    constexpr TextMutation mutations[] = {
        {"bytes", damaged_bytes}, {"words", spliced_words}, {"lines", swapped_lines}};
    const auto use = [](const std::string& text) {
        move_sapling(parse_scene(text, "mutant.toml"));
    };
    return fuzz_text("scene", seeds, mutations, use, count, seed);
}

}  // namespace thigmo::fuzz
