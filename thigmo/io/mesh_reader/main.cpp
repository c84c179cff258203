// The program that reads foreign formats for the library, in a process of its own:
// mesh_reader PATH FORMAT writes to its output `s` and a scene, or `e` and why there is none.
#include <unistd.h>

#include <exception>
#include <new>

#include "thigmo/io/mesh_reader/assimp_scene.h"
#include "thigmo/io/soup_child.h"
#include "thigmo/io/soup_stream.h"

namespace thigmo {
namespace {

/// What is written, in pieces that are worth a call of the system.
class Output {
  public:
    explicit Output(int file) : file_(file) { pending_.reserve(piece); }

    void put(const void* from, size_t count) {
        if (pending_.size() + count > piece) flush();
        if (count > piece)
            write_all(static_cast<const char*>(from), count);
        else
            pending_.append(static_cast<const char*>(from), count);
    }
    void flush() {
        write_all(pending_.data(), pending_.size());
        pending_.clear();
    }

  private:
    static constexpr size_t piece = size_t{1} << 16;

    void write_all(const char* from, size_t count) const {
        while (count > 0) {
            const ssize_t written = ::write(file_, from, count);
            if (written <= 0) ::_exit(1);  // nobody listens
            from += written;
            count -= static_cast<size_t>(written);
        }
    }

    const int file_;
    std::string pending_;
};

void run(const char* path, const char* format, Output& output) {
    try {
        const FileScene scene = read_by_assimp(path, format);
        output.put("s", 1);
        write_scene(scene, [&](const void* from, size_t count) { output.put(from, count); });
    } catch (const std::exception& error) {
        const std::string_view text = error.what();
        output.put("e", 1);
        output.put(text.data(), text.size());
    }
    output.flush();
}

}  // namespace
}  // namespace thigmo

int main(int count, char** words) {
    if (count != 3) return 1;
    std::set_new_handler([] { ::_exit(thigmo::reader_out_of_memory); });
    // What the library prints goes nowhere.
    const int file = ::dup(STDOUT_FILENO);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    thigmo::Output output(file);
    thigmo::run(words[1], words[2], output);
    ::_exit(0);  // taking a large scene apart would only take time
}
