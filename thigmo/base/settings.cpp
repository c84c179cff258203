// TOML by toml++, with one line for every mistake.
#include "thigmo/base/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "thigmo/base/nearest_word.h"
#include "thigmo/base/settings_depth.h"
#include "thigmo/base/utf8.h"

namespace thigmo {
namespace {

int line_of(const toml::node& node) {
    return static_cast<int>(node.source().begin.line);
}
int column_of(const toml::node& node) {
    return static_cast<int>(node.source().begin.column);
}

/// Where a key stands, and its value.
struct Member {
    std::string key;
    int line, column;
    const toml::node* node;
};

/// Members of a table in the order of the file.
std::vector<Member> in_order(const toml::table& table) {
    std::vector<Member> members;
    for (const auto& [key, node] : table) {
        const auto& at = key.source().begin;
        members.push_back({std::string(key.str()), static_cast<int>(at.line),
                           static_cast<int>(at.column), &node});
    }
    std::stable_sort(members.begin(), members.end(), [](const Member& a, const Member& b) {
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    return members;
}

/// What the library found, which may quote a line break, and whatever the file holds.
std::string one_line(const toml::parse_error& error) {
    constexpr size_t most = 200;
    const std::string_view found = error.description();
    std::string text = found.size() <= most ? std::string(found) : clean_text(found, most) + "…";
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
}

std::string shown(const toml::node& node);

/// "[1, 2, 3]", or the first of many members and "…".
std::string shown(const toml::array& array) {
    constexpr size_t enough = 36;  // characters
    std::string text = "[";
    for (const toml::node& member : array) {
        if (text.size() > 1) text += ", ";
        if (text.size() > enough) return text + "…]";
        text += shown(member);
    }
    return text + "]";
}

std::string shown(const toml::node& node) {
    std::ostringstream text;
    if (node.is_table())
        text << "a table";
    else if (node.is_array())
        text << shown(*node.as_array());
    else if (const auto number = node.value_exact<double>())
        text << fmt::format("{}", *number);  // toml++ would write 9.81 as 9.8100000000000005
    else
        text << toml::node_view(node);
    return node.is_array() ? text.str() : shortened(text.str());
}

/// What a key may be, and which was meant.
std::string known_keys(const std::set<std::string, std::less<>>& asked, std::string_view found) {
    std::vector<std::string> keys;
    for (const std::string& key : asked)
        if (key != found) keys.push_back(key);
    if (keys.empty()) return "none";
    return fmt::format("one of {}{}", fmt::join(keys, ", "), did_you_mean(found, keys));
}

std::string shown(Range range) {
    return fmt::format("a number from {:g} to {:g}", range.low, range.high);
}

/// The numbers of an array; none where it is no array, or holds anything else or out of range.
std::optional<std::vector<double>> numbers_in(const toml::node& node, Range range) {
    const toml::array* array = node.as_array();
    if (!array) return std::nullopt;
    std::vector<double> numbers;
    for (const toml::node& member : *array) {
        const auto number = member.value<double>();
        if (!number || !range.holds(*number)) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

}  // namespace

struct Settings::File {
    std::string name;
    toml::table root;
    std::set<const toml::node*> read;
    std::map<const toml::table*, std::set<std::string, std::less<>>> asked;  // keys of each
};

struct Settings::Node {
    const toml::table& table;
};

Settings::Settings(std::shared_ptr<File> file, std::shared_ptr<const Node> node)
    : file_(std::move(file)), node_(std::move(node)) {}

Settings Settings::parse(std::string_view text, const std::string& file) {
    auto parsed = std::make_shared<File>();
    parsed->name = file;
    check_depth(text, file);
    try {
        parsed->root = toml::parse(text, file);
    } catch (const toml::parse_error& error) {
        const auto& at = error.source().begin;
        const TextPlace place{file, static_cast<int>(at.line), static_cast<int>(at.column)};
        throw InputError(fmt::format("{}: not TOML: {}", place.str(), one_line(error)));
    }
    auto root = std::make_shared<const Node>(Node{parsed->root});
    return {std::move(parsed), std::move(root)};
}

/// The key's toml::node, or null; as void* to keep the library out of the header.
const void* Settings::find(std::string_view key) const {
    if (!key.empty()) file_->asked[&node_->table].emplace(key);
    const toml::node* node = node_->table.get(key);
    return node || !base_ ? static_cast<const void*>(node) : base_->find(key);
}

bool Settings::has(std::string_view key) const {
    return find(key) != nullptr;
}

TextPlace Settings::place(std::string_view key) const {
    const auto* node = static_cast<const toml::node*>(find(key));
    const toml::node& at = node ? *node : static_cast<const toml::node&>(node_->table);
    return {file_->name, line_of(at), column_of(at)};
}

std::vector<std::string> Settings::keys() const {
    std::vector<std::string> names;
    for (const Member& member : in_order(node_->table)) names.push_back(member.key);
    return names;
}

void Settings::fail(std::string_view key, std::string_view expected) const {
    const auto* node = static_cast<const toml::node*>(find(key));
    if (!node)
        throw input_error(place(key), fmt::format("no {}", key),
                          fmt::format("{} = {}", key, expected));
    throw input_error(place(key), fmt::format("{} = {}", shortened(key), shown(*node)), expected);
}

template <class T>
T Settings::value(std::string_view key, std::string_view expected) const {
    const auto* node = static_cast<const toml::node*>(find(key));
    const auto found = node ? node->value<T>() : std::optional<T>();
    if (!found) fail(key, expected);
    file_->read.insert(node);
    return *found;
}

double Settings::number(std::string_view key, Range range) const {
    const double found = value<double>(key, shown(range));
    if (!(found >= range.low && found <= range.high)) fail(key, shown(range));
    return found;
}

double Settings::number(std::string_view key, Range range, double otherwise) const {
    return has(key) ? number(key, range) : otherwise;
}

int Settings::whole(std::string_view key, Range range, int otherwise) const {
    if (!has(key)) return otherwise;
    const std::string expected =
        fmt::format("a whole number from {:g} to {:g}", range.low, range.high);
    if (is_boolean(key)) fail(key, expected);  // toml++ would read true as 1
    const auto found = static_cast<double>(value<int64_t>(key, expected));
    if (found < range.low || found > range.high) fail(key, expected);
    return static_cast<int>(found);
}

bool Settings::yes(std::string_view key, bool otherwise) const {
    if (!has(key)) return otherwise;
    if (!is_boolean(key)) fail(key, "true or false");
    return value<bool>(key, "true or false");
}

std::string Settings::text(std::string_view key) const {
    return value<std::string>(key, "a text in quotes");
}

std::string Settings::text(std::string_view key, std::string_view otherwise) const {
    return has(key) ? text(key) : std::string(otherwise);
}

size_t Settings::word(std::string_view key, const std::vector<std::string>& words) const {
    const std::string expected = fmt::format("one of {}", fmt::join(words, ", "));
    const std::string text = value<std::string>(key, expected);
    const auto found = std::find(words.begin(), words.end(), text);
    if (found == words.end()) fail(key, expected + did_you_mean(text, words));
    return static_cast<size_t>(found - words.begin());
}

Vec3f Settings::colour(std::string_view key) const {
    constexpr std::string_view expected = "a colour like \"#5a7d2b\"";
    const std::string text = value<std::string>(key, expected);
    if (text.size() != 7 || text[0] != '#' ||
        text.find_first_not_of("0123456789abcdefABCDEF", 1) != std::string::npos)
        fail(key, expected);
    const auto channel = [&](size_t at) {
        return static_cast<float>(std::stoi(text.substr(at, 2), nullptr, 16)) / 255.0f;
    };
    return {channel(1), channel(3), channel(5)};
}

Vec3f Settings::colour(std::string_view key, const Vec3f& otherwise) const {
    return has(key) ? colour(key) : otherwise;
}

std::vector<double> Settings::list(std::string_view key, Range range) const {
    if (is_number(key)) return {number(key, range)};
    const std::string expected = fmt::format(
        "a number or an array of numbers, each from {:g} to {:g}", range.low, range.high);
    const auto* node = static_cast<const toml::node*>(find(key));
    const auto numbers = node ? numbers_in(*node, range) : std::nullopt;
    if (!numbers || numbers->empty()) fail(key, expected);
    file_->read.insert(node);
    return *numbers;
}

std::vector<std::string> Settings::texts(std::string_view key) const {
    const auto* node = static_cast<const toml::node*>(find(key));
    const toml::array* array = node ? node->as_array() : nullptr;
    std::vector<std::string> found;
    if (array != nullptr)
        for (const toml::node& member : *array)
            if (const auto text = member.value_exact<std::string>()) found.push_back(*text);
    if (array == nullptr || found.empty() || found.size() != array->size())
        fail(key, "an array of texts");
    file_->read.insert(node);
    return found;
}

std::vector<std::vector<double>> Settings::rows(std::string_view key, size_t width,
                                                Range range) const {
    const std::string expected = fmt::format(
        "an array of arrays of {} numbers, each from {:g} to {:g}", width, range.low, range.high);
    const auto* node = static_cast<const toml::node*>(find(key));
    if (!node || !node->is_array()) fail(key, expected);
    file_->read.insert(node);
    std::vector<std::vector<double>> found;
    for (const toml::node& member : *node->as_array()) {
        const auto numbers = numbers_in(member, range);
        if (!numbers || numbers->size() != width) fail(key, expected);
        found.push_back(*numbers);
    }
    return found;
}

Vec3 Settings::vector(std::string_view key, Range range) const {
    const std::string expected =
        fmt::format("[x, y, z], each from {:g} to {:g}", range.low, range.high);
    const auto* node = static_cast<const toml::node*>(find(key));
    const auto numbers = node ? numbers_in(*node, range) : std::nullopt;
    if (!numbers || numbers->size() != 3) fail(key, expected);
    file_->read.insert(node);
    return {(*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

Vec3 Settings::vector(std::string_view key, Range range, const Vec3& otherwise) const {
    return has(key) ? vector(key, range) : otherwise;
}

std::vector<Eigen::Vector2d> Settings::pairs(std::string_view key, Range range) const {
    const std::string expected = fmt::format("an array of [a, b], each {}", shown(range));
    const auto* node = static_cast<const toml::node*>(find(key));
    if (!node || !node->is_array()) fail(key, expected);
    file_->read.insert(node);
    std::vector<Eigen::Vector2d> found;
    for (const toml::node& member : *node->as_array()) {
        const toml::array* pair = member.as_array();
        if (!pair || pair->size() != 2) fail(key, expected);
        const auto a = (*pair)[0].value<double>(), b = (*pair)[1].value<double>();
        for (const auto& x : {a, b})
            if (!x || !(*x >= range.low && *x <= range.high)) fail(key, expected);
        found.emplace_back(*a, *b);
    }
    return found;
}

Settings Settings::table(std::string_view key) const {
    const auto* node = static_cast<const toml::node*>(find(key));
    if (!node || !node->is_table()) fail(key, "a table");
    file_->read.insert(node);
    return {file_, std::make_shared<const Node>(Node{*node->as_table()})};
}

std::vector<Settings> Settings::tables(std::string_view key) const {
    std::vector<Settings> found;
    const auto* node = static_cast<const toml::node*>(find(key));
    if (!node) return found;
    const std::string expected = fmt::format("tables, each headed [[{}]]", key);
    if (!node->is_array()) fail(key, expected);
    file_->read.insert(node);
    for (const toml::node& member : *node->as_array()) {
        if (!member.is_table()) fail(key, expected);
        file_->read.insert(&member);
        found.push_back({file_, std::make_shared<const Node>(Node{*member.as_table()})});
    }
    return found;
}

bool Settings::is_number(std::string_view key) const {
    const auto* node = static_cast<const toml::node*>(find(key));
    return node && node->is_number();
}

bool Settings::is_boolean(std::string_view key) const {
    const auto* node = static_cast<const toml::node*>(find(key));
    return node && node->is_boolean();
}

bool Settings::is_text(std::string_view key) const {
    const auto* node = static_cast<const toml::node*>(find(key));
    return node && node->is_string();
}

bool Settings::is_array(std::string_view key) const {
    const auto* node = static_cast<const toml::node*>(find(key));
    return node && node->is_array();
}

bool Settings::is_nested(std::string_view key) const {
    const auto* node = static_cast<const toml::node*>(find(key));
    return node && node->is_array() && !node->as_array()->empty() &&
           node->as_array()->front().is_array();
}

void Settings::former(std::string_view key, std::string_view expected) const {
    if (node_->table.contains(key)) fail(key, expected);
    if (base_) base_->former(key, expected);
}

std::vector<std::string> Settings::asked() const {
    const auto& keys = file_->asked[&node_->table];
    return {keys.begin(), keys.end()};
}

Settings Settings::over(const Settings& base) const {
    Settings merged = *this;
    merged.base_ = std::make_shared<const Settings>(base);
    return merged;
}

void Settings::finish() const {
    const std::function<void(const toml::table&)> visit = [&](const toml::table& table) {
        for (const auto& [key, line, column, node] : in_order(table)) {
            if (!file_->read.contains(node)) {
                const TextPlace at{file_->name, line, column};
                throw InputError(fmt::format("{}: unknown key {}, expected {}", at.str(),
                                             shortened(key),
                                             known_keys(file_->asked[&table], key)));
            }
            if (node->is_table()) visit(*node->as_table());
            if (const toml::array* array = node->as_array())
                for (const toml::node& member : *array)
                    if (member.is_table()) visit(*member.as_table());
        }
    };
    visit(file_->root);
}

}  // namespace thigmo
