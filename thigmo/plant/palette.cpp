// The palette for grammars that bring none.
#include "thigmo/plant/palette.h"

namespace thigmo {

Palette default_palette() {
    return {};
}

}  // namespace thigmo
