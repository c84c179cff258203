// Textures ready for sampling.
#pragma once

#include <vector>

#include "thigmo/mesh/image.h"
#include "thigmo/plant/plant.h"

namespace thigmo {

/// A decoded picture; repeats beyond 0…1, v grows upwards.
class TextureMap {
  public:
    explicit TextureMap(Image image) : image_(std::move(image)) {}

    /// Linear RGB, bilinear, weighted by alpha so that what is cut away does not bleed in.
    Vec3f colour(const Vec2f& uv) const;
    /// 0…1, bilinear.
    float alpha(const Vec2f& uv) const;
    /// Whether any pixel's alpha lies below the cutoff.
    bool cuts(float cutoff) const;

  private:
    Image image_;
};

/// How each look is drawn; textures are decoded once.
struct Looks {
    std::vector<TextureMap> textures;  // one per texture of the plant that some look uses
    Column<LookId, int> texture;       // into textures, -1 without
    Column<LookId, uint8_t> masked;    // 1 where the texture's alpha cuts
};

/// InputError when a texture that a look uses is no picture, or all have too many pixels.
Looks load_looks(const Plant& plant);

}  // namespace thigmo
