// Names, and materials of which no more is known. Declared in soup_scene.h.
#include <cmath>

#include "thigmo/base/utf8.h"
#include "thigmo/io/soup_scene.h"

namespace thigmo {

std::string plain_name(std::string_view name) {
    return clean_text(name, 1000);
}

FileMaterial plain_material(std::string_view name) {
    FileMaterial material;
    material.look.name = name;
    material.look.colour = Vec3f::Constant(NAN);
    material.look.two_sided = true;  // as formats without a word for it are drawn
    return material;
}

}  // namespace thigmo
