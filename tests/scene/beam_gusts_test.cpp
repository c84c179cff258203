// Beam plants beside articulated ones in the same kind of gusts: how far branches lean and sway.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "thigmo/scene/scene_file.h"
#include "thigmo/scene/step.h"
#include "thigmo/sim/beam/branches.h"

namespace thigmo {
namespace {

/// A branch's tip, seen from what bears it: mean way and root mean square about it (m); and the
/// same in space.
struct TipMotion {
    int order = 0;
    Vec3 mean = Vec3::Zero(), mean_in_space = Vec3::Zero();
    double sway = 0, sway_in_space = 0;
};

/// The tips of all branches of a plant, and sums over the time.
class Tips {
  public:
    explicit Tips(const Plant& plant) : plant_(plant) {
        Column<DomainId, int> order(plant.domains.size(), -1);
        for (const DomainId domain : plant.domains.rows()) {
            const DomainId parent = plant.domains.parent[domain];
            order[domain] = parent.exists() ? order[parent] : -1;
            if (!is_branch(plant, domain)) continue;
            ++order[domain];
            domains_.push_back(domain);
            found_.push_back({});
            found_.back().order = order[domain];
        }
    }
    void add(const Pose& pose) {
        ++count_;
        for (size_t i = 0; i < domains_.size(); ++i) {
            const SegmentId last = plant_.domains.segments[domains_[i]].back();
            const Vec3 rest = plant_.segments.end[last];
            Vec3 now = pose.segments[last] * rest;
            found_[i].mean_in_space += now - rest;
            found_[i].sway_in_space += (now - rest).squaredNorm();
            if (plant_.domains.parent[domains_[i]].exists()) {
                const Rigid& on = pose.segments[plant_.domains.attachment[domains_[i]].segment];
                now = on.rotation.conjugate() * (now - on.translation);
            }
            found_[i].mean += now - rest;
            found_[i].sway += (now - rest).squaredNorm();
        }
    }
    std::vector<TipMotion> motions() const {
        std::vector<TipMotion> all = found_;
        for (TipMotion& each : all) {
            each.mean /= count_;
            each.sway = std::sqrt(std::max(0.0, each.sway / count_ - each.mean.squaredNorm()));
            each.mean_in_space /= count_;
            each.sway_in_space = std::sqrt(
                std::max(0.0, each.sway_in_space / count_ - each.mean_in_space.squaredNorm()));
        }
        return all;
    }

  private:
    const Plant& plant_;
    std::vector<DomainId> domains_;
    std::vector<TipMotion> found_;
    double count_ = 0;
};

std::vector<TipMotion> motions(const std::string& plant, const std::string& simulator,
                               const std::string& air, int seconds) {
    Progress silent;
    const std::string text = "[time]\nfps = 30\n[air]\nkind = \"gusts\"\nwind = 8\n" + air +
                             "[[plant]]\n" + plant + "simulator = \"" + simulator + "\"\n";
    Scene scene = build_scene(parse_scene(text, "s.toml"), make_simulator, silent);
    Tips tips(scene.actors[0].part->plant);
    constexpr int settling = 3 * 60;  // steps
    for (int i = 0; i < settling + 60 * seconds; ++i) {
        if (step(scene).status == StepReport::Status::failed) ADD_FAILURE();
        if (i >= settling) tips.add(pose_now(scene.actors[0]));
    }
    return tips.motions();
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

struct Ratios {
    std::map<int, std::vector<double>> lean, sway, in_space;  // by order, of each branch
};

/// Beams over bodies. Gusts of several seeds, since the slowest of them last longer than a run.
Ratios beside_bodies(const std::string& plant, const std::vector<int>& seeds, int seconds,
                     const std::string& air = {}) {
    std::vector<TipMotion> sum[2];
    for (size_t which = 0; which < 2; ++which)
        for (const int seed : seeds) {
            const auto own = motions(plant, which == 0 ? "articulated" : "beam",
                                     air + "seed = " + std::to_string(seed) + "\n", seconds);
            if (sum[which].empty()) sum[which].resize(own.size());
            for (size_t i = 0; i < own.size(); ++i) {
                sum[which][i].order = own[i].order;
                sum[which][i].mean += own[i].mean;
                sum[which][i].sway += own[i].sway * own[i].sway;
                sum[which][i].sway_in_space += own[i].sway_in_space * own[i].sway_in_space;
            }
        }
    Ratios ratios;
    for (size_t i = 0; i < sum[0].size(); ++i) {
        const int order = sum[0][i].order;
        ratios.lean[order].push_back(sum[1][i].mean.norm() / sum[0][i].mean.norm());
        ratios.sway[order].push_back(std::sqrt(sum[1][i].sway / sum[0][i].sway));
        ratios.in_space[order].push_back(
            std::sqrt(sum[1][i].sway_in_space / sum[0][i].sway_in_space));
    }
    return ratios;
}

TEST(BeamGusts, a_young_oak_leans_and_sways_as_bodies_do) {
    const Ratios ratios = beside_bodies("species = \"oak\"\nage = 3\n", {1, 2, 3, 4}, 40);
    ASSERT_EQ(ratios.sway.size(), 4u);
    for (const auto& [order, all] : ratios.sway) EXPECT_NEAR(median(all), 1, 0.25) << order;
    for (const auto& [order, all] : ratios.lean) EXPECT_NEAR(median(all), 1, 0.3) << order;
    EXPECT_NEAR(ratios.sway.at(0)[0], 1, 0.2);
    EXPECT_NEAR(ratios.lean.at(0)[0], 1, 0.2);
}

TEST(BeamGusts, single_branches_of_a_young_oak_sway_as_bodies_do_limp_ones_too) {
    // Two twigs lean by nearly half their length; in this wind one swayed by 0.62 of its way.
    const Ratios ratios = beside_bodies("species = \"oak\"\nage = 3\n", {1, 2, 3}, 100,
                                        "direction_deg = 35\nshelter = false\n");
    for (const auto& [order, all] : ratios.sway)
        for (const double ratio : all) EXPECT_NEAR(std::log(ratio), 0, std::log(1.5)) << order;
    // Tips go as far as bodies' do in space too, since what bears them sways in step with them.
    for (const auto& [order, all] : ratios.in_space) {
        EXPECT_NEAR(median(all), 1, 0.12) << order;
        for (const double ratio : all) EXPECT_NEAR(std::log(ratio), 0, std::log(1.4)) << order;
    }
}

TEST(BeamGusts, a_young_birch_leans_as_bodies_do) {
    const std::string birch = "species = \"birch\"\nage = 4\n", steady = "turbulence = 0\n";
    const auto bodies = motions(birch, "articulated", steady, 2);
    const auto beams = motions(birch, "beam", steady, 2);
    EXPECT_GT(bodies[0].mean.norm(), 0.3);  // m, of a height of 3.5
    EXPECT_NEAR(beams[0].mean.norm() / bodies[0].mean.norm(), 1, 0.1);
    std::map<int, std::vector<double>> ratios;
    for (size_t i = 0; i < bodies.size(); ++i)
        ratios[bodies[i].order].push_back(beams[i].mean.norm() / bodies[i].mean.norm());
    for (const auto& [order, all] : ratios) EXPECT_NEAR(median(all), 1, 0.15) << order;
}

}  // namespace
}  // namespace thigmo
