// Centrelines cut into bricks, sized and swept.
#include "thigmo/sim/solid_sweep.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "thigmo/mechanics/sweep.h"
#include "thigmo/plant/names.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/brick_places.h"
#include "thigmo/sim/rigid_part.h"
#include "thigmo/sim/wood.h"
#include "thigmo/sim/wood_bricks.h"

namespace thigmo {
namespace {

/// The direction across the centreline in which a shape is widest.
Vec3 blade_width(const Plant& plant, DomainId domain, const Vec3& axis) {
    const Placement& placement = plant.domains.placement[domain];
    const TriangleMesh& mesh = plant.shapes[plant.domains.shape[domain]].mesh;
    Mat3 normals = Mat3::Zero();  // areas times n nᵀ
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3 a = mesh.positions[i].cast<double>(), b = mesh.positions[j].cast<double>(),
                   c = mesh.positions[k].cast<double>();
        const Vec3 twice = (b - a).cross(c - a);
        if (twice.norm() > 0) normals += twice * twice.transpose() / twice.norm();
    }
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(normals);
    const Vec3 normal = placement.rotation * solver.eigenvectors().col(2);
    const Vec3 width = axis.cross(normal);
    return width.norm() > 1e-6 ? width.normalized() : axis.unitOrthogonal();
}

struct BentBlade {
    double half_width = 0, half_thickness = 0;
    SolidMaterial material;
};

/// A leaf as a blade of one width: so stiff that, held out level, its tip turns by no more than
/// leaf_sag under its weight, m g ℓ²/6EI. One thinner than a hundredth of its width is made that
/// thick, as stiff and as heavy as before: bricks cannot be like paper.
BentBlade blade_of(const Plant& plant, DomainId domain, double length, double stiffer) {
    const Material& material = plant.materials[plant.domains.material[domain]];
    const double scale = plant.domains.placement[domain].scale;
    const Shape& shape = plant.shapes[plant.domains.shape[domain]];
    const double area = shape.area * scale * scale, width = area / length;
    double thickness = shape.thickness * scale;
    const double weight = standard_gravity * shape_mass(plant, domain);
    const double second = width * std::pow(thickness, 3) / 12;
    const double needed = weight * length * length / (6 * leaf_sag * second);
    double factor = stiffer * std::max(1.0, needed / material.young), lighter = 1;
    if (const double least = 0.01 * width; thickness < least) {
        lighter = thickness / least;
        factor *= std::pow(lighter, 3);
        thickness = least;
    }
    return {0.5 * width,
            0.5 * thickness,
            {factor * material.young, factor * material.shear, lighter * material.density}};
}

/// Where a centreline bends to, so that copies of it that are only turned have the same mesh.
Vec3 bend_of(const Centreline& line) {
    const Vec3 axis = (line.point(1e-3) - line.point(0)).normalized();
    Vec3 most = Vec3::Zero();
    for (int i = 1; i <= 8; ++i) {
        const Vec3 arm = line.point(i / 8.0) - line.point(0), off = arm - arm.dot(axis) * axis;
        if (off.norm() > 1.001 * most.norm()) most = off;
    }
    return most.norm() > 1e-6 * line.length() ? most : Vec3(Vec3::UnitX());
}

/// Straighter by one pass where bricks are folded; the chain's ends stay.
void smooth(const std::vector<uint32_t>& folded, std::vector<SweptSection>& sections) {
    std::vector<uint8_t> moves(sections.size(), 0);
    for (const uint32_t brick : folded)
        for (size_t s = 2 * brick; s <= 2 * brick + 2; ++s) moves[s] = 1;
    std::vector<Vec3> centres;
    for (const SweptSection& section : sections) centres.push_back(section.centre);
    for (size_t s = 1; s + 1 < sections.size(); ++s)
        if (moves[s] != 0)
            sections[s].centre = 0.25 * (centres[s - 1] + 2 * centres[s] + centres[s + 1]);
}

/// Makes a centreline so straight that no section crosses another. True where it was before.
bool make_sound(SectionOutline outline, const Vec3& width, double length,
                std::vector<SweptSection>& sections) {
    const std::vector<SolidMaterial> any((sections.size() - 1) / 2);
    constexpr int most_passes = 80;
    for (int pass = 0; pass < most_passes; ++pass) {
        const std::vector<uint32_t> folded = folded_bricks(sweep(sections, outline, width, any));
        if (folded.empty()) return pass == 0;
        smooth(folded, sections);
    }
    const Vec3 start = sections.front().centre, reach = sections.back().centre - start;
    const Vec3 way = reach.norm() > 0.01 * length ? Vec3(reach.normalized()) : Vec3(Vec3::UnitY());
    for (size_t s = 0; s < sections.size(); ++s)
        sections[s].centre = start + length * static_cast<double>(s) /
                                         static_cast<double>(sections.size() - 1) * way;
    return false;
}

/// Places on a run at which branches sit that bend: all, and those inside segments.
struct BranchSeats {
    std::vector<double> all, inside;
};

BranchSeats branch_seats(const Plant& plant, DomainId owner, Rows<SegmentId> run,
                         const Centreline& line) {
    BranchSeats seats;
    for (const DomainId domain : subtree(plant, owner)) {
        const Attachment& at = plant.domains.attachment[domain];
        if (plant.domains.flexible[domain] == 0 || !at.segment.exists() ||
            !run.contains(at.segment) || is_centreline_only(plant, domain))
            continue;
        const size_t row = at.segment.value - run.first;
        const double a = line.ends()[row], b = line.ends()[row + 1], along = a + at.along * (b - a);
        const double apart = 2 * line.radius(along) / line.length();
        seats.all.push_back(along);
        if (along - a > apart && b - along > apart) seats.inside.push_back(along);
    }
    return seats;
}

/// Whether two segments state the same of their wood.
bool is_same_wood(const Plant& plant, SegmentId a, SegmentId b) {
    if (plant.articulations.empty()) return true;
    const Articulation &one = plant.articulations[a], &other = plant.articulations[b];
    return one.density == other.density && one.mass == 0 && other.mass == 0 &&
           one.young == other.young;
}

/// Places on a run where it turns sharply: sections lean there, and long bricks would lean with
/// them.
std::vector<double> kinks_of(const Plant& plant, Rows<SegmentId> run, const Centreline& line) {
    constexpr double sharp = 1;  // rad
    std::vector<double> kinks;
    for (uint32_t row = 1; row < run.count; ++row) {
        const Vec3 below = direction(plant.segments, SegmentId(run.first + row - 1)),
                   above = direction(plant.segments, SegmentId(run.first + row));
        if (below.dot(above) < std::cos(sharp)) kinks.push_back(line.ends()[row]);
    }
    return kinks;
}

std::vector<double> wood_bricks(const Plant& plant, DomainId domain, Rows<SegmentId> run,
                                const Centreline& line, bool collars) {
    const BranchSeats seats = branch_seats(plant, domain, run, line);
    std::vector<double> ends = place_bricks(
        line, [&](SegmentId a, SegmentId b) { return is_same_wood(plant, a, b); }, seats.inside);
    constexpr double kink_reach = 3;  // radii
    add_collars(line, kinks_of(plant, run, line), kink_reach, ends);
    if (collars)
        add_collars(line, seats.all, couple_reach(wood_there(plant, domain, run.front(), 0)), ends);
    return ends;
}

}  // namespace

DomainSolid sweep_segments(const Plant& plant, DomainId domain, Rows<SegmentId> run,
                           const SolidSettings& settings, const StandingFactors& standing,
                           Log& log) {
    const Centreline line(plant.segments, run, least_radius(plant, domain));
    const bool is_blade = is_centreline_only(plant, domain);
    const BentBlade blade =
        is_blade ? blade_of(plant, domain, line.length(), settings.leaf.stiffness) : BentBlade{};
    const std::vector<double> ends = is_blade
                                         ? place_blade_bricks(line, 2 * blade.half_thickness)
                                         : wood_bricks(plant, domain, run, line, settings.collars);
    const Rod rod{plant, domain, run, line, ends, [&](double along) {
                      return standing.segments.empty()
                                 ? 1.0
                                 : standing.of_segment(plant.segments.key[line.segment(along)]);
                  }};
    std::vector<SweptSection> sections = round_sections(rod);
    Vec3 width = bend_of(line);
    if (is_blade) {
        width = blade_width(plant, domain, (line.point(1) - line.point(0)).normalized());
        for (SweptSection& section : sections) {
            section.half_width = blade.half_width;
            section.half_thickness = blade.half_thickness;
        }
    }
    const SectionOutline outline = is_blade ? SectionOutline::rectangle : SectionOutline::ellipse;
    if (!make_sound(outline, width, line.length(), sections))
        log.warn(fmt::format("{}: turns sharper than it is thick: made straighter as a solid",
                             domain_name(plant, domain)));
    std::vector<SolidMaterial> materials(ends.size() - 1, blade.material);
    if (!is_blade) materials = wood_materials(rod, sections);
    for (size_t e = 0; is_blade && e < materials.size(); ++e)
        make_stiffer(rod.stiffer(0.5 * (ends[e] + ends[e + 1])), materials[e]);
    DomainSolid solid;
    solid.domain = domain;
    solid.segments = run;
    solid.length = line.length();
    solid.ends = line.ends();
    solid.brick_ends = ends;
    solid.damping_ratio = plant.materials[plant.domains.material[domain]].damping_ratio;
    solid.mesh = sweep(sections, outline, width, materials);
    if (!is_blade) tune_wood(rod, sections, solid.mesh);
    return solid;
}

}  // namespace thigmo
