// Domains to solids, riders and patches of air.
#include "thigmo/sim/solid_plant.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "thigmo/plant/shape_binding.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/movable.h"
#include "thigmo/sim/rigid_part.h"
#include "thigmo/sim/solid_blades.h"
#include "thigmo/sim/solid_sweep.h"
#include "thigmo/sim/solid_voxels.h"
#include "thigmo/sim/standing_factors.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

/// Where a domain sits: on a section of its parent, or where a parent that does not bend rides.
SolidSeat seat_of(const Plant& plant, const SolidPlant& built, DomainId domain) {
    const DomainId parent = plant.domains.parent[domain];
    if (!parent.exists()) return {};
    if (!built.of_domain[parent].exists()) return built.seats[parent];
    const Attachment& at = plant.domains.attachment[domain];
    if (!at.segment.exists()) return {built.of_segment[plant.domains.segments[parent].back()], 1.0};
    const SolidId solid = built.of_segment[at.segment];
    return {solid, along_solid(built.solids[solid], at.segment, at.along)};
}

/// A domain that is longer than this many diameters is cut into pieces no longer than that, as far
/// as there are joints: the more slender, the further it bends, and the more a single body locks.
constexpr double stout = 20;

/// Runs of a domain's segments, as even as its joints allow: half by length and half by diameters.
std::vector<Rows<SegmentId>> piece_runs(const Plant& plant, DomainId domain, int most) {
    const Rows<SegmentId> run = plant.domains.segments[domain];
    double lengths = 0, diameters = 0;
    std::vector<std::pair<double, double>> each;  // length, and in diameters
    for (const SegmentId segment : run) {
        const double own = length(plant.segments, segment);
        const double thickness =
            plant.segments.start_radius[segment] + plant.segments.end_radius[segment];
        each.emplace_back(own, own / std::max(thickness, 1e-6 * own));
        lengths += each.back().first;
        diameters += each.back().second;
    }
    if (is_centreline_only(plant, domain)) most = 1;
    const double wanted = std::clamp(std::ceil(diameters / stout), 1.0, static_cast<double>(most));
    std::vector<Rows<SegmentId>> runs;
    double way = 0;
    for (const SegmentId segment : run) {
        const auto& [own, thin] = each[segment.value - run.first];
        const double share = 0.5 * (own / lengths + thin / diameters);
        if ((way + 0.5 * share) * wanted >= static_cast<double>(runs.size()))
            runs.push_back({segment.value, 0});
        ++runs.back().count;
        way += share;
    }
    return runs;
}

/// A domain as a solid on its seat, or as several, each on the last.
void add_solids(const Plant& plant, DomainId domain, const SolidSettings& settings,
                const StandingFactors& stiffer, SolidPlant& built) {
    SolidSeat seat = built.seats[domain];
    if (std::optional<DomainSolid> solid = voxel_solid(plant, domain, settings.solid, stiffer)) {
        solid->seat = seat;
        built.of_domain[domain] = built.solids.push_back(std::move(*solid));
        for (const SegmentId segment : plant.domains.segments[domain])
            built.of_segment[segment] = built.of_domain[domain];
        return;
    }
    for (const Rows<SegmentId>& run : piece_runs(plant, domain, settings.most_pieces)) {
        DomainSolid solid = sweep_segments(plant, domain, run, settings, stiffer, built.log);
        solid.seat = seat;
        seat = {built.solids.push_back(std::move(solid)), 1.0};
        if (!built.of_domain[domain].exists()) built.of_domain[domain] = seat.solid;
        for (const SegmentId segment : run) built.of_segment[segment] = seat.solid;
    }
}

/// Of the samples of its domain those that are a piece's, at least one.
int samples_on(const Plant& plant, const SolidPlant& built, SolidId solid, int samples) {
    const int pieces = static_cast<int>(pieces_of(plant, built, built.solids[solid].domain).size());
    return (samples + pieces - 1) / pieces;
}

/// The share of its length that stands for each of a solid's samples, and the law of its wood.
void add_wood_patches(const Plant& plant, const DomainSolid& solid, SolidId id, int samples,
                      std::vector<AirPatch>& patches) {
    const Material& material = plant.materials[plant.domains.material[solid.domain]];
    const bool blade = is_centreline_only(plant, solid.domain);
    const Rows<SegmentId> run = solid.segments;
    const int count = blade ? std::min(samples, static_cast<int>(run.size())) : samples;
    const double area = blade ? shown_area(plant, solid.domain) : 0;
    for (int i = 0; i < count; ++i) {
        const double first = static_cast<double>(i) / count, last = (i + 1.0) / count;
        const SectionFit middle = section_at(solid, 0.5 * (first + last));
        AirPatch patch;
        patch.seat = {id, 0.5 * (first + last)};
        patch.point = middle.centre;
        patch.area = area / count;
        if (!blade) {
            patch.law.axis = middle.axes.col(2);
            for (const SegmentId segment : run) {
                const size_t row = segment.value - run.first;
                const double a = std::max(first, solid.ends[row]),
                             b = std::min(last, solid.ends[row + 1]);
                if (b <= a) continue;
                const double from = plant.segments.start_radius[segment],
                             to = plant.segments.end_radius[segment];
                const double share =
                    (0.5 * (a + b) - solid.ends[row]) / (solid.ends[row + 1] - solid.ends[row]);
                patch.area += 2 * (from + share * (to - from)) * (b - a) * solid.length;
            }
        }
        patch.law.constant = drag_constant(material.drag, patch.area);
        patch.law.vogel = material.vogel;
        patches.push_back(patch);
    }
}

/// What rides on one stretch of a solid, gathered to one patch at the centre of its area.
void add_foliage_patches(const Plant& plant, int samples, const std::vector<RigidSum>& sums,
                         SolidPlant& built) {
    struct Group {
        AirPatch patch;
        std::vector<DomainId> domains;
    };
    std::map<std::tuple<SolidId, int, bool>, Group> groups;
    for (size_t i = 0; i < built.riders.size(); ++i) {
        const SolidRider& rider = built.riders[i];
        if (!rider.seat.solid.exists() || !(sums[i].area > 0)) continue;
        const Material& material = plant.materials[plant.domains.material[rider.domain]];
        const int count = samples_on(plant, built, rider.seat.solid, samples);
        const int stretch = std::min(static_cast<int>(rider.seat.along * count), count - 1);
        const bool swings = built.of_blade[rider.domain] >= 0;
        auto& [group, domains] = groups[{rider.seat.solid, stretch, swings}];
        domains.push_back(rider.domain);
        group.swings = swings;
        const double area = sums[i].area;
        group.seat.solid = rider.seat.solid;
        group.seat.along += area * rider.seat.along;
        group.point += area * sums[i].area_centre;
        group.area += area;
        const double constant = drag_constant(material.drag, area);
        group.law.vogel += constant * material.vogel;
        group.law.constant += constant;
    }
    for (auto& [key, gathered] : groups) {
        AirPatch& group = gathered.patch;
        group.seat.along /= group.area;
        group.point /= group.area;
        if (group.law.constant > 0) group.law.vogel /= group.law.constant;
        if (group.swings)
            for (const DomainId domain : gathered.domains)
                built.blades[static_cast<size_t>(built.of_blade[domain])].patch =
                    static_cast<uint32_t>(built.patches.size());
        built.patches.push_back(group);
    }
}

/// Which domains bend: flexible ones with segments, as many as may. A domain carries at least what
/// its children carry, so what bends is never carried by what was left rigid for their number.
Column<DomainId, uint8_t> find_bending(const Plant& plant, size_t most, Log& log) {
    Column<DomainId, uint8_t> bends(plant.domains.size(), 0);
    Column<DomainId, double> carried(plant.domains.size(), 0);
    std::vector<DomainId> found;
    for (size_t row = plant.domains.size(); row-- > 0;) {
        const DomainId domain(row), parent = plant.domains.parent[domain];
        if (plant.domains.kind[domain] == Kind::prop) continue;
        carried[domain] += mass(plant, domain);
        if (parent.exists()) carried[parent] += carried[domain];
        if (plant.domains.flexible[domain] != 0 && !plant.domains.segments[domain].empty())
            found.push_back(domain);
    }
    if (found.size() > most) {
        log.warn(
            fmt::format("{} of {} flexible domains bend, those that carry most; the others are "
                        "rigid",
                        most, found.size()));
        std::ranges::sort(found, [&](DomainId a, DomainId b) {
            return carried[a] != carried[b] ? carried[a] > carried[b] : a < b;
        });
        found.resize(most);
    }
    for (const DomainId domain : found) bends[domain] = 1;
    return bends;
}

}  // namespace

Rows<SolidId> pieces_of(const Plant& plant, const SolidPlant& built, DomainId domain) {
    const SolidId first = built.of_domain[domain];
    if (!first.exists()) return {};
    const SolidId last = built.of_segment[plant.domains.segments[domain].back()];
    return {first.value, last.value - first.value + 1};
}

double couple_reach(const SolidMaterial& material) {
    return std::sqrt(1.5 * material.young / material.shear / (4 * 0.89));
}

SectionFit section_at(const DomainSolid& solid, double along) {
    if (solid.voxels.exists()) return voxel_section(solid, along);
    const std::vector<double>& ends = solid.brick_ends;
    const auto above = std::upper_bound(ends.begin() + 1, ends.end() - 1, along);
    const auto brick = static_cast<size_t>(above - ends.begin() - 1);
    const double share =
        (std::clamp(along, 0.0, 1.0) - ends[brick]) / (ends[brick + 1] - ends[brick]);
    return fit_section(solid.mesh, static_cast<uint32_t>(brick), 2 * share - 1);
}

double along_solid(const DomainSolid& solid, SegmentId segment, double along) {
    const size_t row = segment.value - solid.segments.first;
    return (1 - along) * solid.ends[row] + along * solid.ends[row + 1];
}

double along_of_node(const DomainSolid& solid, size_t node) {
    if (solid.voxels.exists()) return solid.voxels.node_along[node];
    const size_t section = node / 9, brick = section / 2;
    const double along = solid.brick_ends[brick];
    return section % 2 == 1 ? 0.5 * (along + solid.brick_ends[brick + 1]) : along;
}

SolidPlant build_solids(const Plant& plant, const SolidSettings& settings) {
    require_movable(plant);
    SolidPlant built;
    built.seats.resize(plant.domains.size());
    built.of_domain.resize(plant.domains.size());
    built.of_segment.resize(plant.segments.size());
    const Column<SegmentId, Quat> frames = segment_frames(plant);
    Column<ShapeId, Plate> plates;
    for (const Shape& shape : plant.shapes) plates.push_back(make_plate(shape));
    std::vector<RigidSum> sums;
    const StandingFactors stiffer =
        standing_factors(plant, settings.footing, settings.leaf, settings.stiffness, built.log);
    const Column<DomainId, uint8_t> bends = find_bending(plant, settings.most_flexible, built.log);
    for (const DomainId domain : plant.domains.rows()) {
        built.seats[domain] = seat_of(plant, built, domain);
        if (plant.domains.kind[domain] == Kind::prop) continue;
        if (bends[domain] != 0) {
            add_solids(plant, domain, settings, stiffer, built);
            continue;
        }
        RigidSum sum = rigid_sum(plant, domain, frames, plates);
        const Rows<SegmentId> run = plant.domains.segments[domain];
        const Vec3 base = run.empty() ? plant.domains.placement[domain].position
                                      : plant.segments.start[run.front()];
        sum.area_centre += base;
        built.riders.push_back({domain, built.seats[domain], shifted(sum.solid, base)});
        sums.push_back(sum);
    }
    if (settings.solid == SolidKind::voxels) warn_of_swept(plant, built);
    for (const SolidId id : built.solids.rows())
        add_wood_patches(plant, built.solids[id], id,
                         samples_on(plant, built, id, settings.wind_samples), built.patches);
    add_blades(plant, settings.leaf, stiffer, sums, plates, built);
    add_foliage_patches(plant, settings.wind_samples, sums, built);
    return built;
}

Solid solid_of(const SolidMesh& mesh) {
    Solid sum;
    for (size_t e = 0; e < mesh.bricks.size(); ++e)
        for (const BrickPoint& point : mass_points(mesh, e)) {
            const BrickPlace place = place_in(mesh, e, point.local);
            sum = sum + point_solid(
                            material_at(mesh, e, point.local).density * point.weight * place.volume,
                            place.point);
        }
    return sum;
}

Column<SolidId, Solid> carried_solids(const SolidPlant& plant) {
    Column<SolidId, Solid> sums(plant.solids.size());
    for (const SolidRider& rider : plant.riders)
        if (rider.seat.solid.exists())
            sums[rider.seat.solid] = sums[rider.seat.solid] + rider.solid;
    for (size_t row = plant.solids.size(); row-- > 0;) {
        const SolidId id(row);
        sums[id] = sums[id] + solid_of(plant.solids[id].mesh);
        if (const SolidId below = plant.solids[id].seat.solid; below.exists())
            sums[below] = sums[below] + sums[id];
    }
    return sums;
}

}  // namespace thigmo
