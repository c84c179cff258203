// Reads a head, writes an answer, waits for the other side to hang up.
#include "apps/cli/page_connection.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <utility>

namespace thigmo::cli {
namespace {

using std::chrono::seconds;
constexpr seconds time_to_ask(5), time_to_take(10), time_to_part(1);
constexpr size_t longest_head = 8192;

Answer refusal(int status, const char* text) {
    return {status, "text/plain", std::make_shared<const std::string>(text)};
}

bool would_wait() {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

}  // namespace

PageConnection::PageConnection(Descriptor socket, Clock::time_point now)
    : socket_(std::move(socket)), deadline_(now + time_to_ask) {}

bool PageConnection::advance(const Answering& answer, Clock::time_point now) {
    return wants_to_write() ? write(now) : read(answer, now);
}

bool PageConnection::read(const Answering& answer, Clock::time_point now) {
    std::array<char, 4096> piece;
    const ssize_t count = ::recv(socket_.number(), piece.data(), piece.size(), 0);
    if (count <= 0) return count < 0 && would_wait();
    if (!head_.empty()) return true;  // what comes after the request is not heard
    asked_.append(piece.data(), static_cast<size_t>(count));
    const size_t end = asked_.find("\r\n\r\n");
    if (end == std::string::npos && asked_.size() <= longest_head) return true;
    const bool too_long = std::min(end, asked_.size()) > longest_head;
    const auto request =
        too_long ? std::nullopt : parse_request(std::string_view(asked_).substr(0, end + 2));
    if (too_long)
        start(refusal(431, "too long a request\n"), false);
    else if (!request)
        start(refusal(400, "no request of HTTP/1\n"), false);
    else if (request->method != "GET" && request->method != "HEAD")
        start(refusal(405, "GET and HEAD only\n"), false);
    else
        start(answer(*request), request->method == "HEAD");
    return write(now);
}

void PageConnection::start(Answer answer, bool head_only) {
    head_ = answer_head(answer.status, answer.type, answer.bytes->size());
    body_ = std::move(answer.bytes);
    body_size_ = head_only ? 0 : body_->size();
    asked_ = std::string();
}

bool PageConnection::write(Clock::time_point now) {
    while (!sent_all()) {
        const std::string& from = sent_ < head_.size() ? head_ : *body_;
        const size_t done = sent_ < head_.size() ? sent_ : sent_ - head_.size();
        const ssize_t count =
            ::send(socket_.number(), from.data() + done, from.size() - done, MSG_NOSIGNAL);
        if (count < 0) return would_wait();
        sent_ += static_cast<size_t>(count);
        deadline_ = now + time_to_take;
    }
    // Closing at once would take the answer back where more was sent than is read.
    body_.reset();
    deadline_ = now + time_to_part;
    return ::shutdown(socket_.number(), SHUT_WR) == 0;
}

}  // namespace thigmo::cli
