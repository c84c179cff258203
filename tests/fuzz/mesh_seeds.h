// Sound mesh files for mutants to be made of.
#pragma once

#include <cstring>
#include <string>
#include <vector>

namespace thigmo::fuzz {

/// Adds a number's bytes.
template <class T>
void append_value(std::string& bytes, T value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// A file to mutate.
struct MeshSeed {
    const char* name;
    const char* file;
    std::string bytes;
};

/// Files of every format that we read ourselves. An MTL is that of the first one.
std::vector<MeshSeed> mesh_seeds();

}  // namespace thigmo::fuzz
