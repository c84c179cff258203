// Sagging under an acceleration: moments from tips to base, turns from base to tips.
#include "thigmo/sim/beam/sag.h"

#include <cmath>
#include <numbers>

#include "thigmo/mechanics/joint.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/beam/branches.h"

namespace thigmo {
namespace {

/// What sits beyond the middle of a segment turns with its joint.
bool beyond_joint(const Attachment& at) {
    return at.along >= 0.5;
}

}  // namespace

Sag::Sag(const Plant& plant)
    : plant_(plant),
      lumps_(segment_lumps(plant)),
      shapes_(shape_lumps(plant)),
      joints_(plant.segments.size()) {
    for (const DomainId domain : plant.domains.rows())
        if (is_branch(plant, domain)) add_joints(domain);
    sum_outboard();
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

/// Joints of a domain whose children are all summed, from its tip to its base.
void Sag::sum_outboard() {
    // Of what hangs on a segment before and beyond its joint.
    Column<SegmentId, std::array<Hanging, 2>> on(plant_.segments.size());
    std::vector<Hanging> riding(plant_.domains.size());  // on domains without joints
    for (size_t i = plant_.domains.size(); i-- > 0;) {
        const DomainId domain(i);
        Hanging sum = riding[i];
        sum.add_point(shapes_[domain].mass, shapes_[domain].drag, shapes_[domain].at);
        const Rows<SegmentId> run = plant_.domains.segments[domain];
        for (size_t k = run.size(); k-- > 0;) {
            const SegmentId row(run.first + k);
            sum += on[row][1];
            sum.add_point(lumps_[row].mass, lumps_[row].drag, lumps_[row].at);
            joints_[row].mass = sum.mass;
            joints_[row].first = sum.first;
            sum += on[row][0];
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

Sag::Sums Sag::sums(DomainId branch, const Vec3& d) const {
    const Rows<DomainId> within = subtree(plant_, branch);
    const uint32_t first = plant_.domains.segments[branch].first;
    // By row of the subtree: of domains at their base, of segments beyond their joint.
    std::vector<Turned> domains(within.size()), segments;
    Sums sums;
    const auto add = [&](const Lump& lump, const Turned& turned) {
        const Vec3 way = turned.way(lump.at);
        sums.force += lump.mass * d.dot(way);
        sums.square += lump.mass * way.squaredNorm();
        sums.drag += lump.drag * d.dot(way);
    };
    for (const DomainId domain : within) {
        Turned turned = carrier(domain, segments, domains, within);
        domains[domain.value - within.first] = turned;
        for (const SegmentId row : plant_.domains.segments[domain]) {
            const Joint& joint = joints_[row];
            const Vec3 moment = (joint.first - joint.mass * joint.at).cross(d);
            const Vec3 along = joint.axis.dot(moment) * joint.axis;
            const Vec3 turn = joint.bending * (moment - along) + joint.twisting * along;
            turned.turn += turn;
            turned.shift += turn.cross(joint.at);
            segments.resize(std::max<size_t>(segments.size(), row.value - first + 1));
            segments[row.value - first] = turned;
            add(lumps_[row], turned);
        }
        add(shapes_[domain], turned);
        if (domain == branch)
            sums.tip = turned.way(plant_.segments.end[plant_.domains.segments[branch].back()]);
    }
    return sums;
}

SagMode Sag::mode(DomainId branch, const std::array<Vec3, 2>& across) const {
    double squares = 0;
    SagMode mean;
    for (const Vec3& d : across) {
        const Sums found = sums(branch, d);
        const double tip = std::max(d.dot(found.tip), 1e-300);
        squares += found.force / found.square / 2;
        mean.mass += found.square / (tip * tip) / 2;
        mean.participation += found.force / found.square * tip / 2;
        mean.drag += found.drag / tip / 2;
    }
    mean.frequency = std::sqrt(squares) / (2 * std::numbers::pi);
    return mean;
}

}  // namespace thigmo
