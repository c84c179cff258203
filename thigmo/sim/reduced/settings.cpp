// Ranges of the reduced simulator's settings, and their keys in a scene.
#include "thigmo/sim/reduced/settings.h"

#include <fmt/format.h>

#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/base/settings.h"

namespace thigmo {
namespace {

void expect(bool holds, const char* name, double found, const char* expected) {
    if (!holds) throw InputError(fmt::format("{}: found {:g}, expected {}", name, found, expected));
}

bool within(double x, double low, double high) {
    return x >= low && x <= high;
}

template <class Whole>
void read_list(const Settings& table, const char* key, Range range, std::vector<Whole>& list) {
    if (!table.has(key)) return;
    list.clear();
    for (const double x : table.list(key, range)) {
        if (x != std::floor(x)) table.refuse(key, "whole numbers");
        list.push_back(static_cast<Whole>(x));
    }
}

}  // namespace

void check(const ReducedSettings& s) {
    check(s.footing);
    expect(!s.modes.empty() && !s.derivatives.empty(), "modes", 0, "at least one number");
    for (const int count : s.modes) expect(within(count, 1, 12), "modes", count, "1 to 12");
    for (const int count : s.derivatives)
        expect(within(count, 0, 20), "derivatives", count, "0 to 20");
    expect(within(s.wind_samples, 1, 100), "wind_samples", s.wind_samples, "1 to 100");
    check(s.leaf);
    expect(!s.skin_leaves.empty(), "skin_leaves", 0, "at least one number");
    for (const int skinned : s.skin_leaves)
        expect(within(skinned, 0, 1), "skin_leaves", skinned, "0 or 1");
    expect(within(s.most_flexible, 1, 1e9), "most_flexible", s.most_flexible, "1 or more");
    expect(within(s.most_pieces, 1, 100), "most_pieces", s.most_pieces, "1 to 100");
    expect(within(s.fold_share, 0, 1), "fold_share", s.fold_share, "0 to 1");
    expect(within(s.stiffness_by_order, 1e-3, 1e3), "stiffness_by_order", s.stiffness_by_order,
           "0.001 to 1000");
    expect(within(s.tolerance, 1e-14, 1e-2), "tolerance", s.tolerance, "1e-14 to 0.01");
    expect(within(s.most_iterates, 2, 1000), "most_iterates", s.most_iterates, "2 to 1000");
}

void read_reduced(const Settings& table, ReducedSettings& own) {
    own.basis = table.choose("basis", basis_kind_names, own.basis);
    own.coupling = table.choose("coupling", coupling_names, own.coupling);
    own.solid = table.choose("solid", solid_kind_names, own.solid);
    own.integrator = table.choose("integrator", reduced_integrator_names, own.integrator);
    read_list(table, "modes", {1, 12}, own.modes);
    read_list(table, "derivatives", {0, 20}, own.derivatives);
    own.wind_samples = table.whole("wind_samples", {1, 100}, own.wind_samples);
    read_list(table, "skin_leaves", {0, 1}, own.skin_leaves);
    own.most_flexible = table.whole("most_flexible", {1, 1e9}, own.most_flexible);
    own.most_pieces = table.whole("most_pieces", {1, 100}, own.most_pieces);
    own.fold_share = table.number("fold_share", {0, 1}, own.fold_share);
    own.stiffness_by_order =
        table.number("stiffness_by_order", {1e-3, 1e3}, own.stiffness_by_order);
    own.damping = table.yes("damping", own.damping);
    own.tolerance = table.number("tolerance", {1e-14, 1e-2}, own.tolerance);
    own.most_iterates = table.whole("most_iterates", {2, 1000}, own.most_iterates);
}

}  // namespace thigmo
