// Faults of domains, segments and their order.
#include <fmt/format.h>

#include "thigmo/base/random.h"
#include "thigmo/plant/check_parts.h"

namespace thigmo::faults {
namespace {

std::string unit_rotation(const char* table, size_t row, const char* name, const Quat& rotation) {
    constexpr double tolerance = 1e-6;
    if (std::abs(rotation.squaredNorm() - 1) <= tolerance) return {};
    return fmt::format("{} {}: {} ({}, {}, {}, {}), expected a quaternion of length 1", table, row,
                       name, rotation.x(), rotation.y(), rotation.z(), rotation.w());
}

template <class Id, class T>
std::string of_range(const char* table, const char* name, const Column<Id, T>& column,
                     Range range) {
    const size_t row = first_outside(column.span(), range);
    return row == column.size()
               ? std::string()
               : in_range(table, row, name, static_cast<double>(column.span()[row]), range);
}

/// The coordinates of all vectors as one run of numbers.
std::string of_range(const char* table, const char* name, const Column<SegmentId, Vec3>& column,
                     Range range) {
    if (column.empty()) return {};
    const std::span<const double> numbers(column.span().front().data(), 3 * column.size());
    const size_t at = first_outside(numbers, range);
    return at == numbers.size() ? std::string() : in_range(table, at / 3, name, numbers[at], range);
}

template <class Id>
std::string id_exists(size_t row, const char* name, Id id, size_t count) {
    if (id.value < count) return {};
    const std::string found = id.exists() ? fmt::to_string(id.value) : "none";
    return fmt::format("domain {}: {} {}, expected less than {}", row, name, found, count);
}

/// A key that two rows bear. Keys are spread over a few bits each; only those that fall on the
/// same bit can be equal, and those few are sorted.
template <class Id>
std::string of_unique(const char* table, const Column<Id, Key>& keys) {
    size_t bits = 64;
    while (bits < 16 * keys.size()) bits *= 2;
    std::vector<uint64_t> seen(bits / 64), twice(bits / 64);
    const auto place = [&](Key key) { return mix(key) & (bits - 1); };
    for (const Key key : keys) {
        const size_t at = place(key);
        const uint64_t bit = uint64_t{1} << (at % 64);
        twice[at / 64] |= seen[at / 64] & bit;
        seen[at / 64] |= bit;
    }
    std::vector<Key> suspects;
    for (const Key key : keys) {
        const size_t at = place(key);
        if ((twice[at / 64] >> (at % 64) & 1) != 0) suspects.push_back(key);
    }
    std::sort(suspects.begin(), suspects.end());
    const auto found = std::adjacent_find(suspects.begin(), suspects.end());
    return found == suspects.end()
               ? std::string()
               : fmt::format("{}: key {} stands twice, expected once", table, *found);
}

std::string of_attachment(const Plant& plant, DomainId domain) {
    const Domains& domains = plant.domains;
    const Attachment& attachment = domains.attachment[domain];
    const DomainId parent = domains.parent[domain];
    const Rows<SegmentId> on = parent.exists() ? domains.segments[parent] : Rows<SegmentId>{};
    const SegmentId segment = attachment.segment;
    if (on.empty() && segment.exists())
        return fmt::format("domain {}: attached to segment {}, expected none: {} has no segments",
                           domain.value, segment.value, parent.exists() ? "its parent" : "a root");
    if (!on.empty() && !on.contains(segment))
        return fmt::format("domain {}: attached to segment {}, expected {} … {} of its parent {}",
                           domain.value,
                           segment.exists() ? fmt::to_string(segment.value) : std::string("none"),
                           on.first, on.back().value, parent.value);
    return {};
}

std::string of_order(const Domains& domains, DomainId domain) {
    const DomainId parent = domains.parent[domain];
    const unsigned order = domains.order[domain];
    const unsigned least = parent.exists() ? domains.order[parent] : 0u;
    const unsigned most = parent.exists() ? least + 1 : 0u;
    if (order >= least && order <= most) return {};
    return fmt::format("domain {}: order {}, expected {}", domain.value, order,
                       least == most ? "0 at a root" : fmt::format("{} or {}", least, most));
}

/// What a prop may not have.
std::string of_prop(const Domains& domains, DomainId domain) {
    const DomainId parent = domains.parent[domain];
    if (parent.exists() && domains.kind[parent] == Kind::prop)
        return fmt::format("domain {}: parent {} is a prop, which bears nothing", domain.value,
                           parent.value);
    if (domains.kind[domain] != Kind::prop) return {};
    const char* found = parent.exists()                     ? "a parent"
                        : !domains.segments[domain].empty() ? "segments"
                        : domains.flexible[domain] != 0     ? "it flexible"
                                                            : nullptr;
    if (found == nullptr) return {};
    return fmt::format("domain {}: a prop with {}, expected a rigid shape on the ground",
                       domain.value, found);
}

}  // namespace

std::string in_range(const char* table, size_t row, const char* name, double value, Range range) {
    if (range.holds(value)) return {};
    return fmt::format("{} {}: {} {}, expected {} … {}", table, row, name, value, range.low,
                       range.high);
}

std::string of_domains(const Domains& domains) {
    for (const DomainId domain : domains.rows()) {
        const size_t row = domain.value;
        if (const auto kind = static_cast<size_t>(domains.kind[domain]); kind >= kind_names.size())
            return fmt::format("domain {}: kind {}, expected less than {}", row, kind,
                               kind_names.size());
        if (domains.flexible[domain] > 1)
            return fmt::format("domain {}: flexible {}, expected 0 or 1", row,
                               domains.flexible[domain]);
        const Placement& placement = domains.placement[domain];
        for (const double x : placement.position)
            if (!coordinate.holds(x)) return in_range("domain", row, "position", x, coordinate);
        if (!factor.holds(placement.scale))
            return in_range("domain", row, "scale", placement.scale, factor);
        if (std::string fault = unit_rotation("domain", row, "rotation", placement.rotation);
            !fault.empty())
            return fault;
        if (constexpr Range share{0, 1}; !share.holds(domains.attachment[domain].along))
            return in_range("domain", row, "along", domains.attachment[domain].along, share);
    }
    return {};
}

std::string of_ids(const Plant& plant) {
    const Domains& domains = plant.domains;
    for (const DomainId domain : domains.rows()) {
        const size_t row = domain.value;
        if (std::string fault =
                id_exists(row, "material", domains.material[domain], plant.materials.size());
            !fault.empty())
            return fault;
        if (std::string fault = id_exists(row, "look", domains.look[domain], plant.looks.size());
            !fault.empty())
            return fault;
        const ShapeId shape = domains.shape[domain];
        if (!shape.exists()) continue;
        if (std::string fault = id_exists(row, "shape", shape, plant.shapes.size()); !fault.empty())
            return fault;
    }
    return {};
}

std::string of_tree(const Plant& plant) {
    const Domains& domains = plant.domains;
    uint64_t next_segment = 0;
    for (const DomainId domain : domains.rows()) {
        const Rows<SegmentId> own = domains.segments[domain];
        if (own.first != next_segment || own.count > plant.segments.size() - next_segment)
            return fmt::format("domain {}: {} segments from {}, expected a run from {} within {}",
                               domain.value, own.count, own.first, next_segment,
                               plant.segments.size());
        next_segment += own.count;
        const DomainId parent = domains.parent[domain];
        if (parent.exists() && parent >= domain)
            return fmt::format("domain {}: parent {}, expected one before it", domain.value,
                               parent.value);
        // The row before or one of its ancestors; each is left for good, so this is linear.
        DomainId open = domain.value > 0 ? DomainId(domain.value - 1) : DomainId::none();
        while (open.exists() && open != parent) open = domains.parent[open];
        if (open != parent)
            return fmt::format(
                "domain {}: parent {}, whose subtree has ended; expected "
                "depth-first order",
                domain.value, parent.value);
        if (own.empty() && !domains.shape[domain].exists())
            return fmt::format("domain {}: neither segments nor a shape", domain.value);
        if (std::string fault = of_order(domains, domain); !fault.empty()) return fault;
        if (std::string fault = of_prop(domains, domain); !fault.empty()) return fault;
        if (std::string fault = of_attachment(plant, domain); !fault.empty()) return fault;
    }
    if (next_segment != plant.segments.size())
        return fmt::format("domains own {} segments, expected all {}", next_segment,
                           plant.segments.size());
    return {};
}

std::string of_segments(const Plant& plant) {
    const Segments& rows = plant.segments;
    constexpr Range radius{0, far};
    constexpr double gap = 1e-6;  // m
    for (const auto* ends : {&rows.start, &rows.end})
        if (std::string fault =
                of_range("segment", ends == &rows.start ? "start" : "end", *ends, coordinate);
            !fault.empty())
            return fault;
    for (const auto* radii : {&rows.start_radius, &rows.end_radius})
        if (std::string fault = of_range("segment", "radius", *radii, radius); !fault.empty())
            return fault;
    for (const SegmentId row : rows.rows()) {
        const double length = (rows.end[row] - rows.start[row]).norm();
        if (length < short_most)
            return fmt::format("segment {}: length {} m, expected at least {} m", row.value, length,
                               short_most);
        const double thickest = std::max(rows.start_radius[row], rows.end_radius[row]);
        if (thickest < short_most)
            return fmt::format("segment {}: radius {} m at the thicker end, expected at least {} m",
                               row.value, thickest, short_most);
    }
    for (const Rows<SegmentId>& run : plant.domains.segments)
        for (uint32_t row = run.first + 1; row < run.first + run.count; ++row) {
            const Vec3 open = rows.start[SegmentId(row)] - rows.end[SegmentId(row - 1)];
            if (open.squaredNorm() > gap * gap)
                return fmt::format(
                    "segment {}: starts {} m from the end of the one before it, "
                    "expected at most {} m",
                    row, open.norm(), gap);
        }
    return {};
}

std::string of_articulations(const Plant& plant) {
    constexpr Range any_density{0, density.high}, any_mass{0, 1e12}, any_inertia{0, 1e18},
        any_young{0, modulus.high}, any_spring{0, 1e18}, any_angle{-1e3, 1e3};
    size_t row = 0;
    for (const Articulation& stated : plant.articulations) {
        if (std::string fault = unit_rotation("articulation", row, "frame", stated.frame);
            !fault.empty())
            return fault;
        for (const auto& [name, value, range] : {std::tuple{"density", stated.density, any_density},
                                                 std::tuple{"mass", stated.mass, any_mass}})
            if (!range.holds(value)) return in_range("articulation", row, name, value, range);
        for (const auto& [name, vector, range] :
             {std::tuple{"centre", &stated.centre, coordinate},
              std::tuple{"inertia", &stated.inertia, any_inertia},
              std::tuple{"young", &stated.young, any_young},
              std::tuple{"damping", &stated.damping, any_spring},
              std::tuple{"stiffness", &stated.stiffness, any_spring},
              std::tuple{"initial", &stated.initial, any_angle}})
            for (const double value : *vector)
                if (!range.holds(value)) return in_range("articulation", row, name, value, range);
        ++row;
    }
    return {};
}

std::string of_keys(const Plant& plant) {
    std::string fault = of_unique("domains", plant.domains.key);
    return fault.empty() ? of_unique("segments", plant.segments.key) : fault;
}

}  // namespace thigmo::faults
