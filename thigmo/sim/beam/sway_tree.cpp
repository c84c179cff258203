// Bodies of the articulated simulator as a tree of small motions.
#include "thigmo/sim/beam/sway_tree.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>

#include "thigmo/base/error.h"
#include "thigmo/mechanics/cross_matrix.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/mechanics/spectrum.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/articulated/outboard.h"
#include "thigmo/sim/beam/gust_response.h"
#include "thigmo/sim/plate.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

ArticulatedSettings body_settings(const BeamSettings& settings) {
    ArticulatedSettings own;
    own.footing = settings.footing;
    own.footing.gravity = Vec3(0, -settings.gravity, 0);
    if (!(settings.gravity > 0)) own.footing.shape = GivenShape::unloaded;
    own.leaf = settings.leaf;
    return own;
}

/// A turn ω of an arm s = Σ m x lets the weight pull back with (s·g) ω − s (ω·g), here made even.
/// What stands is pushed on instead: left to the mode's stiffness, since limp twigs would fall
/// over.
Mat3 pull_back(const Vec3& s, const Vec3& gravity) {
    const Mat3 tilted = s * gravity.transpose();
    Eigen::SelfAdjointEigenSolver<Mat3> solver;
    solver.computeDirect(s.dot(gravity) * Mat3::Identity() - 0.5 * (tilted + tilted.transpose()));
    return solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).asDiagonal() *
           solver.eigenvectors().transpose();
}

void set_joint(const Bodies& bodies, BodyId row, const Vec3& gravity, SwayBody& body) {
    const Mat3 turn = bodies.given[row].toRotationMatrix();
    body.damping = turn * bodies.damping[row].asDiagonal() * turn.transpose();
    body.stiffness = turn * bodies.stiffness[row].asDiagonal() * turn.transpose();
    body.root = turn * bodies.stiffness[row].cwiseSqrt().cwiseInverse().asDiagonal();
    if (gravity.isZero(0)) return;
    const Mat3 pull = body.root.transpose() * pull_back(body.outboard.first, gravity) * body.root;
    const Eigen::LLT<Mat3> stiffer(Mat3::Identity() + pull);
    const Mat3 lower = stiffer.matrixL().solve(Mat3::Identity());
    body.root = body.root * lower.transpose();
    body.pull = lower * pull * lower.transpose();
}

/// What meets the air, with the body that it is on.
struct Blown {
    int body = -1;
    AirPart part;
    Mat3 push = Mat3::Zero();  // slope of its drag over gusts, per speed at the reference height
};

class AirParts {
  public:
    AirParts(const Plant& plant, const Bodies& bodies, const BeamWind& wind)
        : plant_(plant), bodies_(bodies), wind_(wind) {
        for (const Shape& shape : plant.shapes) centres_.push_back(make_plate(shape).solid.first);
    }

    /// In the order of rest_samples().
    std::vector<Blown> find() {
        for (const DomainId domain : plant_.domains.rows()) {
            const Material& material = plant_.materials[plant_.domains.material[domain]];
            const ShapeId shape = plant_.domains.shape[domain];
            if (shape.exists() && is_foliage(plant_.domains.kind[domain])) {
                add_blade(domain, material, plant_.domains.placement[domain] * centres_[shape]);
                continue;
            }
            for (const SegmentId row : plant_.domains.segments[domain])
                add_wood(domain, row, material);
        }
        if (!wind_.sheltered.empty() && wind_.sheltered.size() != sample_)
            throw InputError("beam: found shelter of another plant, expected this one's");
        return std::move(found_);
    }

  private:
    /// Long segments of short runs meet the air in several places.
    void add_wood(DomainId domain, SegmentId row, const Material& material) {
        constexpr uint32_t least = 8;  // places on a run
        const uint32_t run = plant_.domains.segments[domain].size();
        const uint32_t parts = (least + run - 1) / run;
        const Frustum whole = frustum(plant_.segments, row);
        const Vec3 axis = direction(plant_.segments, row);
        for (uint32_t i = 0; i < parts; ++i) {
            const double from = 1.0 * i / parts, to = (i + 1.0) / parts;
            const Frustum piece = part_of(whole, from, to);
            const double at = from * whole.length + side_centre(piece);
            add(body_at(bodies_, row, at / whole.length), plant_.segments.start[row] + at * axis,
                {drag_constant(material.drag, side_area(piece)), material.vogel, axis});
        }
        ++sample_;
    }

    /// A blade that bends along segments meets the air at the middle one.
    void add_blade(DomainId domain, const Material& material, const Vec3& at) {
        const Rows<SegmentId> run = plant_.domains.segments[domain];
        const BodyId body = plant_.domains.flexible[domain] != 0 && !run.empty()
                                ? body_at(bodies_, SegmentId(run.first + run.size() / 2), 0.5)
                                : bodies_.of_domain[domain];
        add(body, at, {drag_constant(material.drag, shown_area(plant_, domain)), material.vogel});
        ++sample_;
    }

    /// Mean speed at a height over that at the reference height, and the same ratio of gusts, as
    /// the air's profile has them. Gusts fade below ten times the roughness.
    struct Shares {
        double mean = 1, gusts = 1;
    };
    Shares shares(double height) const {
        if (!(wind_.roughness > 0)) return {};
        const double logarithm = std::log(std::max(1.0, height / wind_.roughness));
        return {log_profile(height, 1, wind_.reference_height, wind_.roughness),
                std::min(1.0, logarithm / std::log(10.0))};
    }

    /// Slope of the drag over velocities, in the share `speed` of the wind: the mean of kU across a
    /// wind of speed U and of (2 + v)kU along it, since plants are shown in winds from all sides.
    Mat3 slope(const DragLaw& law, double speed) const {
        return law.constant * kept_share(law.vogel, speed * wind_.mean.norm()) * speed *
               (3 + law.vogel) / 2 * (Mat3::Identity() - law.axis * law.axis.transpose());
    }

    /// Slope of the drag over gusts, in the direction of the wind. A calm has no direction: there
    /// it is the slope over velocities.
    Mat3 push(const DragLaw& law, double speed) const {
        const double whole = wind_.mean.norm();
        if (!(whole > 0)) return slope(law, speed);
        return drag_with_slope(law, -speed * wind_.mean).slope / whole;
    }

    /// Mean drag in gusts of an intensity, over that in a steady wind, in the second order; without
    /// what the swell, whose squared speed leans the branches, adds to it by itself.
    double gusty_drag(double vogel, double intensity) const {
        const double speed = wind_.mean.norm();
        if (!(speed > 0)) return 1;
        const Vec3 squares = intensity * intensity * deviation_ratios.cwiseAbs2();
        const double swell =
            squares[0] * swell_variance(speed, integral_scales(wind_.reference_height)[0]);
        return 1 + (1 + vogel) / 2 * ((2 + vogel) * squares[0] + squares[1] + squares[2]) -
               std::pow((2 + vogel) / 2, 2) * swell;
    }

    void add(BodyId body, const Vec3& at, const DragLaw& law) {
        const Shares share = shares(at.y());
        const double open = sample_ < wind_.sheltered.size() ? wind_.sheltered[sample_] : 1;
        const double speed = share.mean * std::sqrt(open);
        AirPart part{at, law.axis, 0, Mat3::Zero(), 1, 1, law.vogel};
        Mat3 pushed = Mat3::Zero();
        if (speed > 0) {
            const double whole = wind_.mean.norm();
            part.slope = slope(law, speed);
            pushed = push(law, speed);
            part.gust = share.gusts * std::sqrt(open);
            part.gusts = share.gusts / share.mean;
            // Where the wind that is left does not make it give way, it is as stiff as in a calm.
            if (whole > vogel_speed && speed * whole < vogel_speed) part.vogel = 0;
            part.force = law.constant * kept_share(law.vogel, speed * whole) * speed * speed *
                         gusty_drag(part.vogel, wind_.turbulence * part.gusts);
        }
        found_.push_back({body.exists() ? static_cast<int>(body.value) : -1, part, pushed});
    }

    const Plant& plant_;
    const Bodies& bodies_;
    const BeamWind& wind_;
    Column<ShapeId, Vec3> centres_;
    std::vector<Blown> found_;
    size_t sample_ = 0;  // row of rest_samples()
};

Vec3 triple(const double* x, size_t i) {
    return {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
}

void put(const Vec3& v, size_t i, double* x) {
    for (Eigen::Index k = 0; k < 3; ++k) x[3 * i + static_cast<size_t>(k)] = v[k];
}

/// Turn and shift that a body's parent gives it; none where the parent is not of the range that
/// begins with body `first`.
std::pair<Vec3, Vec3> carried(const SwayBody& body, size_t first, const SwayMotion& motion) {
    if (body.parent < static_cast<int>(first)) return {Vec3::Zero(), Vec3::Zero()};
    const size_t parent = static_cast<size_t>(body.parent) - first;
    return {motion.turn[parent], motion.shift[parent] + motion.turn[parent].cross(body.arm)};
}

/// Drag of a part of a body: force and moment about the body's joint.
void add_air(const Blown& blown, SwayBody& body) {
    const AirPart& part = blown.part;
    Eigen::Matrix<double, 3, 6> carried_along;
    carried_along << Mat3::Identity(), -cross_matrix(Vec3(part.at - body.at));
    body.dragged += carried_along.transpose() * part.slope * carried_along;
    body.gusted += part.gust * carried_along.transpose() * blown.push;
}

/// None of a plant of props alone, which stand still.
Bodies bodies_of(const Plant& plant, const BeamSettings& settings) {
    const bool still =
        std::ranges::all_of(plant.domains.kind, [](Kind kind) { return kind == Kind::prop; });
    if (!still) return build_bodies(plant, body_settings(settings));
    Bodies none;
    none.at_end.resize(plant.segments.size());
    return none;
}

}  // namespace

SwayTree::SwayTree(const Plant& plant, const BeamSettings& settings)
    : at_end(plant.segments.size(), -1),
      mass(plant.domains.size(), 0.0),
      gravity(0, -settings.gravity, 0),
      roughness(settings.wind.roughness) {
    const Bodies found = bodies_of(plant, settings);
    const Column<BodyId, Solid> outboard = outboard_solids(found);
    for (const BodyId row : found.rows()) {
        SwayBody body;
        const BodyId parent = found.parent[row];
        body.parent = parent.exists() ? static_cast<int>(parent.value) : -1;
        body.domain = found.domain[row];
        body.arm = given_arm(found, row);
        body.at = body.arm + (parent.exists() ? bodies[parent.value].at : Vec3(Vec3::Zero()));
        body.own =
            turned({found.mass[row], found.mass[row] * found.centre[row], found.inertia[row]},
                   found.given[row].toRotationMatrix());
        body.outboard = outboard[row];
        set_joint(found, row, gravity, body);
        bodies.push_back(body);
    }
    for (const SegmentId row : plant.segments.rows())
        if (found.at_end[row].exists()) at_end[row] = static_cast<int>(found.at_end[row].value);
    size_t next = 0;
    for (const DomainId domain : plant.domains.rows()) {
        while (next < bodies.size() && bodies[next].domain < domain) ++next;
        first.push_back(next);
    }
    first.push_back(bodies.size());
    for (size_t i = plant.domains.size(); i-- > 0;) {
        const DomainId domain(i), parent = plant.domains.parent[domain];
        mass[domain] += thigmo::mass(plant, domain);
        if (parent.exists()) mass[parent] += mass[domain];
    }
    std::vector<Blown> parts = AirParts(plant, found, settings.wind).find();
    double drag = 0;
    for (const Blown& each : parts) {
        vogel += each.part.force * each.part.vogel;
        drag += each.part.force;
    }
    if (drag > 0) vogel /= drag;
    const double kept = kept_share(vogel, settings.wind.mean.norm());
    for (Blown& each : parts) each.part.force /= kept;
    std::ranges::stable_sort(parts, {}, &Blown::body);
    for (const Blown& each : parts) {
        if (each.body < 0) continue;
        SwayBody& body = bodies[static_cast<size_t>(each.body)];
        const auto row = static_cast<uint32_t>(air.size());
        if (body.air_end == 0) body.air = row;
        body.air_end = row + 1;
        air.push_back(each.part);
        add_air(each, body);
    }
}

SwayTree::Range SwayTree::of(Rows<DomainId> domains) const {
    return {first[domains.first], first[domains.first + domains.size()]};
}

void SwayTree::move(Range range, const double* x, SwayMotion& motion) const {
    motion.turn.resize(range.size());
    motion.shift.resize(range.size());
    for (size_t i = 0; i < range.size(); ++i) {
        const SwayBody& body = bodies[range.first + i];
        const auto [turn, shift] = carried(body, range.first, motion);
        motion.turn[i] = turn + body.root * triple(x, i);
        motion.shift[i] = shift;
    }
}

void SwayTree::inertia(Range range, const SwayMotion& motion, SwayForces& forces,
                       double* out) const {
    auto& [force, moment] = forces;
    force.resize(range.size());
    moment.resize(range.size());
    for (size_t i = 0; i < range.size(); ++i) {
        const Solid& own = bodies[range.first + i].own;
        force[i] = own.mass * motion.shift[i] + motion.turn[i].cross(own.first);
        moment[i] = own.inertia * motion.turn[i] + own.first.cross(motion.shift[i]);
    }
    for (size_t i = range.size(); i-- > 0;) {
        const SwayBody& body = bodies[range.first + i];
        put(body.root.transpose() * moment[i], i, out);
        if (body.parent < static_cast<int>(range.first)) continue;
        const size_t parent = static_cast<size_t>(body.parent) - range.first;
        force[parent] += force[i];
        moment[parent] += moment[i] + body.arm.cross(force[i]);
    }
}

void SwayTree::accelerate(Range range, const Vec3& d, double* out) const {
    for (size_t i = 0; i < range.size(); ++i) {
        const SwayBody& body = bodies[range.first + i];
        put(body.root.transpose() * body.outboard.first.cross(d), i, out);
    }
}

double SwayTree::height_share(double before, double now) const {
    if (!(roughness > 0) || !(before > roughness)) return 1;
    return std::pow(std::log(std::max(1.0, now / roughness)) / std::log(before / roughness), 2);
}

Vec3 SwayTree::displacement(Range range, const SwayMotion& motion, int body,
                            const Vec3& point) const {
    if (body < static_cast<int>(range.first)) return Vec3::Zero();
    const size_t i = static_cast<size_t>(body) - range.first;
    return motion.shift[i] + motion.turn[i].cross(point - bodies[static_cast<size_t>(body)].at);
}

}  // namespace thigmo
