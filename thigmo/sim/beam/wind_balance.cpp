// Newton's method on a tree of joints.
#include "thigmo/sim/beam/wind_balance.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>

#include "thigmo/mechanics/drag.h"
#include "thigmo/sim/blade.h"

namespace thigmo {
namespace {

/// Forces and moments beyond a joint, about it, and their arms: Σ ρ Fᵀ.
struct Outer {
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    Mat3 arms = Mat3::Zero();

    void add(const Vec3& arm, const Vec3& push) {
        force += push;
        moment += arm.cross(push);
        arms += arm * push.transpose();
    }
};

/// Whether a joint with all that holds beyond it keeps a share of its own stiffness.
bool stands(const Mat3& whole, const Mat3& joint) {
    constexpr double least = 0.2;
    return Eigen::LLT<Mat3>(whole - least * joint).info() == Eigen::Success;
}

class Balance {
  public:
    explicit Balance(const SwayTree& tree)
        : tree_(tree), poses_(tree.bodies.size()), joint_(tree.bodies.size(), Quat::Identity()) {
        place();
    }

    /// Weight, and drag of a wind along a unit vector with the given squared speed; gusts in units
    /// of that speed.
    void load(const Vec3& wind, double pressure, const Vec3& gust = Vec3::Zero()) {
        outer_.assign(tree_.bodies.size(), {});
        for (size_t i = tree_.bodies.size(); i-- > 0;) {
            const SwayBody& body = tree_.bodies[i];
            Outer& own = outer_[i];
            own.force += body.own.mass * tree_.gravity;
            const Vec3 first = poses_[i].turn * body.own.first;
            own.moment += first.cross(tree_.gravity);
            own.arms += first * tree_.gravity.transpose();
            for (uint32_t row = body.air; pressure > 0 && row < body.air_end; ++row) {
                const BlownPart part = blown(tree_.air[row], body, poses_[i]);
                own.add(part.arm, pressure * part.height * part.air.force_of(wind, gust));
            }
            if (body.parent < 0) continue;
            Outer& next = outer_[static_cast<size_t>(body.parent)];
            const Vec3 arm = poses_[i].at - poses_[static_cast<size_t>(body.parent)].at;
            next.moment += own.moment;
            next.arms += own.arms;
            next.add(arm, own.force);
        }
    }

    /// Turns that balance the moments at the joints, in the first order. Joints that would give way
    /// are taken as stiff as it needs. `viscous`: bodies are held back besides by that multiple of
    /// the moments that a turn of theirs changes, for one step of many.
    std::vector<Vec3> solve(const std::vector<Vec3>& moments, double viscous) const {
        const size_t count = tree_.bodies.size();
        std::vector<Mat3> beyond(count, Mat3::Zero()), own(count, Mat3::Zero()), back(count);
        std::vector<Vec3> turns(count, Vec3::Zero());
        for (size_t i = count; i-- > 0;) {
            const Mat3 P = outer_[i].arms.trace() * Mat3::Identity() - outer_[i].arms;
            const Mat3 even = 0.5 * (P + P.transpose());
            const Mat3 odd = viscous > 0 ? Mat3(Mat3::Zero()) : Mat3(0.5 * (P - P.transpose()));
            own[i] += even;
            beyond[i] += own[i] + viscous * own[i].norm() * Mat3::Identity();
            Mat3 K = stiffness(i);
            while (!stands(beyond[i] + K, K)) K *= 4;
            const Mat3 solved = (beyond[i] + K).inverse();
            turns[i] = solved * (turns[i] + moments[i]);
            back[i] = solved * (K + odd);
            if (tree_.bodies[i].parent < 0) continue;
            const auto parent = static_cast<size_t>(tree_.bodies[i].parent);
            own[parent] -= even;
            beyond[parent] += K - (K - odd) * back[i];
            turns[parent] += (K - odd) * turns[i] - moments[i];
        }
        for (size_t i = 0; i < count; ++i)
            if (tree_.bodies[i].parent >= 0)
                turns[i] += back[i] * turns[static_cast<size_t>(tree_.bodies[i].parent)];
        return turns;
    }

    /// The small motion of all bodies by their turns.
    SwayMotion motion(std::vector<Vec3> turns) const {
        SwayMotion motion;
        motion.turn = std::move(turns);
        motion.shift.assign(motion.turn.size(), Vec3::Zero());
        for (size_t i = 0; i < motion.shift.size(); ++i) {
            if (tree_.bodies[i].parent < 0) continue;
            const auto parent = static_cast<size_t>(tree_.bodies[i].parent);
            motion.shift[i] =
                motion.shift[parent] + motion.turn[parent].cross(poses_[i].at - poses_[parent].at);
        }
        return motion;
    }

    /// Moments that the joints do not hold yet.
    std::vector<Vec3> unheld() const {
        std::vector<Vec3> left(tree_.bodies.size());
        for (size_t i = 0; i < left.size(); ++i) {
            const Vec3 at_rest = tree_.bodies[i].outboard.first.cross(tree_.gravity);
            const Eigen::AngleAxisd turned(joint_[i]);
            const Vec3 held = tree_.bodies[i].stiffness * (turned.angle() * turned.axis());
            left[i] = outer_[i].moment - bearer(i) * Vec3(held + at_rest);
        }
        return left;
    }

    /// Turns the bodies, not too far at once; returns how far they would, in the mean by mass.
    double turn(const std::vector<Vec3>& turns) {
        constexpr double most = 0.15, most_joint = 0.4;  // rad, in the mean and of a joint
        double sum = 0, mass = 0;
        for (size_t i = 0; i < turns.size(); ++i) {
            sum += tree_.bodies[i].own.mass * turns[i].norm();
            mass += tree_.bodies[i].own.mass;
        }
        const double mean = sum / mass, share = std::min(1.0, most / mean);
        for (size_t i = 0; i < turns.size(); ++i) {
            const int parent = tree_.bodies[i].parent;
            const Vec3 before =
                parent < 0 ? Vec3(Vec3::Zero()) : turns[static_cast<size_t>(parent)];
            Vec3 own = share * (bearer(i).conjugate() * (turns[i] - before));
            const double size = own.norm();
            if (size > most_joint) own *= most_joint / size;
            joint_[i] = turned_on(own, joint_[i]);
        }
        place();
        return mean;
    }

    std::vector<BalancedBody> poses() && { return std::move(poses_); }

  private:
    Quat bearer(size_t i) const {
        const int parent = tree_.bodies[i].parent;
        return parent < 0 ? Quat::Identity() : poses_[static_cast<size_t>(parent)].turn;
    }

    Mat3 stiffness(size_t i) const {
        const Mat3 R = bearer(i).toRotationMatrix();
        return R * tree_.bodies[i].stiffness * R.transpose();
    }

    /// What meets the air, turned with its body; the squared wind at its height over that at rest.
    struct BlownPart {
        AirPart air;
        Vec3 arm;
        double height;
    };
    BlownPart blown(const AirPart& part, const SwayBody& body, const BalancedBody& pose) const {
        const Vec3 arm = pose.turn * (part.at - body.at);
        BlownPart now{part, arm, tree_.height_share(part.at.y(), pose.at.y() + arm.y())};
        now.air.axis = pose.turn * part.axis;
        return now;
    }

    void place() {
        for (size_t i = 0; i < poses_.size(); ++i) {
            const SwayBody& body = tree_.bodies[i];
            const Quat on = bearer(i);
            const Vec3 from =
                body.parent < 0 ? Vec3(Vec3::Zero()) : poses_[static_cast<size_t>(body.parent)].at;
            poses_[i] = {from + on * body.arm, (on * joint_[i]).normalized()};
        }
    }

    const SwayTree& tree_;
    std::vector<BalancedBody> poses_;
    std::vector<Quat> joint_;  // turn of each joint, in the axes of what bears it
    std::vector<Outer> outer_;
};

}  // namespace

SwayMotion slight_lean(const SwayTree& tree, const Vec3& wind) {
    Balance balance(tree);
    balance.load(wind, 1);
    std::vector<Vec3> moments = balance.unheld();
    balance.load(wind, 0);
    return balance.motion(balance.solve(moments, 0));
}

namespace {

/// The motion from one place of all bodies to another one, over an amount.
SwayMotion motion_between(const std::vector<BalancedBody>& before,
                          const std::vector<BalancedBody>& after, double over) {
    SwayMotion motion;
    for (size_t i = 0; i < before.size(); ++i) {
        const Eigen::AngleAxisd turned(after[i].turn * before[i].turn.conjugate());
        motion.turn.push_back(turned.angle() / over * turned.axis());
        motion.shift.push_back((after[i].at - before[i].at) / over);
    }
    return motion;
}

constexpr double held_back = 0.1;  // of what loads change as bodies turn, once the wind is there

/// All bodies in a wind with gusts, from where they are.
std::vector<BalancedBody> settle(Balance balance, const Vec3& wind, double pressure,
                                 const Vec3& gust) {
    constexpr int passes = 6;
    for (int i = 0; i < passes; ++i) {
        balance.load(wind, pressure, gust);
        balance.turn(balance.solve(balance.unheld(), held_back));
    }
    return std::move(balance).poses();
}

}  // namespace

WindBalance balance_in_wind(const SwayTree& tree, const Vec3& wind, const Mat3& axes) {
    constexpr int ramp = 3, most = 20;  // steps in which the wind comes on, and all
    constexpr double settled = 0.01;    // of all turns, that the last one is
    Balance balance(tree);
    const double speed = wind.norm();
    const double pressure = speed * speed * kept_share(tree.vogel, speed);
    double all = 0, viscous = 1;
    for (int i = 1; i <= most && pressure > 0 && !tree.bodies.empty(); ++i) {
        balance.load(wind / speed, std::min(1.0, 1.0 * i / ramp) * pressure);
        viscous = std::max(held_back, 0.8 * viscous);
        const double turned = balance.turn(balance.solve(balance.unheld(), viscous));
        all += turned;
        if (turned < settled * all && i > ramp) break;
    }
    WindBalance found;
    // Differences of balances: where limp twigs have not settled, one tangent says nothing.
    constexpr double gust = 0.05;  // over the wind's speed
    for (size_t axis = 0; axis < 3 && pressure > 0; ++axis) {
        const Vec3 along = gust * axes.col(static_cast<Eigen::Index>(axis));
        found.give[axis] =
            motion_between(settle(balance, wind / speed, pressure, -along),
                           settle(balance, wind / speed, pressure, along), 2 * gust * speed);
    }
    found.bodies = std::move(balance).poses();
    return found;
}

}  // namespace thigmo
