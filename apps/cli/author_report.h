// The report of an authored plant: one HTML page that tells what was made of a mesh and why, with
// pictures beside it.
#pragma once

#include <string>
#include <string_view>

#include "thigmo/authoring/author.h"
#include "thigmo/base/part_folder.h"

namespace thigmo::cli {

struct ReportInput {
    const Soup& soup;
    double scale = 1;  // metres per unit of the soup
    const AuthoredPlant& made;
    AuthorCounts counts;
    Profile profile;
    size_t plants = 1;  // that the soup holds; with several only this one's triangles are shown
};

struct ReportSettings {
    int width = 640, height = 480;  // of pictures of the whole; those from near are smaller
    int samples = 8;                // per pixel
    double doubtful = 0.5;          // decisions of less confidence are doubts
    size_t most_pictures = 24;      // of loops, and of doubts
    size_t most_rows = 200;         // of the table of choices
    std::string within;  // a folder within the report's, with its slash; empty: the report's own
    std::string decisions_file = "decisions.toml";
};

/// How far the plant at rest is from the input, in pictures of 8 bits.
struct PictureDifference {
    double share = 0;  // of pixels that differ by more than 2 in some channel
    int largest = 0;
};

/// Whether a report has a file of this name, with plant_1/ before it where it is of several plants.
bool is_report_file(std::string_view name);

/// Writes PNG files, then index.html. InputError when they cannot be written, or progress was
/// cancelled.
PictureDifference write_report(PartFolder& folder, const ReportInput& input,
                               const ReportSettings& settings, Progress& progress);

}  // namespace thigmo::cli
