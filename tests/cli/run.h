// Runs a verb in this process, as typed, and tells what it said.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "apps/cli/verb.h"

namespace thigmo::cli {

struct Typed {
    int status = 0;
    std::string out, err;
};

/// A stream in memory: no disk can be too full for what is said.
struct MemoryStream {
    ~MemoryStream() { std::free(text); }
    std::string take() {
        std::fclose(file);
        return {text, size};
    }

    char* text = nullptr;
    size_t size = 0;
    std::FILE* file = ::open_memstream(&text, &size);
};

inline Typed run_typed(const std::vector<std::string>& typed, Interrupt* interrupt = nullptr) {
    std::vector<const char*> words = {"thigmo"};
    for (const std::string& word : typed) words.push_back(word.c_str());
    Terminal terminal;
    MemoryStream out, err;
    terminal.out = out.file;
    terminal.err = err.file;
    terminal.interrupt = interrupt;
    Typed result;
    result.status = run(static_cast<int>(words.size()), words.data(), terminal);
    result.out = out.take();
    result.err = err.take();
    return result;
}

}  // namespace thigmo::cli
