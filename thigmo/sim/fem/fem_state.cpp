// The saved state of a plant on its bricks, and what a cut leaves of it.
//
// First the base, the matrix that leads the solves and live edits; then the rows: of every solid
// its nodes, of every segment and rider its motion. Where a cut has made a domain's mesh anew its
// nodes are found again from its segments' motions.
#include <fmt/format.h>

#include <algorithm>

#include "thigmo/base/error.h"
#include "thigmo/sim/fem/simulator.h"

namespace thigmo {

/// What a state consists of.
struct Fem::Saved {
    BaseMotion base;
    FemLead lead;                               // reach 0: none
    Column<DomainId, double> factors;           // of stiffness
    std::vector<double> meshes, beta;           // of solids
    std::vector<Vec3> places, velocities, sag;  // of nodes
    Column<SegmentId, RowMotion> segments;
    Column<SegmentId, SegmentState> segment_states;
    Column<DomainId, RowMotion> riders;
    std::vector<BladeMotion> blades;
    std::vector<Quat> stalks;  // at rest
};

/// Numbers on their way out or in, counted.
class Fem::Numbers {
  public:
    explicit Numbers(std::vector<double>& out) : out_(&out) {}
    explicit Numbers(std::span<const double> in) : in_(in) {}

    void row(Load::Table table, Key key) {
        end_row();
        rows_.push_back({table, key, static_cast<uint32_t>(count_), 0});
    }
    std::vector<StateRow> rows() {
        end_row();
        return std::move(rows_);
    }
    void operator()(double& number) {
        if (out_)
            out_->push_back(number);
        else
            number = in_[count_];
        ++count_;
    }
    void operator()(Vec3& vector) {
        for (double& number : vector) (*this)(number);
    }
    void operator()(Quat& rotation) {
        for (double& number : rotation.coeffs()) (*this)(number);
    }
    void operator()(RowMotion& motion) {
        (*this)(motion.rotation);
        (*this)(motion.place);
        (*this)(motion.velocity);
        (*this)(motion.spin);
    }

  private:
    void end_row() {
        if (!rows_.empty() && rows_.back().count == 0)
            rows_.back().count = static_cast<uint32_t>(count_) - rows_.back().first;
    }
    std::vector<double>* out_ = nullptr;
    std::span<const double> in_;
    size_t count_ = 0;
    std::vector<StateRow> rows_;
};

/// The layout of a state, in both directions.
void Fem::exchange(Saved& saved, Numbers& numbers) const {
    numbers(saved.base.place.rotation);
    numbers(saved.base.place.translation);
    numbers(saved.base.velocity);
    numbers(saved.base.spin);
    numbers(saved.lead.reach);
    double positive = saved.lead.positive;
    numbers(positive);
    saved.lead.positive = positive != 0;
    numbers(saved.lead.base.rotation);
    numbers(saved.lead.base.translation);
    for (Vec3& y : saved.lead.y) numbers(y);
    for (double& factor : saved.factors) numbers(factor);
    for (const SolidId id : model_.solids.solids.rows()) {
        const DomainId domain = model_.solids.solids[id].domain;
        numbers.row(Load::Table::domains, plant_.domains.key[domain]);
        numbers(saved.meshes[id.value]);
        numbers(saved.beta[id.value]);
        for (uint32_t n = model_.first_node[id.value]; n < model_.first_node[id.value + 1]; ++n) {
            numbers(saved.places[n]);
            numbers(saved.velocities[n]);
            numbers(saved.sag[n]);
        }
        for (const SegmentId segment : plant_.domains.segments[domain]) {
            numbers.row(Load::Table::segments, plant_.segments.key[segment]);
            numbers(saved.segments[segment]);
            SegmentState& own = saved.segment_states[segment];
            numbers(own.mesh);
            numbers(own.beta);
            numbers(own.sag.shift);
            numbers(own.sag.turn);
        }
    }
    for (const SolidRider& rider : model_.solids.riders) {
        numbers.row(Load::Table::domains, plant_.domains.key[rider.domain]);
        numbers(saved.riders[rider.domain]);
        const int k = model_.solids.of_blade[rider.domain];
        if (k < 0) continue;
        numbers(saved.blades[static_cast<size_t>(k)].turn);
        numbers(saved.blades[static_cast<size_t>(k)].rate);
        numbers(saved.stalks[static_cast<size_t>(k)]);
    }
}

Fem::Saved Fem::saved() const {
    const FemState& state = system_.state();
    Saved saved{
        state.base, system_.lead(), factors_,        meshes_, system_.elastic().beta, {}, {},
        sag_,       segments_,      segment_states_, riders_, state.blades,           {}};
    for (const Blade& blade : model_.solids.blades) saved.stalks.push_back(blade.rest);
    if (saved.lead.y.empty()) saved.lead = {};
    saved.lead.y.resize(model_.rows(), Vec3::Zero());
    for (const TiedPoint& node : model_.nodes) {
        saved.places.push_back(system_.position(node));
        saved.velocities.push_back(system_.velocity(node));
    }
    return saved;
}

void Fem::save(std::vector<double>& out) const {
    out.clear();
    Saved now = saved();
    Numbers numbers(out);
    exchange(now, numbers);
}

std::vector<StateRow> Fem::list_rows() const {
    std::vector<double> all;
    Saved now = saved();
    Numbers numbers(all);
    exchange(now, numbers);
    return numbers.rows();
}

void Fem::restore(std::span<const double> state) {
    std::vector<double> own;
    save(own);
    if (state.size() != own.size())
        throw InputError(
            fmt::format("state: found {} numbers, expected {}", state.size(), own.size()));
    Saved then = saved();
    Numbers numbers(state);
    exchange(then, numbers);
    // Bases are driven anew; meshes are this plant's: its segments tell which theirs was.
    system_.state().base = {then.base.place, then.base.velocity, then.base.spin};
    factors_ = then.factors;
    sag_ = then.sag;
    segments_ = then.segments;
    segment_states_ = then.segment_states;
    riders_ = then.riders;
    system_.state().blades = then.blades;
    for (size_t k = 0; k < then.stalks.size(); ++k) model_.solids.blades[k].rest = then.stalks[k];
    for (uint32_t n = 0; n < model_.nodes.size(); ++n)
        place_node(n, then.places[n], then.velocities[n]);
    if (model_.base_row != UINT32_MAX) {
        system_.state().y[model_.base_row] = then.base.place.translation;
        system_.state().v[model_.base_row] = then.base.velocity;
    }
    FemElastic elastic = system_.elastic();
    elastic.beta = then.beta;
    for (const SolidId id : model_.solids.solids.rows())
        elastic.stiffness[id.value] = factors_[model_.solids.solids[id].domain];
    for (size_t k = 0; k < elastic.stalks.size(); ++k)
        elastic.stalks[k] = factors_[model_.solids.blades[k].domain];
    elastic.rest = sag_stresses(model_, sag_);
    system_.set_elastic(std::move(elastic));
    if (then.lead.reach == 0) then.lead.y.clear();
    system_.set_lead(std::move(then.lead));
}

void Fem::place_node(uint32_t node, const Vec3& place, const Vec3& velocity) {
    const uint32_t row = model_.row_of_node[node];
    if (row == UINT32_MAX) return;  // tied: it goes with others
    system_.state().y[row] = place;
    system_.state().v[row] = velocity;
}

/// Nodes from the motions of the segments next to them, each as near as its middle is.
void Fem::rebuild(SolidId id) {
    const DomainSolid& solid = model_.solids.solids[id];
    const Rows<SegmentId> run = plant_.domains.segments[solid.domain];
    for (uint32_t n = model_.first_node[id.value]; n < model_.first_node[id.value + 1]; ++n) {
        const double along = along_of_node(solid, n - model_.first_node[id.value]);
        const auto above = std::upper_bound(solid.ends.begin() + 1, solid.ends.end() - 1, along);
        const auto k = static_cast<size_t>(above - solid.ends.begin() - 1);
        const double share = (along - solid.ends[k]) / (solid.ends[k + 1] - solid.ends[k]);
        const size_t beside = share < 0.5 ? (k > 0 ? k - 1 : k) : std::min(k + 1, run.size() - 1ul);
        const double weight = std::abs(share - 0.5);
        const Vec3& rest = model_.rest[n];
        Vec3 place = Vec3::Zero(), velocity = Vec3::Zero();
        sag_[n].setZero();
        for (const auto& [at, w] : {std::pair(k, 1 - weight), std::pair(beside, weight)}) {
            const SegmentId segment(run.first + at);
            const Vec3 arm = rest - plant_.segments.start[segment];
            const RowMotion& motion = segments_[segment];
            const Vec3 there = motion.place + motion.rotation * arm;
            const SmallMotion& sag = segment_states_[segment].sag;
            place += w * there;
            velocity += w * motion.velocity_at(there);
            sag_[n] += w * (sag.shift + sag.turn.cross(arm));
        }
        place_node(n, place, velocity);
    }
}

void Fem::restart() {
    FemElastic elastic = system_.elastic();
    for (const SolidId id : model_.solids.solids.rows()) {
        const Rows<SegmentId> run = plant_.domains.segments[model_.solids.solids[id].domain];
        bool other = false;
        for (const SegmentId segment : run)
            other = other || segment_states_[segment].mesh != meshes_[id.value];
        if (!other) continue;
        rebuild(id);
        elastic.beta[id.value] = segment_states_[run.front()].beta;
        elastic.stiffness[id.value] = factors_[model_.solids.solids[id].domain];
    }
    elastic.rest = sag_stresses(model_, sag_);
    system_.set_elastic(std::move(elastic));
    read_sag();
}

}  // namespace thigmo
