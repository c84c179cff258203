// What is known of the time that work takes.
#include "apps/cli/progress_stage.h"

#include <fmt/format.h>

namespace thigmo::cli {

bool ProgressStage::take(double fraction, std::string_view name, Time now) {
    const bool other = name_.empty() || (name != name_ && fraction < fraction_);
    if (other) start_ = now;
    name_ = name;
    fraction_ = fraction;
    return other;
}

std::string ProgressStage::line(Time now) const {
    const double spent = std::chrono::duration<double>(now - start_).count();
    std::string line = fmt::format("{} {:3.0f} %", name_, 100 * fraction_);
    if (fraction_ >= 1)
        line += fmt::format(", {:.1f} s", spent);
    else if (fraction_ >= 0.01 && spent >= 1)
        line += fmt::format(", {:.0f} s left", spent * (1 - fraction_) / fraction_);
    return line;
}

}  // namespace thigmo::cli
