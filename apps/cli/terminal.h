// Where a verb speaks: results on stdout, progress and warnings on stderr.
#pragma once

#include <atomic>
#include <cstdio>
#include <string>
#include <string_view>

#include "apps/cli/progress_stage.h"
#include "thigmo/base/log.h"
#include "thigmo/base/progress.h"

namespace thigmo::cli {

/// Ctrl-C and the like: work that listens shall stop, and takes back what it has half written.
struct Interrupt {
    std::atomic<bool> heard = false;  // something asks whether to stop
    std::atomic<int> raised = 0;      // the signal's number
};

/// Progress with time left on one line of stderr; the line is redrawn only on a terminal.
class TerminalProgress : public Progress {
  public:
    TerminalProgress(std::FILE* err, bool quiet, Interrupt* interrupt);
    void report(double fraction, std::string_view text) override;
    bool cancelled() const override;

  private:
    std::FILE* err_;
    bool quiet_;
    bool interactive_;
    Interrupt* interrupt_;
    ProgressStage stage_;
    bool told_ = false;  // a line of this stage
    ProgressStage::Time last_line_;
};

/// Text of unknown origin for a person's terminal: control characters become '?'.
std::string printable(std::string_view text);

struct Terminal {
    std::FILE* out = stdout;
    std::FILE* err = stderr;
    bool quiet = false;   // no progress, no warnings
    std::string command;  // as it was typed, quoted for a shell
    Interrupt* interrupt = nullptr;

    void print(std::string_view line) const;  // adds the newline
    /// To stderr as it is. Never throws: who cannot hear it loses nothing else.
    void tell(const char* text) const noexcept { std::fputs(text, err); }
    void tell(const std::string& text) const noexcept { tell(text.c_str()); }
    void warn(const Log& log) const;
    TerminalProgress progress() const { return {err, quiet, interrupt}; }
    bool interrupted() const { return interrupt != nullptr && interrupt->raised != 0; }
};

}  // namespace thigmo::cli
