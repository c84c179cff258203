// Tables of cylinders for tests, and how they are imported there.
#pragma once

#include <string>
#include <string_view>

#include "tests/message.h"
#include "thigmo/base/error.h"
#include "thigmo/io/qsm.h"

namespace thigmo::qsm_test {

inline QsmSettings plain_settings() {
    QsmSettings settings;
    settings.name = "tree";
    Material wood;
    wood.name = "wood";
    wood.density = 500;
    const MaterialId material = settings.palette.materials.push_back(wood);
    settings.palette.wood.fill({material, settings.palette.looks.push_back({})});
    return settings;
}

inline QsmImport import_text(std::string_view text) {
    Progress silent;
    return import_qsm(text, "t.csv", plain_settings(), silent);
}

/// The error's line; "no error" when the table is taken.
inline std::string fault_of(std::string_view text) {
    return message([&] { import_text(text); });
}

/// A trunk of two cylinders with a branch on the second, by start, axis and length; 1-based.
constexpr std::string_view by_axis =
    "cyl,radius_m,length_m,start_x,start_y,start_z,axis_x,axis_y,axis_z,parent_cyl,extension_cyl\n"
    "1,0.1,1,10,20,5,0,0,1,0,2\n"
    "2,0.08,1,10,20,6,0,0,2,1,0\n"
    "3,0.02,0.5,10.08,20,6.5,3,0,4,2,0\n";

}  // namespace thigmo::qsm_test
