// The program thigmo.
#include <csignal>

#include "apps/cli/verb.h"

int main(int argc, char** argv) {
    std::signal(SIGXFSZ, SIG_IGN);  // a file too large is then an error of write, with its line
    thigmo::cli::Terminal terminal;
    return thigmo::cli::run(argc, argv, terminal);
}
