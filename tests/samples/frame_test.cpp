// The frame against closed forms of beams.
#include "samples/frame.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/parts.h"
#include "tests/message.h"

namespace thigmo::samples {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double E = 8e9, G = 5e8, rho = 900, L = 1, r = 0.01;
const double area = pi * r * r, second = pi * r * r * r * r / 4;

DomainId add_rod(Plant& plant, DomainId parent, Attachment at, const Vec3& from, const Vec3& to,
                 size_t segments, double r1 = r, double r2 = r) {
    const DomainId domain =
        add_domain(plant, parent, at, parent.exists() ? Kind::branch : Kind::trunk);
    const auto n = static_cast<double>(segments);
    for (size_t i = 0; i < segments; ++i) {
        const double a = static_cast<double>(i) / n, b = static_cast<double>(i + 1) / n;
        add_segment(plant, from + a * (to - from), from + b * (to - from), r1 + a * (r2 - r1),
                    r1 + b * (r2 - r1));
    }
    return domain;
}

Plant empty() {
    Plant plant;
    start_plant(plant, "frame");
    Material& wood = plant.materials[MaterialId(size_t{0})];
    wood.young = E;
    wood.shear = G;
    wood.density = rho;
    return plant;
}

Plant rod(size_t segments, double r1 = r, double r2 = r, double l = L) {
    Plant plant = empty();
    add_rod(plant, DomainId::none(), {}, Vec3::Zero(), Vec3(l, 0, 0), segments, r1, r2);
    return plant;
}

SegmentId last(const Plant& plant) {
    return SegmentId(plant.segments.size() - 1);
}

/// A point mass at a place of the plant, as a tiny blade.
void add_point_mass(Plant& plant, Attachment at, const Vec3& place, double mass) {
    Shape dot;
    dot.mesh.positions = {{0, 0, 0}, {1e-6f, 0, 0}, {0, 1e-6f, 0}};
    dot.mesh.triangles = {{0, 1, 2}};
    dot.area = 1e-3;
    dot.thickness = 1e-6;
    Material heavy;
    heavy.density = mass / (dot.area * dot.thickness);
    add_domain(plant, DomainId(size_t{0}), at, Kind::fruit);
    plant.domains.material.back() = plant.materials.push_back(heavy);
    plant.domains.shape.back() = plant.shapes.push_back(dot);
    plant.domains.placement.back().position = place;
}

/// Frequency (Hz) of a uniform beam by the root of its frequency equation.
double beam_hz(double root) {
    return root * root / (2 * pi * L * L) * std::sqrt(E * second / (rho * area));
}

double hz(const FrameModes& found, size_t i) {
    return found.modes.at(i).frequency;
}

TEST(FrameTest, uniform_cantilever_of_any_number_of_segments) {
    for (const size_t segments : {1, 2, 8}) {
        const FrameModes found = find_frame_modes(rod(segments), {}, 6);
        const double roots[] = {1.8751041, 4.6940911, 7.8547574};
        for (size_t i = 0; i < 6; ++i)  // two directions each
            EXPECT_NEAR(hz(found, i) / beam_hz(roots[i / 2]), 1, 1e-4) << segments << " " << i;
        EXPECT_GT(found.pieces, 1);
    }
}

TEST(FrameTest, pointed_cone) {
    // ω L² √(ρA/EI) at the base: Conway, Becker, Dubil (1964), J. Appl. Mech. 31, of a full cone.
    const double expected[] = {8.7193, 21.1457, 38.4538};
    const FrameModes found = find_frame_modes(rod(4, r, 0), {}, 6);
    for (size_t i = 0; i < 6; ++i)
        EXPECT_NEAR(hz(found, i) * 2 * pi * L * L / std::sqrt(E * second / (rho * area)),
                    expected[i / 2], 3e-4 * expected[i / 2])
            << i;
}

TEST(FrameTest, cone_sags_in_an_arc) {
    // Own weight bends a cone of slope k = r/L by the same ρg/3Ek² everywhere.
    const double g = 9.81, k = r / L, expected = rho * g / (3 * E * k * k) * L * L / 2;
    const auto sag = frame_sag(rod(8, r, 0), {.pieces = 16}, {0, -g, 0});
    EXPECT_NEAR(-sag[last(rod(8))].y() / expected, 1, 1e-3);
}

TEST(FrameTest, weight_at_the_tip) {
    Plant plant = rod(2);
    add_point_mass(plant, {last(plant), 1}, Vec3(L, 0, 0), rho * area * L);
    // 1 + cos x cosh x + x (cos x sinh x − sin x cosh x) = 0, as heavy as the beam.
    EXPECT_NEAR(hz(find_frame_modes(plant, {}, 2), 0) / beam_hz(1.2479174), 1, 1e-4);
}

TEST(FrameTest, twist) {
    Plant plant = rod(2);
    plant.materials[MaterialId(size_t{0})].shear = 1e3;
    const FrameModes found = find_frame_modes(plant, {}, 2);
    for (size_t i = 0; i < 2; ++i) {
        const double expected = (2 * static_cast<double>(i) + 1) / (4 * L) * std::sqrt(1e3 / rho);
        EXPECT_NEAR(hz(found, i) / expected, 1, 1e-4);
        EXPECT_GT(std::abs(found.modes[i].end[last(plant)].rotation.x()), 1);
    }
}

TEST(FrameTest, free_rod) {
    const FrameModes found = find_frame_modes(rod(4), {.clamped = false}, 6);
    const double roots[] = {4.7300407, 7.8532046, 10.9956078};
    for (size_t i = 0; i < 6; ++i) EXPECT_NEAR(hz(found, i) / beam_hz(roots[i / 2]), 1, 1e-4) << i;
}

/// A column with an arm of its own wood from its top, of length a.
Plant knee(double a, size_t segments) {
    Plant plant = empty();
    const DomainId column =
        add_rod(plant, DomainId::none(), {}, Vec3::Zero(), Vec3(0, L, 0), segments);
    add_rod(plant, column, {plant.domains.segments[column].back(), 1}, Vec3(0, L, 0), Vec3(a, L, 0),
            segments);
    return plant;
}

TEST(FrameTest, knee_sags_as_by_hand) {
    const double a = 0.5, g = 9.81, w = rho * area * g, EI = E * second, GJ = G * 2 * second;
    for (const size_t segments : {1, 3}) {
        const Plant plant = knee(a, segments);
        // In its plane: the arm's moment w a²/2 bends the column all along.
        const double down = w * a * a * a * a / (8 * EI) + w * a * a / 2 * L / EI * a;
        EXPECT_NEAR(-frame_sag(plant, {}, {0, -g, 0})[last(plant)].y() / down, 1, 1e-3);
        // Across it: the column is bent by both, and twisted by the arm.
        const double across = w * L * L * L * L / (8 * EI) + w * a * L * L * L / (3 * EI) +
                              w * a * a / 2 * L / GJ * a + w * a * a * a * a / (8 * EI);
        EXPECT_NEAR(frame_sag(plant, {}, {0, 0, g})[last(plant)].z() / across, 1, 1e-9);
    }
}

TEST(FrameTest, fork_carries_both_arms) {
    Plant plant = empty();
    const DomainId column = add_rod(plant, DomainId::none(), {}, Vec3::Zero(), Vec3(0, L, 0), 1);
    const double a = 0.4, g = 9.81, w = rho * area * g, EI = E * second;
    // Both leave the column half-way up; what is above it is carried too.
    add_rod(plant, column, {SegmentId(size_t{0}), 0.5}, Vec3(0, L / 2, 0), Vec3(a, L / 2, 0), 1);
    add_rod(plant, column, {SegmentId(size_t{0}), 0.5}, Vec3(0, L / 2, 0), Vec3(-a, L / 2, 0), 1);
    const double h = L / 2, force = w * (h + 2 * a), moment = w * h * h / 2;
    const double at_fork =
        w * h * h * h * h / (8 * EI) + force * h * h * h / (3 * EI) + moment * h * h / (2 * EI);
    // Twists of the two arms cancel.
    const auto sag = frame_sag(plant, {}, {0, 0, g});
    EXPECT_NEAR(sag[last(plant)].z() / (at_fork + w * a * a * a * a / (8 * EI)), 1, 1e-9);
}

TEST(FrameTest, rigid_arm_to_the_bark_turns_with_its_parent) {
    Plant plant = rod(1);
    const double off = 0.05, g = 9.81, w = rho * area * g, EI = E * second;
    // A twig that starts above the tip, light, so that nothing bends it, standing up. Stiffer by
    // more than 1e3, the sum of both would lose its digits.
    Material stiff;
    stiff.young = 1e12;
    stiff.shear = 1e12;
    stiff.density = 1e-6;
    const DomainId twig = add_rod(plant, DomainId(size_t{0}), {SegmentId(size_t{0}), 1},
                                  Vec3(L, off, 0), Vec3(L, 2 * off, 0), 1);
    plant.domains.material[twig] = plant.materials.push_back(stiff);
    const auto sag = frame_sag(plant, {}, {0, -g, 0});
    EXPECT_NEAR(sag[last(plant)].x() / (w * L * L * L / (6 * EI) * 2 * off), 1, 1e-6);
}

TEST(FrameTest, modulus_that_falls_along_the_domain) {
    Plant plant = rod(3);
    plant.materials[MaterialId(size_t{0})].tip_young = 0.3;
    const double g = 9.81, w = rho * area * g;
    double expected = 0;  // ∫ w t³/2 / E(t)I dt
    constexpr int steps = 20000;
    for (int i = 0; i < steps; ++i) {
        const double t = (i + 0.5) / steps * L, young = E * (1 - 0.7 * (1 - t / L));
        expected += w * t * t * t / 2 / (young * second) * L / steps;
    }
    EXPECT_NEAR(-frame_sag(plant, {}, {0, -g, 0})[last(plant)].y() / expected, 1, 1e-6);
}

TEST(FrameTest, segments_state_modulus_and_density) {
    Plant plant = rod(1);
    plant.articulations.resize(1);
    Articulation& stated = plant.articulations[SegmentId(size_t{0})];
    stated.frame = Quat::Identity();
    stated.young = Vec3(E, E, 4 * E);
    stated.density = rho / 2;
    const FrameModes found = find_frame_modes(plant, {}, 2);
    EXPECT_NEAR(hz(found, 0) / beam_hz(1.8751041), std::sqrt(2), 2e-4);
    EXPECT_NEAR(hz(found, 1) / beam_hz(1.8751041), 2 * std::sqrt(2), 4e-4);
    EXPECT_GT(std::abs(found.modes[0].end[last(plant)].displacement.z()), 0.1);  // about y
    stated.stiffness = Vec3::Ones();
    EXPECT_EQ(message([&] { find_frame_modes(plant, {}, 2); }),
              "frame: found a segment that states its joint's stiffness, its centre or its "
              "inertia, expected moduli, density and mass only");
}

/// Timoshenko's beam by its differential equations, Runge–Kutta from the clamp, for the frequency
/// at which a free end is possible: w′ = θ + V/κGA, θ′ = M/EI, M′ = −V − ρIω²θ, V′ = −ρAω²w.
double timoshenko_end(double length, double omega) {
    const double kGA = 0.9 * G * area;
    using State = Eigen::Matrix<double, 4, 2>;
    const auto slope = [&](const State& y) {
        State d;
        d.row(0) = y.row(1) + y.row(3) / kGA;
        d.row(1) = y.row(2) / (E * second);
        d.row(2) = -y.row(3) - rho * second * omega * omega * y.row(1);
        d.row(3) = -rho * area * omega * omega * y.row(0);
        return d;
    };
    State y = State::Zero();
    y(2, 0) = y(3, 1) = 1;
    constexpr int steps = 400;
    const double h = length / steps;
    for (int i = 0; i < steps; ++i) {
        const State a = slope(y), b = slope(y + h / 2 * a), c = slope(y + h / 2 * b),
                    d = slope(y + h * c);
        y += h / 6 * (a + 2 * b + 2 * c + d);
    }
    return y.bottomRows<2>().determinant();
}

TEST(FrameTest, short_beam_with_shear_and_rotary_inertia) {
    const double length = 0.1;
    const FrameModes found = find_frame_modes(rod(2, r, r, length), {.shear = true}, 6);
    // Bending, bending, twist, and so on: those that move the tip sideways.
    std::vector<double> bending;
    for (const FrameMode& mode : found.modes)
        if (mode.end.back().displacement.tail<2>().norm() > 0.1) bending.push_back(mode.frequency);
    ASSERT_GE(bending.size(), 4u);
    double expected[2], omega = 100;
    for (double& root : expected) {
        double step = 100;
        const double before = timoshenko_end(length, omega);
        while (timoshenko_end(length, omega + step) * before > 0) omega += step;
        for (int i = 0; i < 60; ++i, step /= 2)
            if (timoshenko_end(length, omega + step / 2) * before > 0) omega += step / 2;
        root = omega / (2 * pi);
        omega += 100;
    }
    for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(bending[i] / expected[i / 2], 1, 2e-4) << i;
    // A third below Euler and Bernoulli's.
    EXPECT_LT(bending[2], 0.67 * beam_hz(4.6940911) * L * L / (length * length));
}

TEST(FrameTest, short_beam_sags_by_shear_too) {
    const double length = 0.1, g = 9.81, w = rho * area * g;
    const Plant plant = rod(2, r, r, length);
    const double expected =
        w * std::pow(length, 4) / (8 * E * second) + w * length * length / (2 * 0.9 * G * area);
    EXPECT_NEAR(-frame_sag(plant, {.shear = true}, {0, -g, 0})[last(plant)].y() / expected, 1,
                1e-9);
}

/// A blade of sides 6 cm × 10 cm at the end of a rod of radius r, level.
Plant with_leaf(double radius) {
    Plant plant = rod(1, radius, radius);
    add_leaf_shape(plant);
    add_domain(plant, DomainId(size_t{0}), {last(plant), 1}, Kind::leaf);
    plant.domains.material.back() = MaterialId(size_t{1});
    plant.domains.shape.back() = ShapeId(size_t{0});
    plant.domains.placement.back() = {Vec3(L, 0, 0), Quat::Identity(), 1.0};
    return plant;
}

TEST(FrameTest, leaf_swings_on_its_stalk) {
    const Plant plant = with_leaf(0.2);
    const double mass = 0.0047 * 3e-4 * 700, w = 0.06, l = 0.1, t2 = 3e-4 * 3e-4 / 12;
    FrameSettings settings;
    settings.stalks.resize(2, Vec3(1e-4, 1e-3, 1e-3));
    const FrameModes found = find_frame_modes(plant, settings, 3);
    // Within its plane, across it, and in twist about its length.
    const double inertia[] = {mass * (l * l / 3 + w * w / 12 + t2), mass * (l * l / 3 + t2),
                              mass * (w * w / 12 + t2)};
    const double stiffness[] = {1e-3, 1e-3, 1e-4};
    for (size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(hz(found, i) * 2 * pi / std::sqrt(stiffness[i] / inertia[i]), 1, 1e-3) << i;
}

TEST(FrameTest, leaf_stalks_hold_leaves_within_half_a_radian) {
    const Plant plant = with_leaf(0.01);
    const auto stalks = leaf_stalks(plant);
    const double mass = 0.0047 * 3e-4 * 700;
    EXPECT_EQ(stalks[DomainId(size_t{0})].norm(), 0);
    const double held = 9.81 * mass * 0.05 / 0.5;
    const double wide = 0.047, blade = 2 * 1e7 * wide * std::pow(3e-4, 3) / 12 / 0.1;
    EXPECT_LT(blade, held);
    EXPECT_NEAR(stalks[DomainId(size_t{1})].y() / held, 1, 1e-6);
    EXPECT_NEAR(stalks[DomainId(size_t{1})].x() / (held * 4 * 4e6 / 1e7), 1, 1e-6);
    EXPECT_NEAR(leaf_stalks(plant, 3)[DomainId(size_t{1})].y() / held, 3, 1e-6);
}

TEST(FrameTest, welded_leaf_weighs_and_turns_with_the_wood) {
    Plant plant = with_leaf(0.001);
    const double mass = 0.0047 * 3e-4 * 700;
    const auto bare = frame_sag(rod(1, 0.001, 0.001), {}, {0, -9.81, 0}),
               leafy = frame_sag(plant, {}, {0, -9.81, 0});
    const double EI = E * pi * 1e-12 / 4;
    EXPECT_NEAR((bare[last(plant)] - leafy[last(plant)]).y() / (mass * 9.81 / (3 * EI)), 1, 1e-6);
}

TEST(FrameTest, rejects_sag_of_what_nothing_holds) {
    EXPECT_EQ(message([] {
                  frame_sag(rod(1), {.clamped = false}, {0, -9.81, 0});
              }),
              "frame: found a plant that nothing holds, expected clamped roots");
}

}  // namespace
}  // namespace thigmo::samples
