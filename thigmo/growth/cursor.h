// A reader's place in a grammar's text. Line ends matter: a statement ends with its line, unless
// the next one goes on with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "thigmo/growth/source.h"

namespace thigmo::lsystem {

enum class Keyword {
    lsystem,
    seed,
    derivation_length,
    maximum_depth,
    consider,
    ignore,
    axiom,
    define,
    ring_lsystem,
    start,
    start_each,
    end,
    end_each,
    homomorphism,
    decomposition,
    endlsystem,
};

struct KeywordMatch {
    Keyword keyword;
    size_t length;  // with its colon
};

/// The keyword that a text begins with; letters' case does not matter.
std::optional<KeywordMatch> match_keyword(std::string_view text);

class Cursor {
  public:
    explicit Cursor(const Source& source) : source_(source) {}

    /// Skips blanks, and line ends where the statement goes on.
    void skip();
    /// Skips blanks and all line ends.
    void skip_lines();
    bool at_end() const { return at_ >= source_.text.size(); }
    /// Nothing is left of the statement.
    bool at_line_end() const { return at_end() || source_.text[at_] == '\n'; }
    char peek(size_t ahead = 0) const {
        return at_ + ahead < source_.text.size() ? source_.text[at_ + ahead] : '\0';
    }
    std::string_view rest() const { return std::string_view(source_.text).substr(at_); }
    bool at_arrow() const { return rest().starts_with("-->"); }
    void advance(size_t count = 1) { at_ += count; }
    /// Takes `what` if it comes next.
    bool take(std::string_view what);
    /// Takes `what` after blanks, or throws.
    void expect(std::string_view what);
    TextPlace place() const { return source_.place(at_); }
    size_t at() const { return at_; }
    /// What has been read since the cursor stood at `start`.
    std::string_view read_since(size_t start) const {
        return std::string_view(source_.text).substr(start, at_ - start);
    }

    /// What comes next, for a message.
    std::string found() const;
    InputError error(std::string_view expected, std::string_view hint = {}) const {
        return input_error(place(), found(), expected, hint);
    }

    /// While it lives line ends are blanks: between braces.
    class Nested {
      public:
        explicit Nested(Cursor& cursor) : cursor_(cursor) { ++cursor_.nesting_; }
        ~Nested() { --cursor_.nesting_; }
        Nested(const Nested&) = delete;
        Nested& operator=(const Nested&) = delete;

      private:
        Cursor& cursor_;
    };

    /// A production is being read and its arrow has not come yet.
    bool awaits_arrow = false;

  private:
    bool line_continues(size_t line_end) const;

    const Source& source_;
    size_t at_ = 0;
    int nesting_ = 0;
};

}  // namespace thigmo::lsystem
