// A tree by plain recursion, for pictures and benchmarks that need no grammar.
#include <cmath>
#include <numbers>

#include "samples/parts.h"
#include "samples/plants.h"
#include "thigmo/base/random.h"

namespace thigmo::samples {
namespace {

constexpr std::array<int, 4> children = {16, 11, 9, 18};  // the last are leaves
constexpr std::array<double, 4> shrink = {0.62, 0.42, 0.36, 1};

Vec3 turned(const Vec3& axis, double lean, double spin) {
    const Vec3 side = axis.unitOrthogonal();
    return Eigen::AngleAxisd(spin, axis) * (Eigen::AngleAxisd(lean, side) * axis);
}

void add_leaf(Plant& plant, DomainId twig, const Attachment& at, const Vec3& place,
              const Vec3& heading, Random& random) {
    add_domain(plant, twig, at, Kind::leaf);
    plant.domains.material.back() = MaterialId(size_t{1});
    plant.domains.look.back() = LookId(size_t{1});
    plant.domains.shape.back() = ShapeId(size_t{0});
    const Quat along = Quat::FromTwoVectors(Vec3::UnitY(), heading);
    const Quat roll(Eigen::AngleAxisd(random.uniform(0, 2 * std::numbers::pi), heading));
    plant.domains.placement.back() = {place, roll * along, random.uniform(0.9, 1.4)};
}

struct Shoot {
    Vec3 base, heading;
    double length, radius;
};

void add_shoot(Plant& plant, DomainId parent, const Attachment& on, const Shoot& shoot,
               size_t order, Random& random) {
    constexpr size_t pieces = 5;
    const Kind kind = order == 0 ? Kind::trunk : order == 3 ? Kind::twig : Kind::branch;
    const DomainId domain = add_domain(plant, parent, on, kind);
    Vec3 at = shoot.base, heading = shoot.heading;
    for (size_t i = 0; i < pieces; ++i) {
        const auto radius = [&](size_t k) {
            return shoot.radius * (1 - 0.8 * static_cast<double>(k) / pieces);
        };
        const double bend = order == 0 ? 0.06 : 0.22;
        const Vec3 stray(random.normal(), random.normal() + 0.5, random.normal());
        heading = (heading + bend * stray).normalized();
        const Vec3 next = at + shoot.length / pieces * heading;
        add_segment(plant, at, next, radius(i), radius(i + 1));
        at = next;
    }
    const Rows<SegmentId> rows = plant.domains.segments[domain];
    for (int child = 0; child < children[order]; ++child) {
        const double first = order == 0 ? 0.3 : 0.2;
        const double share = first + (1 - first) * (child + random.uniform()) / children[order];
        const auto piece = std::min(pieces - 1, static_cast<size_t>(share * pieces));
        const SegmentId segment(rows.first + piece);
        const double along = share * pieces - static_cast<double>(piece);
        const Vec3 start = plant.segments.start[segment], end = plant.segments.end[segment];
        const Vec3 place = start + along * (end - start);
        const Vec3 way = turned((end - start).normalized(), random.uniform(0.7, 1.2), 2.4 * child);
        if (order == 3) {
            add_leaf(plant, domain, {segment, along}, place, way, random);
            continue;
        }
        const double crown = order == 0 ? std::sqrt(1.25 - share) : 1.1 - 0.5 * share;
        const double radius = shoot.radius * (1 - 0.8 * share) * 0.5;
        add_shoot(
            plant, domain, {segment, along},
            {place, way, shoot.length * shrink[order] * crown * random.uniform(0.8, 1.1), radius},
            order + 1, random);
    }
}

}  // namespace

Plant broad_tree(uint64_t seed) {
    Plant plant;
    start_plant(plant, "broad tree");
    add_leaf_shape(plant);
    Random random(seed);
    add_shoot(plant, DomainId::none(), {}, {Vec3::Zero(), Vec3::UnitY(), 10, 0.28}, 0, random);
    return plant;
}

}  // namespace thigmo::samples
