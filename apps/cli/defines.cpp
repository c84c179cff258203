// NAME=VALUE on the command line.
#include "apps/cli/defines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "thigmo/base/error.h"

namespace thigmo::cli {
namespace {

void parse_define(std::string_view pair, std::map<std::string, double>& defines) {
    const size_t equals = std::min(pair.find('='), pair.size());
    const std::string_view value = pair.substr(std::min(equals + 1, pair.size()));
    double number = 0;
    const char* end = value.data() + value.size();
    const auto [last, error] = std::from_chars(value.data(), end, number);
    if (equals == 0 || error != std::errc() || last != end || !std::isfinite(number))
        throw InputError(
            fmt::format("--define: found '{}', expected NAME=VALUE[,NAME=VALUE…]", pair));
    defines[std::string(pair.substr(0, equals))] = number;
}

}  // namespace

std::map<std::string, double> parse_defines(const std::vector<std::string>& texts) {
    std::map<std::string, double> defines;
    for (std::string_view text : texts)
        while (!text.empty()) {
            const std::string_view pair = text.substr(0, text.find(','));
            text.remove_prefix(std::min(pair.size() + 1, text.size()));
            parse_define(pair, defines);
        }
    return defines;
}

}  // namespace thigmo::cli
