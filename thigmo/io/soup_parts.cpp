// Meshes under their nodes, as the parts of a soup.
#include <fmt/format.h>

#include <cmath>

#include "thigmo/io/soup_scene.h"
#include "thigmo/plant/drawn.h"

namespace thigmo {
namespace {

/// Finite, and no flatter than single precision can invert.
bool is_usable(const Eigen::Affine3d& transform) {
    if (!transform.matrix().allFinite()) return false;
    const double size = transform.linear().colwise().norm().maxCoeff();
    return size > 0 && std::abs(transform.linear().determinant()) > 1e-12 * size * size * size;
}

class PartMaker {
  public:
    PartMaker(const FileScene& scene, const std::filesystem::path& path, Soup& soup)
        : scene_(scene),
          path_(path),
          soup_(soup),
          looks_(scene, path, soup),
          budget_(path, scene.file_bytes) {}

    void run(const Mat3& turn, Progress& progress) {
        budget_.take(scene_.nodes.size() * MemoryBudget::node);
        std::vector<Placed> placed;
        for (const FileNode& node : scene_.nodes) {
            if (progress.cancelled()) throw InputError("cancelled");
            const Placed above =
                node.parent < placed.size() ? placed[node.parent] : Placed{Eigen::Affine3d(turn)};
            Placed own = {above.transform * node.transform, above.usable,
                          above.animated || node.animated};
            if (own.usable && !is_usable(own.transform)) {
                ++flat_;
                own.usable = false;
            }
            placed.push_back(own);
            if (!own.usable) continue;
            for (const uint32_t mesh : node.meshes)
                if (mesh < scene_.meshes.size()) add(node, scene_.meshes[mesh], own);
        }
    }
    void warn() const;

  private:
    /// A node in the space of the soup.
    struct Placed {
        Eigen::Affine3d transform;
        bool usable = true;
        bool animated = false;
    };

    void add(const FileNode& node, const FileMesh& mesh, const Placed& placed) {
        triangles_ += mesh.faces.size();
        vertices_ += mesh.positions.size();
        if (triangles_ > drawn_limit.triangles || vertices_ > 3 * drawn_limit.triangles)
            throw refusal(path_, fmt::format("over {} triangles", drawn_limit.triangles),
                          "at most that many");
        budget_.take(mesh.positions.size() * MemoryBudget::vertex +
                     mesh.corners.size() * MemoryBudget::corner + MemoryBudget::part);
        SoupPart part;
        part.mesh = convert_mesh(mesh, placed.transform, scene_.split, faults_);
        if (part.mesh.triangles.empty()) return;
        part.node = plain_name(node.name);
        part.name = plain_name(mesh.name);
        part.look = looks_.look_of(mesh);
        part.animated = placed.animated;
        part.has_uvs = !mesh.uvs.empty();
        soup_.parts.push_back(std::move(part));
    }

    const FileScene& scene_;
    const std::filesystem::path& path_;
    Soup& soup_;
    SoupLooks looks_;
    MemoryBudget budget_;
    MeshFaults faults_;
    uint64_t flat_ = 0;  // nodes whose transform cannot be used
    uint64_t triangles_ = 0, vertices_ = 0;
};

void PartMaker::warn() const {
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

void add_parts(const FileScene& scene, const std::filesystem::path& path, const Mat3& turn,
               Progress& progress, Soup& soup) {
    PartMaker parts(scene, path, soup);
    parts.run(turn, progress);
    parts.warn();
}

}  // namespace thigmo
