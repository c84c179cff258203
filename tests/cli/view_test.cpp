// thigmo view: what the page's addresses answer, and what is refused.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <list>
#include <string>
#include <thread>
#include <vector>

#include "apps/cli/page_server.h"
#include "samples/plants.h"
#include "tests/cli/run.h"
#include "tests/message.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"

// Last: it brings a macro _res, which Eigen has as a name.
#include <httplib.h>

namespace thigmo::cli {
namespace {

namespace fs = std::filesystem;

constexpr PageFile page[] = {{"index.html", "<head>\n</head>page"}, {"page.js", "script"}};

class ViewVerb : public testing::Test {
  protected:
    void SetUp() override {
        fs::create_directories(folder_ / "pack");
        write_file(folder_ / "secret.txt", "secret");
        write_file(folder_ / "pack" / "pack.json", "{}");
        write_file(folder_ / "pack" / "plant.glb", "glTF");
        save_plant(samples::sapling(), folder_ / "small one.plant");
    }
    void TearDown() override { fs::remove_all(folder_); }

    PageSite site(const std::string& shown) const {
        return {page, {{"motion.bin", "waves"}}, shown.empty() ? fs::path() : folder_ / shown};
    }
    std::string in(const std::string& name) const { return (folder_ / name).string(); }

    const fs::path folder_ =
        fs::path(testing::TempDir()) /
        ("view_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(ViewVerb, AnswersWithThePageItsPackAndWhatAllShare) {
    const PageSite shown = site("pack");
    EXPECT_EQ(shown.find("page.js"), "script");
    EXPECT_EQ(shown.find(""), shown.find("index.html"));
    EXPECT_EQ(shown.find("shared/motion.bin"), "waves");
    EXPECT_EQ(shown.find("files/plant.glb"), "glTF");
    EXPECT_EQ(shown.find("files/none.glb"), std::nullopt);
    EXPECT_EQ(shown.find("none.js"), std::nullopt);
}

TEST_F(ViewVerb, TellsThePageWhatToOpen) {
    EXPECT_EQ(site("").find(""), "<head>\n</head>page");
    EXPECT_EQ(site("pack").find(""),
              "<head>\n<meta name=\"open\" content=\"?pack=files/\" />\n  </head>page");
    EXPECT_EQ(site("small one.plant").find(""),
              "<head>\n<meta name=\"open\" content=\"?plant=files/small%20one.plant\" />\n  "
              "</head>page");
}

TEST_F(ViewVerb, ShowsOfAPlantsFolderThatPlantOnly) {
    const PageSite shown = site("small one.plant");
    EXPECT_EQ(shown.find("files/small one.plant"), read_file(folder_ / "small one.plant"));
    EXPECT_EQ(shown.find("files/secret.txt"), std::nullopt);
    EXPECT_EQ(shown.find("files/"), std::nullopt);
}

TEST_F(ViewVerb, ShowsAPlantThatIsInNoFile) {
    const PageSite shown = PageSite::of_plant(page, {}, {"reed.plant", "bytes"});
    EXPECT_EQ(shown.find("files/reed.plant"), "bytes");
    EXPECT_EQ(shown.find("files/other.plant"), std::nullopt);
    EXPECT_NE(shown.find("")->find("?plant=files/reed.plant"), std::string::npos);
    shown.write(folder_ / "site");
    EXPECT_EQ(read_file(folder_ / "site/files/reed.plant"), "bytes");
}

TEST_F(ViewVerb, LeadsNowhereOutOfThePack) {
    fs::create_symlink(folder_ / "secret.txt", folder_ / "pack" / "out.json");
    fs::create_symlink("plant.glb", folder_ / "pack" / "within.glb");
    fs::create_directory_symlink(folder_, folder_ / "pack" / "up");
    const PageSite shown = site("pack");
    EXPECT_EQ(shown.find("files/within.glb"), "glTF");
    for (const char* address : {"files/../secret.txt", "../secret.txt", "files/out.json",
                                "files/up/secret.txt", "files/up", "files/./../secret.txt",
                                "files/..\\secret.txt", "files//etc/passwd", "files/..", "files/."})
        EXPECT_EQ(shown.find(address), std::nullopt) << address;
    EXPECT_EQ(shown.find("files/" + in("secret.txt")), std::nullopt);
}

TEST_F(ViewVerb, WritesAFolderForAnyServer) {
    fs::create_symlink(folder_ / "secret.txt", folder_ / "pack" / "out.json");
    site("pack").write(folder_ / "site");
    EXPECT_EQ(read_file(folder_ / "site/page.js"), "script");
    EXPECT_NE(read_file(folder_ / "site/index.html").find("?pack=files/"), std::string::npos);
    EXPECT_EQ(read_file(folder_ / "site/shared/motion.bin"), "waves");
    EXPECT_EQ(read_file(folder_ / "site/files/plant.glb"), "glTF");
    EXPECT_FALSE(fs::exists(folder_ / "site/files/out.json"));
    site("small one.plant").write(folder_ / "site");
    EXPECT_EQ(read_file(folder_ / "site/files/small one.plant"),
              read_file(folder_ / "small one.plant"));
}

/// A server that runs until it goes out of scope.
struct Serving {
    explicit Serving(const PageSite& site)
        : server(site, 0), thread([this] { server.serve([this] { return ended.load(); }); }) {}
    ~Serving() {
        ended = true;
        thread.join();
    }
    int status(const std::string& path, const httplib::Headers& headers = {}) {
        const httplib::Result result =
            httplib::Client("127.0.0.1", server.port()).Get(path, headers);
        return result ? result->status : 0;
    }

    PageServer server;
    std::atomic<bool> ended = false;
    std::thread thread;
};

TEST_F(ViewVerb, ServesUnderItsOwnWordAndName) {
    const PageSite shown = site("pack");
    Serving serving(shown);
    const std::string path = serving.server.path();
    const httplib::Result found =
        httplib::Client("127.0.0.1", serving.server.port()).Get(path + "files/plant.glb");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->body, "glTF");
    EXPECT_EQ(found->get_header_value("Content-Type"), "model/gltf-binary");
    EXPECT_EQ(serving.status(path), 200);
    EXPECT_EQ(serving.status("/"), 404);
    EXPECT_EQ(serving.status("/index.html"), 404);
    EXPECT_EQ(serving.status(path + "files/..%2f..%2fsecret.txt"), 404);
    EXPECT_EQ(serving.status(path + "%2e%2e/secret.txt"), 404);
    EXPECT_EQ(serving.status(path, {{"Host", "elsewhere.example"}}), 403);
    EXPECT_EQ(serving.status(path, {{"Host", "localhost"}}), 403);  // that is port 80
}

/// A client that never ends its request.
class HalfRequest {
  public:
    HalfRequest(int port, const std::string& words) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        is_open_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
        say(words);
    }
    ~HalfRequest() { ::close(socket_); }
    HalfRequest(const HalfRequest&) = delete;
    bool is_open() const { return is_open_; }
    int socket() const { return socket_; }
    void say(const std::string& words) const {
        ::send(socket_, words.data(), words.size(), MSG_NOSIGNAL);
    }

  private:
    int socket_;
    bool is_open_ = false;
};

TEST_F(ViewVerb, ConnectionsThatSayNothingKeepNobodyWaiting) {
    const PageSite shown = site("pack");
    Serving serving(shown);
    const int port = serving.server.port();
    std::list<HalfRequest> silent, dripping;
    for (int i = 0; i < 200; ++i) ASSERT_TRUE(silent.emplace_back(port, "").is_open());
    for (int i = 0; i < 60; ++i) ASSERT_TRUE(dripping.emplace_back(port, "GET /").is_open());
    const std::string file = serving.server.path() + "files/plant.glb";
    for (int i = 0; i < 20; ++i) {
        for (const HalfRequest& each : dripping) each.say("x");
        EXPECT_EQ(serving.status(file), 200) << i;
    }
}

/// All that the socket brings until the other side hangs up.
std::string take_all(const HalfRequest& request) {
    std::string all, piece(65536, '\0');
    for (ssize_t count; (count = ::recv(request.socket(), piece.data(), piece.size(), 0)) > 0;)
        all.append(piece, 0, static_cast<size_t>(count));
    return all;
}

TEST_F(ViewVerb, AnAnswerUnderWayIsNotCutByManyConnections) {
    write_file(folder_ / "pack" / "plant.glb", std::string(20000000, 'g'));
    const PageSite shown = site("pack");
    Serving serving(shown);
    const int port = serving.server.port();
    const HalfRequest slow(port, "GET " + serving.server.path() +
                                     "files/plant.glb HTTP/1.1\r\nHost: 127.0.0.1:" +
                                     std::to_string(port) + "\r\n\r\n");
    char first = 0;
    ASSERT_EQ(::recv(slow.socket(), &first, 1, 0), 1);
    std::list<HalfRequest> silent;
    for (int i = 0; i < 400; ++i) silent.emplace_back(port, "");
    EXPECT_EQ(serving.status(serving.server.path()), 200);
    EXPECT_GT(take_all(slow).size(), 20000000u);
}

TEST_F(ViewVerb, WhereAllAreBeingAnsweredANewConnectionIsRefused) {
    write_file(folder_ / "pack" / "plant.glb", std::string(20000000, 'g'));
    const PageSite shown = site("pack");
    Serving serving(shown);
    const int port = serving.server.port();
    std::list<HalfRequest> slow;
    for (int i = 0; i < 256; ++i) {
        char first = 0;
        slow.emplace_back(port, "GET " + serving.server.path() +
                                    "files/plant.glb HTTP/1.1\r\nHost: 127.0.0.1:" +
                                    std::to_string(port) + "\r\n\r\n");
        ASSERT_EQ(::recv(slow.back().socket(), &first, 1, 0), 1);
    }
    EXPECT_EQ(serving.status(serving.server.path()), 0);
    EXPECT_GT(take_all(slow.front()).size(), 20000000u);
    slow.pop_front();
    EXPECT_GT(take_all(slow.back()).size(), 20000000u);
}

TEST_F(ViewVerb, TheOldestOfTooManyConnectionsGivesWay) {
    const PageSite shown = site("pack");
    Serving serving(shown);
    std::list<HalfRequest> silent;
    for (int i = 0; i < 400; ++i) silent.emplace_back(serving.server.port(), "");
    EXPECT_EQ(serving.status(serving.server.path()), 200);
}

TEST_F(ViewVerb, ManyRangesAreAnsweredWithTheWholeOnce) {
    write_file(folder_ / "pack" / "plant.glb", std::string(100000, 'g'));
    const PageSite shown = site("pack");
    Serving serving(shown);
    std::string ranges = "bytes=0-";
    for (int i = 0; i < 2000; ++i) ranges += ",0-";
    httplib::Client client("127.0.0.1", serving.server.port());
    for (const std::string& asked : {ranges, std::string("bytes=5-9"), std::string("bytes=9-5")}) {
        const httplib::Result found =
            client.Get(serving.server.path() + "files/plant.glb", {{"Range", asked}});
        ASSERT_TRUE(found);
        EXPECT_EQ(found->status, 200);
        EXPECT_EQ(found->body.size(), 100000u);
    }
}

TEST_F(ViewVerb, LargeFilesComeWholeToAllWhoAskAtOnce) {
    std::string bytes(20000000, '\0');
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * i >> 7);
    write_file(folder_ / "pack" / "plant.glb", bytes);
    const PageSite shown = site("pack");
    Serving serving(shown);
    std::vector<std::thread> clients;
    std::atomic<int> whole = 0;
    for (int i = 0; i < 8; ++i)
        clients.emplace_back([&] {
            const httplib::Result found = httplib::Client("127.0.0.1", serving.server.port())
                                              .Get(serving.server.path() + "files/plant.glb");
            whole += found && found->body == bytes;
        });
    for (std::thread& client : clients) client.join();
    EXPECT_EQ(whole, 8);
}

TEST_F(ViewVerb, PagesMayLoadNothingFromElsewhere) {
    const PageSite shown = site("pack");
    Serving serving(shown);
    for (const char* name : {"", "files/plant.glb", "none"}) {
        const httplib::Result found =
            httplib::Client("127.0.0.1", serving.server.port()).Get(serving.server.path() + name);
        ASSERT_TRUE(found);
        const std::string policy = found->get_header_value("Content-Security-Policy");
        for (const char* part : {"default-src 'self';", "object-src 'none'", "base-uri 'none'",
                                 "form-action 'none'", "frame-ancestors 'none'"})
            EXPECT_NE(policy.find(part), std::string::npos) << policy;
        EXPECT_EQ(policy.find("http"), std::string::npos) << policy;
        EXPECT_EQ(found->get_header_value("X-Content-Type-Options"), "nosniff");
    }
}

TEST_F(ViewVerb, RejectsRequestsThatAreNone) {
    const PageSite shown = site("pack");
    Serving serving(shown);
    httplib::Client client("127.0.0.1", serving.server.port());
    const std::string path = serving.server.path();
    EXPECT_EQ(client.Post(path, "body", "text/plain")->status, 405);
    EXPECT_EQ(client.Get(path + "%zz")->status, 400);
    EXPECT_EQ(client.Get(path, {{"X", std::string(9000, 'x')}})->status, 431);
    const httplib::Result head = client.Head(path + "files/plant.glb");
    EXPECT_EQ(head->status, 200);
    EXPECT_EQ(head->get_header_value("Content-Length"), "4");
}

TEST_F(ViewVerb, RejectsABuildWithoutThePage) {
    EXPECT_EQ(message([] { PageSite({}, {}, {}); }),
              "thigmo view: found a build without the page, expected one made where npm is: "
              "install nodejs and npm, then build again");
}

TEST_F(ViewVerb, RejectsAFolderThatIsNoPack) {
    fs::create_directory(folder_ / "empty");
    EXPECT_EQ(message([&] { site("empty"); }),
              in("empty") +
                  ": found no pack.json, expected a shader pack, as thigmo export X.plant "
                  "--shader " +
                  in("empty") + " writes");
}

TEST_F(ViewVerb, RejectsAFileThatIsNoPlant) {
    EXPECT_NE(message([&] { site("secret.txt"); }), "no error");
    EXPECT_NE(message([&] { site("none.plant"); }), "no error");
}

TEST_F(ViewVerb, RejectsASpeciesThatIsNone) {
    const std::string said = run_typed({"view", "rosee"}).err;
    EXPECT_NE(said.find("(did you mean rose?)"), std::string::npos) << said;
}

TEST_F(ViewVerb, RejectsAFolderThatCannotBeMade) {
    EXPECT_EQ(message([&] { site("pack").write(folder_ / "pack"); }),
              in("pack") + ": found the pack itself, expected another folder");
    EXPECT_EQ(message([&] { site("pack").write(folder_ / "secret.txt"); }),
              in("secret.txt") + ": cannot make the folder: Not a directory");
}

TEST_F(ViewVerb, RejectsAPortThatIsTaken) {
    const PageSite shown = site("");
    const PageServer first(shown, 0);
    EXPECT_EQ(message([&] { PageServer(shown, first.port()); }),
              "--port: found " + std::to_string(first.port()) +
                  " taken or not allowed, expected a free one");
}

TEST_F(ViewVerb, RejectsAPortOutOfRange) {
    const Typed outcome = run_typed({"view", "--port", "65536"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, "--port: found 65536, expected 0 to 65535; 0 takes any free one\n");
}

TEST_F(ViewVerb, RejectsAPortForAFolder) {
    const Typed outcome = run_typed({"view", "--port", "8080", "--write", in("site")});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err,
              "--port: found --write too, expected one of them: a folder is not served\n");
}

}  // namespace
}  // namespace thigmo::cli
