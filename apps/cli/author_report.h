// The report of an authored plant: one HTML page that tells what was made of a mesh and why, with
// pictures beside it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "thigmo/base/profile.h"
#include "thigmo/base/progress.h"
#include "thigmo/plant/soup.h"

namespace thigmo::cli {

struct ReportDecision {
    std::string title, text;  // what was decided, and why
    double confidence = 1;    // 0…1
    std::string runner_up;    // what else it could have been; empty: nothing
    double margin = 0;        // of the choice over the runner-up
    std::vector<DomainId> domains;
};

/// Domains that meet in a circle, and the contact that was cut to open it.
struct ReportLoop {
    std::vector<DomainId> domains;
    DomainId child, other;  // the child keeps another parent than this
    std::string text;
};

struct ReportDoubt {
    std::string text;
    std::vector<DomainId> domains;
};

struct ReportCount {
    std::string name;
    uint64_t count = 0;
};

struct ReportInput {
    const Soup& soup;
    const Plant& plant;
    Placement placement;  // of the soup in the plant's space
    Profile profile;
    std::vector<ReportCount> counts;  // of pieces, instance sets, gaps, debris, …
    std::vector<ReportDecision> decisions;
    std::vector<ReportLoop> loops;
    std::vector<ReportDoubt> doubts;  // beside the decisions of little confidence
};

struct ReportSettings {
    int width = 640, height = 480;  // of pictures of the whole; those from near are smaller
    int samples = 8;                // per pixel
    double doubtful = 0.5;          // decisions of less confidence are doubts
    size_t most_pictures = 24;      // of loops, and of doubts
    size_t most_rows = 200;         // of the table of decisions
    std::string decisions_file = "decisions.toml";
};

/// How far the plant at rest is from the input, in pictures of 8 bits.
struct PictureDifference {
    double share = 0;  // of pixels that differ by more than 2 in some channel
    int largest = 0;
};

/// Writes index.html and its PNG files into the folder, which is made where it is not there.
/// InputError when it cannot be written, or progress was cancelled.
PictureDifference write_report(const std::filesystem::path& folder, const ReportInput& input,
                               const ReportSettings& settings, Progress& progress);

}  // namespace thigmo::cli
