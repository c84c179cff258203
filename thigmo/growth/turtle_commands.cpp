// The tables of symbols.
#include "thigmo/growth/turtle_commands.h"

#include <string_view>
#include <unordered_map>

namespace thigmo::turtle {
namespace {

using Table = std::unordered_map<std::string_view, Command>;

const Table& shared_symbols() {
    static const Table table = {
        {"F", Command::draw},       {"G", Command::draw_quiet},  {"f", Command::move},
        {"g", Command::move_quiet}, {"+", Command::turn_left},   {"-", Command::turn_right},
        {"&", Command::pitch_down}, {"^", Command::pitch_up},    {"\\", Command::roll_left},
        {"/", Command::roll_right}, {"|", Command::turn_around}, {"!", Command::thinner},
        {"~", Command::shape},      {"[", Command::branch},      {"]", Command::branch_end},
        {"{", Command::polygon},    {".", Command::corner},      {"}", Command::polygon_end},
        {"%", Command::cut}};
    return table;
}

const Table& cpfg_symbols() {
    // Colours `;` and `,` draw nothing: looks come from the palette.
    static const Table table = {{"#", Command::thicker},       {"_", Command::elasticity},
                                {"@v", Command::roll_level},   {"@o", Command::disc},
                                {"@c", Command::disc},         {"@O", Command::ball},
                                {"@Gs", Command::curve_start}, {"@Gc", Command::curve_point},
                                {"@Ge", Command::curve_end},   {"@Gt", Command::curve_tangents},
                                {"@M", Command::place},        {"@R", Command::aim}};
    return table;
}

const Table& abop_symbols() {
    static const Table table = {{"$", Command::roll_level}};
    return table;
}

Command command_of(std::string_view name, const Table& own, bool bodies) {
    if (bodies && name == "B") return Command::body;
    if (bodies && name == "J") return Command::joint;
    for (const Table* table : {&shared_symbols(), &own})
        if (const auto at = table->find(name); at != table->end()) return at->second;
    if (name.size() > 1 && name[0] == '~') return Command::shape;
    return name[0] == '@' ? Command::unknown_at : Command::nothing;
}

}  // namespace

bool draws(Command command) {
    switch (command) {
        case Command::draw:
        case Command::draw_quiet:
        case Command::move:
        case Command::move_quiet:
        case Command::shape:
        case Command::disc:
        case Command::ball:
        case Command::curve_start:
        case Command::polygon:
            return true;
        default:
            return false;
    }
}

std::vector<Command> commands_of(const Alphabet& alphabet, Dialect dialect, bool bodies) {
    const Table& own = dialect == Dialect::cpfg ? cpfg_symbols() : abop_symbols();
    std::vector<Command> commands;
    for (Symbol symbol = 0; symbol < alphabet.size(); ++symbol)
        commands.push_back(command_of(alphabet.name(symbol), own, bodies));
    return commands;
}

}  // namespace thigmo::turtle
