// Primitives of glTF: vertices, and faces by their mode.
#include <fmt/format.h>

#include <numeric>

#include "thigmo/io/soup_gltf.h"

namespace thigmo {
namespace {

enum Mode {
    points = 0,
    lines = 1,
    line_loop = 2,
    line_strip = 3,
    triangles = 4,
    strip = 5,
    fan = 6
};

/// A face for every `size` rows.
void add_faces(const std::vector<uint32_t>& rows, uint32_t size, FileMesh& mesh) {
    mesh.corners = rows;
    mesh.corners.resize(rows.size() / size * size);
    mesh.faces.assign(rows.size() / size, size);
}

/// Strips turn every other triangle; fans share their first corner.
void add_run(const std::vector<uint32_t>& rows, bool is_fan, FileMesh& mesh) {
    for (size_t i = 2; i < rows.size(); ++i) {
        const bool turned = !is_fan && i % 2 == 1;
        const uint32_t first = is_fan ? rows[0] : rows[i - 2];
        mesh.corners.insert(mesh.corners.end(), {first, turned ? rows[i] : rows[i - 1],
                                                 turned ? rows[i - 1] : rows[i]});
        mesh.faces.push_back(3);
    }
}

void add_corners(const std::vector<uint32_t>& rows, int mode, FileMesh& mesh) {
    if (mode == triangles) return add_faces(rows, 3, mesh);
    if (mode == strip || mode == fan) return add_run(rows, mode == fan, mesh);
    add_faces(rows, mode == points ? 1 : 2, mesh);
}

template <class Vector>
std::vector<Vector> vectors(const std::vector<float>& numbers, size_t stride) {
    std::vector<Vector> vectors;
    vectors.reserve(numbers.size() / stride);
    for (size_t i = 0; i < numbers.size(); i += stride)
        vectors.push_back(Eigen::Map<const Vector>(numbers.data() + i));
    return vectors;
}

class MeshReader {
  public:
    MeshReader(GltfFile& file, const std::vector<GltfMaterial>& materials, FileScene& scene)
        : file_(file), materials_(materials), scene_(scene) {}

    void read_primitive(const JsonValue& from, std::string_view name) {
        const JsonValue& attributes = from["attributes"];
        if (!attributes["POSITION"].exists()) return;
        refuse_packed(from);
        FileMesh mesh;
        mesh.name = name;
        GltfMaterial material;
        if (from["material"].exists()) {
            mesh.material = static_cast<uint32_t>(file_.row("materials", from["material"]));
            material = materials_[mesh.material];
        }
        mesh.positions = vectors<Vec3f>(file_.numbers(attributes["POSITION"], 3), 3);
        if (const JsonValue& normals = attribute(attributes, "NORMAL", mesh); normals.exists())
            mesh.normals = vectors<Vec3f>(file_.numbers(normals, 3), 3);
        add_uvs(attributes, material, mesh);
        if (const JsonValue& colours = attribute(attributes, "COLOR_0", mesh); colours.exists()) {
            const size_t size = file_.components(colours) == 4 ? 4 : 3;
            mesh.colours = vectors<Vec3f>(file_.numbers(colours, size), size);
        }
        add_corners(corners(from, mesh), mode(from), mesh);
        scene_.meshes.push_back(std::move(mesh));
    }

  private:
    int mode(const JsonValue& from) const {
        const double mode = from["mode"].number_or(4);
        if (mode >= 0 && mode <= 6) return static_cast<int>(mode);
        throw file_.wrong(fmt::format("mode {}", mode), "0 … 6");
    }

    /// An attribute with a value for every vertex; null without, and with a warning where there are
    /// more or fewer.
    const JsonValue& attribute(const JsonValue& attributes, std::string_view name,
                               const FileMesh& mesh) {
        static const JsonValue none{};
        const JsonValue& own = attributes[name];
        if (!own.exists() || file_.count(own) == mesh.positions.size()) return own;
        scene_.log.warn(fmt::format("mesh '{}': {} of {} vertices left out, expected {}",
                                    plain_name(mesh.name), name, file_.count(own),
                                    mesh.positions.size()));
        return none;
    }

    /// v grows down in glTF.
    void add_uvs(const JsonValue& attributes, const GltfMaterial& material, FileMesh& mesh) {
        std::string name = fmt::format("TEXCOORD_{}", material.uv_set);
        if (!attributes[name].exists()) name = "TEXCOORD_0";
        const JsonValue& uvs = attribute(attributes, name, mesh);
        if (!uvs.exists()) return;
        mesh.uvs = vectors<Vec2f>(file_.numbers(uvs, 2), 2);
        for (Vec2f& uv : mesh.uvs) {
            uv = material.scale.cwiseProduct(uv) + material.offset;
            uv.y() = 1 - uv.y();
        }
    }

    std::vector<uint32_t> corners(const JsonValue& from, const FileMesh& mesh) {
        if (from["indices"].exists()) return file_.rows(from["indices"]);
        std::vector<uint32_t> rows(mesh.positions.size());
        std::iota(rows.begin(), rows.end(), 0u);
        return rows;
    }

    void refuse_packed(const JsonValue& from) const {
        for (const char* way : {"KHR_draco_mesh_compression", "EXT_meshopt_compression"})
            if (from["extensions"][way].exists())
                throw file_.wrong(fmt::format("a mesh packed by {}", way),
                                  "one that is not packed");
    }

    GltfFile& file_;
    const std::vector<GltfMaterial>& materials_;
    FileScene& scene_;
};

/// Several primitives may name the same numbers: no file is large enough to stop them.
void check_size(const GltfFile& file) {
    MemoryBudget budget(file.path(), file.all_bytes());
    budget.take(file.root()["nodes"].items().size() * MemoryBudget::node);
    for (const JsonValue& mesh : file.root()["meshes"].items())
        for (const JsonValue& primitive : mesh["primitives"].items()) {
            const JsonValue &vertices = primitive["attributes"]["POSITION"],
                            &corners = primitive["indices"];
            budget.take(MemoryBudget::part);
            if (!vertices.exists()) continue;
            budget.take(file.count(vertices) * MemoryBudget::vertex);
            budget.take((corners.exists() ? file.count(corners) : 0) * MemoryBudget::corner);
        }
}

}  // namespace

std::vector<std::vector<uint32_t>> read_gltf_meshes(GltfFile& file,
                                                    const std::vector<GltfMaterial>& materials,
                                                    FileScene& scene) {
    check_size(file);
    MeshReader reader(file, materials, scene);
    std::vector<std::vector<uint32_t>> rows;
    for (const JsonValue& mesh : file.root()["meshes"].items()) {
        std::vector<uint32_t>& own = rows.emplace_back();
        for (const JsonValue& primitive : mesh["primitives"].items()) {
            const size_t before = scene.meshes.size();
            reader.read_primitive(primitive, mesh["name"].text());
            if (scene.meshes.size() > before) own.push_back(static_cast<uint32_t>(before));
        }
    }
    return rows;
}

}  // namespace thigmo
