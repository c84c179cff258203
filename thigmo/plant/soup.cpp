// Soup as props.
#include "thigmo/plant/soup.h"

#include <algorithm>

#include "thigmo/base/random.h"
#include "thigmo/plant/palette.h"

namespace thigmo {
namespace {

/// The mesh without vertices that no triangle uses, and with normals of unit length, as a sound
/// plant has them.
TriangleMesh sound_mesh(const TriangleMesh& mesh) {
    std::vector<uint32_t> moved(mesh.positions.size(), UINT32_MAX);
    TriangleMesh kept;
    kept.triangles = mesh.triangles;
    for (Triangle& triangle : kept.triangles)
        for (uint32_t& corner : triangle) {
            uint32_t& row = moved[corner];
            if (row == UINT32_MAX) {
                row = static_cast<uint32_t>(kept.positions.size());
                const Vec3f normal = mesh.normals[corner].stableNormalized();
                kept.positions.push_back(mesh.positions[corner]);
                kept.normals.push_back(std::abs(normal.norm() - 1) < 1e-3f ? normal
                                                                           : Vec3f::UnitY());
                kept.uvs.push_back(mesh.uvs[corner]);
            }
            corner = row;
        }
    return kept;
}

}  // namespace

Plant as_plant(const Soup& soup, const Placement& placement) {
    Plant plant;
    plant.name = soup.name;
    plant.looks = soup.looks;
    plant.textures = soup.textures;
    const MaterialId material = plant.materials.push_back(generic_wood());
    Domains& rows = plant.domains;
    for (const SoupPart& part : soup.parts) {
        if (part.mesh.triangles.empty()) continue;
        Shape shape;
        shape.name = part.name;
        shape.mesh = sound_mesh(part.mesh);
        // Of no use to a prop, but a sound shape has some of both.
        shape.area = std::max(area(shape.mesh), 1e-9);
        shape.thickness = 1e-3;
        rows.key.push_back(mix(rows.size()));
        rows.parent.push_back({});
        rows.attachment.push_back({});
        rows.segments.push_back({});
        rows.order.push_back(0);
        rows.kind.push_back(Kind::prop);
        rows.flexible.push_back(0);
        rows.material.push_back(material);
        rows.look.push_back(part.look);
        rows.shape.push_back(plant.shapes.push_back(std::move(shape)));
        rows.placement.push_back(placement);
    }
    return plant;
}

}  // namespace thigmo
