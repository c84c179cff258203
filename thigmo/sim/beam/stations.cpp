// Stations: laid out once, moved every frame.
#include "thigmo/sim/beam/stations.h"

#include <algorithm>
#include <cmath>

#include "thigmo/base/assert.h"
#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

constexpr double widest_gap = 1.0 / 6;  // between stations, of the length

/// All that are wanted, and others so that no gap is wide.
std::vector<StationKey> with_fillers(const BeamPlant& plant, std::vector<StationKey> keys) {
    for (const BranchId id : plant.branches.rows()) {
        const Branch& branch = plant.branches[id];
        if (branch.parent.exists()) keys.push_back({branch.parent, branch.along});
        keys.push_back({id, 0});
        keys.push_back({id, 1});
    }
    std::ranges::sort(keys);
    std::vector<StationKey> all;
    for (const StationKey& key : keys) {
        if (!all.empty() && all.back() == key) continue;
        if (!all.empty() && all.back().branch == key.branch) {
            const double from = all.back().along, gap = key.along - from;
            const double steps = std::ceil(gap / widest_gap);
            for (double k = 1; k < steps; ++k) all.push_back({key.branch, from + k / steps * gap});
        }
        all.push_back(key);
    }
    return all;
}

/// A turn by an angle whose tangent is given, about a unit axis.
template <class Scalar>
struct Turn {
    using Vector = Eigen::Vector3<Scalar>;
    Vector axis;
    Scalar cosine, sine;

    Turn(const Vector& about, Scalar tangent)
        : axis(about), cosine(1 / std::sqrt(1 + tangent * tangent)), sine(tangent * cosine) {}
    Vector operator*(const Vector& v) const {
        return cosine * v + sine * axis.cross(v) + (1 - cosine) * axis.dot(v) * axis;
    }
    Eigen::Matrix3<Scalar> matrix() const {
        Eigen::Matrix3<Scalar> turn = (1 - cosine) * axis * axis.transpose();
        const Vector part = sine * axis;
        turn(0, 0) += cosine;
        turn(1, 1) += cosine;
        turn(2, 2) += cosine;
        turn(0, 1) -= part.z();
        turn(0, 2) += part.y();
        turn(1, 0) += part.z();
        turn(1, 2) -= part.x();
        turn(2, 0) -= part.y();
        turn(2, 1) += part.x();
        return turn;
    }
};

template <class Scalar>
StationMotion<Scalar> operator*(const StationMotion<Scalar>& outer,
                                const StationMotion<Scalar>& inner) {
    return {outer.turn * inner.turn, outer.turn * inner.offset + outer.offset};
}

}  // namespace

template <class Scalar>
Stations<Scalar>::Stations(const BeamPlant& plant, Bending bending, std::vector<StationKey> wanted)
    : bending_(bending), branches_(&plant.branches) {
    const std::vector<StationKey> keys = with_fillers(plant, std::move(wanted));
    runs_.resize(plant.branches.size());
    for (const StationKey& key : keys) {
        const Branch& branch = plant.branches[key.branch];
        Run& run = runs_[key.branch.value];
        if (run.end == 0) {
            run.first = static_cast<uint32_t>(stations_.size());
            run.base = branch.curve.base.cast<Scalar>();
        }
        run.end = static_cast<uint32_t>(stations_.size() + 1);
        Station station;
        station.slope = static_cast<Scalar>(beam_slope(branch.taper, key.along));
        station.centre = branch.curve.at(key.along).cast<Scalar>();
        const double before = stations_.size() > run.first ? double(along_.back()) : 0;
        for (int i = 0; i < 2; ++i) {
            constexpr double half_apart = 0.28867513459481287;  // Gauss: 1/√12
            const double gap = key.along - before;
            const double x = before + gap * (0.5 + (i == 0 ? -half_apart : half_apart));
            station.halves[i].slope = static_cast<Scalar>(beam_slope(branch.taper, x));
            station.halves[i].way = (gap / 2 * branch.curve.slope(x)).cast<Scalar>();
        }
        along_.push_back(static_cast<Scalar>(key.along));
        stations_.push_back(station);
    }
    for (const BranchId id : plant.branches.rows()) {
        const Branch& branch = plant.branches[id];
        if (branch.parent.exists()) runs_[id.value].holder = find({branch.parent, branch.along});
        if (levels_.size() <= branch.order) levels_.resize(branch.order + 1u);
        levels_[branch.order].push_back(id.value);
        if (bending != Bending::true_length) fits_.push_back(fit_even(branch.taper));
    }
}

template <class Scalar>
uint32_t Stations<Scalar>::find(const StationKey& key) const {
    const Run& run = runs_[key.branch.value];
    const auto first = along_.begin() + run.first, end = along_.begin() + run.end;
    const auto found = std::lower_bound(first, end, static_cast<Scalar>(key.along));
    THIGMO_ASSERT(found != end && *found == static_cast<Scalar>(key.along));
    return static_cast<uint32_t>(found - along_.begin());
}

/// The centreline summed from station to station, each with its own turn.
template <class Scalar>
void Stations<Scalar>::bend_branch(size_t branch, const Bend& bend, std::span<Motion> out) const {
    const Run& run = runs_[branch];
    const Vector axis = bend.axis.cast<Scalar>();
    const auto amplitude = static_cast<Scalar>(bend.amplitude);
    Vector place = run.base;
    for (uint32_t i = run.first; i < run.end; ++i) {
        const Station& station = stations_[i];
        for (const Half& half : station.halves)
            place += Turn<Scalar>(axis, amplitude * half.slope) * half.way;
        const Turn<Scalar> turn(axis, amplitude * station.slope);
        out[i] = {turn.matrix(), place - turn * station.centre};
    }
}

/// [Habel2009] eq. 12 and 13, or without its correction of length: every direction by itself.
template <class Scalar>
void Stations<Scalar>::shear_branch(const Branch& branch, const Run& run, const Bend& bend,
                                    std::span<Motion> out) const {
    const BeamPolynomial& fit = fits_[static_cast<size_t>(&run - runs_.data())];
    const Vec3 along = branch.frame * Vec3::UnitX();
    const Vec3 local = branch.frame.conjugate() * bend.axis;  // (0, −z, y)
    for (uint32_t i = run.first; i < run.end; ++i) {
        const double x = double(along_[i]);
        Mat3 shear = Mat3::Identity();
        Vec3 way = Vec3::Zero();
        for (const auto& [share, direction] :
             {std::pair(local.z(), Vec3(branch.frame * Vec3::UnitY())),
              std::pair(-local.y(), Vec3(branch.frame * Vec3::UnitZ()))}) {
            const double amplitude = share * bend.amplitude;
            double at = x;
            if (bending_ == Bending::printed) {
                const BentPoint bent = bend_as_printed(fit, amplitude, x);
                way += branch.length * ((bent.along - x) * along + bent.across * direction);
                at = bent.along;
            } else {
                way += branch.length * amplitude * fit.deflection(x) * direction;
            }
            shear += amplitude * fit.slope(at) * direction * along.transpose();
        }
        const Vector centre = stations_[i].centre;
        out[i].turn = shear.cast<Scalar>();
        out[i].offset = centre + way.cast<Scalar>() - out[i].turn * centre;
    }
}

template <class Scalar>
void Stations<Scalar>::move(std::span<const Bend> bends, std::vector<Motion>& out) const {
    out.resize(stations_.size());
    for (const std::vector<uint32_t>& level : levels_)
        parallel_chunks(level.size(), 64, [&](size_t begin, size_t end) {
            for (size_t k = begin; k < end; ++k) {
                const uint32_t id = level[k];
                const Run& run = runs_[id];
                if (bending_ == Bending::true_length)
                    bend_branch(id, bends[id], out);
                else
                    shear_branch((*branches_)[BranchId(id)], run, bends[id], out);
                if (run.holder == no_holder) continue;
                const Motion holder = out[run.holder];
                for (uint32_t i = run.first; i < run.end; ++i) out[i] = holder * out[i];
            }
        });
}

template class Stations<float>;
template class Stations<double>;

}  // namespace thigmo
