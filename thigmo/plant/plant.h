// The plant: tables of domains, segments and shapes; plain data that every part of Thigmo shares.
//
// A domain is one botanical part: a trunk, branch, twig, leaf, petal or fruit; or a prop, which
// came with the plant and does not grow, like a pot. Domains stand in depth-first order, so a
// parent comes before its children and a subtree is a range of rows. A domain may own a run of
// segments (its centreline, base to tip), a shape (a mesh placed in the plant's space), or both. A
// domain with segments and no shape is drawn as a skin swept along them. A flexible one bends along
// its segments, its shape with them; where it has only a shape, that is drawn bent like the
// segments that carry it, and the domain moves as one body. Lengths are in metres, +Y is up; see
// check.h for every invariant.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "thigmo/base/column.h"
#include "thigmo/base/vector.h"
#include "thigmo/mesh/triangle_mesh.h"
#include "thigmo/mesh/voxels.h"

namespace thigmo {

using DomainId = RowId<struct DomainTag>;
using SegmentId = RowId<struct SegmentTag>;
using ShapeId = RowId<struct ShapeTag>;
using MaterialId = RowId<struct MaterialTag>;
using LookId = RowId<struct LookTag>;
using TextureId = RowId<struct TextureTag>;

/// Names a row for good: it survives every edit.
using Key = uint64_t;

/// A prop is drawn and kept, and that is all: it has no mass, feels no wind, and goes where the
/// ground goes.
enum class Kind : uint8_t { trunk, branch, twig, leaf, petal, fruit, prop };
constexpr std::array<const char*, 7> kind_names = {"trunk", "branch", "twig", "leaf",
                                                   "petal", "fruit",  "prop"};
constexpr bool is_wood(Kind kind) {
    return kind <= Kind::twig;
}
constexpr bool is_foliage(Kind kind) {
    return kind >= Kind::leaf && kind <= Kind::fruit;
}

/// Where a domain sits on its parent: at `along` (0 base … 1 tip) of a segment of the parent, or on
/// the parent as a whole when that has no segments. The child may start elsewhere, as a branch of a
/// scan does at its parent's bark: a rigid arm leads from this point to its `start`, about which it
/// turns. A root sits on nothing; it is anchored where it starts unless the scene frees it.
struct Attachment {
    SegmentId segment;
    double along = 0;
    bool operator==(const Attachment&) const = default;
};

struct Domains {
    Column<DomainId, Key> key;
    Column<DomainId, DomainId> parent;
    Column<DomainId, Attachment> attachment;
    Column<DomainId, Rows<SegmentId>> segments;
    Column<DomainId, uint16_t> order;  // 0 at the root; a branch has one more than its parent
    Column<DomainId, Kind> kind;
    Column<DomainId, uint8_t> flexible;  // 1 bends with segments, 0 moves as one rigid body
    Column<DomainId, MaterialId> material;
    Column<DomainId, LookId> look;
    Column<DomainId, ShapeId> shape;
    Column<DomainId, Placement> placement;  // of the shape, at rest, in the plant's space

    size_t size() const { return key.size(); }
    Rows<DomainId> rows() const { return key.rows(); }
    template <class Self>
    static auto columns_of(Self& self) {
        return std::tie(self.key, self.parent, self.attachment, self.segments, self.order,
                        self.kind, self.flexible, self.material, self.look, self.shape,
                        self.placement);
    }
    auto columns() { return columns_of(*this); }
    auto columns() const { return columns_of(*this); }
};

/// A frustum of a centreline. Within a domain each segment starts where the one before it ends.
struct Segments {
    Column<SegmentId, Key> key;
    Column<SegmentId, Vec3> start, end;
    Column<SegmentId, double> start_radius, end_radius;

    size_t size() const { return key.size(); }
    Rows<SegmentId> rows() const { return key.rows(); }
    template <class Self>
    static auto columns_of(Self& self) {
        return std::tie(self.key, self.start, self.end, self.start_radius, self.end_radius);
    }
    auto columns() { return columns_of(*this); }
    auto columns() const { return columns_of(*this); }
};

/// What a segment states about itself as a rigid body and about the joint at its start, where that
/// differs from its domain's material ([Garcia2023] 5.2.2 and 9.3). A zero means: not stated; a
/// plant that states anything states every frame.
///
/// `young` holds Young's moduli, one per axis that the joint turns about: y and z bend, x twists.
/// For the twist a shear modulus is derived, G = young.x · shear / young with the material's shear
/// and young, which stand for the 2(1 + ν) of [Garcia2023] eq. 6.14; so a J of one modulus states G
/// too.
struct Articulation {
    Quat frame = Quat::Identity();  // turtle frame at rest: x heading, y left, z up
    double density = 0;             // kg/m³
    double mass = 0;                // kg
    Vec3 centre = Vec3::Zero();     // of mass, from the start, in the frame (m)
    Vec3 inertia = Vec3::Zero();    // diagonal about the start, in the frame (kg m²)
    Vec3 young = Vec3::Zero();      // per axis of the frame (Pa)
    Vec3 damping = Vec3::Zero();    // of the joint per axis (N m s), no ratio
    Vec3 stiffness = Vec3::Zero();  // spring constants per axis (N m)
    Vec3 initial = Vec3::Zero();    // angles from rest at the beginning, per axis (rad)
};

/// Of a domain. The factors give the value at the tip as a share of that at the base, linear
/// between; tip_young scales the shear modulus too.
struct Material {
    std::string name;
    double young = 1e9;           // Young's modulus E (Pa)
    double shear = 6.25e7;        // shear modulus G (Pa), a number of its own
    double density = 800;         // kg/m³
    double strength = 5e7;        // modulus of rupture (Pa)
    double damping_ratio = 0.05;  // share of critical damping
    double drag = 1.0;            // drag coefficient
    double vogel = -0.7;          // Vogel exponent: drag grows as speed^(2 + vogel)
    double tip_young = 1.0;
    double tip_density = 1.0;
    bool operator==(const Material&) const = default;
};

/// How a surface is drawn. A texture multiplies the colour; its alpha cuts.
struct Look {
    std::string name;
    Vec3f colour = Vec3f::Ones();  // linear RGB, 0…1
    TextureId texture;
    float alpha_cutoff = 0.5f;
    float translucency = 0;  // share of the light that passes through, 0…1
    float roughness = 0.8f;
    bool two_sided = false;
    bool operator==(const Look&) const = default;
};

/// A picture as it stands in the file: PNG or JPEG bytes.
struct Texture {
    std::string name;
    std::string bytes;
    bool operator==(const Texture&) const = default;
};

/// A mesh shared by every domain that is an instance of it, in its own space: attached at the
/// origin, growing along +Y. `area` is the one-sided area of what the alpha leaves.
struct Shape {
    std::string name;
    TriangleMesh mesh;
    double area = 0;       // m²
    double thickness = 0;  // m
    bool operator==(const Shape&) const = default;
};

/// The room that a domain takes, at rest in the plant's space, for simulators that bend it as a
/// solid; and which corners of it are not free to: those inside its parent, at a root in the
/// ground.
struct Volume {
    VoxelMesh mesh;               // without voxels where a domain has none
    std::vector<uint32_t> fixed;  // numbers of its corners, ascending
    bool operator==(const Volume&) const = default;
};

struct Plant {
    std::string name;
    Domains domains;
    Segments segments;
    Column<SegmentId, Articulation> articulations;  // empty, or one per segment
    Column<DomainId, Volume> volumes;               // empty, or one per domain
    Column<ShapeId, Shape> shapes;
    Column<MaterialId, Material> materials;
    Column<LookId, Look> looks;
    Column<TextureId, Texture> textures;
};

}  // namespace thigmo
