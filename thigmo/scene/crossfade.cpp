// Poses kept in single precision and blended from the roots outward.
#include "thigmo/scene/crossfade.h"

#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

const Rigid& motion(const Pose& pose, uint32_t row, size_t segments) {
    return row < segments ? pose.segments[SegmentId(row)]
                          : pose.shapes[DomainId(static_cast<size_t>(row) - segments)];
}

Quat blended(const Quat& a, const Quat& b, double share) {
    const double sign = a.dot(b) < 0 ? -1 : 1;
    return Quat((1 - share) * a.coeffs() + (share * sign) * b.coeffs()).normalized();
}

}  // namespace

Crossfade::Crossfade(const Plant& plant, size_t frames)
    : segments_(plant.segments.size()), frames_(frames) {
    const Column<SegmentId, SegmentId> parents = segment_parents(plant);
    const auto shape_row = [&](DomainId domain) {
        return static_cast<uint32_t>(segments_ + domain.value);
    };
    for (const DomainId domain : plant.domains.rows()) {
        for (const SegmentId row : plant.domains.segments[domain])
            rows_.push_back({row.value, parents[row].exists() ? parents[row].value : row.value,
                             plant.segments.start[row]});
        if (!plant.domains.shape[domain].exists()) continue;
        const uint32_t own = shape_row(domain);
        uint32_t on = own;
        const DomainId parent = plant.domains.parent[domain];
        if (!plant.domains.segments[domain].empty())
            on = plant.domains.segments[domain].front().value;
        else if (plant.domains.attachment[domain].segment.exists())
            on = plant.domains.attachment[domain].segment.value;
        else if (parent.exists() && plant.domains.shape[parent].exists())
            on = shape_row(parent);
        rows_.push_back({own, on, plant.domains.placement[domain].position});
    }
}

Crossfade::Relative Crossfade::relative(const Row& row, const Pose& pose) const {
    const Rigid& own = motion(pose, row.row, segments_);
    if (row.on == row.row) return {own.rotation, own * row.joint};
    const Rigid& on = motion(pose, row.on, segments_);
    return {on.rotation.conjugate() * own.rotation, own * row.joint - on * row.joint};
}

void Crossfade::keep(size_t frame, const Pose& pose) {
    std::vector<Kept>& kept = frames_[frame];
    kept.resize(rows_.size());
    for (size_t i = 0; i < rows_.size(); ++i) {
        const auto [turn, gap] = relative(rows_[i], pose);
        const auto number = [](double x) { return static_cast<float>(x); };
        kept[i] = {number(turn.x()), number(turn.y()), number(turn.z()), number(turn.w()),
                   number(gap.x()),  number(gap.y()),  number(gap.z())};
    }
}

void Crossfade::blend(size_t frame, double share, Pose& pose) const {
    if (share == 0) return;
    const Pose now = pose;
    for (size_t i = 0; i < rows_.size(); ++i) {
        const auto& [row, on, joint] = rows_[i];
        const Kept& then = frames_[frame][i];
        const auto [turn, gap] = relative(rows_[i], now);
        Quat rotation = blended(turn, Quat(then[3], then[0], then[1], then[2]), share);
        Vec3 place = (1 - share) * gap + share * Vec3(then[4], then[5], then[6]);
        if (on != row) {
            const Rigid& carrier = motion(pose, on, segments_);
            rotation = (carrier.rotation * rotation).normalized();
            place += carrier * joint;
        }
        Rigid& next = row < segments_ ? pose.segments[SegmentId(row)]
                                      : pose.shapes[DomainId(static_cast<size_t>(row) - segments_)];
        next = {rotation, place - rotation * joint};
    }
}

}  // namespace thigmo
