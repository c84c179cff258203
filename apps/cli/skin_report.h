// What is said about the joints of an exported skeleton.
#pragma once

#include <string>

#include "thigmo/base/json.h"
#include "thigmo/base/log.h"
#include "thigmo/io/export_report.h"

namespace thigmo::cli {

/// moved_rms_m, error_rms_m, error_max_m, and the same of wood alone.
void add_skin_error(const SkinError& error, Json& json);

/// `512 joints; vertices move by 0.31 m and are 0.02 m off (6 %)`.
std::string skin_text(const ExportReport& report);

/// One line where vertices lie off by more than a fifth of how far they move, with the number of
/// joints that would do.
Log skin_warnings(const std::string& file, const ExportReport& report);

}  // namespace thigmo::cli
