// The formats that the program accepts: sound files of each, and what the program does with one.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace thigmo::fuzz {

struct Format {
    std::string name;                // the end of a mesh file's name, or what the file holds
    std::vector<std::string> seeds;  // sound files, to be mutated
    /// All that the program does with such a file; InputError of one line where it refuses it.
    std::function<void(const std::string&)> use;
};

std::vector<std::string> format_names();

/// The format of one of these names.
Format make_format(std::string_view name);

/// Whether the use of a file is not refused. Stops where it is otherwise than in one line.
bool accepts(const std::function<void()>& use);

/// Writes the seeds as FOLDER/FORMAT/seed_N and prints the formats' names. Stops at one that is
/// refused.
void write_seeds(const std::filesystem::path& folder);

/// A mesh that the program reads, by the end of its name.
Format mesh_format(std::string_view ending);
/// What the process that reads foreign formats hands over.
Format stream_format();
Format picture_format();
/// Mutants of .plant and .models get their checksum mended first: else only that would be tested.
Format plant_format();
Format models_format();
Format grammar_format();
Format modules_format();
Format view_format();
Format species_format();
Format scene_format();
Format wind_format();
Format decisions_format();
Format match_format();
Format qsm_format();
Format tracks_format();

}  // namespace thigmo::fuzz
