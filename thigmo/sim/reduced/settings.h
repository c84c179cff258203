// Settings of the reduced simulator.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "thigmo/sim/footing.h"
#include "thigmo/sim/leaf_settings.h"
#include "thigmo/sim/solid_kind.h"

namespace thigmo {

class ModelStore;

std::shared_ptr<ModelStore> make_model_store();

/// Loaded modes and their derivatives, or the paper's clamped ones (see basis.h).
enum class BasisKind { loaded, paper };
constexpr std::array<const char*, 2> basis_kind_names = {"loaded", "paper"};

/// How domains act on each other: exactly; or as in [Zhao2013], where a subtree is a point mass at
/// its interface and follows without pushing back.
enum class Coupling { exact, lumped };
constexpr std::array<const char*, 2> coupling_names = {"exact", "lumped"};

/// All but backward Euler are of second order and L-stable.
enum class ReducedIntegrator { tr_bdf2, sdirk2, generalised_alpha, backward_euler };
constexpr std::array<const char*, 4> reduced_integrator_names = {
    "tr-bdf2", "sdirk2", "generalised-alpha", "backward-euler"};

/// On what a domain's materials give.
struct DomainFactors {
    double stiffness = 1, mass = 1;
};
/// By the keys of a domain's segments, which survive every cut.
using FactorsByKey = std::map<uint64_t, DomainFactors>;

struct ReducedSettings {
    Footing footing{};
    LeafSettings leaf{};
    BasisKind basis = BasisKind::loaded;
    Coupling coupling = Coupling::exact;
    SolidKind solid = SolidKind::automatic;
    ReducedIntegrator integrator = ReducedIntegrator::tr_bdf2;
    std::vector<int> modes = {8, 8, 6};      // loaded ones, by order; the last goes for the rest
    std::vector<int> derivatives = {6, 14};  // likewise
    int wind_samples = 5;                    // along a branch
    std::vector<uint8_t> skin_leaves = {0};  // by order of their branch: 1 draws them bent with it
    int most_flexible = 1000;  // domains that bend: those that carry most; others are rigid
    int most_pieces = 6;       // that a slender domain is cut into, each a body of its own
    double fold_share = 0.3;   // rigid parts up to this share of all on their carrier are folded
    double stiffness_by_order = 1;  // stiffness, × this to the power of the order
    bool damping = true;
    double tolerance = 1e-6;  // of a step's solution: displacements, as a share of the domain
    int most_iterates = 12;   // before a step is halved
    std::shared_ptr<const FactorsByKey> factors;  // see match.h; none: stiffness_by_order alone
    std::shared_ptr<ModelStore> models = make_model_store();  // shared by copies of the settings
};

/// InputError for the first setting out of its range.
void check(const ReducedSettings& settings);

/// The simulator's own keys of a scene over what the settings have; docs/reduced.md has them.
void read_reduced(const Settings& table, ReducedSettings& settings);

}  // namespace thigmo
