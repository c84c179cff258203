// Skin and instances sorted by look.
#include "thigmo/io/drawn_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <set>
#include <utility>

#include "thigmo/base/error.h"
#include "thigmo/mesh/image.h"

namespace thigmo {
namespace {

/// Squared distance from a point to a segment's axis.
double squared_distance(const Segments& segments, SegmentId segment, const Vec3& point) {
    const Vec3 start = segments.start[segment], axis = segments.end[segment] - start;
    const double share = std::clamp((point - start).dot(axis) / axis.squaredNorm(), 0.0, 1.0);
    return (start + share * axis - point).squaredNorm();
}

/// The segment that carries a domain's shape where it has no segments of its own.
SegmentId carrier(const Plant& plant, DomainId domain) {
    while (domain.exists() && !plant.domains.attachment[domain].segment.exists())
        domain = plant.domains.parent[domain];
    return domain.exists() ? plant.domains.attachment[domain].segment : SegmentId::none();
}

/// A vertex of a shape follows the nearest segment of its domain, else the domain's carrier.
Binding bind_vertex(const Plant& plant, Rows<SegmentId> own, SegmentId carried_by,
                    const Vec3& point) {
    SegmentId nearest = carried_by;
    double least = std::numeric_limits<double>::infinity();
    for (const SegmentId segment : own) {
        const double distance = squared_distance(plant.segments, segment, point);
        if (distance < least) least = distance, nearest = segment;
    }
    return {{nearest, nearest}, 1};
}

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
    const Placement& placement = plant.domains.placement[domain];
    const SegmentId carried_by = carrier(plant, domain);
    const auto offset = static_cast<uint32_t>(part.mesh.positions.size());
    for (size_t i = 0; i < shape.positions.size(); ++i) {
        const Vec3 position = placement * shape.positions[i].cast<double>();
        const Vec3 normal = placement.rotation * shape.normals[i].cast<double>();
        const double size = normal.norm();
        part.mesh.positions.push_back(position.cast<float>());
        part.mesh.normals.push_back(size > 0 ? Vec3(normal / size).cast<float>()
                                             : Vec3f(Vec3f::UnitY()));
        part.mesh.uvs.push_back(shape.uvs[i]);
        part.bindings.push_back(
            bind_vertex(plant, plant.domains.segments[domain], carried_by, position));
    }
    for (const auto& [a, b, c] : shape.triangles)
        part.mesh.triangles.push_back({a + offset, b + offset, c + offset});
}

bool is_valid_utf8(std::string_view text) {
    for (size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i++]);
        const int more = lead < 0x80 ? 0 : lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
        if (lead >= 0x80 && (lead < 0xc2 || lead > 0xf4)) return false;
        uint32_t code = lead & (0x7fu >> (more > 0 ? more + 1 : 0));
        for (int j = 0; j < more; ++j) {
            if (i == text.size() || (text[i] & 0xc0) != 0x80) return false;
            code = code << 6 | (static_cast<unsigned char>(text[i++]) & 0x3fu);
        }
        constexpr uint32_t least[] = {0, 0x80, 0x800, 0x10000};
        if (code < least[more] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
            return false;
    }
    return true;
}

}  // namespace

std::vector<DrawnPart> collect_parts(const Plant& plant, const SkinSettings& settings) {
    const Column<LookId, std::string> names = look_names(plant);
    const Skin skin = build_skin(plant, settings);
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

void check_parts(const Plant& plant, const std::vector<DrawnPart>& parts) {
    if (parts.empty())
        throw InputError(
            fmt::format("{}: found nothing to draw, expected segments or shapes", plant.name));
}

Column<LookId, std::string> look_names(const Plant& plant) {
    Column<LookId, std::string> names(plant.looks.size());
    std::set<std::string> taken;
    for (const LookId look : plant.looks.rows()) {
        const std::string own = clean_text(plant.looks[look].name);
        std::string name = own.empty() ? "look" : own;
        for (int i = 2; !taken.insert(name).second; ++i)
            name = fmt::format("{}_{}", own.empty() ? "look" : own, i);
        names[look] = name;
    }
    return names;
}

bool has_alpha(const Texture& texture) {
    const Image image = decode_image(texture.bytes, "texture " + clean_text(texture.name));
    return std::any_of(image.pixels.begin(), image.pixels.end(),
                       [](const auto& pixel) { return pixel[3] < 255; });
}

const char* picture_suffix(const Texture& texture) {
    return texture.bytes.starts_with("\xff\xd8") ? ".jpg" : ".png";
}

std::string clean_text(std::string_view name) {
    std::string text(name);
    if (!is_valid_utf8(text))
        for (char& c : text)
            if ((c & 0x80) != 0) c = '_';
    return text;
}

std::string plain_word(std::string_view name) {
    std::string word(name.empty() ? "_" : name);
    for (char& c : word)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-') c = '_';
    return word;
}

}  // namespace thigmo
