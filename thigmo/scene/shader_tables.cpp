// Branches, leaves and textures as texels.
#include "thigmo/scene/shader_tables.h"

#include <Eigen/Geometry>

#include "thigmo/mechanics/tapered_beam.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

/// Of whole rows, so many texels to an entry; never empty, since a texture cannot be.
FloatTable start_table(size_t entries, int texels) {
    FloatTable table;
    table.width = FloatTable::row_texels;
    const size_t wanted = entries * static_cast<size_t>(texels);
    const auto row = static_cast<size_t>(table.width);
    table.height = static_cast<int>(std::max<size_t>(1, (wanted + row - 1) / row));
    table.entries = entries;
    table.values.reserve(static_cast<size_t>(table.width * table.height) * 4);
    return table;
}

void fill_up(FloatTable& table) {
    table.values.resize(static_cast<size_t>(table.width * table.height * table.channels), 0);
}

void add(FloatTable& table, double x, double y, double z, double w) {
    for (const double value : {x, y, z, w}) table.values.push_back(static_cast<float>(value));
}

void add(FloatTable& table, const Vec3& v, double w) {
    add(table, v.x(), v.y(), v.z(), w);
}

void add_branch(FloatTable& table, const Branch& branch, BranchId row) {
    const double parent = branch.parent.exists() ? static_cast<double>(branch.parent.value) : -1;
    add(table, branch.curve.base, parent);
    add(table, branch.curve.c1, branch.along);
    add(table, branch.curve.c2, branch.taper);
    add(table, branch.curve.c3, branch.length);
    add(table, branch.frame.vec(), branch.frame.w());
    add(table, branch.frequency[0], unit_of(branch), branch.hardening, branch.order);
    add(table, branch.run.begin.x(), branch.run.begin.y(), branch.run.period.x(),
        branch.run.period.y());
    add(table, branch.borne, branch.sway[0]);
    add(table, 1, 1, 1, branch.sway[1]);
    add(table, branch.frequency[1], branch.damping, branch.air_damping, branch.gusts);
    add(table, branch.in_step(0, 0), branch.in_step(0, 1), branch.in_step(1, 0),
        branch.in_step(1, 1));
    add(table, static_cast<double>((branch.stem.exists() ? branch.stem : row).value), 0, 0, 0);
}

/// Where a vertex sits on its branch, that one on its parent, and so on.
Vec4f places_along(const BeamPlant& plant, BranchId branch, double along) {
    Vec4f places = Vec4f::Zero();
    places[0] = static_cast<float>(along);
    for (Eigen::Index level = 1; level < 4 && branch.exists(); ++level) {
        places[level] = static_cast<float>(plant.branches[branch].along);
        branch = plant.branches[branch].parent;
    }
    return places;
}

}  // namespace

FloatTable branch_table(const BeamPlant& plant) {
    FloatTable table = start_table(plant.branches.size(), branch_texels);
    for (const BranchId row : plant.branches.rows()) add_branch(table, plant.branches[row], row);
    fill_up(table);
    return table;
}

FloatTable leaf_table(std::span<const Leaf> leaves) {
    FloatTable table = start_table(leaves.size(), leaf_texels);
    for (const Leaf& leaf : leaves) {
        Mat3 axes;
        axes << leaf.across.cast<double>(), leaf.along.cast<double>(), leaf.out.cast<double>();
        const Quat frame = Quat(axes).normalized();
        add(table, leaf.pivot.cast<double>(), double(leaf.supple));
        add(table, frame.vec(), frame.w());
    }
    fill_up(table);
    return table;
}

FloatTable motion_table(const MotionTexture& texture) {
    const size_t layers = MotionTexture::damping_ratios.size();
    FloatTable table{
        static_cast<int>(texture.width), static_cast<int>(layers * texture.height), 2, layers, {}};
    for (const Vec2f& texel : texture.texels)
        table.values.insert(table.values.end(), {texel.x(), texel.y()});
    return table;
}

FloatTable flutter_table(const FlutterTexture& texture) {
    FloatTable table{FlutterTexture::width, 3 * FlutterTexture::width, 4, 3, {}};
    for (size_t row = 0; row < 3 * FlutterTexture::width; ++row) {
        const float* first = texture.at(0, row, 0).data();
        table.values.insert(table.values.end(), first, first + 4 * FlutterTexture::width);
    }
    return table;
}

std::vector<SurfaceVertex> surface_vertices(const Plant& plant,
                                            const std::vector<DrawnPart>& parts) {
    const Column<SegmentId, DomainId> owners = segment_domains(plant);
    std::vector<SurfaceVertex> vertices;
    for (const DrawnPart& part : parts) {
        const size_t first = vertices.size();
        const std::vector<Vec4f> tangents = vertex_tangents(part.mesh);
        for (size_t i = 0; i < part.mesh.positions.size(); ++i) {
            const SegmentId segment = part.bindings[i].segments[0];
            SurfaceVertex vertex;
            vertex.position = part.mesh.positions[i];
            vertex.normal = part.mesh.normals[i];
            vertex.tangent = tangents[i].head<3>();
            if (segment.exists()) vertex.domain = owners[segment];
            vertices.push_back(vertex);
        }
        for (const RigidRun& run : part.rigid)
            for (size_t i = first + run.first; i < first + run.first + run.count; ++i)
                vertices[i].domain = run.domain;
    }
    return vertices;
}

std::vector<VertexExtras> vertex_extras(const std::vector<DrawnPart>& parts, const BeamPlant& plant,
                                        std::span<const SurfaceVertex> vertices,
                                        const BeamSurface& surface) {
    std::vector<VertexExtras> all;
    size_t next = 0;
    for (const DrawnPart& part : parts) {
        VertexExtras extras{vertex_tangents(part.mesh), {4, std::vector<Vec2f>()}};
        for (size_t i = 0; i < part.mesh.positions.size(); ++i, ++next) {
            const size_t row = surface.order()[next];
            const BranchId branch = plant.rides[vertices[next].domain].branch;
            const uint32_t leaf = surface.vertices().leaf[row];
            const double along =
                branch.exists() ? surface.stations().along(surface.vertices().station[row]) : 0;
            const Vec4f places = places_along(plant, branch, along);
            extras.uvs[0].emplace_back(branch.exists() ? static_cast<float>(branch.value) : -1.f,
                                       leaf == UINT32_MAX ? -1.f : static_cast<float>(leaf));
            extras.uvs[1].emplace_back(places.head<2>());
            extras.uvs[2].emplace_back(places.tail<2>());
            extras.uvs[3].emplace_back(1.f, 1.f);
        }
        all.push_back(std::move(extras));
    }
    return all;
}

}  // namespace thigmo
