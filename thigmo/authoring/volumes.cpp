// Voxels per domain in parallel, and parents against children voxel by voxel.
#include "thigmo/authoring/volumes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "thigmo/base/error.h"
#include "thigmo/base/parallel.h"
#include "thigmo/base/range.h"
#include "thigmo/plant/domain_surface.h"
#include "thigmo/plant/names.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

bool takes_volume(const Plant& plant, DomainId domain) {
    return plant.domains.flexible[domain] != 0 && plant.domains.shape[domain].exists() &&
           !plant.domains.segments[domain].empty();
}

/// `longest`: edge of the whole plant's box.
VoxelMesh voxelise_domain(const Plant& plant, DomainId domain, double longest,
                          const VolumeSettings& settings) {
    const DomainSurface body = domain_surface(plant, domain);
    Box box;
    for (const Vec3& position : body.positions) box.extend(position);
    const double own = box.sizes().maxCoeff();
    const double resolution = std::max(1.0, std::round(settings.resolution * own / longest));
    // A shape without extent is one voxel of the plant's own size.
    const double cell = own > 0 ? settings.expansion * own / resolution
                                : settings.expansion * longest / settings.resolution;
    return voxelise(body.positions, body.triangles, cell);
}

/// Whether any voxel of the mesh meets a box.
bool meets(const VoxelMesh& mesh, const Vec3& low, const Vec3& high) {
    Voxel first, last;
    for (int k = 0; k < 3; ++k) {
        const double from = std::ceil((low[k] - mesh.origin[k]) / mesh.cell) - 1,
                     to = std::floor((high[k] - mesh.origin[k]) / mesh.cell);
        if (to < 0 || from > UINT16_MAX) return false;
        first[static_cast<size_t>(k)] = static_cast<uint16_t>(std::max(from, 0.0));
        last[static_cast<size_t>(k)] = static_cast<uint16_t>(std::min(to, 65535.0));
    }
    for (uint32_t x = first[0]; x <= last[0]; ++x)
        for (uint32_t y = first[1]; y <= last[1]; ++y) {
            const Voxel wanted{static_cast<uint16_t>(x), static_cast<uint16_t>(y), first[2]};
            const auto found = std::ranges::lower_bound(mesh.voxels, wanted);
            if (found != mesh.voxels.end() && (*found)[0] == x && (*found)[1] == y &&
                (*found)[2] <= last[2])
                return true;
        }
    return false;
}

size_t nearest_voxel(const VoxelMesh& mesh, const Vec3& point) {
    size_t nearest = 0;
    double least = INFINITY;
    for (size_t i = 0; i < mesh.voxels.size(); ++i) {
        const Vec3 low = mesh.corner_at(mesh.voxels[i]);
        const Vec3 inside = point.cwiseMax(low).cwiseMin(low + Vec3::Constant(mesh.cell));
        const double squared = (inside - point).squaredNorm();
        if (squared < least) {
            least = squared;
            nearest = i;
        }
    }
    return nearest;
}

/// The corners of a volume, as they are found to be fixed.
class Fixing {
  public:
    Fixing(const VoxelMesh& mesh, const Vec3& base)
        : mesh_(mesh), base_(base), corners_(corners(mesh)), fixed_(corners_.places.size()) {}

    void fix_voxel(size_t voxel) {
        for (const uint32_t corner : corners_.of_voxel[voxel]) fixed_[corner] = 1;
    }
    void fix_base() { fix_voxel(nearest_voxel(mesh_, base_)); }
    void fix_in(const VoxelMesh& parent) {
        for (size_t i = 0; i < mesh_.voxels.size(); ++i) {
            const Vec3 low = mesh_.corner_at(mesh_.voxels[i]);
            if (meets(parent, low, low + Vec3::Constant(mesh_.cell))) fix_voxel(i);
        }
    }
    void fix_heights(const Range& range) {
        for (size_t i = 0; i < fixed_.size(); ++i)
            if (range.holds(mesh_.corner_at(corners_.places[i]).y())) fixed_[i] = 1;
    }
    std::vector<uint32_t> numbers() const {
        std::vector<uint32_t> numbers;
        for (uint32_t i = 0; i < fixed_.size(); ++i)
            if (fixed_[i] != 0) numbers.push_back(i);
        return numbers;
    }
    bool all() const { return std::ranges::find(fixed_, 0) == fixed_.end(); }

  private:
    const VoxelMesh& mesh_;
    Vec3 base_;
    VoxelCorners corners_;
    std::vector<uint8_t> fixed_;
};

/// The heights at which the ground, or what a root hangs from, holds it.
Range held_heights(const Box& whole, const Box& root, double base, const VolumeSettings& settings) {
    if (settings.ground) return {-INFINITY, *settings.ground};
    const double reach = settings.ground_share * whole.sizes().y();
    if (base > root.center().y()) return {whole.max().y() - reach, INFINITY};
    return {-INFINITY, whole.min().y() + reach};
}

Box box_of(const VoxelMesh& mesh) {
    Box box;
    for (const Voxel& voxel : mesh.voxels) {
        const Vec3 low = mesh.corner_at(voxel);
        box.extend(low);
        box.extend(Vec3(low + Vec3::Constant(mesh.cell)));
    }
    return box;
}

/// What holds a domain of its corners.
Fixing fix_domain(const Plant& plant, DomainId domain, const Box& whole,
                  const VolumeSettings& settings) {
    const VoxelMesh& mesh = plant.volumes[domain].mesh;
    const Vec3 base = plant.segments.start[plant.domains.segments[domain].front()];
    const DomainId parent = plant.domains.parent[domain];
    Fixing fixing(mesh, base);
    if (parent.exists()) {
        fixing.fix_in(plant.volumes[parent].mesh);
        fixing.fix_base();
        return fixing;
    }
    fixing.fix_heights(held_heights(whole, box_of(mesh), base.y(), settings));
    if (!settings.ground && fixing.numbers().empty()) fixing.fix_base();
    return fixing;
}

void note(const Plant& plant, const std::vector<DomainId>& domains, const char* why, Log& log) {
    if (domains.empty()) return;
    constexpr size_t most = 8;  // that are named
    std::string names;
    for (size_t i = 0; i < std::min(most, domains.size()); ++i)
        names += (i > 0 ? ", " : "") + domain_name(plant, domains[i]);
    if (domains.size() > most) names += fmt::format(" and {} more", domains.size() - most);
    log.warn(fmt::format("{} {} rigid as a solid: {}: {}", domains.size(),
                         domains.size() == 1 ? "domain" : "domains", why, names));
}

}  // namespace

void check(const VolumeSettings& settings) {
    const auto expect = [](const char* name, double value, double low, double high) {
        if (!(value >= low && value <= high))
            throw InputError(fmt::format("{}: found {}, expected {} … {}", name, value, low, high));
    };
    expect("resolution", settings.resolution, 1, 1000);
    expect("expansion", settings.expansion, 1, 10);
    expect("ground", settings.ground.value_or(0), -1e6, 1e6);
    expect("ground_share", settings.ground_share, 0, 1);
}

void build_volumes(Plant& plant, const VolumeSettings& settings, Progress& progress) {
    check(settings);
    const Box whole = grown_bounds(plant);
    const double longest = whole.isEmpty() ? 0 : whole.sizes().maxCoeff();
    Column<DomainId, Volume> volumes(plant.domains.size());
    std::mutex reporting;
    size_t done = 0;
    parallel_chunks(plant.domains.size(), 1, [&](size_t row, size_t) {
        const DomainId domain(row);
        if (!takes_volume(plant, domain) || progress.cancelled()) return;
        volumes[domain].mesh = voxelise_domain(plant, domain, longest, settings);
        const std::scoped_lock lock(reporting);
        progress.report(static_cast<double>(++done) / static_cast<double>(plant.domains.size()),
                        "voxels");
    });
    if (!progress.cancelled()) plant.volumes = std::move(volumes);
}

MadeRigid fix_vertices(Plant& plant, const VolumeSettings& settings, Log& log) {
    check(settings);
    const Box whole = grown_bounds(plant);
    Column<DomainId, uint8_t> all(plant.domains.size());
    parallel_chunks(plant.volumes.size(), 1, [&](size_t row, size_t) {
        const DomainId domain(row);
        if (plant.volumes[domain].mesh.voxels.empty()) return;
        const Fixing fixing = fix_domain(plant, domain, whole, settings);
        plant.volumes[domain].fixed = fixing.numbers();
        all[domain] = fixing.all();
    });
    MadeRigid rigid;
    for (const DomainId domain : plant.volumes.rows()) {
        Volume& volume = plant.volumes[domain];
        if (volume.mesh.voxels.empty()) continue;
        if (all[domain] != 0) rigid.all_fixed.push_back(domain);
        if (volume.fixed.empty()) rigid.none_fixed.push_back(domain);
        if (all[domain] == 0 && !volume.fixed.empty()) continue;
        volume = {};
    }
    note(plant, rigid.all_fixed, "their parents hold all of them", log);
    note(plant, rigid.none_fixed, "nothing holds them", log);
    return rigid;
}

}  // namespace thigmo
