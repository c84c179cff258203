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

constexpr double most_seconds = 10;
constexpr size_t obj_row = 0, mtl_row = 3;  // of the seeds

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
        for (const MeshSeed& mesh : {seeds[obj_row], seeds[mtl_row]})
            folder.write(mesh.file, mesh.bytes);
        fs::path path = folder.write(seeds[row].file, mutate(seeds[row], random));
        if (row == mtl_row) path.replace_extension(".obj");
        run_mutant(path, random, counts[row]);
    }
    return counts;
}

}  // namespace thigmo::fuzz
