// Blades and strokes, composed over each other with soft edges.
#include "thigmo/mesh/leaf_canvas.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

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
        const Cells cells =
            cell_noise(0.55 * grain * x + 500, 0.55 * grain * y + 500, 1024, 1024, seed);
        if (cells.nearest < 0.7 * face.spots) colour = blend(colour, face.vein, 0.85);
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
    columns_ = count(width);
    rows_ = count(high - low);
    pixel_ = (high - low) / rows_;
    paint_.resize(static_cast<size_t>(columns_) * static_cast<size_t>(rows_));
}

/// `shade(x, y)` is the colour there, or nothing outside; least and most bound it.
template <class Shade>
void LeafCanvas::paint(const Vec2& least, const Vec2& most, const Shade& shade) {
    const double dx = width_ / columns_, dy = (high_ - low_) / rows_;
    const auto cell = [](double at, int count) {
        return std::clamp(static_cast<int>(std::floor(at)), 0, count - 1);
    };
    const int left = cell((least.x() + 0.5 * width_) / dx, columns_);
    const int right = cell((most.x() + 0.5 * width_) / dx, columns_);
    const int top = cell((high_ - most.y()) / dy, rows_);
    const int bottom = cell((high_ - least.y()) / dy, rows_);
    for (int row = top; row <= bottom; ++row)
        for (int column = left; column <= right; ++column) {
            Paint sum;
            for (int k = 0; k < samples * samples; ++k) {
                const double u = column + (k % samples + 0.5) / samples;
                const double v = row + (k / samples + 0.5) / samples;
                const std::optional<Vec3f> colour =
                    shade(u * dx - 0.5 * width_, high_ - v * dy, sum.alpha > 0);
                if (!colour) continue;
                if (sum.alpha == 0) sum.colour = *colour;
                sum.alpha += 1.0f / (samples * samples);
            }
            Paint& under = paint_[static_cast<size_t>(row) * static_cast<size_t>(columns_) +
                                  static_cast<size_t>(column)];
            under.colour = sum.alpha * sum.colour + (1 - sum.alpha) * under.colour;
            under.alpha = sum.alpha + (1 - sum.alpha) * under.alpha;
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
    paint(box.min(), box.max(), [&](double x, double y, bool coloured) -> std::optional<Vec3f> {
        const Vec2 own = back * (Vec2(x, y) - place.base) / place.size;
        const LeafPoint at = look_up(form, own.x(), own.y());
        if (at.margin <= 0) return std::nullopt;
        if (coloured) return Vec3f::Zero();  // the pixel has its colour already
        return shaded(form, face, at, own.x(), own.y(), seed);
    });
}

void LeafCanvas::paint_stroke(const Vec2& from, const Vec2& to, double from_width, double to_width,
                              const Vec3f& colour) {
    const double widest = 0.5 * std::max(from_width, to_width);
    const Vec2 axis = to - from, border(widest, widest);
    paint(from.cwiseMin(to) - border, from.cwiseMax(to) + border,
          [&](double x, double y, bool) -> std::optional<Vec3f> {
              const Vec2 at = Vec2(x, y) - from;
              const double along = std::clamp(at.dot(axis) / axis.squaredNorm(), 0.0, 1.0);
              const double half = 0.5 * (from_width + along * (to_width - from_width));
              const double off = (at - along * axis).norm();
              if (off > half) return std::nullopt;
              return Vec3f(colour * static_cast<float>(1.08 - 0.25 * off / half));
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
