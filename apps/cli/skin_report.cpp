// Errors of skeletons as words and JSON.
#include "apps/cli/skin_report.h"

#include <fmt/format.h>

#include "thigmo/io/gltf_scene.h"

namespace thigmo::cli {

void add_skin_error(const SkinError& error, Json& json) {
    json.set("moved_rms_m", error.moved_rms);
    json.set("error_rms_m", error.error_rms);
    json.set("error_max_m", error.error_max);
    json.set("moved_wood_rms_m", error.wood_moved_rms);
    json.set("error_wood_rms_m", error.wood_error_rms);
    json.set("error_shared_organs_rms_m", error.shared_organs_rms);
}

std::string skin_text(const ExportReport& report) {
    const SkinError& error = *report.skin;
    return fmt::format("{} joints; vertices move by {:.3g} m and lie {:.2g} m off ({:.2g} %)",
                       report.joints, error.moved_rms, error.error_rms, 100 * error.share());
}

Log skin_warnings(const std::string& file, const ExportReport& report) {
    constexpr double too_much = 0.2;
    const SkinError& error = *report.skin;
    if (error.share() <= too_much) return {};
    const std::string hint =
        error.enough_joints > 0
            ? fmt::format("--max-joints {} would do, or a point cache (.pc2)", error.enough_joints)
            : fmt::format("no skeleton of {} joints would do, but a point cache (.pc2)",
                          joint_limit);
    return {
        {fmt::format("{}: vertices lie {:.2g} m off with {} joints, {:.0f} % of how far they "
                     "move; {}",
                     file, error.error_rms, report.joints, 100 * error.share(), hint)}};
}

}  // namespace thigmo::cli
