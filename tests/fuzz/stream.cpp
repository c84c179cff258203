// Mutants of what the process that reads foreign formats hands over. A sound soup comes of them, or
// a refusal.
#include <cstring>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mesh_seeds.h"
#include "tests/fuzz/mesh_use.h"
#include "thigmo/io/soup_child.h"
#include "thigmo/io/soup_stream.h"

namespace thigmo::fuzz {
namespace {

FileScene two_leaves() {
    FileScene scene;
    FileMesh mesh;
    mesh.name = "leaf";
    mesh.material = 0;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0.5f}, {0, 1, 0}};
    mesh.normals.assign(4, {0, 0, 1});
    mesh.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    mesh.corners = {0, 1, 2, 3, 0, 1, 2, 0, 3};
    mesh.faces = {4, 3, 2};
    scene.meshes.push_back(mesh);
    mesh.normals.clear();
    mesh.uvs.clear();
    mesh.colours.assign(4, {0.2f, 0.5f, 0.1f});
    scene.meshes.push_back(mesh);
    scene.materials.push_back(plain_material("green"));
    scene.materials.back().picture = "*0";
    scene.pictures["*0"] = {"leaf.png", "no picture"};
    scene.nodes.resize(2);
    scene.nodes[0].meshes = {0};
    scene.nodes[1].parent = 0;
    scene.nodes[1].transform.translation() = Vec3(0, 2, 0);
    scene.nodes[1].meshes = {0, 1};
    scene.up = Up::z;
    scene.unit = 0.01;
    scene.log.warn("a word of the reader");
    return scene;
}

std::string whole_stream() {
    std::string bytes;
    write_scene(two_leaves(), [&](const void* from, size_t count) {
        bytes.append(static_cast<const char*>(from), count);
    });
    return bytes;
}

void use(std::string_view bytes) {
    const auto take = [&](void* to, size_t count) {
        if (count > bytes.size()) throw InputError("stream: found its end, expected more");
        if (count > 0) std::memcpy(to, bytes.data(), count);
        bytes.remove_prefix(count);
    };
    FileScene scene;
    try {
        scene = take_scene(take, reader_limits(bytes.size()).bytes);
    } catch (const std::runtime_error& error) {
        throw InputError(error.what());
    }
    for (const std::string& warning : scene.log.warnings)
        if (warning.find('\n') != warning.npos) broken("a warning of two lines");
    Soup soup;
    Progress progress;
    add_parts(scene, "mesh.stream", Mat3::Identity(), progress, soup);
    if (!soup.parts.empty()) expect_sound(soup);  // an empty one is refused as a file
}

}  // namespace

std::vector<FuzzCount> fuzz_stream(size_t count, uint64_t seed) {
    const std::string whole = whole_stream();
    std::vector<FuzzCount> counts = {{"of two leaves"}};
    for (size_t i = 0; i < count; ++i) {
        if (!note("stream", i)) continue;
        Random random(mix(seed, i));
        const std::string mutant = mutate(whole, random);
        use_counted(counts[0], [&] { use(mutant); });
    }
    return counts;
}

Format stream_format() {
    return {"stream", {whole_stream()}, use};
}

}  // namespace thigmo::fuzz
