// A plant's solids as deformable bodies: constants of the reduced simulator.
//
// A body's frame sits at the centre of its first section, in the axes of its model; its coordinates
// q are metres along its shapes. Everything that moves with it is linear in q.
#pragma once

#include <vector>

#include "thigmo/sim/reduced/model_store.h"
#include "thigmo/sim/reduced/moving_point.h"
#include "thigmo/sim/reduced/polar_frame.h"

namespace thigmo {

using Modes = Eigen::Matrix<double, 3, Eigen::Dynamic>;

/// A point that goes with a body: at place + modes q in its frame.
struct BodyPoint {
    Vec3 place = Vec3::Zero();
    Modes modes;
};

/// A patch of air on a body.
struct BodyPatch {
    MovingPoint point;  // with the law's axis, if that has one
    DragLaw law;        // its axis at rest, in the body's axes
    double area = 0;
    bool swings = false;  // it is blades, and pushes these
};

/// A section that blades sit on, as a frame with the plant's axes at rest.
struct ReducedSeat {
    uint32_t body = 0;
    MovingFace face;
    Mount mount;
    Vec3 centre = Vec3::Zero();     // at rest, in the plant's space
    uint32_t first = 0, count = 0;  // of its blades
};

struct ReducedBody {
    DomainId domain;           // that it is, or is a piece of
    Rows<SegmentId> segments;  // those that it is
    int parent = -1;           // −1: the base
    MovingFace seat;           // of the parent, where this one sits
    Mount mount;               // on the seat; on the base, in the plant's space
    ModelUnits units;
    ModelPtr model;                    // none: a rigid part
    uint64_t key = 0;                  // of the model
    uint64_t mesh_key = 0;             // of its mesh alone
    int size = 0;                      // r
    BodyIntegrals integrals;           // of what moves as its shapes do
    BodyIntegrals resting;             // with the blades that sit on it, as if they were welded on
    double elastic = 0;                // E ℓ³ (J)
    double damping = 0;                // β: viscosity over stiffness, of what sways (s)
    Eigen::MatrixXd stiffness;         // K₀ = ∂²V at rest (N/m)
    Eigen::VectorXd preload;           // p (m): the stress C:ε(p) at rest holds the given shape up
    Eigen::VectorXd preload_force;     // K₀ p (N)
    Eigen::MatrixXd stress_stiffness;  // of that stress (N/m)
    std::vector<BodyPatch> patches;
    std::vector<uint32_t> samples;       // of its patches among all air samples
    std::vector<MovingFace> stations;    // evenly from base to tip: what poses are read at
    std::vector<double> ends;            // of its segments, shares of its length
    uint32_t first_seat = 0, seats = 0;  // of its blades
};

/// A domain that goes with a body without being one itself.
struct ReducedRider {
    int body = -1;  // −1: the base
    double along = 0;
};

struct ReducedBodies {
    std::vector<ReducedBody> bodies;  // parents before children
    Column<DomainId, int> of_domain;  // the body that a domain is, or its first piece; −1: it rides
    Column<SegmentId, int> of_segment;      // likewise
    Column<DomainId, ReducedRider> riders;  // of those that ride
    std::vector<Blade> blades;              // on stalks; `patch` is a sample of the air
    std::vector<ReducedSeat> seats;         // of blades, by body
    size_t samples = 0;                     // of the air
    SolidPlant solids;
    Log log;
};

/// What of a plant bends as a solid under these settings.
SolidSettings solid_settings(const Plant& plant, const ReducedSettings& settings);

/// A plant's solids with their models. A domain whose solid has no modes, since rounding takes it
/// for one that resists nothing, is rigid, and a warning in the log says so.
struct ReducedSolids {
    SolidPlant solids;
    std::vector<ModelInput> inputs;
    std::vector<ModelPtr> models;  // null where the work was cancelled
};
ReducedSolids reduce_solids(const Plant& plant, const ReducedSettings& settings, ModelStore& store,
                            Progress& progress);

/// With the models of these keys, one per solid and in the store, or by content where there are
/// none.
ReducedBodies build_reduced_bodies(const Plant& plant, const ReducedSettings& settings,
                                   ModelStore& store, Progress& progress,
                                   std::span<const uint64_t> keys = {});

/// Of a point given in the plant's space at rest that goes with the body's section at a share of
/// its length.
BodyPoint point_on(const ReducedBodies& bodies, int body, double along, const Vec3& at_rest);

/// The section of a body that bends, at a share of its length.
MovingFace face_on(const ReducedBodies& bodies, int body, double along);

/// Multiplies stiffness and mass; the damping ratio stays, and so
///
///     β' = β √(m'k/(mk'))        which is β/α for k' = αk, m' = m/α: the damper d = βk stays
void scale(ReducedBody& body, const DomainFactors& factors);

/// Sets the preload and what follows from it.
void set_preload(ReducedBody& body, const Eigen::VectorXd& p);

/// Preloads every body and every stalk so that the given shape is at rest under gravity (in the
/// plant's axes); `lumped`: what a body carries is part of its own mass.
void hold_shape(ReducedBodies& bodies, const Vec3& gravity, bool lumped);

/// Of a body and all that it carries, at rest: mass, and mass times place in the plant's space.
struct CarriedWeight {
    double mass = 0;
    Vec3 first = Vec3::Zero();
};
std::vector<CarriedWeight> carried_weights(const std::vector<ReducedBody>& bodies);

/// Turn and shift of a body per coordinate of the one it sits on, at rest; see mount().
Eigen::Matrix<double, 6, Eigen::Dynamic> ride_of(const ReducedBody& body,
                                                 const ReducedBody& parent);

}  // namespace thigmo
