// Stiffness and mass of a whole reduced plant at rest.
//
// Stiffness is that of every body by itself. With T_i the twist of body i's frame and E_i its own
// coordinates per rates of all coordinates,
//
//     T_i = X_i (T_p + J_i E_p),   M = Σ (T_i, E_i)ᵀ [I C; Cᵀ M] (T_i, E_i)
//
// where p carries i; T_i has columns only for what is below it. Blades on stalks stand behind all
// bodies: three turns each, relative to what they sit on.
#include "thigmo/sim/reduced/modes.h"

#include <cmath>
#include <numbers>

#include "thigmo/mechanics/solid_matrices.h"

namespace thigmo {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;
using Wide = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// How a body's frame moves with the coordinates of all that is below it.
struct FrameRates {
    std::vector<int> columns;  // among all coordinates
    Wide twist;
};

/// X J: in the body's axes, of its origin.
Wide carried_over(const MountedFrame& frame, const Wide& twists) {
    Wide moved(6, twists.cols());
    for (Eigen::Index k = 0; k < twists.cols(); ++k) {
        const Vec3 turn = twists.col(k).head<3>(), shift = twists.col(k).tail<3>();
        moved.col(k) << frame.turn * turn, frame.turn * (shift + turn.cross(frame.arm));
    }
    return moved;
}

FrameRates frame_rates(const MovingFace& face, const Mount& on, const ReducedBody& parent,
                       const FrameRates& below, int parent_first) {
    const std::vector<double> rest(static_cast<size_t>(parent.size));
    Wide ride(6, parent.size);
    MountedFrame frame;
    mount(face, on, rest, rest, Vec3::Zero(), frame, {ride.data(), 6, parent.size});
    FrameRates rates;
    rates.columns = below.columns;
    for (int k = 0; k < parent.size; ++k) rates.columns.push_back(parent_first + k);
    Wide twists(6, below.twist.cols() + ride.cols());
    twists << below.twist, ride;
    rates.twist = carried_over(frame, twists);
    return rates;
}

void add(const std::vector<int>& columns, const Eigen::MatrixXd& block, Triplets& sum) {
    for (size_t i = 0; i < columns.size(); ++i)
        for (size_t j = 0; j < columns.size(); ++j)
            sum.emplace_back(columns[i], columns[j],
                             block(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
}

/// A body's mass over the columns of its frame, then its own.
Eigen::MatrixXd mass_of(const ReducedBody& body, const Wide& twist) {
    const std::vector<double> rest(static_cast<size_t>(body.size));
    Mat6 inertia;
    Wide coupling(6, body.size);
    Eigen::MatrixXd mass(body.size, body.size);
    Vec6 p;
    Eigen::VectorXd p_q(body.size);
    inertia_and_bias(body.integrals, rest, rest, Vec3::Zero(),
                     {inertia,
                      {coupling.data(), 6, body.size},
                      {mass.data(), body.size, body.size},
                      p,
                      {p_q.data(), body.size}});
    const Eigen::Index n = twist.cols();
    Eigen::MatrixXd all(n + body.size, n + body.size);
    all.topLeftCorner(n, n) = twist.transpose() * inertia * twist;
    all.topRightCorner(n, body.size) = twist.transpose() * coupling;
    all.bottomLeftCorner(body.size, n) = all.topRightCorner(n, body.size).transpose();
    all.bottomRightCorner(body.size, body.size) = mass;
    return all;
}

/// Blades behind all bodies' coordinates: their turns relative to the seat, which moves so.
void add_blades(const ReducedBodies& all, const ReducedSeat& seat, const FrameRates& on, int behind,
                Triplets& stiffness, Triplets& mass) {
    Mat6 whole = Mat6::Zero();
    for (uint32_t k = seat.first; k < seat.first + seat.count; ++k) {
        const Blade& blade = all.blades[k];
        const Mat6 X = arm_map(blade.hinge - seat.centre), I = spatial_inertia(blade.solid);
        whole += X.transpose() * I * X;
        const Eigen::MatrixXd coupling = on.twist.transpose() * X.transpose() * I.leftCols<3>();
        const int first = behind + 3 * static_cast<int>(k);
        for (int j = 0; j < 3; ++j)
            for (size_t i = 0; i < on.columns.size(); ++i) {
                const double value = coupling(static_cast<Eigen::Index>(i), j);
                mass.emplace_back(on.columns[i], first + j, value);
                mass.emplace_back(first + j, on.columns[i], value);
            }
        const std::vector<int> own = {first, first + 1, first + 2};
        add(own, blade.solid.inertia, mass);
        add(own, blade.stiffness, stiffness);
    }
    add(on.columns, on.twist.transpose() * whole * on.twist, mass);
}

}  // namespace

ReducedModes find_reduced_modes(const ReducedBodies& all, Coupling coupling, int count) {
    const std::vector<ReducedBody>& bodies = all.bodies;
    std::vector<FrameRates> rates(bodies.size(), {{}, Wide(6, 0)});
    std::vector<int> first;
    Triplets stiffness, mass;
    int size = 0;
    for (size_t i = 0; i < bodies.size(); ++i) {
        const ReducedBody& body = bodies[i];
        first.push_back(size);
        if (body.parent >= 0 && coupling == Coupling::exact) {
            const auto p = static_cast<size_t>(body.parent);
            rates[i] = frame_rates(body.seat, body.mount, bodies[p], rates[p], first[p]);
        }
        std::vector<int> own;
        for (int k = 0; k < body.size; ++k) own.push_back(size++);
        std::vector<int> columns = rates[i].columns;
        columns.insert(columns.end(), own.begin(), own.end());
        add(columns, mass_of(body, rates[i].twist), mass);
        if (body.size > 0) add(own, body.stiffness, stiffness);
    }
    for (const ReducedSeat& seat : all.seats) {
        const FrameRates on = frame_rates(seat.face, seat.mount, bodies[seat.body],
                                          rates[seat.body], first[seat.body]);
        add_blades(all, seat, on, size, stiffness, mass);
    }
    size += 3 * static_cast<int>(all.blades.size());
    SolidMatrices matrices{SparseMatrix(size, size), SparseMatrix(size, size)};
    matrices.stiffness.setFromTriplets(stiffness.begin(), stiffness.end());
    matrices.mass.setFromTriplets(mass.begin(), mass.end());
    const SolidSolver solver(matrices);
    if (size < 2 || !solver.works()) return {};
    const SolidModes modes = solver.lowest(count);
    return {modes.squared.cwiseSqrt() / (2 * std::numbers::pi), modes.shapes};
}

}  // namespace thigmo
