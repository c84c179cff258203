// Bullet (double precision): its multi-body's articulated-body algorithm. It has no joint springs:
// they are explicit torques.
#include <BulletDynamics/Featherstone/btMultiBody.h>

#include "bench/peers/peer.h"

namespace thigmo::peers {
namespace {

btVector3 vector(const double v[3]) {
    return {v[0], v[1], v[2]};
}

class BulletPeer final : public Peer {
  public:
    explicit BulletPeer(const PeerModel& model)
        : model_(model), body_(int(model.bodies.size()), 1, btVector3(1, 1, 1), true, false) {
        body_.setLinearDamping(0);
        body_.setAngularDamping(0);
        body_.setUseGyroTerm(true);
        for (int i = 0; i < int(model_.bodies.size()); ++i) add(i);
        body_.finalizeMultiDof();
        reset();
    }
    void reset() override {
        body_.clearVelocities();
        for (int i = 0; i < body_.getNumLinks(); ++i) {
            const double* q = model_.bodies[size_t(i)].start;
            const double turned[4] = {q[1], q[2], q[3], q[0]};
            const double still[3] = {0, 0, 0};
            body_.setJointPosMultiDof(i, turned);
            body_.setJointVelMultiDof(i, still);
        }
    }
    void step(double dt) override {
        body_.clearForcesAndTorques();
        const btVector3 gravity = vector(model_.gravity);
        for (int i = 0; i < body_.getNumLinks(); ++i) {
            const PeerBody& body = model_.bodies[size_t(i)];
            const double* p = body_.getJointPosMultiDof(i);
            const double q[4] = {p[3], p[0], p[1], p[2]};
            double torque[3];
            joint_torque(body, q, body_.getJointVelMultiDof(i), torque);
            for (int axis = 0; axis < 3; ++axis)
                body_.addJointTorqueMultiDof(i, axis, torque[axis]);
            body_.addLinkForce(i, body.mass * gravity);
        }
        body_.computeAccelerationsArticulatedBodyAlgorithmMultiDof(dt, numbers_, vectors_,
                                                                   matrices_, false, false, false);
        body_.stepPositionsMultiDof(dt);
    }
    void frames(std::vector<double>& out) override {
        body_.forwardKinematics(to_local_, origins_);
        out.resize(12 * model_.bodies.size());
        double* to = out.data();
        for (size_t i = 0; i < model_.bodies.size(); ++i, to += 12) {
            const btMatrix3x3 rotation(to_local_[int(i) + 1].inverse());
            const btVector3 joint =
                origins_[int(i) + 1] - rotation * vector(model_.bodies[i].centre);
            for (int row = 0; row < 3; ++row) {
                to[row] = joint[row];
                for (int column = 0; column < 3; ++column)
                    to[3 + 3 * row + column] = rotation[row][column];
            }
        }
    }

  private:
    void add(int link) {
        const PeerBody& body = model_.bodies[size_t(link)];
        const btQuaternion rest(body.rest[1], body.rest[2], body.rest[3], body.rest[0]);
        btVector3 from_parent = vector(body.offset);
        if (body.parent >= 0) from_parent -= vector(model_.bodies[size_t(body.parent)].centre);
        body_.setupSpherical(link, body.mass, vector(body.inertia), body.parent, rest.inverse(),
                             from_parent, vector(body.centre), true);
    }

    PeerModel model_;
    btMultiBody body_;
    btAlignedObjectArray<btScalar> numbers_;
    btAlignedObjectArray<btVector3> vectors_, origins_;
    btAlignedObjectArray<btMatrix3x3> matrices_;
    btAlignedObjectArray<btQuaternion> to_local_;
};

}  // namespace

std::unique_ptr<Peer> make_bullet(const PeerModel& model) {
    return std::make_unique<BulletPeer>(model);
}

}  // namespace thigmo::peers
