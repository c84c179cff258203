// Forms of pieces, and the thresholds that tell sheets, tubes and lumps apart.
#include "thigmo/authoring/form.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "thigmo/authoring/contours.h"
#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

/// Enough to call a piece a sheet without looking at its contours.
bool is_plain_sheet(const Form& form) {
    return form.flatness > 0.5 || form.boundary_share >= 0.6;
}

Vec3 area_centre(const Patch& patch) {
    Vec3 sum = Vec3::Zero();
    for (const auto& [i, j, k] : patch.triangles) {
        const Vec3 &a = patch.points[i], &b = patch.points[j], &c = patch.points[k];
        sum += (b - a).cross(c - a).norm() / 6 * (a + b + c);
    }
    return patch.area > 0 ? Vec3(sum / patch.area) : Vec3(Vec3::Zero());
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void cut_across(const Patch& patch, Form& form) {
    const uint32_t somewhere = 0;
    const uint32_t end = farthest(geodesics(patch, std::span(&somewhere, 1)));
    const std::vector<double> distances = geodesics(patch, std::span(&end, 1));
    form.length = distances[farthest(distances)];
    if (!(form.length > 0)) return;
    constexpr size_t count = 8;
    std::array<double, count> levels;
    for (size_t i = 0; i < count; ++i)
        levels[i] = form.length * (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    const std::vector<Contour> contours = find_contours(patch, distances, levels);
    std::vector<double> aspects, lengths, roundness;
    size_t closed = 0;
    double thinnest = INFINITY, thickest = 0;
    for (size_t i = 0; i < contours.size(); ++i) {
        if (i > 0 && contours[i].level == contours[i - 1].level)
            continue;  // the longest comes first
        aspects.push_back(contours[i].aspect);
        lengths.push_back(contours[i].length);
        if (contours[i].closed && contours[i].length > 0) {
            ++closed;
            roundness.push_back(2 * std::numbers::pi * contours[i].area_radius /
                                contours[i].length);
        }
        if (contours[i].level == 0 || contours[i].level == count - 1) continue;
        thinnest = std::min(thinnest, contours[i].length);
        thickest = std::max(thickest, contours[i].length);
    }
    if (lengths.empty()) return;
    form.closed = static_cast<double>(closed) / static_cast<double>(count);
    form.curves = static_cast<double>(contours.size()) / static_cast<double>(lengths.size());
    form.aspect = median(std::move(aspects));
    if (!roundness.empty()) form.roundness = median(std::move(roundness));
    form.radius = median(std::move(lengths)) / (2 * std::numbers::pi);
    if (thinnest > 0 && std::isfinite(thinnest)) form.spread = thickest / thinnest;
}

}  // namespace

Form find_form(const SoupSurface& surface, std::span<const uint32_t> triangles) {
    const Patch patch = make_patch(surface, triangles);
    Form form;
    form.triangles = static_cast<uint32_t>(patch.triangles.size());
    form.area = patch.area;
    form.box = patch.box;
    form.centre = area_centre(patch);
    form.flatness = patch.mean_normal.norm();
    form.boundary_share = patch.boundary_share;
    if (form.triangles > 0 && !is_plain_sheet(form)) cut_across(patch, form);
    return form;
}

std::vector<Form> find_forms(const SoupSurface& surface, const Pieces& pieces) {
    std::vector<Form> forms(pieces.size());
    parallel_chunks(pieces.size(), 64, [&](size_t begin, size_t end) {
        for (size_t piece = begin; piece < end; ++piece)
            forms[piece] = find_form(surface, pieces[PieceId(piece)]);
    });
    return forms;
}

FormKind kind_of(const Form& form, double whole) {
    if (form.triangles == 0) return FormKind::nothing;
    if (is_plain_sheet(form)) return FormKind::sheet;
    if (form.closed < 0.5 && form.flatness > 0.2) return FormKind::sheet;
    if (form.aspect < 0.12) return FormKind::sheet;
    if (form.closed >= 0.5 && form.roundness < 0.5) return FormKind::sheet;  // two-sided, and thin
    const bool forked = form.curves >= 1.3;
    if (form.closed >= 0.6 && form.slenderness() >= 12 && form.aspect >= 0.4 && !forked)
        return FormKind::tube;
    if (form.flatness < 0.2 && forked && form.closed >= 0.4 && form.slenderness() >= 4 &&
        form.boundary_share < 0.15)
        return FormKind::fork;
    if (form.flatness < 0.2 && form.closed >= 0.6 && form.slenderness() >= 8 &&
        form.area > 0.05 * whole && form.triangles > 60 && form.boundary_share < 0.15)
        return FormKind::fork;
    return FormKind::lump;
}

}  // namespace thigmo
