// A reduced plant: made, loaded and moved.
#include "thigmo/sim/reduced/reduced.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/base/parallel.h"
#include "thigmo/plant/bend_leaves.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/finite_loads.h"
#include "thigmo/sim/reduced/simulator.h"
#include "thigmo/sim/refused_load.h"

namespace thigmo {
namespace {

/// Lumped masses, generalised-α and TR-BDF2 know held bases only; a piece that was cut off is
/// coupled exactly and moves by SDIRK2, which forgets the ground's forces as they come and go.
ReducedSettings on_this_base(ReducedSettings settings) {
    if (settings.footing.base == Base::held) return settings;
    settings.coupling = Coupling::exact;
    if (settings.integrator != ReducedIntegrator::backward_euler)
        settings.integrator = ReducedIntegrator::sdirk2;
    return settings;
}

}  // namespace

Reduced::Reduced(const Plant& plant, const ReducedSettings& settings, const Start& start)
    : plant_(plant), settings_(on_this_base(settings)), owner_(segment_domains(plant)) {
    Start own = start;
    build({}, own);
    size_t roots = 0;
    for (const ReducedBody& body : bodies_.bodies) roots += body.parent < 0;
    check_roots(settings_.footing, roots);
    if (settings_.footing.shape == GivenShape::standing)
        hold_shape(bodies_, settings_.footing.gravity, settings_.coupling == Coupling::lumped);
    if (settings_.footing.base == Base::free)
        own.velocity -=
            own.angular_velocity.cross(own.placement * root_joint() - own.placement.translation);
    if (settings_.footing.base == Base::sliding) own.angular_velocity.setZero();
    tree_ = std::make_unique<ReducedTree>(bodies_, settings_, own);
    list_rows();
    read_strains();
}

/// Bodies with the models of these keys, where they are given, else with those of their content.
void Reduced::build(std::span<const uint64_t> keys, const Start& start) {
    Progress silent;
    bodies_ = build_reduced_bodies(plant_, settings_, *settings_.models, silent, keys);
    tree_ = std::make_unique<ReducedTree>(bodies_, settings_, start);
    read_ = false;
}

/// Where the root is held.
Vec3 Reduced::root_joint() const {
    for (const ReducedBody& body : bodies_.bodies)
        if (body.parent < 0) return body.units.origin;
    return Vec3::Zero();
}

void Reduced::air_samples(std::vector<AirSample>& out) const {
    out.resize(bodies_.samples);
    parallel_chunks(bodies_.bodies.size(), 32, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) tree_->read_air(i, out);
    });
}

/// InputError unless it acts on a row that is there and moves.
void Reduced::check_row(const Load& load) const {
    const bool segments = load.table == Load::Table::segments;
    const size_t count = segments ? plant_.segments.size() : plant_.domains.size();
    const char* word = segments ? "segment" : "domain";
    if (load.row >= count)
        throw InputError(
            fmt::format("load: found {} {}, expected less than {}", word, load.row, count));
    if (place_of(load.table, load.row).body < 0) throw RefusedLoad(plant_, load.table, load.row);
}

BodyLoad Reduced::bound(const Load& load) const {
    const bool segments = load.table == Load::Table::segments;
    Place place = place_of(load.table, load.row);
    const Rigid motion = row_motion(load.table, load.row);
    const Vec3 rest = motion.rotation.conjugate() * (load.point - motion.translation);
    if (segments && bends(owner_[SegmentId(load.row)])) {
        const SegmentId segment(load.row);
        const Vec3 start = plant_.segments.start[segment],
                   way = plant_.segments.end[segment] - start;
        const double share = std::clamp((rest - start).dot(way) / way.squaredNorm(), 0.0, 1.0);
        place = place_on(segment, share);
    }
    const ReducedBody& body = bodies_.bodies[static_cast<size_t>(place.body)];
    BodyLoad own;
    own.body = place.body;
    own.load = load;
    const BodyPoint point = point_on(bodies_, place.body, place.along, rest);
    own.point = make_point(point.place, point.modes);
    if (body.size > 0 && !load.torque.isZero(0))
        own.face = face_on(bodies_, place.body, place.along);
    return own;
}

StepReport Reduced::step(double dt, const Loads& loads) {
    const auto domain_of = [&](const Load& load) {
        return load.table == Load::Table::domains ? DomainId(load.row)
                                                  : owner_[SegmentId(load.row)];
    };
    for (const Load& load : loads.points) check_row(load);
    StepReport report = check_finite(loads, domain_of);
    if (report.status == StepReport::Status::failed) return report;
    loads_.clear();
    blade_loads_.clear();
    for (const Load& load : loads.points) {
        const int blade = blade_of(load.table, load.row);
        if (blade < 0) {
            loads_.push_back(bound(load));
            continue;
        }
        const auto k = static_cast<uint32_t>(blade);
        const Rigid motion = row_motion(load.table, load.row);
        blade_loads_.push_back({k,
                                motion.rotation.conjugate() * (load.point - motion.translation) -
                                    bodies_.blades[k].hinge,
                                load});
    }
    report = tree_->step(dt, {loads.gravity, loads.air, loads_, loads.base, blade_loads_});
    read_ = false;
    if (report.status == StepReport::Status::failed && tree_->failed_body() >= 0)
        report.domain = bodies_.bodies[static_cast<size_t>(tree_->failed_body())].domain;
    return report;
}

Energy Reduced::energy(const Vec3& gravity) const {
    Energy sum = tree_->energy(gravity);
    if (settings_.footing.base == Base::sliding)
        sum.kinetic += 0.5 * settings_.footing.base_mass * tree_->base().velocity.squaredNorm();
    return sum;
}

/// Of the first segment of every domain and of every piece of one; inside there are no joints.
void Reduced::attachment_loads(std::vector<Wrench>& segments) const {
    segments.assign(plant_.segments.size(), {});
    for (size_t i = 0; i < bodies_.bodies.size(); ++i) {
        const Rows<SegmentId> run = bodies_.bodies[i].segments;
        if (!run.empty()) segments[run.first] = tree_->carried(i);
    }
}

void Reduced::set_stiffness(const Column<DomainId, double>& factors) {
    if (factors.size() != plant_.domains.size())
        throw InputError(fmt::format("stiffness: found {} factors, expected {}", factors.size(),
                                     plant_.domains.size()));
    std::vector<double> each;
    for (const ReducedBody& body : bodies_.bodies) {
        const double factor = factors[body.domain];
        if (!(std::isfinite(factor) && factor >= 0))
            throw InputError(fmt::format("stiffness: found {}, expected 0 or more", factor));
        each.push_back(factor);
    }
    std::vector<double> stalks;
    for (const Blade& blade : bodies_.blades) stalks.push_back(factors[blade.domain]);
    if (!std::ranges::equal(each, tree_->stiffness_factors()) ||
        !std::ranges::equal(stalks, tree_->stalk_factors()))
        tree_->forget();
    tree_->set_factors(each, stalks);
}

Start Reduced::base() const {
    Start base = tree_->base();
    if (settings_.footing.base == Base::free)
        base.velocity +=
            base.angular_velocity.cross(base.placement * root_joint() - base.placement.translation);
    return base;
}

std::unique_ptr<Simulator> make_reduced(const Plant& plant, const ReducedSettings& settings,
                                        const Start& start) {
    check(settings);
    return std::make_unique<Reduced>(plant, settings, start);
}

Plant prepare_reduced(Plant plant, const ReducedSettings& settings) {
    if (settings.leaf.pieces > 1) plant = bend_leaves(plant, settings.leaf.pieces).plant;
    return skin_leaves(std::move(plant), settings.skin_leaves);
}

}  // namespace thigmo
