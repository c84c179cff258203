// The list of simulators, each with a plant to move.
#include <cmath>

#include "samples/parts.h"
#include "samples/plants.h"
#include "tests/scene/puppet.h"
#include "tests/sim/conformance.h"

namespace thigmo {
namespace {

Plant stem() {
    return samples::stem(6, 1, 0.01, 0.005);
}

/// Twigs with leaves all along a stem.
Plant with_twigs(size_t twigs) {
    Plant plant;
    samples::start_plant(plant, "leafy");
    samples::add_leaf_shape(plant);
    const DomainId stem = samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    constexpr size_t segments = 40;
    for (size_t i = 0; i < segments; ++i) {
        const double y = 0.05 * static_cast<double>(i);
        samples::add_segment(plant, {0, y, 0}, {0, y + 0.05, 0}, 0.05 - 0.02 * y,
                             0.05 - 0.02 * (y + 0.05));
    }
    for (size_t i = 0; i < twigs; ++i) {
        const SegmentId on(i % segments);
        const double turn = 2.4 * static_cast<double>(i);  // the golden angle
        const Vec3 out(std::cos(turn), 0.5, std::sin(turn));
        const Vec3 foot = 0.5 * (plant.segments.start[on] + plant.segments.end[on]);
        const DomainId twig = samples::add_domain(plant, stem, {on, 0.5}, Kind::twig);
        samples::add_segment(plant, foot, foot + 0.1 * out, 0.004, 0.003);
        samples::add_segment(plant, foot + 0.1 * out, foot + 0.2 * out, 0.003, 0.002);
        samples::add_domain(plant, twig, {plant.domains.segments[twig].back(), 1}, Kind::leaf);
        plant.domains.material.back() = MaterialId(size_t{1});
        plant.domains.look.back() = LookId(size_t{1});
        plant.domains.shape.back() = ShapeId(size_t{0});
        plant.domains.placement.back() = {foot + 0.2 * out, Quat::Identity(), 1.0};
    }
    return plant;
}

/// More than three blocks of rigid bodies.
Plant leafy() {
    return with_twigs(1000);
}

/// More than three chunks of deformable ones.
Plant twiggy() {
    return with_twigs(60);
}

Registered puppet() {
    Registered kind;
    kind.name = "puppet";
    kind.make = make_puppet;
    kind.settings = kind.undamped = ArticulatedSettings{};
    kind.plant = samples::sapling;
    return kind;
}

template <class Change>
SimulatorSettings changed(ArticulatedSettings settings, Change change) {
    change(settings);
    return settings;
}

std::vector<SimulatorSettings> bad_articulated(const ArticulatedSettings& good) {
    using Own = ArticulatedSettings;
    return {changed(good, [](Own& own) { own.substeps = 0; }),
            changed(good, [](Own& own) { own.junction = 0; }),
            changed(good, [](Own& own) { own.junction = NAN; }),
            changed(good, [](Own& own) { own.leaf.pieces = 0; }),
            changed(good, [](Own& own) { own.leaf.stiffness = -1; }),
            changed(good, [](Own& own) { own.turn_limit = 0; }),
            changed(good, [](Own& own) { own.footing.base_mass = -1; }),
            changed(good, [](Own& own) { own.footing.gravity.x() = INFINITY; })};
}

Registered articulated(const char* name, Integrator integrator) {
    ArticulatedSettings settings;
    settings.integrator = integrator;
    Registered kind;
    kind.name = name;
    kind.make = make_simulator;
    kind.settings = settings;
    settings.damping = false;
    kind.undamped = settings;
    kind.bad = bad_articulated(settings);
    kind.plant = samples::sapling;
    kind.large = leafy;
    kind.force = 0.5;
    kind.fine_dt = 1e-4;   // twigs of four joints have fast modes
    kind.relative = true;  // what is cut off begins with a foot of its own
    return kind;
}

/// Explicit: bounded only below 2/ω of the stiffest joint.
Registered explicit_articulated() {
    Registered kind =
        articulated("articulated_semi_implicit_euler", Integrator::semi_implicit_euler);
    kind.plant = stem;
    kind.large = nullptr;
    kind.dt = kind.fine_dt = 1e-5;
    kind.order_dt = 1e-5;
    kind.waver = 1e-3;  // symplectic: energy wavers by the step's order about what it is
    return kind;
}

/// The thesis's own model, explicit too, with Euler angles from body to body.
Registered thesis() {
    Registered kind = explicit_articulated();
    kind.name = "articulated_thesis";
    kind.relative = true;
    kind.dt = 4e-5;
    const auto own = [](SimulatorSettings& settings) -> ArticulatedSettings& {
        return std::get<ArticulatedSettings>(settings);
    };
    kind.bad.push_back(
        changed(own(kind.settings), [](auto& bad) { bad.footing.base = Base::sliding; }));
    for (SimulatorSettings& bad : kind.bad) own(bad).model = ArticulatedModel::thesis;
    own(kind.settings).model = own(kind.undamped).model = ArticulatedModel::thesis;
    return kind;
}

template <class Change>
SimulatorSettings changed_beam(Change change) {
    BeamSettings settings;
    change(settings);
    return settings;
}

Registered beam() {
    using Own = BeamSettings;
    Registered kind;
    kind.name = "beam";
    kind.make = make_simulator;
    kind.settings = kind.undamped = changed_beam([](Own& own) { own.wind.mean.setZero(); });
    kind.moving = changed_beam([](Own& own) { own.wind.mean = Vec3(8, 0, 0); });
    kind.plant = samples::sapling;
    kind.bad = {changed_beam([](Own& own) { own.footing.base = Base::free; }),
                changed_beam([](Own& own) { own.frequency_factor = 0; }),
                changed_beam([](Own& own) { own.sway = {-1}; }),
                changed_beam([](Own& own) { own.flutter = NAN; }),
                changed_beam([](Own& own) { own.period = -1; }),
                changed_beam([](Own& own) {
                    own.damping = {0.1, 0};
                }),
                changed_beam([](Own& own) { own.wind.mean.x() = INFINITY; }),
                changed_beam([](Own& own) { own.wind.turbulence = 3; }),
                changed_beam([](Own& own) { own.wind.reference_height = 0; }),
                changed_beam([](Own& own) { own.wind.roughness = 9; })};
    return kind;
}

template <class Change>
SimulatorSettings changed_reduced(Change change) {
    ReducedSettings settings;
    change(settings);
    return settings;
}

template <class Change>
SimulatorSettings changed_fem(Change change) {
    FemSettings settings;
    change(settings);
    return settings;
}

Registered reduced(const char* name, ReducedIntegrator integrator) {
    using Own = ReducedSettings;
    Registered kind;
    kind.name = name;
    kind.make = make_simulator;
    kind.settings = changed_reduced([&](Own& own) { own.integrator = integrator; });
    kind.undamped = changed_reduced([&](Own& own) {
        own.integrator = integrator;
        own.damping = false;
    });
    kind.plant = samples::sapling;
    kind.large = twiggy;
    kind.force = 0.3;
    kind.fine_dt = 5e-5;  // a force that goes at once leaves shapes of tips ringing
    kind.relative = true;
    kind.refitted = 1e-2;
    kind.bad = {changed_reduced([](Own& own) { own.modes = {}; }),
                changed_reduced([](Own& own) { own.modes = {0}; }),
                changed_reduced([](Own& own) { own.derivatives = {-1}; }),
                changed_reduced([](Own& own) { own.wind_samples = 0; }),
                changed_reduced([](Own& own) { own.leaf.pieces = 0; }),
                changed_reduced([](Own& own) { own.skin_leaves = {}; }),
                changed_reduced([](Own& own) {
                    own.skin_leaves = {0, 2};
                }),
                changed_reduced([](Own& own) { own.most_pieces = 0; }),
                changed_reduced([](Own& own) { own.leaf.stiffness = 0; }),
                changed_reduced([](Own& own) { own.fold_share = NAN; }),
                changed_reduced([](Own& own) { own.stiffness_by_order = 0; }),
                changed_reduced([](Own& own) { own.tolerance = 0; }),
                changed_reduced([](Own& own) { own.most_iterates = 1; }),
                changed_reduced([](Own& own) { own.footing.base_mass = -1; }),
                changed_reduced([](Own& own) { own.footing.gravity.x() = INFINITY; })};
    return kind;
}

/// Of softer wood: its swings are slow enough to be resolved by steps that take a millisecond each.
Plant soft_sapling() {
    Plant plant = samples::sapling();
    for (Material& material : plant.materials) {
        material.young *= 0.05;
        material.shear *= 0.05;
    }
    return plant;
}

Registered fem(const char* name, SolidLaw law) {
    using Own = FemSettings;
    Registered kind;
    kind.name = name;
    kind.make = make_simulator;
    kind.settings = changed_fem([&](Own& own) { own.law = law; });
    kind.undamped = changed_fem([&](Own& own) {
        own.law = law;
        own.damping = false;
    });
    kind.plant = soft_sapling;
    kind.force = 0.05;
    kind.fine_dt = 1.25e-3;
    kind.bad = {changed_fem([](Own& own) { own.substeps = 0; }),
                changed_fem([](Own& own) { own.wind_samples = 0; }),
                changed_fem([](Own& own) { own.leaf.stiffness = -1; }),
                changed_fem([](Own& own) { own.tolerance = 0; }),
                changed_fem([](Own& own) { own.footing.base_mass = -1; }),
                changed_fem([](Own& own) { own.footing.gravity.x() = INFINITY; })};
    return kind;
}

}  // namespace

std::vector<Registered> registered_simulators() {
    return {puppet(),
            articulated("articulated_tr_bdf2", Integrator::tr_bdf2),
            articulated("articulated_rosenbrock", Integrator::rosenbrock),
            articulated("articulated_backward_euler", Integrator::backward_euler),
            articulated("articulated_midpoint", Integrator::midpoint),
            explicit_articulated(),
            thesis(),
            beam(),
            reduced("reduced", ReducedIntegrator::tr_bdf2),
            reduced("reduced_sdirk2", ReducedIntegrator::sdirk2),
            reduced("reduced_backward_euler", ReducedIntegrator::backward_euler),
            fem("fem_stvk", SolidLaw::stvk),
            fem("fem_corotational", SolidLaw::corotational),
            fem("fem_neo_hookean", SolidLaw::neo_hookean)};
}

}  // namespace thigmo
