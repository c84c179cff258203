// Plants of a few rods, and what the simulators of solids find about them.
#pragma once

#include <optional>
#include <vector>

#include "samples/papers/beam.h"
#include "samples/papers/trial.h"

namespace thigmo::papers {

/// A slender rod along +X, cut into domains one after another.
struct CutRod {
    Beam beam{1, 0.01, 1e9, 1000};
    size_t domains = 1;
    double taper = 0;  // share of its radius lost at the tip, linear
    double crook = 0;  // rad: its angle in the plane x, y is crook · sin(2πs/L)
};
Plant make(const CutRod& rod);

/// Trunk and two branches, round, of one material. T: both leave the trunk at 62 % of its height,
/// to opposite sides; Y: both leave its tip, bent upwards.
Plant t_plant(double young = 1e9);
Plant y_plant(double young = 1e9);

/// Without gravity's mark on the given shape, undamped.
ReducedSettings undamped_reduced(BasisKind basis = BasisKind::loaded,
                                 Coupling coupling = Coupling::exact);
/// The same with steps that damp: what finds a state of rest.
ReducedSettings settling_reduced(BasisKind basis = BasisKind::loaded,
                                 Coupling coupling = Coupling::exact);

/// Hz, lowest first.
std::vector<double> reduced_frequencies(const Plant& plant, const ReducedSettings& settings,
                                        int count);
/// Of one domain's whole solid, clamped: no plant has a simpler reference.
std::vector<double> solid_frequencies(const Plant& plant, DomainId domain, int count);

/// Of all elements, tied; without gravity.
std::vector<double> fem_frequencies(const Plant& plant, size_t count);
/// Undamped, without gravity's mark on the given shape.
FemSettings undamped_fem();

/// Finds the frequencies of a frame of beams with shear (samples/frame.h), which has no bricks.
std::vector<double> frame_frequencies(const Plant& plant, size_t count);
constexpr const char* beams = "frame of beams";

/// Brings the plant to rest under gravity and a force on the end of its last segment, with strong
/// damping; false where it does not come to rest.
bool settle(Trial& trial, const Vec3& gravity, const Vec3& force);
/// A plant that damps its motion within a swing or two: for what only its rest matters of.
Plant with_strong_damping(Plant plant);
/// Where the end of the plant's last segment comes to rest; not finite where it does not.
Vec3 settled_tip(const Plant& plant, const SimulatorSettings& settings, const Vec3& gravity,
                 const Vec3& force);

}  // namespace thigmo::papers
