// Only what opens and closes is looked at: texts in quotes, comments, brackets, dots.
#include "thigmo/base/settings_depth.h"

#include <fmt/format.h>

#include <algorithm>

#include "thigmo/base/error.h"

namespace thigmo {
namespace {

constexpr int deepest = 32;

class DepthReader {
  public:
    DepthReader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

    void run() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '"' || c == '\'')
                skip_text(c);
            else if (c == '#')
                at_ = std::min(text_.find('\n', at_), text_.size());
            else
                count(c);
        }
    }

  private:
    void count(char c) {
        if (c == '[' || c == '{') {
            if (++brackets_ > deepest) throw wrong("brackets in brackets");
        } else if (c == ']' || c == '}') {
            brackets_ = std::max(brackets_ - 1, 0);
        }
        // A number has one dot; more stand in keys only.
        if (c == '.' && ++dots_ >= deepest) throw wrong("a key of parts in parts");
        if (std::string_view("[]{}=,\n").find(c) != std::string_view::npos) dots_ = 0;
        ++at_;
    }

    /// A text in single or triple quotes. One without its end is the parser's to name; to go on
    /// behind the line, as if there were none, counts what it might hide.
    void skip_text(char quote) {
        const std::string three(3, quote);
        const bool is_long = text_.substr(at_).starts_with(three);
        for (at_ += is_long ? 3 : 1; at_ < text_.size(); ++at_) {
            if (text_[at_] == '\\' && quote == '"') {
                ++at_;
            } else if (is_long && text_.substr(at_).starts_with(three)) {
                at_ += 3;
                // Up to two more quotes belong to the text.
                for (int i = 0; i < 2 && at_ < text_.size() && text_[at_] == quote; ++i) ++at_;
                return;
            } else if (!is_long && (text_[at_] == quote || text_[at_] == '\n')) {
                ++at_;
                return;
            }
        }
        at_ = text_.size();
    }

    InputError wrong(std::string_view what) const {
        const std::string_view before = text_.substr(0, at_);
        const auto line = static_cast<int>(std::ranges::count(before, '\n')) + 1;
        const auto column = static_cast<int>(at_ - (before.rfind('\n') + 1)) + 1;
        return input_error({file_, line, column}, fmt::format("{}, over {} deep", what, deepest),
                           "less");
    }

    const std::string_view text_;
    const std::string& file_;
    size_t at_ = 0;
    int brackets_ = 0, dots_ = 0;
};

}  // namespace

void check_depth(std::string_view text, const std::string& file) {
    DepthReader(text, file).run();
}

}  // namespace thigmo
