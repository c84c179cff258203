// Writes the plants that other programs are given: thigmo_client_plants FOLDER.
#include <filesystem>

#include "samples/plants.h"
#include "thigmo/plant/file.h"

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    thigmo::save_plant(thigmo::samples::sapling(), folder / "sapling.plant");
}
