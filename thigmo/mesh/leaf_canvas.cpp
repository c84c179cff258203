// Blades and strokes, composed over each other with soft edges.
#include "thigmo/mesh/leaf_canvas.h"

#include <algorithm>
#include <cmath>

#include "thigmo/mesh/noise.h"

namespace thigmo {
namespace {

constexpr int samples = 3;  // per pixel and direction, for the alpha

Vec3f blend(const Vec3f& a, const Vec3f& b, double share) {
    return a + static_cast<float>(std::clamp(share, 0.0, 1.0)) * (b - a);
}

double bump(double distance, double width) {
    return std::exp(-(distance * distance) / (width * width));
}

/// Depth of a vein's line at this point: 1 on it, 0 away from it.
double vein_mark(const LeafForm& form, const LeafFace& face, const LeafPoint& at, double x) {
    const double taper = 1.1 - 0.8 * std::clamp(at.along, 0.0, 1.0);
    const double midrib =
        bump(x, face.vein_width * taper * (0.012 * form.width + 0.005 * form.length));
    if (form.parallel) {
        const double line = at.across * form.veins;
        return std::max(midrib, 0.3 * bump(line - std::round(line), 0.2));
    }
    if (form.veins == 0 || at.along > 0.96) return midrib;
    const double place = at.vein - 0.5;
    if (std::round(place) < 0 || std::round(place) > form.veins - 1) return midrib;
    const double side = bump(place - std::round(place), 0.09 * (1.2 - 0.7 * at.across));
    return std::max(midrib, 0.65 * side * (1 - 0.5 * at.across));
}

Vec3f shaded(const LeafForm& form, const LeafFace& face, const LeafPoint& at, double x, double y,
             uint64_t seed) {
    const double along = std::clamp(at.along, 0.0, 1.0);
    Vec3f colour = along < 0.5 ? blend(face.base, face.colour, 2 * along)
                               : blend(face.colour, face.tip, 2 * along - 1);
    const double rim = bump(at.margin, 0.05 * form.width);
    colour = blend(colour, face.edge, 0.6 * rim);
    colour = blend(colour, face.vein, 0.8 * vein_mark(form, face, at, x));
    const double grain = 40.0 / form.length;
    const double uneven =
        fractal_noise(grain * x + 500, grain * y + 500, 1024, 1024, 3, seed) - 0.5;
    double light = 1 + 2 * face.mottle * uneven;
    if (!form.parallel && form.veins > 0)
        light += face.relief * (0.5 - bump(at.vein - 0.5 - std::round(at.vein - 0.5), 0.25));
    if (face.spots > 0) {
        const double size = 10.0 / form.length, shift = 500;
        const Cells cells = cell_noise(size * x + shift, size * y + shift, 1024, 1024, seed);
        const double reach = face.spots * (1 - along);
        colour = blend(colour, face.vein, 0.9 * std::clamp(8 * (reach - cells.nearest), 0.0, 1.0));
    }
    return (static_cast<float>(light) * colour).cwiseMax(0.0f).cwiseMin(1.0f);
}

uint8_t byte(float value) {
    return static_cast<uint8_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255.0f));
}

}  // namespace

LeafCanvas::LeafCanvas(double width, double low, double high, int pixels)
    : width_(width), low_(low), high_(high) {
    const double longer = std::max(width, high - low);
    const auto count = [&](double size) {
        return std::max(4, 4 * static_cast<int>(std::lround(pixels * size / longer / 4)));
    };
    constexpr int narrowest = 48;  // blades of grass need pixels across, too
    columns_ = std::max(std::min(narrowest, pixels), count(width));
    rows_ = count(high - low);
    pixel_ = (high - low) / rows_;
    paint_.resize(static_cast<size_t>(columns_) * static_cast<size_t>(rows_));
}

/// `inside(x, y)` says whether a point is painted, `shade(x, y)` with what; least and most bound
/// it.
template <class Inside, class Shade>
void LeafCanvas::paint(const Vec2& least, const Vec2& most, const Inside& inside,
                       const Shade& shade) {
    const double dx = width_ / columns_, dy = (high_ - low_) / rows_;
    const auto cell = [](double at, int count) {
        return std::clamp(static_cast<int>(std::floor(at)), 0, count - 1);
    };
    const int left = cell((least.x() + 0.5 * width_) / dx, columns_);
    const int right = cell((most.x() + 0.5 * width_) / dx, columns_);
    const int top = cell((high_ - most.y()) / dy, rows_);
    const int bottom = cell((high_ - least.y()) / dy, rows_);
    const auto place = [&](double column, double row) {
        return Vec2(column * dx - 0.5 * width_, high_ - row * dy);
    };
    // Corners of the pixels: where all four agree the pixel is taken as whole.
    const auto corner = [&](int column, int row) {
        return static_cast<size_t>(row - top) * static_cast<size_t>(right - left + 2) +
               static_cast<size_t>(column - left);
    };
    std::vector<uint8_t> corners(corner(left, bottom + 2));
    for (int row = top; row <= bottom + 1; ++row)
        for (int column = left; column <= right + 1; ++column)
            corners[corner(column, row)] = inside(place(column, row));
    for (int row = top; row <= bottom; ++row)
        for (int column = left; column <= right; ++column) {
            const int agree = corners[corner(column, row)] + corners[corner(column + 1, row)] +
                              corners[corner(column, row + 1)] +
                              corners[corner(column + 1, row + 1)];
            const Vec2 centre = place(column + 0.5, row + 0.5);
            float alpha = 1;
            if (agree == 0 && !inside(centre)) continue;
            if (agree < 4) {
                int hits = 0;
                for (int k = 0; k < samples * samples; ++k)
                    hits += inside(place(column + (k % samples + 0.5) / samples,
                                         row + (k / samples + 0.5) / samples));
                alpha = static_cast<float>(hits) / (samples * samples);
            }
            Paint& under = paint_[static_cast<size_t>(row) * static_cast<size_t>(columns_) +
                                  static_cast<size_t>(column)];
            under.colour = alpha * shade(centre) + (1 - alpha) * under.colour;
            under.alpha = alpha + (1 - alpha) * under.alpha;
        }
}

void LeafCanvas::paint_blade(const LeafForm& form, const LeafFace& face, const BladePlace& place,
                             uint64_t seed) {
    const Eigen::Rotation2Dd turn(-place.angle);
    Eigen::AlignedBox2d box;
    for (const double x : {-0.5 * form.width, 0.5 * form.width})
        for (const double y : {-reach_below(form), form.length})
            box.extend(place.base + turn * (place.size * Vec2(x, y)));
    const Eigen::Rotation2Dd back = turn.inverse();
    const auto own = [&](const Vec2& point) -> Vec2 {
        return back * (point - place.base) / place.size;
    };
    paint(
        box.min(), box.max(),
        [&](const Vec2& point) {
            const Vec2 at = own(point);
            return look_up(form, at.x(), at.y()).margin > 0;
        },
        [&](const Vec2& point) {
            const Vec2 at = own(point);
            return shaded(form, face, look_up(form, at.x(), at.y()), at.x(), at.y(), seed);
        });
}

void LeafCanvas::paint_stroke(const Vec2& from, const Vec2& to, double from_width, double to_width,
                              const Vec3f& colour) {
    const double widest = 0.5 * std::max(from_width, to_width);
    const Vec2 axis = to - from, border(widest, widest);
    // Distance from the axis as a share of the half width there.
    const auto off_axis = [&](const Vec2& point) {
        const Vec2 at = point - from;
        const double along = std::clamp(at.dot(axis) / axis.squaredNorm(), 0.0, 1.0);
        const double half = 0.5 * (from_width + along * (to_width - from_width));
        return (at - along * axis).norm() / half;
    };
    paint(
        from.cwiseMin(to) - border, from.cwiseMax(to) + border,
        [&](const Vec2& point) { return off_axis(point) < 1; },
        [&](const Vec2& point) {
            return Vec3f(colour * static_cast<float>(1.08 - 0.25 * std::min(1.0, off_axis(point))));
        });
}

Image LeafCanvas::picture() const {
    Paint mean;
    for (const Paint& paint : paint_) {
        mean.colour += paint.colour;
        mean.alpha += paint.alpha;
    }
    if (mean.alpha > 0) mean.colour /= mean.alpha;
    Image image = make_image(columns_, rows_);
    for (size_t i = 0; i < paint_.size(); ++i) {
        const Paint& paint = paint_[i];
        const Vec3f colour = paint.alpha > 0 ? Vec3f(paint.colour / paint.alpha) : mean.colour;
        image.pixels[i] = {byte(colour.x()), byte(colour.y()), byte(colour.z()), byte(paint.alpha)};
    }
    return image;
}

double coverage(const Image& image) {
    const auto left = std::count_if(image.pixels.begin(), image.pixels.end(),
                                    [](const auto& pixel) { return pixel[3] >= 128; });
    return static_cast<double>(left) / static_cast<double>(image.pixels.size());
}

}  // namespace thigmo
