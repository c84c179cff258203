// Requests as browsers write them, and as nobody should.
#include "apps/cli/http_request.h"

#include <gtest/gtest.h>

namespace thigmo::cli {

TEST(HttpRequest, SaysMethodPathAndHost) {
    const auto request = parse_request(
        "GET /word/a%20b.plant?x=1 HTTP/1.1\r\nhOsT: \t127.0.0.1:80 \r\nRange: bytes=0-\r\n");
    ASSERT_TRUE(request);
    EXPECT_EQ(request->method, "GET");
    EXPECT_EQ(request->path, "/word/a b.plant");
    EXPECT_EQ(request->host, "127.0.0.1:80");
    EXPECT_EQ(parse_request("GET / HTTP/1.0\r\n")->host, "");
    EXPECT_EQ(parse_request("GET / HTTP/1.0\r\nHost:\r\n")->host, "");
}

TEST(HttpRequest, RejectsWhatIsNone) {
    for (const char* head :
         {"", "\r\n", "GET\r\n", "GET /\r\n", "GET / HTTP/2\r\n", "GET  / HTTP/1.1\r\n",
          "GET x HTTP/1.1\r\n", " / HTTP/1.1\r\n", "GET http://x/ HTTP/1.1\r\n",
          "GET /% HTTP/1.1\r\n", "GET /%4 HTTP/1.1\r\n", "GET /%-1 HTTP/1.1\r\n",
          "GET / HTTP/1.1 \r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n"})
        EXPECT_FALSE(parse_request(head)) << head;
}

TEST(HttpRequest, AnswersSayHowLongTheyAre) {
    const std::string head = answer_head(404, "text/plain", 12);
    EXPECT_EQ(head.find("HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\n"
                        "Content-Length: 12\r\nConnection: close\r\n"),
              0u);
    EXPECT_TRUE(head.ends_with("\r\n\r\n"));
}

}  // namespace thigmo::cli
