// The fields of a scene in one order, for both directions: numbers as the machine has them, texts
// and rows after their count.
#include "thigmo/io/soup_stream.h"

#include <numeric>
#include <stdexcept>
#include <type_traits>

namespace thigmo {
namespace {

class Putter {
  public:
    explicit Putter(const PutBytes& put) : put_(put) {}

    template <class T>
    void bits(const T* from, size_t count) {
        put_(from, count * sizeof(T));
    }
    template <class T, class Each>
    void each(const std::vector<T>& rows, Each pass) {
        const uint64_t count = rows.size();
        bits(&count, 1);
        for (const T& row : rows) pass(row);
    }
    template <class Rows>
    void all(const Rows& rows) {
        const uint64_t count = rows.size();
        bits(&count, 1);
        bits(rows.data(), rows.size());
    }
    void truth(bool value) { bits(&value, 1); }
    void axis(Up value) { bits(&value, 1); }

  private:
    const PutBytes& put_;
};

/// Asks for no more memory than the bytes that can still come.
class Taker {
  public:
    Taker(const TakeBytes& take, uint64_t most) : take_(take), left_(most) {}

    template <class T>
    void bits(T* to, size_t count) {
        if (count > left_ / sizeof(T)) throw std::runtime_error("more than its reader may give");
        left_ -= count * sizeof(T);
        take_(to, count * sizeof(T));
    }
    template <class T, class Each>
    void each(std::vector<T>& rows, Each pass) {
        for (uint64_t left = count(); left > 0; --left) pass(rows.emplace_back());
    }
    template <class Rows>
    void all(Rows& rows) {
        const uint64_t size = count();
        if (size > left_ / sizeof(rows[0])) throw std::runtime_error("rows without an end");
        rows.resize(size);
        bits(rows.data(), size);
    }
    void truth(bool& value) {
        uint8_t byte = 0;
        bits(&byte, 1);
        value = byte != 0;
    }
    void axis(Up& value) {
        std::underlying_type_t<Up> number = 0;
        bits(&number, 1);
        if (number < 0 || number >= std::ssize(up_names)) throw std::runtime_error("no such axis");
        value = static_cast<Up>(number);
    }

  private:
    uint64_t count() {
        uint64_t count = 0;
        bits(&count, 1);
        return count;
    }

    const TakeBytes& take_;
    uint64_t left_;
};

template <class Stream, class Mesh>
void pass_mesh(Stream& stream, Mesh& mesh) {
    stream.all(mesh.name);
    stream.bits(&mesh.material, 1);
    stream.all(mesh.positions);
    stream.all(mesh.normals);
    stream.all(mesh.uvs);
    stream.all(mesh.colours);
    stream.all(mesh.corners);
    stream.all(mesh.faces);
}

template <class Stream, class Material>
void pass_material(Stream& stream, Material& material) {
    auto& look = material.look;
    stream.all(look.name);
    stream.bits(look.colour.data(), 3);
    stream.bits(&look.alpha_cutoff, 1);
    stream.bits(&look.translucency, 1);
    stream.bits(&look.roughness, 1);
    stream.truth(look.two_sided);
    stream.all(material.picture);
    stream.all(material.opacity);
}

template <class Stream, class Node>
void pass_node(Stream& stream, Node& node) {
    stream.all(node.name);
    stream.bits(&node.parent, 1);
    stream.bits(node.transform.matrix().data(), 16);
    stream.all(node.meshes);
    stream.truth(node.animated);
}

/// Everything but the pictures.
template <class Stream, class Scene>
void pass_scene(Stream& stream, Scene& scene) {
    stream.each(scene.meshes, [&](auto& mesh) { pass_mesh(stream, mesh); });
    stream.each(scene.materials, [&](auto& material) { pass_material(stream, material); });
    stream.each(scene.nodes, [&](auto& node) { pass_node(stream, node); });
    stream.bits(&scene.unit, 1);
    stream.axis(scene.up);
    stream.axis(scene.turned);
    stream.truth(scene.split);
    stream.each(scene.log.warnings, [&](auto& warning) { stream.all(warning); });
}

struct NamedPicture {
    std::string key;
    FilePicture picture;
};

template <class Stream, class Pictures>
void pass_pictures(Stream& stream, Pictures& pictures) {
    stream.each(pictures, [&](auto& own) {
        stream.all(own.key);
        stream.all(own.picture.name);
        stream.all(own.picture.bytes);
    });
}

/// What readers of the scene take for granted.
void check(const FileScene& scene) {
    for (const FileMesh& mesh : scene.meshes) {
        const size_t vertices = mesh.positions.size();
        for (const size_t rows : {mesh.normals.size(), mesh.uvs.size(), mesh.colours.size()})
            if (rows != 0 && rows != vertices) throw std::runtime_error("vertices without values");
        if (std::accumulate(mesh.faces.begin(), mesh.faces.end(), uint64_t{0}) !=
            mesh.corners.size())
            throw std::runtime_error("faces that do not have their corners");
    }
    for (size_t row = 0; row < scene.nodes.size(); ++row)
        if (scene.nodes[row].parent != no_row && scene.nodes[row].parent >= row)
            throw std::runtime_error("a node before its parent");
}

}  // namespace

void write_scene(const FileScene& scene, const PutBytes& put) {
    Putter stream(put);
    pass_scene(stream, scene);
    std::vector<NamedPicture> pictures;
    for (const auto& [key, picture] : scene.pictures) pictures.push_back({key, picture});
    pass_pictures(stream, pictures);
}

FileScene take_scene(const TakeBytes& take, uint64_t most) {
    FileScene scene;
    Taker stream(take, most);
    pass_scene(stream, scene);
    std::vector<NamedPicture> pictures;
    pass_pictures(stream, pictures);
    for (NamedPicture& own : pictures)
        scene.pictures.insert_or_assign(own.key, std::move(own.picture));
    for (std::string& warning : scene.log.warnings) warning = plain_name(warning);
    check(scene);
    return scene;
}

}  // namespace thigmo
