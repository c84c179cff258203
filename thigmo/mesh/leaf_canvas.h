// Painting of leaves: blades and stalks on a transparent picture measured in metres.
#pragma once

#include <vector>

#include "thigmo/base/vector.h"
#include "thigmo/mesh/image.h"
#include "thigmo/mesh/leaf_form.h"

namespace thigmo {

using Vec2 = Eigen::Vector2d;

/// Colours in sRGB, 0…1.
struct LeafFace {
    Vec3f colour = {0.35f, 0.48f, 0.17f};
    Vec3f base = colour;  // towards the base
    Vec3f tip = colour;   // towards the tip
    Vec3f vein = {0.55f, 0.63f, 0.32f};
    Vec3f edge = {0.27f, 0.37f, 0.13f};
    double mottle = 0.08;   // unevenness of the colour
    double relief = 0.08;   // shading between side veins
    double vein_width = 1;  // of the midrib, share of the usual
    double spots = 0;       // of the vein's colour, towards the base; 0 none … 1 all over
};

/// Where a blade's base is painted and which way it grows.
struct BladePlace {
    Vec2 base = Vec2::Zero();
    double angle = 0;  // from +y, clockwise (rad)
    double size = 1;
};

class LeafCanvas {
  public:
    /// Covers x in ±width/2 and y in low…high; `pixels` along the longer side.
    LeafCanvas(double width, double low, double high, int pixels);

    void paint_blade(const LeafForm& form, const LeafFace& face, const BladePlace& place,
                     uint64_t seed);
    /// A stroke whose width runs from one end's to the other's.
    void paint_stroke(const Vec2& from, const Vec2& to, double from_width, double to_width,
                      const Vec3f& colour);

    /// The picture; where nothing is painted the mean colour stands under alpha 0, so that no
    /// halo shows at the outline.
    Image picture() const;
    double width() const { return width_; }
    double low() const { return low_; }
    double high() const { return high_; }
    double pixel() const { return pixel_; }

  private:
    struct Paint {
        Vec3f colour = Vec3f::Zero();  // times alpha
        float alpha = 0;
    };
    template <class Inside, class Shade>
    void paint(const Vec2& least, const Vec2& most, const Inside& inside, const Shade& shade);

    double width_, low_, high_, pixel_;
    int columns_, rows_;
    std::vector<Paint> paint_;
};

/// Share of the pixels that alpha leaves (at least half covered).
double coverage(const Image& image);

}  // namespace thigmo
