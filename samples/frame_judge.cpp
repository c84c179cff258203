// Modes matched by shape, sag by tips, and what exceeds its limits.
#include "samples/frame_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/plant/walk.h"
#include "thigmo/sim/beam/branches.h"

namespace thigmo::samples {
namespace {

constexpr size_t judged_modes = 6, looked_at = 24;

Column<SegmentId, Vec3> displacements(const Column<SegmentId, FrameMotion>& motion) {
    Column<SegmentId, Vec3> found;
    for (const FrameMotion& each : motion) found.push_back(each.displacement);
    return found;
}

void judge_sag(const Plant& plant, const SimulatorSettings& settings, Judgement& judgement) {
    const Vec3 gravity(0, -9.81, 0);
    const Column<SegmentId, Vec3> own = find_linear_sag(plant, settings, gravity);
    const Column<SegmentId, Vec3> frame =
        frame_sag(plant, frame_settings(plant, settings), gravity);
    const double least = 1e-4 * bounds(plant).sizes().maxCoeff();
    double apart = 0, whole = 0;
    for (const DomainId domain : plant.domains.rows()) {
        if (!is_branch(plant, domain) || !is_wood(plant.domains.kind[domain])) continue;
        const SegmentId tip = plant.domains.segments[domain].back();
        if (frame[tip].norm() < least) continue;
        const double difference = (own[tip] - frame[tip]).norm();
        judgement.sag = std::max(judgement.sag, difference / frame[tip].norm());
        apart += difference * difference;
        whole += frame[tip].squaredNorm();
    }
    if (whole > 0) judgement.sag_rms = std::sqrt(apart / whole);
}

}  // namespace

bool is_solid(const SimulatorSettings& settings) {
    return std::holds_alternative<ReducedSettings>(settings) ||
           std::holds_alternative<FemSettings>(settings);
}

FrameSettings frame_settings(const Plant& plant, const SimulatorSettings& settings) {
    FrameSettings frame;
    frame.shear = is_solid(settings);
    if (leaf(settings).joint == LeafJoint::stalks)
        frame.stalks = leaf_stalks(plant, leaf(settings).stiffness);
    return frame;
}

LinearModes frame_modes(const Plant& plant, const SimulatorSettings& settings, size_t count) {
    LinearModes found;
    for (const FrameMode& mode :
         find_frame_modes(plant, frame_settings(plant, settings), count).modes)
        found.modes.push_back({mode.frequency, displacements(mode.end), mode.drive});
    return found;
}

Judgement judge(const Plant& plant, const SimulatorSettings& settings) {
    Judgement judgement;
    const LinearModes frame = frame_modes(plant, settings, judged_modes),
                      own = find_linear_modes(plant, settings, looked_at);
    for (const LinearMode& mode : frame.modes) {
        if (own.modes.empty()) break;
        const LinearMode& likest = own.modes[likest_mode(own.modes, mode)];
        judgement.modes.push_back(
            {mode.frequency, likest.frequency, shape_likeness(likest.end, mode.end)});
    }
    judge_sag(plant, settings, judgement);
    return judgement;
}

std::string faults(const Judgement& judgement, const Limits& limits) {
    std::string text;
    if (judgement.modes.size() < judged_modes)
        text += fmt::format(" found {} modes of {}", judgement.modes.size(), judged_modes);
    for (size_t i = 0; i < judgement.modes.size(); ++i) {
        const JudgedMode& mode = judgement.modes[i];
        if (i >= 3 && mode.frame > 10 * judgement.modes[0].frame) continue;
        const double limit = i < 3 ? limits.low : limits.high;
        if (!(std::abs(mode.deviation()) <= limit))
            text += fmt::format(" f{} {:+.2f} % ({:.4g} for {:.4g} Hz, likeness {:.2f})", i + 1,
                                100 * mode.deviation(), mode.own, mode.frame, mode.likeness);
    }
    if (!(judgement.sag <= limits.sag)) text += fmt::format(" sag {:.2f} %", 100 * judgement.sag);
    return text;
}

std::string table_line(const std::string& name, const Judgement& judgement) {
    std::string text = fmt::format("{:<24}", name);
    for (const JudgedMode& mode : judgement.modes)
        text += fmt::format(" {:>+7.2f}", 100 * mode.deviation());
    return text + fmt::format("  sag {:>6.2f}, all {:>5.2f}", 100 * judgement.sag,
                              100 * judgement.sag_rms);
}

}  // namespace thigmo::samples
