// The program thigmo.
#include <csignal>

#include "apps/cli/verb.h"

namespace {

thigmo::cli::Interrupt interrupt;

// Lock-free, so that a handler may write them.
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

/// The second one ends the program at once, as does the first where nothing listens.
void on_interrupt(int number) {
    std::signal(number, SIG_DFL);
    if (!interrupt.heard) std::raise(number);
    interrupt.raised = number;
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGXFSZ, SIG_IGN);  // a file too large is then an error of write, with its line
    // Who ignores it, such as a job in the background of a script, goes on doing so.
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(number, on_interrupt) == SIG_IGN) std::signal(number, SIG_IGN);
    thigmo::cli::Terminal terminal;
    terminal.interrupt = &interrupt;
    return thigmo::cli::run(argc, argv, terminal);
}
