// Steps that can be stopped on their way.
#pragma once

#include "thigmo/base/progress.h"

namespace thigmo {

/// A simulator whose long steps ask whether to stop. One that is stopped has failed, and leaves the
/// state as it was.
class Stoppable {
  public:
    virtual ~Stoppable() = default;
    /// Whom every step asks from now on; it must outlive them. Null: nobody.
    virtual void heed(const Progress* progress) = 0;
};

inline bool stops(const Progress* progress) {
    return progress != nullptr && progress->cancelled();
}

/// What a stopped step reports.
constexpr const char* stopped_step = "it was stopped";

}  // namespace thigmo
