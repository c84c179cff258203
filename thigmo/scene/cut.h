// Cuts: a plant in two, in mid-motion.
#pragma once

#include "thigmo/scene/scene.h"

namespace thigmo {

struct Halves {
    std::shared_ptr<const Part> kept;  // none when the cut is at the foot of the only root
    std::shared_ptr<const Part> taken;
};

/// The part in two. Every segment keeps its key, its frame and its values.
Halves cut_part(const Part& part, const CutPlace& place);

/// Cuts an actor. What is kept goes on where it is: every rotation and velocity the same, to the
/// bit; the piece becomes the scene's last actor, free, and falls. Rows are those of the actor's
/// own plant.
void cut(Scene& scene, size_t actor, const CutPlace& place);

/// Copies what rows of one key hold from one simulator to another of its kind; accelerations begin
/// anew.
void carry(const Simulator& from, Simulator& to);

/// Whether the step to come makes cuts.
bool cut_is_due(const Scene& scene, double step_middle);

/// Makes them.
void make_due_cuts(Scene& scene, double step_middle);

}  // namespace thigmo
