// The nodes of a scene with the meshes that they show.
#include <assimp/scene.h>
#include <fmt/format.h>

#include <cmath>
#include <set>
#include <span>

#include "thigmo/base/error.h"
#include "thigmo/base/utf8.h"
#include "thigmo/io/soup_scene.h"
#include "thigmo/plant/drawn.h"

namespace thigmo {
namespace {

Eigen::Affine3d transform_of(const aiMatrix4x4& m) {
    Eigen::Affine3d transform;
    transform.matrix() << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, 0,
        0, 0, 1;
    return transform;
}

/// Finite, and no flatter than single precision can invert.
bool is_usable(const Eigen::Affine3d& transform) {
    if (!transform.matrix().allFinite()) return false;
    const double size = transform.linear().colwise().norm().maxCoeff();
    return size > 0 && std::abs(transform.linear().determinant()) > 1e-12 * size * size * size;
}

template <class Key>
bool varies(const Key* keys, unsigned count) {
    for (unsigned i = 1; i < count; ++i)
        if (!(keys[i].mValue == keys[0].mValue)) return true;
    return false;
}

/// Names of the nodes that an animation moves; keys that all say the same move nothing.
std::set<std::string> moved_nodes(const aiScene& scene) {
    std::set<std::string> names;
    for (const aiAnimation* animation : std::span(scene.mAnimations, scene.mNumAnimations)) {
        for (const aiNodeAnim* channel : std::span(animation->mChannels, animation->mNumChannels))
            if (varies(channel->mPositionKeys, channel->mNumPositionKeys) ||
                varies(channel->mRotationKeys, channel->mNumRotationKeys) ||
                varies(channel->mScalingKeys, channel->mNumScalingKeys))
                names.insert(channel->mNodeName.C_Str());
        for (const aiMeshMorphAnim* channel :
             std::span(animation->mMorphMeshChannels, animation->mNumMorphMeshChannels))
            names.insert(channel->mName.C_Str());
    }
    return names;
}

/// A node on the way down from the root.
struct Step {
    const aiNode* node;
    Eigen::Affine3d transform;  // of what stands above the node
    bool animated;
};

class NodeWalk {
  public:
    NodeWalk(const aiScene& scene, const SceneSource& source, Soup& soup)
        : scene_(scene),
          source_(source),
          soup_(soup),
          looks_(scene, source, soup),
          moved_(moved_nodes(scene)) {}

    void run(const Mat3& turn, Progress& progress) {
        std::vector<Step> steps = {{scene_.mRootNode, Eigen::Affine3d(turn), false}};
        while (!steps.empty()) {
            if (progress.cancelled()) throw InputError("cancelled");
            const Step step = steps.back();
            steps.pop_back();
            visit(step, steps);
        }
    }
    void warn() const;

  private:
    void visit(const Step& step, std::vector<Step>& steps) {
        const aiNode& node = *step.node;
        const Eigen::Affine3d transform = step.transform * transform_of(node.mTransformation);
        if (!is_usable(transform)) {
            ++flat_;
            return;
        }
        const bool animated = step.animated || moved_.contains(node.mName.C_Str());
        for (const unsigned mesh : std::span(node.mMeshes, node.mNumMeshes))
            if (mesh < scene_.mNumMeshes) add(node, *scene_.mMeshes[mesh], transform, animated);
        for (unsigned i = node.mNumChildren; i-- > 0;)
            steps.push_back({node.mChildren[i], transform, animated});
    }

    void add(const aiNode& node, const aiMesh& mesh, const Eigen::Affine3d& transform,
             bool animated) {
        triangles_ += mesh.mNumFaces;
        vertices_ += mesh.mNumVertices;
        if (triangles_ > drawn_limit.triangles || vertices_ > 3 * drawn_limit.triangles)
            throw InputError(fmt::format("{}: found over {} triangles, expected at most that many",
                                         source_.path.string(), drawn_limit.triangles));
        SoupPart part;
        const UvSet uvs = looks_.uv_set(mesh);
        part.mesh = convert_mesh(mesh, transform, uvs, source_, faults_);
        if (part.mesh.triangles.empty()) return;
        part.node = plain_name(node.mName.C_Str());
        part.name = plain_name(mesh.mName.C_Str());
        part.look = looks_.look_of(mesh);
        part.animated = animated;
        part.has_uvs = mesh.HasTextureCoords(uvs.set);
        soup_.parts.push_back(std::move(part));
    }

    const aiScene& scene_;
    const SceneSource& source_;
    Soup& soup_;
    SoupLooks looks_;
    const std::set<std::string> moved_;
    MeshFaults faults_;
    uint64_t flat_ = 0;  // nodes whose transform cannot be used
    uint64_t triangles_ = 0, vertices_ = 0;
};

void NodeWalk::warn() const {
    const auto say = [&](uint64_t count, const char* what) {
        if (count > 0) soup_.log.warn(fmt::format("{} {}", count, what));
    };
    say(faults_.without_position,
        "triangles left out: a corner is not finite or farther than 1e9 away");
    say(faults_.without_corner, "faces left out: they name vertices that do not exist");
    say(faults_.points, "points left out");
    say(faults_.lines, "lines left out");
    say(faults_.normals, "normals without a direction made anew");
    say(faults_.uvs, "texture coordinates that are not finite or beyond 1e6 set to 0");
    say(flat_, "nodes left out with all below them: their transform is flat or not finite");
}

}  // namespace

std::string plain_name(std::string_view name) {
    return clean_text(name, 1000);
}

void add_nodes(const aiScene& scene, const SceneSource& source, const Mat3& turn,
               Progress& progress, Soup& soup) {
    NodeWalk walk(scene, source, soup);
    walk.run(turn, progress);
    walk.warn();
}

}  // namespace thigmo
