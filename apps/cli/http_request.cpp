// HTTP/1 as far as a page needs it: RFC 9112, sections 3 and 5.
#include "apps/cli/http_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace thigmo::cli {
namespace {

/// %20 and the like as the characters that they stand for; nothing where that cannot be.
std::optional<std::string> decoded(std::string_view address) {
    std::string text;
    for (size_t i = 0; i < address.size(); ++i) {
        char letter = address[i];
        if (letter == '%') {
            unsigned value = 0;
            const std::string_view digits = address.substr(i + 1, 2);
            const auto [end, fault] =
                std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
            if (fault != std::errc() || end != digits.data() + 2) return std::nullopt;
            letter = static_cast<char>(value);
            i += 2;
        }
        text += letter;
    }
    return text;
}

/// Cuts off what stands before the mark, and the mark; all where there is none.
std::string_view take(std::string_view& text, std::string_view mark) {
    const size_t end = std::min(text.find(mark), text.size());
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(std::min(text.size(), end + mark.size()));
    return taken;
}

bool same_name(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

const char* reason_of(int status) {
    constexpr std::array<std::pair<int, const char*>, 6> reasons = {
        {{200, "OK"},
         {400, "Bad Request"},
         {403, "Forbidden"},
         {404, "Not Found"},
         {405, "Method Not Allowed"},
         {431, "Request Header Fields Too Large"}}};
    for (const auto& [number, words] : reasons)
        if (number == status) return words;
    return "Error";
}

}  // namespace

std::optional<HttpRequest> parse_request(std::string_view head) {
    std::string_view line = take(head, "\r\n");
    HttpRequest request;
    request.method = take(line, " ");
    std::string_view target = take(line, " ");
    if (request.method.empty() || !target.starts_with('/') ||
        (line != "HTTP/1.1" && line != "HTTP/1.0"))
        return std::nullopt;
    const std::optional<std::string> path = decoded(take(target, "?"));
    if (!path) return std::nullopt;
    request.path = *path;
    while (!head.empty()) {
        std::string_view value = take(head, "\r\n");
        if (!same_name(take(value, ":"), "Host")) continue;
        if (!request.host.empty()) return std::nullopt;
        constexpr std::string_view blanks = " \t";
        value.remove_prefix(std::min(value.find_first_not_of(blanks), value.size()));
        request.host = value.substr(0, value.find_last_not_of(blanks) + 1);
    }
    return request;
}

std::string answer_head(int status, std::string_view type, size_t size) {
    return fmt::format(
        "HTTP/1.1 {} {}\r\n"
        "Content-Type: {}\r\n"
        "Content-Length: {}\r\n"
        "Connection: close\r\n"
        "Cache-Control: no-store\r\n"
        "Content-Security-Policy: default-src 'self'; img-src 'self' blob: data:; connect-src "
        "'self' blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'\r\n"
        "Cross-Origin-Resource-Policy: same-origin\r\n"
        "Referrer-Policy: no-referrer\r\n"
        "X-Content-Type-Options: nosniff\r\n\r\n",
        status, reason_of(status), type, size);
}

}  // namespace thigmo::cli
