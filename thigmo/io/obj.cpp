// OBJ and MTL as text.
#include "thigmo/io/obj.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <iterator>
#include <string>
#include <vector>

#include "thigmo/base/file.h"
#include "thigmo/io/drawn_parts.h"
#include "thigmo/plant/drawn.h"

namespace thigmo {
namespace {

/// Names as MTL and OBJ can spell them, unique.
Column<LookId, std::string> material_names(const Plant& plant) {
    Column<LookId, std::string> names(plant.looks.size());
    const Column<LookId, std::string> own = look_names(plant);
    for (const LookId look : own.rows())
        names[look] = fmt::format("{}_{}", plain_word(own[look]), look.value);
    return names;
}

Column<TextureId, std::string> picture_names(const Plant& plant, const std::string& stem) {
    Column<TextureId, std::string> names(plant.textures.size());
    for (const TextureId id : names.rows())
        names[id] = fmt::format("{}_{}_{}{}", stem, plain_word(plant.textures[id].name), id.value,
                                picture_suffix(plant.textures[id]));
    return names;
}

std::string materials(const Plant& plant, const Column<TextureId, std::string>& pictures) {
    const Column<LookId, std::string> names = material_names(plant);
    std::string text = "# Thigmo\n";
    for (const LookId id : plant.looks.rows()) {
        const Look& look = plant.looks[id];
        text += fmt::format("newmtl {}\nKd {} {} {}\nKs 0 0 0\nd 1\nPr {}\nillum 1\n", names[id],
                            look.colour.x(), look.colour.y(), look.colour.z(), look.roughness);
        if (!look.texture.exists()) continue;
        text += fmt::format("map_Kd {}\n", pictures[look.texture]);
        if (has_alpha(plant, look.texture))
            text += fmt::format("map_d {}\n", pictures[look.texture]);
    }
    return text;
}

/// One object; `first` is the number of its first vertex, counted from 1 over the file.
void add_object(const DrawnPart& part, const std::string& material, size_t first,
                std::string& text) {
    const auto out = std::back_inserter(text);
    fmt::format_to(out, "o {}\nusemtl {}\n", plain_word(part.name), material);
    for (const Vec3f& p : part.mesh.positions)
        fmt::format_to(out, FMT_COMPILE("v {} {} {}\n"), p.x(), p.y(), p.z());
    for (const Vec2f& uv : part.mesh.uvs)
        fmt::format_to(out, FMT_COMPILE("vt {} {}\n"), uv.x(), uv.y());
    for (const Vec3f& n : part.mesh.normals)
        fmt::format_to(out, FMT_COMPILE("vn {} {} {}\n"), n.x(), n.y(), n.z());
    for (const Triangle& triangle : part.mesh.triangles) {
        const size_t a = triangle[0] + first, b = triangle[1] + first, c = triangle[2] + first;
        fmt::format_to(out, FMT_COMPILE("f {}/{}/{} {}/{}/{} {}/{}/{}\n"), a, a, a, b, b, b, c, c,
                       c);
    }
}

}  // namespace

ExportReport write_obj(const Plant& plant, const SkinSettings& tubes,
                       const std::filesystem::path& path) {
    const std::vector<DrawnPart> parts = collect_parts(plant, tubes);
    check_parts(plant, parts);
    check_pictures(plant);
    const std::string stem = plain_word(path.stem().string());
    const Column<TextureId, std::string> pictures = picture_names(plant, stem);
    const Column<LookId, std::string> names = material_names(plant);
    const std::filesystem::path folder = path.parent_path();
    ExportReport report;
    const auto write = [&](const std::filesystem::path& file, std::string_view bytes) {
        write_file(file, bytes);
        report.files.push_back(file);
    };
    std::string text = fmt::format("# Thigmo, metres, Y up\nmtllib {}.mtl\n", stem);
    for (const DrawnPart& part : parts) {
        add_object(part, names[part.look], report.vertices + 1, text);
        report.vertices += part.mesh.positions.size();
        report.triangles += part.mesh.triangles.size();
    }
    report.parts = parts.size();
    report.segments = plant.segments.size();
    for (const TextureId id : plant.textures.rows())
        write(folder / pictures[id], plant.textures[id].bytes);
    write(folder / (stem + ".mtl"), materials(plant, pictures));
    write(path, text);
    return report;
}

}  // namespace thigmo
