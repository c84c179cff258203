// Duplicates: places, and which look of several stands in them.
#include "thigmo/authoring/duplicates.h"

#include <cmath>
#include <map>

#include "thigmo/authoring/places.h"

namespace thigmo {
namespace {

/// What speaks for a look to stand in a shell: places of several looks that edges join.
struct Votes {
    size_t goes_on = 0;    // sides of other triangles of that look around the shell
    double swells = 0;     // m³: six times the volume that its faces enclose
    double faces_out = 0;  // m³: the same, seen from the middle of everything
};

class Looks {
  public:
    Looks(const SoupSurface& surface, Places& places)
        : surface_(surface),
          places_(places),
          is_mixed_(surface.mesh.triangles.size()),
          shells_(surface.mesh.triangles.size()) {
        for (uint32_t triangle = 0; triangle < is_mixed_.size(); ++triangle) {
            const uint32_t place = places_.sets.find(triangle);
            if (surface_.look[triangle] == surface_.look[place]) continue;
            is_mixed_[place] = 1;
            any_ = true;
        }
    }

    /// 1 for triangles in whose shell another look stands; empty where no place has two looks.
    std::vector<uint8_t> rank() {
        if (!any_) return {};
        join_shells();
        count_neighbours();
        measure();
        std::map<uint32_t, LookId> best;
        for (const auto& [key, votes] : votes_) {
            const auto [at, is_new] = best.try_emplace(key.first, key.second);
            if (!is_new && is_better(votes, votes_[{key.first, at->second}], key.first))
                at->second = key.second;
        }
        std::vector<uint8_t> rank(is_mixed_.size());
        for (uint32_t triangle = 0; triangle < rank.size(); ++triangle)
            if (is_mixed(triangle))
                rank[triangle] = best[shell(triangle)] == surface_.look[triangle] ? 0 : 1;
        return rank;
    }

  private:
    bool is_mixed(uint32_t triangle) { return is_mixed_[places_.sets.find(triangle)] != 0; }
    uint32_t shell(uint32_t triangle) { return shells_.find(places_.sets.find(triangle)); }

    void join_shells() {
        for_each_edge(places_.sides, [&](std::span<const Side> edge) {
            const Side* first = nullptr;
            for (const Side& side : edge) {
                if (!is_mixed(side.triangle)) continue;
                if (first == nullptr) first = &side;
                shells_.unite(shell(first->triangle), shell(side.triangle));
            }
        });
    }

    void count_neighbours() {
        for_each_edge(places_.sides, [&](std::span<const Side> edge) {
            for (const Side& side : edge)
                for (const Side& other : edge)
                    if (is_mixed(side.triangle) && !is_mixed(other.triangle))
                        ++votes_[{shell(side.triangle), surface_.look[other.triangle]}].goes_on;
        });
    }

    void measure() {
        struct Sum {
            Vec3 moment = Vec3::Zero();
            double area = 0;
        };
        std::map<uint32_t, Sum> sums;
        const auto for_mixed = [&](auto visit) {
            for (uint32_t triangle = 0; triangle < is_mixed_.size(); ++triangle) {
                if (!is_mixed(triangle)) continue;
                const auto [a, b, c] = corners(surface_, triangle);
                visit(triangle, Vec3((a + b + c) / 3), Vec3((b - a).cross(c - a)));
            }
        };
        for_mixed([&](uint32_t triangle, const Vec3& middle, const Vec3& normal) {
            Sum& sum = sums[shell(triangle)];
            sum.moment += normal.norm() * middle;
            sum.area += normal.norm();
        });
        for_mixed([&](uint32_t triangle, const Vec3& middle, const Vec3& normal) {
            const Sum& sum = sums[shell(triangle)];
            Votes& votes = votes_[{shell(triangle), surface_.look[triangle]}];
            if (sum.area > 0) votes.swells += normal.dot(middle - sum.moment / sum.area);
            Vec3 away = middle - surface_.box.center();
            away.y() *= 0.1;  // a trunk's faces lie all below or above the middle
            votes.faces_out += normal.dot(away);
        });
        for (const auto& [shell, sum] : sums) flat_[shell] = 1e-4 * std::pow(sum.area, 1.5);
    }

    bool is_better(const Votes& one, const Votes& other, uint32_t shell) {
        if (one.goes_on != other.goes_on) return one.goes_on > other.goes_on;
        const double more = one.swells - other.swells;
        return std::abs(more) > flat_[shell] ? more > 0 : one.faces_out > other.faces_out;
    }

    const SoupSurface& surface_;
    Places& places_;
    std::vector<uint8_t> is_mixed_;  // by a place's least triangle
    UnionFind shells_;               // of those
    bool any_ = false;
    std::map<std::pair<uint32_t, LookId>, Votes> votes_;  // by shell and look
    std::map<uint32_t, double> flat_;                     // m³: what encloses less is flat
};

}  // namespace

std::vector<uint32_t> find_duplicates(const SoupSurface& surface) {
    Places places = find_places(surface, {});
    const std::vector<uint8_t> rank = Looks(surface, places).rank();
    return rank.empty() ? std::move(places.duplicates) : find_places(surface, rank).duplicates;
}

}  // namespace thigmo
