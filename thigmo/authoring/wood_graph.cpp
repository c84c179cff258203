// Meetings by a tree of triangles' boxes, offers by a tree of capsules.
#include "thigmo/authoring/wood_graph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "thigmo/base/parallel.h"
#include "thigmo/mesh/box_tree.h"
#include "thigmo/mesh/closest.h"

namespace thigmo {
namespace {

/// A segment of a limb's line.
struct Capsule {
    LimbId limb;
    uint32_t segment;
    double before;  // arc length at its start (m)
};

struct Capsules {
    std::vector<Capsule> rows;
    std::vector<Box> boxes;  // without the radius
};

Capsules list_capsules(const Limbs& limbs) {
    Capsules list;
    for (const LimbId limb : limbs.rows()) {
        const Axis& line = limbs[limb].line;
        double before = 0;
        for (uint32_t i = 1; i < line.size(); ++i) {
            list.rows.push_back({limb, i - 1, before});
            Box box(line.points[i - 1]);
            box.extend(line.points[i]);
            list.boxes.push_back(box);
            before += (line.points[i] - line.points[i - 1]).norm();
        }
    }
    return list;
}

Box widened(const Box& box, double by) {
    return Box(box.min() - Vec3::Constant(by), box.max() + Vec3::Constant(by));
}

/// An end of a limb: where it is, how thick, and whither the limb goes from there.
struct End {
    Vec3 point, direction;
    double reach = 0;
    bool far = false;
    double extra = 0;  // cost
};

/// The direction over the first two radii, as the first piece alone may be a cap.
End end_of(const Axis& line, bool far) {
    const size_t n = line.size();
    End end;
    end.far = far;
    end.point = far ? line.points[n - 1] : line.points[0];
    end.reach = far ? line.reach[n - 1] : line.reach[0];
    const double length = line.length();
    const double ahead = std::min(2 * end.reach, length);
    const Vec3 inner = point_at(line, far ? length - ahead : ahead).point;
    end.direction = (inner - end.point).normalized();
    if (!end.direction.allFinite()) end.direction = Vec3::UnitY();
    return end;
}

std::vector<End> ends_of(const Axis& line) {
    std::vector<End> ends{end_of(line, false)};
    if (line.reach.back() >= 0.8 * line.reach.front()) {
        ends.push_back(end_of(line, true));
        ends.back().extra = 0.4;
    }
    return ends;
}

/// See the header; the place is the one nearest to the child's end.
Offer offer_on(const Limbs& limbs, LimbId child, const End& end, const Capsule& capsule) {
    const Axis& line = limbs[capsule.limb].line;
    const Vec3 &a = line.points[capsule.segment], &b = line.points[capsule.segment + 1];
    const double share = closest_share(end.point, a, b);
    const double reach =
        (1 - share) * line.reach[capsule.segment] + share * line.reach[capsule.segment + 1];
    const double rho = std::max({reach, 0.7 * end.reach, 1e-12});
    const double distance = (a + share * (b - a) - end.point).norm();
    double prolonged = INFINITY;
    for (const double t : {0.0, 1.0 / 3, 2.0 / 3, 1.0, 1.5}) {
        const Vec3 back = end.point - t * reach * end.direction;
        prolonged =
            std::min(prolonged, (closest_on_segment(back, a, b) - back).norm() / rho + 0.15 * t);
    }
    Offer offer;
    offer.child = child;
    offer.from = {capsule.limb, capsule.before + share * (b - a).norm()};
    offer.by_far_end = end.far;
    offer.gap = std::max(0.0, distance - reach);
    const double near_base = 0.5 * std::max(end.reach, reach);
    offer.cost = end.extra + 0.5 * distance / rho + 0.5 * prolonged +
                 std::clamp(end.reach / std::max(reach, 1e-12) - 1.2, 0.0, 1.5) +
                 0.6 * std::clamp(1 - offer.from.along / near_base, 0.0, 1.0);
    return offer;
}

constexpr double highest_cost = 5;

double squared_distance(const Limbs& limbs, const End& end, const Capsule& capsule) {
    const Axis& line = limbs[capsule.limb].line;
    return (closest_on_segment(end.point, line.points[capsule.segment],
                               line.points[capsule.segment + 1]) -
            end.point)
        .squaredNorm();
}

/// Over a gap: dearer than any offer above, and the more so the less it goes straight on.
Offer bridge_on(const Limbs& limbs, LimbId child, const End& end, const Capsule& capsule,
                double reach) {
    Offer bridge = offer_on(limbs, child, end, capsule);
    const Vec3 way = end.point - point_at(limbs[capsule.limb].line, bridge.from.along).point;
    const double straight = way.norm() > 0 ? way.normalized().dot(end.direction) : 1;
    bridge.cost = 2 * highest_cost + end.extra +
                  std::sqrt(squared_distance(limbs, end, capsule)) * (1.5 - 0.5 * straight) /
                      std::max(reach, 1e-12);
    return bridge;
}

/// The cheapest offer from each limb.
class Cheapest {
  public:
    void offer(const Offer& offer) {
        const auto [at, is_new] = by_limb_.try_emplace(offer.from.limb, offer);
        if (!is_new && offer.cost < at->second.cost) at->second = offer;
    }
    std::map<LimbId, Offer>& all() { return by_limb_; }

  private:
    std::map<LimbId, Offer> by_limb_;
};

bool by_cost(const Offer& a, const Offer& b) {
    return std::tie(a.child, a.cost, a.from.limb) < std::tie(b.child, b.cost, b.from.limb);
}

}  // namespace

std::vector<Meeting> find_meetings(const SoupSurface& surface, const Limbs& limbs) {
    std::vector<uint32_t> triangles, owner;
    std::vector<Box> boxes;
    for (const LimbId limb : limbs.rows())
        for (const uint32_t triangle : limbs[limb].triangles) {
            triangles.push_back(triangle);
            owner.push_back(limb.value);
            Box& box = boxes.emplace_back();
            for (const Vec3& corner : corners(surface, triangle)) box.extend(corner);
        }
    const BoxTree tree(boxes, owner);
    std::map<uint64_t, uint32_t> pairs;
    tree.pairs([&](uint32_t a, uint32_t b) {
        if (!triangles_meet(corners(surface, triangles[a]), corners(surface, triangles[b]))) return;
        const uint64_t low = std::min(owner[a], owner[b]), high = std::max(owner[a], owner[b]);
        ++pairs[low << 32 | high];
    });
    std::vector<Meeting> meetings;
    for (const auto& [key, count] : pairs)
        meetings.push_back({LimbId(key >> 32), LimbId(key & UINT32_MAX), count});
    return meetings;
}

std::vector<Offer> find_offers(const Limbs& limbs, const std::vector<Meeting>& meetings) {
    const Capsules capsules = list_capsules(limbs);
    std::vector<Box> wide;
    for (size_t i = 0; i < capsules.rows.size(); ++i) {
        const auto& [limb, segment, before] = capsules.rows[i];
        const Axis& line = limbs[limb].line;
        wide.push_back(widened(capsules.boxes[i],
                               4.5 * std::max(line.reach[segment], line.reach[segment + 1])));
    }
    const BoxTree tree(wide);
    std::vector<uint32_t> first_capsule(limbs.size() + 1, 0);
    for (const Capsule& capsule : capsules.rows) ++first_capsule[capsule.limb.value + 1];
    for (size_t i = 0; i < limbs.size(); ++i) first_capsule[i + 1] += first_capsule[i];
    std::vector<std::vector<LimbId>> met(limbs.size());
    for (const Meeting& meeting : meetings) {
        met[meeting.a.value].push_back(meeting.b);
        met[meeting.b.value].push_back(meeting.a);
    }
    std::vector<std::vector<Offer>> of(limbs.size());
    parallel_chunks(limbs.size(), 16, [&](size_t begin, size_t end) {
        for (size_t row = begin; row < end; ++row) {
            const LimbId child(row);
            if (limbs[child].line.size() < 2) continue;
            Cheapest near, meeting;
            for (const End& from : ends_of(limbs[child].line)) {
                tree.any(widened(Box(from.point), 2.1 * from.reach), [&](uint32_t i) {
                    if (capsules.rows[i].limb != child)
                        near.offer(offer_on(limbs, child, from, capsules.rows[i]));
                    return false;
                });
                for (const LimbId other : met[row])
                    for (uint32_t i = first_capsule[other.value];
                         i < first_capsule[other.value + 1]; ++i)
                        meeting.offer(offer_on(limbs, child, from, capsules.rows[i]));
            }
            for (auto& [limb, offer] : meeting.all()) {
                offer.meets = true;
                of[row].push_back(offer);
            }
            for (const auto& [limb, offer] : near.all())
                if (offer.cost < highest_cost && !meeting.all().contains(limb))
                    of[row].push_back(offer);
            std::sort(of[row].begin(), of[row].end(), by_cost);
        }
    });
    std::vector<Offer> offers;
    for (const std::vector<Offer>& some : of) offers.insert(offers.end(), some.begin(), some.end());
    return offers;
}

Offer offer_from(const Limbs& limbs, LimbId child, LimbId parent, double reach) {
    const Axis& line = limbs[parent].line;
    Offer cheapest, bridge;
    cheapest.cost = bridge.cost = INFINITY;
    for (const End& end : ends_of(limbs[child].line)) {
        Offer nearest;
        double before = 0, least = INFINITY;
        for (uint32_t i = 1; i < line.size(); ++i) {
            const Capsule capsule{parent, i - 1, before};
            const Offer offer = offer_on(limbs, child, end, capsule);
            if (offer.cost < cheapest.cost) cheapest = offer;
            if (const double here = squared_distance(limbs, end, capsule); here < least) {
                least = here;
                nearest = bridge_on(limbs, child, end, capsule, reach);
            }
            before += (line.points[i] - line.points[i - 1]).norm();
        }
        if (nearest.cost < bridge.cost) bridge = nearest;
    }
    return cheapest.cost < highest_cost ? cheapest : bridge;
}

std::vector<Offer> find_bridges(const Limbs& limbs, const std::vector<uint32_t>& part,
                                double reach) {
    const Capsules capsules = list_capsules(limbs);
    const BoxTree tree(capsules.boxes);
    double thickest = 0;
    for (const Limb& limb : limbs)
        for (const double radius : limb.line.reach) thickest = std::max(thickest, radius);
    std::vector<Offer> bridges;
    for (const LimbId child : limbs.rows()) {
        if (part[child.value] == 0 || limbs[child].line.size() < 2) continue;
        const double widest = std::max(reach, 0.5 * limbs[child].line.length());
        for (const End& end : ends_of(limbs[child].line)) {
            const auto squared = [&](uint32_t i) {
                return part[capsules.rows[i].limb.value] == part[child.value]
                           ? std::numeric_limits<double>::infinity()
                           : squared_distance(limbs, end, capsules.rows[i]);
            };
            const double limit = widest + thickest;
            const auto [item, found] = tree.nearest(end.point, squared, limit * limit);
            if (item == BoxTree::none) continue;
            const Offer bridge = bridge_on(limbs, child, end, capsules.rows[item], reach);
            if (bridge.gap <= widest) bridges.push_back(bridge);
        }
    }
    return bridges;
}

}  // namespace thigmo
