// Rows of a plant in depth-first order, and the shapes that they are drawn by.
#include "thigmo/authoring/assemble.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "thigmo/authoring/cover.h"
#include "thigmo/authoring/shape_of.h"
#include "thigmo/base/random.h"
#include "thigmo/plant/bend_leaves.h"

namespace thigmo {
namespace {

/// Of what is only the skin of segments, which have the mass, or never moves (m).
constexpr double no_thickness = 1e-9;
constexpr double shortest_segment = 1e-8;  // m
constexpr size_t most_fine = 1 << 19;      // triangles of all cards that bend
constexpr double least_area = 1e-12;       // m²; a triangle without any is drawn as nothing

double thickness_of(const BladePart& blade, const Matter& matter) {
    // A frond is thicker than a leaflet, by the root of its size: ten metres of palm weigh
    // kilograms.
    constexpr double leaflet = 0.1;  // m
    return blade.solid ? std::max(0.02 * blade.size(), no_thickness)
                       : matter.leaf_thickness * std::sqrt(std::max(blade.size(), 1e-3) / leaflet);
}

enum class Of : uint8_t { limb, blade, prop };

/// A domain to be.
struct Node {
    Of of;
    uint32_t row;
    std::vector<uint32_t> children;
    double along = 0;  // on a parent limb (m), by which children are ordered
};

class Assembler {
  public:
    Assembler(const Parts& parts, const Matter& matter)
        : parts_(parts), matter_(matter), cover_(parts.soup) {
        out_.limbs.resize(parts.limbs.size());
        out_.blades.resize(parts.blades.size());
        Plant& plant = out_.plant;
        plant.name = parts.soup.name;
        plant.looks = parts.soup.looks;
        plant.textures = parts.soup.textures;
        leaf_ = plant.materials.push_back(matter.leaf);
    }

    Assembled assemble(std::span<const LimbId> roots) {
        list_nodes();
        if (!matter_.stiffer.empty() && !parts_.hierarchy.roots.rows.empty())
            base_ = matter_.stiffer[parts_.hierarchy.roots.rows[0].limb];
        for (const LimbId root : roots) add(root.value, DomainId::none(), 0);
        for (size_t i = 0; i < parts_.rest.props.size(); ++i)
            add(static_cast<uint32_t>(parts_.limbs.size() + parts_.blades.size() + i),
                DomainId::none(), 0);
        bend_fronds();
        return std::move(out_);
    }

  private:
    /// Limbs, blades, then props, each with what sits on it.
    void list_nodes() {
        const auto limb_count = static_cast<uint32_t>(parts_.limbs.size());
        const auto blade_count = static_cast<uint32_t>(parts_.blades.size());
        for (uint32_t i = 0; i < limb_count; ++i) nodes_.push_back({Of::limb, i, {}, 0});
        for (uint32_t i = 0; i < blade_count; ++i) nodes_.push_back({Of::blade, i, {}, 0});
        for (uint32_t i = 0; i < parts_.rest.props.size(); ++i)
            nodes_.push_back({Of::prop, i, {}, 0});
        const auto hang = [&](uint32_t node, uint32_t on, double along) {
            nodes_[node].along = along;
            nodes_[on].children.push_back(node);
        };
        for (const LimbId limb : parts_.limbs.rows()) {
            const Growing& growing = parts_.hierarchy.limbs[limb];
            if (growing.from.limb.exists() && !parts_.limbs[limb].triangles.empty())
                hang(limb.value, growing.from.limb.value, growing.from.along);
        }
        for (const BladeId blade : parts_.blades.rows()) {
            const HeldBlade& held = parts_.anchors.of[blade];
            const uint32_t node = limb_count + blade.value;
            if (held.on_blade.exists())
                hang(node, limb_count + held.on_blade.value, 0);
            else if (held.on.limb.exists())
                hang(node, held.on.limb.value, held.on.along);
        }
        for (Node& node : nodes_)
            std::ranges::stable_sort(node.children, [&](uint32_t a, uint32_t b) {
                return nodes_[a].along < nodes_[b].along;
            });
    }

    /// Depth-first with a stack of its own, as chains may be long.
    void add(uint32_t root, DomainId parent, uint16_t order) {
        struct Open {
            uint32_t node;
            DomainId parent;
            uint16_t order;
        };
        std::vector<Open> open{{root, parent, order}};
        while (!open.empty()) {
            const Open here = open.back();
            open.pop_back();
            const Node& node = nodes_[here.node];
            const DomainId domain = add_row(node, here.parent, here.order);
            for (size_t i = node.children.size(); i-- > 0;)
                open.push_back({node.children[i], domain, static_cast<uint16_t>(here.order + 1)});
        }
    }

    DomainId add_row(const Node& node, DomainId parent, uint16_t order) {
        Plant& plant = out_.plant;
        Domains& domains = plant.domains;
        domains.parent.push_back(parent);
        domains.order.push_back(order);
        domains.attachment.push_back(attach(parent, node.along));
        domains.segments.push_back({static_cast<uint32_t>(plant.segments.size()), 0});
        domains.key.push_back(key_of(node));
        domains.flexible.push_back(node.of == Of::limb);
        domains.placement.push_back({});
        switch (node.of) {
            case Of::limb:
                add_limb(LimbId(node.row), order, node.children.empty());
                break;
            case Of::blade:
                add_blade(BladeId(node.row));
                break;
            case Of::prop:
                add_prop(node.row);
                break;
        }
        return DomainId(domains.size() - 1);
    }

    /// By names, pieces and parts, so that a decision about one leaves the others their keys.
    Key key_of(const Node& node) const {
        switch (node.of) {
            case Of::limb: {
                Key key = 1;
                for (const char c : parts_.limbs[LimbId(node.row)].name)
                    key = mix(key, static_cast<unsigned char>(c));
                return key;
            }
            case Of::blade:
                return mix(2, parts_.blades[BladeId(node.row)].pieces.front().value);
            case Of::prop:
                return mix(3, parts_.surface.part[parts_.rest.props[node.row].front()]);
        }
        return 0;
    }

    /// The place `along` (m) on a parent's segments.
    Attachment attach(DomainId parent, double along) const {
        if (!parent.exists()) return {};
        const Plant& plant = out_.plant;
        const Rows<SegmentId> run = plant.domains.segments[parent];
        double left = along;
        for (const SegmentId segment : run) {
            const double piece =
                (plant.segments.end[segment] - plant.segments.start[segment]).norm();
            if (left <= piece) return {segment, std::clamp(left / piece, 0.0, 1.0)};
            left -= piece;
        }
        return run.empty() ? Attachment{} : Attachment{run.back(), 1};
    }

    void add_limb(LimbId limb, uint16_t order, bool bare) {
        Domains& domains = out_.plant.domains;
        const Limb& from = parts_.limbs[limb];
        out_.limbs[limb] = DomainId(domains.key.size() - 1);
        domains.kind.push_back(order == 0          ? Kind::trunk
                               : bare || order > 2 ? Kind::twig
                                                   : Kind::branch);
        domains.material.push_back(wood_of(limb));
        domains.look.push_back(parts_.surface.look[from.triangles.front()]);
        Shape shape;
        shape.name = "limb " + from.name;
        shape.mesh = mesh_of(parts_.surface, drawn_with(limb));
        if (from.of_cards) {
            refine(from.line.length() / 8, most_fine - fine_, shape.mesh);
            fine_ = std::min(fine_ + shape.mesh.triangles.size(), most_fine);
        }
        shape.area = std::max(area(shape.mesh), least_area);
        shape.thickness = no_thickness;
        domains.shape.push_back(out_.plant.shapes.push_back(std::move(shape)));
        add_segments(stations(from.line, order));
    }

    /// Stiffness in steps of half an octave, so that limbs share materials.
    MaterialId wood_of(LimbId limb) {
        const double factor = matter_.stiffer.empty() ? 1 : matter_.stiffer[limb];
        const auto half_octaves = static_cast<int>(std::lround(2 * std::log2(factor / base_)));
        const auto [at, is_new] = woods_.try_emplace(half_octaves);
        if (!is_new) return at->second;
        const double whole = base_ * std::exp2(0.5 * half_octaves);
        Material wood = matter_.wood;
        wood.young *= whole;
        wood.shear *= whole;
        wood.strength = std::min(5e-3 * wood.young, 1e12);  // breaks at the strain of wood
        if (half_octaves != 0) wood.name += fmt::format(" x{:.3g}", whole / base_);
        at->second = out_.plant.materials.push_back(wood);
        return at->second;
    }

    /// Its own triangles and the debris on it.
    std::vector<uint32_t> drawn_with(LimbId limb) const {
        std::vector<uint32_t> triangles = parts_.limbs[limb].triangles;
        const auto& debris = parts_.rest.on_limbs;
        auto at = std::ranges::lower_bound(debris, std::pair(limb, uint32_t{0}));
        for (; at != debris.end() && at->first == limb; ++at) triangles.push_back(at->second);
        std::ranges::sort(triangles);
        return triangles;
    }

    /// Enough points for the limb to bend smoothly: those of its line, and more between.
    static Axis stations(const Axis& line, uint16_t order) {
        const double most = line.length() / (order == 0 ? 8 : order == 1 ? 6 : 4);
        Axis finer;
        const auto keep = [&](const Vec3& point, double radius) {
            if (finer.size() > 0 && (point - finer.points.back()).norm() < shortest_segment) return;
            finer.points.push_back(point);
            finer.radius.push_back(radius);
            finer.reach.push_back(radius);
        };
        keep(line.points[0], line.radius[0]);
        for (size_t i = 1; i < line.size(); ++i) {
            const double piece = (line.points[i] - line.points[i - 1]).norm();
            const auto parts = static_cast<int>(std::ceil(piece / most - 1e-6));
            for (int k = 1; k <= parts; ++k) {
                const double share = static_cast<double>(k) / parts;
                keep(line.points[i - 1] + share * (line.points[i] - line.points[i - 1]),
                     line.radius[i - 1] + share * (line.radius[i] - line.radius[i - 1]));
            }
        }
        if (finer.size() == 1)
            keep(line.points[0] + 2 * shortest_segment * Vec3::UnitY(), line.radius[0]);
        return finer;
    }

    void add_segments(const Axis& line) {
        Segments& segments = out_.plant.segments;
        for (size_t i = 1; i < line.size(); ++i) {
            segments.key.push_back(mix(out_.plant.domains.key.back(), i));
            segments.start.push_back(line.points[i - 1]);
            segments.end.push_back(line.points[i]);
            segments.start_radius.push_back(line.radius[i - 1]);
            segments.end_radius.push_back(line.radius[i]);
        }
        out_.plant.domains.segments.back().count = static_cast<uint32_t>(line.size() - 1);
    }

    void add_blade(BladeId blade) {
        Domains& domains = out_.plant.domains;
        const BladePart& from = parts_.blades[blade];
        out_.blades[blade] = DomainId(domains.key.size() - 1);
        const bool crown = from.size() > 0.3 * parts_.surface.diagonal;
        domains.kind.push_back(from.solid && !crown ? Kind::fruit : Kind::leaf);
        domains.material.push_back(leaf_);
        domains.look.push_back(from.look);
        const Instance& instance = parts_.instances.of[blade];
        const auto [shape, frame] = blade_shape(instance.shape);
        domains.shape.push_back(shape);
        Placement& placement = domains.placement.back();
        placement.rotation = (instance.placement.rotation * frame.rotation).normalized();
        placement.scale = instance.placement.scale;
        placement.position = instance.placement * frame.translation;
    }

    /// Large cards of many triangles bend along themselves; small ones turn about their stalks.
    void bend_fronds() {
        std::vector<DomainId> fronds;
        for (const BladeId blade : parts_.blades.rows()) {
            const BladePart& from = parts_.blades[blade];
            if (out_.blades[blade].exists() && !from.solid && from.triangles.size() >= 8 &&
                from.size() > 0.12 * parts_.surface.diagonal)
                fronds.push_back(out_.blades[blade]);
        }
        if (!fronds.empty()) out_.plant = bend_leaves(out_.plant, 5, fronds).plant;
    }

    struct MadeShape {
        ShapeId shape;
        Rigid frame;
    };

    /// The mesh of a blade in a space of its own: anchored at the origin, growing along +Y.
    MadeShape blade_shape(BladeId blade) {
        const auto [at, is_new] = shapes_.try_emplace(blade.value);
        if (!is_new) return at->second;
        const BladePart& from = parts_.blades[blade];
        const Rigid frame = blade_frame(parts_.surface, from, parts_.anchors.of[blade].anchor);
        Shape shape;
        shape.name = fmt::format("blade {}", from.pieces.front().value);
        shape.mesh = mesh_of(parts_.surface, from.triangles);
        shape.area = std::max(from.area * cover_.share(from.look, shape.mesh), least_area);
        shape.thickness = thickness_of(from, matter_);
        move_into(frame, shape.mesh);
        at->second = {out_.plant.shapes.push_back(std::move(shape)), frame};
        return at->second;
    }

    void add_prop(uint32_t row) {
        Domains& domains = out_.plant.domains;
        const std::vector<uint32_t>& triangles = parts_.rest.props[row];
        domains.kind.push_back(Kind::prop);
        domains.material.push_back(leaf_);
        domains.look.push_back(parts_.surface.look[triangles.front()]);
        Shape shape;
        shape.name = fmt::format("prop {}", row);
        shape.mesh = mesh_of(parts_.surface, triangles);
        shape.area = std::max(area(shape.mesh), least_area);
        shape.thickness = no_thickness;
        domains.shape.push_back(out_.plant.shapes.push_back(std::move(shape)));
    }

    const Parts& parts_;
    const Matter& matter_;
    Cover cover_;
    Assembled out_;
    std::vector<Node> nodes_;
    std::map<uint32_t, MadeShape> shapes_;  // by blade
    std::map<int, MaterialId> woods_;       // by half octaves
    size_t fine_ = 0;                       // triangles of cards so far
    double base_ = 1;                       // the factor of the first root, which is met exactly
    MaterialId leaf_;
};

}  // namespace

Column<LimbId, double> foliage_mass(const Parts& parts, const Matter& matter) {
    Cover cover(parts.soup);
    std::vector<double> of_set(parts.instances.sets.size(), -1);  // share that the alpha leaves
    Column<LimbId, double> mass(parts.limbs.size());
    for (const BladeId blade : parts.blades.rows()) {
        const BladePart& from = parts.blades[blade];
        double& left = of_set[parts.instances.of[blade].set];
        if (left < 0) left = cover.share(from.look, mesh_of(parts.surface, from.triangles));
        BladeId at = blade;
        while (parts.anchors.of[at].on_blade.exists()) at = parts.anchors.of[at].on_blade;
        if (const LimbId limb = parts.anchors.of[at].on.limb; limb.exists())
            mass[limb] += left * from.area * thickness_of(from, matter) * matter.leaf.density;
    }
    return mass;
}

Assembled assemble(const Parts& parts, const Matter& matter, std::span<const LimbId> roots) {
    return Assembler(parts, matter).assemble(roots);
}

}  // namespace thigmo
