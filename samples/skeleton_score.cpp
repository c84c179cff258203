// Skeletons found against skeletons known.
#include "samples/skeleton_score.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "thigmo/base/number_table.h"
#include "thigmo/mesh/closest.h"
#include "thigmo/plant/walk.h"

namespace thigmo::samples {
namespace {

/// The distance of a point from a polyline, and where along.
struct Near {
    double distance = INFINITY;
    size_t piece = 0;
    double share = 0;
};

Near nearest(const std::vector<Vec3>& points, const Vec3& point) {
    Near best;
    for (size_t i = 1; i < points.size(); ++i) {
        const double share = closest_share(point, points[i - 1], points[i]);
        const double here = (points[i - 1] + share * (points[i] - points[i - 1]) - point).norm();
        if (here < best.distance) best = {here, i - 1, share};
    }
    return best;
}

std::vector<Vec3> centreline(const Plant& plant, DomainId domain) {
    std::vector<Vec3> points;
    for (const SegmentId segment : plant.domains.segments[domain]) {
        if (points.empty()) points.push_back(plant.segments.start[segment]);
        points.push_back(plant.segments.end[segment]);
    }
    return points;
}

bool is_wood_domain(const Plant& plant, DomainId domain) {
    return is_wood(plant.domains.kind[domain]) && !plant.domains.segments[domain].empty();
}

/// The branch that a leaf sits on, directly or on other leaves.
DomainId branch_of(const Plant& plant, DomainId leaf) {
    DomainId at = plant.domains.parent[leaf];
    while (at.exists() && !is_wood_domain(plant, at)) at = plant.domains.parent[at];
    return at;
}

/// All triangles of a soup, counted over its parts.
struct Corners {
    std::vector<Vec3f> positions;
    std::vector<Triangle> triangles;

    explicit Corners(const Soup& soup) {
        TriangleMesh all;
        for (const SoupPart& part : soup.parts) append(part.mesh, all);
        positions = std::move(all.positions);
        triangles = std::move(all.triangles);
    }
};

class TakenApart {
  public:
    TakenApart(const Plant& plant, const LooseSoup& loose, const AuthoredPlant& found)
        : plant_(plant), loose_(loose), found_(found), corners_(loose.soup) {
        match();
    }

    SkeletonScore score() {
        for (const DomainId domain : plant_.domains.rows()) {
            if (loose_.domains[domain].triangles.empty()) continue;
            if (is_wood(plant_.domains.kind[domain]))
                judge_branch(domain);
            else
                judge_leaf(domain);
        }
        return score_;
    }

  private:
    void match() {
        stands_for_.resize(found_.plant.domains.size());
        found_as_.resize(plant_.domains.size());
        std::map<std::pair<DomainId, DomainId>, size_t> common;
        for (const DomainId domain : plant_.domains.rows())
            for (const uint32_t triangle : loose_.domains[domain].triangles)
                if (const DomainId in = found_.of_triangle[triangle]; in.exists())
                    ++common[{domain, in}];
        Column<DomainId, size_t> most_of_found(stands_for_.size()), most_of_true(found_as_.size());
        for (const auto& [pair, count] : common) {
            const auto& [domain, in] = pair;
            if (count > most_of_found[in]) {
                most_of_found[in] = count;
                stands_for_[in] = domain;
            }
            if (count > most_of_true[domain]) {
                most_of_true[domain] = count;
                found_as_[domain] = in;
            }
        }
    }

    DomainId true_of(DomainId found) const {
        return found.exists() ? stands_for_[found] : DomainId();
    }

    void judge_branch(DomainId domain) {
        const DomainId parent = loose_.domains[domain].parent, in = found_as_[domain];
        if (!parent.exists()) return;
        ++score_.parents.all;
        ++score_.orders.all;
        if (!in.exists()) return;
        if (true_of(found_.plant.domains.parent[in]) == parent) ++score_.parents.right;
        if (depth(in) == true_depth(domain)) ++score_.orders.right;
    }

    size_t depth(DomainId in) const {
        size_t count = 0;
        while ((in = found_.plant.domains.parent[in]).exists()) ++count;
        return count;
    }
    size_t true_depth(DomainId domain) const {
        size_t count = 0;
        while ((domain = loose_.domains[domain].parent).exists()) ++count;
        return count;
    }

    void judge_leaf(DomainId domain) {
        DomainId branch = loose_.domains[domain].parent;
        while (branch.exists() && !is_wood(plant_.domains.kind[branch]))
            branch = loose_.domains[branch].parent;
        if (!branch.exists()) return;
        const LooseDomain& tube = loose_.domains[branch];
        Box box;
        Vec3 base = Vec3::Zero();
        double gap = INFINITY;
        for (const uint32_t triangle : loose_.domains[domain].triangles)
            for (const uint32_t corner : corners_.triangles[triangle]) {
                const Vec3 point = corners_.positions[corner].cast<double>();
                box.extend(point);
                if (const double here = to_skin(tube, point); here < gap) {
                    gap = here;
                    base = point;
                }
            }
        if (gap > 0.1 * box.diagonal().norm()) {
            ++score_.afloat;
            return;
        }
        if (is_buried(base, branch)) {
            ++score_.buried;
            return;
        }
        ++score_.leaves.all;
        const DomainId in = found_as_[domain];
        if (in.exists() && true_of(branch_of(found_.plant, in)) == branch) ++score_.leaves.right;
    }

    static double to_skin(const LooseDomain& tube, const Vec3& point) {
        const Near near = nearest(tube.centreline, point);
        const double radius =
            (1 - near.share) * tube.radii[near.piece] + near.share * tube.radii[near.piece + 1];
        return near.distance - radius;
    }

    /// Inside the branch's own parents or children.
    bool is_buried(const Vec3& point, DomainId branch) {
        if (children_.empty()) {
            children_.resize(plant_.domains.size());
            for (const DomainId domain : plant_.domains.rows())
                if (const DomainId parent = loose_.domains[domain].parent;
                    parent.exists() && loose_.domains[domain].centreline.size() > 1)
                    children_[parent].push_back(domain);
        }
        const auto is_in = [&](DomainId other) {
            return loose_.domains[other].centreline.size() > 1 &&
                   to_skin(loose_.domains[other], point) < 0;
        };
        DomainId up = loose_.domains[branch].parent;
        for (int i = 0; i < 2 && up.exists(); ++i, up = loose_.domains[up].parent)
            if (is_in(up)) return true;
        return std::ranges::any_of(children_[branch], is_in);
    }

    const Plant& plant_;
    const LooseSoup& loose_;
    const AuthoredPlant& found_;
    Corners corners_;
    Column<DomainId, DomainId> stands_for_;  // per found domain
    Column<DomainId, DomainId> found_as_;    // per true domain
    Column<DomainId, std::vector<DomainId>> children_;
    SkeletonScore score_;
};

struct TrueParents {
    std::vector<size_t> of;  // own number at the root
    std::vector<uint8_t> ambiguous;
};

TrueParents true_parents(const std::vector<Spline>& splines) {
    TrueParents parents{std::vector<size_t>(splines.size()), std::vector<uint8_t>(splines.size())};
    for (size_t i = 1; i < splines.size(); ++i) {
        double least = INFINITY, second = INFINITY;
        for (size_t j = 0; j < splines.size(); ++j) {
            if (j == i) continue;
            const double here = nearest(splines[j].points, splines[i].points.front()).distance;
            second = std::min(second, std::max(here, least));
            if (here >= least) continue;
            least = here;
            parents.of[i] = j;
        }
        parents.ambiguous[i] = second < 0.5 * splines[i].radii.front();
    }
    return parents;
}

size_t depth(const TrueParents& parents, size_t spline) {
    size_t count = 0;
    while (parents.of[spline] != spline && count <= parents.of.size()) {
        spline = parents.of[spline];
        ++count;
    }
    return count;
}

}  // namespace

SkeletonScore score(const Plant& plant, const LooseSoup& loose, const AuthoredPlant& found) {
    return TakenApart(plant, loose, found).score();
}

std::vector<Spline> read_splines(std::string_view text, const std::string& source) {
    const NumberTable table = read_number_table(text, source);
    const auto value = [&](const char* name, size_t row) { return table.column(name).values[row]; };
    std::vector<Spline> splines;
    for (size_t row = 0; row < table.rows(); ++row) {
        const auto spline = static_cast<size_t>(value("spline", row));
        if (spline >= splines.size()) splines.resize(spline + 1);
        splines[spline].points.emplace_back(value("x", row), value("z", row), -value("y", row));
        splines[spline].radii.push_back(value("radius_m", row));
    }
    return splines;
}

SkeletonScore score(const std::vector<Spline>& splines, const Plant& found) {
    // A found branch stands for the spline that it lies along.
    std::vector<DomainId> found_as(splines.size());
    std::map<DomainId, size_t> stands_for;
    for (const DomainId domain : found.domains.rows()) {
        if (!is_wood_domain(found, domain)) continue;
        const std::vector<Vec3> points = centreline(found, domain);
        double least = INFINITY;
        for (size_t i = 0; i < splines.size(); ++i) {
            double sum = 0;
            for (const Vec3& point : points) sum += nearest(splines[i].points, point).distance;
            if (sum >= least) continue;
            least = sum;
            stands_for[domain] = i;
        }
        found_as[stands_for[domain]] = domain;
    }
    const TrueParents parents = true_parents(splines);
    SkeletonScore score;
    double squares = 0, points = 0;
    for (size_t i = 0; i < splines.size(); ++i) {
        const DomainId domain = found_as[i];
        const DomainId up = domain.exists() ? found.domains.parent[domain] : DomainId();
        ++score.orders.all;
        if (domain.exists() && found.domains.order[domain] == depth(parents, i))
            ++score.orders.right;
        if (parents.of[i] != i) {
            if (parents.ambiguous[i] != 0) {
                ++score.left_out;
            } else {
                ++score.parents.all;
                if (up.exists() && stands_for[up] == parents.of[i]) ++score.parents.right;
            }
        }
        if (!domain.exists()) continue;
        const std::vector<Vec3> line = centreline(found, domain);
        for (size_t k = 1; k + 1 < splines[i].points.size(); ++k) {
            const double off = nearest(line, splines[i].points[k]).distance / splines[i].radii[k];
            squares += off * off;
            ++points;
        }
    }
    score.off = points > 0 ? std::sqrt(squares / points) : 0;
    return score;
}

}  // namespace thigmo::samples
