// The program thigmo.
#include "apps/cli/verb.h"

int main(int argc, char** argv) {
    thigmo::cli::Terminal terminal;
    return thigmo::cli::run(argc, argv, terminal);
}
