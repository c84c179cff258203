// The decisions file in.
#include "thigmo/authoring/decisions.h"

#include <cmath>

#include "thigmo/base/settings.h"

namespace thigmo {
namespace {

constexpr Range any_row{0, 4294967294.0};
constexpr Range any_place{-1e9, 1e9};

/// What the machine wrote beside a choice, for people: read and left alone.
void pass_over(const Settings& table, std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
        if (!table.has(key)) continue;
        if (table.is_text(key))
            table.text(key);
        else if (table.is_number(key))
            table.number(key, {-1e300, 1e300});
        else
            table.texts(key);
    }
}

PieceId piece_of(const Settings& table) {
    const double number = table.number("piece", any_row);
    if (number != std::floor(number)) table.refuse("piece", "a whole number");
    return PieceId(static_cast<size_t>(number));
}

std::pair<std::string, std::string> pair_of(const Settings& table, const char* key) {
    const std::vector<std::string> names = table.texts(key);
    if (names.size() != 2) table.refuse(key, "the names of two limbs");
    return {names[0], names[1]};
}

}  // namespace

Decisions read_decisions(std::string_view text, const std::string& file) {
    const Settings settings = Settings::parse(text, file);
    Decisions decisions;
    if (settings.has("triangles"))
        decisions.triangles =
            static_cast<uint64_t>(settings.number("triangles", {0, 4294967295.0}));
    if (settings.has("roots")) {
        decisions.roots = settings.texts("roots");
        decisions.roots_where = settings.place("roots").str();
    }
    for (const Settings& table : settings.tables("piece")) {
        const size_t role = table.word("role", {role_names.begin(), role_names.end()});
        decisions.pieces.push_back(
            {piece_of(table), static_cast<Role>(role), table.place("piece").str()});
        pass_over(table, {"confidence", "reason"});
    }
    for (const Settings& table : settings.tables("limb")) {
        decisions.limbs.push_back(
            {table.text("limb"), table.text("grows_from"), table.place("limb").str()});
        pass_over(table, {"runner_up", "margin", "gap_m", "reason"});
    }
    for (const Settings& table : settings.tables("loop")) {
        const auto [a, b] = pair_of(table, "cut");
        decisions.cuts.push_back({a, b, table.place("cut").str()});
        pass_over(table, {"limbs", "runner_up", "margin"});
    }
    for (const Settings& table : settings.tables("anchor")) {
        Decisions::AnchorAt anchor;
        anchor.piece = piece_of(table);
        anchor.at_centre = table.yes("centre", false);
        if (!anchor.at_centre) anchor.point = table.vector("point_m", any_place);
        anchor.where = table.place("piece").str();
        decisions.anchors.push_back(anchor);
        pass_over(table, {"copies", "gap"});
    }
    for (const Settings& table : settings.tables("split"))
        decisions.splits.push_back(
            {table.text("limb"), table.number("along", {0.01, 0.99}), table.place("limb").str()});
    for (const Settings& table : settings.tables("merge"))
        decisions.merges.push_back({table.text("limb"), table.place("limb").str()});
    settings.finish();
    return decisions;
}

}  // namespace thigmo
