// Texts that plants are grown from beside grammars: strings of modules, cpfg's view files, and the
// tables of species.
#include <array>

#include "tests/fuzz/fuzz.h"
#include "thigmo/growth/view_file.h"
#include "thigmo/materials/species.h"
#include "thigmo/plant/check.h"
#include "thigmo/scene/nursery.h"

namespace thigmo::fuzz {
namespace {

constexpr std::array<std::string_view, 4> strings = {
    "!(0.1)F(1)[+(30)&(20)F(0.5)~l(0.2)]/(137.5)[-F\\f(0.1)G|F]%\n",
    "B(2,0.1,500)J(3e9,0,0,1.5707963267948966,0,0.1,0.2,0.4)B(1,0.05,600)\n",
    "B(2,0,0.5,0,0.1,0.5,0,0.6,0.01,0.6)J(0,0,1.5,0,0,0,11,12,13)B(3,0,0.25,0,0,0.25,0,0.1,0,0.1)",
    "@Gs F(1)@Gc(2)+F(1)@Ge(3)[{.F.+F.+F.}@c(0.1)@o(0.2)];(2)$^F@v!F{-f(1)++f(1)}\n"};

constexpr std::array<std::string_view, 1> views = {
    "angle factor: 12\ninitial color: 3 3 /* two sides */\ncolor increment: 2\n"
    "initial line width: 0.2\nline width increment: 0.02 // thin\n"
    "tropism direction: -0.04,1.0, 0.5\ninitial elasticity: 0.4\nelasticity increment: -0.06\n"
    "interpretation past %: on\nangle increment: +22.5\nviewpoint: 0,0,1\n#define X 1\n"};

constexpr std::array<std::string_view, 1> tables = {R"(name = "weed"
latin = "Herba"
height_m = 0.9
age_years = 4
min_age_years = 1
max_age_years = 30
[material.wood]
young_pa = { value = 1.2e9, source = "estimate" }
shear_pa = { value = 4.4e8, source = "estimate" }
density_kg_m3 = { value = 900, source = "estimate" }
strength_pa = { value = 2e7, source = "estimate" }
damping = { value = 0.08, source = "estimate" }
drag = { value = 1.1, source = "estimate" }
vogel = { value = 0, source = "estimate" }
tip_young = 0.5
[material.twig]
density_kg_m3 = { value = 800, source = "estimate" }
[look.trunk]
bark = "fissured"
colour = "#5d4326"
groove_colour = "#3d2316"
pixels = 16
[look.branch]
colour = "#8a8a48"
[look.twig]
colour = "#7f9347"
roughness = 0.5
[shape.l]
name = "blade"
kind = "leaf"
material = "twig"
form = "blade"
length_m = 0.05
width_m = 0.02
thickness_m = 0.0002
lobes = 3
lobe_depth = 0.3
teeth = 5
tooth_depth = 0.1
veins = 3
droop_deg = 20
rows = 2
stalk_m = 0.01
colour = "#5f8a35"
pixels = 16
[shape.m]
like = "l"
form = "compound"
rachis_m = 0.1
pairs = 2
pixels = 16
[shape.n]
name = "needles"
kind = "petal"
material = "wood"
form = "shoot"
axis_m = 0.05
axis_colour = "#5f4a35"
length_m = 0.01
width_m = 0.001
thickness_m = 0.0002
needles = 9
colour = "#3f6a35"
pixels = 16
[shape.k]
name = "nut"
kind = "fruit"
material = "wood"
form = "fruit"
length_m = 0.02
width_m = 0.01
profile = [[0, 0], [0.5, 1], [1, 0]]
skin = "scales"
half_sides = 2
colour = "#6b4a2f"
pixels = 16
)"};

}  // namespace

Format modules_format() {
    return {"modules",
            {strings.begin(), strings.end()},
            [palette = default_palette()](const std::string& text) {
                for (const Dialect dialect : {Dialect::cpfg, Dialect::abop}) {
                    TurtleSettings settings;
                    settings.dialect = dialect;
                    draw_string(text, "mutant", settings, palette);
                }
            }};
}

Format view_format() {
    return {"view",
            {views.begin(), views.end()},
            [palette = default_palette()](const std::string& text) {
                TurtleSettings settings;
                Log log;
                read_view(text, "mutant.v", settings, log);
                draw_string("F[+F]!#'F[-F&F]", "string", settings, palette);
            }};
}

Format species_format() {
    return {"species", {tables.begin(), tables.end()}, [](const std::string& text) {
                Species species = read_species(text, "mutant.toml");
                draw_string("F[+F~l]~m[^F~n]~k", "string", {}, species.palette);
            }};
}

}  // namespace thigmo::fuzz
