// The reader's program, taken in by the assembler. Declared in soup_child.h.
#include "thigmo/io/soup_child.h"

asm(".pushsection .rodata\n"
    ".balign 16\n"
    "thigmo_reader_from: .incbin \"" THIGMO_READER_PROGRAM
    "\"\n"
    "thigmo_reader_to: .byte 0\n"
    ".popsection\n");

extern "C" const std::byte thigmo_reader_from[], thigmo_reader_to[];

namespace thigmo {

std::span<const std::byte> reader_program() {
    return {thigmo_reader_from, thigmo_reader_to};
}

}  // namespace thigmo
