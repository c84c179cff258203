// Comments and continued lines: the first pass over a grammar's text.
#include "thigmo/growth/source.h"

#include <fmt/format.h>

#include "thigmo/growth/blanks.h"

namespace thigmo::lsystem {

TextPlace Source::place(size_t at) const {
    if (places.empty()) return {files.empty() ? std::string() : files[0], 0, 0};
    const SourcePlace& place = places[std::min(at, places.size() - 1)];
    return {files[place.file], static_cast<int>(place.line), static_cast<int>(place.column)};
}

namespace {

class CommentStripper {
  public:
    CommentStripper(std::string_view text, uint32_t file) : text_(text), place_{file, 1, 1} {}

    void run(Source& out) {
        if (starts_with("\xEF\xBB\xBF")) at_ = 3;  // the mark that some editors begin UTF-8 with
        while (at_ < text_.size()) {
            if (const size_t splice = splice_length(at_))
                advance(splice);
            else if (starts_with("/*"))
                skip_block(out);
            else if (opens_line_comment())
                skip_to_line_end();
            else if (text_[at_] == '"')
                copy_string(out);
            else
                copy(out);
        }
        if (!out.text.empty() && out.text.back() != '\n') out.append('\n', place_);
    }

  private:
    bool starts_with(std::string_view what) const { return text_.substr(at_).starts_with(what); }
    char before(size_t at) const { return at == 0 ? '\n' : text_[at - 1]; }
    char at_or_end(size_t at) const { return at < text_.size() ? text_[at] : '\n'; }

    /// Length of a backslash and the line end after it, 0 elsewhere.
    size_t splice_length(size_t at) const {
        if (text_[at] != '\\') return 0;
        if (at_or_end(at + 1) == '\n' && at + 1 < text_.size()) return 2;
        return at_or_end(at + 1) == '\r' && at_or_end(at + 2) == '\n' ? 3 : 0;
    }

    bool opens_line_comment() const {
        if (!starts_with("//")) return false;
        if (before(at_) == '\n') return true;
        if (at_or_end(at_ + 2) == '/' || !is_blank(before(at_))) return false;
        const char after = at_or_end(at_ + 2);
        return directive_ || is_blank(after) || after == '\n' || after == '\r';
    }

    void skip_block(Source& out) {
        const SourcePlace start = place_;
        const size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos)
            throw input_error({out.files[start.file], static_cast<int>(start.line),
                               static_cast<int>(start.column)},
                              "a comment without an end", "'*/'");
        advance(end + 2 - at_);
        out.append(' ', start);
    }

    void skip_to_line_end() {
        while (at_ < text_.size() && text_[at_] != '\n') advance(1);
    }

    /// A string on one line is copied whole: `//` and `/*` mean nothing in it.
    void copy_string(Source& out) {
        if (at_ < no_string_before_) return copy(out);
        size_t end = at_ + 1;
        while (end < text_.size() && text_[end] != '"' && text_[end] != '\n')
            end += text_[end] == '\\' && at_or_end(end + 1) != '\n' ? 2 : 1;
        if (end >= text_.size() || text_[end] != '"') {
            no_string_before_ = end;
            return copy(out);
        }
        while (at_ <= end) copy(out);
    }

    void copy(Source& out) {
        const char c = text_[at_];
        if (c == '#' && line_is_blank_) directive_ = true;
        if (!is_blank(c)) line_is_blank_ = false;
        if (c == '\n') {
            line_is_blank_ = true;
            directive_ = false;
        }
        if (c != '\r') out.append(c == '\v' || c == '\f' ? ' ' : c, place_);
        advance(1);
    }

    void advance(size_t count) {
        for (const size_t end = at_ + count; at_ < end; ++at_) {
            if (text_[at_] == '\n') {
                ++place_.line;
                place_.column = 1;
            } else {
                ++place_.column;
            }
        }
    }

    std::string_view text_;
    size_t at_ = 0;
    SourcePlace place_;
    // A quote without an end has passed the later ones of its line as escaped, so they have none.
    size_t no_string_before_ = 0;
    bool line_is_blank_ = true, directive_ = false;
};

}  // namespace

Source strip_comments(std::string_view text, uint32_t file, const std::vector<std::string>& files) {
    Source source;
    source.files = files;
    source.text.reserve(text.size() + 1);
    source.places.reserve(text.size() + 1);
    CommentStripper(text, file).run(source);
    return source;
}

}  // namespace thigmo::lsystem
