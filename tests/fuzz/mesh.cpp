// Mutants of mesh files of every format. What comes of them is a sound soup and a sound plant, or
// an InputError of one line, with no more time and memory than such a file may take.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "samples/plants.h"
#include "tests/fuzz/apart.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mesh_seeds.h"
#include "thigmo/authoring/author.h"
#include "thigmo/authoring/volumes.h"
#include "thigmo/base/error.h"
#include "thigmo/io/soup_file.h"
#include "thigmo/plant/check.h"

namespace thigmo::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr double most_seconds = 30;
constexpr size_t obj_row = 0, mtl_row = 3;  // of the seeds

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

/// Whether a soup was read, and whether a plant was made of it.
enum Outcome { refused = 10, refused_by_author, accepted };

int use(const fs::path& path, Random& random) {
    bool is_soup = false;
    try {
        Progress progress;
        const Soup soup = read_soup(path, progress);
        is_soup = true;
        expect_sound(soup);
        make_plants(soup, settings_for(soup, random));
        return accepted;
    } catch (const InputError& error) {
        const std::string_view text = error.what();
        if (text.empty() || text.find('\n') != text.npos)
            broken(fmt::format("not one line: {}", text));
        return is_soup ? refused_by_author : refused;
    }
}

void run_mutant(const fs::path& path, Random& random, FuzzCount& count) {
    const Apart apart = run_apart([&] { return use(path, random); });
    ++count.mutants;
    count.memory = std::max(count.memory, apart.memory);
    count.seconds = std::max(count.seconds, apart.seconds);
    const uint64_t most = 200'000'000 + 40 * fs::file_size(path);
    if (!is_sanitized && (apart.memory > most || apart.seconds > most_seconds)) {
        tell(fmt::format("{} MB and {:.1f} s", apart.memory / 1'000'000, apart.seconds));
        ++count.over;
    }
    if (apart.status != refused && apart.status != refused_by_author && apart.status != accepted) {
        tell(fmt::format("ended with {}", apart.status));
        ++count.crashed;
        return;
    }
    count.rejected += apart.status != accepted;
    count.reached += apart.status != refused;
    count.accepted += apart.status == accepted;
}

}  // namespace

std::vector<FuzzCount> fuzz_mesh(size_t count, uint64_t seed) {
    std::vector<MeshSeed> seeds = mesh_seeds();
    std::ranges::move(foreign_seeds(), std::back_inserter(seeds));
    const MeshFolder folder;
    std::vector<FuzzCount> counts;
    for (const MeshSeed& mesh : seeds) counts.push_back({mesh.name});
    for (size_t i = 0; i < count; ++i) {
        if (!note("mesh", i)) continue;
        Random random(mix(seed, i));
        const size_t row = i % seeds.size();
        for (const MeshSeed& mesh : {seeds[obj_row], seeds[mtl_row]})
            folder.write(mesh.file, mesh.bytes);
        fs::path path = folder.write(seeds[row].file, mutate(seeds[row], random));
        if (row == mtl_row) path.replace_extension(".obj");
        run_mutant(path, random, counts[row]);
    }
    return counts;
}

}  // namespace thigmo::fuzz
