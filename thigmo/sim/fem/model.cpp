// Ties, mass and pattern of a plant's bricks.
#include "thigmo/sim/fem/model.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

/// The node of a solid in the plant.
uint32_t node_at(const FemModel& model, SolidId solid, uint32_t node) {
    return model.first_node[solid.value] + node;
}

TiedPoint tie_brick(FemModel& model, SolidId solid, uint32_t brick, const BrickValues& weights) {
    const BrickNodes& nodes = model.solids.solids[solid].mesh.bricks[brick];
    std::array<WeightedPoint, brick_nodes> terms;
    for (size_t b = 0; b < brick_nodes; ++b)
        terms[b] = {model.nodes[node_at(model, solid, nodes[b])],
                    weights[static_cast<Eigen::Index>(b)]};
    return model.ties.add_sum(terms);
}

/// How far on either side of a section its lean and its direction are read (m). Nodes alone tell
/// where a solid goes, not how its sections lean to that, so of a moment the share q acts on the
/// solid as a couple of forces, the rest on its sections, both spread over a stretch of 2a. In sum
/// what sits there turns as if a moment acted in one place for
///
///     a = q a₁,   a₁ that of couple_reach
///
/// with q = sin² of the angle between the solid and what sits on it.
double reach(const DomainSolid& solid, const SectionFit& fit, const Vec3& way) {
    const double radius = 2 * std::pow(fit.spread[0] * fit.spread[1], 0.25);
    const double q = std::max(0.2, 1 - std::pow(way.dot(fit.axes.col(2)), 2));
    return q * radius * couple_reach(solid.mesh.materials[fit.brick]);
}

/// A section as what sits on it sees it. In its plane it is read by sections about it, along its
/// normal by where the solid goes: three vectors of rest V have come to R, and what was at rest at
/// X from the section's centre is at R V⁻¹ X from where that is now.
struct SeatTies {
    TiedPoint mean;
    std::array<TiedPoint, 3> read;  // columns of R
    Mat3 back = Mat3::Zero();       // V⁻¹
    Vec3 centre = Vec3::Zero();

    TiedPoint at(FemModel& model, const Vec3& rest) const {
        const Vec3 share = back * (rest - centre);
        const std::array<WeightedPoint, 4> terms = {
            {{mean, 1}, {read[0], share[0]}, {read[1], share[1]}, {read[2], share[2]}}};
        return model.ties.add_sum(terms);
    }
};

/// `way`: where what sits there goes, of length 1.
SeatTies tie_seat(FemModel& model, const SolidSeat& seat, const Vec3& way) {
    const DomainSolid& solid = model.solids.solids[seat.solid];
    const SectionFit fit = section_at(solid, seat.along);
    const double far = reach(solid, fit, way) / solid.length;
    const double low = std::max(0.0, seat.along - far), high = std::min(1.0, seat.along + far);
    SeatTies out;
    out.centre = fit.centre;
    out.mean = tie_brick(model, seat.solid, fit.brick, fit.mean);
    // Across both the solid and what sits there a moment turns the one section alone.
    const Vec3 normal = fit.axes.col(2), across = normal.cross(way),
               side = across.norm() > 0.1 ? Vec3(across.normalized()) : Vec3(fit.axes.col(0)),
               plane = side.cross(normal);
    const auto lean = [&](const SectionFit& section, const Vec3& axis) {
        const double spread = axis.dot(section.rest * axis);
        return std::pair(
            WeightedPoint{tie_brick(model, seat.solid, section.brick, section.moment * axis),
                          1 / spread},
            Vec3(section.rest * axis / spread));
    };
    const std::array<double, 3> at = {0.5 - std::sqrt(0.15), 0.5, 0.5 + std::sqrt(0.15)};
    const std::array<double, 3> weight = {5.0 / 18, 8.0 / 18, 5.0 / 18};  // Gauss'
    Mat3 V = Mat3::Zero();
    std::array<WeightedPoint, 3> leans;
    for (size_t j = 0; j < 3; ++j) {
        const auto [point, rest] = lean(section_at(solid, low + at[j] * (high - low)), plane);
        leans[j] = {point.point, weight[j] * point.weight};
        V.col(0) += weight[j] * rest;
    }
    out.read[0] = model.ties.add_sum(leans);
    const auto [aside, rest] = lean(fit, side);
    const std::array<WeightedPoint, 1> one = {aside};
    out.read[1] = model.ties.add_sum(one);
    V.col(1) = rest;
    const SectionFit below = section_at(solid, low), above = section_at(solid, high);
    const std::array<WeightedPoint, 2> ends = {
        {{tie_brick(model, seat.solid, above.brick, above.mean), 1},
         {tie_brick(model, seat.solid, below.brick, below.mean), -1}}};
    out.read[2] = model.ties.add_sum(ends);
    V.col(2) = above.centre - below.centre;
    out.back = V.inverse();
    return out;
}

/// Where a solid goes from its foot.
Vec3 foot_axis(const DomainSolid& solid) {
    return section_at(solid, 0).axes.col(2);
}

/// The base's point at rest: held, or gone with a base that slides.
TiedPoint base_point(FemModel& model, const Vec3& rest) {
    if (model.base_row == UINT32_MAX) return model.ties.add_held(rest);
    TiedPoint point = model.ties.add_row(model.base_row);
    point.held = rest;
    return point;
}

void tie_nodes(FemModel& model, Base base) {
    model.first_node.push_back(0);
    if (base == Base::sliding) {
        model.base_row = 0;
        model.node_of_row.push_back(UINT32_MAX);
    }
    for (const SolidId id : model.solids.solids.rows()) {
        const DomainSolid& solid = model.solids.solids[id];
        const bool rides = solid.seat.solid.exists(), free = base == Base::free && !rides;
        const SeatTies seat = rides ? tie_seat(model, solid.seat, foot_axis(solid)) : SeatTies();
        for (uint32_t n = 0; n < solid.mesh.nodes.size(); ++n) {
            const Vec3& rest = solid.mesh.nodes[n];
            model.rest.push_back(rest);
            if (n < solid.mesh.fixed && !free) {
                model.nodes.push_back(rides ? seat.at(model, rest) : base_point(model, rest));
                continue;
            }
            model.nodes.push_back(
                model.ties.add_row(static_cast<uint32_t>(model.node_of_row.size())));
            model.node_of_row.push_back(static_cast<uint32_t>(model.rest.size() - 1));
        }
        model.first_node.push_back(static_cast<uint32_t>(model.rest.size()));
    }
}

void build_bricks(FemModel& model) {
    model.first_brick.push_back(0);
    for (const SolidId id : model.solids.solids.rows()) {
        for (const BrickNodes& nodes : model.solids.solids[id].mesh.bricks) {
            FemBrick& brick = model.bricks.emplace_back();
            brick.solid = id.value;
            for (size_t b = 0; b < brick_nodes; ++b) brick.node[b] = node_at(model, id, nodes[b]);
        }
        model.first_brick.push_back(static_cast<uint32_t>(model.bricks.size()));
    }
    parallel_chunks(model.bricks.size(), 1, [&](size_t begin, size_t end) {
        for (size_t e = begin; e < end; ++e) {
            FemBrick& brick = model.bricks[e];
            const SolidMesh& mesh = model.solids.solids[SolidId(brick.solid)].mesh;
            const size_t own = e - model.first_brick[brick.solid];
            brick.elastic = build_brick(mesh, own);
            brick.mass = brick_mass(mesh, own);
        }
    });
}

/// A rigid part's mass on its seat: with W(X) = A·(1, X) its points go as A times the moments
/// (1, X)(1, X)ᵀ of its mass say.
void add_riders(FemModel& model) {
    for (const SolidRider& rider : model.solids.riders) {
        if (!rider.seat.solid.exists() || model.solids.of_blade[rider.domain] >= 0) continue;
        const SectionFit section =
            section_at(model.solids.solids[rider.seat.solid], rider.seat.along);
        Eigen::Matrix<double, brick_nodes, 4> A;
        A.col(0) = tie(section, Vec3::Zero());
        for (int k = 0; k < 3; ++k) A.col(k + 1) = tie(section, Vec3::Unit(k)) - A.col(0);
        Eigen::Matrix4d moments;
        const Mat3& inertia = rider.solid.inertia;
        moments << rider.solid.mass, rider.solid.first.transpose(), rider.solid.first,
            0.5 * inertia.trace() * Mat3::Identity() - inertia;
        FemBrick& brick = model.bricks[model.first_brick[rider.seat.solid.value] + section.brick];
        const Eigen::Matrix<double, brick_nodes, 4> B = A * moments;
        brick.mass.noalias() += B * A.transpose();
    }
}

/// Rows of every brick, ascending.
ElementRows rows_of_bricks(FemModel& model) {
    ElementRows elements;
    elements.first.push_back(0);
    for (FemBrick& brick : model.bricks) {
        brick.rows.clear();
        for (const uint32_t node : brick.node) {
            const TiedPoint& point = model.nodes[node];
            for (uint32_t k = 0; k < point.count; ++k)
                brick.rows.push_back(model.ties.row[point.first + k]);
        }
        std::ranges::sort(brick.rows);
        brick.rows.erase(std::unique(brick.rows.begin(), brick.rows.end()), brick.rows.end());
        elements.row.insert(elements.row.end(), brick.rows.begin(), brick.rows.end());
        elements.first.push_back(static_cast<uint32_t>(elements.row.size()));
    }
    return elements;
}

void renumber(FemModel& model) {
    model.order = elimination_order(block_pattern(model.rows(), rows_of_bricks(model)));
    for (uint32_t& row : model.ties.row) row = model.order.number[row];
    std::vector<uint32_t> node_of_row(model.rows());
    for (size_t i = 0; i < model.rows(); ++i)
        node_of_row[model.order.number[i]] = model.node_of_row[i];
    model.node_of_row = std::move(node_of_row);
    model.row_of_node.assign(model.nodes.size(), UINT32_MAX);
    for (uint32_t i = 0; i < model.rows(); ++i)
        if (model.node_of_row[i] != UINT32_MAX) model.row_of_node[model.node_of_row[i]] = i;
    if (model.base_row != UINT32_MAX) model.base_row = model.order.number[model.base_row];
}

void place_brick(const FemModel& model, FemBrick& brick) {
    for (size_t i = 0; i < brick.rows.size(); ++i)
        for (size_t j = i; j < brick.rows.size(); ++j)
            brick.places.push_back(model.pattern.place(brick.rows[i], brick.rows[j]));
    brick.own.assign(brick.rows.size(), 0);
    bool direct = brick.rows.size() == brick_nodes;
    brick.weights =
        Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(brick.rows.size()), brick_nodes);
    for (uint32_t b = 0; b < brick_nodes; ++b) {
        const TiedPoint& point = model.nodes[brick.node[b]];
        direct = direct && point.count == 1;
        for (uint32_t k = point.first; k < point.first + point.count; ++k) {
            const auto i = std::ranges::lower_bound(brick.rows, model.ties.row[k]);
            const auto at = static_cast<size_t>(i - brick.rows.begin());
            brick.own[at] = b;
            brick.weights(static_cast<Eigen::Index>(at), b) += model.ties.weight[k];
        }
    }
    if (direct)
        brick.weights.resize(0, 0);
    else
        brick.own.clear();
}

void sum_mass(FemModel& model, double base_mass) {
    model.mass.assign(model.pattern.blocks(), 0.0);
    for (const FemBrick& brick : model.bricks) {
        size_t k = 0;
        Eigen::MatrixXd sum;
        if (brick.own.empty()) {
            const Eigen::MatrixXd half = brick.weights.lazyProduct(brick.mass);
            sum = half.lazyProduct(brick.weights.transpose());
        }
        for (size_t i = 0; i < brick.rows.size(); ++i)
            for (size_t j = i; j < brick.rows.size(); ++j)
                model.mass[brick.places[k++]] +=
                    brick.own.empty()
                        ? sum(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))
                        : brick.mass(brick.own[i], brick.own[j]);
    }
    if (model.base_row == UINT32_MAX) return;
    model.base_mass = base_mass;
    for (const SolidRider& rider : model.solids.riders)
        if (!rider.seat.solid.exists()) model.base_mass += rider.solid.mass;
    model.mass[model.pattern.first[model.base_row]] += model.base_mass;
}

void tie_rows(const Plant& plant, FemModel& model) {
    model.segments.resize(plant.segments.size());
    model.seats.resize(plant.domains.size());
    for (const SolidId id : model.solids.solids.rows()) {
        const DomainSolid& solid = model.solids.solids[id];
        const Rows<SegmentId> run = plant.domains.segments[solid.domain];
        for (const SegmentId segment : run) {
            const size_t k = segment.value - run.first;
            const double a = solid.ends[k], b = solid.ends[k + 1];
            model.segments[segment] = {tie_point(model, id, a, plant.segments.start[segment]),
                                       tie_point(model, id, b, plant.segments.end[segment]),
                                       tie_section(model, id, 0.5 * (a + b))};
        }
    }
    for (const SolidRider& rider : model.solids.riders)
        if (rider.seat.solid.exists())
            model.seats[rider.domain] = tie_section(model, rider.seat.solid, rider.seat.along);
    for (const AirPatch& patch : model.solids.patches) {
        if (!patch.seat.solid.exists()) continue;
        const FemSection section = tie_section(model, patch.seat.solid, patch.seat.along);
        FemPatch own{patch.law,
                     patch.area,
                     section.brick,
                     tie_point(model, patch.seat.solid, patch.seat.along, patch.point),
                     {}};
        std::array<WeightedPoint, 3> terms;
        for (size_t k = 0; k < 3; ++k)
            terms[k] = {section.slope[k], patch.law.axis[static_cast<Eigen::Index>(k)]};
        own.axis = model.ties.add_sum(terms);
        own.swings = patch.swings;
        model.patches.push_back(own);
    }
}

}  // namespace

BrickPlaces gather(const FemBrick& brick, std::span<const Vec3> nodes) {
    BrickPlaces places;
    for (size_t b = 0; b < brick_nodes; ++b)
        places.col(static_cast<Eigen::Index>(b)) = nodes[brick.node[b]];
    return places;
}

FemSection tie_section(FemModel& model, SolidId solid, double along) {
    const SectionFit fit = section_at(model.solids.solids[solid], along);
    FemSection section;
    section.brick = model.first_brick.size() > solid.value
                        ? model.first_brick[solid.value] + fit.brick
                        : fit.brick;
    section.centre = fit.centre;
    section.mean = tie_brick(model, solid, fit.brick, fit.mean);
    const BrickValues origin = tie(fit, fit.centre);
    for (int k = 0; k < 3; ++k)
        section.slope[static_cast<size_t>(k)] =
            tie_brick(model, solid, fit.brick, tie(fit, fit.centre + Vec3::Unit(k)) - origin);
    return section;
}

TiedPoint tie_point(FemModel& model, SolidId solid, double along, const Vec3& rest) {
    const SectionFit fit = section_at(model.solids.solids[solid], along);
    return tie_brick(model, solid, fit.brick, tie(fit, rest));
}

FemModel build_fem(const Plant& plant, const FemSettings& settings) {
    check(settings);
    FemModel model;
    SolidSettings solids{settings.wind_samples, settings.leaf};
    solids.solid = settings.solid;
    solids.collars = true;
    solids.footing = settings.footing;
    model.solids = build_solids(plant, solids);
    size_t roots = 0;
    for (const DomainId domain : plant.domains.rows())
        roots += !plant.domains.parent[domain].exists() && plant.domains.kind[domain] != Kind::prop;
    check_roots(settings.footing, roots);
    tie_nodes(model, settings.footing.base);
    build_bricks(model);
    add_riders(model);
    renumber(model);
    const ElementRows elements = rows_of_bricks(model);
    model.pattern = block_pattern(model.rows(), elements);
    for (FemBrick& brick : model.bricks) place_brick(model, brick);
    sum_mass(model, settings.footing.base_mass);
    model.colours = colour_elements(elements, model.rows(), 1);
    tie_rows(plant, model);
    tie_blades(settings, model);
    Box box;
    for (const Vec3& node : model.rest) box.extend(node);
    model.size = model.rest.empty() ? 1 : box.sizes().maxCoeff();
    return model;
}

}  // namespace thigmo
