// A plant on beams: the time, and rows of the plant to stations.
#include "thigmo/sim/beam/beam.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "thigmo/base/error.h"
#include "thigmo/base/parallel.h"
#include "thigmo/sim/beam/riding.h"

namespace thigmo {
namespace {

/// The rotation nearest to a station's turn, which shears where the bending is not true to length.
Rigid rigid(const StationMotion<double>& motion, const Vec3& at) {
    const Quat rotation = Quat(motion.turn()).normalized();
    return {rotation, motion * at - rotation * at};
}

class Beam final : public Simulator {
  public:
    Beam(const Plant& plant, const BeamSettings& settings, const Start& start)
        : plant_(plant),
          settings_(settings),
          beams_(build_branches(plant, settings)),
          riding_(find_riders(plant, beams_, settings.bending)),
          gale_(make_gale(beams_, settings, controls(settings))),
          base_(start) {}

    const char* name() const override { return "beam"; }
    Claims claims() const override {
        return {.dynamic = false, .conservative = false, .order = 0, .exact_in_time = true};
    }

    void save(std::vector<double>& out) const override {
        out.assign({time_, static_cast<double>(factors_.size())});
        const auto add = [&](const auto& vector) {
            out.insert(out.end(), vector.data(), vector.data() + vector.size());
        };
        add(base_.placement.rotation.coeffs());
        add(base_.placement.translation);
        add(base_.velocity);
        add(base_.angular_velocity);
        out.insert(out.end(), factors_.begin(), factors_.end());
    }
    void restore(std::span<const double> state) override;
    std::span<const StateRow> rows() const override { return {}; }
    void restart() override {}

    void air_samples(std::vector<AirSample>& out) const override { out.clear(); }
    StepReport step(double dt, const Loads& loads) override;
    void pose(Pose& out) const override { pose_at(time_, base_.placement, out); }
    Vec3 velocity(Load::Table table, uint32_t row, const Vec3& point) const override;
    Energy energy(const Vec3&) const override { return {}; }
    void attachment_loads(std::vector<Wrench>& segments) const override {
        segments.assign(plant_.segments.size(), {});
    }
    void set_stiffness(const Column<DomainId, double>& factors) override;
    Start base() const override { return base_; }

  private:
    static constexpr size_t fixed_numbers = 2 + 13;  // of the state, before the factors

    void bend(double time) const;
    void pose_at(double time, const Rigid& base, Pose& out) const;
    Rigid segment_motion(SegmentId row, DomainId domain) const;
    Rigid rider_motion(const Rider& rider, const Flutter& flutter) const;

    const Plant& plant_;
    BeamSettings settings_;
    BeamPlant beams_;
    Riding riding_;
    Gale gale_;
    Start base_;
    double time_ = 0;
    std::vector<double> factors_;  // of the branches' stiffness; empty: all 1
    // Made when the wind first moves it, then kept; reused from pose to pose.
    mutable std::optional<MotionTexture> texture_;
    mutable std::optional<FlutterTexture> leaves_;
    mutable std::vector<Bend> bends_;
    mutable std::vector<StationMotion<double>> motions_;
};

void Beam::restore(std::span<const double> state) {
    const size_t factors = state.size() > 1 ? static_cast<size_t>(state[1]) : 0;
    if (state.size() != fixed_numbers + factors ||
        (factors != 0 && factors != beams_.branches.size()))
        throw InputError(fmt::format("state: found {} numbers, expected {} or {}", state.size(),
                                     fixed_numbers, fixed_numbers + beams_.branches.size()));
    time_ = state[0];
    size_t next = 2;
    const auto take = [&](auto&& vector) {
        for (Eigen::Index i = 0; i < vector.size(); ++i) vector[i] = state[next++];
    };
    take(base_.placement.rotation.coeffs());
    take(base_.placement.translation);
    take(base_.velocity);
    take(base_.angular_velocity);
    factors_.assign(state.begin() + static_cast<std::ptrdiff_t>(next), state.end());
}

/// A held base goes on as it is driven; everything else follows from the time.
StepReport Beam::step(double dt, const Loads& loads) {
    StepReport report;
    const BaseDrive& drive = loads.base;
    if (!drive.acceleration.allFinite() || !drive.angular_acceleration.allFinite()) {
        report.status = StepReport::Status::failed;
        report.message = "the base's drive is not finite";
        return report;
    }
    base_.placement.translation += dt * base_.velocity + 0.5 * dt * dt * drive.acceleration;
    base_.velocity += dt * drive.acceleration;
    const Vec3 turn = dt * base_.angular_velocity + 0.5 * dt * dt * drive.angular_acceleration;
    const double angle = turn.norm();
    if (angle > 0)
        base_.placement.rotation =
            (Quat(Eigen::AngleAxisd(angle, turn / angle)) * base_.placement.rotation).normalized();
    base_.angular_velocity += dt * drive.angular_acceleration;
    time_ += dt;
    report.accepted = 1;
    return report;
}

/// From end to end, so that segments keep together; turned about themselves as their base is.
Rigid Beam::segment_motion(SegmentId row, DomainId domain) const {
    const auto [first, last] = riding_.ends[row];
    if (first == no_station) {
        const Rider& rider = riding_.riders[domain];
        return rider.station == no_station
                   ? Rigid{}
                   : rigid(motions_[rider.station], plant_.segments.start[row]);
    }
    const Vec3 &start = plant_.segments.start[row], &end = plant_.segments.end[row];
    const Vec3 now = motions_[first] * start;
    const Quat turned = Quat(motions_[first].turn()).normalized();
    const Quat rotation =
        Quat::FromTwoVectors(turned * (end - start), motions_[last] * end - now) * turned;
    return {rotation, now - rotation * start};
}

Rigid Beam::rider_motion(const Rider& rider, const Flutter& flutter) const {
    if (rider.station == no_station) return {};
    const Vec3 pivot = rider.leaf.pivot.cast<double>();
    Rigid motion = rigid(motions_[rider.station], pivot);
    if (!rider.flutters || !(gale_.speed > 0)) return motion;
    const Vec3f wind = motion.rotation.cast<float>().conjugate() * flutter.wind;
    const LeafTurn turn = turn_of(rider.leaf, flutter, lean_of(rider.leaf, wind),
                                  sample(*leaves_, flutter, rider.middle));
    const Vec3 h = turn.h.cast<double>();
    const Quat own = Quat(1, h.x(), h.y(), h.z()).normalized();
    return {motion.rotation * own, motion * pivot - motion.rotation * (own * pivot)};
}

void Beam::bend(double time) const {
    if (!(gale_.speed > 0)) return bends_.assign(beams_.branches.size(), {});
    if (!texture_) {
        texture_ = sway_texture(settings_);
        leaves_ = leaf_texture(settings_, riding_.longest_leaf);
    }
    find_bends(beams_, *texture_, gale_, factors_, time, bends_);
}

void Beam::pose_at(double time, const Rigid& base, Pose& out) const {
    bend(time);
    riding_.stations.move(bends_, motions_);
    const Flutter flutter = make_flutter(controls(settings_), settings_.period, time);
    const auto placed = [&](const Rigid& motion) {
        return Rigid{base.rotation * motion.rotation, base * motion.translation};
    };
    out.segments.resize(plant_.segments.size());
    out.shapes.resize(plant_.domains.size());
    parallel_chunks(plant_.domains.size(), 512, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
            const DomainId domain(i);
            for (const SegmentId row : plant_.domains.segments[domain])
                out.segments[row] = placed(segment_motion(row, domain));
            const bool rides = plant_.domains.shape[domain].exists() && !is_branch(plant_, domain);
            out.shapes[domain] =
                rides ? placed(rider_motion(riding_.riders[domain], flutter)) : Rigid{};
        }
    });
}

Vec3 Beam::velocity(Load::Table table, uint32_t row, const Vec3& point) const {
    constexpr double h = 1e-3;  // s; to second order
    Pose before, now, after;
    pose_at(time_ - h, {}, before);
    pose_at(time_, {}, now);
    pose_at(time_ + h, {}, after);
    const auto motion = [&](const Pose& pose) {
        return table == Load::Table::segments ? pose.segments[SegmentId(row)]
                                              : pose.shapes[DomainId(row)];
    };
    const Rigid& base = base_.placement;
    const Vec3 local = base.rotation.conjugate() * (point - base.translation);
    const Rigid here = motion(now);
    const Vec3 rest = here.rotation.conjugate() * (local - here.translation);
    const Vec3 own = (motion(after) * rest - motion(before) * rest) / (2 * h);
    return base.rotation * own + base_.velocity +
           base_.angular_velocity.cross(point - base.translation);
}

void Beam::set_stiffness(const Column<DomainId, double>& factors) {
    if (factors.size() != plant_.domains.size())
        throw InputError(fmt::format("stiffness: found {} factors, expected {}", factors.size(),
                                     plant_.domains.size()));
    factors_.clear();
    for (const Branch& branch : beams_.branches) factors_.push_back(factors[branch.domain]);
}

}  // namespace

std::unique_ptr<Simulator> make_beam(const Plant& plant, const BeamSettings& settings,
                                     const Start& start) {
    check(settings);
    BeamSettings own = settings;
    const Quat to_plant = start.placement.rotation.conjugate();
    own.wind.mean = to_plant * own.wind.mean;
    own.place = to_plant * start.placement.translation;
    return std::make_unique<Beam>(plant, own, start);
}

}  // namespace thigmo
