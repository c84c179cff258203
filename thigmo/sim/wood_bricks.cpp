// Radii, moduli and densities of bricks.
#include "thigmo/sim/wood_bricks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "thigmo/plant/walk.h"
#include "thigmo/sim/brick_tuning.h"
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

/// A brick's section as its radius and its centreline, parabolas through its three sections, have
/// it at ζ = x.
class BrickProfile {
  public:
    BrickProfile(const std::array<double, 3>& radii, std::span<const SweptSection> sections)
        : middle_(radii[1]),
          slope_(0.5 * (radii[2] - radii[0])),
          bend_(0.5 * (radii[2] + radii[0]) - radii[1]),
          way_(0.5 * (sections[2].centre - sections[0].centre)),
          turn_(sections[0].centre - 2 * sections[1].centre + sections[2].centre) {}

    double radius(double x) const { return middle_ + slope_ * x + bend_ * x * x; }
    double step(double x) const { return (way_ + x * turn_).norm(); }  // ds/dx

  private:
    double middle_, slope_, bend_;
    Vec3 way_, turn_;
};

/// What a brick must have of modulus and of density, × this, to bend by a moment that is linear
/// along it and to weigh as the wood does that it is of. With x = −1 … 1 along it and α by how much
/// the wood is made stiffer so that it stands, the wood gives way and weighs by
///
///     cₖ = ∫ xᵏ ds/αr⁴,   mₖ = ∫ xᵏ r² ds
///
/// The brick's strains are taken at x = ±g, g = 1/√3: there it gives way by C± = ½(c₀ ± √3 c₁).
/// Where the wood is so uneven that this is not above zero, c₁ is less. At a tip moments end, so
/// the last brick bends by those that go as 1 − x and as (1 − x)² instead:
///
///     (1 + g)ᵏ C₋ + (1 − g)ᵏ C₊ = ∫ (1 − x)ᵏ ds/αr⁴,   k = 1, 2
struct BrickFactors {
    double modulus = 1, density = 1, stiffer = 0, heavier = 0;
};

/// C₋ and C₊ from c₀, c₁ and c₂.
std::array<double, 2> point_compliances(const std::array<double, 3>& c, bool is_tip) {
    const double g = 1 / std::sqrt(3.0), near = 1 - g, far = 1 + g;
    if (is_tip) {
        const double even = c[0] - c[1], ending = c[0] - 2 * c[1] + c[2];
        const std::array<double, 2> found = {(ending - near * even) / (far * (far - near)),
                                             (far * even - ending) / (near * (far - near))};
        constexpr double least = 0.02;  // of c₀
        if (std::min(found[0], found[1]) > least * c[0]) return found;
    }
    const double most = 0.9 * g * c[0], uneven = std::clamp(c[1], -most, most);
    return {0.5 * (c[0] - uneven / g), 0.5 * (c[0] + uneven / g)};
}

BrickFactors brick_factors(const Rod& rod, size_t e, std::span<const SweptSection> sections) {
    const Centreline& line = rod.line;
    const double from = rod.ends[e], to = rod.ends[e + 1];
    const bool is_tip =
        e + 2 == rod.ends.size() && rod.run.back() == rod.plant.domains.segments[rod.domain].back();
    const BrickProfile brick(brick_radii(line, from, to), sections);
    const double wood = 0.5 * (to - from) * line.length();  // ds/dx
    std::array<double, 3> c{}, m{}, own{};
    constexpr int samples = 64;
    for (int i = 0; i < samples; ++i) {
        const double share = (i + 0.5) / samples, x = 2 * share - 1, dx = 2.0 / samples;
        const double along = from + share * (to - from), r = line.radius(along);
        for (size_t k = 0; k < 3; ++k) {
            const double way = dx * std::pow(x, k);
            c[k] += way * wood / (rod.stiffer(along) * std::pow(r, 4));
            m[k] += way * wood * std::pow(line.stated_radius(along), 2);
            own[k] += way * brick.step(x) * std::pow(brick.radius(x), 2);
        }
    }
    const std::array<double, 2> give = point_compliances(c, is_tip);
    std::array<double, 2> moduli{};
    for (size_t side = 0; side < 2; ++side) {
        const double x = (side == 0 ? -1 : 1) / std::sqrt(3.0);
        moduli[side] = brick.step(x) / (std::pow(brick.radius(x), 4) * give[side]);
    }
    // ρ(1 + hx) with ρ(b₀ + h b₁) = m₀ and ρ(b₁ + h b₂) = m₁.
    const double h = (m[1] * own[0] - m[0] * own[1]) / (m[0] * own[2] - m[1] * own[1]);
    constexpr double most_uneven = 0.9;
    const double heavier = std::clamp(h, -most_uneven, most_uneven);
    return {0.5 * (moduli[0] + moduli[1]), m[0] / (own[0] + heavier * own[1]),
            std::sqrt(3.0) * (moduli[1] - moduli[0]) / (moduli[1] + moduli[0]), heavier};
}

/// Where a rod begins and ends, as shares of its domain's length.
using PlaceOfRod = std::pair<double, double>;
PlaceOfRod place_of(const Rod& rod) {
    double whole = 0, before = 0, own = 0;
    for (const SegmentId segment : rod.plant.domains.segments[rod.domain]) {
        const double length = thigmo::length(rod.plant.segments, segment);
        whole += length;
        if (segment < rod.run.front()) before += length;
        if (rod.run.contains(segment)) own += length;
    }
    return {before / whole, (before + own) / whole};
}

/// The wood in the middle of a brick.
SolidMaterial wood_of_brick(const Rod& rod, const PlaceOfRod& place, size_t brick) {
    const auto [base, tip] = place;
    const double on_run = 0.5 * (rod.ends[brick] + rod.ends[brick + 1]);
    return wood_there(rod.plant, rod.domain, rod.line.segment(on_run),
                      base + (tip - base) * on_run);
}

/// Whether a rod turns somewhere so that its bricks lean by more than a little.
bool is_crooked(const Rod& rod) {
    constexpr double straight = 0.15;  // rad
    Vec3 before = Vec3::Zero();
    for (const SegmentId segment : rod.run) {
        const Vec3 way = direction(rod.plant.segments, segment);
        if (!before.isZero(0) && way.dot(before) < std::cos(straight)) return true;
        before = way;
    }
    return false;
}

/// What the wood of a brick turns by per moment (rad/(N m)): see tune_chain.
Mat3 wood_turn(const Rod& rod, const PlaceOfRod& place, size_t brick) {
    constexpr int samples = 64;
    const double from = rod.ends[brick], step = (rod.ends[brick + 1] - from) / samples;
    const SolidMaterial wood = wood_of_brick(rod, place, brick);
    Mat3 sum = Mat3::Zero();
    for (int i = 0; i < samples; ++i) {
        const double along = from + (i + 0.5) * step;
        const Vec3 t = direction(rod.plant.segments, rod.line.segment(along));
        const double second =
            std::numbers::pi / 4 * std::pow(rod.line.radius(along), 4) * rod.stiffer(along);
        const Mat3 axial = t * t.transpose();
        sum += step * rod.line.length() / second *
               (axial / (2 * wood.shear) + (Mat3::Identity() - axial) / wood.young);
    }
    return sum;
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

std::vector<SweptSection> round_sections(const Rod& rod) {
    std::vector<SweptSection> sections{{rod.line.point(0), rod.line.radius(0), rod.line.radius(0)}};
    for (size_t e = 0; e + 1 < rod.ends.size(); ++e) {
        const double from = rod.ends[e], to = rod.ends[e + 1];
        const auto [base, middle, tip] = brick_radii(rod.line, from, to);
        sections.push_back({rod.line.point(0.5 * (from + to)), middle, middle});
        sections.push_back({rod.line.point(to), tip, tip});
    }
    return sections;
}

std::vector<SolidMaterial> wood_materials(const Rod& rod, std::span<const SweptSection> sections) {
    const double shape = shape_mass(rod.plant, rod.domain);
    const double cover = 1 + shape / (mass(rod.plant, rod.domain) - shape);
    const PlaceOfRod place = place_of(rod);
    std::vector<SolidMaterial> materials;
    for (size_t e = 0; e + 1 < rod.ends.size(); ++e) {
        const SolidMaterial wood = wood_of_brick(rod, place, e);
        const BrickFactors factors = brick_factors(rod, e, sections.subspan(2 * e, 3));
        materials.push_back({factors.modulus * wood.young, factors.modulus * wood.shear,
                             factors.density * cover * wood.density, factors.stiffer,
                             factors.heavier});
    }
    return materials;
}

void tune_wood(const Rod& rod, std::span<const SweptSection> sections, SolidMesh& mesh) {
    if (!is_crooked(rod)) return;
    const Rod plain{rod.plant, rod.domain, rod.run, rod.line, rod.ends, [](double) { return 1.0; }};
    const PlaceOfRod place = place_of(plain);
    std::vector<Mat3> turns;
    for (size_t e = 0; e + 1 < plain.ends.size(); ++e) turns.push_back(wood_turn(plain, place, e));
    const std::vector<SolidMaterial> before = wood_materials(plain, sections);
    SolidMesh mended = mesh;
    mended.materials = before;
    tune_chain(mended, turns);
    for (size_t e = 0; e < before.size(); ++e) {
        mesh.materials[e].young *= mended.materials[e].young / before[e].young;
        mesh.materials[e].shear *= mended.materials[e].shear / before[e].shear;
    }
}

}  // namespace thigmo
