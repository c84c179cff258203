// What a browser asks for, as the text of its request says, and the head of the answer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace thigmo::cli {

struct HttpRequest {
    std::string method;
    std::string path;  // decoded, without what follows a question mark
    std::string host;  // empty where none is named
};

/// The request of a head that ends in an empty line; nothing where it is none of HTTP/1. Fields
/// other than Host are passed over: a wish for ranges is answered with the whole.
std::optional<HttpRequest> parse_request(std::string_view head);

/// The head of an answer that ends the connection. Pages may load what is of their own origin, and
/// nothing else may load or frame them.
std::string answer_head(int status, std::string_view type, size_t size);

}  // namespace thigmo::cli
