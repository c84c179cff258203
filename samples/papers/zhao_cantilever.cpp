// One slender beam cut into domains: frequencies and large deflections must not notice the cuts.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "samples/papers/elastica.h"
#include "samples/papers/solid_rods.h"
#include "samples/papers/zhao.h"

namespace thigmo::papers {
namespace {

constexpr std::array<size_t, 4> cuts = {1, 2, 3, 5};

/// How coupling and basis may be had otherwise: as the paper has them.
struct Other {
    const char* name;
    BasisKind basis;
    Coupling coupling;
};
constexpr std::array<Other, 2> others = {{
    {"the paper's basis", BasisKind::paper, Coupling::exact},
    {"lumped", BasisKind::loaded, Coupling::lumped},
}};

double percent(double value, double reference) {
    return 100 * (value / reference - 1);
}

void add_frequencies(size_t domains, Table& table) {
    CutRod rod;
    const std::vector<double> uncut = solid_frequencies(make(rod), DomainId(size_t{0}), 6);
    rod.domains = domains;
    const Plant plant = make(rod);
    const std::vector<double> ours = reduced_frequencies(plant, undamped_reduced(), 6);
    for (size_t i = 0; i < 3; ++i) {
        const std::string name = fmt::format("{} domains: f{} (Hz)", domains, i + 1);
        const int mode = static_cast<int>(i) + 1;
        // A round rod bends alike in two planes: modes come in pairs.
        table.rows.push_back(
            expect(name, ours[2 * i], uncut[2 * i], 0.015, "the uncut beam, all its elements"));
        table.rows.push_back(
            expect(name, ours[2 * i], natural_frequency(rod.beam, mode), 0.015, "Euler–Bernoulli"));
    }
    for (const Other& other : others) {
        const std::vector<double> theirs =
            reduced_frequencies(plant, undamped_reduced(other.basis, other.coupling), 6);
        for (size_t i = 0; i < 3; ++i)
            table.rows.push_back(
                show(fmt::format("{} domains, {}: f{} off by (%)", domains, other.name, i + 1),
                     percent(theirs[2 * i], uncut[2 * i]), "the uncut beam, all its elements"));
    }
}

/// A beam bent sideways in the plane x, y by what the elastica is bent by too.
struct Bent {
    const char* name;
    double taper = 0, crook = 0;
    double young = 1e9;  // Pa
    double force = 0;    // N, at the tip, towards +y
    double gravity = 0;  // m/s², towards −y
};

constexpr double bending = 1e9 * 7.853981633974483e-9;  // EI (N m²) of the straight beam
constexpr std::array<Bent, 5> bents = {{
    {.name = "tip pulled to half its length", .force = 2.0465 * bending},
    {.name = "tapered, pulled", .taper = 0.5, .force = 1.1 * bending},
    {.name = "crooked, pulled", .crook = 0.5, .force = 2.0465 * bending},
    {.name = "under its weight", .young = 7e7, .gravity = 9.81},
    {.name = "tapered, under its weight", .taper = 0.5, .young = 7e7, .gravity = 9.81},
}};

double elastica_tip(const Bent& bent, const Beam& beam) {
    Elastica rod;
    rod.bending = beam.bending();
    rod.force_y = bent.force;
    rod.load_y = -beam.weight(bent.gravity);
    rod.taper = bent.taper;
    rod.crook = bent.crook;
    return solve(rod).y;
}

CutRod rod_of(const Bent& bent, size_t domains) {
    CutRod rod;
    rod.domains = domains;
    rod.taper = bent.taper;
    rod.crook = bent.crook;
    rod.beam.young = bent.young;
    return rod;
}

void add_bent(const Bent& bent, size_t domains, Table& table) {
    const CutRod rod = rod_of(bent, domains);
    const Plant plant = make(rod);
    const Vec3 gravity(0, -bent.gravity, 0), force(0, bent.force, 0);
    const double expected = elastica_tip(bent, rod.beam);
    table.rows.push_back(expect(fmt::format("{}, {} domains: tip (m)", bent.name, domains),
                                settled_tip(plant, settling_reduced(), gravity, force).y(),
                                expected, 0.02, "elastica"));
    if (bent.force == 0 || bent.taper > 0 || bent.crook > 0) return;
    table.rows.push_back(
        show(fmt::format("{}, {} domains, the paper's basis: off by (%)", bent.name, domains),
             percent(settled_tip(plant, settling_reduced(BasisKind::paper), gravity, force).y(),
                     expected),
             "elastica"));
}

/// One domain, cut into pieces as it is by default: nobody has to cut a plant for it to bend.
void add_pieces(const Bent& bent, Table& table) {
    const CutRod rod = rod_of(bent, 1);
    ReducedSettings settings = settling_reduced();
    settings.most_pieces = ReducedSettings().most_pieces;
    const Vec3 tip =
        settled_tip(make(rod), settings, Vec3(0, -bent.gravity, 0), Vec3(0, bent.force, 0));
    table.rows.push_back(expect(fmt::format("{}, in pieces: tip (m)", bent.name), tip.y(),
                                elastica_tip(bent, rod.beam), 0.02, "elastica"));
}

}  // namespace

void zhao_cantilever(Table& table, Progress& progress) {
    for (const size_t domains : cuts) {
        progress.report(0.1 * static_cast<double>(domains), "finding modes");
        add_frequencies(domains, table);
    }
    for (size_t i = 0; i < bents.size(); ++i) {
        progress.report(0.5 + 0.1 * static_cast<double>(i), bents[i].name);
        for (const size_t domains : cuts) add_bent(bents[i], domains, table);
        add_pieces(bents[i], table);
    }
}

}  // namespace thigmo::papers
