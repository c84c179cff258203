// Hostile files kept in tests/corpus/plant: each gives one line, none crashes.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "tests/places.h"
#include "thigmo/base/error.h"
#include "thigmo/plant/file.h"

namespace thigmo {

TEST(PlantCorpus, EveryHostileFileGivesItsLine) {
    // By the name of the file: what is wrong with it.
    const std::map<std::string, std::string> expected = {
        {"cut_head.bin", "found no mark"},
        {"cut_half.bin", "found checksum"},
        {"cut_half_mended.bin", "found tables that reach beyond the file"},
        {"flipped_bit.bin", "found checksum"},
        {"other_version.bin", "found schema version 9, expected 1 … 2"},
        {"root_far.bin", "found no schema version"},
        {"vector_long.bin", "found tables that reach beyond the file"},
        {"nan_start.bin", "start nan, expected -1000000 … 1000000"},
        {"shared_tables.bin", "found tables that share their columns"},
    };
    size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test_folder() + "/corpus/plant")) {
        ++files;
        const std::string name = entry.path().filename().string();
        ASSERT_TRUE(expected.contains(name)) << name;
        try {
            load_plant(entry.path());
            ADD_FAILURE() << name << " was accepted";
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(expected.at(name)), std::string::npos)
                << name << ": " << error.what();
        }
    }
    EXPECT_EQ(files, expected.size());
}

}  // namespace thigmo
