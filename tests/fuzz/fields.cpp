// One overload of `mutate` for each kind of field.
#include "tests/fuzz/fields.h"

#include <array>
#include <functional>
#include <limits>
#include <vector>

namespace thigmo::fuzz {
namespace {

template <class Number>
Number odd_real(Number value, Random& random) {
    using Limits = std::numeric_limits<Number>;
    const std::array<Number, 14> values = {0,
                                           Number(-0.0),
                                           Limits::quiet_NaN(),
                                           Limits::infinity(),
                                           -Limits::infinity(),
                                           Limits::max(),
                                           Limits::lowest(),
                                           Limits::denorm_min(),
                                           Number(1e-30),
                                           Number(1e6),
                                           Number(-1),
                                           1,
                                           -value,
                                           value * 2};
    // Half of them stay near, so that many plants remain sound.
    if (random.below(2) == 0) return value * static_cast<Number>(random.uniform(0.9999, 1.0001));
    return values[random.below(values.size())];
}

template <class Number>
Number odd_whole(Number value, Random& random) {
    const std::array<Number, 8> values = {
        0,
        1,
        static_cast<Number>(value + 1),
        static_cast<Number>(value - 1),
        static_cast<Number>(random.bits()),
        static_cast<Number>(random.below(8)),
        std::numeric_limits<Number>::max(),
        static_cast<Number>(std::numeric_limits<Number>::max() - 1)};
    return values[random.below(values.size())];
}

void mutate(double& value, Random& random) {
    value = odd_real(value, random);
}
void mutate(float& value, Random& random) {
    value = odd_real(value, random);
}
void mutate(uint8_t& value, Random& random) {
    value = odd_whole(value, random);
}
void mutate(uint16_t& value, Random& random) {
    value = odd_whole(value, random);
}
void mutate(uint32_t& value, Random& random) {
    value = odd_whole(value, random);
}
void mutate(uint64_t& value, Random& random) {
    value = odd_whole(value, random);
}
template <class Tag>
void mutate(RowId<Tag>& id, Random& random) {
    id.value = odd_whole(id.value, random);
}
void mutate(Rows<SegmentId>& rows, Random& random) {
    rows.count = odd_whole(rows.count, random);
}
void mutate(Kind& kind, Random& random) {
    kind = static_cast<Kind>(random.below(8));
}
template <class Number, int rows>
void mutate(Eigen::Matrix<Number, rows, 1>& vector, Random& random) {
    mutate(vector[static_cast<Eigen::Index>(random.below(rows))], random);
}
void mutate(Quat& rotation, Random& random) {
    mutate(rotation.coeffs(), random);
}
template <class Number>
void mutate(std::array<Number, 3>& numbers, Random& random) {
    Number& number = numbers[random.below(3)];
    number = odd_whole(number, random);
}
void mutate(std::string& text, Random& random) {
    const std::array<std::string, 7> texts = {
        "", "oak", "\xc3\x28", "a\nb", "\x1b[2J", "橡树", std::string(2000, 'x')};
    text = texts[random.below(texts.size())];
}
void mutate(Attachment& attachment, Random& random) {
    if (random.below(2) == 0)
        mutate(attachment.segment, random);
    else
        mutate(attachment.along, random);
}
void mutate(Placement& placement, Random& random) {
    switch (random.below(3)) {
        case 0:
            return mutate(placement.position, random);
        case 1:
            return mutate(placement.rotation, random);
        default:
            return mutate(placement.scale, random);
    }
}

void mutate(Shape& shape, Random& random);
template <class T>
void mutate(std::vector<T>& column, Random& random);
template <class Id, class T>
void mutate(Column<Id, T>& column, Random& random);

/// Changes one of the fields given.
template <class... Fields>
void mutate_one(Random& random, Fields&... fields) {
    size_t left = random.below(sizeof...(fields));
    ((left-- == 0 ? mutate(fields, random) : void()), ...);
}

void mutate(Articulation& a, Random& random) {
    mutate_one(random, a.frame, a.density, a.mass, a.centre, a.inertia, a.young, a.damping,
               a.stiffness, a.initial);
}
void mutate(Material& m, Random& random) {
    mutate_one(random, m.name, m.young, m.shear, m.density, m.strength, m.damping_ratio, m.drag,
               m.vogel, m.tip_young, m.tip_density);
}
void mutate(Look& look, Random& random) {
    mutate_one(random, look.name, look.colour, look.texture, look.alpha_cutoff, look.translucency,
               look.roughness);
}
void mutate(Volume& volume, Random& random) {
    mutate_one(random, volume.mesh.origin, volume.mesh.cell, volume.mesh.voxels, volume.fixed);
}
void mutate(Texture& texture, Random& random) {
    mutate_one(random, texture.name, texture.bytes);
}

/// One row's value, the places of two rows, or the column's length.
template <class T>
void mutate(std::vector<T>& column, Random& random) {
    const uint64_t choice = random.below(16);
    if (choice == 0) {
        column.resize(column.size() + random.below(3) + 1);
    } else if (choice == 1 && !column.empty()) {
        column.resize(random.below(column.size()));
    } else if (!column.empty()) {
        T& row = column[random.below(column.size())];
        if (choice < 5)
            std::swap(row, column[random.below(column.size())]);
        else
            mutate(row, random);
    }
}

void mutate(Shape& shape, Random& random) {
    mutate_one(random, shape.name, shape.area, shape.thickness, shape.mesh.positions,
               shape.mesh.normals, shape.mesh.uvs, shape.mesh.triangles);
}

template <class Id, class T>
void mutate(Column<Id, T>& column, Random& random) {
    mutate(column.values(), random);
}

}  // namespace

void mutate_field(Plant& plant, Random& random) {
    const auto others = std::tie(plant.name, plant.articulations, plant.volumes, plant.shapes,
                                 plant.materials, plant.looks, plant.textures);
    std::apply([&](auto&... fields) { mutate_one(random, fields...); },
               std::tuple_cat(plant.domains.columns(), plant.segments.columns(), others));
}

}  // namespace thigmo::fuzz
