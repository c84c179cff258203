// Mutants of small texts: decisions of authoring, frequencies to match, tables of cylinders and of
// tracks. Only an InputError of one line may come of them, or what they say.
#include <fmt/format.h>
#include <array>

#include "samples/plants.h"
#include "tests/fuzz/fuzz.h"
#include "thigmo/authoring/decisions.h"
#include "thigmo/io/qsm.h"
#include "thigmo/io/track_table.h"
#include "thigmo/plant/check.h"
#include "thigmo/scene/match.h"

namespace thigmo::fuzz {
namespace {

constexpr std::array<std::string_view, 1> decisions = {
    "triangles = 4\nroots = [\"0\"]\n[[piece]]\npiece = 1\nrole = \"leaf\"\n"
    "[[limb]]\nlimb = \"2\"\ngrows_from = \"0\"\n[[loop]]\ncut = [\"1\", \"2\"]\n"
    "[[split]]\nlimb = \"0\"\nalong = 0.5\n[[merge]]\nlimb = \"1\"\n"
    "[[anchor]]\npiece = 3\npoint_m = [0, 1, 0.5]\n"};

constexpr std::array<std::string_view, 1> matches = {"# Hz\ntrunk = 0.8\n"};

constexpr std::array<std::string_view, 2> cylinders = {
    "cyl,radius_m,length_m,start_x,start_y,start_z,axis_x,axis_y,axis_z,parent_cyl,extension_cyl\n"
    "1,0.1,1,10,20,5,0,0,1,0,2\n2,0.08,1,10,20,6,0,0,2,1,0\n3,0.02,0.5,10.08,20,6.5,3,0,4,2,0\n",
    "ID,parentID,startX,startY,startZ,endX,endY,endZ,radius,length,branchOrder,branchID\n"
    "1,0,0,0,0,0,0,1,0.1,1,0,0\n2,1,0,0,1,0,0,2,0.08,1,0,0\n3,1,0.1,0,0.5,1,0,1,0.02,1.1,1,1\n"};

constexpr std::array<std::string_view, 1> tracks = {
    "time_s,tip_x_m,tip_y_m,tip_z_m,angle_deg\n0,1,2,3,9\n0.5,4,5,6,8\n1,4.5,5,6,7\n"};

std::string damaged_bytes(std::string text, Random& random) {
    constexpr std::string_view likely = "0123456789.-+e,\n\t=[]{}\"' ";
    for (uint64_t i = random.below(4) + 1; i > 0; --i)
        text[random.below(text.size())] = random.below(4) == 0
                                              ? static_cast<char>(random.below(256))
                                              : likely[random.below(likely.size())];
    return text;
}

std::string other_numbers(std::string text, Random& random) {
    constexpr std::array<std::string_view, 12> values = {
        "0", "-1", "1e300", "nan", "inf", "-inf", "1e-300", "4294967296", "0.5", "7", "a", "1e19"};
    for (uint64_t i = random.below(3) + 1; i > 0; --i) {
        const size_t from = text.find_first_of("0123456789", random.below(text.size()));
        if (from == text.npos) continue;
        const size_t to = std::min(text.find_first_not_of("0123456789.", from), text.size());
        text.replace(from, to - from, values[random.below(values.size())]);
    }
    return text;
}

/// A run of the text once more, many times, or away.
std::string spliced(std::string text, Random& random) {
    const size_t from = random.below(text.size());
    const std::string run = text.substr(from, random.below(20) + 1);
    if (random.below(3) == 0) return text.erase(from, run.size());
    for (uint64_t i = random.below(8) == 0 ? 3000 : 1; i > 0; --i) text.insert(from, run);
    return text;
}

constexpr std::array<TextMutation, 3> mutations = {
    {{"damaged bytes", damaged_bytes}, {"other numbers", other_numbers}, {"spliced", spliced}}};

QsmSettings wooden() {
    QsmSettings settings;
    settings.name = "tree";
    Material wood;
    wood.name = "wood";
    wood.density = 500;
    const MaterialId material = settings.palette.materials.push_back(wood);
    settings.palette.wood.fill({material, settings.palette.looks.push_back({})});
    return settings;
}

void use_cylinders(const std::string& text) {
    Progress progress;
    const Plant plant = import_qsm(text, "mutant", wooden(), progress).plant;
    if (const std::string fault = find_fault(plant); !fault.empty())
        broken(fmt::format("a table that makes {}", fault));
}

}  // namespace

std::vector<FuzzCount> fuzz_decisions(size_t count, uint64_t seed) {
    return fuzz_text(
        "decisions", decisions, mutations,
        [](const std::string& text) { read_decisions(text, "mutant"); }, count, seed);
}

std::vector<FuzzCount> fuzz_match(size_t count, uint64_t seed) {
    const Plant plant = samples::sapling();
    return fuzz_text(
        "match", matches, mutations,
        [&](const std::string& text) { read_frequencies(plant, text, "mutant"); }, count, seed);
}

std::vector<FuzzCount> fuzz_qsm(size_t count, uint64_t seed) {
    return fuzz_text("qsm", cylinders, mutations, use_cylinders, count, seed);
}

std::vector<FuzzCount> fuzz_tracks(size_t count, uint64_t seed) {
    return fuzz_text(
        "tracks", tracks, mutations,
        [](const std::string& text) {
            for (const auto& track : read_tracks(text, "mutant").tracks)
                for (const Vec3& point : track.points)
                    if (!point.allFinite()) broken("a point nowhere");
        },
        count, seed);
}

}  // namespace thigmo::fuzz
