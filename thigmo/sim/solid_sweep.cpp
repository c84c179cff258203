// Centrelines resampled, sized and swept.
#include "thigmo/sim/solid_sweep.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "thigmo/mechanics/sweep.h"
#include "thigmo/plant/names.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/rigid_part.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

/// A centreline by its length: where it is, how thick, and which segment that is.
class Centreline {
  public:
    Centreline(const Plant& plant, Rows<SegmentId> run) : segments_(plant.segments), run_(run) {
        ends_.push_back(0);
        for (const SegmentId segment : run_)
            ends_.push_back(ends_.back() + thigmo::length(segments_, segment));
        length_ = ends_.back();
        for (double& end : ends_) end /= length_;
        ends_.back() = 1;
        constexpr double sharpest = 0.05;  // a tip drawn to a point would have no stiffness at all
        for (const SegmentId segment : run_)
            least_radius_ = std::max({least_radius_, sharpest * segments_.start_radius[segment],
                                      sharpest * segments_.end_radius[segment]});
    }

    double length() const { return length_; }
    const std::vector<double>& ends() const { return ends_; }
    SegmentId segment(double along) const { return SegmentId(run_.first + place(along).first); }
    Vec3 point(double along) const {
        const auto [row, share] = place(along);
        const SegmentId at(run_.first + row);
        return (1 - share) * segments_.start[at] + share * segments_.end[at];
    }
    double radius(double along) const {
        const auto [row, share] = place(along);
        const SegmentId at(run_.first + row);
        return std::max(least_radius_, (1 - share) * segments_.start_radius[at] +
                                           share * segments_.end_radius[at]);
    }
    /// The share of the length at which a way from 0 to 1 is, that goes half by length and half by
    /// diameters.
    double by_slenderness(double way) const {
        constexpr int steps = 256;
        double diameters = 0, before = 0, sum = 0;
        for (int i = 0; i < steps; ++i) diameters += 1 / radius((i + 0.5) / steps);
        for (int i = 0; i < steps; ++i) {
            before = sum;
            sum += 0.5 / steps + 0.5 / (radius((i + 0.5) / steps) * diameters);
            if (sum >= way) return std::min(1.0, (i + (way - before) / (sum - before)) / steps);
        }
        return 1;
    }

  private:
    std::pair<size_t, double> place(double along) const {
        const auto above = std::upper_bound(ends_.begin() + 1, ends_.end() - 1, along);
        const auto row = static_cast<size_t>(above - ends_.begin() - 1);
        return {row, (along - ends_[row]) / (ends_[row + 1] - ends_[row])};
    }

    const Segments& segments_;
    Rows<SegmentId> run_;
    std::vector<double> ends_;  // shares of the length
    double length_ = 0, least_radius_ = 0;
};

/// Enough that modes and large bends are right to a fraction of a percent, none shorter than thick.
size_t count_bricks(const Centreline& line, size_t segments) {
    double diameter = 0;
    constexpr int samples = 8;
    for (int i = 0; i < samples; ++i) diameter += 2 * line.radius((i + 0.5) / samples) / samples;
    const auto slender = static_cast<size_t>(
        std::ceil(std::min(line.length() / (4 * std::max(diameter, 1e-9)), 1e3)));
    return std::clamp<size_t>(std::max(slender, std::min<size_t>(segments, 10)), 4, 12);
}

/// Where bricks meet, as shares of the length: a short first one, since a fixed section cannot grow
/// thinner or thicker and holds what is within its thickness, a share of the length; the others as
/// `place` has it, which takes even shares to places.
template <class Place>
std::vector<double> place_bricks(size_t bricks, double thickness, const Place& place) {
    const double even = 1.0 / static_cast<double>(bricks);
    const double first = std::clamp(thickness, 0.05 * even, even);
    std::vector<double> ends{0};
    for (size_t e = 0; e < bricks; ++e)
        ends.push_back(
            place(first + (1 - first) * static_cast<double>(e) / static_cast<double>(bricks - 1)));
    return ends;
}

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

/// What a brick, whose radius goes as a parabola through its three sections, must have of modulus
/// and of density, × this, to bend by a moment and to weigh as the wood does that it is of:
///
///     f = ∫ ds/r⁴ of the brick / ∫ ds/r⁴ of the wood,    g = ∫ r² ds of the wood / of the brick
struct BrickFactors {
    double modulus = 1, density = 1;
};

BrickFactors brick_factors(const Centreline& line, double from, double to) {
    const auto [base, middle, tip] = brick_radii(line, from, to);
    const double slope = 0.5 * (tip - base), bend = 0.5 * (tip + base) - middle;
    double soft[2] = {0, 0}, volume[2] = {0, 0};
    constexpr int samples = 64;
    for (int i = 0; i < samples; ++i) {
        const double share = (i + 0.5) / samples, x = 2 * share - 1;
        const double radius[2] = {middle + slope * x + bend * x * x,
                                  line.radius(from + share * (to - from))};
        for (int k = 0; k < 2; ++k) {
            soft[k] += std::pow(radius[k], -4);
            volume[k] += radius[k] * radius[k];
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
                                          const Centreline& line, const std::vector<double>& ends) {
    const auto [base, tip] = place_of_run(plant, domain, run);
    const Material& material = plant.materials[plant.domains.material[domain]];
    const double frusta = mass(plant, domain) - shape_mass(plant, domain);
    const double cover = 1 + shape_mass(plant, domain) / frusta;
    std::vector<SolidMaterial> materials;
    for (size_t e = 0; e + 1 < ends.size(); ++e) {
        const double on_run = 0.5 * (ends[e] + ends[e + 1]);
        const double along = base + (tip - base) * on_run;
        const SegmentId segment = line.segment(on_run);
        const Vec3 moduli_there = stated_moduli(plant, domain, segment, moduli(material, along));
        double density = material.density * (1 + (material.tip_density - 1) * along);
        if (!plant.articulations.empty()) {
            const Articulation& stated = plant.articulations[segment];
            if (stated.density > 0) density = stated.density;
            if (stated.mass > 0) density = stated.mass / volume(plant.segments, segment);
        }
        const BrickFactors factors = brick_factors(line, ends[e], ends[e + 1]);
        materials.push_back({factors.modulus * moduli_there.y(), factors.modulus * moduli_there.x(),
                             factors.density * cover * density});
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

struct Blade {
    double half_width = 0, half_thickness = 0;
    SolidMaterial material;
};

/// A leaf as a blade of one width: so stiff that, held out level, its tip turns by no more than
/// leaf_sag under its weight, m g ℓ²/6EI. One thinner than a hundredth of its width is made that
/// thick, as stiff and as heavy as before: bricks cannot be like paper.
Blade blade_of(const Plant& plant, DomainId domain, double length, double stiffer) {
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

/// Straighter by one pass; ends stay.
void smooth(std::vector<SweptSection>& sections) {
    std::vector<Vec3> centres;
    for (const SweptSection& section : sections) centres.push_back(section.centre);
    for (size_t s = 1; s + 1 < sections.size(); ++s)
        sections[s].centre = 0.25 * (centres[s - 1] + 2 * centres[s] + centres[s + 1]);
}

/// The mesh, of a centreline made so straight that no section crosses another.
SolidMesh sound_mesh(std::vector<SweptSection> sections, SectionOutline outline, const Vec3& width,
                     std::span<const SolidMaterial> materials, double length, bool& changed) {
    SolidMesh mesh = sweep(sections, outline, width, materials);
    constexpr int most_passes = 40;
    for (int pass = 0; pass < most_passes && !is_sound(mesh); ++pass) {
        changed = true;
        smooth(sections);
        mesh = sweep(sections, outline, width, materials);
    }
    if (is_sound(mesh)) return mesh;
    const Vec3 start = sections.front().centre, reach = sections.back().centre - start;
    const Vec3 way = reach.norm() > 0.01 * length ? Vec3(reach.normalized()) : Vec3(Vec3::UnitY());
    for (size_t s = 0; s < sections.size(); ++s)
        sections[s].centre = start + length * static_cast<double>(s) /
                                         static_cast<double>(sections.size() - 1) * way;
    return sweep(sections, outline, width, materials);
}

}  // namespace

DomainSolid sweep_segments(const Plant& plant, DomainId domain, Rows<SegmentId> run,
                           const SolidSettings& settings, Log& log) {
    const Centreline line(plant, run);
    const size_t bricks = count_bricks(line, run.size());
    const bool is_blade = is_centreline_only(plant, domain);
    const Blade blade =
        is_blade ? blade_of(plant, domain, line.length(), settings.leaf_stiffness) : Blade{};
    const std::vector<double> ends =
        is_blade ? place_bricks(bricks, 2 * blade.half_thickness / line.length(), std::identity())
                 : place_bricks(bricks, 2 * line.radius(0) / line.length(),
                                [&](double way) { return line.by_slenderness(way); });
    std::vector<SweptSection> sections = round_sections(line, ends);
    std::vector<SolidMaterial> materials;
    Vec3 width = bend_of(line);
    if (is_blade) {
        width = blade_width(plant, domain, (line.point(1) - line.point(0)).normalized());
        materials.assign(bricks, blade.material);
        for (SweptSection& section : sections) {
            section.half_width = blade.half_width;
            section.half_thickness = blade.half_thickness;
        }
    } else {
        materials = wood_materials(plant, domain, run, line, ends);
    }
    const SectionOutline outline = is_blade ? SectionOutline::rectangle : SectionOutline::ellipse;
    DomainSolid solid;
    solid.domain = domain;
    solid.segments = run;
    solid.length = line.length();
    solid.ends = line.ends();
    solid.brick_ends = ends;
    solid.damping_ratio = plant.materials[plant.domains.material[domain]].damping_ratio;
    bool changed = false;
    solid.mesh = sound_mesh(std::move(sections), outline, width, materials, line.length(), changed);
    if (changed)
        log.warn(fmt::format("{}: turns sharper than it is thick: made straighter as a solid",
                             domain_name(plant, domain)));
    return solid;
}

}  // namespace thigmo
