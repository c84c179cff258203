// Soups spoiled at random, the same for a seed.
#include "tests/authoring/spoiled_soup.h"

#include <utility>

#include "thigmo/base/random.h"

namespace thigmo::made {

void flip_and_double(double flipped, double doubled, uint64_t seed, Soup& soup) {
    Random random(seed);
    const size_t parts = soup.parts.size();
    for (size_t i = 0; i < parts; ++i) {
        SoupPart again = soup.parts[i];
        again.mesh.triangles.clear();
        for (Triangle& corners : soup.parts[i].mesh.triangles) {
            if (random.uniform() < flipped) std::swap(corners[1], corners[2]);
            if (random.uniform() >= doubled) continue;
            again.mesh.triangles.push_back(corners);
            if (random.uniform() < 0.5)
                std::swap(again.mesh.triangles.back()[1], again.mesh.triangles.back()[2]);
        }
        if (!again.mesh.triangles.empty()) soup.parts.push_back(std::move(again));
    }
}

void shake(double share, uint64_t seed, Soup& soup) {
    Box box;
    for (const SoupPart& part : soup.parts)
        for (const Vec3f& position : part.mesh.positions) box.extend(position.cast<double>());
    const double most = share * box.diagonal().norm();
    Random random(seed);
    for (SoupPart& part : soup.parts)
        for (Vec3f& position : part.mesh.positions)
            for (int axis = 0; axis < 3; ++axis)
                position[axis] = static_cast<float>(position[axis] + random.uniform(-most, most));
}

}  // namespace thigmo::made
