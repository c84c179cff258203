// Steps, loads and poses of a plant on its bricks.
#include "thigmo/sim/fem/fem.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/fem/simulator.h"

namespace thigmo {
namespace {

constexpr int deepest = 7;  // halvings of a step

FemElastic elastic_of(const FemModel& model, const FemSettings& settings) {
    FemElastic elastic;
    elastic.law = settings.law;
    elastic.rest.assign(model.bricks.size(), BrickStresses::Zero());
    elastic.stiffness.assign(model.solids.solids.size(), 1.0);
    elastic.beta.assign(elastic.stiffness.size(), 0.0);
    if (settings.damping) elastic.beta = find_viscosity(model);
    return elastic;
}

bool is_finite(const Load& load) {
    return load.point.allFinite() && load.velocity.allFinite() && load.force.allFinite() &&
           load.torque.allFinite() && load.stiffness.allFinite() && load.damping.allFinite();
}

bool is_finite(const Loads& loads) {
    const BaseDrive& drive = loads.base;
    return loads.gravity.allFinite() && drive.acceleration.allFinite() &&
           drive.angular_acceleration.allFinite() && drive.force.allFinite() &&
           std::isfinite(drive.friction);
}

StepReport failure(DomainId domain, const char* what) {
    StepReport report;
    report.status = StepReport::Status::failed;
    report.message = what;
    report.domain = domain;
    return report;
}

}  // namespace

Fem::Fem(const Plant& plant, const FemSettings& settings, const Start& start)
    : plant_(plant),
      settings_(settings),
      model_(build_fem(plant, settings)),
      domains_(segment_domains(plant)),
      system_(model_, elastic_of(model_, settings), settings.tolerance),
      sag_(model_.nodes.size(), Vec3::Zero()),
      segments_(plant.segments.size()),
      segment_states_(plant.segments.size()),
      riders_(plant.domains.size()),
      factors_(plant.domains.size(), 1.0) {
    const Footing& footing = settings.footing;
    if (footing.shape == GivenShape::standing && footing.base != Base::free)
        sag_ = find_sag(model_, footing.gravity);
    for (const DomainSolid& solid : model_.solids.solids) {
        double sum = static_cast<double>(solid.mesh.nodes.size());
        for (size_t n = 0; n < solid.mesh.nodes.size(); ++n)
            sum +=
                solid.mesh.nodes[n].dot(Vec3(1, std::sqrt(2), M_PI)) * static_cast<double>(n + 1);
        meshes_.push_back(sum);
    }
    apply_sag();
    set_start(start);
    read_motions();
    rows_ = list_rows();
}

void Fem::set_start(const Start& start) {
    FemState& state = system_.state();
    state.base.place = start.placement;
    state.base.velocity = start.velocity;
    state.base.spin = start.angular_velocity;
    const bool free = settings_.footing.base == Base::free;
    Vec3 pivot = start.placement.translation;
    if (free && !model_.rest.empty()) {
        // Of a free plant the velocity is that of its root's joint.
        const SolidId root(size_t{0});
        const Rows<SegmentId> run = plant_.domains.segments[model_.solids.solids[root].domain];
        pivot = start.placement * plant_.segments.start[run.front()];
    }
    for (size_t i = 0; i < model_.rows(); ++i) {
        const bool base = model_.node_of_row[i] == UINT32_MAX;
        state.y[i] = base ? start.placement.translation
                          : start.placement * model_.rest[model_.node_of_row[i]];
        state.v[i] = start.velocity;
        if (!base) state.v[i] += start.angular_velocity.cross(state.y[i] - pivot);
    }
}

void Fem::apply_sag() {
    FemElastic elastic = system_.elastic();
    elastic.rest = sag_stresses(model_, sag_);
    system_.set_elastic(std::move(elastic));
    read_sag();
}

/// Motions of all rows as the bricks have them.
void Fem::read_motions() {
    for (const SolidId id : model_.solids.solids.rows())
        for (const SegmentId segment : plant_.domains.segments[model_.solids.solids[id].domain])
            segments_[segment] =
                segment_motion(system_, model_.segments[segment],
                               plant_.segments.end[segment] - plant_.segments.start[segment]);
    for (const SolidRider& rider : model_.solids.riders)
        if (rider.seat.solid.exists())
            riders_[rider.domain] = section_motion_now(system_, model_.seats[rider.domain]);
}

void Fem::read_sag() {
    std::vector<Vec3> rows(model_.rows(), Vec3::Zero());
    for (size_t i = 0; i < rows.size(); ++i)
        if (model_.node_of_row[i] != UINT32_MAX) rows[i] = sag_[model_.node_of_row[i]];
    for (const SolidId id : model_.solids.solids.rows())
        for (const SegmentId segment : plant_.domains.segments[model_.solids.solids[id].domain])
            segment_states_[segment] = {
                meshes_[id.value], system_.elastic().beta[id.value],
                segment_sag(model_, model_.segments[segment],
                            plant_.segments.end[segment] - plant_.segments.start[segment], rows)};
}

DomainId Fem::domain_of(Load::Table table, uint32_t row) const {
    const bool segments = table == Load::Table::segments;
    const size_t count = segments ? plant_.segments.size() : plant_.domains.size();
    if (row >= count)
        throw InputError(fmt::format("load: found {} {}, expected less than {}",
                                     segments ? "segment" : "domain", row, count));
    return segments ? domains_[SegmentId(row)] : DomainId(row);
}

/// Of a row that moves by bricks, and about which point at rest; none for what goes with the base.
const RowMotion* Fem::motion_of(Load::Table table, uint32_t row, Vec3& reference) const {
    const DomainId domain = domain_of(table, row);
    if (model_.solids.of_domain[domain].exists()) {
        const SegmentId segment = table == Load::Table::segments
                                      ? SegmentId(row)
                                      : plant_.domains.segments[domain].front();
        reference = plant_.segments.start[segment];
        return &segments_[segment];
    }
    const bool rides = model_.solids.seats[domain].solid.exists();
    if (!rides || plant_.domains.kind[domain] == Kind::prop) return nullptr;
    reference = model_.seats[domain].centre;
    return &riders_[domain];
}

Rigid Fem::row_motion(Load::Table table, uint32_t row) const {
    Vec3 reference;
    const RowMotion* const motion = motion_of(table, row, reference);
    return motion ? motion->rigid(reference) : base().placement;
}

Vec3 Fem::velocity(Load::Table table, uint32_t row, const Vec3& point) const {
    Vec3 reference;
    const RowMotion* const motion = motion_of(table, row, reference);
    if (motion) return motion->velocity_at(point);
    const Start now = base();
    return now.velocity + now.angular_velocity.cross(point - now.placement.translation);
}

void Fem::pose(Pose& out) const {
    out.segments.resize(plant_.segments.size());
    out.shapes.resize(plant_.domains.size());
    for (const SegmentId segment : plant_.segments.rows())
        out.segments[segment] = row_motion(Load::Table::segments, segment.value);
    for (const DomainId domain : plant_.domains.rows())
        out.shapes[domain] = plant_.domains.shape[domain].exists()
                                 ? row_motion(Load::Table::domains, domain.value)
                                 : Rigid{};
}

Start Fem::base() const {
    const BaseMotion& base = system_.state().base;
    if (settings_.footing.base == Base::free && !model_.rest.empty()) {
        const SegmentId root =
            plant_.domains.segments[model_.solids.solids[SolidId(size_t{0})].domain].front();
        const RowMotion& motion = segments_[root];
        return {motion.rigid(plant_.segments.start[root]), motion.velocity, motion.spin};
    }
    return {base.place, base.velocity, base.spin};
}

void Fem::air_samples(std::vector<AirSample>& out) const {
    out.clear();
    for (const FemPatch& patch : model_.patches) {
        AirSample sample;
        sample.point = system_.position(patch.point);
        sample.velocity = system_.velocity(patch.point);
        sample.area = patch.area;
        out.push_back(sample);
    }
}

/// False for what acts on the ground.
bool Fem::bind(const Load& load, FemLoad& bound) {
    Vec3 reference;
    const RowMotion* const motion = motion_of(load.table, load.row, reference);
    const DomainId domain = domain_of(load.table, load.row);
    if (plant_.domains.kind[domain] == Kind::prop)
        throw InputError(
            fmt::format("load: found domain {}, expected one that moves", domain.value));
    if (!motion) return false;
    const Vec3 rest = reference + motion->rotation.conjugate() * (load.point - motion->place);
    SolidSeat seat = model_.solids.seats[domain];
    if (const SolidId own = model_.solids.of_domain[domain]; own.exists()) {
        seat.solid = own;
        SegmentId at = plant_.domains.segments[domain].front();
        if (load.table == Load::Table::segments) at = SegmentId(load.row);
        const Vec3 start = plant_.segments.start[at], way = plant_.segments.end[at] - start;
        const double share = std::clamp((rest - start).dot(way) / way.squaredNorm(), 0.0, 1.0);
        seat.along = along_solid(plant_, model_.solids.solids[own], at, share);
    }
    bound.load = load;
    bound.point = tie_point(model_, seat.solid, seat.along, rest);
    bound.place = system_.position(bound.point);
    bound.velocity = system_.velocity(bound.point);
    bound.couple.fill(Vec3::Zero());
    if (load.torque != Vec3::Zero()) {
        bound.slope = tie_section(model_, seat.solid, seat.along).slope;
        Mat3 F;
        for (size_t k = 0; k < 3; ++k)
            F.col(static_cast<Eigen::Index>(k)) = system_.position(bound.slope[k]);
        bound.couple = torque_couple(F, load.torque);
    }
    return true;
}

/// In halves where Newton's method does not converge.
bool Fem::advance(double dt, const FemLoads& loads, int depth, StepReport& report) {
    const FemState before = system_.state();
    if (system_.step(dt, loads)) {
        ++report.accepted;
        return true;
    }
    system_.state() = before;
    ++report.rejected_not_finite;
    if (depth == deepest) return false;
    return advance(dt / 2, loads, depth + 1, report) && advance(dt / 2, loads, depth + 1, report);
}

/// Of a part that has nothing to bend, like a leaf: it goes as a point does, by backward Euler.
void Fem::fall(double dt, const Loads& loads) {
    BaseMotion& base = system_.state().base;
    double mass = 0;
    for (const SolidRider& rider : model_.solids.riders) mass += rider.solid.mass;
    Mat3 left = mass * Mat3::Identity();
    Vec3 right = mass * (base.velocity + dt * loads.gravity);
    for (const Load& load : loads.points) {
        left += dt * load.damping + dt * dt * load.stiffness;
        right += dt * (load.force + load.damping * base.velocity);
    }
    base.velocity = left.ldlt().solve(right);
    base.place.translation += dt * base.velocity;
}

StepReport Fem::step(double dt, const Loads& loads) {
    if (!(std::isfinite(dt) && dt > 0))
        throw InputError(fmt::format("dt: found {}, expected more than 0", dt));
    if (!loads.air.empty() && loads.air.size() != model_.patches.size())
        throw InputError(fmt::format("air: found {} samples, expected {}", loads.air.size(),
                                     model_.patches.size()));
    for (const Load& load : loads.points)
        if (!is_finite(load))
            return failure(domain_of(load.table, load.row), "its load is not finite");
    for (const AirSample& sample : loads.air)
        if (!sample.wind.allFinite()) return failure(DomainId::none(), "its wind is not finite");
    if (!is_finite(loads)) return failure(DomainId::none(), "gravity or its base is not finite");
    if (model_.bricks.empty()) {
        if (settings_.footing.base == Base::free) fall(dt, loads);
        StepReport report;
        report.accepted = 1;
        return report;
    }
    const FemState before = system_.state();
    const FemLead lead = system_.lead();
    const size_t tied = model_.ties.row.size();
    bound_.clear();
    for (const Load& load : loads.points)
        if (FemLoad bound; bind(load, bound)) bound_.push_back(bound);
    FemState& state = system_.state();
    if (settings_.footing.base == Base::held) {
        state.base.acceleration = loads.base.acceleration;
        state.base.spin_rate = loads.base.angular_acceleration;
    }
    const FemLoads inner{loads.gravity, loads.air, bound_, loads.base.force, loads.base.friction};
    StepReport report;
    bool done = true;
    for (int k = 0; k < settings_.substeps && done; ++k)
        done = advance(dt / settings_.substeps, inner, 0, report);
    model_.ties.row.resize(tied);
    model_.ties.weight.resize(tied);
    report.recursions = system_.iterates;
    system_.iterates = 0;
    if (!done) {
        system_.state() = before;
        system_.set_lead(lead);
        report.status = StepReport::Status::failed;
        report.message = "Newton's method does not converge";
        return report;
    }
    if (model_.base_row != UINT32_MAX) {
        state.base.place.translation = state.y[model_.base_row];
        state.base.velocity = state.v[model_.base_row];
    }
    read_motions();
    return report;
}

/// Between bricks the wrench goes as straight lines.
void Fem::attachment_loads(std::vector<Wrench>& segments) const {
    segments.assign(plant_.segments.size(), {});
    const std::vector<Wrench> bricks = system_.brick_loads();
    for (const SolidId id : model_.solids.solids.rows()) {
        const DomainSolid& solid = model_.solids.solids[id];
        const Rows<SegmentId> run = plant_.domains.segments[solid.domain];
        for (const SegmentId segment : run) {
            const double along = solid.ends[segment.value - run.first];
            const auto above =
                std::upper_bound(solid.brick_ends.begin() + 1, solid.brick_ends.end() - 1, along);
            const auto brick = static_cast<size_t>(above - solid.brick_ends.begin() - 1);
            const double share = (along - solid.brick_ends[brick]) /
                                 (solid.brick_ends[brick + 1] - solid.brick_ends[brick]);
            const size_t own = model_.first_brick[id.value] + brick;
            const bool last = own + 1 == model_.first_brick[id.value + 1];
            const Wrench next = last ? Wrench{} : bricks[own + 1];
            Wrench& load = segments[segment.value];
            load.force = (1 - share) * bricks[own].force + share * next.force;
            load.moment = (1 - share) * bricks[own].moment + share * next.moment -
                          segments_[segment].place.cross(load.force);
        }
    }
}

void Fem::set_stiffness(const Column<DomainId, double>& factors) {
    if (factors.size() != plant_.domains.size())
        throw InputError(fmt::format("stiffness: found {} factors, expected {}", factors.size(),
                                     plant_.domains.size()));
    factors_ = factors;
    FemElastic elastic = system_.elastic();
    for (const SolidId id : model_.solids.solids.rows())
        elastic.stiffness[id.value] = factors[model_.solids.solids[id].domain];
    system_.set_elastic(std::move(elastic));
}

std::unique_ptr<Simulator> make_fem(const Plant& plant, const FemSettings& settings,
                                    const Start& start) {
    return std::make_unique<Fem>(plant, settings, start);
}

}  // namespace thigmo
