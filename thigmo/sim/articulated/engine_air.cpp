// The wind at every body with drag coefficients at its speed, and motions for drawing.
#include "thigmo/sim/articulated/engine.h"
#include "thigmo/sim/articulated/power.h"

namespace thigmo {
namespace {

constexpr size_t rows_ahead = 8;  // what the air is filled in from is asked for so early

}  // namespace

template <class L>
void Engine<L>::set_samples(std::span<const uint32_t> sample, std::span<const BodyId> sampled) {
    for (size_t body = 0; body < sample.size(); ++body) sample_[layout_.seat[body]] = sample[body];
    for (const BodyId body : sampled) sample_[layout_.seat[body.value]] |= own_sample;
}

template <class L>
void Engine<L>::write_samples(std::span<const DragArea> areas, std::span<AirSample> out) const {
    const auto write = [&](size_t first, size_t last) {
        for (size_t r = first; r < last; ++r) {
            const BodyMotion<L>& m = rows_[r].motion[before_];
            const Mat<L> R = matrix(m.Q);
            const Vec<L> arm = rows_[r].c.cd * Vec<L>{R.x.x, R.y.x, R.z.x};
            const Vec<L> point = x_[before_][r] + arm, velocity = m.v + cross(m.w, arm);
            for (size_t i = 0; i < W; ++i) {
                const uint32_t sample = sample_[r * W + i];
                if ((sample & own_sample) == 0) continue;
                AirSample& to = out[sample & ~own_sample];
                to.point = Vec3(lane(point.x, i), lane(point.y, i), lane(point.z, i));
                to.velocity = Vec3(lane(velocity.x, i), lane(velocity.y, i), lane(velocity.z, i));
                to.wind.setZero();
                to.drag = areas[sample & ~own_sample];
            }
        }
    };
    parallel_chunks(rows_.size() - 1, 512,
                    [&](size_t begin, size_t end) { write(begin + 1, end + 1); });
}

template <class L>
void Engine<L>::set_air(std::span<const AirSample> samples) {
    air_ = samples;
    new_air_ = true;
}

/// The Vogel exponent is taken at the speed when the step begins, and held.
template <class L>
[[gnu::flatten]] void Engine<L>::fill_air(const Block& block) {
    if (!new_air_ || block.first == block.last) return;
    const Batch& end = layout_.batches[block.last - 1];
    for (uint32_t r = layout_.batches[block.first].first; r < end.first + end.length; ++r) {
        if (const size_t next = r + rows_ahead; large_ && next < rows_.size()) {
            __builtin_prefetch(&rare_[next]);
            for (size_t i = 0; i < W; ++i)
                __builtin_prefetch(&air_[sample_[next * W + i] & ~own_sample].wind);
        }
        Row<L>& row = rows_[r];
        Vec<L> wind;
        for (size_t i = 0; i < W; ++i) {
            const Vec3& at = air_[sample_[r * W + i] & ~own_sample].wind;
            set_lane(wind.x, i, at.x());
            set_lane(wind.y, i, at.y());
            set_lane(wind.z, i, at.z());
        }
        row.wind = wind;
        const BodyMotion<L>& m = row.motion[before_];
        const Mat<L> R = matrix(m.Q);
        const Vec<L> t{R.x.x, R.y.x, R.z.x};
        const auto past = [&](const Vec<L>& arm) { return m.v + cross(m.w, arm) - wind; };
        const uint32_t g = general_of_row_[r];
        const L share = g == Layout::none ? L(1) : L(1) - general_[g].plate;
        Vec<L> u = past(row.c.cd * t);
        u = u - (share * dot(u, t)) * t;
        row.k = rare_[r].drag * vogel_factor(dot(u, u), rare_[r].vogel);
        if (!crown_ || g == Layout::none) continue;
        u = past(R * general_[g].crown);
        general_[g].crown_k = rare_[r].crown * vogel_factor(dot(u, u), rare_[r].crown_vogel);
    }
}

template <class L>
void Engine<L>::write_motions(Rigid* bodies) const {
    const auto write = [&](size_t first, size_t last) {
        for (size_t r = first; r < last; ++r) {
            const RowRare<L>& rare = rare_[r];
            const Turn<L> q = rows_[r].motion[before_].Q * conjugate(rare.given);
            const Vec<L> x = x_[before_][r] - matrix(q) * rare.joint;
            for (size_t i = 0; i < W; ++i) {
                const uint32_t body = layout_.body[r * W + i];
                if (body == Layout::none) continue;
                Rigid& out = bodies[body];
                out.rotation = Quat(lane(q.w, i), lane(q.v.x, i), lane(q.v.y, i), lane(q.v.z, i));
                out.translation = Vec3(lane(x.x, i), lane(x.y, i), lane(x.z, i));
            }
        }
    };
    parallel_chunks(rows_.size() - 1, 512,
                    [&](size_t begin, size_t end) { write(begin + 1, end + 1); });
}

template <class L>
Rigid Engine<L>::motion_of(uint32_t seat) const {
    const RowRare<double> rare = take_lane(rare_[seat / W], seat % W);
    const OneMotion now = motion(seat);
    const Turn<double>& given = rare.given;
    Rigid out;
    out.rotation = now.Q * Quat(given.w, -given.v.x, -given.v.y, -given.v.z);
    out.translation = now.x - out.rotation * Vec3(rare.joint.x, rare.joint.y, rare.joint.z);
    return out;
}

template class Engine<double>;
template class Engine<Lanes<4>>;
template class Engine<Lanes<8>>;

}  // namespace thigmo
