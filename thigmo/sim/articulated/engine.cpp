// Rows from bodies, and reading and writing one body's lanes.
#include "thigmo/sim/articulated/engine.h"

#include <algorithm>
#include <cmath>

namespace thigmo {
namespace {

template <class L>
void put(Vec<L>& to, size_t i, const Vec3& from) {
    set_lane(to.x, i, from.x());
    set_lane(to.y, i, from.y());
    set_lane(to.z, i, from.z());
}
template <class L>
void put(Turn<L>& to, size_t i, const Quat& from) {
    set_lane(to.w, i, from.w());
    put(to.v, i, from.vec());
}
template <class L>
Vec3 take(const Vec<L>& from, size_t i) {
    return {lane(from.x, i), lane(from.y, i), lane(from.z, i)};
}
template <class L>
Quat take(const Turn<L>& from, size_t i) {
    return {lane(from.w, i), lane(from.v.x, i), lane(from.v.y, i), lane(from.v.z, i)};
}

template <class L>
Row<L> empty_row() {
    Row<L> row;
    std::memset(static_cast<void*>(&row), 0, sizeof(row));
    row.c.Ja = row.c.Jp = L(1);
    row.motion[0].Q.w = row.motion[1].Q.w = L(1);
    return row;
}

template <class L>
GeneralConstants<L> empty_general() {
    GeneralConstants<L> general;
    std::memset(static_cast<void*>(&general), 0, sizeof(general));
    general.J.xx = general.J.yy = general.J.zz = L(1);
    return general;
}

template <class L>
void put_body(RowConstants<L>& c, size_t i, const Bodies& bodies, BodyId b) {
    const Vec3 k = bodies.stiffness[b], d = bodies.damping[b];
    put(c.offset, i, bodies.offset[b]);
    put(c.rest, i, bodies.rest[b]);
    set_lane(c.mass, i, bodies.mass[b]);
    set_lane(c.d, i, bodies.centre[b].x());
    set_lane(c.Ja, i, bodies.inertia[b](0, 0));
    set_lane(c.Jp, i, bodies.inertia[b](1, 1));
    set_lane(c.kt, i, k.x());
    set_lane(c.kb, i, k.y());
    set_lane(c.ct, i, d.x());
    set_lane(c.cb, i, d.y());
    set_lane(c.cd, i, bodies.drag_centre[b]);
}

template <class L>
void put_body(GeneralConstants<L>& g, size_t i, const Bodies& bodies, BodyId b) {
    const Mat3& J = bodies.inertia[b];
    set_lane(g.plate, i, bodies.plate[b] != 0 ? 1 : 0);
    set_lane(g.J.xx, i, J(0, 0));
    set_lane(g.J.yy, i, J(1, 1));
    set_lane(g.J.zz, i, J(2, 2));
    set_lane(g.J.xy, i, J(0, 1));
    set_lane(g.J.xz, i, J(0, 2));
    set_lane(g.J.yz, i, J(1, 2));
    put(g.centre, i, bodies.centre[b]);
    if (!bodies.foliage.empty()) put(g.crown, i, bodies.foliage_centre[b]);
    put(g.k, i, bodies.stiffness[b]);
    put(g.c, i, bodies.damping[b]);
}

}  // namespace

template <class L>
Engine<L>::Engine(const Bodies& bodies, const ArticulatedSettings& settings, size_t block)
    : settings_(settings), layout_(lay_out(bodies, W, block)) {
    crown_ = !bodies.foliage.empty();
    rows_.assign(layout_.row_count, empty_row<L>());
    general_of_row_.assign(layout_.row_count, Layout::none);
    batch_of_.assign(layout_.row_count, 0);
    for (size_t b = 0; b < layout_.batches.size(); ++b)
        batch_of_[layout_.batches[b].first] = static_cast<uint32_t>(b);
    for (const Batch& batch : layout_.batches) {
        if (batch.rod) continue;
        for (uint32_t k = 0; k < batch.length; ++k) {
            general_of_row_[batch.first + k] = static_cast<uint32_t>(general_.size());
            general_.push_back(empty_general<L>());
        }
    }
    for (const BodyId b : bodies.rows()) {
        const size_t row = layout_.seat[b.value] / W, i = layout_.seat[b.value] % W;
        put_body(rows_[row].c, i, bodies, b);
        if (general_of_row_[row] != Layout::none)
            put_body(general_[general_of_row_[row]], i, bodies, b);
    }
    put_rare(bodies);
    large_ = rows_.size() * sizeof(Row<L>) > 2u << 20;
    x_[0].assign(rows_.size(), zero_vec<L>());
    x_[1] = x_[0];
    solved_.assign(layout_.slot_count, {zero_vec<L>(), zero_vec<L>()});
    sample_.assign(layout_.body.size(), 0);
    slots_.resize(layout_.slot_count);
    std::memset(static_cast<void*>(slots_.data()), 0, slots_.size() * sizeof(Slot));
    outbox_.resize(layout_.outbox.size());
    totals_.resize(layout_.blocks.size());
    turns_.resize(layout_.blocks.size());
    wild_.resize(layout_.blocks.size());
    kept_.resize(rows_.size());
    kept_x_ = x_[0];
}

template <class L>
void Engine<L>::put_rare(const Bodies& bodies) {
    RowRare<L> empty;
    std::memset(static_cast<void*>(&empty), 0, sizeof(empty));
    rare_.assign(rows_.size(), empty);
    Column<BodyId, Vec3> joints(bodies.size());
    for (const BodyId b : bodies.rows()) {
        const BodyId p = bodies.parent[b];
        joints[b] = bodies.offset[b];
        if (p.exists()) joints[b] = joints[p] + bodies.given[p] * bodies.offset[b];
        RowRare<L>& rare = rare_[layout_.seat[b.value] / W];
        const size_t i = layout_.seat[b.value] % W;
        set_lane(rare.drag, i, bodies.drag[b]);
        set_lane(rare.vogel, i, bodies.vogel[b]);
        if (crown_) {
            set_lane(rare.crown, i, bodies.foliage[b]);
            set_lane(rare.crown_vogel, i, bodies.foliage_vogel[b]);
        }
        put(rare.given, i, bodies.given[b]);
        put(rare.joint, i, joints[b]);
    }
}

template <class L>
OneMotion Engine<L>::motion(uint32_t seat, bool after) const {
    const int which = after ? 1 - before_ : before_;
    const BodyMotion<L>& m = rows_[seat / W].motion[which];
    const size_t i = seat % W;
    return {take(m.Q, i), take(m.w, i), take(m.al, i),
            take(m.v, i), take(m.a, i), take(x_[which][seat / W], i)};
}

template <class L>
void Engine<L>::set_motion(uint32_t seat, const OneMotion& from) {
    BodyMotion<L>& m = rows_[seat / W].motion[before_];
    const size_t i = seat % W;
    put(m.Q, i, from.Q);
    put(m.w, i, from.w);
    put(m.al, i, from.al);
    put(m.v, i, from.v);
    put(m.a, i, from.a);
    put(x_[before_][seat / W], i, from.x);
}

template <class L>
OneBody Engine<L>::body(uint32_t seat) const {
    const size_t row = seat / W, i = seat % W;
    const RowConstants<L>& c = rows_[row].c;
    OneBody body{.mass = lane(c.mass, i),
                 .drag = lane(rows_[row].k, i),
                 .drag_centre = lane(c.cd, i),
                 .centre = Vec3(lane(c.d, i), 0, 0),
                 .plate = false,
                 .wind = take(rows_[row].wind, i)};
    body.inertia.diagonal() = Vec3(lane(c.Ja, i), lane(c.Jp, i), lane(c.Jp, i));
    if (general_of_row_[row] == Layout::none) return body;
    const GeneralConstants<L>& g = general_[general_of_row_[row]];
    body.centre = take(g.centre, i);
    body.plate = lane(g.plate, i) != 0;
    body.crown = take(g.crown, i);
    body.crown_drag = lane(g.crown_k, i);
    const double xy = lane(g.J.xy, i), xz = lane(g.J.xz, i), yz = lane(g.J.yz, i);
    body.inertia << lane(g.J.xx, i), xy, xz, xy, lane(g.J.yy, i), yz, xz, yz, lane(g.J.zz, i);
    return body;
}

template <class L>
void Engine<L>::set_rest(uint32_t seat, const Quat& rest) {
    put(rows_[seat / W].c.rest, seat % W, rest);
}

template <class L>
void Engine<L>::set_joint(uint32_t seat, const Vec3& stiffness, const Vec3& damping) {
    const size_t row = seat / W, i = seat % W;
    RowConstants<L>& c = rows_[row].c;
    set_lane(c.kt, i, stiffness.x());
    set_lane(c.kb, i, stiffness.y());
    set_lane(c.ct, i, damping.x());
    set_lane(c.cb, i, damping.y());
    if (general_of_row_[row] == Layout::none) return;
    put(general_[general_of_row_[row]].k, i, stiffness);
    put(general_[general_of_row_[row]].c, i, damping);
}

template <class L>
void Engine<L>::set_offset(uint32_t seat, const Vec3& offset) {
    put(rows_[seat / W].c.offset, seat % W, offset);
}

template <class L>
void Engine<L>::reserve_slots(std::span<const BoundLoad> loads) {
    for (const uint32_t row : load_rows_) layout_.slot[row] = -1;
    load_rows_.clear();
    slots_.resize(layout_.slot_count);
    solved_.resize(layout_.slot_count, {zero_vec<L>(), zero_vec<L>()});
    for (const BoundLoad& load : loads) {
        const auto row = static_cast<uint32_t>(load.seat / W);
        int32_t& slot = layout_.slot[row];
        if (slot >= 0) continue;
        load_rows_.push_back(row);
        slot = static_cast<int32_t>(slots_.size());
        slots_.emplace_back();
        solved_.push_back({zero_vec<L>(), zero_vec<L>()});
        std::memset(static_cast<void*>(&slots_.back()), 0, sizeof(Slot));
    }
}

template <class L>
void Engine<L>::keep() {
    for (size_t i = 0; i < rows_.size(); ++i) kept_[i] = rows_[i].motion[before_];
    kept_x_ = x_[before_];
    if (passengers_) passengers_->keep();
}

template <class L>
void Engine<L>::come_back() {
    for (size_t i = 0; i < rows_.size(); ++i) rows_[i].motion[before_] = kept_[i];
    x_[before_] = kept_x_;
    if (passengers_) passengers_->come_back();
}

template class Engine<double>;
template class Engine<Lanes<4>>;
template class Engine<Lanes<8>>;

}  // namespace thigmo
