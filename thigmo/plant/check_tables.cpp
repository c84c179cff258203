// Faults of materials, looks, textures, shapes, volumes and names.
#include <fmt/format.h>

#include <functional>
#include <string_view>
#include <tuple>

#include "thigmo/base/utf8.h"
#include "thigmo/plant/check_parts.h"

namespace thigmo::faults {
namespace {

std::string in_ranges(const char* table, size_t row,
                      std::initializer_list<std::tuple<const char*, double, Range>> values) {
    for (const auto& [name, value, range] : values)
        if (!range.holds(value)) return in_range(table, row, name, value, range);
    return {};
}

/// The numbers of all vectors as one run; the row and value of the first outside the range.
template <class Vector>
std::string of_vectors(size_t shape, const char* name, const std::vector<Vector>& vectors,
                       Range range) {
    if (vectors.empty()) return {};
    constexpr size_t width = Vector::RowsAtCompileTime;
    const std::span<const float> numbers(vectors.front().data(), width * vectors.size());
    const size_t at = first_outside(numbers, range);
    if (at == numbers.size()) return {};
    return fmt::format("shape {}: {} {}: {}, expected {} … {}", shape, name, at / width,
                       numbers[at], range.low, range.high);
}

std::string of_normals(size_t shape, const std::vector<Vec3f>& normals) {
    constexpr float tolerance = 0.01f;
    unsigned bad = 0;
    for (const Vec3f& normal : normals)
        bad |= static_cast<unsigned>(!(std::abs(normal.squaredNorm() - 1) <= tolerance));
    if (bad == 0) return {};
    for (size_t i = 0; i < normals.size(); ++i)
        if (!(std::abs(normals[i].squaredNorm() - 1) <= tolerance))
            return fmt::format("shape {}: normal {}: length {}, expected 1", shape, i,
                               normals[i].norm());
    return {};
}

/// A vertex that is no corner would be carried along by every instance, and count in the bounds.
std::string of_corners(size_t shape, std::span<const uint32_t> corners, size_t vertices) {
    std::vector<uint8_t> used(vertices);
    for (const uint32_t corner : corners) used[corner] = 1;
    const auto idle = std::ranges::find(used, 0);
    if (idle == used.end()) return {};
    return fmt::format("shape {}: vertex {} is a corner of no triangle, expected at least one",
                       shape, idle - used.begin());
}

std::string of_triangles(size_t shape, const TriangleMesh& mesh) {
    if (mesh.triangles.empty())
        return fmt::format("shape {}: no triangles, expected at least one", shape);
    const std::span<const uint32_t> corners(mesh.triangles.front().data(),
                                            3 * mesh.triangles.size());
    uint32_t highest = 0;
    for (const uint32_t corner : corners) highest = std::max(highest, corner);
    if (highest < mesh.positions.size()) return of_corners(shape, corners, mesh.positions.size());
    const auto wrong = std::ranges::find(corners, highest) - corners.begin();
    return fmt::format("shape {}: triangle {}: vertex {}, expected less than {}", shape, wrong / 3,
                       highest, mesh.positions.size());
}

std::string of_mesh(size_t shape, const TriangleMesh& mesh) {
    for (const auto& [name, size] :
         {std::pair{"normals", mesh.normals.size()}, std::pair{"uvs", mesh.uvs.size()}})
        if (size != mesh.positions.size())
            return fmt::format("shape {}: {} {}, expected {} as there are positions", shape, size,
                               name, mesh.positions.size());
    std::string fault = of_triangles(shape, mesh);
    if (fault.empty()) fault = of_vectors(shape, "position", mesh.positions, coordinate);
    if (fault.empty()) fault = of_vectors(shape, "uv", mesh.uvs, coordinate);
    if (fault.empty()) fault = of_normals(shape, mesh.normals);
    return fault;
}

}  // namespace

std::string of_name(const char* table, size_t row, const std::string& name) {
    constexpr size_t longest = 1000;
    if (name.size() > longest)
        return fmt::format("{} {}: name of {} bytes, expected at most {}", table, row, name.size(),
                           longest);
    for (size_t at = 0; at < name.size();) {
        const size_t length = character_length(std::string_view(name).substr(at));
        if (length == 0)
            return fmt::format("{} {}: name has byte {:#04x} at {}, expected UTF-8 text", table,
                               row, static_cast<unsigned char>(name[at]), at);
        at += length;
    }
    return {};
}

std::string of_materials(const Plant& plant) {
    size_t row = 0;
    for (const Material& m : plant.materials) {
        std::string fault = of_name("material", row, m.name);
        if (fault.empty())
            fault = in_ranges("material", row,
                              {{"young", m.young, modulus},
                               {"shear", m.shear, modulus},
                               {"density", m.density, density},
                               {"strength", m.strength, modulus},
                               {"damping_ratio", m.damping_ratio, {0, 1e3}},
                               {"drag", m.drag, {0, 1e3}},
                               {"vogel", m.vogel, {-2, 2}},
                               {"tip_young", m.tip_young, factor},
                               {"tip_density", m.tip_density, factor},
                               // What a split leaves as the upper part's own.
                               {"young at the tip", m.young * m.tip_young, modulus},
                               {"shear at the tip", m.shear * m.tip_young, modulus},
                               {"density at the tip", m.density * m.tip_density, density}});
        if (!fault.empty()) return fault;
        ++row;
    }
    return {};
}

std::string of_looks(const Plant& plant) {
    constexpr Range share{0, 1};
    size_t row = 0;
    for (const Look& look : plant.looks) {
        std::string fault = of_name("look", row, look.name);
        if (fault.empty())
            fault = in_ranges("look", row,
                              {{"red", look.colour.x(), share},
                               {"green", look.colour.y(), share},
                               {"blue", look.colour.z(), share},
                               {"alpha_cutoff", look.alpha_cutoff, share},
                               {"translucency", look.translucency, share},
                               {"roughness", look.roughness, share}});
        if (fault.empty() && look.texture.exists() && look.texture.value >= plant.textures.size())
            fault = fmt::format("look {}: texture {}, expected less than {}", row,
                                look.texture.value, plant.textures.size());
        if (!fault.empty()) return fault;
        ++row;
    }
    return {};
}

std::string of_textures(const Plant& plant) {
    size_t row = 0;
    for (const Texture& texture : plant.textures) {
        if (std::string fault = of_name("texture", row, texture.name); !fault.empty()) return fault;
        const std::string_view bytes = texture.bytes;
        if (!bytes.starts_with("\x89PNG\r\n\x1a\n") && !bytes.starts_with("\xff\xd8\xff"))
            return fmt::format("texture {}: {} bytes that are no picture, expected PNG or JPEG",
                               row, bytes.size());
        ++row;
    }
    return {};
}

std::string of_shapes(const Plant& plant) {
    size_t row = 0;
    for (const Shape& shape : plant.shapes) {
        std::string fault = of_name("shape", row, shape.name);
        if (fault.empty())
            fault = in_ranges("shape", row,
                              {{"area", shape.area, {short_most * short_most, far * far}},
                               {"thickness", shape.thickness, {short_most, far}}});
        if (fault.empty()) fault = of_mesh(row, shape.mesh);
        if (!fault.empty()) return fault;
        ++row;
    }
    return {};
}

std::string of_volumes(const Plant& plant) {
    constexpr Range cell{short_most, far};
    for (const DomainId domain : plant.volumes.rows()) {
        const auto& [mesh, fixed] = plant.volumes[domain];
        const size_t row = domain.value;
        const auto ascend = [](const auto& rows) {
            return std::ranges::adjacent_find(rows, std::greater_equal{}) == rows.end();
        };
        if (!ascend(mesh.voxels) || !ascend(fixed))
            return fmt::format("volume {}: {} out of order, expected each once, ascending", row,
                               ascend(fixed) ? "voxels" : "fixed corners");
        if (mesh.voxels.empty() && fixed.empty()) continue;
        if (!cell.holds(mesh.cell)) return in_range("volume", row, "cell", mesh.cell, cell);
        Vec3 most = mesh.origin;
        for (const Voxel& voxel : mesh.voxels) {
            if (std::ranges::max(voxel) == UINT16_MAX)
                return fmt::format("volume {}: a voxel at {}, expected less", row, UINT16_MAX);
            most = most.cwiseMax(mesh.corner_at(voxel));
        }
        for (const Vec3& end : {mesh.origin, most})
            for (const double x : end)
                if (!coordinate.holds(x)) return in_range("volume", row, "reach", x, coordinate);
        if (fixed.empty()) continue;
        if (const size_t count = corners(mesh).places.size(); fixed.back() >= count)
            return fmt::format("volume {}: fixed corner {}, expected less than {}", row,
                               fixed.back(), count);
    }
    return {};
}

}  // namespace thigmo::faults
