// MuJoCo: composite-body inertia and a sparse factorisation, damping implicit, springs explicit.
//
// Its ball joint has one stiffness for all axes, so a joint is three hinges. Its XML reader refuses
// a hundred nested bodies, so all are read as children of the world and then hung on each other.
#include <mujoco/mujoco.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "bench/peers/peer.h"

namespace thigmo::peers {
namespace {

std::string write_xml(size_t bodies) {
    std::string text =
        "<mujoco><compiler inertiafromgeom='false'/><option integrator='Euler'>"
        "<flag constraint='disable' contact='disable'/></option>"
        "<size njmax='1' nconmax='1' nstack='" +
        std::to_string(1000000 + 300 * bodies) + "'/><worldbody>";
    const char* body =
        "<body><inertial pos='.1 .2 .3' mass='1' diaginertia='1 1 1'/>"
        "<joint type='hinge' axis='1 0 0'/><joint type='hinge' axis='0 1 0'/>"
        "<joint type='hinge' axis='0 0 1'/></body>";
    for (size_t i = 0; i < bodies; ++i) text += body;
    return text + "</worldbody></mujoco>";
}

/// In place of its own, which waits for a key and ends the program.
void fail(const char* message) {
    throw std::runtime_error(std::string("MuJoCo: ") + message);
}

mjModel* read_xml(const std::string& text) {
    const auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    mj_makeEmptyFileVFS(files.get(), "plant.xml", int(text.size()));
    std::memcpy(files->filedata[mj_findFileVFS(files.get(), "plant.xml")], text.data(),
                text.size());
    char error[500] = "";
    mju_user_error = fail;
    mjModel* model = mj_loadXML("plant.xml", files.get(), error, sizeof(error));
    mj_deleteVFS(files.get());
    if (!model) fail(error);
    return model;
}

void set_body(mjModel& model, int id, const PeerBody& body) {
    mju_copy(model.body_pos + 3 * id, body.offset, 3);
    mju_copy(model.body_quat + 4 * id, body.rest, 4);
    mju_copy(model.body_ipos + 3 * id, body.centre, 3);
    mju_copy(model.body_inertia + 3 * id, body.inertia, 3);
    model.body_mass[id] = body.mass;
    for (int axis = 0; axis < 3; ++axis) {
        model.jnt_stiffness[3 * (id - 1) + axis] = body.stiffness[axis];
        model.dof_damping[3 * (id - 1) + axis] = body.damping[axis];
    }
}

/// Parents of bodies and of degrees of freedom, and the sparsity of the inertia that follows.
void hang(mjModel& model, const PeerModel& plant) {
    model.nM = 0;
    std::vector<int> depth(size_t(model.nv));
    for (int id = 1; id < model.nbody; ++id) {
        const int parent = plant.bodies[size_t(id - 1)].parent + 1;
        model.body_parentid[id] = parent;
        model.body_rootid[id] = parent == 0 ? id : model.body_rootid[parent];
        model.body_simple[id] = 0;
        for (int dof = 3 * (id - 1); dof < 3 * id; ++dof) {
            const int below = dof > 3 * (id - 1) ? dof - 1 : 3 * parent - 1;
            model.dof_parentid[dof] = below;
            model.dof_simplenum[dof] = 0;
            model.dof_Madr[dof] = model.nM;
            depth[size_t(dof)] = below < 0 ? 1 : depth[size_t(below)] + 1;
            model.nM += depth[size_t(dof)];
        }
    }
    model.nD = 2 * model.nM - model.nv;
    model.nstack = 3 * model.nM + 100 * model.nv + 1000;
    for (int id = model.nbody - 1; id >= 0; --id) model.body_subtreemass[id] = model.body_mass[id];
    for (int id = model.nbody - 1; id > 0; --id)
        model.body_subtreemass[model.body_parentid[id]] += model.body_subtreemass[id];
}

/// Angles about x, y and z in turn that make the rotation w x y z.
void turns_of(const double q[4], double out[3]) {
    double m[9];
    mju_quat2Mat(m, q);
    out[0] = std::atan2(-m[5], m[8]);
    out[1] = std::asin(m[2]);
    out[2] = std::atan2(-m[1], m[0]);
}

class MujocoPeer final : public Peer {
  public:
    explicit MujocoPeer(const PeerModel& plant) : model_(read_xml(write_xml(plant.bodies.size()))) {
        mju_copy(model_->opt.gravity, plant.gravity, 3);
        for (size_t i = 0; i < plant.bodies.size(); ++i) {
            set_body(*model_, int(i) + 1, plant.bodies[i]);
            turns_of(plant.bodies[i].start, start_.emplace_back().angles);
        }
        hang(*model_, plant);
        data_ = mj_makeData(model_);
        reset();
    }
    ~MujocoPeer() override {
        mj_deleteData(data_);
        mj_deleteModel(model_);
    }
    MujocoPeer(const MujocoPeer&) = delete;
    MujocoPeer& operator=(const MujocoPeer&) = delete;

    void reset() override {
        mj_resetData(model_, data_);
        for (size_t i = 0; i < start_.size(); ++i)
            mju_copy(data_->qpos + 3 * i, start_[i].angles, 3);
    }
    void step(double dt) override {
        model_->opt.timestep = dt;
        mj_step(model_, data_);
    }
    /// As the last step began: the library places its bodies then.
    void frames(std::vector<double>& out) override {
        out.resize(12 * start_.size());
        double* to = out.data();
        for (size_t i = 1; i <= start_.size(); ++i, to += 12) {
            mju_copy(to, data_->xpos + 3 * i, 3);
            mju_copy(to + 3, data_->xmat + 9 * i, 9);
        }
    }

  private:
    struct Turns {
        double angles[3];
    };
    mjModel* model_;
    mjData* data_ = nullptr;
    std::vector<Turns> start_;
};

}  // namespace

std::unique_ptr<Peer> make_mujoco(const PeerModel& model) {
    return std::make_unique<MujocoPeer>(model);
}

}  // namespace thigmo::peers
