// Loading and saving .plant.
#include "thigmo/plant/file.h"

#include "thigmo/base/file.h"
#include "thigmo/plant/check.h"

namespace thigmo {

Plant decode_plant(std::span<const std::byte> bytes, const std::string& source) {
    Plant plant = decode_unchecked(bytes, source);
    check(plant, source);
    return plant;
}

Plant load_plant(const std::filesystem::path& path) {
    return decode_plant(MappedFile(path).bytes(), path.string());
}

void save_plant(const Plant& plant, const std::filesystem::path& path) {
    check(plant, path.string());
    write_file(path, encode_plant(plant));
}

}  // namespace thigmo
