// Measures of a plant's habit.
#include "tests/scene/habit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "thigmo/plant/walk.h"

namespace thigmo::habit {

std::vector<DomainId> roots(const Plant& plant) {
    std::vector<DomainId> found;
    for (const DomainId domain : plant.domains.rows())
        if (!plant.domains.parent[domain].exists()) found.push_back(domain);
    return found;
}

std::vector<DomainId> wood_children(const Plant& plant, DomainId parent) {
    std::vector<DomainId> found;
    for (const DomainId domain : subtree(plant, parent))
        if (plant.domains.parent[domain] == parent && is_wood(plant.domains.kind[domain]))
            found.push_back(domain);
    return found;
}

std::vector<DomainId> domains_of_kind(const Plant& plant, Kind kind) {
    std::vector<DomainId> found;
    for (const DomainId domain : plant.domains.rows())
        if (plant.domains.kind[domain] == kind) found.push_back(domain);
    return found;
}

Vec3 base_direction(const Plant& plant, DomainId domain) {
    const SegmentId first = plant.domains.segments[domain].front();
    return (plant.segments.end[first] - plant.segments.start[first]).normalized();
}

Vec3 tip_direction(const Plant& plant, DomainId domain) {
    const SegmentId last = plant.domains.segments[domain].back();
    return (plant.segments.end[last] - plant.segments.start[last]).normalized();
}

double relative_height(const Plant& plant, DomainId domain) {
    const Box box = bounds(plant);
    return (attachment_point(plant, domain).y() - box.min().y()) / box.sizes().y();
}

double sag(const Plant& plant, DomainId domain) {
    const Rows<SegmentId> own = plant.domains.segments[domain];
    const Vec3 start = plant.segments.start[own.front()];
    const Vec3 chord = plant.segments.end[own.back()] - start;
    double largest = 0;
    for (const SegmentId segment : own) {
        const Vec3 from_start = plant.segments.end[segment] - start;
        largest = std::max(largest, from_start.cross(chord).norm() / chord.squaredNorm());
    }
    return largest;
}

std::vector<std::vector<DomainId>> whorls(const Plant& plant, DomainId axis, double reach) {
    std::map<SegmentId, double> before;
    double sum = 0;
    for (const SegmentId segment : plant.domains.segments[axis]) {
        before[segment] = sum;
        sum += length(plant.segments, segment);
    }
    std::vector<std::pair<double, DomainId>> places;
    for (const DomainId child : wood_children(plant, axis)) {
        const auto& [segment, along] = plant.domains.attachment[child];
        places.emplace_back(before[segment] + along * length(plant.segments, segment), child);
    }
    std::sort(places.begin(), places.end());
    std::vector<std::vector<DomainId>> groups;
    double last = -1e9;
    for (const auto& [place, child] : places) {
        if (place - last > reach) groups.emplace_back();
        groups.back().push_back(child);
        last = place;
    }
    return groups;
}

std::vector<double> divergence_deg(const Plant& plant, const std::vector<DomainId>& domains,
                                   const Vec3& axis) {
    const Vec3 x = axis.unitOrthogonal(), y = axis.normalized().cross(x);
    const auto azimuth = [&](DomainId domain) {
        const Vec3 d = is_wood(plant.domains.kind[domain]) ? base_direction(plant, domain)
                                                           : growth_direction(plant, domain);
        return std::atan2(d.dot(y), d.dot(x)) * 180 / std::numbers::pi;
    };
    std::vector<double> angles;
    for (size_t i = 1; i < domains.size(); ++i)
        angles.push_back(std::fmod(azimuth(domains[i]) - azimuth(domains[i - 1]) + 720, 360));
    return angles;
}

Vec3 growth_direction(const Plant& plant, DomainId domain) {
    return plant.domains.placement[domain].rotation * Vec3::UnitY();
}

double share_of_hanging_twigs(const Plant& plant) {
    const std::vector<DomainId> twigs = domains_of_kind(plant, Kind::twig);
    const auto hanging = std::count_if(twigs.begin(), twigs.end(), [&](DomainId twig) {
        return tip_direction(plant, twig).y() < 0;
    });
    return twigs.empty() ? 0 : static_cast<double>(hanging) / static_cast<double>(twigs.size());
}

double worst_fork_error(const Plant& plant, double p) {
    // The joint at the end of a segment, with all wood that starts there.
    std::map<SegmentId, double> children;
    const auto power = [&](SegmentId segment) {
        return std::pow(plant.segments.start_radius[segment], p);
    };
    for (const DomainId domain : plant.domains.rows()) {
        const SegmentId on = plant.domains.attachment[domain].segment;
        const Rows<SegmentId> own = plant.domains.segments[domain];
        if (on.exists() && is_wood(plant.domains.kind[domain]) && !own.empty())
            children[on] += power(own.front());
    }
    const Column<SegmentId, DomainId> owner = segment_domains(plant);
    double worst = 0;
    for (auto& [parent, sum] : children) {
        const SegmentId next(parent.value + size_t{1});
        if (plant.domains.segments[owner[parent]].contains(next)) sum += power(next);
        const double whole = std::pow(plant.segments.end_radius[parent], p);
        worst = std::max(worst, std::abs(sum - whole) / whole);
    }
    return worst;
}

std::vector<double> leaf_lengths(const Plant& plant) {
    std::vector<double> lengths;
    for (const DomainId leaf : domains_of_kind(plant, Kind::leaf)) {
        const ShapeId shape = plant.domains.shape[leaf];
        if (!shape.exists()) continue;
        lengths.push_back(plant.domains.placement[leaf].scale *
                          bounds(plant.shapes[shape].mesh).sizes().maxCoeff());
    }
    return lengths;
}

}  // namespace thigmo::habit
