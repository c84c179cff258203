// HTTP over loopback: one thread waits for all connections at once, so that none keeps others
// waiting.
#include "apps/cli/page_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cctype>
#include <list>
#include <map>
#include <random>
#include <vector>

#include "apps/cli/page_connection.h"
#include "thigmo/base/error.h"

namespace thigmo::cli {
namespace {

constexpr const char* host = "127.0.0.1";
constexpr size_t most_connections = 256;
constexpr int patience = 50;  // ms between two questions whether to end

std::string random_word() {
    std::random_device device;
    return fmt::format("{:08x}{:08x}", device(), device());
}

/// The port may be left out where it is HTTP's own; letters of either case are one name.
bool is_own_name(std::string asked, int port) {
    std::ranges::transform(asked, asked.begin(), [](unsigned char c) { return std::tolower(c); });
    if (port == 80 && asked.find(':') == std::string::npos) asked += ":80";
    return asked == fmt::format("{}:{}", host, port) || asked == fmt::format("localhost:{}", port);
}

/// Listens on a port of this machine alone; 0 takes any. InputError where it cannot.
Descriptor listen_at(int port) {
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    // Without SO_REUSEPORT, by which two programs could share a port.
    const int yes = 1;
    ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(socket.number(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0 ||
        ::listen(socket.number(), SOMAXCONN) != 0)
        throw InputError(
            fmt::format("--port: found {} taken or not allowed, expected a free one", port));
    return socket;
}

int port_of(const Descriptor& socket) {
    sockaddr_in address{};
    socklen_t size = sizeof(address);
    ::getsockname(socket.number(), reinterpret_cast<sockaddr*>(&address), &size);
    return ntohs(address.sin_port);
}

Answer text(int status, const char* words) {
    return {status, "text/plain", std::make_shared<const std::string>(words)};
}

}  // namespace

/// The socket that listens, all that came in by it, and the bytes that they are being sent.
class PageServer::Listener {
  public:
    Listener(const PageSite& site, int port) : site_(site), socket_(listen_at(port)) {}

    int port() const { return port_of(socket_); }
    /// Waits a little for whatever comes.
    void turn(const std::string& path);

  private:
    bool make_room();
    void take_new();
    Answer answer(const HttpRequest& request, const std::string& path);
    std::shared_ptr<const std::string> find(const std::string& name);

    const PageSite& site_;
    Descriptor socket_;
    std::list<PageConnection> connections_;  // oldest first
    std::map<std::string, std::weak_ptr<const std::string>> being_sent_;
};

/// Closes the oldest connection that is sent nothing, which has had the best chance to ask; false
/// where all are being answered.
bool PageServer::Listener::make_room() {
    if (connections_.size() < most_connections) return true;
    const auto idle = std::ranges::find_if_not(connections_, &PageConnection::wants_to_write);
    if (idle == connections_.end()) return false;
    connections_.erase(idle);
    return true;
}

void PageServer::Listener::take_new() {
    for (size_t i = 0; i < most_connections; ++i) {
        Descriptor next(
            ::accept4(socket_.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (next.number() < 0) return;
        if (make_room()) connections_.emplace_back(std::move(next), PageConnection::Clock::now());
    }
}

void PageServer::Listener::turn(const std::string& path) {
    std::vector<pollfd> waiting = {{socket_.number(), POLLIN, 0}};
    for (const PageConnection& connection : connections_)
        waiting.push_back({connection.socket(),
                           static_cast<short>(connection.wants_to_write() ? POLLOUT : POLLIN), 0});
    ::poll(waiting.data(), waiting.size(), patience);
    const auto now = PageConnection::Clock::now();
    auto ready = waiting.begin() + 1;
    std::erase_if(connections_, [&](PageConnection& connection) {
        if (((ready++)->revents) == 0) return connection.is_late(now);
        return !connection.advance(
                   [&](const HttpRequest& request) { return answer(request, path); }, now) ||
               connection.is_late(now);
    });
    if (waiting.front().revents != 0) take_new();
}

Answer PageServer::Listener::answer(const HttpRequest& request, const std::string& path) {
    // A page of another origin that has its name point here sends that name.
    if (!is_own_name(request.host, port())) return text(403, "for this machine only\n");
    if (!request.path.starts_with(path)) return text(404, "nothing here\n");
    const std::string name = request.path.substr(path.size());
    const auto bytes = find(name);
    if (!bytes) return text(404, "nothing here\n");
    return {200, media_type(name.empty() ? "index.html" : name), bytes};
}

/// Many that ask for one file at once are sent the same bytes.
std::shared_ptr<const std::string> PageServer::Listener::find(const std::string& name) {
    if (const auto known = being_sent_.find(name); known != being_sent_.end())
        if (auto bytes = known->second.lock()) return bytes;
    std::optional<std::string> bytes;
    try {
        bytes = site_.find(name);
    } catch (const InputError&) {  // it cannot be read any more
    }
    if (!bytes) return nullptr;
    auto shared = std::make_shared<const std::string>(std::move(*bytes));
    being_sent_[name] = shared;
    return shared;
}

PageServer::PageServer(const PageSite& site, int port)
    : listener_(std::make_unique<Listener>(site, port)),
      path_(fmt::format("/{}/", random_word())) {}

PageServer::~PageServer() = default;

int PageServer::port() const {
    return listener_->port();
}

std::string PageServer::address() const {
    return fmt::format("http://{}:{}{}", host, port(), path_);
}

void PageServer::serve(const std::function<bool()>& ended) {
    while (!ended()) listener_->turn(path_);
}

}  // namespace thigmo::cli
