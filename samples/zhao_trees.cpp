// Trees of [Zhao2013] by regular branching.
#include "samples/zhao_trees.h"

#include <array>
#include <cmath>
#include <numbers>

#include "samples/parts.h"
#include "thigmo/base/random.h"

namespace thigmo::samples {
namespace {

/// Branches of one order.
struct Order {
    size_t count;           // in the whole tree
    double length, radius;  // m; radius at the base
};

struct Plan {
    std::array<Order, 5> orders;
    size_t twigs, leaves;      // in the whole tree
    size_t first_bearing = 0;  // the order from which on branches bear twigs, or leaves
};

constexpr Plan peach = {
    {{{1, 1.2, 0.06}, {6, 1.1, 0.028}, {30, 0.8, 0.014}, {80, 0.5, 0.01}, {120, 0.35, 0.007}}},
    3556,
    18536};
constexpr Plan oak = {
    {{{1, 6, 0.3}, {10, 4.5, 0.11}, {60, 2.6, 0.045}, {240, 1.4, 0.02}, {560, 0.8, 0.01}}},
    0,
    120000,
    3};

/// Things handed out evenly: the i-th of n gets so many of all.
size_t share(size_t all, size_t n, size_t i) {
    return all * (i + 1) / n - all * i / n;
}

class Tree {
  public:
    Tree(Plant& plant, const Plan& plan) : plant_(plant), plan_(plan) {
        for (size_t order = plan.first_bearing; order < plan.orders.size(); ++order)
            bearing_ += plan.orders[order].count;
    }

    void grow(size_t order, DomainId parent, Attachment seat, const Vec3& base, Vec3 way) {
        const Order& own = plan_.orders[order];
        const size_t number = made_[order]++;
        const DomainId branch =
            add_domain(plant_, parent, seat, order == 0 ? Kind::trunk : Kind::branch);
        const size_t first = plant_.segments.size();
        const double length = own.length * random_.uniform(0.8, 1.2);
        Vec3 from = base;
        for (size_t i = 0; i < segments; ++i) {
            way = (way + 0.12 * Vec3(random_.normal(), 0.5, random_.normal())).normalized();
            const Vec3 to = from + length / segments * way;
            const auto radius = [&](size_t k) {
                return own.radius * (1 - 0.6 * static_cast<double>(k) / segments);
            };
            add_segment(plant_, from, to, radius(i), radius(i + 1));
            from = to;
        }
        if (order + 1 < plan_.orders.size()) {
            const size_t children = share(plan_.orders[order + 1].count, own.count, number);
            for (size_t i = 0; i < children; ++i) {
                const Attachment here = place(first, order == 0 ? 0.5 : 0.25, i, children);
                grow(order + 1, branch, here, point(here), aside(direction(here)));
            }
        }
        if (order >= plan_.first_bearing) bear(branch, first);
    }

  private:
    static constexpr size_t segments = 8;

    /// The i-th of n places from a share of the branch to its tip.
    static Attachment place(size_t first, double begin, size_t i, size_t n) {
        const double x =
            begin + (1 - begin) * (static_cast<double>(i) + 1) / static_cast<double>(n);
        const double at = std::min(x * segments, segments - 1e-9);
        return {SegmentId(first + static_cast<size_t>(at)), at - std::floor(at)};
    }
    Vec3 direction(const Attachment& at) const {
        return (plant_.segments.end[at.segment] - plant_.segments.start[at.segment]).normalized();
    }
    Vec3 point(const Attachment& at) const {
        const Vec3 &start = plant_.segments.start[at.segment],
                   &end = plant_.segments.end[at.segment];
        return start + at.along * (end - start);
    }
    /// 50° away from a direction, about it by the golden angle.
    Vec3 aside(const Vec3& way) {
        const Eigen::AngleAxisd about(2.399963 * static_cast<double>(++turns_), way);
        return Eigen::AngleAxisd(0.87, about * way.unitOrthogonal()) * way;
    }

    void bear(DomainId branch, size_t first) {
        const size_t number = borne_++;
        if (plan_.twigs == 0) {
            const size_t leaves = share(plan_.leaves, bearing_, number);
            for (size_t i = 0; i < leaves; ++i) add_leaf(branch, place(first, 0.1, i, leaves), 0.8);
            return;
        }
        const size_t twigs = share(plan_.twigs, bearing_, number);
        for (size_t i = 0; i < twigs; ++i) add_twig(branch, place(first, 0.2, i, twigs));
    }
    void add_twig(DomainId branch, const Attachment& seat) {
        const size_t number = twigs_++;
        const DomainId twig = add_domain(plant_, branch, seat, Kind::twig);
        plant_.domains.flexible[twig] = 0;
        const Vec3 base = point(seat);
        const Attachment own{SegmentId(plant_.segments.size()), 1};
        add_segment(plant_, base, base + 0.1 * aside(direction(seat)), 0.0015, 0.001);
        const size_t leaves = share(plan_.leaves, plan_.twigs, number);
        for (size_t i = 0; i < leaves; ++i)
            add_leaf(twig,
                     {own.segment, (static_cast<double>(i) + 1) / static_cast<double>(leaves)},
                     0.8);
    }
    void add_leaf(DomainId parent, const Attachment& seat, double size) {
        const DomainId leaf = add_domain(plant_, parent, seat, Kind::leaf);
        plant_.domains.material[leaf] = MaterialId(size_t{1});
        plant_.domains.look[leaf] = LookId(size_t{1});
        plant_.domains.shape[leaf] = ShapeId(size_t{0});
        const Quat turn = Quat::FromTwoVectors(Vec3::UnitY(), aside(direction(seat)));
        plant_.domains.placement[leaf] = {point(seat), turn, size};
    }

    Plant& plant_;
    const Plan& plan_;
    Random random_{1};
    size_t bearing_ = 0, borne_ = 0, twigs_ = 0, turns_ = 0;
    std::array<size_t, 5> made_{};
};

Plant make(const Plan& plan, const char* name) {
    Plant plant;
    start_plant(plant, name);
    add_leaf_shape(plant);
    Material& wood = plant.materials[MaterialId(size_t{0})];
    wood.young = 6e9;
    wood.shear = 6e8;
    Tree(plant, plan).grow(0, DomainId::none(), {}, Vec3::Zero(), Vec3::UnitY());
    return plant;
}

/// A slender round part along these points.
void add_part(Plant& plant, const std::vector<Vec3>& points, double radius) {
    for (size_t i = 0; i + 1 < points.size(); ++i)
        add_segment(plant, points[i], points[i + 1], radius, radius);
}

/// From a point, first towards `way`, then drooping by this angle per length (rad).
std::vector<Vec3> drooping(const Vec3& from, Vec3 way, double length, double droop) {
    constexpr int pieces = 6;
    const Vec3 level = way.cross(Vec3::UnitY()).normalized();
    std::vector<Vec3> points{from};
    for (int i = 0; i < pieces; ++i) {
        points.push_back(points.back() + length / pieces * way);
        way = Eigen::AngleAxisd(-droop / pieces, level) * way;
    }
    return points;
}

}  // namespace

Plant zhao_peach() {
    return make(peach, "peach");
}

ReducedSettings zhao_peach_settings() {
    ReducedSettings settings;
    settings.leaf.joint = LeafJoint::welded;  // as [Zhao2013] has rigid leaves
    settings.modes = {8, 8, 8, 6};
    settings.derivatives = {6};
    settings.most_pieces = 1;
    return settings;
}

Plant zhao_oak() {
    return make(oak, "oak");
}

ReducedSettings zhao_oak_settings() {
    ReducedSettings settings;
    settings.leaf.joint = LeafJoint::welded;  // as [Zhao2013] has rigid leaves
    settings.derivatives = {6, 6, 4};
    settings.most_pieces = 1;
    return settings;
}

Plant zhao_schefflera() {
    constexpr size_t petioles = 7, leaflets = 83;  // with the stem 91
    Plant plant;
    start_plant(plant, "schefflera");
    Material& soft = plant.materials[MaterialId(size_t{0})];
    soft.young = 3e8;
    soft.shear = soft.young / 2.6;
    soft.density = 900;
    Material stiff = soft;
    stiff.young *= 2;
    stiff.shear *= 2;
    const MaterialId of_stem = plant.materials.push_back(stiff);
    const DomainId stem = add_domain(plant, DomainId::none(), {}, Kind::trunk);
    plant.domains.material[stem] = of_stem;
    constexpr int pieces = 10;
    for (int i = 0; i < pieces; ++i) {
        const double step = 0.8 / pieces;
        add_segment(plant, Vec3(0, step * i, 0), Vec3(0, step * (i + 1), 0), 0.012, 0.012);
    }
    for (size_t p = 0; p < petioles; ++p) {
        const double turn = 2.399963 * static_cast<double>(p);
        const Vec3 out(std::cos(turn), 0, std::sin(turn));
        const SegmentId node(size_t{pieces} - petioles + p);
        const DomainId petiole = add_domain(plant, stem, {node, 1}, Kind::branch);
        add_part(
            plant,
            drooping(plant.segments.end[node], (out + 0.6 * Vec3::UnitY()).normalized(), 0.3, 0.4),
            0.0035);
        const SegmentId tip(plant.segments.size() - 1);
        const size_t own = share(leaflets, petioles, p);
        for (size_t i = 0; i < own; ++i) {
            const double about =
                2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(own);
            const Vec3 way(std::cos(about), 0.3, std::sin(about));
            add_domain(plant, petiole, {tip, 1}, Kind::twig);
            add_part(plant, drooping(plant.segments.end[tip], way.normalized(), 0.12, 0.8), 0.0015);
        }
    }
    return plant;
}

}  // namespace thigmo::samples
