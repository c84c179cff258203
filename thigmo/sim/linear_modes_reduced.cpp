// linear_modes.h for reduced bodies: their coordinates are moved a little, and sections read.
#include <algorithm>
#include <cmath>

#include "thigmo/plant/walk.h"
#include "thigmo/sim/linear_modes.h"
#include "thigmo/sim/reduced/modes.h"
#include "thigmo/sim/reduced/stations.h"

namespace thigmo {
namespace {

ReducedBodies bodies_of(const Plant& plant, const ReducedSettings& settings) {
    Progress silent;
    return build_reduced_bodies(plant, settings, *settings.models, silent);
}

/// Reads what small coordinates of all bodies do to segments' ends.
class EndReader {
  public:
    EndReader(const Plant& plant, const ReducedSettings& settings, const ReducedBodies& bodies)
        : plant_(plant),
          bodies_(bodies),
          tree_(bodies, settings, {}),
          owner_(segment_domains(plant)) {
        const Box box = bounds(plant);
        size_ = box.sizes().maxCoeff();
    }

    Column<SegmentId, Vec3> displacements(const Eigen::VectorXd& q) {
        constexpr double least = 1e-7;  // of the plant's size
        const double step = least * size_ / std::max(q.cwiseAbs().maxCoeff(), 1e-300);
        move(step * q);
        Column<SegmentId, Vec3> ends(plant_.segments.size(), Vec3::Zero());
        for (const SegmentId row : plant_.segments.rows()) {
            const Vec3& rest = plant_.segments.end[row];
            ends[row] = (at_end(row) * rest - rest) / step;
        }
        return ends;
    }

  private:
    void move(const Eigen::VectorXd& q) {
        Eigen::Index first = 0;
        for (size_t i = 0; i < bodies_.bodies.size(); ++i) {
            const Eigen::Index count = bodies_.bodies[i].size;
            const std::vector<double> own(q.data() + first, q.data() + first + count),
                still(own.size(), 0.0);
            tree_.set_coordinates(i, own, still);
            first += count;
        }
        tree_.update();
        stations_.read(bodies_, tree_);
    }

    Rigid at_end(SegmentId row) const {
        const int own = bodies_.of_segment[row];
        const DomainId domain = owner_[row];
        if (own < 0) {
            const int rigid = bodies_.of_domain[domain];
            if (rigid >= 0) return stations_.at(rigid, 0);
            return stations_.at(bodies_.riders[domain].body, bodies_.riders[domain].along);
        }
        const ReducedBody& body = bodies_.bodies[static_cast<size_t>(own)];
        if (body.size == 0) return stations_.at(own, 0);
        return stations_.at(own, body.ends[row.value - body.segments.first + 1]);
    }

    const Plant& plant_;
    const ReducedBodies& bodies_;
    ReducedTree tree_;
    Column<SegmentId, DomainId> owner_;
    Stations stations_;
    double size_ = 1;
};

/// A number for every coordinate of all bodies.
template <class Of>
Eigen::VectorXd gathered(const ReducedBodies& bodies, Of of) {
    Eigen::Index size = 0;
    for (const ReducedBody& body : bodies.bodies) size += body.size;
    Eigen::VectorXd all(size);
    Eigen::Index first = 0;
    for (const ReducedBody& body : bodies.bodies) {
        if (body.size > 0) all.segment(first, body.size) = of(body);
        first += body.size;
    }
    return all;
}

/// Forces on all coordinates by an acceleration of everything along each axis.
Eigen::MatrixXd drives(ReducedBodies& bodies) {
    Eigen::MatrixXd all;
    for (int axis = 0; axis < 3; ++axis) {
        hold_shape(bodies, Vec3::Unit(axis), false);
        const Eigen::VectorXd own =
            gathered(bodies, [](const ReducedBody& body) { return body.preload_force; });
        all.conservativeResize(own.size() + 3 * static_cast<Eigen::Index>(bodies.blades.size()),
                               axis + 1);
        all.col(axis).head(own.size()) = own;
        for (size_t k = 0; k < bodies.blades.size(); ++k)
            all.col(axis).segment<3>(own.size() + 3 * static_cast<Eigen::Index>(k)) =
                bodies.blades[k].solid.first.cross(Vec3::Unit(axis));
    }
    return all;
}

Eigen::MatrixXd modal_damping(const ReducedBodies& bodies, const Eigen::MatrixXd& shapes) {
    Eigen::MatrixXd damping = Eigen::MatrixXd::Zero(shapes.cols(), shapes.cols());
    Eigen::Index first = 0;
    for (const ReducedBody& body : bodies.bodies) {
        const auto own = shapes.middleRows(first, body.size);
        if (body.size > 0)
            damping.noalias() += body.damping * own.transpose() * body.stiffness * own;
        first += body.size;
    }
    for (const Blade& blade : bodies.blades) {
        const auto own = shapes.middleRows(first, 3);
        damping.noalias() += blade.viscosity * own.transpose() * blade.stiffness * own;
        first += 3;
    }
    return damping;
}

}  // namespace

LinearModes linear_modes(const Plant& plant, const ReducedSettings& settings, size_t count) {
    ReducedBodies bodies = bodies_of(plant, settings);
    const ReducedModes modes =
        find_reduced_modes(bodies, settings.coupling, static_cast<int>(count));
    LinearModes found;
    if (modes.frequencies.size() == 0) {
        found.failure = "the modes of reduced elements were not found";
        return found;
    }
    EndReader reader(plant, settings, bodies);
    const Eigen::MatrixXd drive = modes.shapes.transpose() * drives(bodies);
    for (Eigen::Index k = 0; k < modes.frequencies.size(); ++k)
        found.modes.push_back({modes.frequencies[k], reader.displacements(modes.shapes.col(k)),
                               drive.row(k).transpose()});
    found.damping = modal_damping(bodies, modes.shapes);
    return found;
}

Column<SegmentId, Vec3> linear_sag(const Plant& plant, const ReducedSettings& settings,
                                   const Vec3& gravity) {
    ReducedBodies bodies = bodies_of(plant, settings);
    EndReader reader(plant, settings, bodies);
    hold_shape(bodies, gravity, false);
    return reader.displacements(
        gathered(bodies, [](const ReducedBody& body) { return body.preload; }));
}

}  // namespace thigmo
