// The header of a PLY file: what its values are and in which order.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thigmo {

enum class PlyOrder { text, little, big };

/// Of a value: how many bytes, and what they are.
struct PlyType {
    size_t size = 0;
    enum { natural, whole, real } kind = natural;
};

struct PlyProperty {
    std::string name;
    PlyType type;
    std::optional<PlyType> count;  // of a list
};

struct PlyElement {
    std::string name;
    uint64_t rows = 0;
    std::vector<PlyProperty> properties;
};

struct PlyHeader {
    PlyOrder order = PlyOrder::text;
    std::vector<PlyElement> elements;
};

/// Takes the header off the front. InputError for what is none.
PlyHeader read_ply_header(std::string_view& bytes, const std::filesystem::path& path);

}  // namespace thigmo
