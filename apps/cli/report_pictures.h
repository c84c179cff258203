// The pictures of an authored plant's report.
#pragma once

#include "apps/cli/author_report.h"
#include "thigmo/mesh/image.h"

namespace thigmo::cli {

struct ReportPicture {
    std::string file;  // name
    std::string text;  // below it
};

struct ReportPictures {
    std::vector<ReportPicture> whole;           // input, rest, difference, domains, orders, …
    std::vector<ReportPicture> loops, choices;  // in the order given, as many as are drawn
    PictureDifference difference;
};

/// Draws all and writes them into the folder; of choices those that are doubtful.
ReportPictures draw_pictures(PartFolder& folder, const ReportInput& input,
                             const ReportSettings& settings, Progress& progress);

/// What two pictures of one size differ by, and a picture of it: black where nothing, white from
/// 16 of 255 on.
PictureDifference compare(const Image& a, const Image& b, Image& shown);

}  // namespace thigmo::cli
