// Agglomeration along the plant's branches, with a queue of mergers by cost.
#include "thigmo/io/joint_merging.h"

#include <limits>

#include "thigmo/base/parallel.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

constexpr uint32_t none = UINT32_MAX;
constexpr double infinite = std::numeric_limits<double>::infinity();

/// What is wanted, as shares of the way from rest: see weigh().
constexpr double wanted_on_wood = 0.05, wanted_over_all = 0.15, above_shared_organs = 1.2;

/// Branches merge with so many that leave the same parent before them.
constexpr size_t neighbours = 2;

double square_moved(const MovingBodies& bodies, size_t body) {
    const MovedPoints points = bodies.points(body);
    return square_error(points, std::vector<Rigid>(points.moved.size()));
}

}  // namespace

std::vector<Rigid> MovingBodies::motions(size_t body) const {
    std::vector<Rigid> motions;
    motions.reserve(poses_.size());
    for (const Pose& pose : poses_)
        motions.push_back(is_segment(body) ? pose.segments[SegmentId(body)]
                                           : pose.shapes[shape(body)]);
    return motions;
}

JointMerging::JointMerging(const MovingBodies& bodies) : bodies_(bodies) {
    find_carriers();
    add_wood();
    add_organs();
    link_branches();
    link_organs();
    joints_ = clusters_.size();
    weigh();
    std::vector<Merger> mergers(clusters_.size());
    parallel_chunks(clusters_.size(), 16, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) mergers[i] = cheapest(static_cast<uint32_t>(i));
    });
    for (const Merger& merger : mergers)
        if (merger.cost < infinite) queue_.push(merger);
}

void JointMerging::find_carriers() {
    first_of_.assign(bodies_.size(), none);
    carrier_of_.assign(bodies_.size(), none);
    for (uint32_t body = 0; body < bodies_.size(); ++body) {
        if (bodies_.is_segment(body))
            first_of_[body] = carrier_of_[body] = body;
        else if (bodies_.spread(body)(3, 3) > 0)
            carrier_of_[body] = carrier(bodies_.plant(), bodies_.shape(body)).value;
    }
}

void JointMerging::add_wood() {
    clusters_.resize(bodies_.segments());
    const Column<SegmentId, SegmentId> parents = segment_parents(bodies_.plant());
    parallel_chunks(clusters_.size(), 64, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
            clusters_[i].near = i;
            clusters_[i].own = bodies_.points(i);
            clusters_[i].motions = bodies_.motions(i);
            if (const SegmentId up = parents[SegmentId(i)]; up.exists())
                clusters_[i].towards.push_back(up.value);
        }
    });
}

void JointMerging::add_organs() {
    const Column<SegmentId, DomainId> domains = segment_domains(bodies_.plant());
    organs_of_.resize(bodies_.plant().domains.size(), none);
    for (size_t body = bodies_.segments(); body < bodies_.size(); ++body) {
        if (carrier_of_[body] == none) continue;
        uint32_t& cluster = organs_of_[domains[SegmentId(size_t{carrier_of_[body]})]];
        if (cluster == none) {
            cluster = static_cast<uint32_t>(clusters_.size());
            clusters_.emplace_back();
            clusters_.back().near = body;
            clusters_.back().wood = false;
            clusters_.back().towards.push_back(carrier_of_[body]);
        }
        first_of_[body] = cluster;
        clusters_[cluster].own.add(bodies_.points(body));
    }
    for (Cluster& cluster : clusters_)
        if (!cluster.wood) fit(cluster);
}

/// A branch may share a joint with one beside it: with lower rows only, so that parents stay first.
void JointMerging::link_branches() {
    const Domains& domains = bodies_.plant().domains;
    Column<DomainId, std::vector<uint32_t>> before(domains.size());
    for (const DomainId domain : domains.rows()) {
        const DomainId parent = domains.parent[domain];
        if (domains.segments[domain].empty() || !parent.exists()) continue;
        const uint32_t first = domains.segments[domain].front().value;
        std::vector<uint32_t>& others = before[parent];
        clusters_[first].towards.insert(clusters_[first].towards.end(), others.begin(),
                                        others.end());
        others.push_back(first);
        if (others.size() > neighbours) others.erase(others.begin());
    }
}

/// Organs may share a joint with those of the nearest domain below that has some or, up to where
/// there is one, with those met last on the way.
void JointMerging::link_organs() {
    const Domains& domains = bodies_.plant().domains;
    Column<DomainId, uint32_t> last(domains.size(), none);
    for (const DomainId domain : domains.rows()) {
        const uint32_t own = organs_of_[domain];
        if (own == none) continue;
        last[domain] = own;
        DomainId below = domains.parent[domain];
        uint32_t found = none;
        while (below.exists() && found == none) {
            found = last[below];
            below = domains.parent[below];
        }
        if (found != none) clusters_[own].towards.push_back(found);
        for (below = domains.parent[domain]; below.exists() && organs_of_[below] == none;
             below = domains.parent[below])
            last[below] = own;
    }
}

/// Both limits are wanted: 5 % of the way from rest on wood, and over all vertices 15 % or, where
/// that is more, 1.2 times what is left when only organs share joints. A square error counts by
/// what share of its limit's room it takes.
void JointMerging::weigh() {
    for (const Cluster& cluster : clusters_) cost_.organs += cluster.cost.organs;
    for (size_t body = 0; body < bodies_.size(); ++body)
        if (bodies_.spread(body)(3, 3) > 0)
            (bodies_.is_segment(body) ? moved_.wood : moved_.organs) += square_moved(bodies_, body);
    const double tiny = 1e-12 * moved_.all() + 1e-300;
    const double on_wood = wanted_on_wood * wanted_on_wood * moved_.wood;
    const double over_all = std::max(wanted_over_all * wanted_over_all * moved_.all(),
                                     above_shared_organs * above_shared_organs * cost_.organs);
    organ_weight_ = 1 / std::max(over_all - cost_.organs, tiny);
    wood_weight_ = 1 / std::max(on_wood, tiny) + organ_weight_;
}

void JointMerging::fit(Cluster& cluster) const {
    cluster.motions = bodies_.motions(cluster.near);
    if (!cluster.own.empty())
        for (size_t i = 0; i < cluster.motions.size(); ++i)
            cluster.motions[i] =
                fit_rigid(cluster.own.rest, cluster.own.moved[i], cluster.motions[i]);
    cluster.cost = cost_of(cluster);
}

MergeCost JointMerging::cost_of(const Cluster& cluster) const {
    const double own = square_error(cluster.own, cluster.motions);
    if (!cluster.wood) return {0, own};
    return {own, square_error(cluster.guests, cluster.motions)};
}

JointMerging::Cluster JointMerging::joined(const Cluster& from, const Cluster& to) const {
    Cluster both;
    both.near = to.near;
    both.wood = to.wood;
    both.own = to.own;
    both.guests = to.guests;
    if (from.wood == to.wood) {
        both.own.add(from.own);
        both.guests.add(from.guests);
        fit(both);
    } else {
        both.guests.add(from.own);
        both.motions = to.motions;
        both.cost = cost_of(both);
    }
    return both;
}

uint32_t JointMerging::now(uint32_t cluster) const {
    while (clusters_[cluster].into != none) cluster = clusters_[cluster].into;
    return cluster;
}

JointMerging::Merger JointMerging::cheapest(uint32_t from) const {
    Merger best{infinite, from, none, clusters_[from].version, 0};
    for (const uint32_t towards : clusters_[from].towards) {
        const uint32_t to = now(towards);
        if (to == from) continue;
        const double cost = weighted(joined(clusters_[from], clusters_[to]).cost) -
                            weighted(clusters_[from].cost) - weighted(clusters_[to].cost);
        if (cost < best.cost) best = {cost, from, to, best.from_version, clusters_[to].version};
    }
    return best;
}

bool JointMerging::still_holds(const Merger& merger) const {
    return clusters_[merger.to].into == none &&
           clusters_[merger.from].version == merger.from_version &&
           clusters_[merger.to].version == merger.to_version;
}

/// Mergers of clusters that have changed since are weighed again when they come up.
void JointMerging::drop_outdated() {
    while (!queue_.empty()) {
        const Merger top = queue_.top();
        const bool gone = clusters_[top.from].into != none;
        if (!gone && still_holds(top)) return;
        queue_.pop();
        if (gone) continue;
        for (uint32_t& towards : clusters_[top.from].towards) towards = now(towards);
        if (const Merger again = cheapest(top.from); again.cost < infinite) queue_.push(again);
    }
}

double JointMerging::next_cost() {
    drop_outdated();
    return queue_.empty() ? infinite : queue_.top().cost;
}

void JointMerging::merge() {
    drop_outdated();
    if (queue_.empty()) return;
    const Merger merger = queue_.top();
    queue_.pop();
    Cluster& from = clusters_[merger.from];
    Cluster& to = clusters_[merger.to];
    Cluster both = joined(from, to);
    cost_.wood += both.cost.wood - from.cost.wood - to.cost.wood;
    cost_.organs += both.cost.organs - from.cost.organs - to.cost.organs;
    to.own = std::move(both.own);
    to.guests = std::move(both.guests);
    to.motions = std::move(both.motions);
    to.cost = both.cost;
    ++to.version;
    from = {from.near, from.wood, {}, {}, {}, {}, {}, merger.to, from.version};
    --joints_;
}

}  // namespace thigmo
