// Places along a limb's line.
#include "thigmo/authoring/limbs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/authoring/skin_limbs.h"
#include "thigmo/base/parallel.h"
#include "thigmo/mesh/closest.h"

namespace thigmo {

Limbs find_limbs(const SoupSurface& surface, const Pieces& pieces, const std::vector<Form>& forms,
                 const Roles& roles) {
    double whole = 0;
    for (const Form& form : forms) whole += form.area;
    std::vector<PieceId> wood;
    for (const PieceId piece : pieces.rows())
        if (roles.of[piece.value].role == Role::branch) wood.push_back(piece);
    std::vector<std::vector<Limb>> of(wood.size());
    parallel_chunks(wood.size(), 4, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
            const auto triangles = pieces[wood[i]];
            if (kind_of(forms[wood[i].value], whole) == FormKind::fork)
                of[i] = split_skin(surface, wood[i], triangles);
            if (!of[i].empty()) continue;
            Limb limb;
            limb.piece = wood[i];
            limb.triangles.assign(triangles.begin(), triangles.end());
            limb.line = trace_tube(make_patch(surface, triangles));
            if (limb.line.size() >= 2) of[i].push_back(std::move(limb));
        }
    });
    Limbs limbs;
    for (std::vector<Limb>& some : of) {
        const auto first = static_cast<uint32_t>(limbs.size());
        for (size_t i = 0; i < some.size(); ++i) {
            Limb& limb = some[i];
            limb.name = some.size() == 1 ? fmt::to_string(limb.piece.value)
                                         : fmt::format("{}.{}", limb.piece.value, i);
            if (limb.grows_from.limb.exists()) limb.grows_from.limb.value += first;
            limbs.push_back(std::move(limb));
        }
    }
    return limbs;
}

namespace {

/// `12/2`, or the first of `12/3` … that is free.
std::string name_above(const std::string& name, const Limbs& limbs) {
    for (int part = 2;; ++part) {
        std::string free = fmt::format("{}/{}", name, part);
        if (std::ranges::find(limbs, free, &Limb::name) == limbs.end()) return free;
    }
}

}  // namespace

LimbId split_limb(const SoupSurface& surface, LimbId limb, double share, Limbs& limbs) {
    const double whole = limbs[limb].line.length(), at = share * whole;
    const LimbId upper(limbs.size());
    for (Limb& other : limbs)
        if (other.grows_from.limb == limb && other.grows_from.along > at)
            other.grows_from = {upper, other.grows_from.along - at};
    Limb above;
    above.piece = limbs[limb].piece;
    above.name = name_above(limbs[limb].name, limbs);
    above.grows_from = {limb, at};
    std::vector<uint32_t> below;
    for (const uint32_t triangle : limbs[limb].triangles) {
        Vec3 middle = Vec3::Zero();
        for (const uint32_t corner : surface.mesh.triangles[triangle])
            middle += surface.mesh.positions[corner].cast<double>() / 3;
        (nearest_along(limbs[limb].line, middle) > at ? above.triangles : below)
            .push_back(triangle);
    }
    above.line = part_of(limbs[limb].line, at, whole);
    limbs[limb].line = part_of(limbs[limb].line, 0, at);
    limbs[limb].triangles = std::move(below);
    return limbs.push_back(std::move(above));
}

double nearest_along(const Axis& line, const Vec3& point) {
    double before = 0, best = 0, least = INFINITY;
    for (size_t i = 1; i < line.size(); ++i) {
        const Vec3 &a = line.points[i - 1], &b = line.points[i];
        const double share = closest_share(point, a, b), piece = (b - a).norm();
        const double here = (a + share * (b - a) - point).squaredNorm();
        if (here < least) {
            least = here;
            best = before + share * piece;
        }
        before += piece;
    }
    return best;
}

Axis part_of(const Axis& line, double from, double to) {
    Axis part;
    const auto keep = [&](const Vec3& point, double radius, double reach) {
        part.points.push_back(point);
        part.radius.push_back(radius);
        part.reach.push_back(reach);
    };
    double before = 0;
    for (size_t i = 1; i < line.size(); ++i) {
        const double piece = (line.points[i] - line.points[i - 1]).norm(), after = before + piece;
        const auto keep_at = [&](double along) {
            const double share = piece > 0 ? (along - before) / piece : 0;
            keep(line.points[i - 1] + share * (line.points[i] - line.points[i - 1]),
                 line.radius[i - 1] + share * (line.radius[i] - line.radius[i - 1]),
                 line.reach[i - 1] + share * (line.reach[i] - line.reach[i - 1]));
        };
        if (after > from && before < to) {
            if (part.points.empty()) keep_at(std::max(from, before));
            keep_at(std::min(to, after));
        }
        before = after;
    }
    return part;
}

AxisPoint point_at(const Axis& line, double along) {
    double left = std::max(along, 0.0);
    for (size_t i = 1; i < line.size(); ++i) {
        const double piece = (line.points[i] - line.points[i - 1]).norm();
        if (left <= piece && piece > 0) {
            const double share = left / piece;
            return {line.points[i - 1] + share * (line.points[i] - line.points[i - 1]),
                    (1 - share) * line.reach[i - 1] + share * line.reach[i]};
        }
        left -= piece;
    }
    return {line.points.back(), line.reach.back()};
}

double volume(const Axis& line) {
    double sum = 0;
    for (size_t i = 1; i < line.size(); ++i) {
        const double a = line.radius[i - 1], b = line.radius[i];
        sum += std::numbers::pi / 3 * (a * a + a * b + b * b) *
               (line.points[i] - line.points[i - 1]).norm();
    }
    return sum;
}

}  // namespace thigmo
