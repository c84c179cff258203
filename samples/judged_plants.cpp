// frame_judge.h: the plants that simulators are judged on.
#include <algorithm>
#include <cmath>

#include "samples/frame_judge.h"
#include "samples/parts.h"
#include "thigmo/scene/nursery.h"

namespace thigmo::samples {
namespace {

Plant bare(const char* name) {
    Plant plant;
    start_plant(plant, name);
    add_leaf_shape(plant);
    Material& wood = plant.materials[MaterialId(size_t{0})];
    wood.young = 6e9;
    wood.shear = 4e8;
    return plant;
}

/// A straight piece of n segments, going on with the last domain.
void add_piece(Plant& plant, const Vec3& from, const Vec3& to, double r1, double r2, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        const double a = static_cast<double>(i) / static_cast<double>(n),
                     b = static_cast<double>(i + 1) / static_cast<double>(n);
        add_segment(plant, from + a * (to - from), from + b * (to - from), r1 + a * (r2 - r1),
                    r1 + b * (r2 - r1));
    }
}

DomainId add_trunk(Plant& plant, const Vec3& to, double r1, double r2, size_t n) {
    const DomainId trunk = add_domain(plant, DomainId::none(), {}, Kind::trunk);
    add_piece(plant, Vec3::Zero(), to, r1, r2, n);
    return trunk;
}

/// From the parent's tip.
void add_arm(Plant& plant, DomainId parent, const Vec3& way, double r1, double r2, size_t n) {
    const SegmentId last = plant.domains.segments[parent].back();
    const Vec3 from = plant.segments.end[last];
    add_domain(plant, parent, {last, 1}, Kind::branch);
    add_piece(plant, from, from + way, r1, r2, n);
}

/// At a share of the whole length of a straight domain of n segments.
void add_leaf(Plant& plant, DomainId parent, double along, const Quat& turn, size_t n) {
    const double place = along * static_cast<double>(n);
    const size_t row = std::min(n - 1, static_cast<size_t>(place));
    const SegmentId segment(plant.domains.segments[parent].first + row);
    const double share = place - static_cast<double>(row);
    const Vec3 at =
        (1 - share) * plant.segments.start[segment] + share * plant.segments.end[segment];
    add_domain(plant, parent, {segment, share}, Kind::leaf);
    plant.domains.material.back() = MaterialId(size_t{1});
    plant.domains.look.back() = LookId(size_t{1});
    plant.domains.shape.back() = ShapeId(size_t{0});
    plant.domains.placement.back() = {at, turn, 1.0};
}

Plant cantilever_of(size_t n) {
    Plant plant = bare("cantilever");
    add_trunk(plant, Vec3(1, 0, 0), 0.01, 0.006, n);
    return plant;
}

/// Ten straight pieces that turn by about 35° at each kink.
Plant crooked_limb(size_t n) {
    Plant plant = bare("crooked limb");
    add_domain(plant, DomainId::none(), {}, Kind::trunk);
    Vec3 from = Vec3::Zero();
    for (int i = 0; i < 10; ++i) {
        const double side = i % 2 == 0 ? 0.35 : -0.3, up = i % 3 == 0 ? 0.4 : 0.0;
        const Vec3 to = from + 0.1 * Vec3(1, up, side).normalized();
        add_piece(plant, from, to, 0.012 - 0.0009 * i, 0.012 - 0.0009 * (i + 1), n);
        from = to;
    }
    return plant;
}

Plant fork(const char* name, size_t n, const Vec3& left, const Vec3& right) {
    Plant plant = bare(name);
    const DomainId trunk = add_trunk(plant, Vec3(0.05, 0.6, 0), 0.012, 0.01, n);
    add_arm(plant, trunk, left, 0.008, 0.005, n);
    add_arm(plant, trunk, right, 0.007, 0.005, n);
    return plant;
}

Plant tip_leaf(size_t n) {
    Plant plant = bare("twig with a tip leaf");
    const DomainId twig = add_trunk(plant, Vec3(0.3, 0.1, 0), 0.002, 0.0012, n);
    const Quat along = Quat::FromTwoVectors(Vec3::UnitY(), Vec3(1, 0.2, 0.1));
    add_leaf(plant, twig, 1, along, n);
    return plant;
}

Plant leafy_twig(size_t n) {
    Plant plant = bare("leafy twig");
    const DomainId twig = add_trunk(plant, Vec3(0.4, 0.15, 0), 0.003, 0.0015, n);
    for (int i = 0; i < 6; ++i) {
        const double turn = 2.4 * i;  // the golden angle
        const Vec3 out(0.7, std::cos(turn), std::sin(turn));
        add_leaf(plant, twig, 0.3 + 0.14 * i, Quat::FromTwoVectors(Vec3::UnitY(), out), n);
    }
    return plant;
}

}  // namespace

std::vector<JudgedPlant> judged_plants(size_t n) {
    return {{"cantilever", cantilever_of(n)},
            {"crooked limb", crooked_limb(n)},
            {"Y", fork("Y", n, {0.4, 0.45, 0.1}, {-0.35, 0.4, 0.05})},
            {"T", fork("T", n, {0.5, 0, 0.05}, {-0.42, 0.03, 0})},
            {"twig with a tip leaf", tip_leaf(n)},
            {"leafy twig", leafy_twig(n)}};
}

std::vector<std::string> judged_species() {
    return species_names();
}

Plant young_plant(const std::string& species) {
    const Species found = find_species(species);
    Progress silent;
    return grow_species(found, found.min_age, 1, silent);
}

}  // namespace thigmo::samples
