// Mutants of mesh files: OBJ with its MTL, PLY as text and as bytes, glTF as GLB and as text. What
// comes of them is a sound soup and a sound plant, or an InputError of one line, within seconds.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "samples/plants.h"
#include "samples/soups.h"
#include "tests/fuzz/fuzz.h"
#include "thigmo/authoring/author.h"
#include "thigmo/authoring/volumes.h"
#include "thigmo/base/error.h"
#include "thigmo/io/gltf.h"
#include "thigmo/io/soup_file.h"
#include "thigmo/plant/check.h"

namespace thigmo::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr double most_seconds = 10;

constexpr std::string_view obj_text = R"(mtllib mesh.mtl
o twig
v 0 0 0
v 1 0 0
v 1 1 0.5 0.2 0.3 0.4
v 0 1 0
v 0.5 1.5 0
v -1 0 1e-3
vt 0 0
vt 1 0
vt 1 1
vn 0 0 1
vn 0 1 0
s 1
usemtl bark
f 1/1/1 2/2/1 3/3/2 4/1/1
f 1//1 2//1 3//2 5//1 4//1
g leaves
usemtl leaf
f -6 -5 -4
f 1 2 6
l 1 2 3
p 4
)";

constexpr std::string_view mtl_text = R"(newmtl bark
Kd 0.4 0.3 0.2
Ns 10
d 0.9
newmtl leaf
Kd 0.1 0.5 0.1
Pr 0.5
map_Kd -s 1 1 1 -o 0 0 0 leaf.png
map_d -imfchan m leaf.png
)";

constexpr std::string_view ply_text = R"(ply
format ascii 1.0
comment made by hand
element vertex 5
property float x
property float y
property float z
property float nx
property float ny
property float nz
property float s
property float t
property uchar red
property uchar green
property uchar blue
element face 3
property list uchar int vertex_indices
end_header
0 0 0 0 0 1 0 0 255 0 0
1 0 0 0 0 1 1 0 255 0 0
1 1 0 0 0 1 1 1 255 0 0
0 1 0 0 0 1 0 1 255 0 0
0 2 0 0 0 1 0 1 255 0 9
3 0 1 2
4 0 1 2 3
5 0 1 2 4 3
)";

template <class T>
void append_value(std::string& bytes, T value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string binary_ply() {
    const TriangleMesh mesh = samples::loosen(samples::sapling()).soup.parts.front().mesh;
    std::string bytes = fmt::format(
        "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty float x\nproperty float "
        "y\nproperty float z\nelement face {}\nproperty list uchar uint "
        "vertex_indices\nend_header\n",
        mesh.positions.size(), mesh.triangles.size());
    for (const Vec3f& p : mesh.positions)
        for (const float value : {p.x(), p.y(), p.z()}) append_value(bytes, value);
    for (const Triangle& corners : mesh.triangles) {
        bytes += '\3';
        for (const uint32_t corner : corners) append_value(bytes, corner);
    }
    return bytes;
}

std::string gltf(bool binary, bool skin) {
    GltfSettings settings;
    settings.binary = binary;
    settings.skin = skin;
    return encode_gltf(samples::sapling(), settings).bytes;
}

std::string damaged_bytes(std::string bytes, Random& random) {
    constexpr uint32_t words[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000, 0x7f800000};
    for (uint64_t i = random.below(6) + 1; i > 0 && bytes.size() > 4; --i) {
        const size_t at = random.below(bytes.size() - 4);
        if (random.below(3) == 0)
            std::memcpy(bytes.data() + at, &words[random.below(std::size(words))], 4);
        else
            bytes[at] = static_cast<char>(random.below(256));
    }
    return bytes;
}

/// Numbers where the text has numbers; those of JSON only where a reader of JSON would stop at
/// others.
std::string other_numbers(std::string text, Random& random) {
    constexpr std::string_view values[] = {"0",
                                           "-1",
                                           "7",
                                           "1e300",
                                           "1e-300",
                                           "0.5",
                                           "4294967295",
                                           "2147483647",
                                           "1000000",
                                           "-2147483649",
                                           "99999999999999999999",
                                           "3",
                                           "nan",
                                           "inf",
                                           "-inf"};
    constexpr std::string_view numeric = "0123456789.+-";
    const size_t choices = std::size(values) - (text.starts_with('{') ? 3 : 0);
    for (uint64_t i = random.below(3) + 1; i > 0 && !text.empty(); --i) {
        const size_t from = text.find_first_of(numeric, random.below(text.size()));
        if (from == text.npos) continue;
        const size_t to = std::min(text.find_first_not_of(numeric, from), text.size());
        text.replace(from, to - from, values[random.below(choices)]);
    }
    return text;
}

/// A run of bytes taken out, or put in once more elsewhere.
std::string spliced(std::string text, Random& random) {
    for (uint64_t i = random.below(3) + 1; i > 0 && !text.empty(); --i) {
        const size_t from = random.below(text.size());
        const std::string run = text.substr(from, random.below(60) + 1);
        if (random.below(2) == 0)
            text.erase(from, run.size());
        else
            text.insert(random.below(text.size()), run);
    }
    return text;
}

std::string cut(std::string bytes, Random& random) {
    bytes.resize(random.below(bytes.size()) + 1);
    return bytes;
}

using Mutate = std::string (*)(std::string, Random&);

/// The JSON of a GLB changed, and the lengths of the file mended.
std::string of_json(const std::string& glb, Mutate mutate, Random& random) {
    uint32_t length = 0;
    std::memcpy(&length, glb.data() + 12, sizeof length);
    std::string json = mutate(glb.substr(20, length), random);
    json.resize((json.size() + 3) / 4 * 4, ' ');
    std::string bytes = glb.substr(0, 8);
    append_value(bytes, static_cast<uint32_t>(json.size() + glb.size() - length));
    append_value(bytes, static_cast<uint32_t>(json.size()));
    return bytes + "JSON" + json + glb.substr(20 + length);
}

/// What comes after the header of a PLY or the JSON of a GLB changed.
std::string of_body(const std::string& bytes, Mutate mutate, Random& random) {
    const std::string mark = bytes.starts_with("ply") ? "end_header\n" : std::string("BIN\0", 4);
    const size_t at = bytes.find(mark) + mark.size();
    return bytes.substr(0, at) + mutate(bytes.substr(at), random);
}

/// A mesh file with what it names, in a folder of this process.
class MeshFolder {
  public:
    MeshFolder() : folder_(fs::temp_directory_path() / fmt::format("thigmo_fuzz_{}", ::getpid())) {
        fs::create_directories(folder_);
        write("leaf.png", samples::sapling().textures[TextureId(0)].bytes);
    }
    ~MeshFolder() {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    MeshFolder(const MeshFolder&) = delete;
    MeshFolder& operator=(const MeshFolder&) = delete;

    fs::path write(const std::string& name, std::string_view bytes) const {
        std::ofstream(folder_ / name, std::ios::binary) << bytes;
        return folder_ / name;
    }

  private:
    const fs::path folder_;
};

/// Everything that a soup promises.
void expect_sound(const Soup& soup) {
    for (const SoupPart& part : soup.parts) {
        for (const Vec3f& p : part.mesh.positions)
            if (!p.allFinite() || p.cwiseAbs().maxCoeff() > 1e9f) broken("a position nowhere");
        if (part.look.value >= soup.looks.size()) broken("a look that does not exist");
    }
    Soup small = soup;  // a plant has no coordinates beyond 1000 km
    for (SoupPart& part : small.parts)
        for (Vec3f& p : part.mesh.positions) p *= 1e-4f;
    if (const std::string fault = find_fault(as_plant(small)); !fault.empty())
        broken(fmt::format("a soup that makes {}", fault));
}

/// A plant made of it, as `thigmo author` does, is sound.
void make_plants(const Soup& soup, const AuthorSettings& settings) {
    Progress progress;
    Authored authored = author(soup, settings, {}, progress);
    author(soup, settings, read_decisions(authored.decisions, "decisions"), progress);
    for (AuthoredPlant& made : authored.plants) {
        VolumeSettings volumes;
        volumes.resolution = 20;
        build_volumes(made.plant, volumes, progress);
        Log log;
        fix_vertices(made.plant, volumes, log);
        if (const std::string fault = find_fault(made.plant); !fault.empty())
            broken(fmt::format("a plant with {}", fault));
    }
}

/// In the file's unit, or five metres high.
AuthorSettings settings_for(const Soup& soup, Random& random) {
    Box box;
    for (const SoupPart& part : soup.parts) box.extend(bounds(part.mesh));
    AuthorSettings settings;
    if (box.sizes().y() > 0 && random.below(2) == 0) settings.scale = 5 / box.sizes().y();
    return settings;
}

void run_mutant(const fs::path& path, Random& random, FuzzCount& count) {
    const auto start = std::chrono::steady_clock::now();
    ++count.mutants;
    try {
        Progress progress;
        const Soup soup = read_soup(path, progress);
        ++count.reached;
        expect_sound(soup);
        make_plants(soup, settings_for(soup, random));
        ++count.accepted;
    } catch (const InputError& error) {
        const std::string_view text = error.what();
        if (text.empty() || text.find('\n') != text.npos)
            broken(fmt::format("not one line: {}", text));
        ++count.rejected;
    }
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (seconds > most_seconds) broken(fmt::format("a mesh that takes {:.1f} s", seconds));
}

/// A file to mutate.
struct MeshSeed {
    const char* name;
    const char* file;
    std::string bytes;
};

std::vector<MeshSeed> mesh_seeds() {
    return {{"OBJ", "mesh.obj", std::string(obj_text)},
            {"GLB", "mesh.glb", gltf(true, false)},
            {"PLY", "mesh.ply", std::string(ply_text)},
            {"MTL", "mesh.mtl", std::string(mtl_text)},
            {"GLB with a skin", "mesh.glb", gltf(true, true)},
            {"PLY, binary", "mesh.ply", binary_ply()},
            {"glTF as text", "mesh.gltf", gltf(false, true)}};
}

/// Half of the mutants are such that a reader comes past the first lines.
std::string mutate(const MeshSeed& seed, Random& random) {
    constexpr Mutate mutations[] = {damaged_bytes, other_numbers, spliced, cut};
    const Mutate any = mutations[random.below(std::size(mutations))];
    const bool is_ply = seed.bytes.starts_with("ply"), is_glb = seed.bytes.starts_with("glTF");
    const bool is_text = seed.bytes.find('\0') == seed.bytes.npos;
    const uint64_t turn = random.below(4);
    if (is_glb && turn < 2) return of_json(seed.bytes, turn == 0 ? other_numbers : any, random);
    if ((is_glb || is_ply) && turn < 3)
        return of_body(seed.bytes, is_text ? other_numbers : damaged_bytes, random);
    return any(seed.bytes, random);
}

}  // namespace

std::vector<FuzzCount> fuzz_mesh(size_t count, uint64_t seed) {
    const std::vector<MeshSeed> seeds = mesh_seeds();
    const MeshFolder folder;
    std::vector<FuzzCount> counts;
    for (const MeshSeed& mesh : seeds) counts.push_back({mesh.name});
    for (size_t i = 0; i < count; ++i) {
        if (!note("mesh", i)) continue;
        Random random(mix(seed, i));
        const size_t row = i % seeds.size();
        folder.write("mesh.mtl", mtl_text);
        fs::path path = folder.write(seeds[row].file, mutate(seeds[row], random));
        if (path.extension() == ".mtl") path = folder.write("mesh.obj", obj_text);
        run_mutant(path, random, counts[row]);
    }
    return counts;
}

}  // namespace thigmo::fuzz
