// Stations: laid out once, moved every frame.
#include "thigmo/sim/beam/stations.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "thigmo/base/assert.h"
#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

constexpr double first_gap = 1.0 / 20;  // a strong wind turns a stout branch most near its base
constexpr double widest_gap = 1.0 / 6;  // between stations, of the length

/// All that are wanted, and others so that no gap is wide.
std::vector<StationKey> with_fillers(const BeamPlant& plant, std::vector<StationKey> keys) {
    for (const BranchId id : plant.branches.rows()) {
        const Branch& branch = plant.branches[id];
        if (branch.parent.exists()) keys.push_back({branch.parent, branch.along});
        for (const double along : {0.0, first_gap, 1.0}) keys.push_back({id, along});
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

template <class Scalar>
Eigen::Vector4<Scalar> column(const Vec3& v) {
    return {static_cast<Scalar>(v.x()), static_cast<Scalar>(v.y()), static_cast<Scalar>(v.z()), 0};
}

template <class Scalar>
StationMotion<Scalar> operator*(const StationMotion<Scalar>& outer,
                                const StationMotion<Scalar>& inner) {
    return {outer.turned(inner.x), outer.turned(inner.y), outer.turned(inner.z),
            outer.moved(inner.offset)};
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
            run.base = column<Scalar>(branch.curve.base);
        }
        run.end = static_cast<uint32_t>(stations_.size() + 1);
        Station station;
        station.slopes[2] = static_cast<Scalar>(beam_slope(branch.taper, key.along));
        station.slopes[3] =
            static_cast<Scalar>(branch.length * beam_deflection(branch.taper, key.along));
        station.centre = column<Scalar>(branch.curve.at(key.along));
        const double before = stations_.size() > run.first ? double(along_.back()) : 0;
        for (int i = 0; i < 2; ++i) {
            constexpr double half_apart = 0.28867513459481287;  // Gauss: 1/√12
            const double gap = key.along - before;
            const double x = before + gap * (0.5 + (i == 0 ? -half_apart : half_apart));
            station.slopes[i] = static_cast<Scalar>(beam_slope(branch.taper, x));
            station.ways[i] = column<Scalar>(gap / 2 * branch.curve.slope(x));
        }
        along_.push_back(static_cast<Scalar>(key.along));
        stations_.push_back(station);
    }
    for (const BranchId id : plant.branches.rows()) {
        const Branch& branch = plant.branches[id];
        if (branch.parent.exists()) runs_[id.value].holder = find({branch.parent, branch.along});
        if (levels_.size() <= branch.order) levels_.resize(branch.order + 1u);
        levels_[branch.order].push_back(id.value);
        if (bending == Bending::printed) fits_.push_back(fit_even(branch.taper));
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

/// The centreline summed from station to station, each with its own turn about the bend's axis a by
/// θ, cos θ = c and sin θ = s. With H the holder's turn, H₀ = H(1 − aaᵀ) and H₁ = H[a]×,
///
///     turn = Haaᵀ + c H₀ + s H₁,  offset = h + H₀(base + Σcw − c x) + H₁(Σsw − s x)
///
/// for the station at x of the centreline, its ways w before it, and the holder's offset h.
template <class Scalar>
void Stations<Scalar>::bend_branch(const Run& run, const Bend& bend, const Motion& holder,
                                   std::span<Motion> out) const {
    const Column a = column<Scalar>(bend.axis), along = holder.turned(a);
    const Motion fixed{along * a[0], along * a[1], along * a[2], Column::Zero()};
    const Motion across{holder.x - fixed.x, holder.y - fixed.y, holder.z - fixed.z, holder.offset};
    const Motion quarter{holder.y * a[2] - holder.z * a[1], holder.z * a[0] - holder.x * a[2],
                         holder.x * a[1] - holder.y * a[0], Column::Zero()};
    const auto amplitude = static_cast<Scalar>(bend.amplitude);
    Column cosines = run.base, sines = Column::Zero();
    for (uint32_t i = run.first; i < run.end; ++i) {
        const Station& station = stations_[i];
        const Column tangent = amplitude * station.slopes;
        const Column c = (1 + tangent.array().square()).rsqrt();
        const Column s = tangent.cwiseProduct(c);
        cosines += c[0] * station.ways[0] + c[1] * station.ways[1];
        sines += s[0] * station.ways[0] + s[1] * station.ways[1];
        Motion& now = out[i];
        now.x = fixed.x + c[2] * across.x + s[2] * quarter.x;
        now.y = fixed.y + c[2] * across.y + s[2] * quarter.y;
        now.z = fixed.z + c[2] * across.z + s[2] * quarter.z;
        now.offset = across.moved(Column(cosines - c[2] * station.centre)) +
                     quarter.turned(Column(sines - s[2] * station.centre));
    }
}

/// Without correction of length: every place goes across by the deflection there.
template <class Scalar>
void Stations<Scalar>::shear_branch(uint32_t id, const Bend& bend, const Motion& holder,
                                    std::span<Motion> out) const {
    const Vec3 along = (*branches_)[BranchId(id)].frame * Vec3::UnitX();
    const Column aside = column<Scalar>(bend.axis.cross(along));
    const auto way = along.cast<Scalar>().eval();
    const auto amplitude = static_cast<Scalar>(bend.amplitude);
    for (uint32_t i = runs_[id].first; i < runs_[id].end; ++i) {
        const Station& station = stations_[i];
        const Scalar steep = amplitude * station.slopes[2];
        const Scalar across =
            amplitude * station.slopes[3] - steep * way.dot(station.centre.template head<3>());
        out[i] = holder * Motion{Column::UnitX() + steep * way.x() * aside,
                                 Column::UnitY() + steep * way.y() * aside,
                                 Column::UnitZ() + steep * way.z() * aside, across * aside};
    }
}

/// [Habel2009] eq. 12 and 13: every direction by itself.
template <class Scalar>
void Stations<Scalar>::bend_as_the_paper(uint32_t id, const Bend& bend, const Motion& holder,
                                         std::span<Motion> out) const {
    const Branch& branch = (*branches_)[BranchId(id)];
    const Vec3 along = branch.frame * Vec3::UnitX();
    const Vec3 local = branch.frame.conjugate() * bend.axis;  // (0, −z, y)
    for (uint32_t i = runs_[id].first; i < runs_[id].end; ++i) {
        const double x = double(along_[i]);
        Vec3 way = Vec3::Zero(), steep = Vec3::Zero();
        for (const auto& [share, direction] :
             {std::pair(local.z(), Vec3(branch.frame * Vec3::UnitY())),
              std::pair(-local.y(), Vec3(branch.frame * Vec3::UnitZ()))}) {
            const double amplitude = share * bend.amplitude;
            const BentPoint bent = bend_as_printed(fits_[id], amplitude, x);
            way += branch.length * ((bent.along - x) * along + bent.across * direction);
            steep += amplitude * fits_[id].slope(bent.along) * direction;
        }
        const Mat3 shear = Mat3::Identity() + steep * along.transpose();
        const Vec3 centre = stations_[i].centre.template head<3>().template cast<double>();
        out[i] = holder * Motion{column<Scalar>(shear.col(0)), column<Scalar>(shear.col(1)),
                                 column<Scalar>(shear.col(2)),
                                 column<Scalar>(centre + way - shear * centre)};
    }
}

template <class Scalar>
void Stations<Scalar>::move_branch(uint32_t id, const Bend& bend, std::span<Motion> out) const {
    const Run& run = runs_[id];
    const Motion holder = run.holder == no_holder ? Motion{} : out[run.holder];
    if (bending_ == Bending::true_length)
        bend_branch(run, bend, holder, out);
    else if (bending_ == Bending::sheared)
        shear_branch(id, bend, holder, out);
    else
        bend_as_the_paper(id, bend, holder, out);
}

template <class Scalar>
void Stations<Scalar>::move(std::span<const Bend> bends, std::vector<Motion>& out) const {
    if (out.size() < stations_.size()) out.resize(stations_.size());
    constexpr size_t grain = 64;  // branches
    for (const std::vector<uint32_t>& level : levels_)
        steady_chunks(level.size(), grain, [&](size_t begin, size_t end) {
            for (size_t k = begin; k < end; ++k) move_branch(level[k], bends[level[k]], out);
        });
}

template <class Scalar>
StationMotion<Scalar> normals_of(const StationMotion<Scalar>& motion) {
    return {motion.y.cross3(motion.z), motion.z.cross3(motion.x), motion.x.cross3(motion.y),
            StationMotion<Scalar>::Column::Zero()};
}

template StationMotion<float> normals_of(const StationMotion<float>&);
template StationMotion<double> normals_of(const StationMotion<double>&);
template class Stations<float>;
template class Stations<double>;

}  // namespace thigmo
