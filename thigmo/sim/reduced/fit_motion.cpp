// Least squares over points of a body's sections, held by its stiffness.
#include "thigmo/sim/reduced/fit_motion.h"

#include <Eigen/Cholesky>

#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

/// A point of a section: where it shall be and how fast, in the world.
struct Match {
    BodyPoint point;
    Vec3 place = Vec3::Zero(), velocity = Vec3::Zero();
    Vec3 strain = Vec3::Zero();  // in the plant's axes
};

/// Of every segment's end three points about its section, which carry its turn.
std::vector<Match> matches(const Plant& plant, const ReducedBodies& bodies, size_t body,
                           const std::function<SegmentMotion(SegmentId)>& motion) {
    const ReducedBody& own = bodies.bodies[body];
    const Rows<SegmentId> run = own.segments;
    std::vector<Match> found;
    const SmallMotion base = motion(run.front()).at_start;
    const Vec3& base_point = plant.segments.start[run.front()];
    for (const SegmentId segment : run) {
        const SegmentMotion now = motion(segment);
        const double along = own.ends[segment.value - run.first + 1];
        const double reach = 0.1 * length(plant.segments, segment);
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3 rest_arm = reach * Vec3::Unit(axis), arm = now.rotation * rest_arm;
            Match match;
            match.point = point_on(bodies, static_cast<int>(body), along,
                                   plant.segments.end[segment] + rest_arm);
            match.place = now.end + arm;
            match.velocity = now.velocity + now.spin.cross(arm);
            const Vec3 arm_of_base = plant.segments.end[segment] + rest_arm - base_point;
            match.strain = now.at_end.shift + now.at_end.turn.cross(rest_arm) - base.shift -
                           base.turn.cross(arm_of_base);
            found.push_back(std::move(match));
        }
    }
    return found;
}

/// Coordinates and, of a free root, a small shift and turn of its frame beside them.
struct Fit {
    Eigen::VectorXd q, rates;
    Vec6 frame = Vec6::Zero(), frame_rate = Vec6::Zero();  // turn, shift; in the body's axes
};

/// ∂V (N) and ∂²V (N/m) at q; in place of one that is not positive, that at rest.
std::pair<Eigen::VectorXd, Eigen::MatrixXd> bend(const ReducedBody& body,
                                                 const Eigen::VectorXd& q) {
    const double length = body.units.length, scale = body.elastic / length;
    const Eigen::VectorXd share = q / length;
    const std::span shares(share.data(), static_cast<size_t>(body.size));
    Eigen::VectorXd gradient(body.size);
    force(body.model->elastic, shares, {gradient.data(), shares.size()});
    Eigen::MatrixXd K = scale / length * tangent(body.model->elastic, shares);
    if (K.llt().info() != Eigen::Success) K = body.stiffness;
    return {scale * gradient, K};
}

/// How much a point is held to its place (N/m): soft shapes go where they shall and stiff ones come
/// to rest, for what they were off by would be let loose as a blow.
double held(const ReducedBody& body, const std::vector<Match>& found) {
    constexpr double hold = 1e4;  // over the softest shape's own stiffness
    return hold * body.stiffness.diagonal().minCoeff() / static_cast<double>(found.size());
}

/// V(q) + ½ w Σ (p(q) − place)², w what points are held by.
double misfit(const ReducedBody& body, const std::vector<Match>& found, const BodyFrame& frame,
              const Eigen::VectorXd& q) {
    const Eigen::VectorXd share = q / body.units.length;
    double squares = 0;
    for (const Match& match : found) {
        const Vec3 y = match.point.place + match.point.modes * q;
        squares += (frame.origin + frame.axes * y - match.place).squaredNorm();
    }
    return body.elastic * energy(body.model->elastic, {share.data(), size_t(body.size)}) +
           0.5 * held(body, found) * squares;
}

/// Turned and shifted by a small motion in its own axes.
BodyFrame moved(BodyFrame frame, const Vec6& by) {
    const double angle = by.head<3>().norm();
    frame.origin += frame.axes * by.tail<3>();
    if (angle > 0) frame.axes *= Eigen::AngleAxisd(angle, by.head<3>() / angle).matrix();
    return frame;
}

/// One iterate of Newton's method from q towards the least misfit.
Fit fit(const ReducedBody& body, const std::vector<Match>& found, const BodyFrame& frame,
        const Eigen::VectorXd& q, bool free) {
    const int r = body.size, all = r + (free ? 6 : 0);
    const double w = held(body, found);
    const auto [force, K] = bend(body, q);
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(all, all);
    Eigen::VectorXd places = Eigen::VectorXd::Zero(all), rates = places;
    A.topLeftCorner(r, r) = K;
    places.head(r) = K * q - force;
    for (const Match& match : found) {
        const Vec3 y = match.point.place + match.point.modes * q;
        Eigen::Matrix<double, 3, Eigen::Dynamic> J(3, all);
        J.leftCols(r) = match.point.modes;
        if (free) J.rightCols<6>() << -cross_matrix<double>(y), Mat3::Identity();
        const Vec3 place = frame.axes.transpose() * (match.place - frame.origin);
        Vec3 velocity = frame.axes.transpose() * match.velocity;
        if (!free) velocity -= frame.velocity + frame.spin.cross(place);
        A += w * J.transpose() * J;
        places += w * J.transpose() * (place - y + match.point.modes * q);
        rates += w * J.transpose() * velocity;
    }
    const Eigen::LDLT<Eigen::MatrixXd> solver(A);
    const Eigen::VectorXd x = solver.solve(places), v = solver.solve(rates);
    Fit result{x.head(r), v.head(r), Vec6::Zero(), Vec6::Zero()};
    if (free) {
        result.frame = x.tail<6>();
        result.frame_rate = v.tail<6>();
    }
    return result;
}

/// The preload that strains the points as they are, linear as it is.
Eigen::VectorXd fit_preload(const ReducedBody& body, const std::vector<Match>& found) {
    // Stiff coordinates answer little: a weak pull to rest in the norm of the stiffness.
    Eigen::MatrixXd A = 1e-9 * body.stiffness / body.stiffness.diagonal().minCoeff();
    Eigen::VectorXd strains = Eigen::VectorXd::Zero(body.size);
    for (const Match& match : found) {
        A += match.point.modes.transpose() * match.point.modes;
        strains += match.point.modes.transpose() * (body.units.turn.transpose() * match.strain);
    }
    return A.ldlt().solve(strains);
}

/// Whether every point is where it shall be.
bool fits(const ReducedBody& body, const std::vector<Match>& found, const BodyFrame& frame,
          std::span<const double> q) {
    const Eigen::Map<const Eigen::VectorXd> own(q.data(), body.size);
    for (const Match& match : found) {
        const Vec3 y = match.point.place + match.point.modes * own;
        if ((frame.origin + frame.axes * y - match.place).norm() > 1e-9 * body.units.length)
            return false;
    }
    return true;
}

}  // namespace

void read_preloads(const Plant& plant, const ReducedBodies& bodies, DomainId domain,
                   Column<SegmentId, std::pair<SmallMotion, SmallMotion>>& out) {
    SmallMotion base;  // of the piece
    Vec3 base_point = Vec3::Zero();
    for (const SegmentId segment : plant.domains.segments[domain]) {
        const int body = bodies.of_segment[segment];
        const ReducedBody& own = bodies.bodies[static_cast<size_t>(body)];
        const size_t row = segment.value - own.segments.first;
        const double reach = 0.1 * length(plant.segments, segment);
        const auto strained = [&](const Vec3& at, double along) {
            const auto moved = [&](const Vec3& x) -> Vec3 {
                return base.shift + base.turn.cross(x - base_point) +
                       own.units.turn * (point_on(bodies, body, along, x).modes * own.preload);
            };
            SmallMotion strain{moved(at), Vec3::Zero()};
            for (int axis = 0; axis < 3; ++axis)
                strain.turn +=
                    0.5 / reach *
                    Vec3::Unit(axis).cross(moved(at + reach * Vec3::Unit(axis)) - strain.shift);
            return strain;
        };
        if (row == 0 && segment != plant.domains.segments[domain].front()) {
            base = out[SegmentId(segment.value - 1ul)].second;
            base_point = plant.segments.end[SegmentId(segment.value - 1ul)];
        }
        out[segment] = {strained(plant.segments.start[segment], own.ends[row]),
                        strained(plant.segments.end[segment], own.ends[row + 1])};
    }
}

void fit_motion(const Plant& plant, ReducedBodies& bodies, const std::vector<Unknown>& unknown,
                const std::function<SegmentMotion(SegmentId)>& motion, ReducedTree& tree) {
    for (size_t i = 0; i < unknown.size(); ++i) {
        ReducedBody& body = bodies.bodies[i];
        if (unknown[i] == Unknown::nothing || body.size == 0) continue;
        const bool free = body.parent < 0 && tree.is_free();
        const std::vector<Match> found = matches(plant, bodies, i, motion);
        if (unknown[i] == Unknown::motion_and_preload) set_preload(body, fit_preload(body, found));
        if (fits(body, found, tree.frame(i), tree.coordinates(i))) continue;
        const auto r = static_cast<size_t>(body.size);
        Eigen::VectorXd q = Eigen::VectorXd::Zero(body.size);
        constexpr int most_passes = 50;
        for (int pass = 0; pass < most_passes; ++pass) {
            const BodyFrame frame = tree.frame(i);
            const Fit best = fit(body, found, frame, q, free);
            const Eigen::VectorXd way = best.q - q;
            const double now = misfit(body, found, frame, q);
            const auto gains = [&](double share) {
                return misfit(body, found, moved(frame, share * best.frame), q + share * way) < now;
            };
            double share = 1;
            while (share > 1e-3 && !gains(share)) share /= 2;
            if (share <= 1e-3) share = 0;  // there it is, as far as numbers tell
            q += share * way;
            tree.set_coordinates(i, {q.data(), r}, {best.rates.data(), r});
            if (free) tree.move_base(i, share * best.frame, best.frame_rate);
            tree.update();
            if (share == 0) break;
        }
    }
}

}  // namespace thigmo
