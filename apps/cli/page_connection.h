// One request and its answer, in whatever pieces they come and go.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "apps/cli/http_request.h"
#include "thigmo/base/posix_file.h"

namespace thigmo::cli {

struct Answer {
    int status = 200;
    std::string type;
    std::shared_ptr<const std::string> bytes;  // shared by all that are being sent
};

/// Never waits. What takes too long is given up: a head that is not whole five seconds after the
/// connection, an answer of which nothing is taken for ten.
class PageConnection {
  public:
    using Clock = std::chrono::steady_clock;
    using Answering = std::function<Answer(const HttpRequest&)>;

    /// The socket does not block.
    PageConnection(Descriptor socket, Clock::time_point now);

    int socket() const { return socket_.number(); }
    /// Whether an answer is under way: neither a request that is not whole yet nor one that is
    /// over.
    bool wants_to_write() const { return !head_.empty() && !sent_all(); }
    /// Goes on when the socket is ready; false when this is over.
    bool advance(const Answering& answer, Clock::time_point now);
    bool is_late(Clock::time_point now) const { return now > deadline_; }

  private:
    bool sent_all() const { return sent_ == head_.size() + body_size_; }
    bool read(const Answering& answer, Clock::time_point now);
    bool write(Clock::time_point now);
    void start(Answer answer, bool head_only);

    Descriptor socket_;
    Clock::time_point deadline_;
    std::string asked_, head_;
    std::shared_ptr<const std::string> body_;
    size_t body_size_ = 0, sent_ = 0;
};

}  // namespace thigmo::cli
