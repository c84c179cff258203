// Mergers down to the limit, joints for single organs, and what lies between two joints.
#include "thigmo/io/joint_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "thigmo/base/error.h"
#include "thigmo/base/parallel.h"
#include "thigmo/io/gltf_scene.h"
#include "thigmo/io/joint_merging.h"
#include "thigmo/plant/drawn.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

constexpr uint32_t none = UINT32_MAX;

/// An organ that may get a joint of its own, and what that saves (m²).
struct Single {
    size_t body = 0;
    double saved = 0;
};

/// All organs, those first that lose most by sharing; a shape on no segment stands still else.
std::vector<Single> singles_by_need(const MovingBodies& bodies, const JointMerging& merging) {
    std::vector<Single> singles;
    for (size_t body = bodies.segments(); body < bodies.size(); ++body)
        if (bodies.spread(body)(3, 3) > 0) singles.push_back({body, 0});
    parallel_chunks(singles.size(), 256, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
            const MovedPoints points = bodies.points(singles[i].body);
            const uint32_t shared = merging.first_of(singles[i].body);
            singles[i].saved = shared == none
                                   ? square_error(points, std::vector<Rigid>(points.moved.size()))
                                   : square_error(points, merging.at(shared).motions);
        }
    });
    std::ranges::stable_sort(singles, std::ranges::greater{}, &Single::saved);
    const double worth_it = 1e-12 * merging.moved().all();
    std::erase_if(singles, [&](const Single& single) { return !(single.saved > worth_it); });
    return singles;
}

/// Tells, as joints become fewer, how many were enough.
class Enough {
  public:
    Enough(const MovingBodies& bodies, const JointMerging& merging,
           const std::vector<Single>& singles)
        : wanted_(0.15 * 0.15 * merging.moved().all()) {
        double left = merging.cost().all();
        size_t joints = merging.joints();
        for (const Single& single : singles) {
            if (left <= wanted_) break;
            left -= single.saved;
            ++joints;
        }
        const size_t all = bodies.segments() + singles.size();
        joints_ = std::min(std::bit_ceil(joints), all);
        if (joints_ > joint_limit) joints_ = joints <= joint_limit ? joint_limit : 0;
    }
    void see(const JointMerging& merging) {
        if (std::has_single_bit(merging.joints()) && merging.cost().all() <= wanted_)
            joints_ = merging.joints();
    }
    size_t joints() const { return joints_; }

  private:
    double wanted_;
    size_t joints_;
};

/// Merges until all fit, and on where an organ of its own is worth more. How many organs are.
size_t merge_to(size_t most, const std::vector<Single>& singles, JointMerging& merging,
                Enough& enough) {
    size_t chosen = 0;
    for (;;) {
        const size_t joints = merging.joints() + chosen;
        if (joints < most && chosen < singles.size()) {
            ++chosen;
            continue;
        }
        const bool needed = chosen < singles.size() &&
                            merging.organ_weight() * singles[chosen].saved > merging.next_cost();
        if (joints <= most && !needed) return chosen;
        merging.merge();
        enough.see(merging);
    }
}

/// The joints that the clusters became, and which body is in which.
class JointBuilder {
  public:
    JointBuilder(const MovingBodies& bodies, const JointMerging& merging,
                 std::span<const Single> singles)
        : bodies_(bodies),
          merging_(merging),
          joint_of_(merging.size()),
          motions_(merging.size()),
          alone_(bodies.size()) {
        for (const Single& single : singles) alone_[single.body] = 1;
        joints_.of_segment.resize(bodies.segments());
        joints_.of_shape.resize(bodies.plant().domains.size());
    }

    Joints build() {
        add_wood();
        add_organs();
        add_singles();
        find_neighbours();
        follow();
        return std::move(joints_);
    }

  private:
    JointId add(SegmentId segment, DomainId shape, JointId parent, std::string name, Rigid rest) {
        joints_.segment.push_back(segment);
        joints_.shape.push_back(shape);
        joints_.parent.push_back(parent);
        joints_.name.push_back(std::move(name));
        return JointId(joints_.rest.push_back(rest).value);
    }
    void add_wood();
    void add_organs();
    void add_singles();
    void find_neighbours();
    void follow();
    Follow follow_of(size_t body) const;
    /// The cluster that a body follows: its organs' or, where that is the wood's, its carrier's.
    uint32_t cluster_of(size_t body) const;

    const MovingBodies& bodies_;
    const JointMerging& merging_;
    Joints joints_;
    std::vector<JointId> joint_of_;  // by cluster
    std::vector<std::vector<Rigid>> motions_;
    std::vector<std::vector<uint32_t>> neighbours_;
    std::vector<uint8_t> alone_;  // by body: it has a joint of its own
};

uint32_t JointBuilder::cluster_of(size_t body) const {
    const uint32_t first = merging_.first_of(body);
    if (first == none) return none;
    const uint32_t cluster = merging_.now(first);
    const bool on_wood = merging_.at(cluster).wood;
    return on_wood ? merging_.now(merging_.carrier_of(body)) : cluster;
}

void JointBuilder::add_wood() {
    const Column<SegmentId, SegmentId> parents = segment_parents(bodies_.plant());
    const Column<SegmentId, std::string> names = segment_names(bodies_.plant());
    const Column<SegmentId, Quat> frames = segment_frames(bodies_.plant());
    for (const SegmentId segment : parents.rows()) {
        if (merging_.now(segment.value) != segment.value) continue;
        const SegmentId up = parents[segment];
        joint_of_[segment.value] =
            add(segment, DomainId::none(),
                up.exists() ? joint_of_[merging_.now(up.value)] : JointId::none(), names[segment],
                rest_frame(bodies_.plant(), frames, segment));
        motions_[segment.value] = merging_.at(segment.value).motions;
    }
}

/// Fitted anew, to the organs that have not got joints of their own.
void JointBuilder::add_organs() {
    const Column<SegmentId, std::string> names = segment_names(bodies_.plant());
    const Column<SegmentId, DomainId> domains = segment_domains(bodies_.plant());
    std::vector<MovedPoints> points(merging_.size());
    std::vector<size_t> near(merging_.size(), SIZE_MAX);
    for (size_t body = bodies_.segments(); body < bodies_.size(); ++body) {
        const uint32_t cluster = alone_[body] != 0 ? none : cluster_of(body);
        if (cluster == none || merging_.at(cluster).wood) continue;
        points[cluster].add(bodies_.points(body));
        near[cluster] = std::min(near[cluster], body);
    }
    for (uint32_t cluster = 0; cluster < merging_.size(); ++cluster) {
        if (near[cluster] == SIZE_MAX) continue;
        const SegmentId carried_by(size_t{merging_.carrier_of(near[cluster])});
        const DomainId domain = domains[carried_by];
        const Placement& placement =
            bodies_.plant().domains.placement[bodies_.shape(near[cluster])];
        joint_of_[cluster] =
            add(SegmentId::none(), bodies_.shape(near[cluster]),
                joint_of_[merging_.now(carried_by.value)],
                names[bodies_.plant().domains.segments[domain].front()] + ".organs",
                {placement.rotation, placement.position});
        motions_[cluster] = bodies_.motions(near[cluster]);
        for (size_t i = 0; i < motions_[cluster].size(); ++i)
            motions_[cluster][i] =
                fit_rigid(points[cluster].rest, points[cluster].moved[i], motions_[cluster][i]);
    }
}

void JointBuilder::add_singles() {
    ShapeNames names(bodies_.plant());
    for (size_t body = bodies_.segments(); body < bodies_.size(); ++body) {
        if (!(bodies_.spread(body)(3, 3) > 0)) continue;
        const DomainId domain = bodies_.shape(body);
        const std::string name = names.next(bodies_.plant(), domain);
        if (alone_[body] == 0) continue;
        const uint32_t carried_by = merging_.carrier_of(body);
        const Placement& placement = bodies_.plant().domains.placement[domain];
        joints_.of_shape[domain].joint =
            add(SegmentId::none(), domain,
                carried_by == none ? JointId::none() : joint_of_[merging_.now(carried_by)], name,
                {placement.rotation, placement.position});
    }
}

/// Clusters of wood that meet. One that meets very many has none of them: a trunk is far from most.
void JointBuilder::find_neighbours() {
    constexpr size_t most_neighbours = 32;
    neighbours_.resize(merging_.size());
    const Column<SegmentId, SegmentId> parents = segment_parents(bodies_.plant());
    for (const SegmentId segment : parents.rows()) {
        if (!parents[segment].exists()) continue;
        const uint32_t own = merging_.now(segment.value), up = merging_.now(parents[segment].value);
        if (own == up) continue;
        neighbours_[own].push_back(up);
        neighbours_[up].push_back(own);
    }
    for (uint32_t cluster = 0; cluster < bodies_.segments(); ++cluster) {
        std::vector<uint32_t>& met = neighbours_[cluster];
        std::ranges::sort(met);
        met.erase(std::unique(met.begin(), met.end()), met.end());
        if (met.size() <= most_neighbours) continue;
        const SegmentId up = parents[SegmentId(size_t{cluster})];
        met.clear();
        if (up.exists() && merging_.now(up.value) != cluster) met = {merging_.now(up.value)};
    }
}

/// The share λ of a neighbour's motion P in that of the cluster's, N, which leaves least of
/// Σ |M x − (1−λ) N x − λ P x|² is ⟨P−N, M−N⟩ / ⟨P−N, P−N⟩, ⟨A, B⟩ = Σ tr(A S Bᵀ), S the spread.
Follow JointBuilder::follow_of(size_t body) const {
    const uint32_t own = cluster_of(body);
    Follow best{joint_of_[own], JointId::none(), 1};
    std::vector<uint32_t> others = neighbours_[own];
    if (!bodies_.is_segment(body)) others.push_back(merging_.now(merging_.carrier_of(body)));
    const std::vector<Rigid> motions = bodies_.motions(body);
    double most_saved = 1e-9 * bodies_.spread(body).trace();
    for (const uint32_t other : others) {
        if (other == own || motions_[other].empty()) continue;
        double along = 0, length = 0;
        for (size_t i = 0; i < motions.size(); ++i) {
            const Matrix34 N = matrix34(motions_[own][i]);
            const Matrix34 across = matrix34(motions_[other][i]) - N;
            const Matrix34 weighed = across * bodies_.spread(body);
            along += weighed.cwiseProduct(matrix34(motions[i]) - N).sum();
            length += weighed.cwiseProduct(across).sum();
        }
        if (!(length > 0)) continue;
        const double share = std::clamp(along / length, 0.0, 1.0);
        const double saved = share * (2 * along - share * length);
        if (!(saved > most_saved)) continue;
        most_saved = saved;
        best.other = joint_of_[other];
        best.weight = static_cast<float>(1 - share);
    }
    return best;
}

void JointBuilder::follow() {
    parallel_chunks(bodies_.size(), 256, [&](size_t begin, size_t end) {
        for (size_t body = begin; body < end; ++body) {
            if (bodies_.is_segment(body))
                joints_.of_segment[SegmentId(body)] = follow_of(body);
            else if (alone_[body] == 0 && merging_.first_of(body) != none)
                joints_.of_shape[bodies_.shape(body)] = follow_of(body);
        }
    });
}

}  // namespace

JointChoice choose_joints(const Plant& plant, const DrawnBodies& drawn, std::span<const Pose> poses,
                          size_t most) {
    check_joint_limit(plant, most);
    if (poses.empty())
        throw InputError(fmt::format("{}: found no poses, expected some", title(plant)));
    const MovingBodies bodies(plant, drawn, poses);
    JointMerging merging(bodies);
    const std::vector<Single> singles = singles_by_need(bodies, merging);
    Enough enough(bodies, merging, singles);
    JointChoice choice;
    const double points = [&] {
        double sum = 0;
        for (size_t body = 0; body < bodies.size(); ++body) sum += bodies.spread(body)(3, 3);
        return sum * static_cast<double>(poses.size());
    }();
    choice.shared_organs_error = std::sqrt(merging.cost().all() / std::max(points, 1.0));
    const size_t chosen = merge_to(most, singles, merging, enough);
    choice.enough = enough.joints();
    choice.joints = JointBuilder(bodies, merging, std::span(singles).first(chosen)).build();
    return choice;
}

}  // namespace thigmo
