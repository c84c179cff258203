// Parallel rays on a square grid.
#include "thigmo/render/silhouette.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "thigmo/base/parallel.h"
#include "thigmo/render/tracer.h"

namespace thigmo {

double silhouette(const Plant& plant, const Pose& pose, const Vec3& direction) {
    constexpr double rays_across = 700;
    const Looks looks = load_looks(plant);
    const Skin skin = build_skin(plant);
    Surface surface = build_surface(plant, skin, looks);
    pose_surface(plant, skin, pose, surface);
    const Tracer tracer(plant, looks, surface);
    Mat3 axes;  // across, up, along
    axes.col(2) = direction.normalized();
    axes.col(0) = axes.col(2).unitOrthogonal();
    axes.col(1) = axes.col(2).cross(axes.col(0));
    Box box;
    for (const Vec3f& point : surface.points())
        box.extend(Vec3(axes.transpose() * point.cast<double>()));
    const double spacing = box.sizes().head<2>().maxCoeff() / rays_across;
    const auto columns = static_cast<size_t>(std::ceil(box.sizes().x() / spacing)),
               rows = static_cast<size_t>(std::ceil(box.sizes().y() / spacing));
    std::atomic<size_t> hits = 0;
    parallel_chunks(rows, 8, [&](size_t begin, size_t end) {
        const FlushDenormals flush;
        size_t own = 0;
        for (size_t k = begin; k < end; ++k)
            for (size_t i = 0; i < columns; ++i) {
                const Vec3 at(box.min().x() + spacing * (static_cast<double>(i) + 0.5),
                              box.min().y() + spacing * (static_cast<double>(k) + 0.5),
                              box.min().z() - spacing);
                own += tracer.blocked({(axes * at).cast<float>(), axes.col(2).cast<float>()});
            }
        hits += own;
    });
    return static_cast<double>(hits) * spacing * spacing;
}

}  // namespace thigmo
