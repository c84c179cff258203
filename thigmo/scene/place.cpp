// Names to rows.
#include "thigmo/scene/place.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <vector>

#include "thigmo/base/error.h"
#include "thigmo/plant/names.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

/// `trunk, branch_1 … branch_120, leaf_1 … leaf_9, tip`.
std::string names_of(const NumberedDomains& numbered) {
    std::string names;
    for (size_t kind = 0; kind < numbered.size(); ++kind) {
        const size_t count = numbered[kind].size();
        if (count == 0) continue;
        if (kind == static_cast<size_t>(Kind::trunk) && count == 1)
            names += "trunk, ";
        else if (count == 1)
            names += fmt::format("{}_1, ", kind_names[kind]);
        else
            names += fmt::format("{0}_1 … {0}_{1}, ", kind_names[kind], count);
    }
    return names + "tip";
}

/// The whole number that the text is; 0 when it is none.
uint32_t number_in(std::string_view text) {
    uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

DomainId find_named(const NumberedDomains& numbered, std::string_view name) {
    const size_t dash = name.find('_');
    for (size_t kind = 0; kind < numbered.size(); ++kind) {
        if (name.substr(0, dash) != kind_names[kind]) continue;
        const bool only = kind == static_cast<size_t>(Kind::trunk) && numbered[kind].size() == 1;
        const uint32_t number =
            dash == std::string_view::npos ? (only ? 1 : 0) : number_in(name.substr(dash + 1));
        if (number >= 1 && number <= numbered[kind].size()) return numbered[kind][number - 1];
    }
    return DomainId::none();
}

Place on_segment(const Plant& plant, DomainId domain, SegmentId segment, double along) {
    const Segments& rows = plant.segments;
    return {Load::Table::segments, segment.value, domain,
            (1 - along) * rows.start[segment] + along * rows.end[segment]};
}

/// How far the mesh of a shape reaches from where it is attached: its farthest vertex.
Place on_shape(const Plant& plant, DomainId domain, double along) {
    const Vec3 reach = farthest_vertex(plant.shapes[plant.domains.shape[domain]].mesh);
    return {Load::Table::domains, domain.value, domain,
            plant.domains.placement[domain] * Vec3(along * reach)};
}

Place along_domain(const Plant& plant, DomainId domain, double along) {
    const Rows<SegmentId> own = plant.domains.segments[domain];
    if (own.empty()) return on_shape(plant, domain, along);
    double total = 0;
    for (const SegmentId segment : own) total += length(plant.segments, segment);
    double left = along * total;
    for (const SegmentId segment : own) {
        const double ell = length(plant.segments, segment);
        if (left <= ell || segment == own.back())
            return on_segment(plant, domain, segment, std::clamp(left / ell, 0.0, 1.0));
        left -= ell;
    }
    return {};
}

Place nearest(const Plant& plant, const Vec3& point) {
    Place best;
    double least = 0;
    const auto consider = [&](const Place& place) {
        const double distance = (place.point - point).squaredNorm();
        if (best.domain.exists() && !(distance < least)) return;
        best = place;
        least = distance;
    };
    const Segments& rows = plant.segments;
    for (const DomainId domain : plant.domains.rows()) {
        for (const SegmentId segment : plant.domains.segments[domain]) {
            const Vec3 course = rows.end[segment] - rows.start[segment];
            const double along = (point - rows.start[segment]).dot(course) / course.squaredNorm();
            consider(on_segment(plant, domain, segment, std::clamp(along, 0.0, 1.0)));
        }
        if (plant.segments.size() == 0 && plant.domains.kind[domain] != Kind::prop)
            consider(on_shape(plant, domain, 0.5));
    }
    return best;
}

Place highest(const Plant& plant, const std::string& where) {
    const Segments& rows = plant.segments;
    if (rows.size() == 0)
        throw InputError(
            fmt::format("{}: found a plant without segments, expected one with a tip", where));
    SegmentId top(size_t{0});
    for (const SegmentId segment : rows.rows())
        if (rows.end[segment].y() > rows.end[top].y()) top = segment;
    return on_segment(plant, segment_domains(plant)[top], top, 1);
}

Place find_by_name(const Plant& plant, const PlaceName& name, const std::string& where) {
    const std::string_view whole = name.domain;
    if (whole == "tip") return highest(plant, where);
    const NumberedDomains numbered = number_domains(plant);
    const size_t dot = whole.find(".seg_");
    const DomainId domain = find_named(numbered, whole.substr(0, dot));
    if (!domain.exists())
        throw InputError(fmt::format("{}: found domain '{}', expected one of {}", where, whole,
                                     names_of(numbered)));
    if (dot == std::string_view::npos) return along_domain(plant, domain, name.along.value_or(1));
    const Rows<SegmentId> own = plant.domains.segments[domain];
    const uint32_t number = number_in(whole.substr(dot + 5));
    if (number < 1 || number > own.count)
        throw InputError(fmt::format("{}: found domain '{}', expected {}.seg_1 … {}.seg_{}", where,
                                     whole, whole.substr(0, dot), whole.substr(0, dot), own.count));
    return on_segment(plant, domain, SegmentId(own.first + number - 1), name.along.value_or(1));
}

/// Of all domains that move, the first.
DomainId first_domain(const Plant& plant) {
    for (const DomainId domain : plant.domains.rows())
        if (plant.domains.kind[domain] != Kind::prop) return domain;
    return DomainId(size_t{0});
}

}  // namespace

Vec3 farthest_vertex(const TriangleMesh& mesh) {
    Vec3f farthest = Vec3f::Zero();
    for (const Vec3f& position : mesh.positions)
        if (position.squaredNorm() > farthest.squaredNorm()) farthest = position;
    return farthest.cast<double>();
}

Place find_place(const Plant& plant, const PlaceName& name, const std::string& where) {
    if (name.near) return nearest(plant, *name.near);
    if (!name.domain.empty()) return find_by_name(plant, name, where);
    if (!name.key) return along_domain(plant, first_domain(plant), name.along.value_or(1));
    for (const DomainId domain : plant.domains.rows())
        if (plant.domains.key[domain] == *name.key)
            return along_domain(plant, domain, name.along.value_or(1));
    throw InputError(fmt::format("{}: found key {}, expected that of a domain", where, *name.key));
}

CutPlace find_cut(const Plant& plant, const Place& place, const std::string& where) {
    if (place.table == Load::Table::domains) return {SegmentId::none(), place.domain};
    const Rows<SegmentId> own = plant.domains.segments[place.domain];
    SegmentId segment(place.row);
    const double to_start = (place.point - plant.segments.start[segment]).norm();
    if (2 * to_start > length(plant.segments, segment) && segment != own.back())
        segment = SegmentId(segment.value + 1);
    if (segment != own.front() && plant.domains.shape[place.domain].exists())
        throw InputError(fmt::format(
            "{}: found a cut through a mesh, expected one at its base (along = 0)", where));
    return {segment, place.domain};
}

}  // namespace thigmo
