// A string of modules: letters with parameters and brackets, as derivation makes it, as the turtle
// reads it, and as any other program may have written it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "thigmo/base/error.h"

namespace thigmo {

/// Number of a module's name in an alphabet. Two bytes: a string of millions holds one each.
using Symbol = uint16_t;

/// Module names ("F", "@Gs", "[", "A") and their numbers, in order of first use.
class Alphabet {
  public:
    /// The number of a name, added if it is new; `unknown` when 65,535 others are there.
    Symbol symbol(std::string_view name);
    /// The number of a name that may not be there; `unknown` then.
    Symbol find(std::string_view name) const;
    const std::string& name(Symbol symbol) const { return names_[symbol]; }
    size_t size() const { return names_.size(); }
    static constexpr Symbol unknown = UINT16_MAX;

  private:
    std::vector<std::string> names_;
    std::unordered_map<std::string, Symbol> symbols_;
};

/// Says that a string has more names than an alphabet can number.
InputError too_many_names(const TextPlace& place);

/// 6 bytes per module and 8 per parameter. Module i owns the parameters first_parameter[i] up to
/// first_parameter[i + 1].
struct ModuleString {
    std::vector<Symbol> symbols;
    std::vector<uint32_t> first_parameter = {0};  // one more than symbols
    std::vector<double> parameters;

    size_t size() const { return symbols.size(); }
    std::span<const double> parameters_of(size_t module) const {
        return std::span(parameters)
            .subspan(first_parameter[module],
                     first_parameter[module + 1] - first_parameter[module]);
    }
    void push(Symbol symbol, std::span<const double> values = {});
    /// Bytes in use for modules and parameters.
    size_t bytes() const;
};

/// Where the modules of a string stand: its source, and line and column of each in eight bytes.
struct ModulePlaces {
    struct Place {
        uint32_t line = 0, column = 0;
    };
    std::string source;         // the file, or whatever names the string in messages
    std::vector<Place> places;  // one per module, or none

    /// The module's place; `source: module N` where places are not known.
    TextPlace of(size_t module) const;
};

/// Bytes of the module name at the head of a text: one, or the `@` form that cpfg reads there
/// (`@c`, `@Gs`, `@Tx`). A byte above 127 takes the rest of its UTF-8 character along.
size_t module_name_length(std::string_view text);

/// Splits "F(1,2)[+A]" into modules; a name is one character, or `@` with what follows it as cpfg
/// reads it. InputError with line and column; parameters are numbers. `places` takes the file and
/// the place of every module.
ModuleString parse_modules(std::string_view text, const std::string& file, Alphabet& alphabet,
                           ModulePlaces* places = nullptr);

/// The inverse of parse_modules.
std::string to_text(const ModuleString& modules, const Alphabet& alphabet);

}  // namespace thigmo
