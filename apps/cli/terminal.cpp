// Lines for people and for pipes.
#include "apps/cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace thigmo::cli {

TerminalProgress::TerminalProgress(std::FILE* err, bool quiet, Interrupt* interrupt)
    : err_(err), quiet_(quiet), interactive_(::isatty(::fileno(err)) != 0), interrupt_(interrupt) {}

bool TerminalProgress::cancelled() const {
    if (interrupt_ == nullptr) return false;
    interrupt_->heard = true;
    return interrupt_->raised != 0;
}

void TerminalProgress::report(double fraction, std::string_view text) {
    if (quiet_) return;
    const auto now = std::chrono::steady_clock::now();
    if (stage_.take(fraction, text, now)) {
        told_ = false;
        last_line_ = now;
    }
    const bool done = fraction >= 1;
    const auto pause = interactive_ ? std::chrono::milliseconds(200) : std::chrono::seconds(2);
    if (!done && now - last_line_ < pause) return;
    if (done && !told_) return;  // quick work says nothing
    told_ = true;
    last_line_ = now;
    std::fputs(fmt::format("{}{}{}", interactive_ ? "\r" : "", stage_.line(now),
                           interactive_ && !done ? "\033[K" : "\n")
                   .c_str(),
               err_);
    std::fflush(err_);
}

std::string printable(std::string_view text) {
    std::string clean(text);
    std::replace_if(
        clean.begin(), clean.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
    return clean;
}

void Terminal::print(std::string_view line) const {
    fmt::print(out, "{}\n", line);
}

void Terminal::warn(const Log& log) const {
    if (quiet) return;
    for (const std::string& warning : log.warnings)
        tell(fmt::format("warning: {}\n", printable(warning)));
}

}  // namespace thigmo::cli
