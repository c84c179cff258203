// L-systems in the cpfg dialect: the text of a grammar, parsed and ready to derive.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "thigmo/base/error.h"
#include "thigmo/base/log.h"
#include "thigmo/growth/module_string.h"

namespace thigmo {

namespace lsystem {
struct GrammarProgram;  // what the productions compile to; see program.h
}

/// A parsed grammar. Copies share the program, which nothing changes.
struct Grammar {
    std::string file;
    int derivation_length = 0;
    bool has_homomorphism = false;
    Alphabet alphabet;  // every module name in the text
    Log log;
    std::shared_ptr<const lsystem::GrammarProgram> program;
};

/// The text of the file that an `#include` names as `file`, as written there.
using IncludeReader = std::function<std::string(const std::string& file)>;

struct GrammarSettings {
    /// Constants that win over the file's own `#define` of the same name.
    std::map<std::string, double> defines;
    /// Without one, files are read beside the grammar.
    IncludeReader include;
};

/// Parses a grammar; `file` names it in messages. InputError says file:line:column, what was found
/// and what was expected.
Grammar parse_grammar(std::string_view text, const std::string& file,
                      const GrammarSettings& settings = {});

/// Reads and parses a grammar file.
Grammar load_grammar(const std::string& file, const GrammarSettings& settings = {});

}  // namespace thigmo
