// Stations along the branches: places whose motion is found each frame, and with which whatever
// sits there moves as one rigid body.
//
// A point a little beside its station is still right to second order, since a station's motion has
// the centreline's turn: vertices, leaves and branches ride on the nearest one and nothing is
// interpolated. Single precision for vertices, double for poses.
#pragma once

#include <span>
#include <vector>

#include "thigmo/mechanics/tapered_beam.h"
#include "thigmo/sim/beam/sway.h"

namespace thigmo {

/// p ↦ x p₁ + y p₂ + z p₃ + offset, from rest to now; columns of four, of which the last is 0.
template <class Scalar>
struct alignas(16) StationMotion {
    using Vector = Eigen::Vector3<Scalar>;
    using Column = Eigen::Vector4<Scalar>;
    Column x = Column::UnitX(), y = Column::UnitY(), z = Column::UnitZ(), offset = Column::Zero();

    template <class Point>
    Column turned(const Point& p) const {
        return x * p[0] + (y * p[1] + z * p[2]);
    }
    template <class Point>
    Column moved(const Point& p) const {
        return (offset + x * p[0]) + (y * p[1] + z * p[2]);
    }
    Vector operator*(const Vector& p) const { return moved(p).template head<3>(); }
    Eigen::Matrix3<Scalar> turn() const {
        Eigen::Matrix3<Scalar> columns;
        columns << x.template head<3>(), y.template head<3>(), z.template head<3>();
        return columns;
    }
};

/// How normals turn: the inverse transpose, whose columns are cross products where volume is kept,
/// as it is by turns and shears.
template <class Scalar>
StationMotion<Scalar> normals_of(const StationMotion<Scalar>& motion);

struct StationKey {
    BranchId branch;
    double along = 0;
    auto operator<=>(const StationKey&) const = default;
};

/// Stations branch by branch, from base to tip.
template <class Scalar>
class Stations {
  public:
    using Motion = StationMotion<Scalar>;
    Stations() = default;
    /// Of a plant that lives as long. With the wanted ones, those that branches grow from, and as
    /// many between as it takes.
    Stations(const BeamPlant& plant, Bending bending, std::vector<StationKey> wanted);

    size_t size() const { return along_.size(); }
    /// The station of a wanted key.
    uint32_t find(const StationKey& key) const;
    double along(uint32_t station) const { return double(along_[station]); }

    /// All motions now; parents before children, level by level on all threads.
    void move(std::span<const Bend> bends, std::vector<Motion>& out) const;

  private:
    using Vector = Eigen::Vector3<Scalar>;
    using Column = Eigen::Vector4<Scalar>;
    /// The centreline is summed from the station before by its ways at two places between.
    struct Station {
        Column slopes = Column::Zero();  // u′ at the two places and here; last: u here (m)
        Column ways[2] = {Column::Zero(), Column::Zero()};
        Column centre = Column::Zero();  // of the rest centreline
    };
    struct Run {  // of a branch
        uint32_t first = 0, end = 0;
        uint32_t holder = no_holder;  // the station it grows from
        Column base = Column::Zero();
    };
    static constexpr uint32_t no_holder = UINT32_MAX;

    void move_branch(uint32_t branch, const Bend& bend, std::span<Motion> out) const;
    void bend_branch(const Run& run, const Bend& bend, const Motion& holder,
                     std::span<Motion> out) const;
    void shear_branch(uint32_t branch, const Bend& bend, const Motion& holder,
                      std::span<Motion> out) const;
    void bend_as_the_paper(uint32_t branch, const Bend& bend, const Motion& holder,
                           std::span<Motion> out) const;

    Bending bending_ = Bending::true_length;
    std::vector<Scalar> along_;
    std::vector<Station> stations_;
    std::vector<Run> runs_;
    std::vector<std::vector<uint32_t>> levels_;  // branches by order
    std::vector<BeamPolynomial> fits_;           // of branches; where they bend as printed
    const Branches* branches_ = nullptr;         // where they are sheared
};

}  // namespace thigmo
