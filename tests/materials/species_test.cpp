// The built-in plants: they load, and their numbers lie where nature's do.
#include "thigmo/materials/species.h"

#include <gtest/gtest.h>

#include "thigmo/base/error.h"

namespace thigmo {
namespace {

std::string message(std::string_view name) {
    try {
        find_species(name);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST(Species, RejectsUnknownNamesWithTheNearest) {
    EXPECT_TRUE(message("oka").starts_with("found species 'oka', expected one of "));
    EXPECT_TRUE(message("oka").ends_with("(did you mean oak?)"));
    EXPECT_EQ(message("baobab").find("mean"), std::string::npos);
}

TEST(Species, EveryOneLoads) {
    for (const std::string& name : species_names()) {
        const Species species = find_species(name);
        EXPECT_EQ(species.name, name);
        EXPECT_EQ(species.grammar_file, name + ".l");
        EXPECT_FALSE(species.palette.parts.empty());
        for (const WoodPart& part : species.palette.wood) {
            EXPECT_LT(part.material.value, species.palette.materials.size());
            EXPECT_LT(part.look.value, species.palette.looks.size());
        }
    }
}

}  // namespace thigmo
