// The page's files inside the program, put there by the assembler.
#include "apps/cli/page_files.h"

#ifdef THIGMO_PAGE_FOLDER

// Begin and end of a file's bytes, under a name.
#define THIGMO_PAGE_BYTES(symbol, file)                                                         \
    asm(".section .rodata\n" #symbol ":\n.incbin \"" THIGMO_PAGE_FOLDER "/" file "\"\n" #symbol \
        "_end:\n.byte 0\n.previous\n");                                                         \
    extern "C" const char symbol[], symbol##_end[];

THIGMO_PAGE_BYTES(thigmo_page_html, "index.html")
THIGMO_PAGE_BYTES(thigmo_page_style, "page.css")
THIGMO_PAGE_BYTES(thigmo_page_script, "page.js")

namespace thigmo::cli {

std::span<const PageFile> page_files() {
    static const PageFile files[] = {
        {"index.html", {thigmo_page_html, thigmo_page_html_end}},
        {"page.css", {thigmo_page_style, thigmo_page_style_end}},
        {"page.js", {thigmo_page_script, thigmo_page_script_end}},
    };
    return files;
}

}  // namespace thigmo::cli

#else

namespace thigmo::cli {

std::span<const PageFile> page_files() {
    return {};
}

}  // namespace thigmo::cli

#endif
