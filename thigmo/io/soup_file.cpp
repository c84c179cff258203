// Reading by assimp, without any of its further steps: those weld, drop and trust every index.
#include "thigmo/io/soup_file.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/config.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cmath>
#include <exception>
#include <fstream>
#include <span>

#include "thigmo/base/error.h"
#include "thigmo/io/soup_scene.h"

namespace thigmo {
namespace {

namespace fs = std::filesystem;

constexpr uintmax_t most_bytes = uintmax_t{1} << 31;

InputError refusal(const fs::path& path, std::string_view found, std::string_view expected) {
    return input_error({path.string()}, found, expected);
}

/// Opens nothing but files of a size that can be read: no pipe, no device.
class PlainFiles : public Assimp::DefaultIOSystem {
  public:
    Assimp::IOStream* Open(const char* name, const char* mode) override {
        std::error_code error;
        if (!fs::is_regular_file(name, error) || fs::file_size(name, error) > most_bytes)
            return nullptr;
        return DefaultIOSystem::Open(name, mode);
    }
};

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
SceneSource check_file(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) throw refusal(path, "no such file", "a mesh");
    if (fs::is_directory(status)) throw refusal(path, "a folder", "a mesh");
    if (!fs::is_regular_file(status)) throw refusal(path, "no plain file", "a mesh");
    const SceneSource source = {path, format_of(path)};
    const uintmax_t size = fs::file_size(path, error);
    if (error) throw refusal(path, error.message(), "a mesh");
    if (size == 0) throw refusal(path, "an empty file", "a mesh");
    if (size > most_bytes)
        throw refusal(path, fmt::format("{} bytes", size), fmt::format("at most {}", most_bytes));
    return source;
}

/// assimp's own words, on one line.
std::string one_line(std::string_view text) {
    const std::string line = plain_name(text.substr(0, std::min(text.find('\n'), size_t{200})));
    return line.empty() ? "no reason given" : line;
}

void set_up(Assimp::Importer& importer) {
    importer.SetIOHandler(new PlainFiles);  // which the importer deletes
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_AC_EVAL_SUBDIVISION, false);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);
}

const aiScene& read_scene(Assimp::Importer& importer, const fs::path& path) {
    const aiScene* scene = importer.ReadFile(path.string(), 0);
    if (!scene || !scene->mRootNode)
        throw refusal(path,
                      fmt::format("what cannot be read ({})", one_line(importer.GetErrorString())),
                      "a mesh");
    return *scene;
}

/// A number of the file's own settings, of whichever kind it is; `otherwise` where there is none.
double setting_of(const aiScene& scene, const char* name, double otherwise) {
    double wide = 0;
    float narrow = 0;
    int32_t whole = 0;
    if (!scene.mMetaData) return otherwise;
    if (scene.mMetaData->Get(name, wide)) return wide;
    if (scene.mMetaData->Get(name, narrow)) return static_cast<double>(narrow);
    if (scene.mMetaData->Get(name, whole)) return whole;
    return otherwise;
}

/// Metres per unit; 0 where the format or the file does not tell.
double unit_of(const aiScene& scene, const SceneSource& source) {
    if (source.is_gltf() || source.format == "dae") return 1;  // of the latter assimp makes metres
    if (source.format != "fbx") return 0;
    const double centimetres = setting_of(scene, "UnitScaleFactor", 0);
    return std::isfinite(centimetres) && centimetres > 0 ? 0.01 * centimetres : 0;
}

/// The axis that is up by the file's own word, which assimp leaves to us in FBX only.
Up told_up(const aiScene& scene, const SceneSource& source) {
    const double axis = source.format == "fbx" ? setting_of(scene, "UpAxis", 1) : 1;
    return axis == 2 ? Up::z : axis == 0 ? Up::x : Up::y;
}

/// Which axis assimp has turned up already.
Up turned_up(const SceneSource& source) {
    if (source.format == "3ds") return Up::z;
    if (source.format != "dae") return Up::y;
    std::string head(size_t{1} << 16, '\0');
    std::ifstream(source.path, std::ios::binary)
        .read(head.data(), static_cast<std::streamsize>(head.size()));
    return head.find("Z_UP") != head.npos ? Up::z : head.find("X_UP") != head.npos ? Up::x : Up::y;
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

Soup read_checked(const SceneSource& source, const SoupSettings& settings, Progress& progress) {
    Soup soup;
    soup.name = plain_name(source.path.stem().string());
    Assimp::Importer importer;
    set_up(importer);
    progress.report(0, "reading");
    const aiScene& scene = read_scene(importer, source.path);
    progress.report(0.7, "reading");
    const Up told = told_up(scene, source);
    say_turned(told != Up::y ? told : turned_up(source), "in the file", soup.log);
    say_turned(settings.up, "as asked", soup.log);
    add_nodes(scene, source, turn_from(settings.up) * turn_from(told), progress, soup);
    soup.unit = unit_of(scene, source);
    if (soup.parts.empty()) throw refusal(source.path, "no triangles", "a mesh");
    progress.report(1, "reading");
    return soup;
}

}  // namespace

Soup read_soup(const fs::path& path, Progress& progress, const SoupSettings& settings) {
    const SceneSource source = check_file(path);
    try {
        return read_checked(source, settings, progress);
    } catch (const InputError&) {
        throw;
    } catch (const std::exception& error) {
        throw refusal(path, fmt::format("what cannot be read ({})", one_line(error.what())),
                      "a mesh");
    }
}

}  // namespace thigmo
