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
namespace {

constexpr size_t base_numbers = 13;
constexpr size_t lead_numbers = 9;  // and its rows

void put(std::vector<double>& out, const Vec3& value) {
    out.insert(out.end(), value.data(), value.data() + 3);
}
void put(std::vector<double>& out, const Quat& value) {
    out.insert(out.end(), value.coeffs().data(), value.coeffs().data() + 4);
}
void put(std::vector<double>& out, const RowMotion& motion) {
    put(out, motion.rotation);
    put(out, motion.place);
    put(out, motion.velocity);
    put(out, motion.spin);
}

struct Reader {
    std::span<const double> left;

    double number() {
        const double value = left.front();
        left = left.subspan(1);
        return value;
    }
    Vec3 vector() {
        const Vec3 value(left[0], left[1], left[2]);
        left = left.subspan(3);
        return value;
    }
    Quat rotation() {
        Quat value;
        std::copy_n(left.begin(), 4, value.coeffs().data());
        left = left.subspan(4);
        return value;
    }
    RowMotion motion() {
        RowMotion value;
        value.rotation = rotation();
        value.place = vector();
        value.velocity = vector();
        value.spin = vector();
        return value;
    }
};

}  // namespace

std::vector<StateRow> Fem::list_rows() const {
    std::vector<StateRow> rows;
    size_t first = base_numbers + lead_numbers + 3 * model_.rows() + plant_.domains.size();
    const auto add = [&](Load::Table table, Key key, size_t count) {
        rows.push_back({table, key, static_cast<uint32_t>(first), static_cast<uint32_t>(count)});
        first += count;
    };
    for (const SolidId id : model_.solids.solids.rows()) {
        const DomainSolid& solid = model_.solids.solids[id];
        add(Load::Table::domains, plant_.domains.key[solid.domain],
            solid_header + 9 * solid.mesh.nodes.size());
        for (const SegmentId segment : plant_.domains.segments[solid.domain])
            add(Load::Table::segments, plant_.segments.key[segment], segment_numbers);
    }
    for (const SolidRider& rider : model_.solids.riders)
        add(Load::Table::domains, plant_.domains.key[rider.domain], rider_numbers);
    return rows;
}

void Fem::save(std::vector<double>& out) const {
    out.clear();
    const FemState& state = system_.state();
    put(out, state.base.place.rotation);
    put(out, state.base.place.translation);
    put(out, state.base.velocity);
    put(out, state.base.spin);
    const FemLead& lead = system_.lead();
    const bool leads = !lead.y.empty();
    out.push_back(leads ? lead.reach : 0);
    out.push_back(lead.positive ? 1 : 0);
    put(out, leads ? lead.base.rotation : Quat::Identity());
    put(out, leads ? lead.base.translation : Vec3(Vec3::Zero()));
    for (size_t i = 0; i < model_.rows(); ++i) put(out, leads ? lead.y[i] : Vec3(Vec3::Zero()));
    for (const double factor : factors_) out.push_back(factor);
    for (const SolidId id : model_.solids.solids.rows()) {
        out.push_back(meshes_[id.value]);
        out.push_back(system_.elastic().beta[id.value]);
        for (uint32_t n = model_.first_node[id.value]; n < model_.first_node[id.value + 1]; ++n) {
            put(out, system_.position(model_.nodes[n]));
            put(out, system_.velocity(model_.nodes[n]));
            put(out, sag_[n]);
        }
        for (const SegmentId segment : plant_.domains.segments[model_.solids.solids[id].domain]) {
            const SegmentState& own = segment_states_[segment];
            put(out, segments_[segment]);
            out.push_back(own.mesh);
            out.push_back(own.beta);
            put(out, own.sag.shift);
            put(out, own.sag.turn);
        }
    }
    for (const SolidRider& rider : model_.solids.riders) put(out, riders_[rider.domain]);
}

void Fem::restore(std::span<const double> numbers) {
    const size_t expected =
        rows_.empty() ? base_numbers + lead_numbers + 3 * model_.rows() + plant_.domains.size()
                      : rows_.back().first + rows_.back().count;
    if (numbers.size() != expected)
        throw InputError(
            fmt::format("state: found {} numbers, expected {}", numbers.size(), expected));
    Reader from{numbers};
    FemState& state = system_.state();
    state.base = {};
    state.base.place.rotation = from.rotation();
    state.base.place.translation = from.vector();
    state.base.velocity = from.vector();
    state.base.spin = from.vector();
    FemLead lead;
    lead.reach = from.number();
    lead.positive = from.number() != 0;
    lead.base.rotation = from.rotation();
    lead.base.translation = from.vector();
    for (size_t i = 0; i < model_.rows(); ++i) lead.y.push_back(from.vector());
    if (lead.reach == 0) lead.y.clear();
    for (double& factor : factors_) factor = from.number();
    FemElastic elastic = system_.elastic();
    for (const SolidId id : model_.solids.solids.rows()) {
        elastic.stiffness[id.value] = factors_[model_.solids.solids[id].domain];
        from.number();  // the mesh; its segments tell whether it is another's
        elastic.beta[id.value] = from.number();
        for (uint32_t n = model_.first_node[id.value]; n < model_.first_node[id.value + 1]; ++n) {
            const Vec3 place = from.vector(), velocity = from.vector();
            sag_[n] = from.vector();
            const uint32_t row = model_.row_of_node[n];
            if (row == UINT32_MAX) continue;
            state.y[row] = place;
            state.v[row] = velocity;
        }
        for (const SegmentId segment : plant_.domains.segments[model_.solids.solids[id].domain]) {
            segments_[segment] = from.motion();
            SegmentState& own = segment_states_[segment];
            own.mesh = from.number();
            own.beta = from.number();
            own.sag.shift = from.vector();
            own.sag.turn = from.vector();
        }
    }
    for (const SolidRider& rider : model_.solids.riders) riders_[rider.domain] = from.motion();
    if (model_.base_row != UINT32_MAX) {
        state.y[model_.base_row] = state.base.place.translation;
        state.v[model_.base_row] = state.base.velocity;
    }
    elastic.rest = sag_stresses(model_, sag_);
    system_.set_elastic(std::move(elastic));
    system_.set_lead(std::move(lead));
}

/// Nodes from the motions of the segments next to them, each as near as its middle is.
void Fem::rebuild(SolidId id) {
    const DomainSolid& solid = model_.solids.solids[id];
    const Rows<SegmentId> run = plant_.domains.segments[solid.domain];
    FemState& state = system_.state();
    for (uint32_t n = model_.first_node[id.value]; n < model_.first_node[id.value + 1]; ++n) {
        const size_t section = (n - model_.first_node[id.value]) / 9;
        const size_t brick = section / 2;
        double along = solid.brick_ends[brick];
        if (section % 2 == 1) along = 0.5 * (along + solid.brick_ends[brick + 1]);
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
        const uint32_t row = model_.row_of_node[n];
        if (row == UINT32_MAX) continue;
        state.y[row] = place;
        state.v[row] = velocity;
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
    }
    elastic.rest = sag_stresses(model_, sag_);
    system_.set_elastic(std::move(elastic));
    read_sag();
}

}  // namespace thigmo
