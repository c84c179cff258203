// thigmo view: the page that shows a shader pack or a plant moving.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "apps/cli/page_server.h"
#include "apps/cli/plant_name.h"
#include "apps/cli/shared_files.h"
#include "apps/cli/verbs.h"
#include "thigmo/base/error.h"
#include "thigmo/plant/file.h"

namespace thigmo::cli {
namespace {

struct Request {
    std::string shown, folder;
    int port = 0;
};

void check(const Request& request, bool port_given) {
    if (request.port < 0 || request.port > 65535)
        throw InputError(fmt::format("--port: found {}, expected 0 to 65535; 0 takes any free one",
                                     request.port));
    if (port_given && !request.folder.empty())
        throw InputError("--port: found --write too, expected one of them: a folder is not served");
}

/// A folder of a species' name is a pack; a species without one is grown.
PageSite site_of(const std::string& shown, const Terminal& terminal) {
    if (shown.empty() || std::filesystem::exists(shown) || !is_species_word(shown))
        return {page_files(), shared_files(), shown};
    NamedBytes plant{shown + ".plant", encode_plant(load_or_grow(shown, terminal))};
    return PageSite::of_plant(page_files(), shared_files(), std::move(plant));
}

Action declare(Options& options) {
    auto request = std::make_shared<Request>();
    options.optional_argument("shown", request->shown,
                              "a shader pack's folder, a .plant file or a species");
    options.option("--port", request->port, "of the address on this machine; 0 takes any free one");
    options.option("--write", request->folder,
                   "write the page as a folder for any web server instead");
    return [request, &options](Terminal& terminal) {
        check(*request, options.given("--port"));
        const PageSite site = site_of(request->shown, terminal);
        if (!request->folder.empty()) {
            site.write(request->folder);
            terminal.print(fmt::format("{}: the page, for any web server", request->folder));
            return;
        }
        PageServer server(site, request->port);
        const TerminalProgress progress = terminal.progress();
        if (progress.cancelled()) return;  // from here on Ctrl-C ends it in good order
        terminal.print(server.address());
        std::fflush(terminal.out);
        if (!terminal.quiet) terminal.tell("Ctrl-C ends it\n");
        server.serve([&] { return progress.cancelled(); });
    };
}

}  // namespace

Verb view_verb() {
    return {"view", "show a plant moving, in the browser",
            "  thigmo grow oak --age 5 -o oak.plant\n"
            "  thigmo view oak.plant\n"
            "  thigmo export oak.plant --shader oak && thigmo view oak\n"
            "  thigmo view rose --write site",
            declare};
}

}  // namespace thigmo::cli
