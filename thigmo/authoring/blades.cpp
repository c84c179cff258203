// Grouping crossed cards.
#include "thigmo/authoring/blades.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "thigmo/base/union_find.h"

namespace thigmo {
namespace {

bool is_blade(const PieceRole& role) {
    return role.role == Role::twig || role.role == Role::leaf;
}

class Grouping {
  public:
    Grouping(const SoupSurface& surface, const Pieces& pieces, const std::vector<Form>& forms,
             const Roles& roles)
        : surface_(surface), pieces_(pieces), forms_(forms), roles_(roles), sets_(pieces.size()) {
        for (const Form& form : forms) whole_ += form.area;
    }

    void join_crosses() {
        std::vector<PieceId> order;
        for (const PieceId piece : pieces_.rows())
            if (is_blade(roles_.of[piece.value]) && form(piece).triangles > 0 &&
                form(piece).triangles <= 8)
                order.push_back(piece);
        // Along the widest axis, so that few lie side by side.
        Box centres;
        for (const PieceId piece : order) centres.extend(form(piece).centre);
        Eigen::Index axis = 0;
        if (!order.empty()) centres.sizes().maxCoeff(&axis);
        std::sort(order.begin(), order.end(), [&](PieceId a, PieceId b) {
            return std::pair(form(a).centre[axis], a) < std::pair(form(b).centre[axis], b);
        });
        for (size_t i = 0; i < order.size(); ++i)
            for (size_t j = i + 1; j < order.size(); ++j) {
                const Form &a = form(order[i]), &b = form(order[j]);
                const double near = 0.01 * a.size();
                if (b.centre[axis] - a.centre[axis] > near) break;
                if ((a.centre - b.centre).norm() > near || look(order[i]) != look(order[j]) ||
                    std::abs(a.area - b.area) > 0.05 * a.area)
                    continue;
                join(order[i], order[j]);
            }
    }

    Blades blades(std::span<const std::pair<PieceId, uint32_t>> beside) {
        Blades blades;
        std::vector<BladeId> of(pieces_.size());
        for (const PieceId piece : pieces_.rows()) {
            if (!is_blade(roles_.of[piece.value])) continue;
            BladeId& id = of[sets_.find(piece.value)];
            if (!id.exists()) {
                id = blades.push_back({});
                blades[id].look = look(piece);
                blades[id].role = Role::leaf;
            }
            add(piece, blades[id]);
        }
        for (const auto& [piece, triangle] : beside)
            blades[of[sets_.find(piece.value)]].triangles.push_back(triangle);
        for (BladePart& blade : blades) std::sort(blade.triangles.begin(), blade.triangles.end());
        return blades;
    }

  private:
    const Form& form(PieceId piece) const { return forms_[piece.value]; }
    LookId look(PieceId piece) const { return surface_.look[pieces_[piece].front()]; }

    void join(PieceId a, PieceId b) { sets_.unite(a.value, b.value); }

    void add(PieceId piece, BladePart& blade) const {
        const double before = blade.area;
        blade.pieces.push_back(piece);
        const auto triangles = pieces_[piece];
        blade.triangles.insert(blade.triangles.end(), triangles.begin(), triangles.end());
        if (form(piece).triangles == 0) return add_bare(triangles, blade);
        blade.box.extend(form(piece).box);
        if (roles_.of[piece.value].role == Role::twig) blade.role = Role::twig;
        if (kind_of(form(piece), whole_) == FormKind::lump) blade.solid = true;
        blade.centre = (before * blade.centre + form(piece).area * form(piece).centre) /
                       std::max(before + form(piece).area, 1e-300);
        blade.area = before + form(piece).area;
    }

    /// Triangles that have no form of their own: without area, or the other side of some others.
    void add_bare(std::span<const uint32_t> triangles, BladePart& blade) const {
        for (const uint32_t triangle : triangles) {
            const auto& [i, j, k] = surface_.mesh.triangles[triangle];
            const Vec3 a = surface_.mesh.positions[i].cast<double>(),
                       b = surface_.mesh.positions[j].cast<double>(),
                       c = surface_.mesh.positions[k].cast<double>();
            blade.area += 0.5 * (b - a).cross(c - a).norm();
            for (const Vec3& corner : {a, b, c}) blade.box.extend(corner);
        }
        blade.centre = blade.box.center();
    }

    const SoupSurface& surface_;
    const Pieces& pieces_;
    const std::vector<Form>& forms_;
    const Roles& roles_;
    UnionFind sets_;
    double whole_ = 0;
};

}  // namespace

Blades find_blades(const SoupSurface& surface, const Pieces& pieces, const std::vector<Form>& forms,
                   const Roles& roles, std::span<const std::pair<PieceId, uint32_t>> beside) {
    Grouping grouping(surface, pieces, forms, roles);
    grouping.join_crosses();
    return grouping.blades(beside);
}

}  // namespace thigmo
