// Centrelines cut into bricks, sized and swept.
#include "thigmo/sim/solid_sweep.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>

#include "thigmo/mechanics/sweep.h"
#include "thigmo/plant/names.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/brick_places.h"
#include "thigmo/sim/rigid_part.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

/// The radius at the ends and in the middle of a brick: it goes as a parabola through them, and
/// never back.
std::array<double, 3> brick_radii(const Centreline& line, double from, double to) {
    const double a = line.radius(from), b = line.radius(to), mean = 0.5 * (a + b);
    const double most = 0.25 * std::abs(b - a);
    return {a, std::clamp(line.radius(0.5 * (from + to)), mean - most, mean + most), b};
}

std::vector<SweptSection> round_sections(const Centreline& line, const std::vector<double>& ends) {
    std::vector<SweptSection> sections{{line.point(0), line.radius(0), line.radius(0)}};
    for (size_t e = 0; e + 1 < ends.size(); ++e) {
        const auto [base, middle, tip] = brick_radii(line, ends[e], ends[e + 1]);
        sections.push_back({line.point(0.5 * (ends[e] + ends[e + 1])), middle, middle});
        sections.push_back({line.point(ends[e + 1]), tip, tip});
    }
    return sections;
}

/// What a brick must have of modulus and of density, × this, to bend by a moment and to weigh as
/// the wood does that it is of:
///
///     f = ∫ ds/r⁴ of the brick / ∫ ds/αr⁴ of the wood,   g = ∫ r² ds of the wood / of the brick
///
/// The brick's radius and its centreline are parabolas through its three sections; α is by how much
/// the wood is made stiffer so that it stands.
struct BrickFactors {
    double modulus = 1, density = 1;
};

/// α at a share of the length.
using Stiffer = std::function<double(double)>;

BrickFactors brick_factors(const Centreline& line, double from, double to,
                           std::span<const SweptSection> sections, const Stiffer& stiffer) {
    const auto [base, middle, tip] = brick_radii(line, from, to);
    const double slope = 0.5 * (tip - base), bend = 0.5 * (tip + base) - middle;
    const Vec3 way = 0.5 * (sections[2].centre - sections[0].centre),
               turn = sections[0].centre - 2 * sections[1].centre + sections[2].centre;
    const double wood = 0.5 * (to - from) * line.length();
    double soft[2] = {0, 0}, volume[2] = {0, 0};
    constexpr int samples = 64;
    for (int i = 0; i < samples; ++i) {
        const double share = (i + 0.5) / samples, x = 2 * share - 1;
        const double radius[2] = {middle + slope * x + bend * x * x,
                                  line.radius(from + share * (to - from))};
        const double ds[2] = {(way + x * turn).norm(), wood};
        const double factor[2] = {1, stiffer(from + share * (to - from))};
        for (int k = 0; k < 2; ++k) {
            soft[k] += ds[k] * std::pow(radius[k], -4) / factor[k];
            volume[k] += ds[k] * radius[k] * radius[k];
        }
    }
    return {soft[0] / soft[1], volume[1] / volume[0]};
}

/// Where a run begins and ends, as shares of its domain's length.
std::pair<double, double> place_of_run(const Plant& plant, DomainId domain, Rows<SegmentId> run) {
    double whole = 0, before = 0, own = 0;
    for (const SegmentId segment : plant.domains.segments[domain]) {
        const double length = thigmo::length(plant.segments, segment);
        whole += length;
        if (segment < run.front()) before += length;
        if (run.contains(segment)) own += length;
    }
    return {before / whole, (before + own) / whole};
}

/// Fills material with what the segments state, else what the domain's material is there.
std::vector<SolidMaterial> wood_materials(const Plant& plant, DomainId domain, Rows<SegmentId> run,
                                          const Centreline& line, const std::vector<double>& ends,
                                          std::span<const SweptSection> sections,
                                          const Stiffer& stiffer) {
    const auto [base, tip] = place_of_run(plant, domain, run);
    const double frusta = mass(plant, domain) - shape_mass(plant, domain);
    const double cover = 1 + shape_mass(plant, domain) / frusta;
    std::vector<SolidMaterial> materials;
    for (size_t e = 0; e + 1 < ends.size(); ++e) {
        const double on_run = 0.5 * (ends[e] + ends[e + 1]);
        const double along = base + (tip - base) * on_run;
        const SegmentId segment = line.segment(on_run);
        const SolidMaterial wood = wood_there(plant, domain, segment, along);
        const BrickFactors factors =
            brick_factors(line, ends[e], ends[e + 1], sections.subspan(2 * e, 3), stiffer);
        materials.push_back({factors.modulus * wood.young, factors.modulus * wood.shear,
                             factors.density * cover * wood.density});
    }
    return materials;
}

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

std::vector<double> wood_bricks(const Plant& plant, DomainId domain, Rows<SegmentId> run,
                                const Centreline& line, bool collars) {
    const BranchSeats seats = branch_seats(plant, domain, run, line);
    std::vector<double> ends = place_bricks(
        line, [&](SegmentId a, SegmentId b) { return is_same_wood(plant, a, b); }, seats.inside);
    if (collars)
        add_collars(line, seats.all, couple_reach(wood_there(plant, domain, run.front(), 0)), ends);
    return ends;
}

}  // namespace

void make_stiffer(double factor, SolidMaterial& material) {
    material.young *= factor;
    material.shear *= factor;
}

SolidMaterial wood_there(const Plant& plant, DomainId domain, SegmentId segment, double along) {
    const Material& material = plant.materials[plant.domains.material[domain]];
    const Vec3 moduli_there = stated_moduli(plant, domain, segment, moduli(material, along));
    double density = material.density * (1 + (material.tip_density - 1) * along);
    if (!plant.articulations.empty()) {
        const Articulation& stated = plant.articulations[segment];
        if (stated.density > 0) density = stated.density;
        if (stated.mass > 0) density = stated.mass / volume(plant.segments, segment);
    }
    return {moduli_there.y(), moduli_there.x(), density};
}

DomainSolid sweep_segments(const Plant& plant, DomainId domain, Rows<SegmentId> run,
                           const SolidSettings& settings, const StandingFactors& standing,
                           Log& log) {
    const Centreline line(plant.segments, run);
    const Stiffer stiffer = [&](double along) {
        return standing.segments.empty()
                   ? 1.0
                   : standing.of_segment(plant.segments.key[line.segment(along)]);
    };
    const bool is_blade = is_centreline_only(plant, domain);
    const BentBlade blade =
        is_blade ? blade_of(plant, domain, line.length(), settings.leaf.stiffness) : BentBlade{};
    const std::vector<double> ends = is_blade
                                         ? place_blade_bricks(line, 2 * blade.half_thickness)
                                         : wood_bricks(plant, domain, run, line, settings.collars);
    std::vector<SweptSection> sections = round_sections(line, ends);
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
    if (!is_blade) materials = wood_materials(plant, domain, run, line, ends, sections, stiffer);
    for (size_t e = 0; is_blade && e < materials.size(); ++e)
        make_stiffer(stiffer(0.5 * (ends[e] + ends[e + 1])), materials[e]);
    DomainSolid solid;
    solid.domain = domain;
    solid.segments = run;
    solid.length = line.length();
    solid.ends = line.ends();
    solid.brick_ends = ends;
    solid.damping_ratio = plant.materials[plant.domains.material[domain]].damping_ratio;
    solid.mesh = sweep(sections, outline, width, materials);
    return solid;
}

}  // namespace thigmo
