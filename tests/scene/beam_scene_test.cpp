// Beam plants in a scene: told of its wind, and of which events they answer.
#include <gtest/gtest.h>

#include "tests/message.h"
#include "thigmo/scene/scene_file.h"
#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

Scene build(const std::string& text) {
    Progress silent;
    return build_scene(parse_scene(text, "s.toml"), make_simulator, silent);
}

const std::string orchid = "[[plant]]\nspecies = \"orchid\"\nsimulator = \"beam\"\n";

std::vector<Vec3> ends(Scene& scene) {
    std::vector<Vec3> points;
    const Pose& pose = pose_now(scene.actors[0]);
    const Plant& plant = scene.actors[0].part->plant;
    for (const SegmentId row : plant.segments.rows())
        points.push_back(pose.segments[row] * plant.segments.end[row]);
    return points;
}

double farthest_way(Scene& scene) {
    const Plant& plant = scene.actors[0].part->plant;
    const std::vector<Vec3> now = ends(scene);
    double farthest = 0;
    for (const SegmentId row : plant.segments.rows())
        farthest = std::max(farthest, (now[row.value] - plant.segments.end[row]).norm());
    return farthest;
}

TEST(BeamScene, moves_in_the_scenes_wind) {
    Scene calm = build("[air]\nkind = \"calm\"\n" + orchid);
    step(calm);
    EXPECT_LT(farthest_way(calm), 1e-12);
    Scene windy = build("[air]\nwind = 8\n" + orchid);
    for (int i = 0; i < 5; ++i) ASSERT_EQ(step(windy).status, StepReport::Status::advanced);
    EXPECT_GT(farthest_way(windy), 1e-4);
}

TEST(BeamScene, is_still_where_there_is_no_air) {
    Scene scene = build("[air]\nkind = \"none\"\n" + orchid);
    for (int i = 0; i < 5; ++i) step(scene);
    EXPECT_LT(farthest_way(scene), 1e-12);
}

TEST(BeamScene, copies_of_a_plant_move_each_for_itself) {
    Scene scene = build("[air]\nwind = 8\n" + orchid + "place = [[0, 0, 0, 0], [5, 0, 0, 0]]\n");
    ASSERT_EQ(scene.actors.size(), 2u);
    for (int i = 0; i < 5; ++i) step(scene);
    const Plant& plant = scene.actors[0].part->plant;
    const Pose one = pose_now(scene.actors[0]), two = pose_now(scene.actors[1]);
    double apart = 0;
    for (const SegmentId row : plant.segments.rows()) {
        const Vec3& end = plant.segments.end[row];
        apart = std::max(
            apart, (two.segments[row] * end - one.segments[row] * end - Vec3(5, 0, 0)).norm());
    }
    EXPECT_GT(apart, 1e-3);
}

TEST(BeamScene, takes_controls_by_order) {
    const std::string wind = "[air]\nwind = 8\n";
    Scene plain = build(wind + orchid);
    Scene stiff = build(wind + orchid + "[plant.settings]\nstiffness = [100]\nflutter = 0\n");
    Scene damped = build(wind + orchid + "[plant.settings]\ndamping = [0.3, 0.2, 0.12, 0.08]\n");
    Scene same = build(wind + orchid + "[plant.settings]\ndamping = \"material\"\nsway = 1\n");
    for (Scene* scene : {&plain, &stiff, &damped, &same})
        for (int i = 0; i < 5; ++i) step(*scene);
    EXPECT_LT(farthest_way(stiff), farthest_way(plain) / 20);
    EXPECT_NE(ends(damped), ends(plain));
    EXPECT_EQ(ends(same), ends(plain));
}

TEST(BeamScene, rejects_controls_out_of_range) {
    const auto found = [&](const std::string& line) {
        return message([&] { build(orchid + "[plant.settings]\n" + line); });
    };
    EXPECT_EQ(found("damping = [0.1, 20]\n"),
              "s.toml:5:11: found damping = [0.1, 20], expected a number or an array of numbers, "
              "each from 0.001 to 10");
    EXPECT_EQ(found("damping = \"wood\"\n"),
              "s.toml:5:11: found damping = 'wood', expected one of material");
    EXPECT_EQ(found("stiffness = 0\n"),
              "s.toml:5:13: found stiffness = 0, expected a number from 0.001 to 1000");
    EXPECT_EQ(found("sway = []\n"),
              "s.toml:5:8: found sway = [], expected a number or an array of numbers, each from 0 "
              "to 1000");
}

TEST(BeamScene, rejects_events_that_it_has_no_answer_to) {
    for (const std::string happening : {"do = \"cut\"\ndomain = \"trunk\"\nat_s = 1\n",
                                        "do = \"gravity\"\nat_s = 1\ngravity_m_s2 = [1, 0, 0]\n"}) {
        const std::string found = message([&] { build(orchid + "[[event]]\n" + happening); });
        EXPECT_NE(found.find("the beam simulator moves in closed form; expected another simulator, "
                             "such as articulated"),
                  std::string::npos)
            << found;
    }
}

}  // namespace
}  // namespace thigmo
