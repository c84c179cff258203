// Roles by form, then by where a piece stands among the others.
#include "thigmo/authoring/roles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "thigmo/authoring/cover.h"
#include "thigmo/authoring/shape_of.h"
#include "thigmo/mesh/box_tree.h"

namespace thigmo {
namespace {

class Judge {
  public:
    Judge(const Soup& soup, const SoupSurface& surface, const Pieces& pieces,
          const std::vector<Form>& forms)
        : soup_(soup),
          surface_(surface),
          pieces_(pieces),
          forms_(forms),
          names_(read_names(soup)),
          cover_(soup) {
        roles_.of.resize(pieces.size());
        for (const Form& form : forms) whole_ += form.area;
    }

    Roles judge() {
        for (const PieceId piece : pieces_.rows()) {
            by_form(piece);
            by_texture(piece);
        }
        by_repetition();
        set_animated_aside();
        set_ground_aside();
        roles_.pots = set_pots_aside({surface_, pieces_, forms_, names_}, roles_.of);
        promote_stumps();
        set_floating_aside();
        return std::move(roles_);
    }

  private:
    const Form& form(PieceId piece) const { return forms_[piece.value]; }
    PieceRole& role(PieceId piece) { return roles_.of[piece.value]; }
    const NamedPart& name(PieceId piece) const {
        return names_[surface_.part[pieces_[piece].front()]];
    }

    void by_form(PieceId piece) {
        const Form& f = form(piece);
        switch (kind_of(f, whole_)) {
            case FormKind::nothing:
                role(piece) = {Role::debris, 1, "no area", false};
                break;
            case FormKind::sheet:
                role(piece) = {f.size() > 0.12 * surface_.diagonal ? Role::twig : Role::leaf,
                               std::clamp(0.5 + f.flatness, 0.6, 1.0), "a sheet", false};
                break;
            case FormKind::tube:
                role(piece) = {Role::branch, std::clamp(f.slenderness() / 28, 0.5, 1.0), "a tube",
                               false};
                break;
            case FormKind::fork:
                role(piece) = {Role::branch, 0.8, "forks in one skin", false};
                break;
            case FormKind::lump:
                by_names(piece);
                break;
        }
    }

    /// What a texture cuts out of is a card, however it is bent; a sheet that it cuts is surely
    /// one.
    void by_texture(PieceId piece) {
        PieceRole& own = role(piece);
        const LookId look = surface_.look[pieces_[piece].front()];
        if (own.role == Role::debris || !soup_.looks[look].texture.exists()) return;
        const double left = cover_.share(look, mesh_of(surface_, pieces_[piece]));
        if (own.role == Role::branch && left < 0.8)
            own = {Role::leaf, 0.8, "a tube, but its texture is cut out", false};
        else if (own.role != Role::branch && left < 0.98)
            own.confidence = std::max(own.confidence, 0.95);
    }

    /// Compact bodies that come again and again are fruit, buds, hearts of flowers.
    void by_repetition() {
        const auto kind = [&](PieceId piece) {
            const Form& f = form(piece);
            const double shape = f.area / std::max(f.size() * f.size(), 1e-300);
            return std::tuple(surface_.look[pieces_[piece].front()], f.triangles,
                              std::lround(20 * std::log(std::max(shape, 1e-9))));
        };
        std::map<decltype(kind(PieceId(0))), std::vector<PieceId>> alike;
        for (const PieceId piece : pieces_.rows())
            if (role(piece).role == Role::leaf && kind_of(form(piece), whole_) == FormKind::lump)
                alike[kind(piece)].push_back(piece);
        for (const auto& [like, pieces] : alike)
            for (const PieceId piece : pieces)
                if (pieces.size() >= 4) role(piece).confidence = 0.8;
    }

    /// A lump may be a fruit, a bud, a crown, or a stump: names break the tie.
    void by_names(PieceId piece) {
        const bool wood = name(piece).wood && !name(piece).leaf;
        const Form& f = form(piece);
        if (wood && f.closed >= 0.5 && f.slenderness() >= 3)
            role(piece) = {Role::branch, 0.5, "a short body named as wood", false};
        else
            role(piece) = {Role::leaf, 0.6, "a compact body", false};
    }

    bool is_animated(PieceId piece) const {
        return soup_.parts[surface_.part[pieces_[piece].front()]].animated;
    }

    /// What an animation moves, unless that is most of the file: then it moves the plant.
    void set_animated_aside() {
        double animated = 0;
        for (const PieceId piece : pieces_.rows())
            if (is_animated(piece)) animated += form(piece).area;
        if (animated > 0.5 * whole_) return;
        for (const PieceId piece : pieces_.rows())
            if (is_animated(piece))
                role(piece) = {Role::prop, 0.9, "moved by an animation of the file", false};
    }

    /// A wide level sheet at the bottom: soil, terrain, a floor.
    void set_ground_aside() {
        const double low = surface_.box.min().y() + 0.05 * surface_.box.sizes().y();
        for (const PieceId piece : pieces_.rows()) {
            const Form& f = form(piece);
            if (kind_of(f, whole_) != FormKind::sheet || f.box.min().y() > low) continue;
            const Vec3 size = f.box.sizes();
            const double wide = std::min(size.x(), size.z());
            const bool under = surface_.box.sizes().y() > 2 * size.y() + 0.05 * wide;
            const bool level = under && f.flatness > 0.8 && size.y() < 0.1 * wide;
            if (level && (wide > 0.3 * surface_.diagonal || name(piece).prop))
                role(piece) = {Role::prop, 0.8, "a wide level sheet at the bottom", false};
        }
    }

    /// A short thick body at the bottom that tubes stand on is wood: a rhizome, a stump.
    void promote_stumps() {
        const double low = surface_.box.min().y() + 0.1 * surface_.box.sizes().y();
        for (const PieceId piece : pieces_.rows()) {
            const Form& f = form(piece);
            if (role(piece).role != Role::leaf || kind_of(f, whole_) != FormKind::lump ||
                f.box.min().y() > low || f.flatness > 0.2 || f.slenderness() < 2.5 ||
                f.aspect < 0.4)
                continue;
            const Vec3 margin = Vec3::Constant(0.5 * f.radius);
            const Box near(f.box.min() - margin, f.box.max() + margin);
            const bool carries = std::ranges::any_of(forms_, [&](const Form& o) {
                return kind_of(o, whole_) == FormKind::tube && o.radius <= f.radius &&
                       o.box.max().y() > f.box.max().y() && near.intersects(o.box);
            });
            if (carries) role(piece) = {Role::branch, 0.6, "a stump that branches stand on", false};
        }
    }

    /// Compact bodies that are farther from everything than their own size.
    void set_floating_aside() {
        std::vector<PieceId> lumps;
        for (const PieceId piece : pieces_.rows())
            if (kind_of(form(piece), whole_) == FormKind::lump && role(piece).role != Role::prop)
                lumps.push_back(piece);
        if (lumps.empty() || lumps.size() == pieces_.size()) return;
        std::vector<Box> boxes;
        std::vector<uint32_t> triangles;
        for (uint32_t triangle = 0; triangle < surface_.mesh.triangles.size(); ++triangle) {
            if (roles_.of[pieces_.of[triangle].value].role == Role::prop) continue;
            Box box;
            for (const uint32_t corner : surface_.mesh.triangles[triangle])
                box.extend(surface_.mesh.positions[corner].cast<double>());
            boxes.push_back(box);
            triangles.push_back(triangle);
        }
        const BoxTree tree(boxes);
        for (const PieceId piece : lumps) {
            const Box& own = form(piece).box;
            const double gap = form(piece).size();
            const Box wide(own.min() - Vec3::Constant(gap), own.max() + Vec3::Constant(gap));
            const bool near =
                tree.any(wide, [&](uint32_t item) { return pieces_.of[triangles[item]] != piece; });
            if (!near) role(piece) = {Role::prop, 0.7, "floats apart from everything", false};
        }
    }

    const Soup& soup_;
    const SoupSurface& surface_;
    const Pieces& pieces_;
    const std::vector<Form>& forms_;
    std::vector<NamedPart> names_;
    double whole_ = 0;
    Cover cover_;
    Roles roles_;
};

}  // namespace

Roles find_roles(const Soup& soup, const SoupSurface& surface, const Pieces& pieces,
                 const std::vector<Form>& forms) {
    return Judge(soup, surface, pieces, forms).judge();
}

}  // namespace thigmo
