// Wavefront OBJ in: a mesh per object, group and material; vertices joined as the file's indices
// join them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <tuple>

#include "thigmo/base/file.h"
#include "thigmo/io/soup_pictures.h"
#include "thigmo/io/soup_scene.h"
#include "thigmo/io/soup_words.h"
#include "thigmo/mesh/image.h"

namespace thigmo {
namespace {

namespace fs = std::filesystem;

constexpr size_t most_mtl_bytes = size_t{1} << 24;  // of all of them
constexpr size_t lines_per_report = 1 << 18;

/// Rows of the file's positions, uvs and normals; no_row: none, or one that cannot exist.
using Corner = std::array<uint32_t, 3>;

struct ObjMesh {
    std::string object, group;
    uint32_t material = no_row;
    std::vector<Corner> corners;
    std::vector<uint32_t> faces;
};

class ObjReader {
  public:
    ObjReader(const fs::path& path, uint64_t bytes) : path_(path), budget_(path, bytes) {
        scene_.file_bytes = bytes;
    }

    void read(std::string_view text, Progress& progress);
    FileScene finish();

  private:
    void read_line(std::string_view line);
    void add_position(std::string_view line);
    void add_face(std::string_view line, uint32_t most_corners);
    Corner corner_of(std::string_view word) const;
    void use_material(std::string_view name);
    void read_materials(std::string_view names);
    void read_material_file(std::string_view name);
    ObjMesh& mesh();
    FileMesh file_mesh(const ObjMesh& mesh) const;

    const fs::path& path_;
    MemoryBudget budget_;
    FileScene scene_;
    size_t mtl_bytes_ = 0;
    std::set<std::string, std::less<>> mtl_names_;
    std::vector<Vec3f> positions_, normals_, colours_;
    std::vector<Vec2f> uvs_;
    std::vector<ObjMesh> meshes_;
    std::map<std::tuple<std::string, std::string, uint32_t>, size_t> mesh_rows_;
    std::map<std::string, uint32_t, std::less<>> material_rows_;
    std::string object_, group_;  // the group of the object; empty: all of it
    uint32_t material_ = no_row;
    size_t mesh_ = SIZE_MAX;  // of the group and material; none before their first face
};

void ObjReader::read(std::string_view text, Progress& progress) {
    const auto size = static_cast<double>(text.size());
    std::string joined;
    for (size_t lines = 0; !text.empty(); ++lines) {
        if (lines % lines_per_report == 0) {
            progress.report(0.7 * (1 - static_cast<double>(text.size()) / size), "reading");
            if (progress.cancelled()) throw InputError("cancelled");
        }
        std::string_view line = take_line(text);
        if (line.ends_with('\\')) {
            joined.clear();
            for (; line.ends_with('\\'); line = take_line(text))
                joined.append(line.substr(0, line.size() - 1)).append(" ");
            line = joined.append(line);
        }
        read_line(line);
    }
}

void ObjReader::read_line(std::string_view line) {
    const std::string_view word = take_word(line);
    const auto number = [&] { return number_of(take_word(line)); };
    if (word == "v") {
        add_position(line);
    } else if (word == "vt") {
        const float u = number();
        const std::string_view v = take_word(line);
        uvs_.emplace_back(u, v.empty() ? 0.f : number_of(v));
    } else if (word == "vn") {
        const float x = number(), y = number();
        normals_.emplace_back(x, y, number());
    } else if (word == "f" || word == "fo") {
        add_face(line, UINT32_MAX);
    } else if (word == "l") {
        add_face(line, 2);
    } else if (word == "p") {
        add_face(line, 1);
    } else if (word == "o") {
        object_ = trimmed(line);
        group_.clear();
        mesh_ = SIZE_MAX;
    } else if (word == "g") {
        group_ = trimmed(line);
        mesh_ = SIZE_MAX;
    } else if (word == "usemtl") {
        use_material(trimmed(line));
    } else if (word == "mtllib") {
        read_materials(trimmed(line));
    }
}

/// `v x y z`, with colours as painted on a screen where there are six numbers.
void ObjReader::add_position(std::string_view line) {
    std::array<float, 6> values{};
    size_t count = 0;
    for (float& value : values) {
        const std::string_view word = take_word(line);
        if (word.empty()) break;
        value = number_of(word);
        ++count;
    }
    if (count < 3) values[count] = NAN;
    positions_.emplace_back(values[0], values[1], values[2]);
    if (count < 6) return;
    colours_.resize(positions_.size(), Vec3f::Ones());
    for (size_t i = 0; i < 3; ++i)
        colours_.back()[static_cast<Eigen::Index>(i)] = linear_from_srgb(values[3 + i]);
}

/// Faces of fewer corners than they need are lines and points; those of lines count once.
void ObjReader::add_face(std::string_view line, uint32_t most_corners) {
    ObjMesh& own = mesh();
    uint32_t count = 0;
    for (std::string_view word = take_word(line); !word.empty() && count < most_corners;
         word = take_word(line), ++count)
        own.corners.push_back(corner_of(word));
    if (count > 0) own.faces.push_back(count);
}

Corner ObjReader::corner_of(std::string_view word) const {
    const std::array<size_t, 3> sizes = {positions_.size(), uvs_.size(), normals_.size()};
    Corner corner = {no_row, no_row, no_row};
    for (size_t i = 0; i < 3 && !word.empty(); ++i) {
        const std::string_view part = word.substr(0, word.find('/'));
        word.remove_prefix(std::min(part.size() + 1, word.size()));
        const int64_t number = whole_number_of(part).value_or(0);
        // From the end where it is negative; a vertex may come after the face.
        const int64_t row = number < 0 ? static_cast<int64_t>(sizes[i]) + number : number - 1;
        if (row >= 0 && row < no_row) corner[i] = static_cast<uint32_t>(row);
    }
    return corner;
}

void ObjReader::use_material(std::string_view name) {
    const auto found = material_rows_.find(name);
    mesh_ = SIZE_MAX;
    if (found != material_rows_.end()) {
        material_ = found->second;
        return;
    }
    budget_.take(MemoryBudget::node);
    material_ = static_cast<uint32_t>(scene_.materials.size());
    material_rows_.emplace(name, material_);
    scene_.materials.push_back(plain_material(name));
}

/// Names may have blanks, or be several.
void ObjReader::read_materials(std::string_view names) {
    if (find_beside(path_, std::string(names))) {
        read_material_file(names);
        return;
    }
    for (std::string_view word = take_word(names); !word.empty(); word = take_word(names))
        read_material_file(word);
}

void ObjReader::read_material_file(std::string_view name) {
    if (!mtl_names_.emplace(name).second) return;
    const auto file = find_beside(path_, std::string(name));
    if (!file) {
        scene_.log.warn(fmt::format("material file '{}' is missing", plain_name(name)));
        return;
    }
    const std::string text = read_file(*file, most_mtl_bytes - mtl_bytes_);
    mtl_bytes_ += text.size();
    scene_.file_bytes += text.size();
    for (FileMaterial& material : read_mtl(text)) {
        const auto row = static_cast<uint32_t>(scene_.materials.size());
        const auto [at, is_new] = material_rows_.try_emplace(material.look.name, row);
        if (is_new)
            scene_.materials.push_back(std::move(material));
        else
            scene_.materials[at->second] = std::move(material);
    }
}

ObjMesh& ObjReader::mesh() {
    if (mesh_ != SIZE_MAX) return meshes_[mesh_];
    mesh_ = mesh_rows_.try_emplace({object_, group_, material_}, meshes_.size()).first->second;
    if (mesh_ == meshes_.size()) {
        budget_.take(MemoryBudget::part);
        meshes_.push_back({object_, group_, material_, {}, {}});
    }
    return meshes_[mesh_];
}

/// The mesh with a vertex for every corner that differs, in the order of the file's positions.
FileMesh ObjReader::file_mesh(const ObjMesh& mesh) const {
    FileMesh file;
    file.name = mesh.group.empty() ? mesh.object : mesh.group;
    file.material = mesh.material;
    file.faces = mesh.faces;
    file.corners.resize(mesh.corners.size(), no_row);
    std::vector<uint32_t> order(mesh.corners.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](uint32_t i) { return std::pair(mesh.corners[i], i); });
    const auto pick = [](const auto& from, uint32_t row, auto& to) {
        using Vector = std::remove_cvref_t<decltype(to.front())>;
        to.push_back(row < from.size() ? from[row] : Vector(Vector::Zero()));
    };
    bool has_uvs = false, has_normals = false;
    for (size_t i = 0; i < order.size(); ++i) {
        const auto& [position, uv, normal] = mesh.corners[order[i]];
        if (position >= positions_.size()) break;  // and so are all after it
        if (i == 0 || mesh.corners[order[i]] != mesh.corners[order[i - 1]]) {
            file.positions.push_back(positions_[position]);
            pick(uvs_, uv, file.uvs);
            pick(normals_, normal, file.normals);
            if (!colours_.empty()) pick(colours_, position, file.colours);
            has_uvs |= uv < uvs_.size();
            has_normals |= normal < normals_.size();
        }
        file.corners[order[i]] = static_cast<uint32_t>(file.positions.size() - 1);
    }
    if (!has_uvs) file.uvs.clear();
    if (!has_normals) file.normals.clear();
    return file;
}

FileScene ObjReader::finish() {
    for (ObjMesh& mesh : meshes_) {
        FileNode node;
        node.name = mesh.object.empty() ? mesh.group : mesh.object;
        node.meshes = {static_cast<uint32_t>(scene_.meshes.size())};
        scene_.nodes.push_back(std::move(node));
        scene_.meshes.push_back(file_mesh(mesh));
        mesh = {};
    }
    return std::move(scene_);
}

}  // namespace

FileScene read_obj_scene(const fs::path& path, Progress& progress) {
    const MappedFile file(path);
    const std::span<const std::byte> bytes = file.bytes();
    ObjReader reader(path, bytes.size());
    reader.read({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, progress);
    return reader.finish();
}

}  // namespace thigmo
