// The decisions file out.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "thigmo/authoring/author_record.h"

namespace thigmo {
namespace {

/// A choice so near to the next one that a person should see it.
constexpr double near_margin = 0.25;

class Writer {
  public:
    explicit Writer(const Record& record) : record_(record), parts_(record.parts) {
        for (const auto& [a, b] : parts_.hierarchy.links) meetings_.push_back(std::minmax(a, b));
        std::ranges::sort(meetings_);
    }

    std::string text() {
        line("# What `thigmo author` decided. Change what is wrong and give it back with");
        line("# --decisions; what is left out is proposed anew. docs/authoring.md tells more.");
        line("triangles = {}", parts_.surface.mesh.triangles.size());
        roots();
        pieces();
        loops();
        limbs();
        anchors();
        for (const Decisions::Split& split : record_.decisions.splits)
            line("\n[[split]]\nlimb = \"{}\"\nalong = {}", split.limb, split.along);
        for (const Decisions::Merge& merge : record_.decisions.merges)
            line("\n[[merge]]\nlimb = \"{}\"", merge.limb);
        return std::move(text_);
    }

  private:
    template <class... Values>
    void line(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
        text_ += '\n';
    }
    const std::string& name(LimbId limb) const { return parts_.limbs[limb].name; }
    const std::string& name(uint32_t limb) const { return name(LimbId(limb)); }

    void roots() {
        if (!record_.stood_in.empty()) {
            line("# {}", record_.stood_in);
            return;
        }
        std::string names;
        for (const Root& root : parts_.hierarchy.roots.rows)
            names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", name(root.limb));
        line("roots = [{}]  # {}", names, parts_.hierarchy.roots.reason);
    }

    void pieces() {
        constexpr double doubtful = 0.7;
        for (const PieceId piece : record_.pieces.rows()) {
            const PieceRole& role = record_.roles.of[piece.value];
            const bool common = role.role == Role::leaf || role.role == Role::twig;
            if (common && role.confidence >= doubtful && !role.ordered) continue;
            line("\n[[piece]]\npiece = {}\nrole = \"{}\"\nconfidence = {:.2f}\nreason = \"{}\"",
                 piece.value, role_names[static_cast<size_t>(role.role)], role.confidence,
                 role.reason);
        }
    }

    void loops() {
        for (const LimbLoop& loop : parts_.hierarchy.loops) {
            std::vector<uint32_t> all;
            for (const uint32_t link : loop.links) {
                all.push_back(parts_.hierarchy.links[link].a);
                all.push_back(parts_.hierarchy.links[link].b);
            }
            std::ranges::sort(all);
            all.erase(std::unique(all.begin(), all.end()), all.end());
            std::string names;
            for (const uint32_t limb : all)
                names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", name(limb));
            const auto [a, b] = parts_.hierarchy.links[loop.broken];
            line("\n[[loop]]\nlimbs = [{}]\ncut = [\"{}\", \"{}\"]", names, name(a), name(b));
            runner_up(loop);
        }
    }

    /// The other link of the loop that would have been cut next: the dearest that holds.
    void runner_up(const LimbLoop& loop) {
        const LimbLink* next = nullptr;
        double dearest = -1, least = -1;
        for (const uint32_t at : loop.links) {
            if (at == loop.broken) continue;
            const LimbLink& link = parts_.hierarchy.links[at];
            for (const auto& [limb, other] : {std::pair(link.a, link.b), {link.b, link.a}}) {
                const Growing& growing = parts_.hierarchy.limbs[LimbId(limb)];
                if (growing.from.limb != LimbId(other) || growing.cost <= dearest) continue;
                dearest = growing.cost;
                least = growing.runner_up.exists() ? growing.margin : -1;
                next = &link;
            }
        }
        if (next == nullptr) return;
        line("runner_up = [\"{}\", \"{}\"]", name(next->a), name(next->b));
        if (least >= 0) line("margin = {:.3f}", least);
    }

    /// Those held over a gap, by decision, or nearly by another one that they do not meet.
    void limbs() {
        for (const LimbId limb : parts_.limbs.rows()) {
            const Growing& growing = parts_.hierarchy.limbs[limb];
            if (!growing.from.limb.exists() || parts_.limbs[limb].grows_from.limb.exists())
                continue;
            const bool near = growing.runner_up.exists() && growing.margin < near_margin &&
                              !meet(limb, growing.runner_up);
            if (!near && !growing.ordered && growing.how != Holds::bridged) continue;
            line("\n[[limb]]\nlimb = \"{}\"\ngrows_from = \"{}\"", name(limb),
                 name(growing.from.limb));
            if (growing.gap > 0) line("gap_m = {:.4g}", growing.gap);
            if (growing.runner_up.exists())
                line("runner_up = \"{}\"\nmargin = {:.3f}", name(growing.runner_up),
                     growing.margin);
        }
    }

    bool meet(LimbId a, LimbId b) const {
        const std::pair<uint32_t, uint32_t> pair = std::minmax(a.value, b.value);
        return std::ranges::binary_search(meetings_, pair);
    }

    void anchors() {
        for (size_t set = 0; set < parts_.instances.sets.size(); ++set) {
            const std::vector<BladeId>& blades = parts_.instances.sets[set];
            const Anchor& anchor = parts_.anchors.sets[set];
            if (blades.size() < 2 && !anchor.ordered && anchor.gap < 0.1) continue;
            const BladeId first = blades.front();
            line("\n[[anchor]]\npiece = {}\ncopies = {}\ngap = {:.3f}",
                 parts_.blades[first].pieces.front().value, blades.size() - 1, anchor.gap);
            const Vec3& point = parts_.anchors.of[first].anchor;
            if (anchor.at_centre)
                line("centre = true");
            else
                line("point_m = [{:.9g}, {:.9g}, {:.9g}]", point.x(), point.y(), point.z());
        }
    }

    const Record& record_;
    const Parts& parts_;
    std::vector<std::pair<uint32_t, uint32_t>> meetings_;  // the lesser limb first, ascending
    std::string text_;
};

}  // namespace

std::string decisions_text(const Record& record) {
    return Writer(record).text();
}

}  // namespace thigmo
