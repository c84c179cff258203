// Pots by name, else by form, and what lies in them.
#include "thigmo/authoring/pots.h"

#include <algorithm>

#include "thigmo/authoring/pot_room.h"
#include "thigmo/authoring/roles.h"
#include "thigmo/base/union_find.h"
#include "thigmo/mesh/box_tree.h"

namespace thigmo {
namespace {

Box widened(const Box& box, double by) {
    return {box.min() - Vec3::Constant(by), box.max() + Vec3::Constant(by)};
}

double margin_of(const Box& room) {
    return 0.03 * room.diagonal().norm();
}

class PotFinder {
  public:
    PotFinder(const PotEvidence& evidence, std::vector<PieceRole>& roles)
        : surface_(evidence.surface),
          pieces_(evidence.pieces),
          forms_(evidence.forms),
          names_(evidence.names),
          roles_(roles) {
        for (const Form& form : forms_) whole_ += form.area;
    }

    std::vector<Pot> find() {
        std::vector<Pot> pots = by_name();
        if (pots.empty())
            if (const PieceId body = by_form(); body.exists()) pots.push_back({{body}, {}, {}, {}});
        for (Pot& pot : pots) {
            pot.room = room_of(surface_, pieces_, pot.pieces);
            for (const PieceId piece : pot.pieces) role(piece) = {Role::prop, 0.9, "a pot", false};
        }
        std::erase_if(pots, [&](const Pot& pot) { return encloses(pot.room); });
        find_leaf_looks(pots);
        for (Pot& pot : pots) fill(pot);
        return pots;
    }

  private:
    const Form& form(PieceId piece) const { return forms_[piece.value]; }
    PieceRole& role(PieceId piece) const { return roles_[piece.value]; }
    FormKind kind(PieceId piece) const { return kind_of(form(piece), whole_); }
    const NamedPart& name(PieceId piece) const {
        return names_[surface_.part[pieces_[piece].front()]];
    }
    LookId look(PieceId piece) const { return surface_.look[pieces_[piece].front()]; }

    /// None where nothing but pots and soil would be left.
    std::vector<Pot> by_name() const {
        std::vector<PieceId> named;
        std::vector<Box> boxes;
        bool others = false;
        for (const PieceId piece : pieces_.rows()) {
            const Form& f = form(piece);
            if (f.box.isEmpty()) continue;
            if (name(piece).pot) {
                named.push_back(piece);
                boxes.push_back(widened(f.box, 0.01 * f.size()));
            } else if (role(piece).role != Role::prop && !name(piece).prop) {
                others = true;
            }
        }
        if (!others || named.empty()) return {};
        UnionFind sets(named.size());
        BoxTree(boxes).pairs([&](uint32_t a, uint32_t b) { sets.unite(a, b); });
        std::vector<Pot> pots;
        const std::vector<uint32_t> number = sets.numbers();
        for (uint32_t i = 0; i < named.size(); ++i) {
            if (number[i] >= pots.size()) pots.emplace_back();
            pots[number[i]].pieces.push_back(named[i]);
        }
        return pots;
    }

    PieceId by_form() const {
        const double low = surface_.box.min().y() + 0.05 * surface_.box.sizes().y();
        PieceId pot;
        for (const PieceId piece : pieces_.rows()) {
            const Form& f = form(piece);
            const bool body =
                kind(piece) == FormKind::lump ||
                (kind(piece) == FormKind::fork && f.area < 0.5 * whole_ && name(piece).prop);
            if (!body || role(piece).role == Role::prop || f.box.min().y() > low ||
                f.size() < 0.2 * surface_.diagonal || !is_pot(piece))
                continue;
            if (!pot.exists() || f.size() > form(pot).size()) pot = piece;
        }
        return pot;
    }

    /// Something stands on it or in it, and it is named so or wider than the wood is thick.
    bool is_pot(PieceId piece) const {
        const Form& f = form(piece);
        if (name(piece).prop) return true;
        if (name(piece).wood || name(piece).leaf) return false;
        const bool body = f.boundary_share < 0.05 && f.closed >= 0.8 &&
                          f.box.max().y() < surface_.box.min().y() + 0.8 * surface_.box.sizes().y();
        for (const PieceId other : pieces_.rows()) {
            const Form& o = form(other);
            if (other == piece || o.triangles == 0) continue;
            const bool stem = kind(other) == FormKind::tube && o.radius < 0.5 * f.radius;
            const bool card = body && kind(other) == FormKind::sheet;
            if ((stem || card) && o.box.min().y() < f.box.max().y() &&
                o.box.max().y() > f.box.max().y())
                return true;
        }
        return false;
    }

    /// Whether all that is no pot lies within, as in a terrarium or a box around everything.
    bool encloses(const Box& room) const {
        const Box inside = widened(room, margin_of(room));
        for (const PieceId piece : pieces_.rows())
            if (const Box& box = form(piece).box;
                role(piece).role != Role::prop && !box.isEmpty() && !inside.contains(box))
                return false;
        return true;
    }

    /// Looks of sheets that stand out of all pots.
    void find_leaf_looks(const std::vector<Pot>& pots) {
        leaf_looks_.assign(1, LookId());
        for (const PieceId piece : pieces_.rows()) {
            if (kind(piece) != FormKind::sheet || role(piece).role == Role::prop) continue;
            const bool inside = std::ranges::any_of(
                pots, [&](const Pot& pot) { return pot.room.intersects(form(piece).box); });
            if (!inside) leaf_looks_.push_back(look(piece));
        }
        std::ranges::sort(leaf_looks_);
    }

    void fill(Pot& pot) {
        const Box inside = widened(pot.room, margin_of(pot.room));
        std::vector<double> tops;
        for (const PieceId piece : pieces_.rows()) {
            const Form& f = form(piece);
            if (f.box.isEmpty() || !inside.contains(f.box) || name(piece).pot || is_plant(piece) ||
                std::ranges::binary_search(pot.pieces, piece))
                continue;
            role(piece) = {Role::prop, 0.9, "lies in the pot", false};
            pot.contents.push_back(piece);
            tops.push_back(f.box.max().y());
        }
        std::ranges::sort(tops);
        if (!tops.empty()) pot.soil = tops[tops.size() * 9 / 10];
        add_backs(pot);
    }

    /// The other sides of its faces, where the file has those twice.
    void add_backs(Pot& pot) {
        std::vector<PieceId> all = pot.pieces;
        all.insert(all.end(), pot.contents.begin(), pot.contents.end());
        std::ranges::sort(all);
        for (const PieceId piece : pieces_.rows()) {
            const PieceId front = pieces_.of[surface_.duplicates[pieces_[piece].front()]];
            if (front == piece || !std::ranges::binary_search(all, front)) continue;
            role(piece) = {Role::prop, 0.9, "the back of a pot", false};
            pot.contents.push_back(piece);
        }
    }

    /// Whether a piece within a pot is one of the plant's: a slender tube, or a leaf by its name or
    /// by its look, unless it lies there as soil does.
    bool is_plant(PieceId piece) const {
        if (name(piece).prop) return false;
        if (kind(piece) == FormKind::tube || kind(piece) == FormKind::fork) return true;
        if (kind(piece) != FormKind::sheet) return false;
        const Vec3 size = form(piece).box.sizes();
        const bool level = size.y() < 0.25 * std::min(size.x(), size.z());
        return name(piece).leaf || (!level && std::ranges::binary_search(leaf_looks_, look(piece)));
    }

    const SoupSurface& surface_;
    const Pieces& pieces_;
    const std::vector<Form>& forms_;
    const std::vector<NamedPart>& names_;
    std::vector<PieceRole>& roles_;
    double whole_ = 0;
    std::vector<LookId> leaf_looks_;  // ascending
};

}  // namespace

bool Pot::holds(const Vec3& point) const {
    Box within = widened(room, margin_of(room));
    within.max().y() = std::max(room.max().y(), soil.value_or(room.max().y())) + margin_of(room);
    return within.contains(point);
}

std::vector<Pot> set_pots_aside(const PotEvidence& evidence, std::vector<PieceRole>& roles) {
    return PotFinder(evidence, roles).find();
}

std::optional<size_t> pot_at(std::span<const Pot> pots, const Vec3& point) {
    const auto at = std::ranges::find_if(pots, [&](const Pot& pot) { return pot.holds(point); });
    if (at == pots.end()) return {};
    return static_cast<size_t>(at - pots.begin());
}

}  // namespace thigmo
