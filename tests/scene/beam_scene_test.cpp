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
