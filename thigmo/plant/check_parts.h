// The parts of `find_fault`; each returns the first fault it finds, empty when there is none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "thigmo/base/range.h"
#include "thigmo/plant/plant.h"

namespace thigmo::faults {

constexpr double far = 1e6;          // m: nothing lies or reaches further
constexpr double short_most = 1e-9;  // m: nothing that must have a size is smaller
constexpr Range coordinate{-far, far};
constexpr Range modulus{1e-3, 1e15};  // Pa
constexpr Range density{1e-3, 1e6};   // kg/m³
constexpr Range factor{1e-6, 1e6};

/// The first value outside the range, or the number of values. Whole blocks are tested without
/// branches, which the compiler turns into vector instructions.
template <class T>
size_t first_outside(std::span<const T> values, Range range) {
    const T low = static_cast<T>(range.low), high = static_cast<T>(range.high);
    constexpr size_t block = 1024;
    for (size_t begin = 0; begin < values.size(); begin += block) {
        const size_t end = std::min(values.size(), begin + block);
        unsigned bad = 0;
        for (size_t i = begin; i < end; ++i)
            bad |= static_cast<unsigned>(!(values[i] >= low)) |
                   static_cast<unsigned>(!(values[i] <= high));
        if (bad == 0) continue;
        for (size_t i = begin; i < end; ++i)
            if (!(values[i] >= low && values[i] <= high)) return i;
    }
    return values.size();
}

/// `table row: name value, expected low … high`; empty when the value lies within.
std::string in_range(const char* table, size_t row, const char* name, double value, Range range);

std::string of_tree(const Plant& plant);      // parents, orders, runs, attachments
std::string of_domains(const Domains& rows);  // values of single rows
std::string of_segments(const Plant& plant);
std::string of_articulations(const Plant& plant);
std::string of_ids(const Plant& plant);
std::string of_keys(const Plant& plant);
std::string of_volumes(const Plant& plant);
std::string of_materials(const Plant& plant);
std::string of_looks(const Plant& plant);
std::string of_textures(const Plant& plant);
std::string of_shapes(const Plant& plant);
std::string of_name(const char* table, size_t row, const std::string& name);

}  // namespace thigmo::faults
