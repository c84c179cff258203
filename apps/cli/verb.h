// What a verb is: a name, its help, its options, and what it does. CLI11 stays behind Options.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/cli/terminal.h"

namespace thigmo::cli {

/// Declares a verb's arguments; values arrive in the variables before the action runs.
class Options {
  public:
    virtual ~Options() = default;
    /// A required argument without dashes.
    virtual void argument(const char* name, std::string& value, const char* help) = 0;
    virtual void optional_argument(const char* name, std::string& value, const char* help) = 0;
    /// An option with a value, "-o,--output"; the default is what the variable holds.
    virtual void option(const char* names, std::string& value, const char* help) = 0;
    virtual void option(const char* names, double& value, const char* help) = 0;
    virtual void option(const char* names, int& value, const char* help) = 0;
    virtual void option(const char* names, uint64_t& value, const char* help) = 0;
    virtual void option(const char* names, std::optional<double>& value, const char* help) = 0;
    virtual void option(const char* names, std::optional<int>& value, const char* help) = 0;
    /// An option that may be given again and again.
    virtual void option(const char* names, std::vector<std::string>& values, const char* help) = 0;
    virtual void flag(const char* names, bool& value, const char* help) = 0;
    /// An option whose value is one of a few words.
    virtual void choice(const char* names, std::string& value,
                        const std::vector<std::string>& words, const char* help) = 0;
    /// An option of older versions, with a value or without: help does not show it, and an
    /// InputError with this line refuses it.
    virtual void former(const char* name, const char* refusal) = 0;
    /// For actions: whether the option stood on the command line.
    virtual bool given(const char* name) const = 0;
};

/// What a verb throws when its request was fine and the mathematics failed: one line, exit 3.
class NumericsError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

using Action = std::function<void(Terminal&)>;

struct Verb {
    const char* name;
    const char* summary;
    const char* examples;  // shown under --help, one per line
    Action (*declare)(Options&);
};

/// Every verb, in the order of the help page.
std::vector<Verb> verbs();

/// Parses and runs; the exit status: 0, 2 for bad input or usage, 3 for numerics.
int run(int argc, const char* const* argv, Terminal& terminal);

}  // namespace thigmo::cli
