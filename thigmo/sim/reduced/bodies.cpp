// Solids to bodies: units, masses, seats, patches.
#include "thigmo/sim/reduced/bodies.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>
#include <set>

#include "thigmo/base/error.h"
#include "thigmo/base/parallel.h"
#include "thigmo/plant/names.h"
#include "thigmo/sim/reduced/subtree_frequency.h"

namespace thigmo {
namespace {

/// Of so many shapes: one mode more than could have all its derivatives, m + m(m + 1)/2, among
/// them. What a piece lacks of modes its neighbours bring, but without derivatives it would lock.
BasisPlan plan_for_piece(int shapes) {
    int modes = 1;
    while (modes + modes * (modes + 1) / 2 <= shapes) ++modes;
    return {BasisKind::loaded, modes, shapes - modes};
}

BasisPlan plan_for(const Plant& plant, const SolidPlant& solids, SolidId id,
                   const ReducedSettings& settings) {
    if (settings.basis == BasisKind::paper) {
        size_t most = 0;
        for (const DomainSolid& solid : solids.solids)
            most = std::max(most, solid.mesh.bricks.size());
        return {BasisKind::paper, paper_size(solids.solids[id].mesh.bricks.size(), most), 0};
    }
    const size_t order = plant.domains.order[solids.solids[id].domain];
    const auto of = [&](const std::vector<int>& list) {
        return list[std::min(order, list.size() - 1)];
    };
    const int modes = of(settings.modes), derivatives = of(settings.derivatives);
    const bool whole = pieces_of(plant, solids, solids.solids[id].domain).size() == 1;
    return whole ? BasisPlan{BasisKind::loaded, modes, derivatives}
                 : plan_for_piece(modes + derivatives);
}

/// The solid's nodes of a brick, moved by the model's shapes: a section as a face.
MovingFace face_at(const ReducedBody& body, const DomainSolid& solid, double along) {
    const SectionFit section = section_at(solid, along);
    const BrickNodes& brick = solid.mesh.bricks[section.brick];
    const Mat3 back = body.units.turn.transpose();
    const BrickGradients moment = section.moment * body.units.turn;  // rows in own axes
    std::vector<Mat3> moments(static_cast<size_t>(body.size), Mat3::Zero());
    for (int b = 0; b < brick_nodes; ++b) {
        const auto rows = body.model->shapes.middleRows<3>(
            static_cast<Eigen::Index>(3 * brick[static_cast<size_t>(b)]));
        for (int k = 0; k < body.size; ++k)
            moments[static_cast<size_t>(k)] += rows.col(k) * moment.row(b);
    }
    return make_face(back * (section.centre - body.units.origin),
                     back * section.rest * body.units.turn, body.model->at(brick, section.mean),
                     moments);
}

BodyPoint tied_point(const ReducedBody& body, const DomainSolid& solid, const SectionFit& section,
                     const Vec3& at_rest) {
    return {body.units.turn.transpose() * (at_rest - body.units.origin),
            body.model->at(solid.mesh.bricks[section.brick], tie(section, at_rest))};
}

/// Six points with a body's mass, centre and second moments, about the plant's origin.
std::array<std::pair<double, Vec3>, 6> mass_points(const Solid& solid) {
    const Vec3 centre = solid.centre();
    const Mat3 inertia = shifted(solid, -centre).inertia;
    const Mat3 second = 0.5 * inertia.trace() * Mat3::Identity() - inertia;
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(second);
    std::array<std::pair<double, Vec3>, 6> points;
    for (int i = 0; i < 3; ++i) {
        const double reach = std::sqrt(3 * std::max(0.0, solver.eigenvalues()[i]) / solid.mass);
        const Vec3 arm = reach * solver.eigenvectors().col(i);
        points[static_cast<size_t>(2 * i)] = {solid.mass / 6, centre + arm};
        points[static_cast<size_t>(2 * i + 1)] = {solid.mass / 6, centre - arm};
    }
    return points;
}

BodyPatch patch_on(const ReducedBody& body, const DomainSolid& solid, const AirPatch& patch) {
    const SectionFit section = section_at(solid, patch.seat.along);
    const BodyPoint point = tied_point(body, solid, section, patch.point);
    BodyPatch own{make_point(point.place, point.modes), patch.law, patch.area};
    if (!patch.law.axis.isZero(0)) {
        own.law.axis = body.units.turn.transpose() * patch.law.axis;
        own.point = make_point(point.place, point.modes,
                               body.model->at(solid.mesh.bricks[section.brick], section.slope));
    }
    return own;
}

/// Everything of a body but where it sits.
void fill(ReducedBody& body, const DomainSolid& solid, const ReducedSettings& settings) {
    body.domain = solid.domain;
    body.segments = solid.segments;
    body.units = units_of(solid);
    body.size = body.model->size;
    body.ends = solid.ends;
    const double length = body.units.length, mass = body.units.density * std::pow(length, 3);
    body.integrals = scaled(body.model->body, mass, length);
    body.elastic = body.units.young * std::pow(length, 3);
    const auto r = static_cast<size_t>(body.size);
    body.stiffness =
        body.elastic / (length * length) * tangent(body.model->elastic, std::vector<double>(r));
    const double squared =
        body.model->lowest * body.units.young / (body.units.density * length * length);
    if (settings.damping) body.damping = 2 * solid.damping_ratio / std::sqrt(squared);
    set_preload(body, Eigen::VectorXd::Zero(body.size));
    constexpr int stretches = 4;  // of cubics, see Stations
    for (int i = 0; i <= stretches; ++i)
        body.stations.push_back(
            face_at(body, solid, static_cast<double>(i) / static_cast<double>(stretches)));
}

DomainFactors factors_of(const Plant& plant, DomainId domain, const ReducedSettings& settings) {
    if (!settings.factors)
        return {std::pow(settings.stiffness_by_order, plant.domains.order[domain]), 1};
    const auto found =
        settings.factors->find(plant.segments.key[plant.domains.segments[domain].front()]);
    return found == settings.factors->end() ? DomainFactors() : found->second;
}

/// Whether bodies are coupled in full and have our own shapes.
bool is_exact(const ReducedSettings& settings) {
    return settings.basis == BasisKind::loaded && settings.coupling == Coupling::exact;
}

int most_pieces(const ReducedSettings& settings) {
    return is_exact(settings) ? settings.most_pieces : 1;
}

class Builder {
  public:
    Builder(const Plant& plant, const ReducedSettings& settings)
        : plant_(plant), settings_(settings) {
        out_.of_domain.resize(plant.domains.size(), -1);
        out_.of_segment.resize(plant.segments.size(), -1);
        out_.riders.resize(plant.domains.size());
    }

    ReducedBodies build(ModelStore& store, Progress& progress, std::span<const uint64_t> keys) {
        make_bodies(store, progress, keys);
        for (size_t i = 0; i < out_.bodies.size(); ++i) seat(i);
        place_riders();
        place_blades();
        damp_pieces();
        if (settings_.coupling == Coupling::lumped) lump();
        for (ReducedBody& body : out_.bodies)
            if (body.size > 0) scale(body, factors_of(plant_, body.domain, settings_));
        place_patches();
        return std::move(out_);
    }

  private:
    const DomainSolid& solid_of_body(int body) const {
        return out_.solids.solids[SolidId(static_cast<size_t>(body))];
    }

    void make_bodies(ModelStore& store, Progress& progress, std::span<const uint64_t> keys) {
        ReducedSolids reduced = reduce_solids(plant_, settings_, store, progress);
        out_.solids = std::move(reduced.solids);
        out_.log = out_.solids.log;
        const SolidPlant& solids = out_.solids;
        const std::vector<ModelInput>& inputs = reduced.inputs;
        std::vector<ModelPtr>& models = reduced.models;
        for (size_t i = 0; i < inputs.size() && !keys.empty(); ++i) models[i] = store.find(keys[i]);
        out_.bodies.resize(models.size());
        for (size_t i = 0; i < models.size(); ++i) {
            if (!models[i]) throw InputError("stopped");
            const DomainId domain = solids.solids[SolidId(i)].domain;
            if (models[i]->size == 0 || !fits(*models[i], inputs[i].mesh))
                throw InputError(fmt::format("{}: found a model of another solid, expected its own",
                                             domain_name(plant_, domain)));
            out_.bodies[i].model = models[i];
            out_.bodies[i].key = keys.empty() ? content_key(inputs[i]) : keys[i];
            out_.bodies[i].mesh_key = mesh_key(inputs[i].mesh);
            if (out_.of_domain[domain] < 0) out_.of_domain[domain] = static_cast<int>(i);
            for (const SegmentId segment : solids.solids[SolidId(i)].segments)
                out_.of_segment[segment] = static_cast<int>(i);
        }
        parallel_chunks(models.size(), 1, [&](size_t first, size_t last) {
            for (size_t i = first; i < last; ++i)
                fill(out_.bodies[i], solids.solids[SolidId(i)], settings_);
        });
    }

    /// On the face of its parent, or on the base.
    void sit(ReducedBody& body, const SolidSeat& at) const {
        body.mount = {body.units.turn, body.units.origin};
        if (!at.solid.exists()) return;
        body.parent = static_cast<int>(at.solid.value);
        const ReducedBody& parent = out_.bodies[at.solid.value];
        body.seat = face_at(parent, out_.solids.solids[at.solid], at.along);
        const Mat3 back = parent.units.turn.transpose();
        body.mount.axes = back * body.units.turn;
        body.mount.origin = back * (body.units.origin - parent.units.origin) - body.seat.centre;
    }
    void seat(size_t i) { sit(out_.bodies[i], out_.solids.solids[SolidId(i)].seat); }

    /// Light ones become mass of what carries them; heavy ones bodies without coordinates.
    void place_riders() {
        std::vector<std::vector<const SolidRider*>> folded(out_.bodies.size());
        std::vector<double> whole;
        for (const ReducedBody& body : out_.bodies) whole.push_back(body.integrals.mass);
        for (const SolidRider& rider : out_.solids.riders)
            if (rider.seat.solid.exists()) whole[rider.seat.solid.value] += rider.solid.mass;
        const size_t solids = out_.bodies.size();
        for (const SolidRider& rider : out_.solids.riders) {
            ReducedRider& place = out_.riders[rider.domain];
            if (!rider.seat.solid.exists()) continue;
            const size_t carrier = rider.seat.solid.value;
            place = {static_cast<int>(carrier), rider.seat.along};
            if (out_.solids.of_blade[rider.domain] >= 0) continue;
            if (rider.solid.mass <= settings_.fold_share * whole[carrier])
                folded[carrier].push_back(&rider);
            else
                add_rigid(rider);
        }
        parallel_chunks(solids, 1, [&](size_t first, size_t last) {
            for (size_t i = first; i < last; ++i)
                for (const SolidRider* rider : folded[i])
                    fold(out_.bodies[i], i, *rider, out_.bodies[i].integrals);
        });
        for (ReducedBody& body : out_.bodies) body.resting = body.integrals;
    }

    /// Blades swing on seats of their carriers.
    void place_blades() {
        out_.blades = out_.solids.blades;
        for (const BladeSeat& from : out_.solids.blade_seats) {
            ReducedSeat& seat = out_.seats.emplace_back();
            seat.body = from.seat.solid.value;
            ReducedBody& body = out_.bodies[seat.body];
            seat.face = face_at(body, out_.solids.solids[from.seat.solid], from.seat.along);
            seat.mount.axes = body.units.turn.transpose();
            seat.centre = body.units.origin + body.units.turn * seat.face.centre;
            seat.first = from.first;
            seat.count = from.count;
            if (body.seats++ == 0) body.first_seat = static_cast<uint32_t>(out_.seats.size() - 1);
        }
        for (const SolidRider& rider : out_.solids.riders)
            if (out_.solids.of_blade[rider.domain] >= 0) {
                const size_t carrier = rider.seat.solid.value;
                fold(out_.bodies[carrier], carrier, rider, out_.bodies[carrier].resting);
            }
        if (!settings_.damping)
            for (Blade& blade : out_.blades) blade.viscosity = 0;
    }

    /// A domain's damping is that of its own sway, also where it sways as several bodies.
    void damp_pieces() {
        if (!settings_.damping || most_pieces(settings_) == 1) return;
        const SubtreeFrequency of(out_, CarriedAs::rigid);
        for (const DomainId domain : plant_.domains.rows()) {
            const Rows<SolidId> pieces = pieces_of(plant_, out_.solids, domain);
            if (pieces.size() < 2) continue;
            const double omega = 2 * std::numbers::pi * of.lowest(pieces.first).frequency;
            for (const SolidId piece : pieces)
                out_.bodies[piece.value].damping =
                    2 * out_.solids.solids[piece].damping_ratio / omega;
        }
    }

    void fold(const ReducedBody& body, size_t i, const SolidRider& rider,
              BodyIntegrals& sum) const {
        const DomainSolid& solid = solid_of_body(static_cast<int>(i));
        const SectionFit section = section_at(solid, rider.seat.along);
        for (const auto& [mass, at] : mass_points(rider.solid)) {
            const BodyPoint point = tied_point(body, solid, section, at);
            add_mass(sum, mass, point.place, point.modes);
        }
    }

    void add_rigid(const SolidRider& rider) {
        ReducedBody body;
        body.domain = rider.domain;
        body.units.origin = rider.solid.centre();
        body.integrals = make_body_integrals(0);
        for (const auto& [mass, at] : mass_points(rider.solid))
            add_mass(body.integrals, mass, at - body.units.origin, Modes(3, 0));
        sit(body, rider.seat);
        out_.of_domain[rider.domain] = static_cast<int>(out_.bodies.size());
        body.segments = plant_.domains.segments[rider.domain];
        for (const SegmentId segment : body.segments)
            out_.of_segment[segment] = static_cast<int>(out_.bodies.size());
        out_.bodies.push_back(std::move(body));
    }

    /// [Zhao2013]: every subtree as a point mass where it sits.
    void lump() {
        std::vector<double> masses;
        for (const ReducedBody& body : out_.bodies) masses.push_back(body.integrals.mass);
        for (size_t i = out_.bodies.size(); i-- > 0;) {
            const ReducedBody& body = out_.bodies[i];
            if (body.parent < 0) continue;
            ReducedBody& parent = out_.bodies[static_cast<size_t>(body.parent)];
            Modes modes(3, parent.size);
            for (int a = 0; a < 3; ++a)
                for (int k = 0; k < parent.size; ++k) modes(a, k) = body.seat.of_modes(a, k);
            add_mass(parent.integrals, masses[i], body.seat.centre, modes);
            masses[static_cast<size_t>(body.parent)] += masses[i];
        }
        for (ReducedBody& body : out_.bodies) body.resting = body.integrals;
    }

    /// Foliage stays with the solid that carries it, also where a heavy part of it is a body.
    void place_patches() {
        std::vector<std::vector<const AirPatch*>> of_body(out_.solids.solids.size());
        std::vector<uint32_t> sample(out_.solids.patches.size(), 0);
        for (const AirPatch& patch : out_.solids.patches) {
            if (!patch.seat.solid.exists()) continue;
            of_body[patch.seat.solid.value].push_back(&patch);
        }
        for (size_t i = 0; i < of_body.size(); ++i)
            for (const AirPatch* patch : of_body[i]) {
                ReducedBody& body = out_.bodies[i];
                body.patches.push_back(patch_on(body, solid_of_body(static_cast<int>(i)), *patch));
                body.patches.back().swings = patch->swings;
                sample[static_cast<size_t>(patch - out_.solids.patches.data())] =
                    static_cast<uint32_t>(out_.samples);
                body.samples.push_back(static_cast<uint32_t>(out_.samples++));
            }
        for (Blade& blade : out_.blades) blade.patch = sample[blade.patch];
    }

    const Plant& plant_;
    const ReducedSettings& settings_;
    ReducedBodies out_;
};

}  // namespace

SolidSettings solid_settings(const Plant& plant, const ReducedSettings& settings) {
    SolidSettings solids{.wind_samples = settings.wind_samples,
                         .leaf = settings.leaf,
                         .most_flexible = static_cast<size_t>(settings.most_flexible),
                         .most_pieces = most_pieces(settings),
                         .solid = settings.solid,
                         .footing = settings.footing};
    if (!is_exact(settings)) solids.leaf.joint = LeafJoint::welded;  // [Zhao2013] knows no stalks
    if (!settings.factors && settings.stiffness_by_order == 1) return solids;
    for (const DomainId domain : plant.domains.rows()) {
        const bool wood = !plant.domains.segments[domain].empty();
        const DomainFactors own = wood ? factors_of(plant, domain, settings) : DomainFactors();
        solids.stiffness.push_back(own.stiffness / own.mass);  // of heavier wood, of its weight
    }
    return solids;
}

ReducedSolids reduce_solids(const Plant& plant, const ReducedSettings& settings, ModelStore& store,
                            Progress& progress) {
    ReducedSolids found{build_solids(plant, solid_settings(plant, settings)), {}, {}};
    std::vector<BasisPlan> plans;
    for (const SolidId id : found.solids.solids.rows())
        plans.push_back(plan_for(plant, found.solids, id, settings));
    found.inputs = model_inputs(found.solids, plans);
    found.models = store.models(found.inputs, progress);
    std::set<DomainId> stiff;
    for (const SolidId id : found.solids.solids.rows())
        if (const ModelPtr& model = found.models[id.value]; model && model->size == 0)
            stiff.insert(found.solids.solids[id].domain);
    if (stiff.empty()) return found;
    Plant changed = plant;
    for (const DomainId domain : stiff) changed.domains.flexible[domain] = 0;
    found = reduce_solids(changed, settings, store, progress);
    for (const DomainId domain : stiff)
        found.solids.log.warn(
            fmt::format("{} is rigid: found a solid that cannot be reduced, expected one that "
                        "resists every bend",
                        domain_name(plant, domain)));
    return found;
}

ReducedBodies build_reduced_bodies(const Plant& plant, const ReducedSettings& settings,
                                   ModelStore& store, Progress& progress,
                                   std::span<const uint64_t> keys) {
    return Builder(plant, settings).build(store, progress, keys);
}

MovingFace face_on(const ReducedBodies& bodies, int body, double along) {
    const auto i = static_cast<size_t>(body);
    return face_at(bodies.bodies[i], bodies.solids.solids[SolidId(i)], along);
}

BodyPoint point_on(const ReducedBodies& bodies, int body, double along, const Vec3& at_rest) {
    const ReducedBody& own = bodies.bodies[static_cast<size_t>(body)];
    if (own.size == 0)
        return {own.units.turn.transpose() * (at_rest - own.units.origin), Modes(3, 0)};
    const DomainSolid& solid = bodies.solids.solids[SolidId(static_cast<size_t>(body))];
    return tied_point(own, solid, section_at(solid, along), at_rest);
}

void scale(ReducedBody& body, const DomainFactors& factors) {
    body.elastic *= factors.stiffness;
    body.stiffness *= factors.stiffness;
    body.preload_force *= factors.stiffness;
    body.stress_stiffness *= factors.stiffness;
    body.integrals = scaled(body.integrals, factors.mass, 1);
    body.resting = scaled(body.resting, factors.mass, 1);
    body.damping *= std::sqrt(factors.mass / factors.stiffness);
}

void set_preload(ReducedBody& body, const Eigen::VectorXd& p) {
    body.preload = p;
    body.preload_force = body.stiffness * p;
    const double length = body.units.length;
    const Eigen::VectorXd share = p / length;
    body.stress_stiffness = Eigen::MatrixXd::Zero(body.size, body.size);
    if (!p.isZero(0))
        body.stress_stiffness =
            body.elastic / (length * length) *
            prestress_stiffness(body.model->stress, {share.data(), static_cast<size_t>(body.size)});
}

}  // namespace thigmo
