// Addresses to bytes.
#include "apps/cli/page_site.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/base/part_folder.h"
#include "thigmo/plant/file.h"

namespace thigmo::cli {
namespace {

namespace fs = std::filesystem;

/// As part of an address: what is no letter, digit or one of -._ becomes %XX.
std::string encoded(std::string_view name) {
    std::string text;
    for (const unsigned char c : name)
        text += std::isalnum(c) || c == '-' || c == '.' || c == '_' ? std::string(1, char(c))
                                                                    : fmt::format("%{:02X}", c);
    return text;
}

}  // namespace

PageSite::PageSite(std::span<const PageFile> page, std::vector<NamedBytes> shared,
                   const fs::path& shown)
    : page_(page), shared_(std::move(shared)) {
    if (page.empty())
        throw InputError(
            "thigmo view: found a build without the page, expected one made where npm is: install "
            "nodejs and npm, then build again");
    if (shown.empty()) return;
    if (fs::is_directory(shown)) {
        if (!fs::is_regular_file(shown / "pack.json"))
            throw InputError(
                fmt::format("{}: found no pack.json, expected a shader pack, as thigmo "
                            "export X.plant --shader {} writes",
                            shown.string(), shown.string()));
        folder_ = fs::canonical(shown);
        return;
    }
    load_plant(shown);  // throws for what the page could not show
    only_ = shown.filename().string();
    folder_ = fs::canonical(fs::absolute(shown).parent_path());
}

PageSite PageSite::of_plant(std::span<const PageFile> page, std::vector<NamedBytes> shared,
                            NamedBytes plant) {
    PageSite site(page, std::move(shared), fs::path());
    site.only_ = std::move(plant.name);
    site.bytes_ = std::move(plant.bytes);
    return site;
}

std::optional<std::string> PageSite::find(std::string_view address) const {
    if (address.empty()) address = "index.html";
    for (const PageFile& file : page_)
        if (file.name == address)
            return address == "index.html" ? index(file.bytes) : std::string(file.bytes);
    constexpr std::string_view shared = "shared/", files = "files/";
    if (address.starts_with(shared)) {
        const auto found =
            std::ranges::find(shared_, address.substr(shared.size()), &NamedBytes::name);
        return found == shared_.end() ? std::nullopt : std::optional(found->bytes);
    }
    if (address.starts_with(files)) return find_shown(address.substr(files.size()));
    return std::nullopt;
}

std::optional<std::string> PageSite::find_shown(std::string_view name) const {
    if (!bytes_.empty()) return name == only_ ? std::optional(bytes_) : std::nullopt;
    if (folder_.empty() || name.empty() || name.find('\0') != name.npos) return std::nullopt;
    if (!only_.empty())
        return name == only_ ? std::optional(read_file(folder_ / only_)) : std::nullopt;
    // Packs are flat; a link in one may lead anywhere, so where it ends decides.
    if (name.find('/') != name.npos || name.find('\\') != name.npos) return std::nullopt;
    std::error_code error;
    const fs::path path = fs::canonical(folder_ / name, error);
    if (error || path.parent_path() != folder_ || !fs::is_regular_file(path)) return std::nullopt;
    return read_file(path);
}

/// The page is told what to open by a line of its head.
std::string PageSite::index(std::string_view html) const {
    std::string text(html);
    if (folder_.empty() && only_.empty()) return text;
    const std::string open = only_.empty() ? "?pack=files/" : "?plant=files/" + encoded(only_);
    const size_t end = text.find("</head>");
    if (end != text.npos)
        text.insert(end, fmt::format("<meta name=\"open\" content=\"{}\" />\n  ", open));
    return text;
}

void PageSite::write(const fs::path& folder) const {
    if (!folder_.empty() && only_.empty() && fs::exists(folder) && fs::equivalent(folder, folder_))
        throw InputError(
            fmt::format("{}: found the pack itself, expected another folder", folder.string()));
    std::vector<std::string> names = shown_names();
    for (const NamedBytes& file : shared_) names.push_back("shared/" + file.name);
    for (const PageFile& file : page_) names.emplace_back(file.name);
    PartFolder part(folder, [names](std::string_view name) {
        return std::ranges::find(names, name) != names.end();
    });
    for (const std::string& name : names)
        if (const std::optional<std::string> bytes = find(name)) part.write(name, *bytes);
    part.commit();
}

/// Addresses of what is shown.
std::vector<std::string> PageSite::shown_names() const {
    std::vector<std::string> names;
    if (!only_.empty()) names.push_back("files/" + only_);
    if (!only_.empty() || folder_.empty()) return names;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
        names.push_back("files/" + entry.path().filename().string());
    return names;
}

const char* media_type(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, const char*>, 6> types = {{
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".json", "application/json"},
        {".glb", "model/gltf-binary"},
        {".glsl", "text/plain; charset=utf-8"},
    }};
    for (const auto& [suffix, type] : types)
        if (name.ends_with(suffix)) return type;
    return "application/octet-stream";
}

}  // namespace thigmo::cli
