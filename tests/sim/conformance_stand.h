// One simulator of a plant on a stand, run and looked at by the conformance tests.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <vector>

#include "samples/plants.h"
#include "tests/sim/conformance.h"

namespace thigmo {

/// For messages of failed tests.
inline void PrintTo(const Registered& kind, std::ostream* out) {
    *out << kind.name;
}

using Numbers = std::vector<double>;

/// One simulator of a plant that lives as long.
struct Stand {
    explicit Stand(const Registered& kind, bool damped = true)
        : Stand(kind, kind.plant(), damped) {}
    Stand(const Registered& kind, Plant given, bool damped = true)
        : plant(std::move(given)),
          simulator(kind.make(plant, damped ? kind.settings : kind.undamped, {})) {}

    /// Runs; a force pulls at the end of the last segment while `force` is given.
    void run(double dt, int steps, const Vec3& force = Vec3::Zero()) {
        for (int i = 0; i < steps; ++i) {
            Load load = tip_load();
            load.force = force;
            Loads loads;
            if (!force.isZero(0)) loads.points = {&load, 1};
            const StepReport report = simulator->step(dt, loads);
            if (report.status == StepReport::Status::failed)
                throw std::runtime_error(report.message);
            rejected += report.rejected_turn + report.rejected_energy + report.rejected_not_finite;
        }
    }
    SegmentId tip() const { return SegmentId(plant.segments.size() - 1); }
    Load tip_load() const {
        Pose pose;
        simulator->pose(pose);
        Load load;
        load.row = tip().value;
        load.point = pose.segments[tip()] * plant.segments.end[tip()];
        load.velocity = simulator->velocity(load.table, load.row, load.point);
        return load;
    }
    Numbers state() const {
        Numbers numbers;
        simulator->save(numbers);
        return numbers;
    }
    /// Ends of all segments now.
    std::vector<Vec3> ends() const {
        Pose pose;
        simulator->pose(pose);
        std::vector<Vec3> points;
        for (const SegmentId row : plant.segments.rows())
            points.push_back(pose.segments[row] * plant.segments.end[row]);
        return points;
    }
    double energy() const { return simulator->energy(Loads().gravity).total(); }
    double kinetic() const { return simulator->energy(Loads().gravity).kinetic; }

    Plant plant;
    std::unique_ptr<Simulator> simulator;
    uint64_t rejected = 0;
};

inline double farthest(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    double most = 0;
    for (size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).norm());
    return most;
}

inline bool same_bits(const Numbers& a, const Numbers& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), 8 * a.size()) == 0;
}

/// Pulled aside and let go.
inline void set_swinging(const Registered& kind, Stand& stand) {
    const Vec3 force(kind.force, 0, 0.5 * kind.force);
    stand.run(kind.dt, static_cast<int>(0.25 / kind.dt), force);
}

inline std::vector<Registered> those_with_a_large_plant() {
    std::vector<Registered> list = registered_simulators();
    std::erase_if(list, [](const Registered& kind) { return kind.large == nullptr; });
    return list;
}

/// Claims are a simulator's, whatever it moves. Every test's process asks for them.
inline std::vector<Registered> those(bool (*claim)(const Claims&)) {
    static const std::vector<Claims> claims = [] {
        std::vector<Claims> all;
        for (const Registered& kind : registered_simulators())
            all.push_back(Stand(kind, samples::stem(1, 1, 0.02, 0.02)).simulator->claims());
        return all;
    }();
    const std::vector<Registered> all = registered_simulators();
    std::vector<Registered> list;
    for (size_t i = 0; i < all.size(); ++i)
        if (claim(claims[i])) list.push_back(all[i]);
    return list;
}

inline std::string name_of(const ::testing::TestParamInfo<Registered>& info) {
    return info.param.name;
}

}  // namespace thigmo
