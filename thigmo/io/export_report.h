// What an export wrote.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace thigmo {

struct ExportReport {
    size_t triangles = 0, vertices = 0, parts = 0;
    size_t segments = 0, joints = 0;  // joints are 0 without a skeleton
    double merge_error = 0;           // m, see joints.h
    std::vector<std::filesystem::path> files;
};

}  // namespace thigmo
