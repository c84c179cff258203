// Pots cut at many heights.
#include "thigmo/authoring/pot_room.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace thigmo {
namespace {

/// Where edges of triangles cross a height: how far these points spread the narrow way.
struct Slice {
    double count = 0;
    Eigen::Vector2d sum = Eigen::Vector2d::Zero();
    Eigen::Matrix2d squares = Eigen::Matrix2d::Zero();

    void add(const Vec3& point) {
        const Eigen::Vector2d flat(point.x(), point.z());
        ++count;
        sum += flat;
        squares += flat * flat.transpose();
    }
    double breadth() const {
        if (count < 3) return 0;
        const Eigen::Matrix2d spread = squares / count - (sum / count) * (sum / count).transpose();
        const double half = 0.5 * spread.trace();
        const double root = std::sqrt(std::max(0.0, half * half - spread.determinant()));
        return std::sqrt(std::max(0.0, half - root));
    }
};

/// Where an edge crosses the middles of slices.
void cut(Vec3 low, Vec3 high, double foot, double step, std::span<Slice> slices) {
    if (low.y() > high.y()) std::swap(low, high);
    const double rise = high.y() - low.y();
    if (!(rise > 0)) return;
    const double first = std::ceil((low.y() - foot) / step - 0.5);
    for (double at = std::max(first, 0.0); at < static_cast<double>(slices.size()); ++at) {
        const double height = foot + (at + 0.5) * step;
        if (height > high.y()) return;
        slices[static_cast<size_t>(at)].add(low + (height - low.y()) / rise * (high - low));
    }
}

}  // namespace

Box room_of(const SoupSurface& surface, const Pieces& pieces, std::span<const PieceId> pot) {
    Box room;
    for (const PieceId piece : pot)
        for (const uint32_t triangle : pieces[piece])
            for (const Vec3& corner : corners(surface, triangle)) room.extend(corner);
    constexpr size_t count = 24;
    const double foot = room.min().y(), step = room.sizes().y() / count;
    if (!(step > 0)) return room;
    std::array<Slice, count> slices;
    for (const PieceId piece : pot)
        for (const uint32_t triangle : pieces[piece]) {
            const std::array<Vec3, 3> at = corners(surface, triangle);
            for (size_t side = 0; side < 3; ++side)
                cut(at[side], at[(side + 1) % 3], foot, step, slices);
        }
    const double broadest = std::ranges::max(slices, {}, &Slice::breadth).breadth();
    size_t top = count;
    while (top > 1 && slices[top - 1].breadth() < 0.15 * broadest) --top;
    if (broadest > 0 && top < count) room.max().y() = foot + static_cast<double>(top) * step;
    return room;
}

}  // namespace thigmo
