// The program thigmo.
#include <fcntl.h>
#include <unistd.h>

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

/// Opens those of the three standard streams that the caller closed: a file would else take their
/// number and get what is printed. Writing to stdout still fails then, and what fails is said; what
/// goes to stderr is lost.
void open_standard_streams() {
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(number, F_GETFD) < 0 &&
            ::open("/dev/null", number == STDERR_FILENO ? O_WRONLY : O_RDONLY) != number)
            ::_exit(2);
}

}  // namespace

int main(int argc, char** argv) {
    open_standard_streams();
    std::signal(SIGXFSZ, SIG_IGN);  // a file too large is then an error of write, with its line
    // Who ignores it, such as a job in the background of a script, goes on doing so.
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(number, on_interrupt) == SIG_IGN) std::signal(number, SIG_IGN);
    thigmo::cli::Terminal terminal;
    terminal.interrupt = &interrupt;
    return thigmo::cli::run(argc, argv, terminal);
}
