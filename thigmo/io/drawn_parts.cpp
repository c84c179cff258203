// Skin and instances sorted by look.
#include "thigmo/io/drawn_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "thigmo/base/error.h"
#include "thigmo/mesh/image.h"
#include "thigmo/plant/drawn.h"
#include "thigmo/plant/shape_binding.h"

namespace thigmo {
namespace {

void add_tube(const Skin& skin, const Tube& tube, DrawnPart& part) {
    const auto offset = static_cast<uint32_t>(part.mesh.positions.size());
    const auto copy = [&](const auto& from, auto& to) {
        to.insert(to.end(), from.begin() + tube.first_vertex,
                  from.begin() + tube.first_vertex + tube.vertex_count);
    };
    copy(skin.mesh.positions, part.mesh.positions);
    copy(skin.mesh.normals, part.mesh.normals);
    copy(skin.mesh.uvs, part.mesh.uvs);
    copy(skin.bindings, part.bindings);
    for (uint32_t i = 0; i < tube.triangle_count; ++i) {
        Triangle triangle = skin.mesh.triangles[tube.first_triangle + i];
        for (uint32_t& corner : triangle) corner = corner - tube.first_vertex + offset;
        part.mesh.triangles.push_back(triangle);
    }
}

void add_instance(const Plant& plant, DomainId domain, DrawnPart& part) {
    const TriangleMesh& shape = plant.shapes[plant.domains.shape[domain]].mesh;
    const auto offset = static_cast<uint32_t>(part.mesh.positions.size());
    const size_t end = offset + shape.positions.size();
    part.mesh.positions.resize(end);
    part.mesh.normals.resize(end);
    part.mesh.uvs.insert(part.mesh.uvs.end(), shape.uvs.begin(), shape.uvs.end());
    const auto positions = std::span(part.mesh.positions).subspan(offset);
    place_shape(plant, domain, {}, positions, std::span(part.mesh.normals).subspan(offset));
    if (const DomainId followed = bends_with(plant, domain); followed.exists()) {
        const std::vector<Binding> bindings = bind_to_segments(plant, followed, positions);
        part.bindings.insert(part.bindings.end(), bindings.begin(), bindings.end());
    } else {
        const SegmentId carried_by = carrier(plant, domain);
        part.bindings.resize(end, {{carried_by, carried_by}, 1});
        if (end > offset)
            part.rigid.push_back({domain, offset, static_cast<uint32_t>(end - offset)});
    }
    for (const auto& [a, b, c] : shape.triangles)
        part.mesh.triangles.push_back({a + offset, b + offset, c + offset});
}

}  // namespace

std::vector<DrawnPart> collect_parts(const Plant& plant, const SkinSettings& settings) {
    const Column<LookId, std::string> names = look_names(plant);
    const Skin skin = build_skin(plant, settings);
    check_drawn(plant, shapes_size(plant) + drawn_size(skin.mesh));
    std::vector<DrawnPart> wood(plant.looks.size()), shapes(plant.looks.size());
    for (const Tube& tube : skin.tubes)
        add_tube(skin, tube, wood[plant.domains.look[tube.domain].value]);
    for (const DomainId domain : plant.domains.rows())
        if (plant.domains.shape[domain].exists())
            add_instance(plant, domain, shapes[plant.domains.look[domain].value]);
    std::vector<DrawnPart> parts;
    for (std::vector<DrawnPart>* group : {&wood, &shapes})
        for (const LookId look : plant.looks.rows()) {
            DrawnPart& part = (*group)[look.value];
            if (part.mesh.triangles.empty()) continue;
            const bool second = std::any_of(parts.begin(), parts.end(),
                                            [&](const DrawnPart& p) { return p.look == look; });
            part.name = names[look] + (second ? "_shapes" : "");
            part.look = look;
            parts.push_back(std::move(part));
        }
    return parts;
}

SegmentId carrier(const Plant& plant, DomainId domain) {
    if (!plant.domains.segments[domain].empty()) return plant.domains.segments[domain].front();
    while (domain.exists() && !plant.domains.attachment[domain].segment.exists())
        domain = plant.domains.parent[domain];
    return domain.exists() ? plant.domains.attachment[domain].segment : SegmentId::none();
}

void check_parts(const Plant& plant, const std::vector<DrawnPart>& parts) {
    if (parts.empty())
        throw InputError(
            fmt::format("{}: found nothing to draw, expected segments or shapes", title(plant)));
}

Column<LookId, std::string> look_names(const Plant& plant) {
    Column<LookId, std::string> names(plant.looks.size());
    std::set<std::string> taken;
    for (const LookId look : plant.looks.rows()) {
        const std::string& own = plant.looks[look].name;
        std::string name = own.empty() ? "look" : own;
        for (int i = 2; !taken.insert(name).second; ++i)
            name = fmt::format("{}_{}", own.empty() ? "look" : own, i);
        names[look] = name;
    }
    return names;
}

bool has_alpha(const Plant& plant, TextureId texture) {
    const Image image =
        decode_image(plant.textures[texture].bytes,
                     fmt::format("{}: texture {}", title(plant), plant.textures[texture].name));
    return std::any_of(image.pixels.begin(), image.pixels.end(),
                       [](const auto& pixel) { return pixel[3] < 255; });
}

const char* picture_suffix(const Texture& texture) {
    return texture.bytes.starts_with("\xff\xd8") ? ".jpg" : ".png";
}

std::string plain_word(std::string_view name) {
    std::string word(name.empty() ? "_" : name);
    for (char& c : word)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-') c = '_';
    return word;
}

}  // namespace thigmo
