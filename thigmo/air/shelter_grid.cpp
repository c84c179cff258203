// Deposit, sweep and gather on cells.
#include "thigmo/air/shelter_grid.h"

#include <algorithm>
#include <cmath>

#include "thigmo/air/shelter.h"
#include "thigmo/base/parallel.h"
#include "thigmo/mechanics/drag.h"

namespace thigmo {
namespace {

constexpr auto limit = static_cast<float>(deep_crown_drag);
constexpr double most_cells = 1 << 22;

constexpr float small = 0.1f;  // where four terms of a series are right to a rounding

/// 1 − e^−x for x ≥ 0; most cells hold little.
float lost_by(float x) {
    if (x < small) return x * (1 - x / 2 * (1 - x / 3 * (1 - x / 4 * (1 - x / 5))));
    return -std::expm1(-x);
}

/// e^x for x ≥ 0.
float grown_by(float x) {
    if (x < small) return 1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5))));
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

struct Extent {
    Eigen::Array3d low = Eigen::Array3d::Constant(1e300), high = -low;
};

Extent extent_of(const ShelterAxes& axes, std::span<const std::span<AirSample>> samples) {
    Extent extent;
    for (const auto& row : samples)
        for (const AirSample& sample : row) {
            if (!(sample.drag.all() > 0)) continue;
            const Eigen::Array3d at = axes.place(sample.point).array();
            extent.low = extent.low.min(at);
            extent.high = extent.high.max(at);
        }
    return extent;
}

}  // namespace

bool Wake::find(const Vec3& point, float& share) const {
    const Vec3 at = axes.place(point);
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

void ShelterGrid::begin(const ShelterAxes& axes, double cell, double speed,
                        std::span<const std::span<AirSample>> samples) {
    axes_ = axes;
    size_ = cell;
    least_log_ = std::min(0.f, static_cast<float>(2 * std::log(vogel_speed / speed)));
    samples_.assign(samples.begin(), samples.end());
    const Extent extent = extent_of(axes, samples);
    // Too many cells: plants that touch each other over a long way.
    while (((extent.high - extent.low) / size_ + 4).prod() > most_cells) size_ *= 1.25;
    // A cell beyond the samples on every side, so that wakes end softly.
    first_ = (extent.low / size_).floor() - 1;
    const Eigen::Array3i count = ((extent.high / size_).floor() + 3 - first_).cast<int>();
    length_ = count.x();
    columns_ = count.tail<2>();
    cells_.resize(std::max(cells_.size(), static_cast<size_t>(count.prod())), Cell::Zero());
    const size_t columns = static_cast<size_t>(columns_.prod());
    spans_.assign(columns, {});
    inflow_.assign(columns, 1);
    outflow_.assign(columns, 1);
    size_t total = 0, next = 0;
    for (const auto& row : samples_) total += row.size();
    seats_.resize(total);
    for (const auto& row : samples_)
        for (const AirSample& sample : row) deposit(sample, seats_[next++]);
}

/// Trilinear.
void ShelterGrid::deposit(const AirSample& sample, Seat& seat) {
    seat = {};
    if (!(sample.drag.all() > 0)) return;
    const Eigen::Array3d at = axes_.place(sample.point).array() / size_, low = at.floor();
    const Eigen::Array3i node = (low - first_).cast<int>();
    seat.at = (at - low).cast<float>();
    const double per_cell = 1 / (size_ * size_);
    const auto wood = static_cast<float>(sample.drag.wood * per_cell);
    seat.foliage = static_cast<float>(sample.drag.foliage * per_cell) *
                   kept(sample.drag.vogel, sample.wind.norm());
    const Cell own(wood + seat.foliage, seat.foliage * static_cast<float>(sample.drag.vogel), wood,
                   0);
    const float x = seat.at.x(), y = seat.at.y(), z = seat.at.z();
    const auto first = static_cast<uint32_t>(node.x());
    seat.cell =
        static_cast<uint32_t>(column(node.y(), node.z())) * static_cast<uint32_t>(length_) + first;
    for (int k = 0; k < 2; ++k)
        for (int j = 0; j < 2; ++j) {
            const size_t to = column(node.y() + j, node.z() + k);
            const Cell share = (j == 0 ? 1 - y : y) * (k == 0 ? 1 - z : z) * own;
            Cell* const cell = &cells_[to * static_cast<size_t>(length_) + first];
            cell[0] += (1 - x) * share;
            cell[1] += x * share;
            spans_[to].first = std::min(spans_[to].first, first);
            spans_[to].end = std::max(spans_[to].end, first + 2);
        }
}

Vec3 ShelterGrid::front(int y, int z) const {
    return axes_.anchor + size_ * (first_.x() * axes_.along + (first_.y() + y) * axes_.across +
                                   (first_.z() + z) * Vec3::UnitY());
}

/// q falls from cell to cell; within one it is the mean of an even exponential.
///
///     κ = g/C∞ · q_mid^(v/2),   q_c = q_in (1 − e^−κ)/κ,   q_out = q_in e^−κ
void ShelterGrid::sweep_column(size_t column) {
    const Span& span = spans_[column];
    float share = inflow_[column];
    uint32_t gap = span.end > 0 ? span.first : 0;  // empty cells since the share was right
    float log_share = share < 1 ? std::log(share) : 0;
    Cell* const cells = &cells_[column * static_cast<size_t>(length_)];
    for (uint32_t i = span.first; i < span.end; ++i) {
        Cell& cell = cells[i];
        if (!(cell[0] > 0)) {
            ++gap;
            continue;
        }
        if (gap > 0 && share < 1) {
            share = faded(share, gap);
            log_share = std::log(share);
        }
        gap = 0;
        const float vogel = cell[1] / cell[0];
        const auto kappa_at = [&](float log_of_share) {
            return cell[0] / limit * std::exp(0.5f * vogel * std::max(log_of_share, least_log_));
        };
        float kappa = cell[0] / limit;
        if (vogel != 0) kappa = kappa_at(log_share - 0.5f * kappa_at(log_share));
        const float lost = lost_by(kappa);
        cell[3] = kappa > 0 ? share * lost / kappa : share;
        share *= 1 - lost;
        log_share -= kappa;
    }
    gap += static_cast<uint32_t>(length_) - span.end;
    outflow_[column] = faded(share, gap);
}

void ShelterGrid::sweep() {
    parallel_chunks(spans_.size(), 128, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) sweep_column(i);
    });
}

/// The mean over its cells, without the shadow of itself and of the wood beside it: the less so,
/// the more else there is in its cells, and no more than of a leaf or a stem, so that many together
/// take no more than there is.
float ShelterGrid::share_at(const Seat& seat) const {
    const float x = seat.at.x(), y = seat.at.y(), z = seat.at.z();
    const auto length = static_cast<size_t>(length_), row = static_cast<size_t>(columns_.x());
    float sum = 0, all = 0, wood = 0;
    for (size_t k = 0; k < 2; ++k)
        for (size_t j = 0; j < 2; ++j) {
            const Cell* const cell = &cells_[seat.cell + (k * row + j) * length];
            const float weight = (j == 0 ? 1 - y : y) * (k == 0 ? 1 - z : z);
            sum += weight * ((1 - x) * cell[0][3] + x * cell[1][3]);
            all += weight * (cell[0][0] + cell[1][0]);
            wood += weight * (cell[0][2] + cell[1][2]);
        }
    constexpr float leaf = 0.125f, stem = 0.3f;  // drag area / cell² at most
    const float blade = seat.foliage * (y * y + (1 - y) * (1 - y)) * (z * z + (1 - z) * (1 - z));
    const float own = std::min(blade, leaf) + std::min(wood, stem);
    const float alone = std::min(1.f, (blade + wood) / all);
    const float shadow = alone * own / (2 * limit);  // its second order is less than shadow²
    constexpr float rounding = 1 + 1e-5f;  // one leaf alone feels the free wind to the bit
    return std::min(1.f, rounding * grown_by(shadow * (1 + shadow)) * sum);
}

void ShelterGrid::shelter() {
    size_t before = 0;
    for (const auto& row : samples_) {
        parallel_chunks(row.size(), 2048, [&](size_t begin, size_t end) {
            for (size_t i = begin; i < end; ++i)
                if (row[i].drag.all() > 0)
                    row[i].wind *= std::sqrt(double(share_at(seats_[before + i])));
        });
        before += row.size();
    }
    for (size_t i = 0; i < spans_.size(); ++i) {
        Cell* const cells = &cells_[i * static_cast<size_t>(length_)];
        for (uint32_t k = spans_[i].first; k < spans_[i].end; ++k) cells[k].setZero();
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
