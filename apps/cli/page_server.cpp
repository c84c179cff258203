// HTTP over loopback.
#include "apps/cli/page_server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <random>
#include <thread>

#include "thigmo/base/error.h"

namespace thigmo::cli {
namespace {

constexpr const char* host = "127.0.0.1";

std::string random_word() {
    std::random_device device;
    return fmt::format("{:08x}{:08x}", device(), device());
}

void answer(const PageSite& site, const std::string& name, httplib::Response& response) {
    std::optional<std::string> bytes;
    try {
        bytes = site.find(name);
    } catch (const InputError&) {  // it cannot be read any more
    }
    if (!bytes) {
        response.status = 404;
        response.set_content("nothing here\n", "text/plain");
        return;
    }
    response.set_content(std::move(*bytes), media_type(name.empty() ? "index.html" : name));
}

/// The port may be left out where it is HTTP's own; letters of either case are one name.
bool is_own_name(std::string asked, int port) {
    std::ranges::transform(asked, asked.begin(), [](unsigned char c) { return std::tolower(c); });
    if (port == 80 && asked.find(':') == std::string::npos) asked += ":80";
    return asked == fmt::format("{}:{}", host, port) || asked == fmt::format("localhost:{}", port);
}

}  // namespace

struct PageServer::Listener {
    httplib::Server server;
};

PageServer::PageServer(const PageSite& site, int port)
    : listener_(std::make_unique<Listener>()), path_(fmt::format("/{}/", random_word())) {
    httplib::Server& server = listener_->server;
    // Without SO_REUSEPORT, by which two programs could share a port.
    server.set_socket_options([](socket_t socket) {
        const int yes = 1;
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    });
    server.set_payload_max_length(0);
    server.set_keep_alive_timeout(1);  // s, for which the end may have to wait
    server.set_default_headers({{"Cache-Control", "no-store"},
                                {"X-Content-Type-Options", "nosniff"},
                                {"Cross-Origin-Resource-Policy", "same-origin"}});
    // A page of another origin that has its name point here sends that name.
    server.set_pre_routing_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
            if (is_own_name(request.get_header_value("Host"), port_))
                return httplib::Server::HandlerResponse::Unhandled;
            response.status = 403;
            response.set_content("for this machine only\n", "text/plain");
            return httplib::Server::HandlerResponse::Handled;
        });
    server.Get(path_ + "(.*)",
               [&site](const httplib::Request& request, httplib::Response& response) {
                   answer(site, request.matches[1], response);
               });
    if (port == 0)
        port_ = server.bind_to_any_port(host);
    else if (server.bind_to_port(host, port))
        port_ = port;
    if (port_ <= 0)
        throw InputError(
            fmt::format("--port: found {} taken or not allowed, expected a free one", port));
}

PageServer::~PageServer() = default;

std::string PageServer::address() const {
    return fmt::format("http://{}:{}{}", host, port_, path_);
}

void PageServer::serve(const std::function<bool()>& ended) {
    httplib::Server& server = listener_->server;
    std::thread listening([&] { server.listen_after_bind(); });
    while (!ended()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    // It does not hear of an end before it has begun.
    while (!server.is_running()) std::this_thread::yield();
    server.stop();
    listening.join();
}

}  // namespace thigmo::cli
