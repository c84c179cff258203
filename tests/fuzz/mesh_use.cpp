// Read, authored, and given volumes.
#include "tests/fuzz/mesh_use.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <span>

#include "samples/plants.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mesh_seeds.h"
#include "thigmo/authoring/author.h"
#include "thigmo/authoring/volumes.h"
#include "thigmo/base/checksum.h"
#include "thigmo/io/soup_file.h"
#include "thigmo/plant/check.h"

namespace thigmo::fuzz {
namespace {

namespace fs = std::filesystem;

/// In the file's unit, or five metres high.
AuthorSettings settings_for(const Soup& soup, Random& random) {
    Box box;
    for (const SoupPart& part : soup.parts) box.extend(bounds(part.mesh));
    AuthorSettings settings;
    if (box.sizes().y() > 0 && random.below(2) == 0) settings.scale = 5 / box.sizes().y();
    return settings;
}

}  // namespace

MeshFolder::MeshFolder()
    : folder_(fs::temp_directory_path() / fmt::format("thigmo_fuzz_{}", ::getpid())) {
    fs::create_directories(folder_);
    write("leaf.png", samples::sapling().textures[TextureId(0)].bytes);
    for (const MeshSeed& seed : mesh_seeds())
        if (fs::path end = fs::path(seed.file).extension(); end == ".obj" || end == ".mtl")
            write(seed.file, seed.bytes);
}

MeshFolder::~MeshFolder() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

fs::path MeshFolder::write(const std::string& name, std::string_view bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
}

fs::path MeshFolder::opened(const std::string& name) const {
    const fs::path path = folder_ / name;
    return path.extension() == ".mtl" ? fs::path(path).replace_extension(".obj") : path;
}

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

Soup read_sound(const fs::path& path) {
    Progress progress;
    Soup soup = read_soup(path, progress);
    expect_sound(soup);
    return soup;
}

void make_plants(const Soup& soup, Random& random) {
    const AuthorSettings settings = settings_for(soup, random);
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

Format mesh_format(std::string_view ending) {
    Format format;
    format.name = ending;
    const std::string file = fmt::format("mesh.{}", ending);
    for (const auto& seeds : {mesh_seeds(), foreign_seeds()})
        for (const MeshSeed& seed : seeds)
            if (seed.file == file) format.seeds.push_back(seed.bytes);
    const auto folder = std::make_shared<const MeshFolder>();
    format.use = [folder, file](const std::string& bytes) {
        folder->write(file, bytes);
        Random random(checksum(std::as_bytes(std::span(bytes))));
        const Soup soup = read_sound(folder->opened(file));
        accepts([&] { make_plants(soup, random); });  // not every sound mesh is a plant
    };
    return format;
}

}  // namespace thigmo::fuzz
