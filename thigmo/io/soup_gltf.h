// A glTF 2.0 file taken apart: its JSON, and the bytes that its tables name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "thigmo/base/file.h"
#include "thigmo/base/json_reader.h"
#include "thigmo/io/soup_scene.h"

namespace thigmo {

/// A number of bytes or rows, 0 where there is none; one that cannot be is larger than any file.
size_t gltf_length(const JsonValue& value);

/// Every number that the file names something by is checked when it is followed: InputError
/// `path: found meshes[7], expected one of 3`.
class GltfFile {
  public:
    explicit GltfFile(const std::filesystem::path& path);

    const JsonValue& root() const { return json_.root(); }
    const std::filesystem::path& path() const { return path_; }

    /// The row of a table at the root that `index` names.
    size_t row(const char* table, const JsonValue& index) const;
    const JsonValue& at(const char* table, const JsonValue& index) const {
        return root()[table][row(table, index)];
    }

    /// The numbers of an accessor of vectors of so many; integers as the file says that they count.
    std::vector<float> numbers(const JsonValue& index, size_t components);
    /// The number of vectors in it.
    size_t count(const JsonValue& index) const;
    /// How many numbers each of them has.
    size_t components(const JsonValue& index) const;
    /// Whole numbers, as corners are named by.
    std::vector<uint32_t> rows(const JsonValue& index);

    std::string_view buffer_view(const JsonValue& index);
    /// The size of the file with those that hold its tables.
    uint64_t all_bytes() const { return all_bytes_; }
    /// What a `data:` address holds.
    std::string decode_data(std::string_view uri) const;

    InputError wrong(std::string_view found, std::string_view expected) const {
        return refusal(path_, found, expected);
    }

  private:
    struct Values;
    Values values(const JsonValue& accessor, size_t components);
    Values sparse_part(const JsonValue& part, size_t count, size_t components, int type,
                       bool normalized);
    void replace_sparse(const JsonValue& accessor, size_t components, std::vector<float>& numbers);
    std::string_view buffer(const JsonValue& index);
    std::optional<std::filesystem::path> file_of_buffer(std::string_view uri) const;
    std::string_view named_file(std::string_view uri);
    uint64_t count_bytes() const;

    const std::filesystem::path path_;
    MappedFile file_;
    JsonDocument json_;
    std::string_view chunk_;                                 // the bytes of a GLB
    std::map<std::string, std::string, std::less<>> named_;  // the bytes of other files, by path
    std::vector<std::string> decoded_;                       // of addresses, by buffer
    std::vector<std::optional<std::string_view>> buffers_;   // as they are asked for
    uint64_t all_bytes_ = 0;
};

/// A row of `materials` and the meshes' texture coordinates that its texture is laid on by:
/// scale·uv + offset.
struct GltfMaterial {
    FileMaterial material;
    size_t uv_set = 0;
    Vec2f scale = Vec2f::Ones();
    Vec2f offset = Vec2f::Zero();
};

/// The materials; pictures inside the file go to the scene.
std::vector<GltfMaterial> read_gltf_materials(GltfFile& file, FileScene& scene);

/// The meshes, a FileMesh for each of their primitives; for every mesh the rows of those.
std::vector<std::vector<uint32_t>> read_gltf_meshes(GltfFile& file,
                                                    const std::vector<GltfMaterial>& materials,
                                                    FileScene& scene);

/// The nodes of the scene that is shown, with meshes by those rows.
void read_gltf_nodes(GltfFile& file, const std::vector<std::vector<uint32_t>>& meshes,
                     FileScene& scene);

}  // namespace thigmo
