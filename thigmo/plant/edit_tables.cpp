// Edits that move rows of shapes, materials, looks and textures.
#include <algorithm>
#include <unordered_set>

#include "thigmo/base/random.h"
#include "thigmo/plant/edit.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

/// Appends the rows of `from` that `to` does not hold yet; where each of them stands then.
template <class Id, class Row>
Column<Id, Id> merge_rows(const Column<Id, Row>& from, Column<Id, Row>& to) {
    Column<Id, Id> moved;
    for (const Row& row : from) {
        const auto same = std::ranges::find(to, row);
        moved.push_back(same != to.end() ? Id(static_cast<size_t>(same - to.begin()))
                                         : to.push_back(row));
    }
    return moved;
}

/// Renews those keys from row `first` on that stand before it too.
template <class Id>
void renew_keys(Column<Id, Key>& keys, size_t first) {
    const auto second = keys.begin() + static_cast<std::ptrdiff_t>(first);
    const std::unordered_set<Key> before(keys.begin(), second);
    std::unordered_set<Key> taken(keys.begin(), keys.end());
    for (auto key = second; key != keys.end(); ++key) {
        if (!before.contains(*key)) continue;
        do {
            *key = mix(*key, 1);
        } while (!taken.insert(*key).second);
    }
}

template <class Id, class T>
void append(const Column<Id, T>& from, Column<Id, T>& to) {
    to.values().insert(to.values().end(), from.begin(), from.end());
}

/// Appends rows as they stand, with ids of the plant that they come from; keys stay unique.
template <class Table>
void append_rows(const Table& from, Table& to) {
    const size_t first = to.size();
    for_columns(from.columns(), to.columns(),
                [](const auto& column, auto& end) { append(column, end); });
    renew_keys(to.key, first);
}

/// The same row `offset` rows further on; none stays none.
template <class Id>
Id shifted(Id id, size_t offset) {
    return id.exists() ? Id(id.value + offset) : id;
}

/// What the plant states; where that is nothing, the frames alone.
Column<SegmentId, Articulation> stated(const Plant& plant) {
    if (!plant.articulations.empty()) return plant.articulations;
    Column<SegmentId, Articulation> plain(plant.segments.size());
    const Column<SegmentId, Quat> frames = segment_frames(plant);
    for (const SegmentId segment : plain.rows()) plain[segment].frame = frames[segment];
    return plain;
}

void append_segments(const Plant& from, Plant& to) {
    if (!to.articulations.empty() || !from.articulations.empty()) {
        to.articulations = stated(to);
        append(stated(from), to.articulations);
    }
    append_rows(from.segments, to.segments);
}

/// Keeps the rows marked and tells where each stands then.
template <class Id, class Row>
Column<Id, Id> keep_marked(Column<Id, Row>& rows, const Column<Id, uint8_t>& marked) {
    Column<Id, Id> moved(rows.size());
    Column<Id, Row> kept;
    for (const Id row : rows.rows())
        if (marked[row] != 0) moved[row] = kept.push_back(std::move(rows[row]));
    rows = std::move(kept);
    return moved;
}

}  // namespace

Edit append_plant(const Plant& a, const Plant& b) {
    Edit edit{a, {}};
    Plant& plant = edit.plant;
    const auto textures = merge_rows(b.textures, plant.textures);
    Column<LookId, Look> b_looks = b.looks;
    for (Look& look : b_looks)
        if (look.texture.exists()) look.texture = textures[look.texture];
    const auto looks = merge_rows(b_looks, plant.looks);
    const auto materials = merge_rows(b.materials, plant.materials);
    const auto shapes = merge_rows(b.shapes, plant.shapes);
    append_segments(b, plant);
    if (!a.volumes.empty() || !b.volumes.empty()) {
        plant.volumes.resize(a.domains.size());
        append(b.volumes, plant.volumes);
        plant.volumes.resize(a.domains.size() + b.domains.size());
    }
    append_rows(b.domains, plant.domains);
    Domains& rows = plant.domains;
    for (const DomainId old : b.domains.rows()) {
        const DomainId row = shifted(old, a.domains.size());
        edit.remap.domains.push_back(row);
        rows.parent[row] = shifted(rows.parent[row], a.domains.size());
        rows.attachment[row].segment = shifted(rows.attachment[row].segment, a.segments.size());
        rows.segments[row].first += static_cast<uint32_t>(a.segments.size());
        rows.material[row] = materials[rows.material[row]];
        rows.look[row] = looks[rows.look[row]];
        if (rows.shape[row].exists()) rows.shape[row] = shapes[rows.shape[row]];
    }
    for (const SegmentId old : b.segments.rows())
        edit.remap.segments.push_back(shifted(old, a.segments.size()));
    return edit;
}

Plant drop_unused(const Plant& plant) {
    Plant kept = plant;
    Column<ShapeId, uint8_t> shape_used(plant.shapes.size());
    Column<MaterialId, uint8_t> material_used(plant.materials.size());
    Column<LookId, uint8_t> look_used(plant.looks.size());
    Column<TextureId, uint8_t> texture_used(plant.textures.size());
    Domains& rows = kept.domains;
    for (const DomainId row : rows.rows()) {
        if (rows.shape[row].exists()) shape_used[rows.shape[row]] = 1;
        material_used[rows.material[row]] = 1;
        look_used[rows.look[row]] = 1;
    }
    for (const LookId look : plant.looks.rows())
        if (look_used[look] != 0 && plant.looks[look].texture.exists())
            texture_used[plant.looks[look].texture] = 1;
    const auto shapes = keep_marked(kept.shapes, shape_used);
    const auto materials = keep_marked(kept.materials, material_used);
    const auto looks = keep_marked(kept.looks, look_used);
    const auto textures = keep_marked(kept.textures, texture_used);
    for (const DomainId row : rows.rows()) {
        if (rows.shape[row].exists()) rows.shape[row] = shapes[rows.shape[row]];
        rows.material[row] = materials[rows.material[row]];
        rows.look[row] = looks[rows.look[row]];
    }
    for (Look& look : kept.looks)
        if (look.texture.exists()) look.texture = textures[look.texture];
    return kept;
}

}  // namespace thigmo
