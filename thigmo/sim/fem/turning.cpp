// Sections turn, and what joins them turns as their mean.
#include "thigmo/sim/fem/turning.h"

#include <Eigen/LU>

namespace thigmo {
namespace {

constexpr uint32_t chain_section = 9;  // nodes of a section of a chain of bricks

/// A section about its centre: where it is, how far it is moved and turned.
struct SectionChange {
    Vec3 centre = Vec3::Zero(), shift = Vec3::Zero(), turn = Vec3::Zero();
};

/// The turn that fits best. A layer of voxels may have its nodes in a line.
SectionChange section_change(std::span<const Vec3> nodes, std::span<const Vec3> changes) {
    SectionChange section;
    const auto count = static_cast<double>(nodes.size());
    for (size_t j = 0; j < nodes.size(); ++j) {
        section.centre += nodes[j] / count;
        section.shift += changes[j] / count;
    }
    Mat3 left = Mat3::Zero();
    Vec3 right = Vec3::Zero();
    for (size_t j = 0; j < nodes.size(); ++j) {
        const Vec3 arm = nodes[j] - section.centre;
        left += arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose();
        right += arm.cross(changes[j]);
    }
    if (nodes.size() != chain_section) left += 1e-6 * left.trace() * Mat3::Identity();
    section.turn = left.inverse() * right;
    return section;
}

/// Where the layers of a solid's nodes begin in the plant, and where the last ends.
std::vector<uint32_t> layers_of(const FemModel& model, size_t solid) {
    std::vector<uint32_t> layers = model.solids.solids[SolidId(solid)].voxels.layers;
    for (uint32_t& first : layers) first += model.first_node[solid];
    if (layers.empty())
        for (uint32_t n = model.first_node[solid]; n <= model.first_node[solid + 1];
             n += chain_section)
            layers.push_back(n);
    return layers;
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
        const std::vector<uint32_t> layers = layers_of(model, s);
        for (size_t k = 0; k + 1 < layers.size(); ++k) {
            const uint32_t first = layers[k], count = layers[k + 1] - first;
            const SectionChange own =
                section_change(nodes.subspan(first, count), changes.subspan(first, count));
            if (k > 0) {
                centre += turned(own.centre - below.centre, own.shift - below.shift,
                                 0.5 * (own.turn + below.turn));
            } else if (model.row_of_node[first] == UINT32_MAX) {
                centre.setZero();
                for (uint32_t n = first; n < first + count; ++n)
                    centre +=
                        (model.ties.sum(model.nodes[n], y) + base.position(model.nodes[n])) / count;
            } else {
                centre = own.centre + own.shift;
            }
            below = own;
            for (uint32_t n = first; n < first + count; ++n)
                if (const uint32_t row = model.row_of_node[n]; row != UINT32_MAX)
                    y[row] =
                        centre + turned(nodes[n] - own.centre, changes[n] - own.shift, own.turn);
        }
    }
}

}  // namespace thigmo
