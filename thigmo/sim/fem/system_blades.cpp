// Blades on the sections of a plant's bricks.
//
// A section moves as x = mean + F (X − centre). Its rotation is F's polar one; with columns F_k its
// spin and what a torque n does on the columns are taken from
//
//     Ω = ½ Σ F_k × Ḟ_k,   Ω̇ = ½ Σ F_k × F̈_k,   force on F_k: ½ n × F_k
//
// which do each other's work, and are exact where the section is rigid. Of what the blades ask of
// their seat the force acts at their hinges' mean place, a point of the section, and only the
// moment that is left, which stalks carry, as a torque.
#include "thigmo/base/parallel.h"
#include "thigmo/mechanics/cross_matrix.h"
#include "thigmo/sim/fem/system.h"

namespace thigmo {
namespace {

/// ½ Σ F_k × G_k.
Vec3 half_cross(const Mat3& F, const Mat3& G) {
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < 3; ++k) sum += Vec3(F.col(k)).cross(Vec3(G.col(k)));
    return 0.5 * sum;
}

}  // namespace

BladeStage FemSystem::blade_stage(const Stage& stage, size_t k) const {
    const double r = stage.reach;
    return {state_.blades[k].turn, stage.turn0[k] + r * stage.rate0[k], stage.rate0[k], {r, r * r}};
}

FemSystem::SeatNow FemSystem::seat_at(const FemSeat& seat, const BaseMotion& base,
                                      std::span<const Vec3> y, std::span<const Vec3> v,
                                      std::span<const Vec3> a) const {
    const FemSection& section = seat.section;
    SeatNow now;
    Mat3 rate, change;
    for (int k = 0; k < 3; ++k) {
        const TiedPoint& slope = section.slope[static_cast<size_t>(k)];
        now.F.col(k) = model_.ties.sum(slope, y) + base.position(slope);
        rate.col(k) = model_.ties.sum(slope, v) + base.velocity_of(slope);
        change.col(k) = model_.ties.sum(slope, a) + base.acceleration_of(slope);
    }
    now.axes = polar_rotation(now.F);
    now.origin = model_.ties.sum(section.mean, y) + base.position(section.mean);
    const Mat3 back = now.axes.transpose();
    now.motion.centre = section.centre;
    now.motion.velocity =
        back * (model_.ties.sum(section.mean, v) + base.velocity_of(section.mean));
    now.motion.spin = back * half_cross(now.F, rate);
    now.motion.felt << back * half_cross(now.F, change),
        back * (model_.ties.sum(section.mean, a) + base.acceleration_of(section.mean));
    return now;
}

/// What the seats feel of their blades, taken from force_.
void FemSystem::add_blades(const Stage& stage, const FemLoads& loads, const std::vector<Vec3>& a) {
    parallel_chunks(seats_.size(), 8, [&](size_t begin, size_t end) {
        for (size_t s = begin; s < end; ++s) {
            const FemSeat& seat = model_.blade_seats[s];
            SeatNow& now = seats_[s] = seat_at(seat, stage.base, y_, v_, a);
            now.motion.felt.tail<3>() -= now.axes.transpose() * loads.gravity;
            BladePush push{nullptr, loads.blades, now.axes, now.origin};
            for (uint32_t k = seat.first; k < seat.first + seat.count; ++k) {
                const Blade& blade = model_.solids.blades[k];
                Vec3 wind;
                if (!loads.air.empty()) {
                    wind = now.axes.transpose() * loads.air[blade.patch].wind;
                    push.wind = &wind;
                }
                condensed_[k] = condense_settled(blade, k, blade_stage(stage, k),
                                                 elastic_.stalks[k], now.motion, push, blade_a_[k]);
            }
        }
    });
    for (size_t s = 0; s < seats_.size(); ++s) {
        const FemSeat& seat = model_.blade_seats[s];
        const SeatNow& now = seats_[s];
        Vec6 wrench = Vec6::Zero();
        for (uint32_t k = seat.first; k < seat.first + seat.count; ++k)
            wrench += condensed_[k].inertia * now.motion.felt + condensed_[k].force;
        const Vec3& arm = seat.arm;
        const Vec3 left = wrench.head<3>() - arm.cross(Vec3(wrench.tail<3>()));
        const Vec3 moment = now.axes * left, force = now.axes * wrench.tail<3>();
        model_.ties.push(seat.section.mean, -force, force_);
        for (int k = 0; k < 3; ++k)
            model_.ties.push(seat.section.slope[static_cast<size_t>(k)],
                             -arm[k] * force - 0.5 * moment.cross(Vec3(now.F.col(k))), force_);
    }
}

/// Gives blades the accelerations that follow from the rows'; the largest change, of a blade's
/// centre (m/s²).
double FemSystem::follow_blades(const Stage& stage, const FemLoads& loads,
                                const std::vector<Vec3>& a) {
    if (blade_a_.empty()) return 0;
    move(stage, a);
    double change = 0;
    for (const FemSeat& seat : model_.blade_seats) {
        SeatNow now = seat_at(seat, stage.base, y_, v_, a);
        now.motion.felt.tail<3>() -= now.axes.transpose() * loads.gravity;
        for (uint32_t k = seat.first; k < seat.first + seat.count; ++k) {
            const Vec3 next = condensed_[k].acceleration(now.motion.felt);
            const double by =
                (next - blade_a_[k]).norm() * model_.solids.blades[k].solid.centre().norm();
            if (!(by <= change)) change = by;
            blade_a_[k] = next;
        }
    }
    return change;
}

void FemSystem::add_blade_matrix(const FemSeat& seat, const SeatNow& now, const Mat6& inertia,
                                 BlockMatrix& matrix) const {
    Mat6 Q = Mat6::Zero();
    Q.topLeftCorner<3, 3>() = Q.bottomRightCorner<3, 3>() = now.axes;
    Eigen::Matrix<double, 6, 12> T = Eigen::Matrix<double, 6, 12>::Zero();
    T.bottomLeftCorner<3, 3>() = Mat3::Identity();
    for (int k = 0; k < 3; ++k)
        T.block<3, 3>(0, 3 + 3 * k) = 0.5 * cross_matrix(Vec3(now.F.col(k)));
    const Eigen::Matrix<double, 12, 12> S = T.transpose() * Q * inertia * Q.transpose() * T;
    const FemBrick& brick = model_.bricks[seat.section.brick];
    const Eigen::MatrixXd& w = seat.weights;
    const Eigen::Index n = w.cols();
    Eigen::MatrixXd half = Eigen::MatrixXd::Zero(12, 3 * n);
    for (Eigen::Index j = 0; j < n; ++j)
        for (int b = 0; b < 4; ++b) half.middleCols<3>(3 * j) += w(b, j) * S.middleCols<3>(3 * b);
    size_t place = 0;
    for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = i; j < n; ++j) {
            Eigen::Map<Mat3> to(matrix.block(brick.places[place++]));
            for (int b = 0; b < 4; ++b) to += w(b, i) * half.block<3, 3>(3 * b, 3 * j);
        }
}

void FemSystem::add_still_blades(const BaseMotion& base, std::span<const Vec3> y, double reach,
                                 BlockMatrix& matrix) const {
    const StageReach own{reach, reach * reach};
    const std::vector<Vec3> still(y.size(), Vec3::Zero());
    for (const FemSeat& seat : model_.blade_seats) {
        SeatNow now = seat_at(seat, base, y, still, still);
        now.motion.spin.setZero();
        Mat6 inertia = Mat6::Zero();
        for (uint32_t k = seat.first; k < seat.first + seat.count; ++k)
            inertia += condense(model_.solids.blades[k], {}, Vec3::Zero(), elastic_.stalks[k],
                                now.motion, own, {})
                           .inertia;
        add_blade_matrix(seat, now, inertia, matrix);
    }
}

void FemSystem::add_blade_energy(const Vec3& gravity, Energy& sum) const {
    const std::vector<Vec3> still(model_.rows(), Vec3::Zero());
    for (const FemSeat& seat : model_.blade_seats) {
        const SeatNow now = seat_at(seat, state_.base, state_.y, state_.v, still);
        for (uint32_t k = seat.first; k < seat.first + seat.count; ++k) {
            const Energy own =
                energy_of(model_.solids.blades[k], state_.blades[k], elastic_.stalks[k], now.motion,
                          now.axes, now.origin, gravity);
            sum.kinetic += own.kinetic;
            sum.elastic += own.elastic;
            sum.gravity += own.gravity;
        }
    }
}

}  // namespace thigmo
