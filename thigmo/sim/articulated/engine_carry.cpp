// What the engine gives to leaves that ride on its bodies, and takes from them.
#include "thigmo/sim/articulated/engine.h"

namespace thigmo {

/// Their rows get a place where the leaves' loads add up.
template <class L>
void Engine<L>::carry(Passengers& passengers, std::span<const uint32_t> seats) {
    passengers_ = &passengers;
    for (const uint32_t seat : seats) {
        int32_t& slot = layout_.slot[seat / W];
        if (slot < 0) slot = static_cast<int32_t>(layout_.slot_count++);
    }
    slots_.resize(layout_.slot_count);
    std::memset(static_cast<void*>(slots_.data()), 0, slots_.size() * sizeof(Slot));
    solved_.resize(layout_.slot_count, {zero_vec<L>(), zero_vec<L>()});
}

template <class L>
void Engine<L>::read_motions(EightSeats seats, bool after, BodyMotion<EightLanes>& motion) const {
    LaneSources<BodyMotion, L, 8> sources;
    const int which = after ? 1 - before_ : before_;
    for (size_t i = 0; i < 8; ++i) sources.set(i, rows_[seats[i] / W].motion[which], seats[i] % W);
    sources.gather(motion);
}

template <class L>
Vec<EightLanes> Engine<L>::read_positions(EightSeats seats, bool after) const {
    LaneSources<Vec, L, 8> sources;
    const LargeVector<Vec<L>>& x = x_[after ? 1 - before_ : before_];
    for (size_t i = 0; i < 8; ++i) sources.set(i, x[seats[i] / W], seats[i] % W);
    return sources.gathered();
}

template <class L>
Vec<EightLanes> Engine<L>::read_wind(EightSeats seats) const {
    LaneSources<Vec, L, 8> sources;
    for (size_t i = 0; i < 8; ++i) sources.set(i, rows_[seats[i] / W].wind, seats[i] % W);
    return sources.gathered();
}

template <class L>
Accelerations<EightLanes> Engine<L>::read_solved(EightSeats seats) const {
    LaneSources<Accelerations, L, 8> sources;
    for (size_t i = 0; i < 8; ++i)
        sources.set(i, solved_[static_cast<size_t>(layout_.slot[seats[i] / W])], seats[i] % W);
    return sources.gathered();
}

template <class L>
void Engine<L>::hang(EightSeats seats, const Hung<EightLanes>& hung) {
    HungRow own[8];
    split(hung, own);
    for (size_t i = 0; i < 8; ++i)
        slots_[static_cast<size_t>(layout_.slot[seats[i] / W])].lane[seats[i] % W] += own[i];
}

template class Engine<double>;
template class Engine<Lanes<4>>;
template class Engine<Lanes<8>>;

}  // namespace thigmo
