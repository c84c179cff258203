// Sound mesh files for mutants to be made of.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "thigmo/base/random.h"

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

/// Files of every format that is read in a child process.
std::vector<MeshSeed> foreign_seeds();

/// A seed changed, such that a reader comes past the first lines of half of them.
std::string mutate(const std::string& seed, Random& random);

}  // namespace thigmo::fuzz
