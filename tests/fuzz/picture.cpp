// Mutants of pictures: PNG, JPEG, TGA and BMP. A picture of the size that its head says comes of
// them, or an InputError of one line.
#include <fmt/format.h>

#include <cmath>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/mesh_seeds.h"
#include "thigmo/mesh/image.h"

#include <stb_image_write.h>

namespace thigmo::fuzz {
namespace {

Image checks() {
    Image image = make_image(24, 17, {200, 180, 90, 255});
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            if ((x / 4 + y / 4) % 2 == 0)
                image.at(x, y) = {20, static_cast<uint8_t>(9 * x), 40, 90};
    return image;
}

void append(void* text, void* data, int size) {
    static_cast<std::string*>(text)->append(static_cast<const char*>(data),
                                            static_cast<size_t>(size));
}

std::vector<MeshSeed> picture_seeds() {
    const Image image = checks();
    std::string jpeg, tga, bmp;
    stbi_write_jpg_to_func(append, &jpeg, image.width, image.height, 4, image.pixels.data(), 80);
    stbi_write_tga_to_func(append, &tga, image.width, image.height, 4, image.pixels.data());
    stbi_write_bmp_to_func(append, &bmp, image.width, image.height, 4, image.pixels.data());
    return {{"PNG", "", encode_png(image)}, {"JPEG", "", jpeg}, {"TGA", "", tga}, {"BMP", "", bmp}};
}

void use(const std::string& bytes) {
    const ImageSize size = read_image_size(bytes, "picture");
    const Image image = decode_image(bytes, "picture");
    const auto pixels = static_cast<size_t>(size.width) * static_cast<size_t>(size.height);
    if (image.pixels.size() != pixels) broken("a picture of another size");
}

}  // namespace

std::vector<FuzzCount> fuzz_picture(size_t count, uint64_t seed) {
    const std::vector<MeshSeed> seeds = picture_seeds();
    std::vector<FuzzCount> counts;
    for (const MeshSeed& picture : seeds) counts.push_back({picture.name});
    for (size_t i = 0; i < count; ++i) {
        if (!note("picture", i)) continue;
        Random random(mix(seed, i));
        const size_t row = i % seeds.size();
        const std::string mutant = mutate(seeds[row].bytes, random);
        use_counted(counts[row], [&] { use(mutant); });
    }
    return counts;
}

Format picture_format() {
    Format format{"picture", {}, use};
    for (const MeshSeed& picture : picture_seeds()) format.seeds.push_back(picture.bytes);
    return format;
}

}  // namespace thigmo::fuzz
