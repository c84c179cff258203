// Words of names, and the few of them that are known.
#include "thigmo/authoring/part_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace thigmo {
namespace {

using Words = std::vector<std::string>;

// In English, German, French, Spanish, Italian, Portuguese, Dutch, Polish and Swedish.
constexpr auto pot_words = std::to_array<std::string_view>(
    {"pot",      "planter",    "vase",     "flowerpot",  "plantpot",   "box",        "basket",
     "urn",      "jar",        "tub",      "trough",     "bucket",     "bowl",       "barrel",
     "tray",     "terracotta", "cachepot", "topf",       "blumentopf", "pflanztopf", "übertopf",
     "kübel",    "kuebel",     "korb",     "jardiniere", "jardinière", "panier",     "maceta",
     "macetero", "tiesto",     "jarrón",   "jarron",     "florero",    "cesta",      "vaso",
     "fioriera", "bloempot",   "vaas",     "doniczka",   "wazon",      "kruka"});
constexpr auto ground_words = std::to_array<std::string_view>(
    {"soil", "dirt", "ground", "terrain", "stone", "rock", "pebble", "floor", "firefly", "plane"});
constexpr auto wood_words = std::to_array<std::string_view>(
    {"bark", "trunk", "branch", "stem", "wood", "twig", "stalk", "log"});
constexpr auto leaf_words = std::to_array<std::string_view>(
    {"leaf", "leaves", "foliage", "petal", "flower", "frond", "needle", "fruit", "bloom"});
/// Beside those of leaves and of wood; of "wood" and "log" planters are made too.
constexpr auto plant_words = std::to_array<std::string_view>(
    {"plant", "tree", "bush", "shrub", "hedge", "grass", "cactus", "succulent", "ivy", "vine",
     "fern", "palm", "bonsai", "herb", "bouquet", "rose", "tulip", "bamboo", "elder"});

/// In small letters. Bytes beyond ASCII are letters.
Words words_of(std::string_view name) {
    Words words(1);
    bool was_small = false;
    for (const char character : name) {
        const auto c = static_cast<unsigned char>(character);
        const bool letter = std::isalpha(c) != 0 || c >= 0x80;
        const bool begins = std::isupper(c) != 0 && was_small;
        if ((!letter || begins) && !words.back().empty()) words.emplace_back();
        if (letter) words.back() += static_cast<char>(std::tolower(c));
        was_small = std::islower(c) != 0 || c >= 0x80;
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

/// Whether a word, or its plural, is among them.
template <size_t count>
bool is_any(std::string_view word, const std::array<std::string_view, count>& known) {
    return std::ranges::any_of(known, [&](std::string_view one) {
        if (!word.starts_with(one)) return false;
        const std::string_view ending = word.substr(one.size());
        return ending.empty() || ending == "s" || ending == "es";
    });
}

/// What the last known word of a name stands for.
enum class Meant : uint8_t { nothing, plant, ground, pot };

/// What one name says.
struct Name {
    bool wood = false, leaf = false, prop = false;
    Meant meant = Meant::nothing;
};

/// A first solid of a modeller is called Box001, a shrub box wood: neither is a box.
bool is_no_box(std::string_view name, const Words& words, size_t at) {
    if (words[at] != "box") return false;
    const bool numbered = name.find_first_of("0123456789") != std::string_view::npos;
    return (words.size() == 1 && numbered) || (at + 1 < words.size() && words[at + 1] == "wood");
}

Name read(std::string_view text) {
    Name name;
    const Words words = words_of(text);
    for (size_t at = 0; at < words.size(); ++at) {
        const std::string& word = words[at];
        const bool pot = is_any(word, pot_words) && !is_no_box(text, words, at);
        const bool ground = is_any(word, ground_words), wood = is_any(word, wood_words),
                   leaf = is_any(word, leaf_words);
        const bool material = word == "wood" || word == "log" || word == "logs";
        if (pot)
            name.meant = Meant::pot;
        else if (ground)
            name.meant = Meant::ground;
        else if (leaf || is_any(word, plant_words) || (wood && !material))
            name.meant = Meant::plant;
        name.wood |= wood;
        name.leaf |= leaf;
        name.prop |= pot || ground;
    }
    return name;
}

Meant first_of(Meant a, Meant b) {
    return a != Meant::nothing ? a : b;
}

/// Which names lie within which.
struct Nesting {
    using Mesh = std::pair<std::string, std::string>;  // its node's name and its own
    std::map<std::string, std::set<std::string>> meshes_of_node;
    std::map<Mesh, std::set<LookId>> looks_of_mesh;
    std::set<std::string> meshes;
    std::set<LookId> looks;

    explicit Nesting(const Soup& soup) {
        for (const SoupPart& part : soup.parts) {
            meshes_of_node[part.node].insert(part.name);
            looks_of_mesh[{part.node, part.name}].insert(part.look);
            meshes.insert(part.name);
            looks.insert(part.look);
        }
    }

    /// The finer name first where the other one has several such within.
    Meant meant(const SoupPart& part, Meant node, Meant mesh, Meant look) const {
        if (meshes_of_node.size() == 1) node = Meant::nothing;
        if (meshes.size() == 1) mesh = Meant::nothing;
        if (looks.size() == 1) look = Meant::nothing;
        const bool several_meshes = meshes_of_node.at(part.node).size() > 1;
        const Meant object = several_meshes ? first_of(mesh, node) : first_of(node, mesh);
        const bool several_looks = looks_of_mesh.at({part.node, part.name}).size() > 1;
        return several_looks ? first_of(look, object) : first_of(object, look);
    }
};

}  // namespace

std::vector<NamedPart> read_names(const Soup& soup) {
    const Nesting nesting(soup);
    std::vector<NamedPart> named;
    for (const SoupPart& part : soup.parts) {
        const Name node = read(part.node), mesh = read(part.name),
                   look = read(soup.looks[part.look].name);
        named.push_back({node.wood || mesh.wood || look.wood, node.leaf || mesh.leaf || look.leaf,
                         node.prop || mesh.prop || look.prop,
                         nesting.meant(part, node.meant, mesh.meant, look.meant) == Meant::pot});
    }
    return named;
}

}  // namespace thigmo
