// The work that a line of progress tells of.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace thigmo::cli {

/// Work whose fraction grows. It may change its name on the way.
class ProgressStage {
  public:
    using Time = std::chrono::steady_clock::time_point;

    /// True where other work begins: under another name, and with less done.
    bool take(double fraction, std::string_view name, Time now);
    /// "drawing  40 %, 3 s left". The time left is told after a second and a hundredth of the work;
    /// at the end it is the time that all has taken.
    std::string line(Time now) const;

  private:
    std::string name_;
    double fraction_ = 0;
    Time start_;
};

}  // namespace thigmo::cli
