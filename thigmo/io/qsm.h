// Import of quantitative structure models: laser-scanned trees as tables of cylinders.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "thigmo/base/log.h"
#include "thigmo/base/progress.h"
#include "thigmo/plant/palette.h"
#include "thigmo/plant/plant.h"

namespace thigmo {

struct QsmSettings {
    std::string name;
    Palette palette;  // its wood: materials and looks of trunk, branches and twigs
};

/// Places where a cylinder does not begin on the one that it hangs on.
struct QsmGaps {
    uint64_t count = 0;      // over 1 mm; less is rounding of the table
    double largest = 0;      // m
    int64_t largest_id = 0;  // of the cylinder that begins there
};

struct QsmReport {
    uint64_t cylinders = 0;
    uint64_t roots = 0;
    QsmGaps gaps;                // all closed
    double table_volume = 0;     // m³, of the cylinders as the table has them
    Vec3 origin = Vec3::Zero();  // where the plant's origin stands in the table, Z up (m)
};

struct QsmImport {
    Plant plant;
    QsmReport report;
    Log log;
};

/// One segment per cylinder, one domain per chain of them; see docs/qsm.md for the layouts read and
/// how chains, gaps and attachments are found. The table's Z becomes the plant's Y; the root begins
/// over the origin and the lowest end stands at y = 0. InputError `source:line:column: …`.
QsmImport import_qsm(std::string_view text, const std::string& source, const QsmSettings& settings,
                     Progress& progress);

}  // namespace thigmo
