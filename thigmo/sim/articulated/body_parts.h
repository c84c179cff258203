// What a BodyTree is made of.
#pragma once

#include <variant>

#include "thigmo/sim/articulated/body_tree.h"
#include "thigmo/sim/articulated/engine.h"
#include "thigmo/sim/articulated/guard.h"

namespace thigmo {

struct BodyTree::Parts {
    /// Force (N) and torque (N m) of a load on a body.
    struct Push {
        uint32_t body = 0;
        Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    };
    using AnyEngine = std::variant<Engine<double>, Engine<Lanes<4>>, Engine<Lanes<8>>>;

    ArticulatedSettings settings;
    AnyEngine engine;
    // Per body, as the joints are without the free base's exception.
    std::vector<uint32_t> parent{};
    std::vector<Vec3> stiffness{}, damping{};
    // The parent's rotation as it is given; and the joint's rest rotation, from body axes to the
    // plant's space while the parent is as given: so it is the same whatever axes a parent has.
    std::vector<Quat> above{}, rest{};
    Quat rest_on_parent(size_t body) const { return above[body].conjugate() * rest[body]; }
    std::vector<double> factor{};
    std::vector<uint32_t> sample{};        // which air sample it reads
    std::vector<BodyId> sampled{};         // whose samples there are, in order
    std::vector<DragArea> sampled_area{};  // of all that read one
    Vec3 root_offset = Vec3::Zero();       // of a free base's root, in the plant's space
    GuardSettings guard{};
    bool damped = false;
    double fastest = 0;  // 1/s², largest stiffness over inertia of a joint's axis
    double mass = 0;
    Passengers* passengers = nullptr;
    double carried_stiffness = 0;  // Σ of their joints (N m/rad)
    bool carried_damping = false;  // whether any of them is damped
    double pace = 0;               // s, of the step that gave the accelerations; 0: not known
    Totals totals{};               // of the present motion
    Ledger ledger{};
    std::vector<BoundLoad> loads{};  // of the last step
    std::vector<Push> pushes{};      // what they did when it ended
    bool air = false;
    Vec3 gravity = Vec3::Zero();  // of the last step
    BodyId failed{};
    const Progress* progress = nullptr;  // that steps ask whether to stop

    OneMotion motion(size_t body) const {
        return std::visit([&](const auto& e) { return e.motion(e.layout().seat[body]); }, engine);
    }
    void set_motion(size_t body, const OneMotion& m) {
        std::visit([&](auto& e) { e.set_motion(e.layout().seat[body], m); }, engine);
    }
    OneBody body(size_t number) const {
        return std::visit([&](const auto& e) { return e.body(e.layout().seat[number]); }, engine);
    }
    OneMotion base_motion() const {
        return std::visit([](const auto& e) { return e.motion(0); }, engine);
    }
    void set_base_motion(const OneMotion& m) {
        std::visit(
            [&](auto& e) {
                for (uint32_t i = 0; i < e.W; ++i) e.set_motion(i, m);
            },
            engine);
    }
    /// Brings a body's joint to the engine.
    void put_joint(size_t body);
    void settle();
};

}  // namespace thigmo
