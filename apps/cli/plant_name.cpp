// The suffix of a plant's file.
#include "apps/cli/plant_name.h"

#include <fmt/format.h>

#include <filesystem>

#include "thigmo/base/error.h"

namespace thigmo::cli {

void require_plant_name(const std::string& output) {
    const std::string suffix = std::filesystem::path(output).extension().string();
    if (!suffix.empty() && suffix != ".plant")
        throw InputError(
            fmt::format("{}: found '{}', expected .plant; thigmo export and thigmo "
                        "render write other formats",
                        output, suffix));
}

}  // namespace thigmo::cli
