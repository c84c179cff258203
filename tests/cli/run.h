// Runs a verb in this process, as typed, and tells what it said.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "apps/cli/verb.h"

namespace thigmo::cli {

struct Typed {
    int status = 0;
    std::string out, err;
};

inline std::string text_of(std::FILE* file) {
    std::string text(static_cast<size_t>(std::ftell(file)), '\0');
    std::rewind(file);
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    return text;
}

inline Typed run_typed(const std::vector<std::string>& typed, Interrupt* interrupt = nullptr) {
    std::vector<const char*> words = {"thigmo"};
    for (const std::string& word : typed) words.push_back(word.c_str());
    Terminal terminal;
    terminal.out = std::tmpfile();
    terminal.err = std::tmpfile();
    terminal.interrupt = interrupt;
    Typed result;
    result.status = run(static_cast<int>(words.size()), words.data(), terminal);
    result.out = text_of(terminal.out);
    result.err = text_of(terminal.err);
    return result;
}

}  // namespace thigmo::cli
