// The scene: plants with their simulators, the air, gravity, the ground, and what happens when.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "thigmo/air/air.h"
#include "thigmo/air/shelter.h"
#include "thigmo/base/log.h"
#include "thigmo/scene/contact.h"
#include "thigmo/scene/event.h"
#include "thigmo/scene/near_ground.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {

/// A plant, or what a cut left of it or took from it, with what the scene knows of it. Constant,
/// and shared by all that stand for the same.
struct Part {
    Plant plant;
    Column<DomainId, DomainId> from_domain;     // the row of the plant before any cut
    Column<SegmentId, SegmentId> from_segment;  // likewise
    ContactPoints contacts;
    ContactGroups contact_groups;
    double reach = 0;  // m, at most, from a contact to where the air at its segment is sampled
    double mass = 0;
    double shelter_cell = 0;  // m; see shelter_plants.h
};

/// A plant as the scene's beginning placed it.
struct Origin {
    std::string name;
    std::shared_ptr<const Part> part;
    Rigid placement;
};

/// Something that moves: an origin, or after cuts one of its pieces.
struct Actor {
    std::string name;
    size_t origin = 0;
    std::shared_ptr<const Part> part;
    SimulatorSettings settings;
    double friction = 0.5;  // of a sliding base and on the ground
    std::unique_ptr<Simulator> simulator;
    Column<DomainId, double> stiffness;  // factors in force; empty: all 1
    std::optional<Touches> touches;      // on the ground; none before the first step

    // Reused from step to step.
    std::vector<AirSample> air;
    std::vector<Load> loads;
    std::vector<uint32_t> near;  // the ground: rows of the contacts
    Pose pose;
    bool pose_is_now = false;
    std::vector<double> heights;  // of the air samples when it began to move
    StepReport report;
};

/// An event bound to rows. A row is that of the origin's plant; `actor` and `row` follow the cuts.
struct Cue {
    Event event;
    double end = 0;  // when it is over, releases counted in
    size_t origin = 0;
    bool every_origin = false;
    Place place;                        // in the origin's plant
    CutPlace cut;                       // likewise
    Column<DomainId, uint8_t> domains;  // in the origin's plant: those that a stiffness is for
    size_t actor = 0;                   // that has the place now
    uint32_t row = 0;                   // of the place in that actor's plant
    bool anchored = false;              // of a pin: the anchor is known
    Vec3 anchor = Vec3::Zero();
};

struct Clock {
    double dt = 1.0 / 60;
    double start = 0;
    uint64_t steps = 0;
    double now() const { return start + static_cast<double>(steps) * dt; }
    double before() const { return start + (static_cast<double>(steps) - 1) * dt; }
};

/// Everything that changes, so that a scene goes back and then repeats itself bit for bit.
struct SceneState {
    struct ActorState {
        std::string name;
        size_t origin = 0;
        std::shared_ptr<const Part> part;
        SimulatorSettings settings;
        double friction = 0;
        Column<DomainId, double> stiffness;
        std::optional<Touches> touches;
        std::vector<double> heights;
        std::vector<double> numbers;  // of the simulator
    };
    std::vector<ActorState> actors;
    std::vector<double> air;
    std::vector<std::pair<bool, Vec3>> anchors;
    size_t cues_begun = 0;
    Clock clock;
};

using SimulatorFactory =
    std::function<std::unique_ptr<Simulator>(const Plant&, const SimulatorSettings&, const Start&)>;

struct Scene {
    SimulatorFactory make;
    std::vector<Origin> origins;
    std::vector<Actor> actors;
    std::unique_ptr<Air> air;  // none: the plants stand in a vacuum
    bool shelter = true;       // plants slow the wind for what stands behind them
    Vec3 gravity = Vec3(0, -9.81, 0);
    std::optional<double> ground = 0.0;  // height; none: things fall for ever
    std::vector<Cue> cues;               // by time; those of one time as they were added
    size_t cues_begun = 0;
    Clock clock;
    Log log;  // of what was met in building it

    // Reused from step to step.
    std::vector<AirSample> all_air;        // every actor's samples, for airs that feel plants
    std::vector<ShelterGroup> air_groups;  // every actor's samples
    Shelter shelter_memory;
    SceneState before;  // the step, to come back to where it fails
};

/// Everything about a plant that the scene needs to know, made once for all of its placements.
std::shared_ptr<const Part> make_part(Plant plant);

/// Contacts, reach and mass of the part's plant.
void describe(Part& part);

/// Adds a plant that stands at `placement`.
void add_plant(Scene& scene, std::string name, std::shared_ptr<const Part> part,
               const SimulatorSettings& settings, const Rigid& placement, double friction = 0.5);

/// Binds the event to the scene's plants. InputError for names that nothing bears and for a base
/// that cannot be driven so.
void add_event(Scene& scene, Event event);

/// Finds every cue's actor and row again, after actors changed.
void bind_cues(Scene& scene);

const Pose& pose_now(Actor& actor);

/// Kinetic, elastic and gravity's energy of all.
Energy energy(const Scene& scene);

/// Of the plant and the pot that it slides with (kg).
double total_mass(const Actor& actor);

SceneState save(const Scene& scene);
/// The same but for the simulators' numbers, which are most of it: left empty.
void save_outline(const Scene& scene, SceneState& out);
/// The scene must have the same plants and events as when it was saved.
void restore(Scene& scene, const SceneState& state);

}  // namespace thigmo
