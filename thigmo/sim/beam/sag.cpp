// Sagging under an acceleration: moments from tips to base, turns from base to tips.
#include "thigmo/sim/beam/sag.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "thigmo/mechanics/joint.h"
#include "thigmo/mechanics/tapered_beam.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/beam/branches.h"
#include "thigmo/sim/beam/finer.h"

namespace thigmo {
namespace {

/// What sits beyond the middle of a segment turns with its joint.
bool beyond_joint(const Attachment& at) {
    return at.along >= 0.5;
}

/// Two halves a quarter of the segment to either side, so that the whole keeps its centre.
Column<SegmentId, std::array<Lump, 2>> segment_halves(const Plant& plant) {
    Column<SegmentId, std::array<Lump, 2>> halves;
    const Column<SegmentId, Lump> whole = segment_lumps(plant);
    for (const SegmentId row : plant.segments.rows()) {
        const Vec3 quarter = 0.25 * (plant.segments.end[row] - plant.segments.start[row]);
        const Lump& lump = whole[row];
        const auto half = [&](const Vec3& at) {
            return Lump{at, lump.mass / 2, lump.drag / 2, lump.inertia / 2};
        };
        halves.push_back({half(lump.at - quarter), half(lump.at + quarter)});
    }
    return halves;
}

}  // namespace

Sag::Sag(const Plant& plant, double gravity)
    : plant_(cut_finer(plant)),
      gravity_(0, -gravity, 0),
      halves_(segment_halves(plant_)),
      shapes_(shape_lumps(plant_)),
      joints_(plant_.segments.size()),
      stalks_(plant_.domains.size()) {
    for (const DomainId domain : plant_.domains.rows())
        if (is_branch(plant_, domain))
            add_joints(domain);
        else if (plant_.domains.segments[domain].empty() &&
                 plant_.domains.kind[domain] != Kind::prop)
            add_stalk(domain);
    sum_outboard();
    hold_leaves_up();
    for (Joint& joint : joints_) add_weight(joint);
    for (Joint& joint : stalks_) add_weight(joint);
}

void Sag::add_joints(DomainId domain) {
    const Material& wood = plant_.materials[plant_.domains.material[domain]];
    const Segments& rows = plant_.segments;
    double whole = 0, before = 0;
    for (const SegmentId row : plant_.domains.segments[domain]) whole += length(rows, row);
    for (const SegmentId row : plant_.domains.segments[domain]) {
        const double piece = length(rows, row), along = (before + piece / 2) / whole;
        const Frustum frustum{piece, rows.start_radius[row], rows.end_radius[row]};
        const double stiffer = 1 + along * (wood.tip_young - 1);
        double young = wood.young * stiffer, shear = wood.shear * stiffer;
        if (!plant_.articulations.empty() && plant_.articulations[row].young.y() > 0) {
            young = plant_.articulations[row].young.tail<2>().mean();
            shear = young * wood.shear / wood.young;
        }
        Joint& joint = joints_[row];
        joint.at = 0.5 * (rows.start[row] + rows.end[row]);
        joint.axis = (rows.end[row] - rows.start[row]) / piece;
        joint.bending = bending_compliance(frustum, young);
        joint.twisting = twisting_compliance(frustum, shear);
        before += piece;
    }
}

/// A leaf bends as a blade of an even width that is clamped where it is attached.
void Sag::add_stalk(DomainId domain) {
    const Shape& shape = plant_.shapes[plant_.domains.shape[domain]];
    const Placement& placement = plant_.domains.placement[domain];
    const Material& blade = plant_.materials[plant_.domains.material[domain]];
    const Lump& lump = shapes_[domain];
    Joint& joint = stalks_[domain];
    joint.at = placement.position;
    const Vec3 reach = lump.at - joint.at;
    const double length = std::max(2 * reach.norm(), shape.thickness * placement.scale);
    if (reach.norm() > 0) joint.axis = reach.normalized();
    const double width = shape.area * placement.scale * placement.scale / length;
    const double wt3 = width * std::pow(shape.thickness * placement.scale, 3);
    joint.bending = length / (2 * blade.young * wt3 / 12);
    joint.twisting = length / (2 * blade.shear * wt3 / 3);
}

/// No blade or stalk is so soft that its own weight, held out level, turns it by more than half a
/// radian in all; else leaves whose ribs nobody measured would hang limp.
void Sag::hold_leaves_up() {
    constexpr double most = 0.5, standard_gravity = 9.81;  // rad, m/s²
    const auto hold = [&](Joint& joint, double joints) {
        const double limit = most / std::max(1e-300, standard_gravity * joint.arm.norm() * joints);
        const double stiffer = std::min(1.0, limit / std::max(joint.bending, 1e-300));
        joint.bending *= stiffer;
        joint.twisting *= stiffer;
    };
    for (const DomainId domain : plant_.domains.rows()) {
        const Rows<SegmentId> run = plant_.domains.segments[domain];
        if (!is_foliage(plant_.domains.kind[domain])) continue;
        hold(stalks_[domain], 1);
        for (const SegmentId row : run)
            if (plant_.articulations.empty() || !(plant_.articulations[row].young.y() > 0))
                hold(joints_[row], static_cast<double>(run.size()));
    }
}

/// Joints of a domain whose children are all summed, from its tip to its base.
void Sag::sum_outboard() {
    // Of what hangs on a segment before and beyond its joint.
    Column<SegmentId, std::array<Hanging, 2>> on(plant_.segments.size());
    std::vector<Hanging> riding(plant_.domains.size());  // on domains without joints
    const auto add = [](Hanging& sum, const Lump& lump) {
        sum.add_point(lump.mass, lump.drag, lump.at);
    };
    for (size_t i = plant_.domains.size(); i-- > 0;) {
        const DomainId domain(i);
        Hanging sum = riding[i];
        add(sum, shapes_[domain]);
        stalks_[domain].bear(sum);
        const Rows<SegmentId> run = plant_.domains.segments[domain];
        for (size_t k = run.size(); k-- > 0;) {
            const SegmentId row(run.first + k);
            sum += on[row][1];
            add(sum, halves_[row][1]);
            joints_[row].bear(sum);
            sum += on[row][0];
            add(sum, halves_[row][0]);
        }
        const DomainId parent = plant_.domains.parent[domain];
        const Attachment& at = plant_.domains.attachment[domain];
        if (!parent.exists()) continue;
        if (at.segment.exists())
            on[at.segment][beyond_joint(at) ? 1 : 0] += sum;
        else
            riding[parent.value] += sum;
    }
}

/// What a domain turns with at its base; nothing at the branch that is clamped.
Sag::Turned Sag::carrier(DomainId domain, const std::vector<Turned>& segments,
                         const std::vector<Turned>& domains, Rows<DomainId> within) const {
    if (domain == within.front()) return {};
    const DomainId parent = plant_.domains.parent[domain];
    const Attachment& at = plant_.domains.attachment[domain];
    if (!at.segment.exists()) return domains[parent.value - within.first];
    const uint32_t first = plant_.domains.segments[within.front()].first;
    if (beyond_joint(at)) return segments[at.segment.value - first];
    const Rows<SegmentId> run = plant_.domains.segments[parent];
    if (at.segment == run.front()) return domains[parent.value - within.first];
    return segments[at.segment.value - 1 - first];
}

void Sag::Joint::bear(const Hanging& beyond) {
    mass = beyond.mass;
    arm = beyond.first - beyond.mass * at;
    drag_arm = beyond.drag_first - beyond.drag * at;
}

double Sag::Joint::elastic(const Vec3& turn) const {
    const double twist = axis.dot(turn);
    return (turn.squaredNorm() - twist * twist) / bending + twist * twist / twisting;
}

/// A turn ω of an arm s = Σ m x lets the weight pull back with (s·g) ω − s (ω·g), here made even.
/// What stands is pushed on instead: left to the mode's stiffness, since limp twigs would fall
/// over.
void Sag::add_weight(Joint& joint) const {
    if (!joint.exists()) return;
    const Mat3 tilted = joint.arm * gravity_.transpose();
    Eigen::SelfAdjointEigenSolver<Mat3> solver;
    solver.computeDirect(joint.arm.dot(gravity_) * Mat3::Identity() -
                         0.5 * (tilted + tilted.transpose()));
    joint.pull = solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).asDiagonal() *
                 solver.eigenvectors().transpose();
    const Mat3 along = joint.axis * joint.axis.transpose();
    const Mat3 root =
        std::sqrt(joint.bending) * (Mat3::Identity() - along) + std::sqrt(joint.twisting) * along;
    const Mat3 stiffer = Mat3::Identity() + root * joint.pull * root;
    joint.yields = root * stiffer.inverse() * root;
}

/// Adds the turn of a joint to what lies beyond it. Weight pulls back what the joints before it
/// have turned, and what it turns itself, all beyond it taken as one body.
void Sag::turn(const Joint& joint, Push push, const Vec3& d, Turned& turned, Sums& sums) const {
    if (!joint.exists()) return;  // of a rigid part
    const Vec3 moment =
        (push == Push::wind ? joint.drag_arm : joint.arm).cross(d) - joint.pull * turned.turn;
    const Vec3 own = joint.yields * moment;
    const double elastic = joint.elastic(own);
    const double weight = -2 * gravity_.dot((turned.turn + 0.5 * own).cross(own.cross(joint.arm)));
    // A plant stands in the shape that is given, so weight never has the better of it.
    sums.stiffness += elastic + std::max(weight, -0.5 * elastic);
    turned.turn += own;
    turned.shift += own.cross(joint.at);
}

Sag::Sums Sag::sums(const Branch& branch, Push push, const Vec3& d) const {
    const Rows<DomainId> within = subtree(plant_, branch.domain);
    const uint32_t first = plant_.domains.segments[branch.domain].first;
    // By row of the subtree: of domains at their base, of segments beyond their joint.
    std::vector<Turned> domains(within.size()), segments;
    Sums sums;
    const auto add = [&](const Lump& lump, const Turned& turned) {
        const Vec3 way = turned.way(lump.at);
        sums.force += lump.mass * d.dot(way);
        sums.square += lump.mass * way.squaredNorm() + lump.inertia * turned.turn.squaredNorm();
    };
    for (const DomainId domain : within) {
        Turned turned = carrier(domain, segments, domains, within);
        double along = 0;
        domains[domain.value - within.first] = turned;
        for (const SegmentId row : plant_.domains.segments[domain]) {
            add(halves_[row][0], turned);
            turn(joints_[row], push, d, turned, sums);
            add(halves_[row][1], turned);
            segments.resize(std::max<size_t>(segments.size(), row.value - first + 1));
            segments[row.value - first] = turned;
            if (domain != branch.domain) continue;
            const double piece = length(plant_.segments, row);
            along += piece / branch.length;
            const double unit =
                beam_deflection(branch.taper, along) / beam_deflection(branch.taper, 1);
            sums.tip = turned.way(plant_.segments.end[row]);
            sums.fitted += piece * std::sqrt(joints_[row].mass) * unit * d.dot(sums.tip);
            sums.fit += piece * std::sqrt(joints_[row].mass) * unit * unit;
        }
        if (stalks_[domain].exists()) {
            turn(stalks_[domain], push, d, turned, sums);
            domains[domain.value - within.first] = turned;
        }
        add(shapes_[domain], turned);
    }
    return sums;
}

SagMode Sag::mode(const Branch& branch) const {
    double squares = 0;
    SagMode mean;
    for (const int axis : {1, 2}) {
        const Vec3 d = branch.frame * Vec3::Unit(axis);
        const Sums found = sums(branch, Push::acceleration, d);
        const double tip = std::max(d.dot(found.tip), 1e-300);
        squares += found.stiffness / found.square / 2;
        mean.mass += found.square / (tip * tip) / 2;
        mean.participation += found.force / found.square * tip / 2;
        const Sums blown = sums(branch, Push::wind, d);
        if (blown.fit > 0) mean.lean += blown.fitted / blown.fit / 2;
    }
    mean.frequency = std::sqrt(squares) / (2 * std::numbers::pi);
    return mean;
}

}  // namespace thigmo
