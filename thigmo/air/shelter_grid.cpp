// Deposit, sweep and gather on cells.
#include "thigmo/air/shelter_grid.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "thigmo/air/shelter.h"
#include "thigmo/base/parallel.h"
#include "thigmo/mechanics/drag.h"

namespace thigmo {
namespace {

constexpr auto limit = static_cast<float>(deep_crown_drag);
constexpr double most_cells = 1 << 22;

constexpr float small = 0.1f;  // where five terms of a series are right to a rounding

/// (1 − e^−x)/x for x ≥ 0; most cells hold little.
float mean_of_fall(float x) {
    if (x < small)
        return 1 - x * (1.f / 2 - x * (1.f / 6 - x * (1.f / 24 - x * (1.f / 120 - x / 720))));
    return -std::expm1(-x) / x;
}

/// e^x for x ≥ 0.
float grown_by(float x) {
    if (x < small)
        return 1 + x * (1 + x * (1.f / 2 + x * (1.f / 6 + x * (1.f / 24 + x * (1.f / 120)))));
    return std::exp(x);
}

/// The wake's deficit 1 − q that is left after as many empty cells.
float faded(float share, double cells) {
    return 1 - (1 - share) * std::exp(static_cast<float>(-cells / (wake_lengths * shelter_cells)));
}

/// (s/vogel_speed)^vogel, quicker than pow.
float kept(double vogel, double speed) {
    if (!(speed > vogel_speed) || vogel == 0) return 1;
    return std::exp(static_cast<float>(vogel) * std::log(static_cast<float>(speed / vogel_speed)));
}

}  // namespace

bool Wake::find(const Vec3& point, float& share) const {
    const Vec3 at = axes.place(point - axes.anchor);
    const double y = at.y() / cell - first.x(), z = at.z() / cell - first.y();
    const bool behind = at.x() > end - 0.5 * cell;
    if (!(behind && y >= 0 && z >= 0 && y < columns.x() - 1 && z < columns.y() - 1)) return false;
    const auto i = static_cast<size_t>(y), k = static_cast<size_t>(z);
    const auto a = static_cast<float>(y - std::floor(y)), b = static_cast<float>(z - std::floor(z));
    const auto row = static_cast<size_t>(columns.x());
    const float* q = left.data() + k * row + i;
    const float low = (1 - a) * q[0] + a * q[1], high = (1 - a) * q[row] + a * q[row + 1];
    share = faded((1 - b) * low + b * high, (at.x() - end) / cell);
    return true;
}

void ShelterGrid::lay_cells(const Eigen::AlignedBox3d& box) {
    const Eigen::Array3d anchor = axes_.place(axes_.anchor).array();
    const Eigen::Array3d low = box.min().array() - anchor, high = box.max().array() - anchor;
    // Too many cells: plants that touch each other over a long way.
    while (((high - low) / size_ + 4).prod() > most_cells) size_ *= 1.25;
    // A cell beyond the samples on every side, so that wakes end softly.
    per_size_ = 1 / size_;
    first_ = (low * per_size_).floor() - 1;
    corner_ = anchor + size_ * first_;
    const Eigen::Array3i count = ((high * per_size_).floor() + 3 - first_).cast<int>();
    length_ = count.x();
    columns_ = count.tail<2>();
    const auto length = static_cast<uint32_t>(length_);
    steps_[1] = length;
    steps_[2] = length * static_cast<uint32_t>(columns_.x());
    steps_[3] = steps_[1] + steps_[2];
    cells_.resize(std::max(cells_.size(), static_cast<size_t>(count.prod())), Cell());
    const size_t columns = static_cast<size_t>(columns_.prod());
    spans_.assign(columns, {});
    inflow_.assign(columns, 1);
    outflow_.assign(columns, 1);
    fades_.resize(static_cast<size_t>(length_) + 1);
    const float fade = 1 - faded(0, 1);
    float left = 1;
    for (float& cells : fades_) cells = std::exchange(left, left * fade);
}

void ShelterGrid::begin(const ShelterAxes& axes, double cell, double speed,
                        const Eigen::AlignedBox3d& box, std::span<const PlacedSamples> samples) {
    axes_ = axes;
    size_ = cell;
    least_log_ = std::min(0.f, static_cast<float>(2 * std::log(vogel_speed / speed)));
    samples_.assign(samples.begin(), samples.end());
    lay_cells(box);
    size_t total = 0, next = 0;
    for (const PlacedSamples& row : samples_) total += row.samples.size();
    seats_.resize(total);
    const auto per_size = static_cast<float>(per_size_);
    for (const PlacedSamples& row : samples_) {
        const Eigen::Vector3f base =
            (per_size_ * (axes_.place(row.origin) - corner_)).cast<float>();
        const FourFloats from{base.x(), base.y(), base.z(), 0};
        for (size_t i = 0; i < row.samples.size(); ++i)
            deposit(row.samples[i], from + per_size * row.places[i].at, seats_[next++]);
    }
}

/// Trilinear; `at` in cells from the first node.
void ShelterGrid::deposit(const AirSample& sample, FourFloats at, Seat& seat) {
    if (!(sample.drag.all() > 0)) return;
    typedef int32_t FourIntegers __attribute__((vector_size(16)));
    const FourIntegers node = __builtin_convertvector(at, FourIntegers);  // all are positive
    const FourFloats part = at - __builtin_convertvector(node, FourFloats);
    const float x = part[0], y = part[1], z = part[2];
    seat.weights = FourFloats{1 - y, y, 1 - y, y} * FourFloats{1 - z, 1 - z, z, z};
    seat.along = x;
    const double per_cell = per_size_ * per_size_;
    const auto wood = static_cast<float>(sample.drag.wood * per_cell);
    seat.foliage = static_cast<float>(sample.drag.foliage * per_cell);
    if (seat.foliage > 0) seat.foliage *= kept(sample.drag.vogel, sample.wind.norm());
    const float all = wood + seat.foliage;
    const float vogel = seat.foliage * static_cast<float>(sample.drag.vogel);
    const EightFloats own{all, vogel, wood, 0, all, vogel, wood, 0};
    const EightFloats shared = own * EightFloats{1 - x, 1 - x, 1 - x, 0, x, x, x, 0};
    const auto first = static_cast<uint32_t>(node[0]);
    const size_t own_column = column(node[1], node[2]);
    seat.cell = static_cast<uint32_t>(own_column) * static_cast<uint32_t>(length_) + first;
    spans_[own_column].add({first, first + 2});
    for (size_t k = 0; k < 4; ++k) {
        const uint32_t cell = seat.cell + steps_[k];
        const EightFloats sum = two_cells(cell) + seat.weights[k] * shared;
        std::memcpy(static_cast<void*>(&cells_[cell]), &sum, sizeof(sum));
    }
}

Vec3 ShelterGrid::front(int y, int z) const {
    return axes_.anchor + size_ * (first_.x() * axes_.along + (first_.y() + y) * axes_.across +
                                   (first_.z() + z) * Vec3::UnitY());
}

/// What stands in a column has its own span or that of a column before it, across or below.
void ShelterGrid::widen_spans() {
    const auto row = static_cast<size_t>(columns_.x());
    for (size_t i = spans_.size(); i-- > 0;) {
        const bool inside = i % row > 0;
        if (inside) spans_[i].add(spans_[i - 1]);
        if (i >= row) spans_[i].add(spans_[i - row]);
        if (inside && i >= row) spans_[i].add(spans_[i - row - 1]);
    }
}

/// q falls from cell to cell; within one it is the mean of an even exponential.
///
///     κ = g/C∞ · q_mid^(v/2),   q_c = q_in (1 − e^−κ)/κ,   q_out = q_in e^−κ
void ShelterGrid::sweep_column(size_t column) {
    const Span& span = spans_[column];
    float share = inflow_[column];
    uint32_t gap = span.end > 0 ? span.first : 0;  // empty cells since the share was right
    Cell* const cells = &cells_[column * static_cast<size_t>(length_)];
    for (uint32_t i = span.first; i < span.end; ++i) {
        FourFloats& cell = cells[i].has;
        if (!(cell[0] > 0)) {
            ++gap;
            continue;
        }
        share = 1 - (1 - share) * fades_[gap];
        gap = 0;
        float kappa = cell[0] * (1 / limit);
        if (cell[1] != 0) {
            const float half = 0.5f * cell[1] / cell[0], log_share = std::log(share);
            const auto kept_at = [&](float log_of) {
                return std::exp(half * std::max(log_of, least_log_));
            };
            kappa *= kept_at(log_share - 0.5f * kappa * kept_at(log_share));
        }
        const float mean = mean_of_fall(kappa);
        cell[3] = share * mean;
        share -= share * kappa * mean;
    }
    gap += static_cast<uint32_t>(length_) - span.end;
    outflow_[column] = 1 - (1 - share) * fades_[gap];
}

void ShelterGrid::sweep() {
    widen_spans();
    parallel_chunks(spans_.size(), 128, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) sweep_column(i);
    });
}

/// The mean over its cells, without the shadow of itself and of the wood beside it: the less so,
/// the more else there is in its cells, and no more than of a leaf or a stem, so that many together
/// take no more than there is.
float ShelterGrid::share_at(const Seat& seat) const {
    EightFloats sum{};
    for (size_t k = 0; k < 4; ++k) sum += seat.weights[k] * two_cells(seat.cell + steps_[k]);
    const float all = sum[0] + sum[4], wood = sum[2] + sum[6];
    const float share = (1 - seat.along) * sum[3] + seat.along * sum[7];
    constexpr float leaf = 0.125f, stem = 0.3f;  // drag area / cell² at most
    const FourFloats squares = seat.weights * seat.weights;
    const float blade = seat.foliage * (squares[0] + squares[1] + squares[2] + squares[3]);
    const float own = std::min(blade, leaf) + std::min(wood, stem);
    const float alone = std::min(1.f, (blade + wood) / all);
    const float shadow = alone * own / (2 * limit);  // its second order is less than shadow²
    constexpr float rounding = 1 + 1e-5f;  // one leaf alone feels the free wind to the bit
    return std::min(1.f, rounding * grown_by(shadow * (1 + shadow)) * share);
}

void ShelterGrid::shelter() {
    size_t before = 0;
    for (const PlacedSamples& row : samples_) {
        parallel_chunks(row.samples.size(), 2048, [&](size_t begin, size_t end) {
            for (size_t i = begin; i < end; ++i)
                if (AirSample& sample = row.samples[i]; sample.drag.all() > 0)
                    sample.wind *= std::sqrt(share_at(seats_[before + i]));
        });
        before += row.samples.size();
    }
    for (size_t i = 0; i < spans_.size(); ++i) {
        Cell* const cells = &cells_[i * static_cast<size_t>(length_)];
        for (uint32_t k = spans_[i].first; k < spans_[i].end; ++k) cells[k] = {};
    }
}

void ShelterGrid::write_wake(Wake& wake) const {
    wake.axes = axes_;
    wake.cell = size_;
    wake.end = size_ * (first_.x() + length_ - 1);
    wake.first = first_.tail<2>();
    wake.columns = columns_;
    wake.left.assign(outflow_.begin(), outflow_.end());
}

}  // namespace thigmo
