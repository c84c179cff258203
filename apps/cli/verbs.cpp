// The list of verbs.
#include "apps/cli/verbs.h"

namespace thigmo::cli {

std::vector<Verb> verbs() {
    return {
        species_verb(), derive_verb(),  grow_verb(),      import_verb(),  author_verb(),
        info_verb(),    render_verb(),  export_verb(),    prepare_verb(), simulate_verb(),
        measure_verb(), compare_verb(), reproduce_verb(), view_verb(),
    };
}

}  // namespace thigmo::cli
