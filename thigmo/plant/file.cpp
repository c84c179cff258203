// Reading and writing .plant.
#include "thigmo/plant/file.h"

#include "thigmo/base/error.h"
#include "thigmo/base/file.h"

namespace thigmo {

std::string encode_plant(const Plant&) {
    throw InputError("not built");
}
Plant decode_plant(std::span<const std::byte>, const std::string&) {
    throw InputError("not built");
}
Plant load_plant(const std::filesystem::path& path) {
    return decode_plant(MappedFile(path).bytes(), path.string());
}
void save_plant(const Plant& plant, const std::filesystem::path& path) {
    write_file(path, encode_plant(plant));
}

}  // namespace thigmo
