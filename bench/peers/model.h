// A plant's bodies in the plain numbers that the other libraries take.
#pragma once

#include "bench/peers/peer.h"
#include "thigmo/sim/articulated/bodies.h"

namespace thigmo::peers {

/// The bodies, springs and start pose of the articulated simulator.
PeerModel make_model(const Bodies& bodies, const Vec3& gravity);

/// A step that explicit springs, and explicit damping unless that is implicit, allow (s): 0.9 of
///
///     dt² ω² + 2 dt β ω² = 4,   ω² = 2 Σk/I the largest over bodies and axes,   β
///     damping/stiffness
///
/// k of the body's own joint and its children's, I the body's inertia about its centre:
/// Gershgorin's bound of ω², as everything that a rotating body moves besides only adds inertia.
double stable_step(const PeerModel& model, bool implicit_damping);

}  // namespace thigmo::peers
