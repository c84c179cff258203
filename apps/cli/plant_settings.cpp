// "basis=paper" to TOML, which the scene's reader takes.
#include "apps/cli/plant_settings.h"

#include <fmt/format.h>

#include <cctype>

#include "thigmo/base/settings.h"

namespace thigmo::cli {
namespace {

/// A word in quotes; numbers, lists, texts in quotes, true and false as they are.
std::string as_toml(const std::string& value) {
    const bool word = !value.empty() && std::isalpha(static_cast<unsigned char>(value[0])) != 0;
    if (!word || value == "true" || value == "false") return value;
    return '"' + value + '"';
}

}  // namespace

void set_all(const std::vector<std::string>& texts, SimulatorSettings& settings) {
    std::string lines;
    for (const std::string& text : texts) {
        const size_t equals = text.find('=');
        if (equals == 0 || equals == std::string::npos || text.find('\n') != std::string::npos)
            throw InputError(fmt::format("--set: found '{}', expected KEY=VALUE", text));
        lines += text.substr(0, equals) + " = " + as_toml(text.substr(equals + 1)) + '\n';
    }
    if (lines.empty()) return;
    const Settings table = Settings::parse(lines, "--set");
    read_settings(table, settings);
    table.finish();
}

}  // namespace thigmo::cli
