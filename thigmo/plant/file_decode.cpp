// The bytes of a .plant file to a plant, trusting nothing.
#include <fmt/format.h>

#include <cstring>
#include <type_traits>

#include "plant_generated.h"
#include "thigmo/base/checksum.h"
#include "thigmo/base/error.h"
#include "thigmo/plant/file.h"

namespace thigmo {
namespace {

constexpr size_t mark_offset = 4;
constexpr size_t trailer = sizeof(uint32_t);  // the checksum behind the buffer
constexpr size_t least_size = mark_offset + flatbuffers::FlatBufferBuilder::kFileIdentifierLength;

[[noreturn]] void fail(const std::string& source, std::string_view what) {
    throw InputError(fmt::format("{}: {}", source, what));
}

/// The schema's version, with only what leads to it verified: another version may differ in all
/// else.
uint32_t read_version(const uint8_t* data, size_t size, const std::string& source) {
    flatbuffers::Verifier verifier(data, size);
    if (verifier.VerifyOffset(0) != 0) {
        const auto* root = flatbuffers::GetRoot<flatbuffers::Table>(data);
        const auto field = stored::Plant::VT_SCHEMA_VERSION;
        if (root->VerifyTableStart(verifier) && root->VerifyField<uint32_t>(verifier, field, 4))
            return root->GetField<uint32_t>(field, 0);
    }
    fail(source, "damaged: found no schema version, expected it in the file's first table");
}

/// The root of a buffer that was verified whole.
const stored::Plant& verify(std::span<const std::byte> bytes, const std::string& source) {
    if (bytes.empty()) fail(source, "found an empty file, expected a .plant file");
    const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
    if (bytes.size() < least_size + trailer || !stored::PlantBufferHasIdentifier(data))
        fail(source, fmt::format("found no mark '{}' at byte {}, expected a .plant file",
                                 stored::PlantIdentifier(), mark_offset));
    if (bytes.size() >= FLATBUFFERS_MAX_BUFFER_SIZE)
        fail(source, fmt::format("found {} bytes, expected less than {}", bytes.size(),
                                 FLATBUFFERS_MAX_BUFFER_SIZE));
    const std::span buffer = bytes.first(bytes.size() - trailer);
    const uint32_t version = read_version(data, buffer.size(), source);
    if (version < 1 || version > plant_schema_version)
        fail(source, fmt::format("found schema version {}, expected 1 … {} (the file is damaged or "
                                 "of another Thigmo)",
                                 version, plant_schema_version));
    uint32_t stated = 0;
    std::memcpy(&stated, buffer.data() + buffer.size(), trailer);
    if (const uint32_t sum = checksum(buffer); sum != stated)
        fail(source, fmt::format("found checksum {:08x}, expected {:08x} (the file is damaged or "
                                 "cut short)",
                                 sum, stated));
    flatbuffers::Verifier verifier(data, buffer.size());
    if (!stored::VerifyPlantBuffer(verifier))
        fail(source, "damaged: found tables that reach beyond the file or lack a column");
    return *stored::GetPlant(data);
}

/// Copies columns out. In a file of ours no byte belongs to two rows; one in which tables share
/// their columns could name far more than it holds, so the bytes copied are counted.
class Reader {
  public:
    Reader(size_t bytes, const std::string& source) : left_(bytes), source_(source) {}

    template <class Stored, class T>
    void copy(const flatbuffers::Vector<Stored>& from, std::vector<T>& to) {
        constexpr size_t stride = sizeof(std::remove_pointer_t<Stored>);
        static_assert(stride == sizeof(T));
        take(from.size() * stride);
        if (from.size() == 0) return;
        if constexpr (std::is_trivially_copyable_v<T>) {
            const auto* data = reinterpret_cast<const T*>(from.Data());
            to.assign(data, data + from.size());
        } else {
            to.resize(from.size());
            std::memcpy(static_cast<void*>(to.data()), from.Data(), from.size() * stride);
        }
    }

    std::string text(const flatbuffers::String& from) {
        take(from.size());
        return from.str();
    }

    /// A column whose values become one member of each row.
    template <class Stored, class Row, class T>
    void copy(const flatbuffers::Vector<Stored>& from, std::vector<Row>& rows, T Row::*member) {
        if (from.size() != rows.size())
            fail(source_, fmt::format("damaged: found a column of {} rows, expected {}",
                                      from.size(), rows.size()));
        std::vector<T> values;
        copy(from, values);
        for (size_t i = 0; i < rows.size(); ++i) rows[i].*member = values[i];
    }

    template <class Table, class Id, class Row>
    void tables(const flatbuffers::Vector<flatbuffers::Offset<Table>>* from, Column<Id, Row>& to) {
        if (from == nullptr) return;
        take(from->size() * 16);  // an offset, a table's head, and a name at the least
        to.resize(from->size());
        for (uint32_t i = 0; i < from->size(); ++i) read(*from->Get(i), to[Id(i)]);
    }

    void read(const stored::Domains& from, Domains& to);
    void read(const stored::Segments& from, Segments& to);
    void read(const stored::Articulations& from, Column<SegmentId, Articulation>& to);
    void read(const stored::Volumes& from, Column<DomainId, Volume>& to);

  private:
    /// Shares a column out to the rows, to each so many as `counts` tells.
    template <class T>
    void share(const std::vector<T>& values, const flatbuffers::Vector<uint32_t>& counts,
               std::vector<Volume>& rows, auto member) {
        uint64_t whole = 0;
        for (const uint32_t count : counts) whole += count;
        if (counts.size() != rows.size() || whole != values.size())
            fail(source_, fmt::format("damaged: found {} rows of {} voxels or corners, expected {} "
                                      "of {}",
                                      counts.size(), whole, rows.size(), values.size()));
        auto next = values.begin();
        for (uint32_t i = 0; i < counts.size(); ++i) {
            const auto end = next + counts[i];
            member(rows[i]).assign(next, end);
            next = end;
        }
    }
    void take(size_t bytes) {
        if (bytes > left_) fail(source_, "damaged: found tables that share their columns");
        left_ -= bytes;
    }
    void read(const stored::Shape& from, Shape& to);
    void read(const stored::Material& from, Material& to);
    void read(const stored::Look& from, Look& to);
    void read(const stored::Texture& from, Texture& to);

    size_t left_;
    const std::string& source_;
};

void Reader::read(const stored::Domains& from, Domains& to) {
    copy(*from.key(), to.key.values());
    copy(*from.parent(), to.parent.values());
    copy(*from.order(), to.order.values());
    copy(*from.kind(), to.kind.values());
    copy(*from.flexible(), to.flexible.values());
    copy(*from.material(), to.material.values());
    copy(*from.look(), to.look.values());
    copy(*from.shape(), to.shape.values());
    to.attachment.resize(from.attachment_segment()->size());
    copy(*from.attachment_segment(), to.attachment.values(), &Attachment::segment);
    copy(*from.attachment_along(), to.attachment.values(), &Attachment::along);
    to.segments.resize(from.segment_count()->size());
    copy(*from.segment_count(), to.segments.values(), &Rows<SegmentId>::count);
    uint32_t first = 0;
    for (Rows<SegmentId>& run : to.segments) {
        run.first = first;
        first += run.count;
    }
    to.placement.resize(from.position_m()->size());
    copy(*from.position_m(), to.placement.values(), &Placement::position);
    copy(*from.rotation(), to.placement.values(), &Placement::rotation);
    copy(*from.scale(), to.placement.values(), &Placement::scale);
}

void Reader::read(const stored::Segments& from, Segments& to) {
    copy(*from.key(), to.key.values());
    copy(*from.start_m(), to.start.values());
    copy(*from.end_m(), to.end.values());
    copy(*from.start_radius_m(), to.start_radius.values());
    copy(*from.end_radius_m(), to.end_radius.values());
}

void Reader::read(const stored::Articulations& from, Column<SegmentId, Articulation>& to) {
    to.resize(from.frame()->size());
    copy(*from.frame(), to.values(), &Articulation::frame);
    copy(*from.density_kg_m3(), to.values(), &Articulation::density);
    copy(*from.mass_kg(), to.values(), &Articulation::mass);
    copy(*from.centre_m(), to.values(), &Articulation::centre);
    copy(*from.inertia_kg_m2(), to.values(), &Articulation::inertia);
    copy(*from.young_pa(), to.values(), &Articulation::young);
    copy(*from.damping_n_m_s(), to.values(), &Articulation::damping);
    copy(*from.stiffness_n_m(), to.values(), &Articulation::stiffness);
    copy(*from.initial_rad(), to.values(), &Articulation::initial);
}

void Reader::read(const stored::Volumes& from, Column<DomainId, Volume>& to) {
    std::vector<Vec3> origins;
    std::vector<double> cells;
    std::vector<Voxel> voxels;
    std::vector<uint32_t> fixed;
    copy(*from.origin_m(), origins);
    copy(*from.cell_m(), cells);
    copy(*from.voxel(), voxels);
    copy(*from.fixed(), fixed);
    if (origins.size() != cells.size())
        fail(source_, fmt::format("damaged: found a column of {} rows, expected {}", cells.size(),
                                  origins.size()));
    to.resize(origins.size());
    for (const DomainId row : to.rows()) to[row].mesh = {origins[row.value], cells[row.value], {}};
    share(
        voxels, *from.voxel_count(), to.values(),
        [](Volume & volume) -> auto& { return volume.mesh.voxels; });
    share(
        fixed, *from.fixed_count(), to.values(),
        [](Volume & volume) -> auto& { return volume.fixed; });
}

void Reader::read(const stored::Shape& from, Shape& to) {
    to.name = text(*from.name());
    to.area = from.area_m2();
    to.thickness = from.thickness_m();
    copy(*from.positions_m(), to.mesh.positions);
    copy(*from.normals(), to.mesh.normals);
    copy(*from.uvs(), to.mesh.uvs);
    copy(*from.triangles(), to.mesh.triangles);
}

void Reader::read(const stored::Material& from, Material& to) {
    to.name = text(*from.name());
    to.young = from.young_pa();
    to.shear = from.shear_pa();
    to.density = from.density_kg_m3();
    to.strength = from.strength_pa();
    to.damping_ratio = from.damping_ratio();
    to.drag = from.drag_coefficient();
    to.vogel = from.vogel_exponent();
    to.tip_young = from.tip_young_factor();
    to.tip_density = from.tip_density_factor();
}

void Reader::read(const stored::Look& from, Look& to) {
    to.name = text(*from.name());
    to.colour = {from.colour()->x(), from.colour()->y(), from.colour()->z()};
    to.texture.value = from.texture();
    to.alpha_cutoff = from.alpha_cutoff();
    to.translucency = from.translucency();
    to.roughness = from.roughness();
    to.two_sided = from.two_sided();
}

void Reader::read(const stored::Texture& from, Texture& to) {
    to.name = text(*from.name());
    take(from.bytes()->size());
    to.bytes.assign(reinterpret_cast<const char*>(from.bytes()->data()), from.bytes()->size());
}

}  // namespace

Plant decode_unchecked(std::span<const std::byte> bytes, const std::string& source) {
    // FlatBuffers reads numbers in place: bytes that are not aligned are moved first.
    std::vector<uint64_t> aligned;
    if (reinterpret_cast<uintptr_t>(bytes.data()) % alignof(uint64_t) != 0) {
        aligned.resize(bytes.size() / sizeof(uint64_t) + 1);
        std::memcpy(aligned.data(), bytes.data(), bytes.size());
        bytes = std::as_bytes(std::span(aligned)).first(bytes.size());
    }
    const stored::Plant& root = verify(bytes, source);
    Reader reader(bytes.size(), source);
    Plant plant;
    plant.name = reader.text(*root.name());
    reader.read(*root.domains(), plant.domains);
    reader.read(*root.segments(), plant.segments);
    if (root.articulations() != nullptr) reader.read(*root.articulations(), plant.articulations);
    reader.tables(root.shapes(), plant.shapes);
    reader.tables(root.materials(), plant.materials);
    reader.tables(root.looks(), plant.looks);
    reader.tables(root.textures(), plant.textures);
    if (root.volumes() != nullptr) reader.read(*root.volumes(), plant.volumes);
    return plant;
}

}  // namespace thigmo
