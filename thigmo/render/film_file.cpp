// ffmpeg as a child process that reads raw frames; no shell, so any path is safe.
#include "thigmo/render/film_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "thigmo/base/error.h"
#include "thigmo/base/part_file.h"

namespace thigmo {
namespace {

struct Format {
    const char* suffix;
    std::vector<const char*> arguments;
};

const std::vector<Format>& formats() {
    // yuv420p wants even sizes; the matrix is named so that colours stay as drawn.
    constexpr const char* even =
        "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv";
    static const std::vector<Format> all = {
        {".mp4",
         {"-vf", even, "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-colorspace",
          "bt709", "-movflags", "+faststart", "-f", "mp4"}},
        {".mov",
         {"-vf", even, "-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-colorspace",
          "bt709", "-f", "mov"}},
        {".webm",
         {"-vf", even, "-c:v", "libvpx-vp9", "-crf", "28", "-b:v", "0", "-pix_fmt", "yuv420p",
          "-colorspace", "bt709", "-f", "webm"}},
        {".gif",
         {"-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=sierra2_4a", "-loop", "0",
          "-f", "gif"}},
        {".webp", {"-c:v", "libwebp_anim", "-quality", "80", "-loop", "0", "-f", "webp"}},
        {".apng", {"-plays", "0", "-f", "apng"}},
    };
    return all;
}

/// A child process: what it reads from us, and what it says on its stderr.
class FilmFile final : public FrameSink {
  public:
    FilmFile(std::filesystem::path path, const Format& format, int frames_per_second)
        : path_(std::move(path)), format_(format), frames_per_second_(frames_per_second) {}
    ~FilmFile() override { discard(); }

    void write(const Image& frame) override;
    void finish() override;

  private:
    void start(int width, int height);
    void spawn(int input, const std::vector<std::string>& arguments);
    void stop_writing();
    /// Exit status of the child, -1 when it was killed.
    int wait_for_child();
    std::string last_words() const;
    void discard();
    InputError failure(std::string_view what) const {
        return InputError(fmt::format("{}: {}", path_.string(), what));
    }

    std::filesystem::path path_;
    const Format& format_;
    int frames_per_second_;
    std::optional<PartFile> part_;  // the unfinished film
    pid_t child_ = -1;
    int to_child_ = -1;
    std::FILE* said_ = nullptr;
    std::vector<uint8_t> bytes_;
};

void FilmFile::start(int width, int height) {
    part_.emplace(path_);
    said_ = std::tmpfile();
    // A socket, not a pipe: a send can refuse the signal that a dead reader would raise.
    std::array<int, 2> ends{};
    if (said_ == nullptr || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw failure(fmt::format("cannot start ffmpeg: {}", std::strerror(errno)));
    to_child_ = ends[0];
    std::vector<std::string> arguments = {"ffmpeg",
                                          "-hide_banner",
                                          "-loglevel",
                                          "error",
                                          "-xerror",  // else a full disk is a success to it
                                          "-y",
                                          "-f",
                                          "rawvideo",
                                          "-pixel_format",
                                          "rgb24",
                                          "-video_size",
                                          fmt::format("{}x{}", width, height),
                                          "-framerate",
                                          std::to_string(frames_per_second_),
                                          "-i",
                                          "pipe:0",
                                          "-fflags",
                                          "+bitexact"};
    arguments.insert(arguments.end(), format_.arguments.begin(), format_.arguments.end());
    arguments.push_back("file:" + part_->path().string());
    spawn(ends[1], arguments);
}

void FilmFile::spawn(int input, const std::vector<std::string>& arguments) {
    std::vector<char*> pointers;
    for (const std::string& argument : arguments)
        pointers.push_back(const_cast<char*>(argument.c_str()));
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ::fileno(said_), 2);
    const int failed =
        ::posix_spawnp(&child_, "ffmpeg", &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(input);
    if (failed == 0) return;
    child_ = -1;
    if (failed == ENOENT)
        throw failure(
            "films need the program ffmpeg, which was not found; install the package "
            "ffmpeg, or name a folder for numbered pictures");
    throw failure(fmt::format("cannot start ffmpeg: {}", std::strerror(failed)));
}

void FilmFile::write(const Image& frame) {
    if (child_ < 0) start(frame.width, frame.height);
    bytes_.clear();
    for (const auto& pixel : frame.pixels)
        bytes_.insert(bytes_.end(), pixel.begin(), pixel.begin() + 3);
    size_t sent = 0;
    while (sent < bytes_.size()) {
        const ssize_t count =
            ::send(to_child_, bytes_.data() + sent, bytes_.size() - sent, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            wait_for_child();
            throw failure(last_words());
        }
        sent += static_cast<size_t>(count);
    }
}

void FilmFile::finish() {
    if (child_ < 0) throw failure("a film without frames");
    if (wait_for_child() != 0) throw failure(last_words());
    part_->commit();
}

void FilmFile::stop_writing() {
    if (to_child_ >= 0) ::close(to_child_);
    to_child_ = -1;
}

int FilmFile::wait_for_child() {
    stop_writing();
    int status = 0;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {}
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string FilmFile::last_words() const {
    std::rewind(said_);
    std::string last;
    std::array<char, 1024> line{};
    while (std::fgets(line.data(), line.size(), said_) != nullptr) {
        const std::string text(line.data(), std::strcspn(line.data(), "\r\n"));
        if (!text.empty()) last = text;
    }
    return fmt::format("ffmpeg failed: {}", last.empty() ? "it said nothing" : last);
}

void FilmFile::discard() {
    if (child_ > 0) {
        ::kill(child_, SIGTERM);
        wait_for_child();
    }
    stop_writing();
    if (said_ != nullptr) std::fclose(said_);
}

}  // namespace

bool is_film(const std::filesystem::path& path) {
    const std::string suffix = path.extension().string();
    return std::any_of(formats().begin(), formats().end(),
                       [&](const Format& format) { return suffix == format.suffix; });
}

std::unique_ptr<FrameSink> open_film(const std::filesystem::path& path, int frames_per_second) {
    const std::string suffix = path.extension().string();
    const std::filesystem::path folder = path.parent_path();
    for (const Format& format : formats())
        if (suffix == format.suffix) {
            if (!folder.empty() && !std::filesystem::is_directory(folder))
                throw InputError(
                    fmt::format("{}: there is no folder {}", path.string(), folder.string()));
            return std::make_unique<FilmFile>(path, format, frames_per_second);
        }
    return nullptr;
}

}  // namespace thigmo
