// Whoever waits until asked once too often.
#pragma once

#include "thigmo/base/progress.h"

namespace thigmo {

/// Says stop whenever it is asked more than `patience` times, and counts how often it is asked.
class Impatient final : public Progress {
  public:
    explicit Impatient(int patience) : patience_(patience) {}
    bool cancelled() const override { return ++asked > patience_; }

    mutable int asked = 0;

  private:
    int patience_;
};

}  // namespace thigmo
