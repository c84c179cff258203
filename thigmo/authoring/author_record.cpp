// Records of authoring: per plant, and of the whole.
#include "thigmo/authoring/author_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace thigmo {
namespace {

class Describer {
  public:
    Describer(const Record& record, Assembled assembled)
        : record_(record),
          parts_(record.parts),
          limbs_(std::move(assembled.limbs)),
          blades_(std::move(assembled.blades)) {
        out_.plant = std::move(assembled.plant);
        out_.confidence.resize(out_.plant.domains.size(), 1.0);
    }

    AuthoredPlant describe() {
        describe_roots();
        describe_limbs();
        describe_blades();
        describe_loops();
        describe_whole();
        assign_triangles();
        std::ranges::stable_sort(out_.choices, {}, &thigmo::Choice::confidence);
        return std::move(out_);
    }

  private:
    const std::string& name(LimbId limb) const { return parts_.limbs[limb].name; }

    void describe_roots() {
        const Roots& roots = parts_.hierarchy.roots;
        thigmo::Choice choice{"root", roots.reason, 1, {}, 0, {}};
        for (const Root& root : roots.rows)
            if (limbs_[root.limb].exists()) choice.domains.push_back(limbs_[root.limb]);
        if (!choice.domains.empty()) out_.choices.push_back(std::move(choice));
        if (roots.hanging) out_.doubts.push_back("the plant hangs from above: " + roots.reason);
    }

    void describe_limbs() {
        for (const LimbId limb : parts_.limbs.rows()) {
            const DomainId domain = limbs_[limb];
            if (!domain.exists()) continue;
            const PieceRole& role = record_.roles.of[parts_.limbs[limb].piece.value];
            const Growing& growing = parts_.hierarchy.limbs[limb];
            double sure = parts_.limbs[limb].of_cards ? 0.5 : role.confidence;
            if (growing.how == Holds::bridged) sure = std::min(sure, 0.4);
            if (growing.how == Holds::loose) sure = std::min(sure, 0.2);
            if (growing.runner_up.exists() && !growing.ordered)
                sure = std::min(sure, sure_by(growing.margin));
            out_.confidence[domain] = sure;
            if (growing.how == Holds::root) continue;
            if (growing.how == Holds::grown && !growing.runner_up.exists() && !growing.ordered)
                continue;
            out_.choices.push_back(
                {growing.from.limb.exists()
                     ? fmt::format("branch {} grows from {}", name(limb), name(growing.from.limb))
                     : fmt::format("branch {} stands by itself", name(limb)),
                 why(growing),
                 sure,
                 growing.runner_up.exists() ? name(growing.runner_up) : "",
                 growing.margin,
                 {domain}});
        }
    }

    /// One of two, by how much dearer the other was. All that an offer costs beside its distance is
    /// 2.5 at most: for a margin of that, as for any where both are as near, it is less than 0.995.
    static double sure_by(double margin) {
        return std::clamp(1 - 0.5 * std::exp(-margin / 0.6), 0.1, 1.0);
    }

    static std::string why(const Growing& growing) {
        if (growing.ordered) return "by decision";
        switch (growing.how) {
            case Holds::root:
                return "begins at the ground";
            case Holds::grown:
                return fmt::format("cost {:.2f}", growing.cost);
            case Holds::bridged:
                return fmt::format("the smallest gap, {:.3g} m", growing.gap);
            case Holds::loose:
                return "nothing is near enough to hold it";
        }
        return {};
    }

    void describe_blades() {
        for (const BladeId blade : parts_.blades.rows()) {
            const DomainId domain = blades_[blade];
            if (!domain.exists()) continue;
            const PieceRole& role = record_.roles.of[parts_.blades[blade].pieces.front().value];
            out_.confidence[domain] =
                std::min(role.confidence, parts_.anchors.of[blade].confidence);
        }
        for (size_t set = 0; set < parts_.instances.sets.size(); ++set) describe_set(set);
        for (const std::vector<Bloom>& set : parts_.blooms.sets) describe_blooms(set);
    }

    void describe_blooms(const std::vector<Bloom>& set) {
        thigmo::Choice choice;
        for (const Bloom& bloom : set)
            for (const BladeId part : bloom.parts)
                if (blades_[part].exists()) choice.domains.push_back(blades_[part]);
        if (set.size() < 2 || choice.domains.empty()) return;
        choice.what = fmt::format("{} blooms of {} parts are copies of each other", set.size(),
                                  set.front().parts.size());
        choice.why = "their parts are copies and lie alike";
        out_.choices.push_back(std::move(choice));
    }

    void describe_set(size_t set) {
        const std::vector<BladeId>& blades = parts_.instances.sets[set];
        const Anchor& anchor = parts_.anchors.sets[set];
        thigmo::Choice choice;
        for (const BladeId blade : blades)
            if (blades_[blade].exists() && choice.domains.size() < 64)
                choice.domains.push_back(blades_[blade]);
        if (choice.domains.empty()) return;
        const PieceId piece = parts_.blades[blades.front()].pieces.front();
        choice.what = blades.size() == 1
                          ? fmt::format("blade {} is one of its kind", piece.value)
                          : fmt::format("blade {} and {} copies", piece.value, blades.size() - 1);
        choice.why =
            anchor.at_centre
                ? "held at their centres: they float by design"
                : fmt::format("held where they are nearest to wood, {:.2g} sizes away", anchor.gap);
        choice.confidence = anchor.ordered ? 1 : std::clamp(1 - anchor.gap, 0.2, 1.0);
        out_.choices.push_back(std::move(choice));
    }

    void describe_loops() {
        for (const LimbLoop& loop : parts_.hierarchy.loops) {
            ChosenLoop chosen;
            bool here = true;
            std::vector<uint32_t> limbs;
            for (const uint32_t link : loop.links) {
                limbs.push_back(parts_.hierarchy.links[link].a);
                limbs.push_back(parts_.hierarchy.links[link].b);
            }
            std::ranges::sort(limbs);
            limbs.erase(std::unique(limbs.begin(), limbs.end()), limbs.end());
            for (const uint32_t limb : limbs) {
                chosen.domains.push_back(limbs_[LimbId(limb)]);
                here = here && chosen.domains.back().exists();
            }
            if (!here) continue;
            const auto [a, b] = parts_.hierarchy.links[loop.broken];
            chosen.cut = {limbs_[LimbId(a)], limbs_[LimbId(b)]};
            chosen.margin = margin_of(LimbId(a), LimbId(b));
            out_.loops.push_back(std::move(chosen));
        }
    }

    /// By which holding each other was dearer for one of two limbs, where that was the next choice.
    std::optional<double> margin_of(LimbId a, LimbId b) const {
        std::optional<double> margin;
        for (const auto& [limb, other] : {std::pair(a, b), {b, a}})
            if (const Growing& growing = parts_.hierarchy.limbs[limb]; growing.runner_up == other)
                margin = std::min(margin.value_or(INFINITY), growing.margin);
        return margin;
    }

    void describe_whole() {
        if (!record_.stood_in.empty()) out_.doubts.push_back(record_.stood_in);
        const Box& box = parts_.surface.box;
        if (const double height = box.sizes().y(); height < 0.02 || height > 120)
            out_.doubts.push_back(fmt::format(
                "height {:.3g} m, outside 0.02 … 120 m: give --height or --unit", height));
        if (const std::string lies = lying(); !lies.empty()) out_.doubts.push_back(lies);
        size_t bridged = 0, loose = 0;
        for (const LimbId limb : parts_.limbs.rows()) {
            if (!limbs_[limb].exists()) continue;
            if (parts_.hierarchy.limbs[limb].how == Holds::bridged) ++bridged;
            if (parts_.hierarchy.limbs[limb].how == Holds::loose) ++loose;
        }
        if (bridged > 0) out_.doubts.push_back(fmt::format("{} branches held over a gap", bridged));
        if (loose > 0)
            out_.doubts.push_back(
                fmt::format("{} branches that nothing holds stand by themselves", loose));
    }

    /// A trunk that lies down in a file that has another axis up than was thought.
    std::string lying() const {
        const std::vector<Root>& roots = parts_.hierarchy.roots.rows;
        if (roots.empty() || parts_.limbs[roots[0].limb].of_cards) return {};
        const Axis& line = parts_.limbs[roots[0].limb].line;
        const Vec3 way = (line.points.back() - line.points.front()).cwiseAbs();
        const Vec3 size = parts_.surface.box.sizes();
        Eigen::Index axis = 0;
        way.maxCoeff(&axis);
        if (axis == 1 || way.y() > 0.3 * way.norm() || size[axis] < size.y()) return {};
        return fmt::format("the trunk lies along {0}: if {0} is up, give --up {0}",
                           axis == 0 ? "x" : "z");
    }

    void assign_triangles() {
        out_.of_triangle.resize(parts_.surface.mesh.triangles.size());
        for (const LimbId limb : parts_.limbs.rows())
            for (const uint32_t t : parts_.limbs[limb].triangles)
                out_.of_triangle[t] = limbs_[limb];
        for (const auto& [limb, t] : parts_.rest.on_limbs) out_.of_triangle[t] = limbs_[limb];
        for (const BladeId blade : parts_.blades.rows())
            for (const uint32_t t : parts_.blades[blade].triangles)
                out_.of_triangle[t] = blades_[blade];
    }

    const Record& record_;
    const Parts& parts_;
    Column<LimbId, DomainId> limbs_;
    Column<BladeId, DomainId> blades_;
    AuthoredPlant out_;
};

}  // namespace

AuthoredPlant describe(const Record& record, Assembled assembled) {
    return Describer(record, std::move(assembled)).describe();
}

AuthorCounts count(const Record& record) {
    const Parts& parts = record.parts;
    AuthorCounts counts;
    counts.triangles = parts.surface.mesh.triangles.size();
    for (uint32_t t = 0; t < counts.triangles; ++t)
        if (parts.surface.duplicates[t] != t) ++counts.duplicates;
    counts.pieces = record.pieces.size();
    for (const PieceRole& role : record.roles.of) ++counts.roles[static_cast<size_t>(role.role)];
    counts.limbs = parts.limbs.size();
    counts.blades = parts.blades.size();
    counts.sets = parts.instances.sets.size();
    counts.sets_by_uv = parts.instances.by_uv;
    counts.sets_by_form = parts.instances.by_form;
    for (const BladeId blade : parts.blades.rows())
        if (parts.instances.of[blade].shape != blade) ++counts.copies;
    counts.blooms = parts.blooms.count();
    counts.bloom_sets = parts.blooms.sets.size();
    counts.meetings = parts.hierarchy.meetings;
    counts.parts = parts.hierarchy.parts;
    counts.loops = parts.hierarchy.loops.size();
    for (const Growing& growing : parts.hierarchy.limbs) {
        if (growing.how == Holds::bridged) ++counts.bridged;
        if (growing.how == Holds::loose) ++counts.loose;
        if (growing.how == Holds::root) ++counts.roots;
    }
    return counts;
}

}  // namespace thigmo
