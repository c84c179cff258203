// Reading a species: its numbers, its materials with their sources, its looks and its shapes.
#include "thigmo/materials/species.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "thigmo/base/nearest_word.h"
#include "thigmo/base/random.h"
#include "thigmo/base/settings.h"
#include "thigmo/materials/species_files.h"
#include "thigmo/materials/species_shapes.h"

namespace thigmo {
namespace {

/// A material's number as the file names it.
struct Quantity {
    const char* key;
    double Material::*member;
    Range range;
};

constexpr Quantity quantities[] = {
    {"young_pa", &Material::young, {1e4, 5e10}},
    {"shear_pa", &Material::shear, {1e3, 2e10}},
    {"density_kg_m3", &Material::density, {10, 2000}},
    {"strength_pa", &Material::strength, {1e4, 1e9}},
    {"damping", &Material::damping_ratio, {0, 1}},
    {"drag", &Material::drag, {0, 5}},
    {"vogel", &Material::vogel, {-2, 1}},
};

Vec3f linear(const Vec3f& srgb) {
    return srgb.unaryExpr(&linear_from_srgb);
}

SpeciesHead read_head(const Settings& from) {
    constexpr Range years{0, 1000};
    SpeciesHead head;
    head.name = from.text("name");
    head.latin = from.text("latin");
    head.height = from.number("height_m", {0.01, 150});
    head.min_age = from.number("min_age_years", years);
    head.max_age = from.number("max_age_years", {head.min_age, years.high});
    head.default_age = from.number("age_years", {head.min_age, head.max_age});
    head.fork_exponent = from.number("fork_exponent", {2, 3}, head.fork_exponent);
    return head;
}

class Reader {
  public:
    Reader(std::string_view table, const std::string& file) : top_(Settings::parse(table, file)) {}

    Species read() {
        static_cast<SpeciesHead&>(species_) = read_head(top_);
        read_materials();
        read_wood_looks();
        const Settings shapes = top_.table("shape");
        for (const std::string& symbol : shapes.keys()) read_shape(shapes, symbol);
        top_.finish();
        return std::move(species_);
    }

  private:
    /// Numbers that `given` states replace those of `material`; all are needed where there is no
    /// wood to fall back on.
    Material read_material(const Settings& given, const std::string& name, Material material,
                           bool all) {
        material.name = name;
        for (const Quantity& quantity : quantities) {
            if (!all && !given.has(quantity.key)) continue;
            const Settings entry = given.table(quantity.key);
            material.*quantity.member = entry.number("value", quantity.range);
            species_.values.push_back(
                {name, quantity.key, material.*quantity.member, entry.text("source")});
        }
        const Range factor{0.01, 100};
        material.tip_young = given.number("tip_young", factor, material.tip_young);
        material.tip_density = given.number("tip_density", factor, material.tip_density);
        return material;
    }

    void read_materials() {
        const Settings tables = top_.table("material");
        const Material wood = read_material(tables.table("wood"), "wood", {}, true);
        for (size_t kind = 0; kind < species_.palette.wood.size(); ++kind) {
            const std::string name = kind_names[kind];
            const bool own = tables.has(name);
            species_.palette.wood[kind].material =
                own ? add_material(read_material(tables.table(name), name, wood, false))
                    : add_material(wood);
        }
        for (const std::string& name : tables.keys())
            if (!materials_.contains(name))
                add_material(read_material(tables.table(name), name, {}, true));
    }

    MaterialId add_material(const Material& material) {
        const auto found = materials_.find(material.name);
        if (found != materials_.end()) return found->second;
        const MaterialId id = species_.palette.materials.push_back(material);
        materials_.emplace(material.name, id);
        return id;
    }

    void read_wood_looks() {
        const Settings looks = top_.table("look");
        for (size_t kind = 0; kind < species_.palette.wood.size(); ++kind)
            species_.palette.wood[kind].look =
                read_wood_look(looks.table(kind_names[kind]), kind_names[kind]);
    }

    LookId read_wood_look(const Settings& from, const std::string& name) {
        Look look;
        look.name = name;
        look.roughness = static_cast<float>(from.number("roughness", {0, 1}, 0.9));
        if (from.has("bark")) {
            const Image image =
                paint_bark(read_bark(from), mix(seed(), species_.palette.looks.size()));
            look.texture = species_.palette.textures.push_back({name, encode_png(image)});
        } else {
            look.colour = linear(from.colour("colour"));
        }
        return species_.palette.looks.push_back(look);
    }

    void read_shape(const Settings& shapes, const std::string& symbol) {
        const Settings own = shapes.table(symbol);
        const Settings from = own.has("like") ? own.over(shapes.table(own.text("like"))) : own;
        Palette& palette = species_.palette;
        ShapePart part;
        part.symbol = symbol;
        part.kind = static_cast<Kind>(static_cast<size_t>(Kind::leaf) +
                                      from.word("kind", {"leaf", "petal", "fruit"}));
        const std::string name = from.text("name");
        const std::string material =
            from.text("material", kind_names[static_cast<size_t>(part.kind)]);
        if (!materials_.contains(material))
            throw input_error(from.place(from.has("material") ? "material" : "kind"),
                              fmt::format("no table [material.{}]", material),
                              "one for this shape");
        part.material = materials_.at(material);
        const Foliage foliage = read_foliage(from, mix(seed(), 1000 + palette.shapes.size()));
        part.shape =
            palette.shapes.push_back({name, foliage.mesh, foliage.area, foliage.thickness});
        Look look;
        look.name = name;
        look.texture = palette.textures.push_back({name, encode_png(foliage.image)});
        look.translucency = static_cast<float>(from.number("translucency", {0, 1}, 0));
        look.roughness = static_cast<float>(from.number("roughness", {0, 1}, 0.6));
        look.two_sided = boundary_edges(foliage.mesh) > 0;
        part.look = palette.looks.push_back(look);
        palette.parts.push_back(part);
    }

    /// Of the species' textures, from its name.
    uint64_t seed() const {
        uint64_t hash = 0;
        for (const char letter : species_.name) hash = mix(hash, static_cast<uint64_t>(letter));
        return hash;
    }

    Settings top_;
    Species species_;
    std::map<std::string, MaterialId> materials_;
};

std::optional<std::string_view> find_text(std::string_view name) {
    for (const SpeciesFile& file : species_files())
        if (file.name == name) return file.text;
    return std::nullopt;
}

}  // namespace

std::vector<std::string> species_names() {
    std::vector<std::string> names;
    for (const SpeciesFile& file : species_files())
        if (file.name.ends_with(".toml"))
            names.emplace_back(file.name.substr(0, file.name.size() - 5));
    return names;
}

std::vector<SpeciesHead> list_species() {
    std::vector<SpeciesHead> heads;
    for (const std::string& name : species_names()) {
        const std::string file = fmt::format("{}.toml", name);
        heads.push_back(read_head(Settings::parse(*find_text(file), file)));
    }
    return heads;
}

Species find_species(std::string_view name) {
    const std::vector<std::string> names = species_names();
    const std::optional<std::string_view> table = find_text(fmt::format("{}.toml", name));
    if (!table) {
        throw InputError(fmt::format("found species '{}', expected one of {}{}", name,
                                     fmt::join(names, ", "), did_you_mean(name, names)));
    }
    Species species = read_species(*table, fmt::format("species/{}.toml", name));
    species.grammar_file = fmt::format("{}.l", name);
    species.grammar = find_text(species.grammar_file).value_or("");
    return species;
}

Species read_species(std::string_view table, const std::string& file) {
    return Reader(table, file).read();
}

}  // namespace thigmo
