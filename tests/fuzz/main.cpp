// The program thigmo_fuzz. libFuzzer has a main of its own, so this one stands alone.
#include "tests/fuzz/fuzz.h"

int main(int argc, char** argv) {
    return thigmo::fuzz::run(argc, argv);
}
