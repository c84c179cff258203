// Simbody: recursive O(n) dynamics. Its springs are forces: explicit, here one element for all.
// Compiled without NDEBUG, as its headers change their types with it.
#include <Simbody.h>

#include "bench/peers/peer.h"

namespace thigmo::peers {
namespace {

using namespace SimTK;

Rotation rotation(const double q[4]) {
    return Rotation(Quaternion(q[0], q[1], q[2], q[3]));
}

Vec3 vector(const double v[3]) {
    return {v[0], v[1], v[2]};
}

/// All joints' springs. The generalised forces of a ball are torques in the parent's joint frame.
class Springs final : public Force::Custom::Implementation {
  public:
    Springs(const SimbodyMatterSubsystem& matter, const PeerModel& model)
        : matter_(matter), model_(model) {}
    void calcForce(const State& state, Vector_<SpatialVec>&, Vector_<Vec3>&,
                   Vector& generalised) const override {
        const Vector &q = state.getQ(), &u = state.getU();
        for (size_t i = 0; i < model_.bodies.size(); ++i) {
            const int at = int(i);
            const double turn[4] = {q[4 * at], q[4 * at + 1], q[4 * at + 2], q[4 * at + 3]};
            const Rotation& across = matter_.getMobilizedBody(MobilizedBodyIndex(at + 1))
                                         .getMobilizerTransform(state)
                                         .R();
            const Vec3 w = ~across * Vec3(u[3 * at], u[3 * at + 1], u[3 * at + 2]);
            Vec3 torque;
            joint_torque(model_.bodies[i], turn, &w[0], &torque[0]);
            torque = across * torque;
            for (int axis = 0; axis < 3; ++axis) generalised[3 * at + axis] += torque[axis];
        }
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }

  private:
    const SimbodyMatterSubsystem& matter_;
    const PeerModel& model_;
};

class SimbodyPeer final : public Peer {
  public:
    explicit SimbodyPeer(const PeerModel& model)
        : model_(model), matter_(system_), forces_(system_) {
        const Vec3 gravity = vector(model_.gravity);
        if (gravity.norm() > 0) Force::UniformGravity(forces_, matter_, gravity);
        Force::Custom(forces_, new Springs(matter_, model_));
        for (const PeerBody& body : model_.bodies) {
            const Inertia central(vector(body.inertia));
            const Body::Rigid rigid(
                MassProperties(body.mass, vector(body.centre),
                               central.shiftFromMassCenter(vector(body.centre), body.mass)));
            MobilizedBody& parent = matter_.updMobilizedBody(MobilizedBodyIndex(body.parent + 1));
            MobilizedBody::Ball(parent, Transform(rotation(body.rest), vector(body.offset)), rigid,
                                Transform());
        }
        state_ = system_.realizeTopology();
        reset();
    }
    void reset() override {
        for (size_t i = 0; i < model_.bodies.size(); ++i)
            for (int k = 0; k < 4; ++k) state_.updQ()[4 * int(i) + k] = model_.bodies[i].start[k];
        state_.updU() = 0;
        system_.realize(state_, Stage::Velocity);
    }
    void step(double dt) override {
        system_.realize(state_, Stage::Acceleration);
        state_.updU() += dt * state_.getUDot();
        system_.realize(state_, Stage::Velocity);
        const Vector rates = state_.getQDot();
        state_.updQ() += dt * rates;
        matter_.normalizeQuaternions(state_);
    }
    void frames(std::vector<double>& out) override {
        system_.realize(state_, Stage::Position);
        out.resize(12 * model_.bodies.size());
        double* to = out.data();
        for (int i = 0; i < int(model_.bodies.size()); ++i, to += 12) {
            const Transform& frame =
                matter_.getMobilizedBody(MobilizedBodyIndex(i + 1)).getBodyTransform(state_);
            for (int row = 0; row < 3; ++row) {
                to[row] = frame.p()[row];
                for (int column = 0; column < 3; ++column)
                    to[3 + 3 * row + column] = frame.R().row(row)[column];
            }
        }
    }

  private:
    PeerModel model_;
    MultibodySystem system_;
    SimbodyMatterSubsystem matter_;
    GeneralForceSubsystem forces_;
    State state_;
};

}  // namespace

std::unique_ptr<Peer> make_simbody(const PeerModel& model) {
    return std::make_unique<SimbodyPeer>(model);
}

}  // namespace thigmo::peers
