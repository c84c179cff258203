// How far long work has come, and whether it shall stop.
#pragma once

#include <string_view>

namespace thigmo {

/// Work over a second takes one of these; the default listens to nothing.
class Progress {
  public:
    virtual ~Progress() = default;
    /// fraction in 0…1 of the stage named by text.
    virtual void report(double /*fraction*/, std::string_view /*text*/) {}
    virtual bool cancelled() const { return false; }
};

}  // namespace thigmo
