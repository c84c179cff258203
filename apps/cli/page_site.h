// What the page asks for, by addresses relative to its own: itself, what all plants share under
// shared/, and the pack or plant that is shown under files/.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/page_files.h"

namespace thigmo::cli {

struct NamedBytes {
    std::string name, bytes;
};

class PageSite {
  public:
    /// shown: a shader pack's folder, a .plant file, or nothing. InputError for anything else, and
    /// for a build without the page.
    PageSite(std::span<const PageFile> page, std::vector<NamedBytes> shared,
             const std::filesystem::path& shown);

    /// Shows a plant that is in no file, under the name of one.
    static PageSite of_plant(std::span<const PageFile> page, std::vector<NamedBytes> shared,
                             NamedBytes plant);

    /// The bytes behind a relative address; none where nothing is, or where it leads out of what is
    /// shown.
    std::optional<std::string> find(std::string_view address) const;

    /// All of it as a folder for any web server.
    void write(const std::filesystem::path& folder) const;

  private:
    std::optional<std::string> find_shown(std::string_view name) const;
    std::vector<std::string> shown_names() const;
    std::string index(std::string_view html) const;

    std::span<const PageFile> page_;
    std::vector<NamedBytes> shared_;
    std::filesystem::path folder_;  // canonical; empty: nothing of a folder is shown
    std::string only_;              // the one file of it that is shown; empty: all
    std::string bytes_;             // of that file, where it is in no folder
};

/// By the suffix of a name.
const char* media_type(std::string_view name);

}  // namespace thigmo::cli
