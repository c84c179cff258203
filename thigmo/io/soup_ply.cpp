// PLY in, as text or as bytes of either order.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "thigmo/base/file.h"
#include "thigmo/io/soup_ply.h"
#include "thigmo/io/soup_scene.h"
#include "thigmo/io/soup_words.h"
#include "thigmo/mesh/image.h"

namespace thigmo {
namespace {

namespace fs = std::filesystem;

constexpr size_t rows_per_report = 1 << 18;

/// The values of a file one by one, and where it ends too early.
class Values {
  public:
    Values(std::string_view bytes, PlyOrder order, const fs::path& path)
        : bytes_(bytes), order_(order), path_(path) {}

    double next(PlyType type) {
        if (order_ == PlyOrder::text) {
            const std::string_view word = take_word(bytes_);
            if (word.empty()) throw ended();
            return static_cast<double>(number_of(word));
        }
        if (bytes_.size() < type.size) throw ended();
        std::array<char, 8> value{};
        for (size_t i = 0; i < value.size() && i < type.size; ++i)
            value[order_ == PlyOrder::big ? type.size - 1 - i : i] = bytes_[i];
        bytes_.remove_prefix(type.size);
        return decode(value, type);
    }
    /// A row of a list that is no vertex is no_row.
    uint32_t next_row(PlyType type) {
        const double value = order_ == PlyOrder::text ? text_row() : next(type);
        return value >= 0 && value < no_row ? static_cast<uint32_t>(value) : no_row;
    }
    /// How many values can still come, at the least number of bytes for each.
    size_t most_left(PlyType type) const {
        return order_ == PlyOrder::text ? (bytes_.size() + 1) / 2 : bytes_.size() / type.size;
    }
    InputError ended() const { return refusal(path_, "its end", "more values"); }

  private:
    /// Single precision, which other text is read with, would not do for large rows.
    double text_row() {
        const std::string_view word = take_word(bytes_);
        if (word.empty()) throw ended();
        const auto row = whole_number_of(word);
        return row ? static_cast<double>(*row) : -1;
    }
    template <class T>
    static double as(const std::array<char, 8>& bytes) {
        T value;
        std::memcpy(&value, bytes.data(), sizeof value);
        return static_cast<double>(value);
    }
    static double decode(const std::array<char, 8>& bytes, PlyType type) {
        if (type.kind == PlyType::real)
            return type.size == 4 ? as<float>(bytes) : as<double>(bytes);
        const bool whole = type.kind == PlyType::whole;
        if (type.size == 1) return whole ? as<int8_t>(bytes) : as<uint8_t>(bytes);
        if (type.size == 2) return whole ? as<int16_t>(bytes) : as<uint16_t>(bytes);
        return whole ? as<int32_t>(bytes) : as<uint32_t>(bytes);
    }

    std::string_view bytes_;
    const PlyOrder order_;
    const fs::path& path_;
};

float single(double value) {
    constexpr double largest = std::numeric_limits<float>::max();
    if (std::abs(value) > largest) return value > 0 ? INFINITY : -INFINITY;
    return static_cast<float>(value);
}

/// Position, normal, colour and uv of a vertex.
using VertexValues = std::array<float, 11>;

/// Where a property of a vertex goes; below 0: nowhere.
int slot_of(std::string_view name) {
    static const std::map<std::string_view, int> slots = {
        {"x", 0},  {"y", 1},   {"z", 2},     {"nx", 3},        {"ny", 4},
        {"nz", 5}, {"red", 6}, {"green", 7}, {"blue", 8},      {"s", 9},
        {"t", 10}, {"u", 9},   {"v", 10},    {"texture_u", 9}, {"texture_v", 10}};
    const auto found = slots.find(name);
    return found == slots.end() ? -1 : found->second;
}

std::vector<int> slots_of(const PlyElement& element) {
    std::vector<int> slots;
    for (const PlyProperty& property : element.properties)
        slots.push_back(property.count ? -1 : slot_of(property.name));
    return slots;
}

constexpr bool is_colour(size_t slot) {
    return slot >= 6 && slot < 9;
}

class PlyReader {
  public:
    PlyReader(std::string_view bytes, const fs::path& path)
        : bytes_(bytes), path_(path), file_bytes_(bytes.size()), budget_(path, bytes.size()) {}

    FileScene read(Progress& progress);

  private:
    void read_element(const PlyElement& element, Values& values, Progress& progress);
    void read_vertex(const PlyElement& element, std::span<const int> slots, Values& values);
    void read_face(const PlyElement& element, Values& values);
    void add_strips(std::span<const uint32_t> rows);
    std::vector<uint32_t> read_list(const PlyProperty& property, Values& values);

    std::string_view bytes_;
    const fs::path& path_;
    const uint64_t file_bytes_;
    MemoryBudget budget_;
    FileMesh mesh_;
    std::array<bool, 11> has_{};  // of the vertices' slots
};

void PlyReader::read_vertex(const PlyElement& element, std::span<const int> slots, Values& values) {
    VertexValues vertex = {NAN, NAN, NAN, 0, 0, 0, 1, 1, 1, 0, 0};
    for (size_t i = 0; i < slots.size(); ++i) {
        const PlyProperty& property = element.properties[i];
        if (property.count) {
            read_list(property, values);
            continue;
        }
        double value = values.next(property.type);
        if (slots[i] < 0) continue;
        const auto slot = static_cast<size_t>(slots[i]);
        if (is_colour(slot) && property.type.kind != PlyType::real)
            value /= property.type.size == 1 ? 255 : 65535;
        vertex[slot] = single(value);
    }
    mesh_.positions.emplace_back(vertex[0], vertex[1], vertex[2]);
    if (has_[3]) mesh_.normals.emplace_back(vertex[3], vertex[4], vertex[5]);
    if (has_[6])
        mesh_.colours.emplace_back(linear_from_srgb(vertex[6]), linear_from_srgb(vertex[7]),
                                   linear_from_srgb(vertex[8]));
    if (has_[9]) mesh_.uvs.emplace_back(vertex[9], vertex[10]);
}

std::vector<uint32_t> PlyReader::read_list(const PlyProperty& property, Values& values) {
    const uint32_t count = values.next_row(*property.count);
    if (count > values.most_left(property.type))
        throw refusal(path_, "a list of more values than the file has", "fewer");
    std::vector<uint32_t> rows(count);
    for (uint32_t& row : rows) row = values.next_row(property.type);
    return rows;
}

void PlyReader::read_face(const PlyElement& element, Values& values) {
    for (const PlyProperty& property : element.properties) {
        if (!property.count) {
            values.next(property.type);
            continue;
        }
        const std::vector<uint32_t> rows = read_list(property, values);
        if (property.name != "vertex_indices" && property.name != "vertex_index") continue;
        if (element.name == "tristrips") {
            add_strips(rows);
        } else if (!rows.empty()) {
            mesh_.corners.insert(mesh_.corners.end(), rows.begin(), rows.end());
            mesh_.faces.push_back(static_cast<uint32_t>(rows.size()));
        }
    }
}

/// Strips of triangles, ended by −1.
void PlyReader::add_strips(std::span<const uint32_t> rows) {
    for (size_t i = 0, from = 0; i < rows.size(); ++i) {
        if (rows[i] == no_row) from = i + 1;
        if (i < from + 2) continue;
        const bool turned = (i - from) % 2 == 1;
        for (const size_t back :
             {size_t{2}, turned ? size_t{0} : size_t{1}, turned ? size_t{1} : size_t{0}})
            mesh_.corners.push_back(rows[i - back]);
        mesh_.faces.push_back(3);
    }
}

void PlyReader::read_element(const PlyElement& element, Values& values, Progress& progress) {
    if (element.properties.empty()) return;
    const bool is_vertex = element.name == "vertex";
    const std::vector<int> slots = slots_of(element);
    if (is_vertex)
        budget_.take(std::min<uint64_t>(element.rows, bytes_.size()) * MemoryBudget::vertex);
    // Every value takes a byte or more, so that this ends with the file.
    for (uint64_t row = 0; row < element.rows; ++row) {
        if (row % rows_per_report == 0 && progress.cancelled()) throw InputError("cancelled");
        if (is_vertex)
            read_vertex(element, slots, values);
        else
            read_face(element, values);
    }
}

FileScene PlyReader::read(Progress& progress) {
    const PlyHeader header = read_ply_header(bytes_, path_);
    Values values(bytes_, header.order, path_);
    for (const PlyElement& element : header.elements)
        if (element.name == "vertex")
            for (const int slot : slots_of(element))
                if (slot >= 0) has_[static_cast<size_t>(slot)] = true;
    for (const PlyElement& element : header.elements) read_element(element, values, progress);
    FileScene scene;
    scene.file_bytes = file_bytes_;
    scene.meshes.push_back(std::move(mesh_));
    scene.nodes.emplace_back().meshes = {0};
    return scene;
}

}  // namespace

FileScene read_ply_scene(const fs::path& path, Progress& progress) {
    const MappedFile file(path);
    const std::span<const std::byte> bytes = file.bytes();
    return PlyReader({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path)
        .read(progress);
}

}  // namespace thigmo
