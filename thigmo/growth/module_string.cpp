// Module strings and their text form.
#include "thigmo/growth/module_string.h"

namespace thigmo {

Symbol Alphabet::symbol(std::string_view name) {
    const auto [at, added] = symbols_.emplace(name, static_cast<Symbol>(names_.size()));
    if (added) names_.emplace_back(name);
    return at->second;
}

Symbol Alphabet::find(std::string_view name) const {
    const auto at = symbols_.find(std::string(name));
    return at == symbols_.end() ? unknown : at->second;
}

void ModuleString::push(Symbol symbol, std::span<const double> values) {
    symbols.push_back(symbol);
    parameters.insert(parameters.end(), values.begin(), values.end());
    first_parameter.push_back(static_cast<uint32_t>(parameters.size()));
}

size_t ModuleString::bytes() const {
    return symbols.size() * sizeof(Symbol) + first_parameter.size() * sizeof(uint32_t) +
           parameters.size() * sizeof(double);
}

ModuleString parse_modules(std::string_view, const std::string& file, Alphabet&,
                           std::vector<TextPlace>*) {
    throw InputError(file + ": not built");
}

std::string to_text(const ModuleString& modules, const Alphabet& alphabet) {
    std::string text;
    for (const Symbol symbol : modules.symbols) text += alphabet.name(symbol);
    return text;
}

}  // namespace thigmo
