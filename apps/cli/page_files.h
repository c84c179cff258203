// The page's own files, as its build made them (web/).
#pragma once

#include <span>
#include <string_view>

namespace thigmo::cli {

struct PageFile {
    std::string_view name;
    std::string_view bytes;
};

/// None in a build without the page.
std::span<const PageFile> page_files();

}  // namespace thigmo::cli
