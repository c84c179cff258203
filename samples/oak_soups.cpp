// Oaks with as many leaves and triangles as are asked for.
#include <algorithm>
#include <numbers>

#include "samples/soups.h"
#include "thigmo/base/random.h"
#include "thigmo/materials/species.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/nursery.h"

namespace thigmo::samples {
namespace {

/// Another leaf of the same shoot: elsewhere on its segment, turned about it.
void move_leaf(Plant& plant, DomainId leaf, Random& random) {
    Attachment& attachment = plant.domains.attachment[leaf];
    if (!attachment.segment.exists()) return;
    const Vec3& start = plant.segments.start[attachment.segment];
    const Vec3 way = plant.segments.end[attachment.segment] - start;
    const Vec3 old = start + attachment.along * way;
    attachment.along = random.uniform();
    const Quat turn(Eigen::AngleAxisd(random.uniform(0, 2 * std::numbers::pi), way.normalized()));
    Placement& placement = plant.domains.placement[leaf];
    placement.position = start + attachment.along * way + turn * Vec3(placement.position - old);
    placement.rotation = (turn * placement.rotation).normalized();
}

bool is_leaf(const Plant& plant, DomainId domain) {
    return plant.domains.kind[domain] == Kind::leaf && plant.domains.segments[domain].empty();
}

/// The plant with so many leaves: each of its own several times, the earlier ones once more often.
Plant with_leaves(const Plant& plant, size_t leaves) {
    Plant leafy = plant;
    leafy.domains = {};
    Column<DomainId, DomainId> row(plant.domains.size());
    const auto copy = [&](DomainId domain) {
        for_columns(leafy.domains.columns(), plant.domains.columns(),
                    [&](auto& to, const auto& from) { to.push_back(from[domain]); });
        const DomainId added(leafy.domains.size() - 1);
        const DomainId parent = plant.domains.parent[domain];
        if (parent.exists()) leafy.domains.parent[added] = row[parent];
        return added;
    };
    size_t own = 0, seen = 0;
    for (const DomainId domain : plant.domains.rows()) own += is_leaf(plant, domain);
    Key next = *std::ranges::max_element(plant.domains.key);
    Random random(1);
    for (const DomainId domain : plant.domains.rows()) {
        row[domain] = copy(domain);
        if (!is_leaf(plant, domain)) continue;
        const size_t count = leaves / own + (seen++ < leaves % own ? 1 : 0);
        for (size_t i = 1; i < count; ++i) {
            const DomainId added = copy(domain);
            leafy.domains.key[added] = ++next;
            move_leaf(leafy, added, random);
        }
    }
    return leafy;
}

Soup oak_soup(double age, size_t leaves, double edge) {
    LooseSettings settings;
    settings.tubes.side_length = settings.ring_length = edge;
    settings.tubes.least_sides = 6;
    settings.tubes.most_sides = 64;
    return loosen(leafy_oak(age, leaves), settings).soup;
}

}  // namespace

Plant leafy_oak(double age, size_t leaves) {
    Progress progress;
    return with_leaves(grow_species(find_species("oak"), age, 1, progress), leaves);
}

Soup small_oak() {
    return oak_soup(10, 4'500, 0.11);
}

Soup middle_oak() {
    return oak_soup(19, 18'700, 0.033);
}

Soup paper_oak() {
    return oak_soup(19, 120'000, 0.0061);
}

}  // namespace thigmo::samples
