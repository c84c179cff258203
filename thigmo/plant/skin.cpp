// Tubes along centrelines.
#include "thigmo/plant/skin.h"

namespace thigmo {

Skin build_skin(const Plant&, const SkinSettings&) {
    return {};
}
TriangleMesh pose_skin(const Skin& skin, const Pose&) {
    return skin.mesh;
}

}  // namespace thigmo
