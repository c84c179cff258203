// Points of whole bricks and of cut ones.
#include "thigmo/mechanics/solid_mesh.h"

namespace thigmo {

std::span<const BrickPoint> strain_points(const SolidMesh& mesh, size_t brick) {
    if (mesh.cut.empty()) return brick_strain_points();
    return mesh.cut[brick].strain;
}

std::span<const BrickPoint> mass_points(const SolidMesh& mesh, size_t brick) {
    if (mesh.cut.empty()) return brick_mass_points();
    return mesh.cut[brick].mass;
}

SolidMaterial material_at(const SolidMesh& mesh, size_t brick, const Vec3& local) {
    const SolidMaterial& middle = mesh.materials[brick];
    const double stiffness = 1 + middle.stiffer * local.z(),
                 weight = 1 + middle.heavier * local.z();
    return {stiffness * middle.young, stiffness * middle.shear, weight * middle.density};
}

BrickPlace place_in(const SolidMesh& mesh, size_t brick, const Vec3& local) {
    BrickPlace place = brick_place(mesh.nodes, mesh.bricks[brick], local);
    if (mesh.cut.empty()) return place;
    const BrickGradients by_local = brick_gradients(local);
    Vec3 axis = Vec3::Zero();  // ∂X/∂ξ times the axis
    for (int b = 0; b < brick_nodes; ++b)
        axis += by_local.row(b).dot(mesh.cut[brick].axis) *
                mesh.nodes[mesh.bricks[brick][static_cast<size_t>(b)]];
    place.axis = axis.normalized();
    return place;
}

}  // namespace thigmo
