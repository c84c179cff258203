// Edits that move rows: every one lists the new domains, and `assemble` carries the columns over.
#include "thigmo/plant/edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "thigmo/base/error.h"
#include "thigmo/base/random.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using Run = Rows<SegmentId>;

/// A domain of the new plant: the row that its values come from, and its segments, one run or two.
struct Source {
    DomainId domain;
    Run segments, more;
};

Source whole(const Plant& plant, DomainId domain) {
    return {domain, plant.domains.segments[domain], {}};
}

/// Copies a row's values behind the last; where it stands there.
template <class Table, class Id>
Id append_row(const Table& from, Id row, Table& to) {
    for_columns(from.columns(), to.columns(),
                [row](const auto& column, auto& end) { end.push_back(column[row]); });
    return Id(to.size() - 1);
}

void append_segments(const Plant& plant, Run run, Plant& to, Remap& remap) {
    for (const SegmentId old : run) {
        remap.segments[old] = append_row(plant.segments, old, to.segments);
        if (!plant.articulations.empty()) to.articulations.push_back(plant.articulations[old]);
    }
}

void append_domain(const Plant& plant, const Source& source, Plant& to, Remap& remap) {
    const DomainId old = source.domain;
    const DomainId row = append_row(plant.domains, old, to.domains);
    to.domains.segments[row] = {static_cast<uint32_t>(to.segments.size()),
                                source.segments.count + source.more.count};
    append_segments(plant, source.segments, to, remap);
    append_segments(plant, source.more, to, remap);
    if (!plant.volumes.empty()) {
        const bool same = source.segments == plant.domains.segments[old] && source.more.empty();
        to.volumes.push_back(same ? plant.volumes[old] : Volume{});
    }
    if (!remap.domains[old].exists()) remap.domains[old] = row;
}

/// Parents and attachments follow the segments that they name; what sat on a row that is gone
/// becomes a root.
void reattach(Edit& edit) {
    Domains& rows = edit.plant.domains;
    const Column<SegmentId, DomainId> owner = segment_domains(edit.plant);
    for (const DomainId row : rows.rows()) {
        Attachment& attachment = rows.attachment[row];
        if (attachment.segment.exists()) {
            attachment.segment = edit.remap.segments[attachment.segment];
            rows.parent[row] =
                attachment.segment.exists() ? owner[attachment.segment] : DomainId::none();
        } else if (rows.parent[row].exists()) {
            rows.parent[row] = edit.remap.domains[rows.parent[row]];
        }
        if (!rows.parent[row].exists()) attachment = {};
    }
}

/// The plant of the listed domains; the tables stay whole.
Edit assemble(const Plant& plant, const std::vector<Source>& sources) {
    Edit edit;
    edit.remap = {Column<DomainId, DomainId>(plant.domains.size()),
                  Column<SegmentId, SegmentId>(plant.segments.size())};
    edit.plant.name = plant.name;
    edit.plant.shapes = plant.shapes;
    edit.plant.materials = plant.materials;
    edit.plant.looks = plant.looks;
    edit.plant.textures = plant.textures;
    for (const Source& source : sources) append_domain(plant, source, edit.plant, edit.remap);
    reattach(edit);
    return edit;
}

/// A domain's material cut at a share of its length, so that both parts go on as it did. The shear
/// modulus varies as Young's does.
std::pair<Material, Material> cut_material(const Material& material, double share) {
    const auto at = [&](double tip) { return 1 + (tip - 1) * share; };
    const double young = at(material.tip_young), density = at(material.tip_density);
    Material lower = material, upper = material;
    lower.tip_young = young;
    lower.tip_density = density;
    upper.young *= young;
    upper.shear *= young;
    upper.density *= density;
    upper.tip_young /= young;
    upper.tip_density /= density;
    return {lower, upper};
}

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

bool alike(const Material& a, const Material& b) {
    return a.name == b.name && near(a.young, b.young) && near(a.shear, b.shear) &&
           near(a.density, b.density) && a.strength == b.strength &&
           a.damping_ratio == b.damping_ratio && a.drag == b.drag && a.vogel == b.vogel &&
           near(a.tip_young, b.tip_young) && near(a.tip_density, b.tip_density);
}

MaterialId find_or_add(Plant& plant, const Material& material) {
    for (const MaterialId row : plant.materials.rows())
        if (alike(plant.materials[row], material)) return row;
    return plant.materials.push_back(material);
}

double length(const Plant& plant, Run run) {
    double sum = 0;
    for (const SegmentId segment : run) sum += length(plant.segments, segment);
    return sum;
}

/// A key that no domain bears, made from two numbers.
Key new_key(const Plant& plant, uint64_t a, uint64_t b) {
    Key key = mix(a, b);
    while (std::ranges::find(plant.domains.key, key) != plant.domains.key.end()) key = mix(key);
    return key;
}

void refuse_to_split(const Plant& plant, DomainId domain, SegmentId segment) {
    if (segment == plant.domains.segments[domain].front())
        throw InputError(
            fmt::format("segment {}: found the first of domain {}, expected a later "
                        "one to split at",
                        segment.value, domain.value));
    if (plant.domains.shape[domain].exists())
        throw InputError(
            fmt::format("domain {}: found a shape, expected a bare centreline to "
                        "split",
                        domain.value));
}

/// The domain's lower part where it stood, and behind its subtree the upper part with the children
/// that sit on it.
std::vector<Source> sources_of_split(const Plant& plant, DomainId domain, Run lower, Run upper) {
    const Rows<DomainId> below = subtree(plant, domain);
    std::vector<Source> before, moved, after;
    bool child_moves = false;  // of the child of `domain` that the row belongs to
    for (const DomainId row : plant.domains.rows()) {
        if (row == domain) {
            before.push_back({row, lower, {}});
            moved.push_back({row, upper, {}});
        } else if (!below.contains(row)) {
            (row < domain ? before : after).push_back(whole(plant, row));
        } else {
            if (plant.domains.parent[row] == domain)
                child_moves = upper.contains(plant.domains.attachment[row].segment);
            (child_moves ? moved : before).push_back(whole(plant, row));
        }
    }
    before.insert(before.end(), moved.begin(), moved.end());
    before.insert(before.end(), after.begin(), after.end());
    return before;
}

/// The material of parent and child in one; the cut of it must give both back.
Material join_materials(const Plant& plant, DomainId child) {
    const DomainId parent = plant.domains.parent[child];
    const Material& lower = plant.materials[plant.domains.material[parent]];
    const Material& upper = plant.materials[plant.domains.material[child]];
    Material joined = lower;
    joined.tip_young = upper.young * upper.tip_young / lower.young;
    joined.tip_density = upper.density * upper.tip_density / lower.density;
    const double base = length(plant, plant.domains.segments[parent]);
    const double share = base / (base + length(plant, plant.domains.segments[child]));
    const auto [first, second] = cut_material(joined, share);
    if (!alike(first, lower) || !alike(second, upper))
        throw InputError(
            fmt::format("domain {}: found material '{}', expected one that goes on "
                        "from '{}' of its parent",
                        child.value, upper.name, lower.name));
    return joined;
}

void refuse_to_join(const Plant& plant, DomainId child) {
    const Domains& rows = plant.domains;
    const DomainId parent = rows.parent[child];
    const auto refuse = [&](const char* found, const char* expected) {
        throw InputError(
            fmt::format("domain {}: found {}, expected {}", child.value, found, expected));
    };
    if (!parent.exists()) refuse("a root", "a child to join with its parent");
    if (rows.shape[child].exists() || rows.shape[parent].exists())
        refuse("a shape", "bare centrelines to join");
    constexpr double gap = 1e-6;  // m, as `check` allows between segments
    const Attachment& attachment = rows.attachment[child];
    const SegmentId last = rows.segments[parent].back();
    const Vec3 open = plant.segments.start[rows.segments[child].front()] - plant.segments.end[last];
    if (attachment.segment != last || attachment.along != 1 || open.norm() > gap)
        refuse("an attachment elsewhere", "it at the parent's tip");
    if (rows.order[child] != rows.order[parent] || rows.kind[child] != rows.kind[parent] ||
        rows.flexible[child] != rows.flexible[parent] || rows.look[child] != rows.look[parent])
        refuse("another order, kind, look or flexibility", "the parent's");
}

}  // namespace

Edit take_subtree(const Plant& plant, DomainId root) {
    std::vector<Source> sources;
    for (const DomainId domain : subtree(plant, root)) sources.push_back(whole(plant, domain));
    Edit edit = assemble(plant, sources);
    const DomainId first(size_t{0});
    edit.plant.domains.parent[first] = DomainId::none();
    edit.plant.domains.attachment[first] = {};
    const uint16_t order = plant.domains.order[root];
    for (uint16_t& own : edit.plant.domains.order) own = static_cast<uint16_t>(own - order);
    return edit;
}

Edit remove_subtree(const Plant& plant, DomainId root) {
    const Rows<DomainId> gone = subtree(plant, root);
    std::vector<Source> sources;
    for (const DomainId domain : plant.domains.rows())
        if (!gone.contains(domain)) sources.push_back(whole(plant, domain));
    return assemble(plant, sources);
}

Edit split_domain(const Plant& plant, SegmentId segment) {
    const DomainId domain = segment_domains(plant)[segment];
    const Run own = plant.domains.segments[domain];
    refuse_to_split(plant, domain, segment);
    const Run lower{own.first, segment.value - own.first};
    const Run upper{segment.value, own.count - lower.count};
    Edit edit = assemble(plant, sources_of_split(plant, domain, lower, upper));
    Domains& rows = edit.plant.domains;
    const DomainId base = edit.remap.domains[domain];
    const DomainId tip = segment_domains(edit.plant)[edit.remap.segments[segment]];
    rows.key[tip] = new_key(plant, plant.domains.key[domain], plant.segments.key[segment]);
    rows.parent[tip] = base;
    rows.attachment[tip] = {rows.segments[base].back(), 1.0};
    const Material& material = plant.materials[plant.domains.material[domain]];
    if (material.tip_young != 1 || material.tip_density != 1) {
        const auto [first, second] =
            cut_material(material, length(plant, lower) / length(plant, own));
        rows.material[base] = find_or_add(edit.plant, first);
        rows.material[tip] = find_or_add(edit.plant, second);
    }
    return edit;
}

Edit join_domains(const Plant& plant, DomainId child) {
    refuse_to_join(plant, child);
    const Domains& domains = plant.domains;
    const DomainId parent = domains.parent[child];
    std::vector<Source> sources;
    for (const DomainId row : domains.rows()) {
        if (row == parent)
            sources.push_back({row, domains.segments[parent], domains.segments[child]});
        else if (row != child)
            sources.push_back(whole(plant, row));
    }
    Edit edit = assemble(plant, sources);
    const DomainId joined = edit.remap.domains[child] = edit.remap.domains[parent];
    edit.plant.domains.material[joined] = find_or_add(edit.plant, join_materials(plant, child));
    return edit;
}

}  // namespace thigmo
