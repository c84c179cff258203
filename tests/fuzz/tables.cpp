// Small texts: decisions of authoring, frequencies to match, tables of cylinders and of tracks.
#include <fmt/format.h>

#include <array>

#include "samples/plants.h"
#include "tests/fuzz/format.h"
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

Format decisions_format() {
    return {"decisions", {decisions.begin(), decisions.end()}, [](const std::string& text) {
                read_decisions(text, "mutant");
            }};
}

Format match_format() {
    return {"match",
            {matches.begin(), matches.end()},
            [plant = samples::sapling()](const std::string& text) {
                read_frequencies(plant, text, "mutant");
            }};
}

Format qsm_format() {
    return {"qsm", {cylinders.begin(), cylinders.end()}, use_cylinders};
}

Format tracks_format() {
    return {"tracks", {tracks.begin(), tracks.end()}, [](const std::string& text) {
                for (const auto& track : read_tracks(text, "mutant").tracks)
                    for (const Vec3& point : track.points)
                        if (!point.allFinite()) broken("a point nowhere");
            }};
}

}  // namespace thigmo::fuzz
