// One reader per kind of event.
#include "thigmo/scene/event_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

constexpr Range any_number{-1e9, 1e9};
constexpr Range from_zero{0, 1e9};
constexpr Range longest{0, 1e6};  // s
constexpr double degree = std::numbers::pi / 180;

Happening read_pull(const Settings& table) {
    Pull pull;
    if (table.has("to_m")) pull.to = table.vector("to_m", any_number);
    if (table.has("by_m")) pull.by = table.vector("by_m", any_number);
    if (table.has("force_n")) pull.force = table.vector("force_n", any_number);
    const int given = pull.to.has_value() + pull.by.has_value() + pull.force.has_value();
    if (given == 0) throw input_error(table.place("do"), "a pull", "one of to_m, by_m and force_n");
    if (given > 1)
        table.refuse(pull.force ? "force_n" : "by_m", "only one of to_m, by_m and force_n");
    if (table.has("stiffness_n_m")) pull.stiffness = table.number("stiffness_n_m", from_zero);
    if (table.has("damping_n_s_m")) pull.damping = table.number("damping_n_s_m", from_zero);
    return pull;
}

Happening read_pin(const Settings& table) {
    Pin pin;
    if (table.has("stiffness_n_m")) pin.stiffness = table.number("stiffness_n_m", from_zero);
    return pin;
}

Happening read_twist(const Settings& table) {
    Twist twist;
    twist.torque = table.number("torque_n_m", any_number);
    twist.spread = table.yes("spread", false);
    if (table.has("axis")) {
        const Vec3 axis = table.vector("axis", any_number);
        if (axis.isZero(0)) table.refuse("axis", "a direction");
        twist.axis = axis.normalized();
    }
    return twist;
}

Happening read_accelerate(const Settings& table) {
    return Accelerate{table.vector("acceleration_m_s2", any_number, Vec3::Zero()),
                      table.vector("angular_acceleration_rad_s2", any_number, Vec3::Zero())};
}

Happening read_move(const Settings& table) {
    Move move;
    for (const std::vector<double>& row : table.rows("path", 7, {-1e6, 1e6})) {
        if (!move.path.empty() && !(row[0] > move.path.back().time))
            table.refuse("path", "times that grow");
        move.path.push_back(
            {row[0], Vec3(row[1], row[2], row[3]), degree * Vec3(row[4], row[5], row[6])});
    }
    if (move.path.empty() || move.path.front().time < 0)
        table.refuse("path",
                     "rows [time_s, x_m, y_m, z_m, tilt about x, y, z in degrees] from "
                     "time 0 on");
    const Move::At& first = move.path.front();
    if (first.time > 0 || !first.offset.isZero(0) || !first.tilt.isZero(0))
        move.path.insert(move.path.begin(), Move::At{});
    return move;
}

Happening read_shake(const Settings& table) {
    return Shake{table.vector("amplitude_m", {-1e3, 1e3}, Vec3::Zero()),
                 degree * table.vector("tilt_deg", {-360, 360}, Vec3::Zero()),
                 table.number("frequency_hz", {1e-3, 1e3})};
}

Happening read_stiffness(const Settings& table) {
    StiffnessChange change;
    change.factor = table.number("factor", {1e-6, 1e6});
    if (table.has("order")) change.order = table.whole("order", {0, 65535}, 0);
    if (table.has("kind"))
        change.kind = static_cast<Kind>(table.word(
            "kind", std::vector<std::string>(
                        kind_names.begin(), kind_names.begin() + static_cast<size_t>(Kind::prop))));
    change.subtree = table.yes("subtree", true);
    return change;
}

Happening read_wind_change(const Settings& table, const std::optional<WindSettings>& air) {
    const bool still = !air || air->kind == WindSettings::Kind::calm || !(air->speed > 0);
    if (still)
        throw input_error(table.place("do"), "a change of wind in air that stands still",
                          "an [air] with wind");
    WindChange change;
    if (table.has("wind") && table.has("factor")) table.refuse("factor", "either wind or factor");
    if (table.has("wind") && air->kind == WindSettings::Kind::recorded)
        table.refuse("wind", "a factor, because the wind is recorded");
    if (table.has("wind")) change.factor = read_wind_speed(table, "wind") / air->speed;
    if (table.has("factor")) change.factor = table.number("factor", {0, 1e3});
    const Vec3& now = air->direction;
    const double before = std::atan2(-now.z(), now.x());
    if (table.has("direction_deg"))
        change.turn = std::remainder(degree * table.number("direction_deg", {-360, 360}) - before,
                                     2 * std::numbers::pi);
    return change;
}

using Reader = Happening (*)(const Settings&);
struct Word {
    const char* name;
    Reader read;
};
constexpr std::array<Word, 12> words = {{
    {"pull", read_pull},
    {"release", [](const Settings& t) -> Happening { return Release{t.text("of", "")}; }},
    {"pin", read_pin},
    {"twist", read_twist},
    {"impulse",
     [](const Settings& t) -> Happening { return Impulse{t.vector("impulse_n_s", any_number)}; }},
    {"push", [](const Settings& t) -> Happening { return Push{t.vector("force_n", any_number)}; }},
    {"accelerate", read_accelerate},
    {"move", read_move},
    {"shake", read_shake},
    {"gravity",
     [](const Settings& t) -> Happening {
         return GravityChange{t.vector("gravity_m_s2", {-1e4, 1e4})};
     }},
    {"stiffness", read_stiffness},
    {"cut", [](const Settings&) -> Happening { return Cut{}; }},
}};

Happening read_happening(const Settings& table, const std::optional<WindSettings>& air) {
    std::vector<std::string> names;
    for (const Word& word : words) names.emplace_back(word.name);
    names.emplace_back("wind");
    const size_t which = table.word("do", names);
    return which == words.size() ? read_wind_change(table, air) : words[which].read(table);
}

}  // namespace

Vec3 wind_direction(double degrees) {
    return {std::cos(degree * degrees), 0, -std::sin(degree * degrees)};
}

double read_wind_speed(const Settings& table, std::string_view key) {
    if (!table.is_text(key)) return table.number(key, {0, 100});
    try {
        return parse_wind(table.text(key)).speed;
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", table.place(key).str(), error.what()));
    }
}

PlaceName read_place(const Settings& table) {
    PlaceName place;
    place.domain = table.text("domain", "");
    if (table.has("key")) {
        const std::string text = table.text("key");
        Key key = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key);
        if (error != std::errc() || end != text.data() + text.size())
            table.refuse("key", "a whole number in quotes");
        place.key = key;
    }
    if (table.has("at_m")) place.near = table.vector("at_m", {-1e6, 1e6});
    if (table.has("along")) place.along = table.number("along", {0, 1});
    if (!place.domain.empty() + place.key.has_value() + place.near.has_value() > 1)
        table.refuse(place.near ? "at_m" : "key", "one of domain, key and at_m");
    if (place.near && place.along) table.refuse("along", "no along with at_m");
    return place;
}

Event read_event(const Settings& table, const std::optional<WindSettings>& air) {
    const auto first_of = [&](std::initializer_list<const char*> keys) {
        for (const char* key : keys)
            if (table.has(key)) return table.place(key).str();
        return table.place("do").str();
    };
    Event event;
    event.where = table.place("do").str();
    event.where_plant = first_of({"plant"});
    event.at = table.number("at_s", longest);
    event.duration = table.number("for_s", longest, event.duration);
    event.ramp = table.number("ramp_s", longest, 0);
    event.name = table.text("name", "");
    event.plant = table.text("plant", "");
    event.what = read_happening(table, air);
    if (has_place(event.what) || std::holds_alternative<StiffnessChange>(event.what)) {
        event.place = read_place(table);
        event.where_place = first_of({"domain", "key", "at_m"});
    }
    if (std::holds_alternative<Release>(event.what)) event.where_place = first_of({"of"});
    if (std::holds_alternative<Shake>(event.what) && !table.has("for_s")) event.duration = 1e6;
    return event;
}

}  // namespace thigmo
