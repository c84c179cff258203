// A plant to the bytes of its file.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <type_traits>

#include "plant_generated.h"
#include "thigmo/base/checksum.h"
#include "thigmo/base/error.h"
#include "thigmo/plant/file.h"

namespace thigmo {
namespace {

using Builder = flatbuffers::FlatBufferBuilder;
template <class T>
using Offset = flatbuffers::Offset<T>;
template <class T>
using Vector = flatbuffers::Offset<flatbuffers::Vector<T>>;

/// Writes numbers or ids as they stand in memory.
template <class Stored, class T>
Vector<Stored> write(Builder& builder, const std::vector<T>& values) {
    static_assert(sizeof(Stored) == sizeof(T));
    return builder.CreateVector(reinterpret_cast<const Stored*>(values.data()), values.size());
}

template <class Stored, class T>
Vector<const Stored*> write_structs(Builder& builder, const std::vector<T>& values) {
    static_assert(sizeof(Stored) == sizeof(T));
    return builder.CreateVectorOfStructs(reinterpret_cast<const Stored*>(values.data()),
                                         values.size());
}

/// One member of every row as a column of its own.
template <class Row, class Member>
auto gather(const std::vector<Row>& rows, Member member) {
    std::vector<std::decay_t<decltype(member(rows.front()))>> values;
    values.reserve(rows.size());
    for (const Row& row : rows) values.push_back(member(row));
    return values;
}

template <class Stored, class Row, class T>
Vector<const Stored*> write_member(Builder& builder, const std::vector<Row>& rows, T Row::*member) {
    return write_structs<Stored>(builder,
                                 gather(rows, [&](const Row& row) { return row.*member; }));
}

template <class Row>
Vector<double> write_member(Builder& builder, const std::vector<Row>& rows, double Row::*member) {
    return write<double>(builder, gather(rows, [&](const Row& row) { return row.*member; }));
}

/// Braces fix the order in which the columns are written, which a call's arguments would not.
template <class Create, class... Columns>
auto finish(Builder& builder, Create create, const std::tuple<Columns...>& columns) {
    return std::apply([&](const auto&... column) { return create(builder, column...); }, columns);
}

Offset<stored::Domains> write_domains(Builder& builder, const Domains& domains) {
    const auto& attachment = domains.attachment.values();
    const auto& placement = domains.placement.values();
    const auto on = gather(attachment, [](const Attachment& a) { return a.segment.value; });
    const auto counts =
        gather(domains.segments.values(), [](const Rows<SegmentId>& rows) { return rows.count; });
    return finish(
        builder, stored::CreateDomains,
        std::tuple{write<uint64_t>(builder, domains.key.values()),
                   write<uint32_t>(builder, domains.parent.values()), write<uint32_t>(builder, on),
                   write_member(builder, attachment, &Attachment::along),
                   write<uint32_t>(builder, counts),
                   write<uint16_t>(builder, domains.order.values()),
                   write<stored::Kind>(builder, domains.kind.values()),
                   write<uint8_t>(builder, domains.flexible.values()),
                   write<uint32_t>(builder, domains.material.values()),
                   write<uint32_t>(builder, domains.look.values()),
                   write<uint32_t>(builder, domains.shape.values()),
                   write_member<stored::Vec3d>(builder, placement, &Placement::position),
                   write_member<stored::Quaternion>(builder, placement, &Placement::rotation),
                   write_member(builder, placement, &Placement::scale)});
}

Offset<stored::Segments> write_segments(Builder& builder, const Segments& segments) {
    return finish(builder, stored::CreateSegments,
                  std::tuple{write<uint64_t>(builder, segments.key.values()),
                             write_structs<stored::Vec3d>(builder, segments.start.values()),
                             write_structs<stored::Vec3d>(builder, segments.end.values()),
                             write<double>(builder, segments.start_radius.values()),
                             write<double>(builder, segments.end_radius.values())});
}

Offset<stored::Articulations> write_articulations(Builder& builder,
                                                  const std::vector<Articulation>& rows) {
    const auto vectors = [&](Vec3 Articulation::*member) {
        return write_member<stored::Vec3d>(builder, rows, member);
    };
    return finish(builder, stored::CreateArticulations,
                  std::tuple{write_member<stored::Quaternion>(builder, rows, &Articulation::frame),
                             write_member(builder, rows, &Articulation::density),
                             write_member(builder, rows, &Articulation::mass),
                             vectors(&Articulation::centre), vectors(&Articulation::inertia),
                             vectors(&Articulation::young), vectors(&Articulation::damping),
                             vectors(&Articulation::stiffness), vectors(&Articulation::initial)});
}

Offset<stored::Volumes> write_volumes(Builder& builder, const std::vector<Volume>& rows) {
    std::vector<Voxel> voxels;
    std::vector<uint32_t> fixed;
    for (const Volume& row : rows) {
        voxels.insert(voxels.end(), row.mesh.voxels.begin(), row.mesh.voxels.end());
        fixed.insert(fixed.end(), row.fixed.begin(), row.fixed.end());
    }
    const auto column = [&](auto member) { return gather(rows, member); };
    const auto count = [](const auto& own) { return static_cast<uint32_t>(own.size()); };
    return finish(
        builder, stored::CreateVolumes,
        std::tuple{
            write_structs<stored::Vec3d>(builder,
                                         column([](const Volume& v) { return v.mesh.origin; })),
            write<double>(builder, column([](const Volume& v) { return v.mesh.cell; })),
            write<uint32_t>(builder, column([&](const Volume& v) { return count(v.mesh.voxels); })),
            write<uint32_t>(builder, column([&](const Volume& v) { return count(v.fixed); })),
            write_structs<stored::Voxel>(builder, voxels), write<uint32_t>(builder, fixed)});
}

Offset<stored::Shape> write_row(Builder& builder, const Shape& shape) {
    return finish(builder, stored::CreateShape,
                  std::tuple{builder.CreateString(shape.name), shape.area, shape.thickness,
                             write_structs<stored::Vec3f>(builder, shape.mesh.positions),
                             write_structs<stored::Vec3f>(builder, shape.mesh.normals),
                             write_structs<stored::Vec2f>(builder, shape.mesh.uvs),
                             write_structs<stored::Triangle>(builder, shape.mesh.triangles)});
}

Offset<stored::Material> write_row(Builder& builder, const Material& m) {
    return stored::CreateMaterial(builder, builder.CreateString(m.name), m.young, m.shear,
                                  m.density, m.strength, m.damping_ratio, m.drag, m.vogel,
                                  m.tip_young, m.tip_density);
}

Offset<stored::Look> write_row(Builder& builder, const Look& look) {
    const stored::Vec3f colour(look.colour.x(), look.colour.y(), look.colour.z());
    return stored::CreateLook(builder, builder.CreateString(look.name), &colour, look.texture.value,
                              look.alpha_cutoff, look.translucency, look.roughness, look.two_sided);
}

Offset<stored::Texture> write_row(Builder& builder, const Texture& texture) {
    const auto name = builder.CreateString(texture.name);
    const auto* bytes = reinterpret_cast<const uint8_t*>(texture.bytes.data());
    return stored::CreateTexture(builder, name, builder.CreateVector(bytes, texture.bytes.size()));
}

/// A table of tables; an empty one is left out.
template <class Id, class Row>
auto write_rows(Builder& builder, const Column<Id, Row>& rows) {
    std::vector<decltype(write_row(builder, rows.back()))> offsets;
    offsets.reserve(rows.size());
    for (const Row& row : rows) offsets.push_back(write_row(builder, row));
    return offsets.empty() ? decltype(builder.CreateVector(offsets))()
                           : builder.CreateVector(offsets);
}

/// No less than the file will take.
size_t size_bound(const Plant& plant) {
    size_t size = 4096 + plant.name.size() + 160 * plant.domains.size() +
                  80 * plant.segments.size() + 200 * plant.articulations.size();
    for (const Shape& shape : plant.shapes)
        size += 256 + shape.name.size() + 32 * shape.mesh.positions.size() +
                12 * shape.mesh.triangles.size();
    for (const Texture& texture : plant.textures)
        size += 256 + texture.name.size() + texture.bytes.size();
    for (const Material& material : plant.materials) size += 256 + material.name.size();
    for (const Look& look : plant.looks) size += 256 + look.name.size();
    for (const Volume& volume : plant.volumes)
        size += 64 + sizeof(Voxel) * volume.mesh.voxels.size() + 4 * volume.fixed.size();
    return size;
}

/// The first version whose readers make sense of the plant.
uint32_t version_of(const Plant& plant) {
    return std::ranges::find(plant.domains.kind, Kind::prop) != plant.domains.kind.end() ? 2 : 1;
}

}  // namespace

std::string encode_plant(const Plant& plant) {
    const size_t bound = size_bound(plant);
    if (bound >= FLATBUFFERS_MAX_BUFFER_SIZE)
        throw InputError(
            fmt::format("plant '{}': {} bytes, expected less than {}: a .plant file "
                        "holds no more",
                        plant.name, bound, FLATBUFFERS_MAX_BUFFER_SIZE));
    Builder builder(bound);
    builder.ForceDefaults(true);
    const auto name = builder.CreateString(plant.name);
    const auto domains = write_domains(builder, plant.domains);
    const auto segments = write_segments(builder, plant.segments);
    const auto articulations = plant.articulations.empty()
                                   ? Offset<stored::Articulations>()
                                   : write_articulations(builder, plant.articulations.values());
    const auto shapes = write_rows(builder, plant.shapes);
    const auto materials = write_rows(builder, plant.materials);
    const auto looks = write_rows(builder, plant.looks);
    const auto textures = write_rows(builder, plant.textures);
    const auto volumes = plant.volumes.empty() ? Offset<stored::Volumes>()
                                               : write_volumes(builder, plant.volumes.values());
    stored::FinishPlantBuffer(
        builder, stored::CreatePlant(builder, version_of(plant), name, domains, segments,
                                     articulations, shapes, materials, looks, textures, volumes));
    const std::span buffer(builder.GetBufferPointer(), builder.GetSize());
    const uint32_t sum = checksum(std::as_bytes(buffer));
    std::string bytes;
    bytes.reserve(buffer.size() + sizeof sum);
    bytes.append(reinterpret_cast<const char*>(buffer.data()), buffer.size());
    bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
    return bytes;
}

}  // namespace thigmo
