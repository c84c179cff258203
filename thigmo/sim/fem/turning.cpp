// Sections turn, and what joins them turns as their mean.
#include "thigmo/sim/fem/turning.h"

#include <Eigen/LU>

namespace thigmo {
namespace {

constexpr uint32_t section_nodes = 9;

/// A section about its centre: where it is, how far it is moved and turned.
struct SectionChange {
    Vec3 centre = Vec3::Zero(), shift = Vec3::Zero(), turn = Vec3::Zero();
};

/// The turn that fits best.
SectionChange section_change(std::span<const Vec3> nodes, std::span<const Vec3> changes) {
    SectionChange section;
    for (uint32_t j = 0; j < section_nodes; ++j) {
        section.centre += nodes[j] / section_nodes;
        section.shift += changes[j] / section_nodes;
    }
    Mat3 left = Mat3::Zero();
    Vec3 right = Vec3::Zero();
    for (uint32_t j = 0; j < section_nodes; ++j) {
        const Vec3 arm = nodes[j] - section.centre;
        left += arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose();
        right += arm.cross(changes[j]);
    }
    section.turn = left.inverse() * right;
    return section;
}

/// Where an arm comes to that changes and, as a part of that, turns.
Vec3 turned(const Vec3& arm, const Vec3& change, const Vec3& turn) {
    const double angle = turn.norm();
    const Vec3 strained = arm + change - turn.cross(arm);
    if (angle == 0) return strained;
    return Eigen::AngleAxisd(angle, turn / angle) * strained;
}

}  // namespace

void turn_rows(const FemModel& model, const BaseMotion& base, std::span<const Vec3> nodes,
               std::span<const Vec3> changes, std::span<Vec3> y) {
    for (size_t s = 0; s + 1 < model.first_node.size(); ++s) {
        SectionChange below;
        Vec3 centre = Vec3::Zero();  // of the section below, moved
        for (uint32_t first = model.first_node[s]; first < model.first_node[s + 1];
             first += section_nodes) {
            const SectionChange own = section_change(nodes.subspan(first, section_nodes),
                                                     changes.subspan(first, section_nodes));
            if (first > model.first_node[s]) {
                centre += turned(own.centre - below.centre, own.shift - below.shift,
                                 0.5 * (own.turn + below.turn));
            } else if (model.row_of_node[first] == UINT32_MAX) {
                centre.setZero();
                for (uint32_t n = first; n < first + section_nodes; ++n)
                    centre += (model.ties.sum(model.nodes[n], y) + base.position(model.nodes[n])) /
                              section_nodes;
            } else {
                centre = own.centre + own.shift;
            }
            below = own;
            for (uint32_t n = first; n < first + section_nodes; ++n)
                if (const uint32_t row = model.row_of_node[n]; row != UINT32_MAX)
                    y[row] =
                        centre + turned(nodes[n] - own.centre, changes[n] - own.shift, own.turn);
        }
    }
}

}  // namespace thigmo
