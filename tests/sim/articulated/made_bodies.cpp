// Chains and trees for tests, with formulas of their own.
#include "tests/sim/articulated/made_bodies.h"

#include <cmath>
#include <numbers>

namespace thigmo::test {
namespace {

constexpr double pi = std::numbers::pi;

void make_rod(Bodies& bodies, BodyId i, double length, double radius, double density) {
    const double m = density * pi * radius * radius * length;
    bodies.length[i] = length;
    bodies.mass[i] = m;
    bodies.centre[i] = Vec3(length / 2, 0, 0);
    const double across = m * (radius * radius / 4 + length * length / 3);
    bodies.inertia[i] = Vec3(m * radius * radius / 2, across, across).asDiagonal();
    bodies.drag_centre[i] = length / 2;
}

}  // namespace

BodyId add_body(Bodies& bodies, BodyId parent, const Vec3& offset, const Quat& given) {
    const BodyId i = bodies.parent.push_back(parent);
    bodies.offset.push_back(offset);
    bodies.given.push_back(given);
    const Quat above = parent.exists() ? bodies.given[parent] : Quat::Identity();
    bodies.rest.push_back(above.conjugate() * given);
    bodies.initial.push_back(Vec3::Zero());
    bodies.length.push_back(0);
    bodies.mass.push_back(0);
    bodies.centre.push_back(Vec3::Zero());
    bodies.inertia.push_back(Mat3::Zero());
    bodies.stiffness.push_back(Vec3::Zero());
    bodies.damping.push_back(Vec3::Zero());
    bodies.drag.push_back(0);
    bodies.plate.push_back(0);
    bodies.drag_centre.push_back(0);
    bodies.vogel.push_back(0);
    bodies.area.push_back(0);
    bodies.sampled_at.push_back(i);
    bodies.domain.push_back(DomainId(size_t{0}));
    bodies.segment.push_back(SegmentId(size_t{i.value}));
    return i;
}

Bodies cantilever(size_t n, const Rod& rod) {
    Bodies bodies;
    const double h = rod.length / static_cast<double>(n);
    const double I = pi / 4 * std::pow(rod.radius, 4);
    BodyId last;
    for (size_t k = 0; k < n; ++k) {
        const Vec3 offset = k == 0 ? Vec3::Zero() : Vec3(h, 0, 0);
        last = add_body(bodies, last, offset, Quat::Identity());
        make_rod(bodies, last, h, rod.radius, rod.density);
        const double span = k == 0 ? h / 2 : h;
        bodies.stiffness[last] = Vec3(rod.shear * 2 * I, rod.young * I, rod.young * I) / span;
    }
    return bodies;
}

Vec3 tangent(const Bodies& bodies, BodyId body, const Quat& bend) {
    const Eigen::AngleAxisd turn(bend);
    const Vec3 phi = turn.angle() * turn.axis();
    Vec3 k = bodies.stiffness[body];
    k.x() += k.y() * phi.y() * phi.y() + k.z() * phi.z() * phi.z();
    return k;
}

Vec3 random_vec(Random& random, double size) {
    const double x = random.uniform(-size, size), y = random.uniform(-size, size);
    return {x, y, random.uniform(-size, size)};
}

Quat random_turn(Random& random, double angle) {
    Vec3 axis = random_vec(random, 1);
    return Quat(Eigen::AngleAxisd(angle * random.uniform(), axis.normalized()));
}

Bodies random_tree(uint64_t seed, size_t n, bool rods) {
    Random random(seed);
    Bodies bodies;
    for (size_t k = 0; k < n; ++k) {
        const BodyId parent = k < 2 ? BodyId::none() : BodyId(static_cast<size_t>(random.below(k)));
        const BodyId i = add_body(bodies, parent, random_vec(random, 0.3), random_turn(random, 3));
        make_rod(bodies, i, random.uniform(0.1, 0.4), random.uniform(0.01, 0.03), 800);
        const double k0 = random.uniform(0.2, 5);
        bodies.stiffness[i] = Vec3(1.7 * k0, k0, k0);
        bodies.damping[i] = 0.03 * bodies.stiffness[i];
        bodies.drag[i] = random.uniform(0.01, 0.1);
        if (rods && random.below(4) != 0) continue;
        bodies.plate[i] = 1;
        bodies.centre[i] += random_vec(random, 0.1);
        const Vec3 c = bodies.centre[i];
        Mat3 a;
        a << random_vec(random, 0.05), random_vec(random, 0.05), random_vec(random, 0.05);
        bodies.inertia[i] =
            bodies.mass[i] * (a * a.transpose() + 0.001 * Mat3::Identity() +
                              c.squaredNorm() * Mat3::Identity() - c * c.transpose());
        bodies.stiffness[i] = Vec3(k0, 2 * k0, 3 * k0);
        bodies.damping[i] = Vec3(0.1, 0.03, 0.05) * k0;
    }
    return bodies;
}

Bodies leafy_tree(uint64_t seed, size_t levels, double young) {
    Random random(seed);
    Bodies bodies;
    struct Bud {
        BodyId parent;
        Quat frame;
        size_t level;
    };
    const Quat up(Eigen::AngleAxisd(pi / 2, Vec3::UnitZ()));
    std::vector<Bud> buds{{BodyId::none(), up, 0}};
    for (size_t b = 0; b < buds.size(); ++b) {
        const Bud bud = buds[b];
        const auto level = static_cast<double>(bud.level);
        const double length = 0.2 * std::pow(0.82, level), radius = 0.02 * std::exp2(-level / 2);
        const double I = pi / 4 * std::pow(radius, 4);
        BodyId last = bud.parent;
        for (int k = 0; k < 5; ++k) {
            const Vec3 offset = last.exists() ? Vec3(bodies.length[last], 0, 0) : Vec3::Zero();
            last = add_body(bodies, last, offset, bud.frame);
            make_rod(bodies, last, length, radius, 800);
            bodies.stiffness[last] = Vec3(young / 8 * I, young * I, young * I) / length;
            bodies.drag[last] = 0.5 * 1.2 * 2 * radius * length;
            bodies.area[last] = 2 * radius * length;
        }
        const Quat turn(Eigen::AngleAxisd(2.4 + random.uniform(-0.5, 0.5), Vec3::UnitX()));
        for (const double side : {0.5, -0.5}) {
            const Quat lean(Eigen::AngleAxisd(side, Vec3::UnitY()));
            const Quat frame = (bud.frame * turn * lean).normalized();
            if (bud.level + 1 < levels) {
                buds.push_back({last, frame, bud.level + 1});
                continue;
            }
            for (int leaf = 0; leaf < 2; ++leaf) {
                const Quat face = frame * random_turn(random, 1);
                const BodyId i =
                    add_body(bodies, last, Vec3(bodies.length[last], 0, 0), face.normalized());
                const double m = 3e-4, l = 0.08, w = 0.05;
                bodies.length[i] = l;
                bodies.mass[i] = m;
                bodies.centre[i] = Vec3(l / 2, 0, 0);
                bodies.inertia[i] =
                    Vec3(m * w * w / 12, m * l * l / 3, m * (l * l / 3 + w * w / 12)).asDiagonal();
                bodies.stiffness[i] = Vec3(2e-4, 4e-4, 4e-4);
                bodies.drag[i] = 0.5 * 1.2 * 1.1 * 4e-3;
                bodies.area[i] = 4e-3;
                bodies.plate[i] = 1;
                bodies.drag_centre[i] = l / 2;
                bodies.sampled_at[i] = last;
            }
        }
    }
    return bodies;
}

}  // namespace thigmo::test
