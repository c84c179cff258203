// What readers of mesh files give, before it is a soup: meshes, nodes and materials as they stand.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "thigmo/base/error.h"
#include "thigmo/base/progress.h"
#include "thigmo/io/soup_file.h"
#include "thigmo/plant/soup.h"

namespace thigmo {

constexpr uint32_t no_row = UINT32_MAX;
constexpr uintmax_t most_mesh_bytes = uintmax_t{1} << 31;

/// Nothing in it need be sound: numbers may be NaN and corners name no vertex.
struct FileMesh {
    std::string name;
    uint32_t material = no_row;
    std::vector<Vec3f> positions;
    std::vector<Vec3f> normals;  // of these three none, or one per position
    std::vector<Vec2f> uvs;
    std::vector<Vec3f> colours;     // linear
    std::vector<uint32_t> corners;  // face after face
    std::vector<uint32_t> faces;    // how many corners each has: 1 a point, 2 a line
};

struct FileMaterial {
    Look look;                     // without its texture
    std::string picture, opacity;  // as the file names them; empty: none
};

/// Parents come before children.
struct FileNode {
    std::string name;
    uint32_t parent = no_row;
    Eigen::Affine3d transform = Eigen::Affine3d::Identity();  // to the parent's space
    std::vector<uint32_t> meshes;
    bool animated = false;
};

/// A picture inside the file.
struct FilePicture {
    std::string name;
    std::string bytes;
};

struct FileScene {
    std::vector<FileMesh> meshes;
    std::vector<FileMaterial> materials;
    std::vector<FileNode> nodes;
    std::map<std::string, FilePicture> pictures;  // by how materials name them
    uint64_t picture_bytes = 0;                   // of all of them
    double unit = 0;                              // m; 0: the file does not tell
    Up up = Up::y;                                // by the file's own word
    Up turned = Up::y;                            // what the reader has turned up already
    bool split = false;       // the reader gave faces corners of their own, whatever the file has
    uint64_t file_bytes = 0;  // of the file and of those that it names, pictures apart
    Log log;
};

/// The memory that reading a file takes, counted before it is taken: it may grow with the file, and
/// with nothing that the file only says.
class MemoryBudget {
  public:
    MemoryBudget(const std::filesystem::path& path, uint64_t file_bytes)
        : path_(path), most_(enough + 32 * file_bytes) {}

    /// InputError beyond the most.
    void take(uint64_t bytes);

    // Of what there may be many, with what becomes of them (bytes).
    static constexpr uint64_t vertex = 80, corner = 24, node = 500, part = 1000;

  private:
    static constexpr uint64_t enough = 140'000'000;

    const std::filesystem::path& path_;
    const uint64_t most_;
    uint64_t taken_ = 0;
};

FileScene read_obj_scene(const std::filesystem::path& path, Progress& progress);
FileScene read_ply_scene(const std::filesystem::path& path, Progress& progress);
FileScene read_gltf_scene(const std::filesystem::path& path);

/// The materials of an MTL file, in order.
std::deque<FileMaterial> read_mtl(std::string_view text);

/// A material of which only the name is known; what a colour of NaN shall be, SoupLooks decides.
FileMaterial plain_material(std::string_view name);

/// Names of a file as a plant may carry them.
std::string plain_name(std::string_view name);

/// `path: found X, expected Y`.
InputError refusal(const std::filesystem::path& path, std::string_view found,
                   std::string_view expected);

/// What was left out or mended, over all meshes of a file.
struct MeshFaults {
    uint64_t without_position = 0;  // triangles with a corner that is not finite, or too far away
    uint64_t without_corner = 0;    // faces that name a vertex that does not exist
    uint64_t points = 0, lines = 0;
    uint64_t normals = 0, uvs = 0;  // vertices
};

/// The mesh's triangles under a transform; mirrored ones keep their outside. Vertices alike bit for
/// bit are joined where they were split.
TriangleMesh convert_mesh(const FileMesh& mesh, const Eigen::Affine3d& transform, bool split,
                          MeshFaults& faults);

/// Looks made as meshes ask for them, one per material and, where vertices carry colours instead of
/// a texture, per mean colour.
class SoupLooks {
  public:
    SoupLooks(const FileScene& scene, const std::filesystem::path& path, Soup& soup)
        : scene_(scene), path_(path), soup_(soup) {}

    LookId look_of(const FileMesh& mesh);

  private:
    Look make_look(const FileMaterial& material);
    TextureId texture_of(const FileMaterial& material);
    std::string read(const std::string& picture);

    const FileScene& scene_;
    const std::filesystem::path& path_;
    Soup& soup_;
    std::map<uint32_t, Look> of_material_;
    std::map<std::pair<uint32_t, std::array<float, 3>>, LookId> rows_;  // by material and colour
    std::map<std::string, TextureId> of_pictures_;
    uint64_t pixels_ = 0;  // read so far
};

/// The meshes under their nodes, turned first; InputError for too many of them.
void add_parts(const FileScene& scene, const std::filesystem::path& path, const Mat3& turn,
               Progress& progress, Soup& soup);

}  // namespace thigmo
