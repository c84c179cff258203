// A load on what does not move.
#pragma once

#include "thigmo/base/error.h"
#include "thigmo/mechanics/load.h"
#include "thigmo/plant/plant.h"

namespace thigmo {

/// Its row, for who knows where the load came from.
class RefusedLoad : public InputError {
  public:
    RefusedLoad(const Plant& plant, Load::Table on, uint32_t at);

    Load::Table table;
    uint32_t row;
    std::string found;  // the message without who says it
};

}  // namespace thigmo
