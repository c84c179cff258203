// The palette for grammars that bring none: one wood and a plain leaf.
#include "thigmo/plant/palette.h"

#include "thigmo/mesh/leaf.h"

namespace thigmo {
namespace {

Material generic_leaf() {
    Material leaf;
    leaf.name = "leaf";
    leaf.young = 3e8;
    leaf.shear = 1.1e8;
    leaf.density = 700;
    leaf.strength = 5e6;
    leaf.damping_ratio = 0.1;
    leaf.drag = 1.1;
    leaf.vogel = -0.7;
    return leaf;
}

/// An egg-shaped leaf of 8 cm with a short stalk.
SimpleLeaf plain_leaf() {
    SimpleLeaf leaf;
    leaf.form.length = 0.07;
    leaf.form.width = 0.04;
    leaf.form.veins = 6;
    leaf.stalk = 0.01;
    leaf.bend.fold = 0.2;
    leaf.bend.droop = 0.4;
    leaf.pixels = 128;
    return leaf;
}

}  // namespace

Material generic_wood() {
    Material wood;
    wood.name = "wood";
    wood.young = 9.5e9;
    wood.shear = wood.young / 16;
    wood.density = 800;
    wood.strength = 6e7;
    wood.drag = 1.1;
    wood.vogel = 0;
    return wood;
}

Look generic_bark() {
    Look bark;
    bark.name = "bark";
    bark.colour = {0.2f, 0.15f, 0.1f};
    bark.roughness = 0.9f;
    return bark;
}

Palette default_palette() {
    Palette palette;
    const MaterialId wood = palette.materials.push_back(generic_wood());
    const MaterialId lamina = palette.materials.push_back(generic_leaf());
    const LookId bark_look = palette.looks.push_back(generic_bark());
    palette.wood.fill({wood, bark_look});

    const Foliage leaf = build_leaf(plain_leaf(), 1);
    Look look;
    look.name = "leaf";
    look.texture = palette.textures.push_back({"leaf", encode_png(leaf.image)});
    look.translucency = 0.3f;
    look.roughness = 0.6f;
    look.two_sided = true;
    const LookId leaf_look = palette.looks.push_back(look);
    const ShapeId shape = palette.shapes.push_back({"leaf", leaf.mesh, leaf.area, 2.5e-4});
    palette.parts.push_back({"l", Kind::leaf, shape, lamina, leaf_look});
    return palette;
}

}  // namespace thigmo
