// Chains of cylinders to domains.
#include "thigmo/io/qsm.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <utility>

#include "thigmo/base/random.h"
#include "thigmo/io/qsm_joints.h"
#include "thigmo/io/qsm_tree.h"

namespace thigmo {
namespace {

using namespace qsm;

/// Z up to Y up, right-handed.
Vec3 turned(const Vec3& v) {
    return {v.x(), v.z(), -v.y()};
}

/// Turns the cylinders and sets the first root's start at the origin, before anything is computed
/// from map coordinates of six digits before the point.
Vec3 move_to_origin(QsmTable& table, uint32_t root) {
    constexpr double farthest = 1e5;  // m, so that sums of sizes stay within what a plant may span
    const Vec3 origin = table.cylinders[root].start;
    for (Cylinder& cylinder : table.cylinders) {
        const double distance = (cylinder.start - origin).norm();
        if (distance > farthest)
            throw input_error({table.source, cylinder.line, 0},
                              fmt::format("a cylinder {:g} m from the first root", distance),
                              fmt::format("at most {:g} m", farthest));
        cylinder.start = turned(cylinder.start - origin);
        cylinder.along = turned(cylinder.along);
    }
    return origin;
}

/// The palette's wood and the textures that it needs; leaves are left out.
std::array<WoodPart, 3> copy_wood(const Palette& palette, Plant& plant) {
    std::array<WoodPart, 3> wood = palette.wood;
    std::vector<std::pair<WoodPart, WoodPart>> copied;
    for (WoodPart& part : wood) {
        const WoodPart asked = part;
        for (const auto& [old, made] : copied) {
            if (old.material == asked.material) part.material = made.material;
            if (old.look == asked.look) part.look = made.look;
        }
        const auto is_new = [&](auto member) {
            return std::ranges::none_of(
                copied, [&](const auto& pair) { return pair.first.*member == asked.*member; });
        };
        if (is_new(&WoodPart::material))
            part.material = plant.materials.push_back(palette.materials[asked.material]);
        if (is_new(&WoodPart::look)) {
            Look look = palette.looks[asked.look];
            if (look.texture.exists())
                look.texture = plant.textures.push_back(palette.textures[look.texture]);
            part.look = plant.looks.push_back(std::move(look));
        }
        copied.emplace_back(asked, part);
    }
    return wood;
}

/// Adds domains and segments to a plant, chain by chain.
class Builder {
  public:
    Builder(const QsmTable& table, const QsmTree& tree, QsmImport& out)
        : table_(table), tree_(tree), plant_(out.plant), gaps_(out.report.gaps) {
        segment_of_.resize(table.cylinders.size());
    }

    void build(Progress& progress) {
        std::vector<Chain> open;
        for (size_t i = tree_.roots.size(); i-- > 0;)
            open.push_back({tree_.roots[i], DomainId::none()});
        while (!open.empty()) {
            const Chain chain = open.back();
            open.pop_back();
            const DomainId domain = add_domain(chain);
            // Last in, first out: the lateral nearest the base comes next.
            for (size_t i = rows_.size(); i-- > 0;) push_laterals(rows_[i], domain, open);
            if (plant_.domains.size() % 16384 == 0)
                progress.report(static_cast<double>(plant_.segments.size()) /
                                    static_cast<double>(table_.cylinders.size()),
                                "joining");
        }
    }

  private:
    struct Chain {
        uint32_t first;
        DomainId parent;
    };

    void push_laterals(uint32_t row, DomainId domain, std::vector<Chain>& open) const {
        const auto children = tree_.children(row);
        for (size_t i = children.size(); i-- > 0;)
            if (children[i] != tree_.next[row]) open.push_back({children[i], domain});
    }

    uint16_t order_below(DomainId parent, const Cylinder& first) const {
        if (!parent.exists()) return 0;
        const uint16_t order = plant_.domains.order[parent];
        if (order == UINT16_MAX)
            throw input_error({table_.source, first.line, 0}, "branches of more than 65535 orders",
                              "a tree");
        return static_cast<uint16_t>(order + 1);
    }

    DomainId add_domain(const Chain& chain) {
        rows_.clear();
        cylinders_.clear();
        for (uint32_t row = chain.first; row != no_row; row = tree_.next[row]) {
            rows_.push_back(row);
            cylinders_.push_back(table_.cylinders[row]);
        }
        const Cylinder& first = cylinders_.front();
        QsmHold hold{{}, first.start};
        if (chain.parent.exists())
            hold = find_qsm_hold(plant_.segments, plant_.domains.segments[chain.parent],
                                 segment_of_[tree_.parent[chain.first]], first, gaps_);
        join_qsm_chain(cylinders_, hold.start, gaps_, points_);
        Domains& domains = plant_.domains;
        domains.parent.push_back(chain.parent);
        domains.attachment.push_back(hold.attachment);
        domains.segments.push_back(
            {static_cast<uint32_t>(plant_.segments.size()), static_cast<uint32_t>(rows_.size())});
        domains.order.push_back(order_below(chain.parent, first));
        add_segments();
        // Keys come from the table's ids: the same cylinder has the same key in every import.
        return domains.key.push_back(mix(1, static_cast<uint64_t>(first.id)));
    }

    void add_segments() {
        Segments& segments = plant_.segments;
        for (size_t i = 0; i < rows_.size(); ++i) {
            segment_of_[rows_[i]] =
                segments.key.push_back(mix(2, static_cast<uint64_t>(cylinders_[i].id)));
            segments.start.push_back(points_[i]);
            segments.end.push_back(points_[i + 1]);
            segments.start_radius.push_back(cylinders_[i].radius);
            segments.end_radius.push_back(cylinders_[i].radius);
        }
    }

    const QsmTable& table_;
    const QsmTree& tree_;
    Plant& plant_;
    QsmGaps& gaps_;
    std::vector<SegmentId> segment_of_;  // by row of the table
    std::vector<uint32_t> rows_;         // of the chain at hand
    std::vector<Cylinder> cylinders_;
    std::vector<Vec3> points_;
};

/// Order 0 is trunk; of the rest, what carries nothing is twig.
void set_kinds(Plant& plant, const std::array<WoodPart, 3>& wood) {
    Domains& domains = plant.domains;
    domains.kind.resize(domains.size(), Kind::twig);
    for (const DomainId parent : domains.parent)
        if (parent.exists()) domains.kind[parent] = Kind::branch;
    for (const DomainId domain : domains.rows()) {
        if (domains.order[domain] == 0) domains.kind[domain] = Kind::trunk;
        const WoodPart& part = wood[static_cast<size_t>(domains.kind[domain])];
        domains.material.push_back(part.material);
        domains.look.push_back(part.look);
    }
    domains.flexible.resize(domains.size(), 1);
    domains.shape.resize(domains.size());
    domains.placement.resize(domains.size());
}

/// How far the lowest end was below the first root's start (m).
double stand_on_ground(Segments& segments) {
    double lowest = 0;
    for (const auto* ends : {&segments.start, &segments.end})
        for (const Vec3& end : *ends) lowest = std::min(lowest, end.y());
    if (lowest == 0) return 0;
    for (auto* ends : {&segments.start, &segments.end})
        for (Vec3& end : *ends) end.y() -= lowest;
    return -lowest;
}

void note_oddities(const QsmTree& tree, Log& log) {
    if (tree.roots.size() > 1)
        log.warn(fmt::format("{} cylinders have no parent; each is the base of a trunk of its own",
                             tree.roots.size()));
    if (tree.stray_extensions > 0)
        log.warn(
            fmt::format("{} extensions name no child of their cylinder; the thickest and "
                        "straightest child continues it",
                        tree.stray_extensions));
}

}  // namespace

QsmImport import_qsm(std::string_view text, const std::string& source, const QsmSettings& settings,
                     Progress& progress) {
    QsmTable table = read_qsm_table(text, source, progress);
    const QsmTree tree = build_qsm_tree(table);
    QsmImport out;
    out.report.cylinders = table.cylinders.size();
    out.report.roots = tree.roots.size();
    for (const Cylinder& cylinder : table.cylinders)
        out.report.table_volume +=
            std::numbers::pi * cylinder.radius * cylinder.radius * cylinder.along.norm();
    out.report.origin = move_to_origin(table, tree.roots.front());
    out.plant.name = settings.name;
    Builder(table, tree, out).build(progress);
    set_kinds(out.plant, copy_wood(settings.palette, out.plant));
    out.report.origin.z() -= stand_on_ground(out.plant.segments);
    note_oddities(tree, out.log);
    progress.report(1, "joining");
    return out;
}

}  // namespace thigmo
