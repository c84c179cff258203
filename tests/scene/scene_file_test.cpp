// Scenes in TOML: what they say, and a line for everything that is wrong with one.
#include "thigmo/scene/scene_file.h"
#include "tests/places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <numbers>

#include "samples/parts.h"
#include "samples/plants.h"
#include "tests/message.h"
#include "tests/scene/puppet.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"

namespace thigmo {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* plant_line = "[[plant]]\nspecies = \"reed\"\n";

SceneFile parse(const std::string& text) {
    return parse_scene(text, "s.toml", "folder");
}

std::string refusal(const std::string& text) {
    return message([&] { parse(text); });
}

/// Of an event with these lines, alone in a scene whose event begins in line 3.
std::string event_refusal(const std::string& lines) {
    return refusal(plant_line + std::string("[[event]]\n") + lines);
}

Event event(const std::string& lines) {
    return parse(plant_line + std::string("[[event]]\n") + lines).events.at(0);
}

TEST(SceneFile, defaults_are_a_breeze_at_thirty_frames) {
    const SceneFile scene = parse(plant_line);
    EXPECT_EQ(scene.air->kind, WindSettings::Kind::gusts);
    EXPECT_EQ(scene.air->speed, 8);
    EXPECT_EQ(scene.frames_per_second, 30);
    EXPECT_EQ(scene.duration, 10);
    EXPECT_EQ(scene.ground, 0.0);
    EXPECT_EQ(scene.plants[0].name, "reed");
    EXPECT_EQ(scene.plants[0].places.size(), 1u);
}

TEST(SceneFile, reads_plants_places_and_settings) {
    const SceneFile scene = parse(
        "gravity_m_s2 = [0, -1.62, 0]\nground = false\n[time]\nfor_s = 2\nfps = 24\ndt_s = 0.01\n"
        "[[plant]]\nfile = \"oak.plant\"\nplace = [[1, 0, 2, 90], [3, 0, 4, 0]]\nyaw_deg = 10\n"
        "simulator = \"articulated\"\n[plant.settings]\nmodel = \"ball\"\n"
        "integrator = \"rosenbrock\"\nsubsteps = 3\nshape = \"unloaded\"\nleaf_pieces = 2\n"
        "leaf_stiffness = 0.5\njunction = 2\nbase = \"sliding\"\nbase_mass_kg = 4\n");
    EXPECT_FALSE(scene.ground);
    EXPECT_EQ(scene.frames_per_second, 24);
    const ScenePlant& oak = scene.plants[0];
    EXPECT_EQ(oak.file, std::filesystem::path("folder/oak.plant"));
    EXPECT_EQ(oak.name, "oak");
    ASSERT_EQ(oak.places.size(), 2u);
    EXPECT_EQ(oak.places[1].at, Vec3(3, 0, 4));
    EXPECT_NEAR(oak.places[0].yaw, 100 * std::numbers::pi / 180, 1e-12);
    const auto& own = std::get<ArticulatedSettings>(oak.settings);
    EXPECT_EQ(own.integrator, Integrator::rosenbrock);
    EXPECT_EQ(own.substeps, 3);
    EXPECT_EQ(own.footing.shape, GivenShape::unloaded);
    EXPECT_EQ(own.footing.base, Base::sliding);
    EXPECT_EQ(own.footing.base_mass, 4);
    EXPECT_EQ(own.footing.gravity, Vec3(0, -1.62, 0));
}

TEST(SceneFile, reads_the_air) {
    const SceneFile scene =
        parse("[air]\nkind = \"uniform\"\nwind = \"gale\"\ndirection_deg = 90\nprofile = false\n" +
              std::string(plant_line));
    EXPECT_EQ(scene.air->kind, WindSettings::Kind::uniform);
    EXPECT_NEAR(scene.air->speed, 19, 2);  // Beaufort 8: 17.2 … 20.7 m/s
    EXPECT_TRUE(scene.air->direction.isApprox(Vec3(0, 0, -1)));
    EXPECT_FALSE(parse("[air]\nkind = \"none\"\n" + std::string(plant_line)).air);
    EXPECT_TRUE(scene.air->shelter);
    EXPECT_FALSE(parse("[air]\nshelter = false\n" + std::string(plant_line)).air->shelter);
}

TEST(SceneFile, rejects_a_shelter_that_is_neither_yes_nor_no) {
    EXPECT_THAT(message([] { parse("[air]\nshelter = 0.5\n" + std::string(plant_line)); }),
                testing::HasSubstr("shelter"));
}

TEST(SceneFile, reads_every_kind_of_event) {
    const Event pull = event(
        "do = \"pull\"\nat_s = 1\nfor_s = 2\nramp_s = 0.5\nname = \"hand\"\ndomain = \"tip\"\n"
        "to_m = [1, 2, 3]\nstiffness_n_m = 50\ndamping_n_s_m = 3\n");
    EXPECT_EQ(pull.at, 1);
    EXPECT_EQ(pull.duration, 2);
    EXPECT_EQ(pull.ramp, 0.5);
    EXPECT_EQ(std::get<Pull>(pull.what).to, Vec3(1, 2, 3));
    EXPECT_EQ(std::get<Pull>(pull.what).damping, 3);
    EXPECT_EQ(std::get<Release>(event("do = \"release\"\nat_s = 1\nof = \"a\"\n").what).of, "a");
    EXPECT_FALSE(std::get<Pin>(event("do = \"pin\"\nat_s = 1\n").what).stiffness);
    EXPECT_EQ(std::get<Pin>(event("do = \"pin\"\nat_s = 1\nstiffness_n_m = 7\n").what).stiffness,
              7);
    EXPECT_TRUE(std::holds_alternative<Cut>(event("do = \"cut\"\nat_s = 1\nkey = \"77\"\n").what));
    const auto twist = std::get<Twist>(
        event("do = \"twist\"\nat_s = 0\ntorque_n_m = 2\naxis = [0, 2, 0]\nspread = true\n").what);
    EXPECT_EQ(*twist.axis, Vec3::UnitY());
    EXPECT_TRUE(twist.spread);
    EXPECT_EQ(std::get<Impulse>(event("do = \"impulse\"\nat_s = 0\nimpulse_n_s = [1, 0, 0]").what)
                  .impulse,
              Vec3::UnitX());
    EXPECT_EQ(std::get<Push>(event("do = \"push\"\nat_s = 0\nforce_n = [1, 0, 0]").what).force,
              Vec3::UnitX());
    const auto pulse =
        std::get<Accelerate>(event("do = \"accelerate\"\nat_s = 0\nacceleration_m_s2 = [1, 0, 0]\n"
                                   "angular_acceleration_rad_s2 = [0, 0, 1]")
                                 .what);
    EXPECT_EQ(pulse.angular, Vec3::UnitZ());
    const auto move =
        std::get<Move>(event("do = \"move\"\nat_s = 0\npath = [[1, 0, 0, 1, 180, 0, 0]]").what);
    ASSERT_EQ(move.path.size(), 2u);  // from where it is
    EXPECT_TRUE(move.path[1].tilt.isApprox(Vec3(std::numbers::pi, 0, 0)));
    const auto jump =
        std::get<Move>(event("do = \"move\"\nat_s = 0\npath = [[0, 0, 0, 1, 0, 0, 0]]").what);
    ASSERT_EQ(jump.path.size(), 2u);
    EXPECT_EQ(jump.path[0].offset, Vec3::Zero());
    EXPECT_EQ(std::get<Shake>(event("do = \"shake\"\nat_s = 0\nfrequency_hz = 3\n"
                                    "amplitude_m = [0, 0, 1]")
                                  .what)
                  .amplitude,
              Vec3::UnitZ());
    EXPECT_EQ(std::get<GravityChange>(event("do = \"gravity\"\nat_s = 0\n"
                                            "gravity_m_s2 = [0, 0, 5]")
                                          .what)
                  .gravity,
              Vec3(0, 0, 5));
    const auto wilt = std::get<StiffnessChange>(
        event("do = \"stiffness\"\nat_s = 0\nfactor = 0.5\norder = 2\nkind = \"leaf\"\n").what);
    EXPECT_EQ(wilt.order, 2);
    EXPECT_EQ(wilt.kind, Kind::leaf);
    const auto wind =
        std::get<WindChange>(event("do = \"wind\"\nat_s = 0\nwind = 4\ndirection_deg = 90\n").what);
    EXPECT_EQ(wind.factor, 0.5);
    EXPECT_NEAR(*wind.turn, std::numbers::pi / 2, 1e-12);
}

TEST(SceneFile, frames_fall_on_whole_steps) {
    EXPECT_EQ(step_for(1.0 / 60, 30), 1.0 / 60);
    EXPECT_EQ(step_for(0.1, 30), 1.0 / 30);
    EXPECT_EQ(step_for(0.01, 30), 1.0 / 120);
    EXPECT_EQ(step_for(1.0 / 60, 24), 1.0 / 72);
}

TEST(SceneFile, places_of_one_plant_are_numbered) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / "thigmo_scene_file";
    std::filesystem::create_directories(folder);
    save_plant(samples::sapling(), folder / "a.plant");
    Progress quiet;
    const SceneFile file = parse_scene(
        "[air]\nkind = \"none\"\n[[plant]]\nfile = \"a.plant\"\nplace = [[0, 0, 0, 0], [1, 0, 0, "
        "90]]\n"
        "[[plant]]\nname = \"b\"\nfile = \"a.plant\"\n",
        "s.toml", folder);
    const Scene scene = build_scene(file, make_puppet, quiet);
    std::filesystem::remove_all(folder);
    ASSERT_EQ(scene.origins.size(), 3u);
    EXPECT_EQ(scene.origins[0].name, "a_1");
    EXPECT_EQ(scene.origins[1].name, "a_2");
    EXPECT_EQ(scene.origins[2].name, "b");
    EXPECT_EQ(scene.origins[0].part, scene.origins[1].part);
    EXPECT_TRUE((scene.origins[1].placement * Vec3(1, 0, 0)).isApprox(Vec3(1, 0, -1)));
}

TEST(SceneFile, rejects_unknown_keys_wherever_they_are) {
    EXPECT_EQ(refusal("grvity = 1\n" + std::string(plant_line)),
              "s.toml:1:1: unknown key grvity, expected one of air, event, gravity_m_s2, ground, "
              "plant, time, track (did you mean gravity_m_s2?)");
    EXPECT_EQ(refusal(std::string(plant_line) + "colour = 1\n"),
              "s.toml:3:1: unknown key colour, expected one of age, file, friction, match, name, "
              "place, seed, settings, simulator, species, yaw_deg");
    EXPECT_THAT(
        refusal(std::string(plant_line) + "[plant.settings]\nintegrtor = 1\n"),
        AllOf(StartsWith(
                  "s.toml:4:1: unknown key integrtor, expected one of base, base_mass_kg, damping"),
              EndsWith("(did you mean integrator?)")));
    EXPECT_EQ(event_refusal("do = \"pin\"\nat_s = 1\nforce_n = [1, 2, 3]\n"),
              "s.toml:6:1: unknown key force_n, expected one of along, at_m, at_s, do, domain, "
              "for_s, key, name, plant, ramp_s, stiffness_n_m");
    EXPECT_EQ(refusal("[air]\nkind = \"calm\"\nspeed = 3\n" + std::string(plant_line)),
              "s.toml:3:1: unknown key speed, expected one of direction_deg, kind, loop, period_s, "
              "profile, "
              "reference_height_m, roughness_m, seed, shelter, spectrum, start, turbulence, wind "
              "(did you mean seed?)");
}

TEST(SceneFile, rejects_keys_of_parts_without_an_end) {
    std::string parts;
    for (int i = 0; i < 50000; ++i) parts += "air.";
    EXPECT_THAT(refusal(parts + "kind = 1\n"), StartsWith("s.toml:1:128: found a key of parts in"));
}

TEST(SceneFile, rejects_values_out_of_range) {
    EXPECT_THAT(refusal("[time]\ndt_s = 0\n" + std::string(plant_line)),
                StartsWith("s.toml:2:8: found dt_s = 0, expected a number from"));
    EXPECT_THAT(refusal("[time]\ndt_s = -0.5\n" + std::string(plant_line)),
                StartsWith("s.toml:2:8: found dt_s = -0.5, expected"));
    EXPECT_THAT(refusal("[time]\nfps = 0\n" + std::string(plant_line)),
                StartsWith("s.toml:2:7: found fps = 0, expected"));
    EXPECT_THAT(event_refusal("do = \"pin\"\nat_s = -1\n"),
                StartsWith("s.toml:5:8: found at_s = -1, expected"));
    EXPECT_THAT(event_refusal("do = \"pin\"\nat_s = 1\nfor_s = -2\n"),
                StartsWith("s.toml:6:9: found for_s = -2, expected"));
    EXPECT_EQ(refusal("ground = true\n" + std::string(plant_line)),
              "s.toml:1:10: found ground = true, expected its height in metres, or false");
    EXPECT_EQ(refusal("ground = \"x\"\n" + std::string(plant_line)),
              "s.toml:1:10: found ground = 'x', expected its height in metres, or false");
    EXPECT_EQ(refusal(std::string(plant_line) + "friction = -9.81\n"),
              "s.toml:3:12: found friction = -9.81, expected a number from 0 to 10");
}

TEST(SceneFile, rejects_a_simulator_that_is_not_in_the_list) {
    EXPECT_EQ(
        refusal(std::string(plant_line) + "simulator = \"beem\"\n"),
        "s.toml:3:13: found simulator = 'beem', expected one of articulated, beam, reduced, fem "
        "(did you mean beam?)");
}

TEST(SceneFile, rejects_an_integrator_that_the_thesis_does_not_have) {
    const std::string head = plant_line + std::string("[plant.settings]\nmodel = \"thesis\"\n");
    EXPECT_EQ(refusal(head + "integrator = \"midpoint\"\n"),
              "s.toml:5:14: found integrator = 'midpoint', expected \"semi-implicit-euler\" with "
              "the model \"thesis\"");
    EXPECT_EQ(refusal(head + "integrator = \"semi-implicit-euler\"\n"), "no error");
}

TEST(SceneFile, rejects_older_words_of_leaves_with_their_new_names) {
    const std::string head = plant_line + std::string("[plant.settings]\n");
    EXPECT_THAT(refusal(head + "leaves = \"riding\"\n"),
                HasSubstr("expected \"stalks\" or \"welded\"; leaf_solve = \"riding\""));
    EXPECT_THAT(refusal(head + "leaf_bodies = 2\n"),
                HasSubstr("expected the key leaf_pieces instead"));
}

TEST(SceneFile, rejects_keys_of_other_simulators_by_whose_they_are) {
    const std::string head = plant_line + std::string("[plant.settings]\n");
    EXPECT_EQ(refusal(head + "solid = \"voxels\"\n"),
              "s.toml:4:9: found solid = 'voxels', expected a key of the simulator articulated: "
              "solid belongs to reduced and fem");
    const std::string unknown = refusal(head + "sloid = 1\n");
    EXPECT_THAT(unknown, StartsWith("s.toml:4:1: unknown key sloid, expected one of base"));
    EXPECT_THAT(unknown, testing::Not(HasSubstr("leaf_bodies")));
}

TEST(SceneFile, rejects_a_sliding_base_without_mass) {
    const std::string head = plant_line + std::string("[plant.settings]\nbase = \"sliding\"\n");
    EXPECT_EQ(refusal(head + "base_mass_kg = 0\n"),
              "s.toml:5:16: found base_mass_kg = 0, expected more than 0, because the base is "
              "sliding");
    EXPECT_THAT(refusal(head), StartsWith("s.toml:3:1: found no base_mass_kg, expected"));
}

TEST(SceneFile, rejects_scenes_without_plants_and_plants_of_nothing) {
    EXPECT_EQ(refusal("ground = 0\n"), "s.toml: found no plant, expected at least one [[plant]]");
    EXPECT_EQ(refusal("[[plant]]\nname = \"a\"\n"),
              "s.toml:1:1: found neither file nor species, expected file = \"X.plant\" or species "
              "= \"oak\"");
    EXPECT_EQ(refusal("[[plant]]\nfile = \"a\"\nspecies = \"oak\"\n"),
              "s.toml:1:1: found a file and a species, expected file = \"X.plant\" or species = "
              "\"oak\"");
    EXPECT_EQ(refusal("[[plant]]\nfile = \"a\"\nage = 2\n"),
              "s.toml:3:7: found age = 2, expected a species for it");
    Progress quiet;
    EXPECT_THAT(
        message([&] { build_scene(parse("[[plant]]\nspecies = \"ok\"\n"), make_puppet, quiet); }),
        StartsWith("s.toml:2:11: found species 'ok', expected one of"));
}

TEST(SceneFile, rejects_planes_that_turn_nothing) {
    const std::string head = plant_line + std::string("[plant.settings]\n");
    EXPECT_EQ(refusal(head + "planar = true\n"),
              "s.toml:4:10: found planar = true, expected false, because only the model \"thesis\" "
              "moves in a plane");
    EXPECT_EQ(refusal(head + "model = \"thesis\"\nplanar = true\nplane_normal = [0, 0, 0]\n"),
              "s.toml:6:16: found plane_normal = [0, 0, 0], expected a direction");
    EXPECT_EQ(refusal(head + "model = \"thesis\"\nplanar = true\n"), "no error");
}

TEST(SceneFile, rejects_events_that_say_too_little_or_too_much) {
    EXPECT_THAT(event_refusal("at_s = 1\n"), StartsWith("s.toml:3:1: found no do, expected"));
    EXPECT_THAT(event_refusal("do = \"pul\"\nat_s = 1\n"),
                StartsWith("s.toml:4:6: found do = 'pul', expected one of pull, release, pin"));
    EXPECT_EQ(event_refusal("do = \"pull\"\nat_s = 1\n"),
              "s.toml:4:6: found a pull, expected one of to_m, by_m and force_n");
    EXPECT_EQ(event_refusal("do = \"pull\"\nat_s = 1\nby_m = [0, 1, 0]\nto_m = [0, 1, 0]\n"),
              "s.toml:6:8: found by_m = [0, 1, 0], expected only one of to_m, by_m and force_n");
    EXPECT_EQ(event_refusal("do = \"twist\"\nat_s = 1\ntorque_n_m = 1\naxis = [0, 0, 0]\n"),
              "s.toml:7:8: found axis = [0, 0, 0], expected a direction");
    EXPECT_EQ(
        event_refusal("do = \"move\"\nat_s = 1\npath = [[0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, "
                      "0, 0, 0]]\n"),
        "s.toml:6:8: found path = [[0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]], expected times "
        "that grow");
    EXPECT_THAT(event_refusal("do = \"move\"\nat_s = 1\npath = []\n"),
                StartsWith("s.toml:6:8: found path = [], expected rows [time_s, x_m"));
    EXPECT_EQ(event_refusal("do = \"pin\"\nat_s = 1\ndomain = \"tip\"\nat_m = [0, 0, 0]\n"),
              "s.toml:7:8: found at_m = [0, 0, 0], expected one of domain, key and at_m");
    EXPECT_EQ(event_refusal("do = \"pin\"\nat_s = 1\nalong = 1\nat_m = [0, 0, 0]\n"),
              "s.toml:6:9: found along = 1, expected no along with at_m");
    EXPECT_EQ(event_refusal("do = \"pin\"\nat_s = 1\nkey = \"x\"\n"),
              "s.toml:6:7: found key = 'x', expected a whole number in quotes");
    EXPECT_EQ(event_refusal("do = \"wind\"\nat_s = 1\nwind = 3\nfactor = 2\n"),
              "s.toml:7:10: found factor = 2, expected either wind or factor");
    EXPECT_THAT(event_refusal("do = \"wind\"\nat_s = 1\nwind = \"brise\"\n"),
                StartsWith("s.toml:6:8: "));
}

/// What building the scene says, with a sapling for every species.
std::string building_refusal(const std::string& lines) {
    return message([&] {
        const SceneFile file = parse(plant_line + lines);
        Scene scene;
        scene.make = make_puppet;
        add_plant(scene, "reed", make_part(samples::sapling()), file.plants[0].settings, {});
        for (const Event& event : file.events) add_event(scene, event);
    });
}

TEST(SceneFile, rejects_events_at_the_key_that_names_what_is_not_there) {
    EXPECT_THAT(building_refusal("[[event]]\ndo = \"pin\"\nat_s = 1\nplant = \"oak\"\n"),
                StartsWith("s.toml:6:9: found plant 'oak', expected one of reed"));
    EXPECT_THAT(building_refusal("[[event]]\ndo = \"pin\"\nat_s = 1\ndomain = \"twg_1\"\n"),
                StartsWith("s.toml:6:10: found domain 'twg_1', expected one of trunk"));
    EXPECT_THAT(building_refusal("[[event]]\ndo = \"cut\"\nat_s = 1\nkey = \"7\"\n"),
                StartsWith("s.toml:6:7: found key 7, expected"));
    EXPECT_THAT(building_refusal("[[event]]\ndo = \"release\"\nat_s = 1\nof = \"hand\"\n"),
                StartsWith("s.toml:6:6: found a release of 'hand', expected"));
    EXPECT_THAT(building_refusal("[[event]]\ndo = \"push\"\nat_s = 1\nforce_n = [1, 0, 0]\n"),
                StartsWith("s.toml:4:6: found a plant whose base is held, expected it sliding"));
}

TEST(SceneFile, rejects_a_free_plant_of_two_roots_at_its_line) {
    const auto folder = std::filesystem::temp_directory_path() / "thigmo_scene_roots";
    std::filesystem::create_directories(folder);
    Plant plant = samples::sapling();
    samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    samples::add_segment(plant, {1, 0, 0}, {1, 1, 0}, 0.01, 0.01);
    save_plant(plant, folder / "a.plant");
    Progress quiet;
    EXPECT_EQ(message([&] {
                  const SceneFile file = parse_scene(
                      "[[plant]]\nfile = \"a.plant\"\n[plant.settings]\nbase = \"free\"\n",
                      "s.toml", folder);
                  build_scene(file, make_simulator, quiet);
              }),
              "s.toml:2:8: base: found \"free\" for a plant of 2 roots, expected one");
    std::filesystem::remove_all(folder);
}

TEST(SceneFile, rejects_a_change_of_wind_in_still_air) {
    EXPECT_EQ(refusal("[air]\nkind = \"calm\"\n[[plant]]\nspecies = \"reed\"\n[[event]]\n"
                      "do = \"wind\"\nat_s = 1\nfactor = 2\n"),
              "s.toml:6:6: found a change of wind in air that stands still, expected an [air] with "
              "wind");
    EXPECT_EQ(
        refusal("[air]\nkind = \"recorded\"\nfile = \"a.csv\"\n[[plant]]\nspecies = \"reed\"\n"
                "[[event]]\ndo = \"wind\"\nat_s = 1\nwind = 2\n"),
        "s.toml:9:8: found wind = 2, expected a factor, because the wind is recorded");
}

TEST(SceneFile, rejects_numbers_that_no_scene_can_have) {
    SceneFile scene = parse(plant_line);
    scene.dt = 0;
    EXPECT_EQ(message([&] { check(scene); }), "dt: found 0, expected more than 0 s, at most 10 s");
    scene.dt = NAN;
    EXPECT_THAT(message([&] { check(scene); }), StartsWith("dt: found nan"));
    scene = parse(plant_line);
    scene.frames_per_second = -1;
    EXPECT_EQ(message([&] { check(scene); }),
              "fps: found -1, expected 0.01 to 10000 frames per second");
    scene = parse(plant_line);
    scene.duration = -1;
    EXPECT_EQ(message([&] { check(scene); }), "for: found -1, expected a duration of 0 to 1e6 s");
    scene.duration = 1e6;
    scene.dt = 1e-7;
    EXPECT_EQ(message([&] { check(scene); }),
              "dt: found 1e-07, expected at most 1e9 steps in 1e+06 s");
}

TEST(SceneFile, the_samples_and_the_example_of_the_docs_can_be_built) {
    Progress quiet;
    const std::filesystem::path root = std::filesystem::path(test_folder()).parent_path();
    for (const auto& entry : std::filesystem::directory_iterator(root / "samples/scenes")) {
        const Scene scene = build_scene(load_scene(entry.path()), make_puppet, quiet);
        EXPECT_FALSE(scene.actors.empty()) << entry.path();
    }
    const std::string docs = read_file(root / "docs/scenes.md");
    const size_t begin = docs.find("```toml\n"), end = docs.find("```", begin + 8);
    ASSERT_NE(begin, std::string::npos);
    EXPECT_EQ(message([&] { parse(docs.substr(begin + 8, end - begin - 8)); }), "no error");
}

TEST(SceneCorpus, every_hostile_scene_gives_one_line) {
    size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test_folder() + "/corpus/scene")) {
        ++files;
        const std::string said = message([&] { load_scene(entry.path()); });
        EXPECT_THAT(said, StartsWith(entry.path().string() + ":")) << said;
        EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    }
    EXPECT_GE(files, 8u);
}

}  // namespace
}  // namespace thigmo
