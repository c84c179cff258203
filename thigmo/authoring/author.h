// Authoring: any polygon soup becomes a plant that can be simulated.
//
// Based on [Zhao2013], sec. 4. The machine proposes every decision with a reason; a person may
// overrule any of them. docs/authoring.md tells the steps one by one.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "thigmo/authoring/assemble.h"
#include "thigmo/authoring/decisions.h"
#include "thigmo/base/profile.h"
#include "thigmo/base/progress.h"

namespace thigmo {

struct AuthorSettings {
    double scale = 1;              // metres per unit of the soup
    std::optional<double> ground;  // height of the soil (m); else where roots and pots tell
    Matter matter = unknown_matter();
    /// Young's modulus of the wood is scaled so that the root, with what it carries, sways at this
    /// (Hz), see stiffness.h; unset: the material is known and stays.
    std::optional<double> frequency = 1.0;
    InstanceSettings instances;
    std::optional<size_t> plant;  // only this one of several, the largest being 0

    /// [Zhao2013], sec. 4.10: density 1000 kg/m³, E 1 MPa, ν 0.45.
    static Matter unknown_matter();
};

/// A choice as people read it.
struct Choice {
    std::string what, why;
    double confidence = 1;
    std::string runner_up;  // empty: there was none
    double margin = 0;      // by which it was dearer
    std::vector<DomainId> domains;
};

struct ChosenLoop {
    std::vector<DomainId> domains;  // going round
    std::array<DomainId, 2> cut;    // that do not hold each other
    std::optional<double> margin;   // by which holding there would have been dearer, if it was next
};

struct AuthorCounts {
    size_t triangles = 0, duplicates = 0, pieces = 0, parts = 0;
    std::array<size_t, role_names.size()> roles{};
    size_t limbs = 0, blades = 0, sets = 0, sets_by_uv = 0, sets_by_form = 0, copies = 0;
    size_t blooms = 0, bloom_sets = 0;  // instances of instances
    size_t plants = 0;                  // in the soup
    size_t meetings = 0, loops = 0, bridged = 0, loose = 0, roots = 0;
};

/// One plant of the soup.
struct AuthoredPlant {
    Plant plant;
    Column<DomainId, double> confidence;
    std::vector<Choice> choices;        // the least sure first
    std::vector<ChosenLoop> loops;      // in the order in which they were broken
    std::vector<std::string> doubts;    // about the whole
    std::vector<DomainId> of_triangle;  // per triangle of the soup; none where another plant has it
};

struct Authored {
    std::vector<AuthoredPlant> plants;  // the largest first; one where settings.plant is set
    AuthorCounts counts;
    std::string decisions;  // the file that says what was decided
    Profile profile;        // per step
};

/// InputError in one sentence where there is nothing to make a plant of, or where a decision names
/// what is not there.
Authored author(const Soup& soup, const AuthorSettings& settings, const Decisions& decisions,
                Progress& progress);

}  // namespace thigmo
