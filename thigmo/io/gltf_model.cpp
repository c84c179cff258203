// glTF by tinygltf, whose header stays in this file.
#include "thigmo/io/gltf_scene.h"

#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "thigmo/io/vertex_joints.h"
#include "thigmo/plant/drawn.h"

namespace thigmo {
namespace {

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
    if (size > 0) std::memcpy(buffer.data() + view.byteOffset, data, size);
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
void add_weights(tinygltf::Model& model, const DrawnPart& part, const Joints& joints,
                 uint16_t ground, tinygltf::Primitive& primitive) {
    std::vector<std::array<uint16_t, 4>> rows;
    std::vector<std::array<float, 4>> weights;
    for (const VertexJoints& vertex : vertex_joints(part, joints, ground)) {
        rows.push_back(vertex.joints);
        weights.push_back(vertex.weights);
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
    const auto [turn, place] = local_rest(joints, joint);
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

void add_extras(tinygltf::Model& model, const VertexExtras& extras,
                tinygltf::Primitive& primitive) {
    primitive.attributes["TANGENT"] = add_floats(model, extras.tangents, TINYGLTF_TYPE_VEC4);
    for (size_t i = 0; i < extras.uvs.size(); ++i)
        primitive.attributes[fmt::format("TEXCOORD_{}", i + 1)] =
            add_floats(model, extras.uvs[i], TINYGLTF_TYPE_VEC2);
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

/// Frames' times, or the first alone; all tracks of as many keys share them.
int add_times(tinygltf::Model& model, size_t count, double frames_per_second) {
    std::vector<float> times(count);
    for (size_t i = 0; i < count; ++i)
        times[i] = static_cast<float>(static_cast<double>(i) / frames_per_second);
    const int accessor =
        add_accessor(model, times, count, TINYGLTF_TYPE_SCALAR, TINYGLTF_COMPONENT_TYPE_FLOAT, 0);
    model.accessors.back().minValues = {times.front()};
    model.accessors.back().maxValues = {times.back()};
    return accessor;
}

/// Appends a track's keys to the view, which ends with the buffer.
template <class Key>
int add_keys(tinygltf::Model& model, int view, const std::vector<Key>& keys, int type) {
    std::vector<unsigned char>& buffer = model.buffers[0].data;
    tinygltf::BufferView& entry = model.bufferViews[static_cast<size_t>(view)];
    tinygltf::Accessor accessor;
    accessor.bufferView = view;
    accessor.byteOffset = entry.byteLength;
    accessor.componentType = TINYGLTF_COMPONENT_TYPE_FLOAT;
    accessor.count = keys.size();
    accessor.type = type;
    const auto* bytes = reinterpret_cast<const unsigned char*>(keys.data());
    buffer.insert(buffer.end(), bytes, bytes + keys.size() * sizeof(Key));
    entry.byteLength += keys.size() * sizeof(Key);
    model.accessors.push_back(std::move(accessor));
    return static_cast<int>(model.accessors.size()) - 1;
}

/// One view of the buffer for all rotations, one for all translations.
class AnimationWriter {
  public:
    AnimationWriter(tinygltf::Model& model, JointMotion& motion) : model_(model), motion_(motion) {
        for (const JointTrack& track : motion.tracks)
            for (const size_t keys : {track.rotations.size(), track.translations.size()})
                if (int& times = times_of(keys); keys > 0 && times < 0)
                    times = add_times(model, keys, motion.frames_per_second);
    }

    /// Joints have the nodes of the model's skin; a track's memory goes as it is written.
    void add(const char* path, int type, auto JointTrack::*keys) {
        int view = -1;
        for (const JointId joint : motion_.tracks.rows()) {
            auto track = std::exchange(motion_.tracks[joint].*keys, {});
            if (track.empty()) continue;
            if (view < 0) view = add_view(model_, nullptr, 0, 0);
            tinygltf::AnimationSampler sampler;
            sampler.input = times_of(track.size());
            sampler.output = add_keys(model_, view, track, type);
            sampler.interpolation = "LINEAR";
            tinygltf::AnimationChannel channel;
            channel.sampler = static_cast<int>(animation_.samplers.size());
            channel.target_node = model_.skins[0].joints[joint.value];
            channel.target_path = path;
            animation_.samplers.push_back(std::move(sampler));
            animation_.channels.push_back(std::move(channel));
        }
    }
    void finish() {
        animation_.name = "motion";
        if (!animation_.channels.empty()) model_.animations.push_back(std::move(animation_));
    }

  private:
    int& times_of(size_t keys) { return keys == 1 ? first_time_ : all_times_; }

    tinygltf::Model& model_;
    JointMotion& motion_;
    tinygltf::Animation animation_;
    int first_time_ = -1, all_times_ = -1;
};

tinygltf::Value numbers(const Vec3& v) {
    return tinygltf::Value(tinygltf::Value::Array{tinygltf::Value(v.x()), tinygltf::Value(v.y()),
                                                  tinygltf::Value(v.z())});
}

/// How fast and how far it moves stands with the scene: glTF has no fields for that.
void add_motion(tinygltf::Model& model, JointMotion& motion) {
    model.scenes[0].extras = tinygltf::Value(
        tinygltf::Value::Object{{"frames_per_second", tinygltf::Value(motion.frames_per_second)},
                                {"frames", tinygltf::Value(static_cast<int>(motion.frames))},
                                {"motion_min_m", numbers(motion.bounds.min())},
                                {"motion_max_m", numbers(motion.bounds.max())}});
    AnimationWriter writer(model, motion);
    writer.add("rotation", TINYGLTF_TYPE_VEC4, &JointTrack::rotations);
    writer.add("translation", TINYGLTF_TYPE_VEC3, &JointTrack::translations);
    writer.finish();
}

}  // namespace

bool write_scene(GltfScene& scene, std::ostream& stream) {
    tinygltf::Model model = start_model(scene.plant);
    model.buffers[0].data.reserve(buffer_bytes(scene));
    if (scene.joints)
        add_skin(model, scene.plant, *scene.joints, needs_ground(scene.parts, *scene.joints));
    for (size_t i = 0; i < scene.parts.size(); ++i) {
        const DrawnPart& part = scene.parts[i];
        tinygltf::Primitive& primitive = add_part(model, part, scene.joints.has_value());
        if (!scene.extras.empty()) add_extras(model, scene.extras[i], primitive);
        if (scene.joints)
            add_weights(model, part, *scene.joints, static_cast<uint16_t>(scene.joints->size()),
                        primitive);
    }
    if (scene.motion) add_motion(model, *scene.motion);
    return tinygltf::TinyGLTF().WriteGltfSceneToStream(&model, stream, false, scene.binary) &&
           stream;
}

}  // namespace thigmo
