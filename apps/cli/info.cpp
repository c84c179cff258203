// thigmo info: what a plant holds.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "apps/cli/plant_name.h"
#include "apps/cli/verbs.h"
#include "thigmo/base/json.h"
#include "thigmo/plant/summary.h"

namespace thigmo::cli {
namespace {

std::string as_json(const Summary& summary) {
    Json bounds;
    bounds.set("min", summary.bounds.min()).set("max", summary.bounds.max());
    Json json;
    json.set("name", summary.name)
        .set("domains", summary.domains)
        .set("flexible_domains", summary.flexible_domains)
        .set("segments", summary.segments)
        .set("shapes", summary.shapes)
        .set("instances", summary.instances)
        .set("triangles", summary.triangles)
        .set("vertices", summary.vertices)
        .set("orders", summary.orders)
        .set("volumes", summary.volumes)
        .set("voxels", summary.voxels)
        .set("height_m", summary.size.y())
        .set("wood_volume_m3", summary.wood_volume)
        .set("mass_kg", summary.mass)
        .set("bounds", bounds);
    return json.text();
}

std::string as_text(const Summary& summary) {
    const Vec3& size = summary.size;
    std::string text = fmt::format("{}, {:.2f} m high, {:.2f} × {:.2f} m wide, {:.4g} kg\n",
                                   summary.name, size.y(), size.x(), size.z(), summary.mass);
    text += fmt::format("{} domains ({} flexible) in {} orders, {} segments\n", summary.domains,
                        summary.flexible_domains, summary.orders, summary.segments);
    for (size_t kind = 0; kind < kind_names.size(); ++kind)
        if (summary.kinds[kind] > 0)
            text += fmt::format("  {:<7}{:>8}\n", kind_names[kind], summary.kinds[kind]);
    text += fmt::format("{} instances of {} shapes; {} triangles and {} vertices as drawn",
                        summary.instances, summary.shapes, summary.triangles, summary.vertices);
    if (summary.volumes > 0)
        text += fmt::format("\n{} volumes of {} voxels", summary.volumes, summary.voxels);
    return text;
}

Action declare(Options& options) {
    struct Request {
        std::string plant;
        bool json = false;
    };
    auto request = std::make_shared<Request>();
    options.argument("plant", request->plant, "a .plant file or a species");
    options.flag("--json", request->json, "as JSON");
    return [request](Terminal& terminal) {
        const Summary summary = summarize(load_or_grow(request->plant, terminal));
        terminal.print(request->json ? as_json(summary) : as_text(summary));
    };
}

}  // namespace

Verb info_verb() {
    return {"info", "say what a plant holds",
            "  thigmo grow oak --age 5 -o oak.plant\n"
            "  thigmo info oak.plant\n"
            "  thigmo info oak.plant --json\n"
            "  thigmo info oak",
            declare};
}

}  // namespace thigmo::cli
