// OBJ and MTL as text.
#include "thigmo/io/obj.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <iterator>
#include <string>
#include <vector>

#include "thigmo/base/file.h"
#include "thigmo/base/file_set.h"
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

void add_vertices(const DrawnPart& part, Axes axes, std::string& text) {
    const auto out = std::back_inserter(text);
    for (const Vec3f& position : part.mesh.positions) {
        const Vec3f p = in_axes(position, axes);
        fmt::format_to(out, FMT_COMPILE("v {} {} {}\n"), p.x(), p.y(), p.z());
    }
    for (const Vec2f& uv : part.mesh.uvs)
        fmt::format_to(out, FMT_COMPILE("vt {} {}\n"), uv.x(), uv.y());
    for (const Vec3f& normal : part.mesh.normals) {
        const Vec3f n = in_axes(normal, axes);
        fmt::format_to(out, FMT_COMPILE("vn {} {} {}\n"), n.x(), n.y(), n.z());
    }
}

/// `first` is the number of the part's first vertex, counted from 1 over the file.
void add_faces(const DrawnPart& part, size_t first, std::string& text) {
    const auto out = std::back_inserter(text);
    for (const Triangle& triangle : part.mesh.triangles) {
        const size_t a = triangle[0] + first, b = triangle[1] + first, c = triangle[2] + first;
        fmt::format_to(out, FMT_COMPILE("f {}/{}/{} {}/{}/{} {}/{}/{}\n"), a, a, a, b, b, b, c, c,
                       c);
    }
}

/// What stands in the file itself, below its head.
std::string objects(const std::vector<DrawnPart>& parts, const Column<LookId, std::string>& names) {
    std::string text;
    size_t first = 1;
    for (const DrawnPart& part : parts) {
        text += fmt::format("o {}\nusemtl {}\n", plain_word(part.name), names[part.look]);
        add_vertices(part, Axes::y_up, text);
        add_faces(part, first, text);
        first += part.mesh.positions.size();
    }
    return text;
}

std::string one_object(const std::vector<DrawnPart>& parts,
                       const Column<LookId, std::string>& names, Axes axes,
                       const std::string& name) {
    std::string text = fmt::format("o {}\n", name);
    for (const DrawnPart& part : parts) add_vertices(part, axes, text);
    size_t first = 1;
    for (const DrawnPart& part : parts) {
        text += fmt::format("usemtl {}\n", names[part.look]);
        add_faces(part, first, text);
        first += part.mesh.positions.size();
    }
    return text;
}

/// The file with what it names beside it.
ExportReport write_all(const Plant& plant, const std::vector<DrawnPart>& parts, const char* up,
                       const std::string& body, const std::filesystem::path& path) {
    const std::string stem = plain_word(path.stem().string());
    const Column<TextureId, std::string> pictures = picture_names(plant, stem);
    const std::filesystem::path folder = path.parent_path();
    ExportReport report;
    FileSet files;
    const auto write = [&](const std::filesystem::path& file, std::string_view bytes) {
        write_file(file, bytes);
        report.files.push_back(file);
    };
    for (const DrawnPart& part : parts) {
        report.vertices += part.mesh.positions.size();
        report.triangles += part.mesh.triangles.size();
    }
    report.parts = parts.size();
    report.segments = plant.segments.size();
    for (const TextureId id : plant.textures.rows())
        write(folder / pictures[id], plant.textures[id].bytes);
    write(folder / (stem + ".mtl"), materials(plant, pictures));
    write(path, fmt::format("# Thigmo, metres, {} up\nmtllib {}.mtl\n{}", up, stem, body));
    files.commit();
    return report;
}

}  // namespace

ExportReport write_obj(const Plant& plant, const SkinSettings& tubes,
                       const std::filesystem::path& path) {
    const std::vector<DrawnPart> parts = collect_parts(plant, tubes);
    check_parts(plant, parts);
    check_pictures(plant);
    return write_all(plant, parts, "Y", objects(parts, material_names(plant)), path);
}

ExportReport write_one_object(const Plant& plant, const std::vector<DrawnPart>& parts, Axes axes,
                              const std::filesystem::path& path) {
    check_parts(plant, parts);
    check_pictures(plant);
    const std::string name = plain_word(path.stem().string());
    return write_all(plant, parts, axes == Axes::z_up ? "Z" : "Y",
                     one_object(parts, material_names(plant), axes, name), path);
}

}  // namespace thigmo
