// Macros of the preprocessor: what #define declares, and how a line is rewritten by it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "thigmo/growth/source.h"

namespace thigmo::lsystem {

struct Macro {
    std::optional<std::vector<std::string>> parameters;  // none for one without brackets
    std::string body;
    bool fixed = false;  // by settings: the file's own definition does not count
};

class MacroTable {
  public:
    std::map<std::string, Macro, std::less<>> macros;

    /// Replaces the macros in the characters `first … last-1` of `line`, appending to `out`.
    void expand(const Source& line, size_t first, size_t last, Source& out);

  private:
    using Names = std::set<std::string, std::less<>>;
    struct Text;  // under expansion

    void expand(std::string_view text, const std::vector<SourcePlace>& places, Names& active,
                Source& out);
    size_t expand_name(Text& text, size_t at, Names& active, Source& out);
    std::vector<std::string> expand_arguments(const std::vector<std::string_view>& pieces,
                                              const SourcePlace& place, Names& active,
                                              const Source& out);
    void spend(size_t characters, const Source& out, const SourcePlace& place);
    [[noreturn]] void fail(const Source& out, const SourcePlace& place) const;

    size_t expansions_ = 0, depth_ = 0, work_ = 0;
};

/// Length of the C identifier at the head of a text, 0 if there is none.
size_t identifier_length(std::string_view text);

}  // namespace thigmo::lsystem
