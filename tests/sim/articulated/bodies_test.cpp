// Bodies of plants: masses, joints, places, damping, standing shapes.
#include "thigmo/sim/articulated/bodies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "samples/parts.h"
#include "samples/plants.h"
#include "tests/message.h"
#include "thigmo/base/error.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/plant/bend_leaves.h"
#include "thigmo/plant/edit.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/articulated/articulated.h"
#include "thigmo/sim/articulated/joint_layout.h"
#include "thigmo/sim/articulated/standing.h"

namespace thigmo {
namespace {

constexpr double pi = std::numbers::pi;

ArticulatedSettings unloaded() {
    ArticulatedSettings settings;
    settings.footing.shape = GivenShape::unloaded;
    return settings;
}

double sum_of_masses(const Bodies& bodies) {
    double sum = bodies.standing.mass;
    for (const double mass : bodies.mass) sum += mass;
    return sum;
}

TEST(Bodies, cantilever_has_joints_in_the_middle_of_segments) {
    Plant plant = samples::stem(10, 1, 0.01, 0.01);
    plant.materials[MaterialId(0)].young = 8.1e9;
    plant.materials[MaterialId(0)].shear = 8.1e9 / 2.6;
    plant.materials[MaterialId(0)].density = 923;
    const Bodies bodies = build_bodies(plant, unloaded());
    ASSERT_EQ(bodies.size(), 10u);
    const double EI = 8.1e9 * pi / 4 * 1e-8, GJ = 8.1e9 / 2.6 * pi / 2 * 1e-8;
    double area = 0;
    for (const BodyId body : bodies.rows()) {
        const bool first = body.value == 0, last = body.value == 9;
        const SegmentId segment(body.value);
        EXPECT_NEAR(bodies.stiffness[body].y(), EI / 0.1, 1e-7);
        EXPECT_NEAR(bodies.stiffness[body].x(), GJ / 0.1, 1e-7);
        EXPECT_NEAR(bodies.along[body], 0.5, 1e-12);
        EXPECT_NEAR(bodies.centre[body].x(), last ? 0.025 : 0.05, 1e-12);
        EXPECT_NEAR((bodies.given[body] * Vec3::UnitX() - Vec3::UnitY()).norm(), 0, 1e-15);
        EXPECT_EQ(bodies.joints[segment], (Rows<BodyId>{body.value, 1}));
        EXPECT_EQ(bodies.at_end[segment], body);
        EXPECT_EQ(bodies.at_start[segment], first ? BodyId::none() : BodyId(body.value - 1));
        EXPECT_EQ(bodies.sampled_at[body], body);
        const Vec3 offset = first ? Vec3(0, 0.05, 0) : Vec3(0.1, 0, 0);
        EXPECT_NEAR((bodies.offset[body] - offset).norm(), 0, 1e-12);
        area += bodies.area[body];
    }
    EXPECT_NEAR(area, 0.02, 1e-12);
    EXPECT_NEAR(bodies.standing.mass, 0.05 * 923 * pi * 1e-4, 1e-9);
    EXPECT_NEAR(sum_of_masses(bodies), mass(plant), 1e-12 * mass(plant));
}

/// Σ m x of everything, as it is given.
Vec3 first_moment(const Bodies& bodies) {
    Vec3 sum = bodies.standing.first;
    Column<BodyId, Vec3> joint(bodies.size());
    for (const BodyId body : bodies.rows()) {
        const BodyId parent = bodies.parent[body];
        joint[body] = bodies.offset[body];
        if (parent.exists())
            joint[body] = joint[parent] + bodies.given[parent] * bodies.offset[body];
        sum += bodies.mass[body] * (joint[body] + bodies.given[body] * bodies.centre[body]);
    }
    return sum;
}

/// Static tip displacement of a plant of one straight domain: a force at its tip, small angles.
double tip_flexibility(const Plant& plant, const Bodies& bodies) {
    const Vec3 tip = plant.segments.end[SegmentId(plant.segments.size() - 1)];
    double sum = 0, y = 0;
    for (const BodyId body : bodies.rows()) {
        y += body.value == 0 ? bodies.offset[body].y() : bodies.offset[body].x();
        sum += std::pow(tip.y() - y, 2) / bodies.stiffness[body].y();
    }
    return sum;
}

TEST(Bodies, few_joints_give_way_to_a_tip_force_as_the_whole_cone_does) {
    // A cone from r to R = r/2 held at r: δ/F = 4 ℓ³/(3 π E r³ R) for any taper.
    for (const int segments : {1, 2, 3}) {
        const Plant plant = samples::stem(segments, 1, 0.02, 0.01);
        const double E = plant.materials[MaterialId(0)].young;
        const double exact = 4 / (3 * pi * E * std::pow(0.02, 3) * 0.01);
        const Bodies bodies = build_bodies(plant, unloaded());
        EXPECT_LE(bodies.size(), 7u);
        EXPECT_NEAR(tip_flexibility(plant, bodies) / exact, 1, 1e-9) << segments;
    }
    const Plant many = samples::stem(8, 1, 0.02, 0.01);
    const double E = many.materials[MaterialId(0)].young;
    EXPECT_NEAR(tip_flexibility(many, build_bodies(many, unloaded())) * 3 * pi * E * 8e-8 / 4, 1,
                0.02);
}

TEST(Bodies, joints_by_key_survive_a_change_of_their_domain) {
    const Plant plant = samples::stem(8, 1, 0.02, 0.01);
    ArticulatedSettings settings = unloaded();
    settings.joints = std::make_shared<const JointCounts>(joints_by_key(plant, settings));
    Plant part = take_subtree(split_domain(plant, SegmentId(6u)).plant, DomainId(1u)).plant;
    // One in the last but one, two in the last, which is the softest.
    EXPECT_EQ(build_bodies(part, settings).size(), 3u);
    EXPECT_EQ(build_bodies(part, unloaded()).size(), 5u);
    settings.footing.base = Base::free;  // and one for the foot that nothing holds
    EXPECT_EQ(build_bodies(part, settings).size(), 4u);
}

TEST(Bodies, damping_is_the_materials_ratio_at_the_domains_frequency) {
    Plant plant = samples::stem(200, 1, 0.01, 0.01);
    plant.materials[MaterialId(0)].damping_ratio = 0.05;
    const Material& wood = plant.materials[MaterialId(0)];
    Bodies bodies = build_bodies(plant, unloaded());
    // Dunkerley's ω² of a uniform cantilever is 12 EI/ρAL⁴.
    const double omega = std::sqrt(12 * wood.young * pi / 4 * 1e-8 / (wood.density * pi * 1e-4));
    const BodyId some(50u);
    EXPECT_NEAR(bodies.damping[some].y() / bodies.stiffness[some].y(), 2 * 0.05 / omega,
                1e-3 * 0.1 / omega);
    ArticulatedSettings settings = unloaded();
    settings.damping = false;
    bodies = build_bodies(plant, settings);
    EXPECT_TRUE(bodies.damping[some].isZero(0));
}

TEST(Bodies, branches_hang_on_the_body_of_their_place_and_take_the_junction_factor) {
    Plant plant;
    samples::start_plant(plant, "fork");
    const DomainId trunk = samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    samples::add_segment(plant, Vec3::Zero(), {0, 1, 0}, 0.05, 0.05);
    samples::add_domain(plant, trunk, {SegmentId(0u), 0.5}, Kind::branch);
    samples::add_segment(plant, {0.05, 0.5, 0}, {0.25, 0.5, 0}, 0.01, 0.01);
    samples::add_domain(plant, trunk, {SegmentId(0u), 1}, Kind::branch);
    samples::add_segment(plant, {0, 1, 0}, {0, 1.2, 0}, 0.01, 0.01);
    ArticulatedSettings settings = unloaded();
    const Bodies plain = build_bodies(plant, settings);
    settings.junction = 0.5;
    const Bodies bodies = build_bodies(plant, settings);
    ASSERT_EQ(bodies.size(), 12u);  // four each
    for (const BodyId body : bodies.rows()) {
        const bool foot = body.value == 4 || body.value == 8;
        EXPECT_NEAR(bodies.stiffness[body].y(), (foot ? 0.5 : 1) * plain.stiffness[body].y(),
                    1e-12 * plain.stiffness[body].y());
    }
    // Halfway up lies between the trunk's second joint and its third; the tip goes with the last.
    EXPECT_EQ(bodies.parent[BodyId(4u)], BodyId(1u));
    EXPECT_EQ(bodies.parent[BodyId(8u)], BodyId(3u));
    // A rigid arm leads to where the branch starts, away from its parent's axis.
    const Vec3 arm = bodies.given[BodyId(1u)] * bodies.offset[BodyId(4u)];
    EXPECT_NEAR(arm.x(), 0.05 + 0.2 * bodies.along[BodyId(4u)], 1e-12);
    EXPECT_NEAR(arm.y(), 0.5 - bodies.along[BodyId(1u)], 1e-12);
    // The foot of the branch is part of the trunk's body.
    EXPECT_GT(plain.mass[BodyId(1u)], 1.0001 * plant.materials[MaterialId(0)].density * pi *
                                          0.0025 *
                                          (plain.along[BodyId(2u)] - plain.along[BodyId(1u)]));
    EXPECT_NEAR(sum_of_masses(plain), mass(plant), 1e-12 * mass(plant));
}

TEST(Bodies, saplings_leaves_are_blades_that_read_the_woods_air) {
    const Plant plant = samples::sapling();
    const Bodies bodies = build_bodies(plant, {});
    EXPECT_NEAR(sum_of_masses(bodies), mass(plant), 1e-12 * mass(plant));
    size_t leaves = 0;
    for (const DomainId domain : plant.domains.rows()) {
        if (plant.domains.kind[domain] != Kind::leaf) continue;
        const BodyId body = bodies.of_domain[domain];
        ASSERT_TRUE(body.exists());
        ++leaves;
        EXPECT_EQ(bodies.plate[body], 1);
        EXPECT_EQ(bodies.sampled_at[body], bodies.parent[body]);
        EXPECT_TRUE(bodies.inertia[body].isDiagonal(0));
        EXPECT_EQ(bodies.centre[body].tail<2>().norm(), 0);
        // Flat: the inertia across its plane is the sum of those in it, but for its thickness.
        const Vec3 J = bodies.inertia[body].diagonal();
        EXPECT_NEAR(J.maxCoeff(), J.sum() - J.maxCoeff(), 1e-3 * J.maxCoeff());
        EXPECT_GE(std::min(J.y(), J.z()), bodies.mass[body] * std::pow(bodies.centre[body].x(), 2));
        // Held out level it turns by half a radian at most.
        EXPECT_LE(9.81 * bodies.mass[body] * bodies.centre[body].x() / bodies.stiffness[body].y(),
                  0.5 * (1 + 1e-12));
    }
    EXPECT_EQ(leaves, 4u);
}

TEST(Bodies, leaves_that_bend_share_their_mass_out) {
    const Plant plant = bend_leaves(samples::sapling(), 3).plant;
    const Bodies bodies = build_bodies(plant, unloaded());
    EXPECT_NEAR(sum_of_masses(bodies), mass(plant), 1e-12 * mass(plant));
    for (const DomainId domain : plant.domains.rows()) {
        if (plant.domains.kind[domain] != Kind::leaf) continue;
        double leaf = 0, area = 0, sag = 0, left = 0;
        const Rows<SegmentId> run = plant.domains.segments[domain];
        for (const SegmentId segment : run) {
            const BodyId body = bodies.at_end[segment];
            leaf += bodies.mass[body];
            area += bodies.area[body];
            EXPECT_EQ(bodies.plate[body], 1);
            EXPECT_GT(bodies.mass[body], 0.1 * mass(plant, domain));
            EXPECT_FALSE(is_wood(plant.domains.kind[bodies.domain[body]]));
            EXPECT_TRUE(is_wood(plant.domains.kind[bodies.domain[bodies.sampled_at[body]]]));
        }
        // What lies before its first joint goes with the wood, but for the air.
        EXPECT_LT(leaf, mass(plant, domain));
        EXPECT_GT(leaf, 0.8 * mass(plant, domain));
        EXPECT_NEAR(area, 0.5 * 0.0047, 1e-12);  // half of it shows on the mean
        // Held out level the tip turns by half a radian at most: the sum over the joints.
        const auto joint = [&](SegmentId segment) {
            const double along = bodies.along[bodies.at_end[segment]];
            return Vec3(plant.segments.start[segment] +
                        along * (plant.segments.end[segment] - plant.segments.start[segment]));
        };
        for (const SegmentId segment : run) {
            left = 0;
            for (const SegmentId out : run)
                if (out >= segment)
                    left +=
                        bodies.mass[bodies.at_end[out]] * ((joint(out) - joint(segment)).norm() +
                                                           bodies.centre[bodies.at_end[out]].x());
            sag += 9.81 * left / bodies.stiffness[bodies.at_end[segment]].y();
        }
        EXPECT_LE(sag, 0.5 * (1 + 1e-6));
    }
}

TEST(Bodies, rigid_wood_is_part_of_what_carries_it) {
    Plant plant = samples::sapling();
    for (const DomainId domain : plant.domains.rows())
        if (domain.value > 0) plant.domains.flexible[domain] = 0;
    const Bodies bodies = build_bodies(plant, {});
    size_t leaves = 0;
    for (const Kind kind : plant.domains.kind) leaves += kind == Kind::leaf;
    size_t joints = 0;
    for (const SegmentId segment : plant.domains.segments[DomainId(0u)])
        joints += bodies.joints[segment].size();
    EXPECT_EQ(bodies.size(), joints + leaves);
    EXPECT_NEAR(sum_of_masses(bodies), mass(plant), 1e-12 * mass(plant));
    for (const DomainId domain : plant.domains.rows()) {
        if (domain.value == 0 || !is_wood(plant.domains.kind[domain])) continue;
        const Attachment& at = plant.domains.attachment[domain];
        EXPECT_EQ(bodies.of_domain[domain], body_at(bodies, at.segment, at.along));
    }
    const Bodies bending = build_bodies(samples::sapling(), {});
    EXPECT_NEAR((first_moment(bodies) - first_moment(bending)).norm(), 0, 1e-12);
}

TEST(Bodies, welded_leaves_are_part_of_their_wood) {
    const Plant plant = samples::sapling();
    ArticulatedSettings settings = unloaded();
    settings.leaf.joint = LeafJoint::welded;
    const Bodies bodies = build_bodies(plant, settings);
    for (const BodyId body : bodies.rows())
        EXPECT_TRUE(is_wood(plant.domains.kind[bodies.domain[body]]));
    EXPECT_NEAR(sum_of_masses(bodies), mass(plant), 1e-12 * mass(plant));
    const Bodies hung = build_bodies(plant, unloaded());
    double welded = 0, swinging = 0;
    for (const double k : bodies.foliage) welded += k;
    for (const BodyId body : hung.rows())
        if (!is_wood(plant.domains.kind[hung.domain[body]])) swinging += hung.drag[body];
    EXPECT_NEAR(welded, swinging, 1e-12 * swinging);
}

TEST(Bodies, a_rigid_trunk_on_a_held_base_is_no_body) {
    Plant plant = samples::sapling();
    plant.domains.flexible[DomainId(0u)] = 0;
    const Bodies bodies = build_bodies(plant, {});
    for (const SegmentId segment : plant.domains.segments[DomainId(0u)])
        EXPECT_FALSE(bodies.at_end[segment].exists());
    for (const DomainId domain : plant.domains.rows()) {
        if (plant.domains.parent[domain] != DomainId(0u)) continue;
        const Rows<SegmentId> own = plant.domains.segments[domain];
        if (own.empty()) continue;
        const BodyId body = bodies.joints[own.front()].front();
        EXPECT_FALSE(bodies.parent[body].exists());
        const Vec3 joint = plant.segments.start[own.front()] +
                           bodies.along[body] * (plant.segments.end[own.front()] -
                                                 plant.segments.start[own.front()]);
        EXPECT_NEAR((bodies.offset[body] - joint).norm(), 0, 1e-12);
    }
    EXPECT_GT(bodies.standing.mass, mass(plant, DomainId(0u)));
    EXPECT_NEAR(sum_of_masses(bodies), mass(plant), 1e-12);
}

TEST(Bodies, rejects_a_root_alone) {
    Plant plant = samples::stem(2, 1, 0.01, 0.01);
    plant.domains.flexible[DomainId(0u)] = 0;
    EXPECT_THAT(message([&] { build_bodies(plant, {}); }),
                testing::HasSubstr("found an immovable root alone, expected what can move"));
}

TEST(Bodies, material_varies_along_the_domain) {
    Plant plant = samples::stem(2, 1, 0.01, 0.01);
    Material& wood = plant.materials[MaterialId(0)];
    wood.tip_young = 0.5;
    wood.tip_density = 0.2;
    const Bodies bodies = build_bodies(plant, unloaded());
    // ∫ ds/EI with E = E₀(1 − s/2): 2 ln 2/(E₀ I) in all, 2 ln(4/3)/(E₀ I) of the lower half.
    const double EI = wood.young * pi / 4 * 1e-8;
    double lower = 0, whole = 0;
    for (const BodyId body : bodies.rows()) {
        whole += EI / bodies.stiffness[body].y();
        if (bodies.segment[body].value == 0) lower += EI / bodies.stiffness[body].y();
    }
    EXPECT_NEAR(whole, 2 * std::log(2.0), 1e-9);
    EXPECT_NEAR(lower, 2 * std::log(4.0 / 3), 1e-9);
    EXPECT_NEAR(sum_of_masses(bodies), mass(plant), 1e-12 * mass(plant));
}

TEST(Bodies, takes_what_segments_state) {
    Plant plant = samples::stem(3, 0.3, 0.01, 0.01);
    const Column<SegmentId, Quat> frames = segment_frames(plant);
    plant.articulations.resize(3);
    for (const SegmentId segment : plant.segments.rows())
        plant.articulations[segment].frame = frames[segment];
    Articulation& one = plant.articulations[SegmentId(1u)];
    one.mass = 2;
    one.centre = Vec3(0.03, 0.01, 0);
    one.inertia = Vec3(0.01, 0.02, 0.03);
    one.stiffness = Vec3(5, 6, 7);
    one.damping = Vec3(0.1, 0.2, 0.3);
    one.initial = Vec3(0, 0, 0.4);
    Articulation& two = plant.articulations[SegmentId(2u)];
    two.young = Vec3(2e9, 3e9, 4e9);
    two.density = 500;
    const Bodies bodies = build_bodies(plant, unloaded());
    const BodyId b1(1u), b2(2u);
    EXPECT_NEAR(bodies.mass[b1], 2, 1e-14);
    EXPECT_NEAR((bodies.centre[b1] - one.centre).norm(), 0, 1e-14);
    EXPECT_NEAR((bodies.inertia[b1] - Mat3(one.inertia.asDiagonal())).norm(), 0, 1e-14);
    EXPECT_EQ(bodies.stiffness[b1], one.stiffness);
    EXPECT_EQ(bodies.damping[b1], one.damping);
    EXPECT_NEAR((bodies.initial[b1] - Vec3(0, 0, 0.4)).norm(), 0, 1e-14);
    const Material& wood = plant.materials[MaterialId(0)];
    const double over_l = pi / 4 * 1e-8 / 0.1;
    EXPECT_NEAR(bodies.stiffness[b2].y(), 3e9 * over_l, 1e-6);
    EXPECT_NEAR(bodies.stiffness[b2].z(), 4e9 * over_l, 1e-6);
    EXPECT_NEAR(bodies.stiffness[b2].x(), 2e9 * wood.shear / wood.young * 2 * over_l, 1e-6);
    EXPECT_NEAR(bodies.mass[b2], 500 * pi * 1e-4 * 0.1, 1e-12);
    EXPECT_NEAR(sum_of_masses(bodies), mass(plant), 1e-12 * mass(plant));
}

std::string refusal(const Plant& plant) {
    return message([&] { build_bodies(plant, {}); });
}

TEST(Bodies, rejects_what_cannot_move) {
    const auto with = [](auto change) {
        Plant plant = samples::sapling();
        change(plant);
        return refusal(plant);
    };
    const SegmentId s0(0u);
    EXPECT_EQ(with([&](Plant& p) { p.segments.end[s0] = p.segments.start[s0]; }),
              "trunk: found length 0 m, expected more than 0");
    EXPECT_EQ(with([&](Plant& p) { p.segments.start_radius[s0] = p.segments.end_radius[s0] = 0; }),
              "trunk: found radius 0 m, expected more than 0");
    EXPECT_EQ(with([&](Plant& p) { p.segments.start_radius[s0] = -0.01; }),
              "trunk: found radius -0.01 m, expected more than 0");
    EXPECT_EQ(
        with([&](Plant& p) { p.segments.start_radius[s0] = p.segments.end_radius[s0] = 5e-8; }),
        "trunk: found radius 5e-08 m, expected at least 1e-06 m: a line cannot stand");
    EXPECT_EQ(with([](Plant& p) { p.materials[MaterialId(0)].density = 0; }),
              "trunk: found density 0 kg/m³, expected more than 0");
    EXPECT_EQ(with([](Plant& p) { p.materials[MaterialId(0)].young = -1; }),
              "trunk: found Young's modulus -1 Pa, expected more than 0");
    EXPECT_EQ(with([](Plant& p) { p.materials[MaterialId(0)].shear = NAN; }),
              "trunk: found shear modulus nan Pa, expected more than 0");
    EXPECT_EQ(with([](Plant& p) { p.materials[MaterialId(0)].tip_young = 0; }),
              "trunk: found tip modulus 0 of the base's, expected more than 0");
    EXPECT_EQ(with([](Plant& p) { p.materials[MaterialId(0)].tip_density = -1; }),
              "trunk: found tip density -1 of the base's, expected more than 0");
    EXPECT_THAT(with([](Plant& p) { p.shapes[ShapeId(0)].area = 0; }),
                testing::StartsWith("leaf_1: found area of its shape 0 m², expected more than 0"));
    EXPECT_THAT(
        with([](Plant& p) { p.shapes[ShapeId(0)].thickness = 0; }),
        testing::StartsWith("leaf_1: found thickness of its shape 0 m, expected more than 0"));
}

TEST(Bodies, rejects_a_domain_of_nothing) {
    Plant plant = samples::sapling();
    const DomainId leaf(plant.domains.size() - 1);
    plant.domains.shape[leaf] = ShapeId::none();
    EXPECT_EQ(refusal(plant), "leaf_4: found neither segments nor a shape, expected what can move");
}

TEST(Bodies, rejects_a_cycle) {
    Plant plant = samples::sapling();
    plant.domains.parent[DomainId(1u)] = DomainId(2u);
    EXPECT_EQ(refusal(plant),
              "twig_1: found parent leaf_1, expected one before it: a cycle cannot move");
}

TEST(Bodies, rejects_impossible_inertia) {
    Plant plant = samples::stem(1, 1, 0.01, 0.01);
    plant.articulations.resize(1);
    plant.articulations[SegmentId(0)].frame =
        segment_frames(samples::stem(1, 1, 1, 1))[SegmentId(0)];
    plant.articulations[SegmentId(0)].mass = 1;
    plant.articulations[SegmentId(0)].inertia = Vec3(1e-3, 0.1, 0.4);
    EXPECT_THAT(refusal(plant),
                testing::HasSubstr("found inertia 0.1 kg m² about its joint, expected at "
                                   "least 0.25 of its mass at its centre"));
}

}  // namespace
}  // namespace thigmo
