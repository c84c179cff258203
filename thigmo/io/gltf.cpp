// glTF by tinygltf, whose header stays in this file.
#include "thigmo/io/gltf.h"

#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cstring>
#include <sstream>
#include <utility>

#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/io/drawn_parts.h"
#include "thigmo/io/joints.h"
#include "thigmo/plant/drawn.h"

namespace thigmo {
namespace {

constexpr uint64_t largest_buffer = INT32_MAX;  // bytes; readers count in signed 32 bits
constexpr size_t joint_limit = 65535;           // of JOINTS_0 as unsigned short

/// Appends bytes as a view of the one buffer; target 0 is for data that is not drawn from.
int add_view(tinygltf::Model& model, const void* data, size_t size, int target) {
    std::vector<unsigned char>& buffer = model.buffers[0].data;
    buffer.resize((buffer.size() + 3) / 4 * 4);
    tinygltf::BufferView view;
    view.buffer = 0;
    view.byteOffset = buffer.size();
    view.byteLength = size;
    view.target = target;
    buffer.resize(buffer.size() + size);
    std::memcpy(buffer.data() + view.byteOffset, data, size);
    model.bufferViews.push_back(std::move(view));
    return static_cast<int>(model.bufferViews.size()) - 1;
}

template <class T>
int add_accessor(tinygltf::Model& model, const std::vector<T>& values, size_t count, int type,
                 int component, int target) {
    tinygltf::Accessor accessor;
    accessor.bufferView = add_view(model, values.data(), values.size() * sizeof(T), target);
    accessor.componentType = component;
    accessor.count = count;
    accessor.type = type;
    model.accessors.push_back(std::move(accessor));
    return static_cast<int>(model.accessors.size()) - 1;
}

template <class T>
int add_floats(tinygltf::Model& model, const std::vector<T>& values, int type) {
    return add_accessor(model, values, values.size(), type, TINYGLTF_COMPONENT_TYPE_FLOAT,
                        TINYGLTF_TARGET_ARRAY_BUFFER);
}

int add_positions(tinygltf::Model& model, const std::vector<Vec3f>& positions) {
    const int accessor = add_floats(model, positions, TINYGLTF_TYPE_VEC3);
    Eigen::AlignedBox3f box;
    for (const Vec3f& position : positions) box.extend(position);
    auto& entry = model.accessors[static_cast<size_t>(accessor)];
    for (int k = 0; k < 3; ++k) {
        entry.minValues.push_back(box.min()[k]);
        entry.maxValues.push_back(box.max()[k]);
    }
    return accessor;
}

/// glTF counts v from the top of the picture.
int add_uvs(tinygltf::Model& model, std::vector<Vec2f> uvs) {
    for (Vec2f& uv : uvs) uv.y() = 1 - uv.y();
    return add_floats(model, uvs, TINYGLTF_TYPE_VEC2);
}

int add_indices(tinygltf::Model& model, const std::vector<Triangle>& triangles) {
    return add_accessor(model, triangles, 3 * triangles.size(), TINYGLTF_TYPE_SCALAR,
                        TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT, TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);
}

/// JOINTS_0 and WEIGHTS_0; `ground` moves what follows no segment.
void add_weights(tinygltf::Model& model, const std::vector<Binding>& bindings, const Joints& joints,
                 uint16_t ground, tinygltf::Primitive& primitive) {
    std::vector<std::array<uint16_t, 4>> rows(bindings.size());
    std::vector<std::array<float, 4>> weights(bindings.size());
    const auto joint_of = [&](SegmentId segment) {
        return segment.exists() ? static_cast<uint16_t>(joints.of_segment[segment].value) : ground;
    };
    for (size_t i = 0; i < bindings.size(); ++i) {
        const uint16_t one = joint_of(bindings[i].segments[0]);
        const uint16_t two = joint_of(bindings[i].segments[1]);
        const bool single = one == two || bindings[i].weight >= 1;
        rows[i] = {one, single ? uint16_t{0} : two, 0, 0};
        weights[i] = {single ? 1 : bindings[i].weight, single ? 0 : 1 - bindings[i].weight, 0, 0};
    }
    primitive.attributes["JOINTS_0"] =
        add_accessor(model, rows, rows.size(), TINYGLTF_TYPE_VEC4,
                     TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT, TINYGLTF_TARGET_ARRAY_BUFFER);
    primitive.attributes["WEIGHTS_0"] = add_floats(model, weights, TINYGLTF_TYPE_VEC4);
}

void add_textures(tinygltf::Model& model, const Plant& plant) {
    if (plant.textures.empty()) return;
    tinygltf::Sampler sampler;
    sampler.minFilter = TINYGLTF_TEXTURE_FILTER_LINEAR_MIPMAP_LINEAR;
    sampler.magFilter = TINYGLTF_TEXTURE_FILTER_LINEAR;
    sampler.wrapS = sampler.wrapT = TINYGLTF_TEXTURE_WRAP_REPEAT;  // bark repeats, in metres
    model.samplers.push_back(sampler);
    for (const Texture& texture : plant.textures) {
        tinygltf::Image image;
        image.name = texture.name;
        image.mimeType =
            picture_suffix(texture) == std::string_view(".jpg") ? "image/jpeg" : "image/png";
        image.bufferView = add_view(model, texture.bytes.data(), texture.bytes.size(), 0);
        tinygltf::Texture entry;
        entry.name = image.name;
        entry.sampler = 0;
        entry.source = static_cast<int>(model.images.size());
        model.images.push_back(std::move(image));
        model.textures.push_back(std::move(entry));
    }
}

void add_materials(tinygltf::Model& model, const Plant& plant) {
    const Column<LookId, std::string> names = look_names(plant);
    for (const LookId id : plant.looks.rows()) {
        const Look& look = plant.looks[id];
        tinygltf::Material material;
        material.name = names[id];
        material.doubleSided = look.two_sided;
        auto& surface = material.pbrMetallicRoughness;
        surface.baseColorFactor = {look.colour.x(), look.colour.y(), look.colour.z(), 1.0};
        surface.metallicFactor = 0;
        surface.roughnessFactor = look.roughness;
        if (look.texture.exists()) {
            surface.baseColorTexture.index = static_cast<int>(look.texture.value);
            if (has_alpha(plant, look.texture)) {
                material.alphaMode = "MASK";
                material.alphaCutoff = look.alpha_cutoff;
            }
        }
        if (look.translucency > 0)  // glTF has no word for it that readers agree on
            material.extras = tinygltf::Value(tinygltf::Value::Object{
                {"translucency", tinygltf::Value(static_cast<double>(look.translucency))}});
        model.materials.push_back(std::move(material));
    }
}

int add_node(tinygltf::Model& model, tinygltf::Node node) {
    model.nodes.push_back(std::move(node));
    return static_cast<int>(model.nodes.size()) - 1;
}

tinygltf::Node joint_node(const Joints& joints, JointId joint) {
    const JointId parent = joints.parent[joint];
    const Rigid above = parent.exists() ? joints.rest[parent] : Rigid{};
    const Quat back = above.rotation.conjugate();
    const Vec3 place = back * (joints.rest[joint].translation - above.translation);
    const Quat turn = (back * joints.rest[joint].rotation).normalized();
    tinygltf::Node node;
    node.name = joints.name[joint];
    node.translation = {place.x(), place.y(), place.z()};
    node.rotation = {turn.x(), turn.y(), turn.z(), turn.w()};
    return node;
}

int add_inverse_binds(tinygltf::Model& model, const Joints& joints, bool grounded) {
    std::vector<Eigen::Matrix4f> matrices;
    for (const Rigid& rest : joints.rest) {
        Eigen::Matrix4d inverse = Eigen::Matrix4d::Identity();
        inverse.topLeftCorner<3, 3>() = rest.rotation.conjugate().toRotationMatrix();
        inverse.topRightCorner<3, 1>() = -(rest.rotation.conjugate() * rest.translation);
        matrices.push_back(inverse.cast<float>());
    }
    if (grounded) matrices.push_back(Eigen::Matrix4f::Identity());
    return add_accessor(model, matrices, matrices.size(), TINYGLTF_TYPE_MAT4,
                        TINYGLTF_COMPONENT_TYPE_FLOAT, 0);
}

/// Nodes of all joints under one that bears the plant's name.
void add_skin(tinygltf::Model& model, const Plant& plant, const Joints& joints, bool grounded) {
    tinygltf::Node root;
    root.name = title(plant);
    tinygltf::Skin skin;
    skin.name = root.name;
    skin.skeleton = add_node(model, std::move(root));
    const auto node_of = [&](JointId joint) {
        return static_cast<size_t>(skin.joints[joint.value]);
    };
    for (const JointId joint : joints.segment.rows()) {
        skin.joints.push_back(add_node(model, joint_node(joints, joint)));
        const JointId parent = joints.parent[joint];
        const size_t above = parent.exists() ? node_of(parent) : static_cast<size_t>(skin.skeleton);
        model.nodes[above].children.push_back(skin.joints.back());
    }
    if (grounded) {
        tinygltf::Node ground;
        ground.name = "ground";
        skin.joints.push_back(add_node(model, std::move(ground)));
        model.nodes[static_cast<size_t>(skin.skeleton)].children.push_back(skin.joints.back());
    }
    skin.inverseBindMatrices = add_inverse_binds(model, joints, grounded);
    model.scenes[0].nodes.push_back(skin.skeleton);
    model.skins.push_back(std::move(skin));
}

/// The part's mesh, and a node that shows it.
tinygltf::Primitive& add_part(tinygltf::Model& model, const DrawnPart& part, bool skinned) {
    tinygltf::Primitive primitive;
    primitive.attributes["POSITION"] = add_positions(model, part.mesh.positions);
    primitive.attributes["NORMAL"] = add_floats(model, part.mesh.normals, TINYGLTF_TYPE_VEC3);
    primitive.attributes["TEXCOORD_0"] = add_uvs(model, part.mesh.uvs);
    primitive.indices = add_indices(model, part.mesh.triangles);
    primitive.material = static_cast<int>(part.look.value);
    primitive.mode = TINYGLTF_MODE_TRIANGLES;
    tinygltf::Mesh mesh;
    mesh.name = part.name;
    mesh.primitives.push_back(std::move(primitive));
    tinygltf::Node node;
    node.name = part.name + (skinned ? "_mesh" : "");  // a joint may have the look's name
    node.mesh = static_cast<int>(model.meshes.size());
    node.skin = skinned ? 0 : -1;
    model.meshes.push_back(std::move(mesh));
    model.scenes[0].nodes.push_back(add_node(model, std::move(node)));
    return model.meshes.back().primitives.back();
}

bool follows_nothing(const DrawnPart& part) {
    return std::any_of(part.bindings.begin(), part.bindings.end(),
                       [](const Binding& binding) { return !binding.segments[0].exists(); });
}

tinygltf::Model start_model(const Plant& plant) {
    tinygltf::Model model;
    model.asset.version = "2.0";
    model.asset.generator = "Thigmo";
    model.buffers.resize(1);
    model.scenes.resize(1);
    model.scenes[0].name = title(plant);
    model.defaultScene = 0;
    add_textures(model, plant);
    add_materials(model, plant);
    return model;
}

void check_settings(const Plant& plant, const GltfSettings& settings) {
    if (!settings.skin) return;
    if (plant.segments.size() == 0)
        throw InputError(fmt::format("{}: found no segments, expected some to make a skeleton of",
                                     title(plant)));
    if (settings.most_joints < 1 || settings.most_joints > joint_limit)
        throw InputError(fmt::format("{}: found a limit of {} joints, expected 1 to {}",
                                     title(plant), settings.most_joints, joint_limit));
}

/// Before the buffer is made: positions, normals, uvs, indices, weights, and the pictures.
void check_bytes(const Plant& plant, const GltfSettings& settings,
                 const std::vector<DrawnPart>& parts) {
    uint64_t bytes = 0;
    for (const Texture& texture : plant.textures) bytes += texture.bytes.size() + 4;
    for (const DrawnPart& part : parts)
        bytes += part.mesh.positions.size() * (settings.skin ? 56u : 32u) +
                 part.mesh.triangles.size() * sizeof(Triangle);
    if (settings.skin) bytes += plant.segments.size() * sizeof(Eigen::Matrix4f);
    if (bytes > largest_buffer)
        throw InputError(
            fmt::format("{}: {} bytes to write, expected at most {}: readers of glTF "
                        "stop there",
                        title(plant), bytes, largest_buffer));
}

}  // namespace

EncodedGltf encode_gltf(const Plant& plant, const GltfSettings& settings) {
    check_settings(plant, settings);
    check_pictures(plant);
    const std::vector<DrawnPart> parts = collect_parts(plant, settings.tubes);
    check_parts(plant, parts);
    check_bytes(plant, settings, parts);
    EncodedGltf encoded;
    ExportReport& report = encoded.report;
    tinygltf::Model model = start_model(plant);
    const bool grounded = settings.skin && std::any_of(parts.begin(), parts.end(), follows_nothing);
    Joints joints;
    if (settings.skin) {
        joints = build_joints(plant, settings.most_joints - grounded);
        add_skin(model, plant, joints, grounded);
    }
    for (const DrawnPart& part : parts) {
        tinygltf::Primitive& primitive = add_part(model, part, settings.skin);
        if (settings.skin)
            add_weights(model, part.bindings, joints, static_cast<uint16_t>(joints.size()),
                        primitive);
        report.triangles += part.mesh.triangles.size();
        report.vertices += part.mesh.positions.size();
    }
    report.parts = parts.size();
    report.segments = plant.segments.size();
    report.joints = joints.size() + grounded;
    report.merge_error = joints.merge_error;
    std::ostringstream stream;
    if (!tinygltf::TinyGLTF().WriteGltfSceneToStream(&model, stream, false, settings.binary) ||
        !stream)
        throw InputError(fmt::format("{}: tinygltf cannot write it as glTF", title(plant)));
    encoded.bytes = std::move(stream).str();
    return encoded;
}

ExportReport write_gltf(const Plant& plant, const GltfSettings& settings,
                        const std::filesystem::path& path) {
    EncodedGltf encoded = encode_gltf(plant, settings);
    write_file(path, encoded.bytes);
    encoded.report.files = {path};
    return encoded.report;
}

}  // namespace thigmo
