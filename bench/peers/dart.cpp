// DART: articulated-body algorithm with its own implicit joint springs and damping.
#include <malloc.h>

#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <limits>

#include "bench/peers/peer.h"

namespace thigmo::peers {
namespace {

using namespace dart::dynamics;

Eigen::Quaterniond quaternion(const double q[4]) {
    return {q[0], q[1], q[2], q[3]};
}

class DartPeer final : public Peer {
  public:
    explicit DartPeer(const PeerModel& model) : skeleton_(Skeleton::create("plant")) {
        // Every body added allocates four matrices of n² numbers anew: from the heap, or the system
        // would zero their pages each time.
        mallopt(M_MMAP_MAX, 0);
        mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
        mallopt(M_TOP_PAD, 1 << 30);
        skeleton_->setGravity(Eigen::Vector3d(model.gravity));
        std::vector<BodyNode*> nodes;
        for (const PeerBody& body : model.bodies) {
            nodes.push_back(add(body, body.parent < 0 ? nullptr : nodes[size_t(body.parent)]));
            double turn[3];
            rotation_vector(body.start, turn);
            start_.insert(start_.end(), turn, turn + 3);
        }
        reset();
        mallopt(M_MMAP_MAX, 65536);
        mallopt(M_TRIM_THRESHOLD, 1 << 17);
        mallopt(M_TOP_PAD, 1 << 17);
    }
    void reset() override {
        skeleton_->resetVelocities();
        skeleton_->setPositions(Eigen::Map<Eigen::VectorXd>(start_.data(), long(start_.size())));
    }
    void step(double dt) override {
        if (skeleton_->getTimeStep() != dt) skeleton_->setTimeStep(dt);
        skeleton_->computeForwardDynamics();
        skeleton_->integrateVelocities(dt);
        skeleton_->integratePositions(dt);
    }
    void frames(std::vector<double>& out) override {
        out.resize(12 * skeleton_->getNumBodyNodes());
        double* to = out.data();
        for (size_t i = 0; i < skeleton_->getNumBodyNodes(); ++i, to += 12) {
            const Eigen::Isometry3d& frame = skeleton_->getBodyNode(i)->getWorldTransform();
            Eigen::Map<Eigen::Vector3d>{to} = frame.translation();
            Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>{to + 3} = frame.linear();
        }
    }

  private:
    BodyNode* add(const PeerBody& body, BodyNode* parent) {
        BallJoint::Properties joint;
        joint.mT_ParentBodyToJoint.translation() = Eigen::Vector3d(body.offset);
        joint.mT_ParentBodyToJoint.linear() = quaternion(body.rest).toRotationMatrix();
        joint.mSpringStiffnesses = Eigen::Vector3d(body.stiffness);
        joint.mDampingCoefficients = Eigen::Vector3d(body.damping);
        // Names of its own: else it searches for a free one and says so for every body.
        joint.mName = "joint " + std::to_string(skeleton_->getNumBodyNodes());
        BodyNode::Properties node;
        node.mName = "body " + std::to_string(skeleton_->getNumBodyNodes());
        const double* inertia = body.inertia;
        node.mInertia = Inertia(body.mass, Eigen::Vector3d(body.centre),
                                Eigen::Vector3d(inertia[0], inertia[1], inertia[2]).asDiagonal());
        return skeleton_->createJointAndBodyNodePair<BallJoint>(parent, joint, node).second;
    }

    SkeletonPtr skeleton_;
    std::vector<double> start_;
};

}  // namespace

std::unique_ptr<Peer> make_dart(const PeerModel& model) {
    return std::make_unique<DartPeer>(model);
}

}  // namespace thigmo::peers
