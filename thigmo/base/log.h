// Warnings as data: the library never prints.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace thigmo {

struct Log {
    std::vector<std::string> warnings;

    void warn(std::string text) { warnings.push_back(std::move(text)); }
};

}  // namespace thigmo
