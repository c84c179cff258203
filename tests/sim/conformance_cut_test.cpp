// A cut in mid-motion, for every simulator that has velocities.
#include <gtest/gtest.h>

#include <map>

#include "tests/sim/conformance_stand.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/cut.h"

namespace thigmo {
namespace {

/// How every row moves that a cut must carry: segments by their ends, shapes by their places.
struct Moving {
    Load::Table table = Load::Table::segments;
    uint32_t row = 0;
    Rigid motion;
    Vec3 point, velocity;
};

std::vector<Moving> moving_rows(Actor& actor) {
    const Plant& plant = actor.part->plant;
    const Pose& pose = pose_now(actor);
    std::vector<Moving> rows;
    const auto add = [&](Load::Table table, uint32_t row, const Rigid& motion, const Vec3& rest) {
        const Vec3 point = motion * rest;
        rows.push_back({table, row, motion, point, actor.simulator->velocity(table, row, point)});
    };
    for (const SegmentId row : plant.segments.rows())
        add(Load::Table::segments, row.value, pose.segments[row], plant.segments.end[row]);
    for (const DomainId row : plant.domains.rows())
        if (plant.domains.shape[row].exists())
            add(Load::Table::domains, row.value, pose.shapes[row],
                plant.domains.placement[row].position);
    return rows;
}

/// In mid-motion, pulled at its tip.
Scene swaying(const Registered& kind, const Plant& plant) {
    Scene scene;
    scene.make = kind.make;
    scene.clock.dt = kind.dt;
    add_plant(scene, "plant", make_part(plant), kind.settings, {});
    Loads loads;
    for (int i = 0; i < 60; ++i) {
        Load load;
        const SegmentId tip(plant.segments.size() - 1);
        load.row = tip.value;
        load.point = pose_now(scene.actors[0]).segments[tip] * plant.segments.end[tip];
        load.velocity = scene.actors[0].simulator->velocity(load.table, load.row, load.point);
        load.force = Vec3(kind.force, 0, 0.5 * kind.force);
        loads.points = {&load, 1};
        scene.actors[0].simulator->step(kind.dt, loads);
        scene.actors[0].pose_is_now = false;
    }
    return scene;
}

/// The part that stays has the same bits; the other's frames begin at another root.
void expect_unmoved(const Moving& now, const Moving& then, bool kept, bool relative) {
    const Quat &turned = now.motion.rotation, &before = then.motion.rotation;
    if (kept || !relative)
        EXPECT_EQ(turned.coeffs(), before.coeffs()) << then.row;
    else
        EXPECT_LT((turned * before.conjugate()).vec().norm(), 1e-14) << then.row;
    if (kept) {
        EXPECT_EQ(now.motion.translation, then.motion.translation) << then.row;
        EXPECT_EQ(now.velocity, then.velocity) << then.row;
    } else {
        EXPECT_LT((now.point - then.point).norm(), 1e-12) << then.row;
        EXPECT_LT((now.velocity - then.velocity).norm(), 1e-12 * (1 + then.velocity.norm()));
    }
}

/// As near as other shapes can come to a motion: solids are divided where branches sit.
void expect_near(const Moving& now, const Moving& then, double share, double size) {
    EXPECT_LT((now.motion.rotation * then.motion.rotation.conjugate()).vec().norm(), share)
        << then.row;
    EXPECT_LT((now.point - then.point).norm(), share * size) << then.row;
    EXPECT_LT((now.velocity - then.velocity).norm(), share * (1 + then.velocity.norm()))
        << then.row;
}

/// Cuts it while it sways.
void expect_cut_keeps_motion(const Registered& kind, const Plant& whole, const CutPlace& place) {
    const double size = bounds(whole).sizes().maxCoeff();
    Scene scene = swaying(kind, whole);
    std::map<std::pair<Load::Table, uint32_t>, Moving> before;
    for (const Moving& row : moving_rows(scene.actors[0])) before[{row.table, row.row}] = row;
    cut(scene, 0, place);
    ASSERT_EQ(scene.actors.size(), 2u);
    EXPECT_NEAR(scene.actors[0].part->mass + scene.actors[1].part->mass, mass(whole),
                1e-12 * mass(whole));
    size_t found = 0;
    for (Actor& actor : scene.actors)
        for (const Moving& now : moving_rows(actor)) {
            const uint32_t old = now.table == Load::Table::segments
                                     ? actor.part->from_segment[SegmentId(now.row)].value
                                     : actor.part->from_domain[DomainId(now.row)].value;
            ++found;
            const Moving& then = before.at({now.table, old});
            if (kind.refitted > 0)
                expect_near(now, then, kind.refitted, size);
            else
                expect_unmoved(now, then, &actor == &scene.actors[0], kind.relative);
        }
    EXPECT_EQ(found, before.size());
}

class CutConformance : public ::testing::TestWithParam<Registered> {};
class BranchCutConformance : public ::testing::TestWithParam<Registered> {};

/// Those whose plant has a branch.
std::vector<Registered> branched() {
    std::vector<Registered> found = those([](const Claims& c) { return c.dynamic; });
    std::erase_if(found, [](const Registered& kind) {
        const Plant plant = kind.plant();
        return segment_domains(plant)[SegmentId(plant.segments.size() - 1)].value == 0;
    });
    return found;
}

INSTANTIATE_TEST_SUITE_P(All, BranchCutConformance, ::testing::ValuesIn(branched()), name_of);
INSTANTIATE_TEST_SUITE_P(All, CutConformance,
                         ::testing::ValuesIn(those([](const Claims& c) { return c.dynamic; })),
                         name_of);

CutPlace middle_of_trunk(const Plant& plant) {
    const Rows<SegmentId> trunk = plant.domains.segments[DomainId(size_t{0})];
    return {SegmentId(trunk.first + trunk.count / 2), DomainId(size_t{0})};
}

/// The last domain that has segments.
CutPlace last_branch(const Plant& plant) {
    const DomainId domain = segment_domains(plant)[SegmentId(plant.segments.size() - 1)];
    return {plant.domains.segments[domain].front(), domain};
}

TEST_P(CutConformance, through_the_trunk_leaves_rotations_and_velocities_as_they_are) {
    const Plant plant = GetParam().plant();
    expect_cut_keeps_motion(GetParam(), plant, middle_of_trunk(plant));
    if (GetParam().large == nullptr) return;
    const Plant large = GetParam().large();
    expect_cut_keeps_motion(GetParam(), large, middle_of_trunk(large));
}

TEST_P(BranchCutConformance, leaves_rotations_and_velocities_as_they_are) {
    const Plant plant = GetParam().plant();
    expect_cut_keeps_motion(GetParam(), plant, last_branch(plant));
}

}  // namespace
}  // namespace thigmo
