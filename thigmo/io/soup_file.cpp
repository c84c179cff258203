// Choosing a reader, and what it gives made a soup.
#include "thigmo/io/soup_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "thigmo/base/error.h"
#include "thigmo/base/file_set.h"
#include "thigmo/io/soup_child.h"
#include "thigmo/io/soup_scene.h"

namespace thigmo {
namespace {

namespace fs = std::filesystem;

std::string format_of(const fs::path& path) {
    std::string end = path.extension().string();
    std::ranges::transform(end, end.begin(), [](unsigned char c) { return std::tolower(c); });
    if (!end.empty()) end.erase(0, 1);
    if (std::ranges::find(soup_formats, end) == soup_formats.end())
        throw refusal(path, end.empty() ? "a name without an end" : fmt::format("a file .{}", end),
                      fmt::format("one of .{}", fmt::join(soup_formats, " .")));
    return end;
}

/// What can be said before a byte of it is read.
void check_file(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) throw refusal(path, "no such file", "a mesh");
    if (fs::is_directory(status)) throw refusal(path, "a folder", "a mesh");
    if (!fs::is_regular_file(status)) throw refusal(path, "no plain file", "a mesh");
    const uintmax_t size = fs::file_size(path, error);
    if (error) throw refusal(path, error.message(), "a mesh");
    if (size == 0) throw refusal(path, "an empty file", "a mesh");
    if (size > most_mesh_bytes)
        throw refusal(path, fmt::format("{} bytes", size),
                      fmt::format("at most {}", most_mesh_bytes));
}

/// Another library's words, on one line.
std::string one_line(std::string_view text) {
    const std::string line = plain_name(text.substr(0, std::min(text.find('\n'), size_t{200})));
    return line.empty() ? "no reason given" : line;
}

FileScene read_by_format(const fs::path& path, const std::string& format, Progress& progress) {
    if (format == "obj") return read_obj_scene(path, progress);
    if (format == "ply") return read_ply_scene(path, progress);
    if (format == "gltf" || format == "glb") return read_gltf_scene(path);
    const uint64_t bytes = fs::file_size(path);
    FileScene scene = read_in_child(path, format, reader_limits(bytes), progress);
    scene.file_bytes = bytes;
    return scene;
}

FileScene read_scene(const fs::path& path, const std::string& format, Progress& progress) {
    try {
        return read_by_format(path, format, progress);
    } catch (const InputError&) {
        throw;
    } catch (const std::exception& error) {
        throw refusal(path, fmt::format("what cannot be read ({})", one_line(error.what())),
                      "a mesh");
    }
}

Mat3 turn_from(Up up) {
    Mat3 turn = Mat3::Identity();
    if (up == Up::z) turn << 1, 0, 0, 0, 0, 1, 0, -1, 0;
    if (up == Up::x) turn << 0, -1, 0, 1, 0, 0, 0, 0, 1;
    return turn;
}

void say_turned(Up up, std::string_view by, Log& log) {
    if (up != Up::y)
        log.warn(fmt::format("{} is up {}: turned to y", up_names[static_cast<size_t>(up)], by));
}

}  // namespace

InputError refusal(const fs::path& path, std::string_view found, std::string_view expected) {
    return input_error({path.string()}, found, expected);
}

Soup read_soup(const fs::path& path, Progress& progress, const SoupSettings& settings) {
    check_file(path);
    FileSet::note_input(path);  // whoever reads it
    const std::string format = format_of(path);
    progress.report(0, "reading");
    const FileScene scene = read_scene(path, format, progress);
    progress.report(0.7, "reading");
    Soup soup;
    soup.name = plain_name(path.stem().string());
    soup.unit = scene.unit;
    soup.log = scene.log;
    say_turned(scene.up != Up::y ? scene.up : scene.turned, "in the file", soup.log);
    say_turned(settings.up, "as asked", soup.log);
    add_parts(scene, path, turn_from(settings.up) * turn_from(scene.up), progress, soup);
    if (soup.parts.empty())
        throw input_error({path.string()}, "no triangles", "a mesh",
                          fmt::to_string(fmt::join(soup.log.warnings, "; ")));
    progress.report(1, "reading");
    return soup;
}

}  // namespace thigmo
