// Nodes of glTF: their places, instances, animations and skins.
#include "thigmo/io/soup_gltf.h"

#include <fmt/format.h>

#include <array>
#include <set>

namespace thigmo {
namespace {

template <int size>
Eigen::Matrix<double, size, 1> vector_of(const JsonValue& from,
                                         const Eigen::Matrix<double, size, 1>& otherwise) {
    Eigen::Matrix<double, size, 1> vector = otherwise;
    for (int i = 0; i < size; ++i) vector[i] = from[static_cast<size_t>(i)].number_or(vector[i]);
    return vector;
}

Eigen::Affine3d placed(const Vec3& translation, const Eigen::Vector4d& rotation,
                       const Vec3& scale) {
    const Quat turn(rotation[3], rotation[0], rotation[1], rotation[2]);
    return Eigen::Translation3d(translation) * turn.normalized() * Eigen::Scaling(scale);
}

Eigen::Affine3d transform_of(const JsonValue& node) {
    const JsonValue& matrix = node["matrix"];
    if (matrix.exists()) {  // column by column
        Eigen::Affine3d transform;
        for (size_t i = 0; i < 16; ++i)
            transform.matrix()(static_cast<int>(i % 4), static_cast<int>(i / 4)) =
                matrix[i].number_or(i % 5 == 0 ? 1 : 0);
        transform.makeAffine();
        return transform;
    }
    return placed(vector_of<3>(node["translation"], Vec3::Zero()),
                  vector_of<4>(node["rotation"], Eigen::Vector4d(0, 0, 0, 1)),
                  vector_of<3>(node["scale"], Vec3::Ones()));
}

class NodeReader {
  public:
    NodeReader(GltfFile& file, const std::vector<std::vector<uint32_t>>& meshes, FileScene& scene)
        : file_(file),
          meshes_(meshes),
          scene_(scene),
          row_of_(file.root()["nodes"].items().size(), no_row),
          budget_(file.path(), file.all_bytes()) {}

    void read() {
        find_moved();
        std::vector<std::pair<size_t, uint32_t>> ahead;
        const std::vector<size_t> roots = shown_roots();
        for (size_t i = roots.size(); i-- > 0;) ahead.emplace_back(roots[i], no_row);
        while (!ahead.empty()) {
            const auto [node, parent] = ahead.back();
            ahead.pop_back();
            const uint32_t row = add(node, parent);
            const std::span<const JsonValue> children = nodes()[node]["children"].items();
            for (size_t i = children.size(); i-- > 0;)
                ahead.emplace_back(file_.row("nodes", children[i]), row);
        }
        place_skins();
    }

  private:
    const JsonValue& nodes() const { return file_.root()["nodes"]; }

    /// Of the scene that is shown or, without any scene, all that are nobody's children.
    std::vector<size_t> shown_roots() const {
        const JsonValue& root = file_.root();
        std::vector<size_t> roots;
        if (!root["scenes"].items().empty()) {
            const size_t shown =
                root["scene"].exists() ? file_.row("scenes", root["scene"]) : size_t{0};
            for (const JsonValue& node : root["scenes"][shown]["nodes"].items())
                roots.push_back(file_.row("nodes", node));
            return roots;
        }
        std::vector<bool> is_child(row_of_.size());
        for (const JsonValue& node : nodes().items())
            for (const JsonValue& child : node["children"].items())
                is_child[file_.row("nodes", child)] = true;
        for (size_t node = 0; node < is_child.size(); ++node)
            if (!is_child[node]) roots.push_back(node);
        return roots;
    }

    uint32_t add(size_t number, uint32_t parent) {
        if (row_of_[number] != no_row)
            throw file_.wrong(fmt::format("node {} in two places", number), "one at most");
        const JsonValue& from = nodes()[number];
        const auto row = static_cast<uint32_t>(scene_.nodes.size());
        row_of_[number] = row;
        FileNode node;
        node.name = from["name"].text();
        node.parent = parent;
        node.transform = transform_of(from);
        node.animated = moved_.contains(number);
        const bool is_many = from["extensions"]["EXT_mesh_gpu_instancing"].exists();
        if (from["mesh"].exists() && !is_many)
            node.meshes = meshes_[file_.row("meshes", from["mesh"])];
        if (from["skin"].exists() && from["mesh"].exists()) skinned_.push_back(number);
        scene_.nodes.push_back(std::move(node));
        if (is_many && from["mesh"].exists()) add_instances(from, row);
        return row;
    }

    /// A node below for each of the places where the mesh is shown.
    void add_instances(const JsonValue& from, uint32_t parent) {
        const JsonValue& places = from["extensions"]["EXT_mesh_gpu_instancing"]["attributes"];
        const auto numbers = [&](const char* name, size_t size) {
            if (!places[name].exists()) return std::vector<float>();
            budget_.take(file_.count(places[name]) * MemoryBudget::node);
            return file_.numbers(places[name], size);
        };
        const std::vector<float> shifts = numbers("TRANSLATION", 3), turns = numbers("ROTATION", 4),
                                 scales = numbers("SCALE", 3);
        const size_t count = std::max({shifts.size() / 3, turns.size() / 4, scales.size() / 3});
        const std::vector<uint32_t>& mesh = meshes_[file_.row("meshes", from["mesh"])];
        for (size_t i = 0; i < count; ++i) {
            const auto value = [i](const std::vector<float>& all, size_t size, size_t j,
                                   double otherwise) {
                return i * size + j < all.size() ? static_cast<double>(all[i * size + j])
                                                 : otherwise;
            };
            const Vec3 shift(value(shifts, 3, 0, 0), value(shifts, 3, 1, 0),
                             value(shifts, 3, 2, 0));
            const Eigen::Vector4d turn(value(turns, 4, 0, 0), value(turns, 4, 1, 0),
                                       value(turns, 4, 2, 0), value(turns, 4, 3, 1));
            const Vec3 scale(value(scales, 3, 0, 1), value(scales, 3, 1, 1),
                             value(scales, 3, 2, 1));
            scene_.nodes.push_back({std::string(from["name"].text()), parent,
                                    placed(shift, turn, scale), mesh, false});
        }
    }

    /// Nodes whose keys differ; those that all say the same move nothing.
    void find_moved() {
        for (const JsonValue& animation : file_.root()["animations"].items())
            for (const JsonValue& channel : animation["channels"].items()) {
                const JsonValue& node = channel["target"]["node"];
                const double sampler = channel["sampler"].number_or(-1);
                if (!node.exists() || !(sampler >= 0 && sampler < 1e9)) continue;
                const JsonValue& keys =
                    animation["samplers"][static_cast<size_t>(sampler)]["output"];
                if (keys.exists() && varies(keys)) moved_.insert(file_.row("nodes", node));
            }
    }

    bool varies(const JsonValue& keys) {
        const auto [known, is_new] = varies_.try_emplace(file_.row("accessors", keys));
        if (!is_new) return known->second;
        const size_t size = file_.components(keys);
        budget_.take(file_.count(keys) * size * sizeof(float));
        const std::vector<float> numbers = file_.numbers(keys, size);
        for (size_t i = size; i < numbers.size(); ++i)
            known->second |= numbers[i] != numbers[i - size];
        return known->second;
    }

    /// A mesh with a skin stands where its joints put it, not its node; all joints put it at the
    /// same place while the skeleton is as it was bound.
    void place_skins() {
        std::vector<Eigen::Affine3d> global;  // from a node's space to the scene's
        for (const FileNode& node : scene_.nodes)
            global.push_back(node.parent == no_row ? node.transform
                                                   : global[node.parent] * node.transform);
        for (const size_t number : skinned_) {
            const JsonValue& skin = file_.at("skins", nodes()[number]["skin"]);
            if (skin["joints"].items().empty()) continue;
            const size_t joint = file_.row("nodes", skin["joints"][0]);
            if (row_of_[joint] == no_row) continue;
            const auto bind = bind_of(skin);
            if (!bind) continue;
            FileNode& node = scene_.nodes[row_of_[number]];
            FileNode shown = {node.name, no_row, global[row_of_[joint]] * *bind,
                              std::exchange(node.meshes, {}), node.animated};
            scene_.nodes.push_back(std::move(shown));
        }
    }

    /// From the mesh's space to that of the skin's first joint; nothing where the file lacks it.
    std::optional<Eigen::Affine3d> bind_of(const JsonValue& skin) {
        const JsonValue& matrices = skin["inverseBindMatrices"];
        if (!matrices.exists()) return Eigen::Affine3d::Identity();
        const auto [known, is_new] = binds_.try_emplace(file_.row("accessors", matrices));
        if (is_new) {
            budget_.take(file_.count(matrices) * 16 * sizeof(float));
            const std::vector<float> numbers = file_.numbers(matrices, 16);
            if (numbers.size() < 16) return std::nullopt;
            Eigen::Affine3d& bind = known->second.emplace();
            bind.matrix() = Eigen::Map<const Eigen::Matrix4f>(numbers.data()).cast<double>();
            bind.makeAffine();
        }
        return known->second;
    }

    GltfFile& file_;
    const std::vector<std::vector<uint32_t>>& meshes_;
    FileScene& scene_;
    std::vector<uint32_t> row_of_;  // of the file's nodes in the scene
    MemoryBudget budget_;
    std::map<size_t, std::optional<Eigen::Affine3d>> binds_;  // by accessor
    std::set<size_t> moved_;
    std::map<size_t, bool> varies_;  // by accessor
    std::vector<size_t> skinned_;
};

}  // namespace

void read_gltf_nodes(GltfFile& file, const std::vector<std::vector<uint32_t>>& meshes,
                     FileScene& scene) {
    NodeReader(file, meshes, scene).read();
}

FileScene read_gltf_scene(const std::filesystem::path& path) {
    GltfFile file(path);
    FileScene scene;
    scene.unit = 1;
    const std::vector<GltfMaterial> materials = read_gltf_materials(file, scene);
    read_gltf_nodes(file, read_gltf_meshes(file, materials, scene), scene);
    scene.file_bytes = file.all_bytes();
    return scene;
}

}  // namespace thigmo
