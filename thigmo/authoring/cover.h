// How much of a card its texture leaves: the share of its area whose alpha is not cut away.
#pragma once

#include <map>
#include <optional>

#include "thigmo/mesh/image.h"
#include "thigmo/plant/soup.h"

namespace thigmo {

class Cover {
  public:
    explicit Cover(const Soup& soup) : soup_(soup) {}

    /// 1 for a look without a texture, or one without alpha; pictures are decoded once.
    double share(LookId look, const TriangleMesh& mesh);

  private:
    const std::optional<Image>& picture(TextureId texture);

    const Soup& soup_;
    std::map<TextureId, std::optional<Image>> pictures_;  // none: opaque, or no picture
};

}  // namespace thigmo
