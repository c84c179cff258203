// The preprocessor's directives: constants, macros, included files, conditional parts.
#include <fmt/format.h>

#include <filesystem>

#include "thigmo/base/file.h"
#include "thigmo/growth/blanks.h"
#include "thigmo/growth/expression.h"
#include "thigmo/growth/macro.h"
#include "thigmo/growth/source.h"

namespace thigmo::lsystem {
namespace {

constexpr size_t include_depth_limit = 32, include_limit = 1000;

class Preprocessor {
  public:
    explicit Preprocessor(const GrammarSettings& settings) : settings_(settings) {
        for (const auto& [name, value] : settings.defines)
            macros_.macros[name] = {std::nullopt, fmt::format("{}", value), true};
    }

    Source run(std::string_view text, const std::string& file) {
        include(text, file);
        return std::move(out_);
    }

  private:
    /// A part between #if and #endif.
    struct Condition {
        SourcePlace place;
        bool outer = true;   // the part around it counts
        bool active = true;  // this branch counts
        bool taken = true;   // a branch has counted
        bool in_else = false;
    };

    void include(std::string_view text, const std::string& file) {
        out_.files.push_back(file);
        const size_t conditions = conditions_.size();
        const Source source =
            strip_comments(text, static_cast<uint32_t>(out_.files.size() - 1), out_.files);
        for (size_t first = 0; first < source.text.size();) {
            const size_t last = source.text.find('\n', first);
            line(source, first, last);
            first = last + 1;
        }
        if (conditions_.size() > conditions)
            throw input_error(place(conditions_.back().place), "#if without an end", "#endif");
    }

    TextPlace place(const SourcePlace& at) const {
        return {out_.files[at.file], static_cast<int>(at.line), static_cast<int>(at.column)};
    }
    bool active() const {
        return conditions_.empty() || (conditions_.back().outer && conditions_.back().active);
    }

    void line(const Source& source, size_t first, size_t last) {
        size_t at = skip_blanks(source, first, last);
        if (at < last && source.text[at] == '#') {
            at = skip_blanks(source, at + 1, last);
            const size_t length = identifier_length(text(source, at, last));
            const std::string name(text(source, at, at + length));
            const size_t rest = skip_blanks(source, at + length, last);
            if (directive(name, source, at, rest, last))
                return out_.append('\n', source.places[last]);
        }
        if (active()) macros_.expand(source, first, last, out_);
        out_.append('\n', source.places[last]);
    }

    static std::string_view text(const Source& source, size_t first, size_t last) {
        return std::string_view(source.text).substr(first, last - first);
    }
    static size_t skip_blanks(const Source& source, size_t at, size_t last) {
        while (at < last && is_blank(source.text[at])) ++at;
        return at;
    }

    /// False when this is no directive but a line that begins with the module `#`.
    bool directive(const std::string& name, const Source& source, size_t at, size_t rest,
                   size_t last) {
        const TextPlace here = source.place(at);
        if (name == "if" || name == "ifdef" || name == "ifndef") {
            const bool holds = active() && test(name, source, rest, last, here);
            conditions_.push_back({source.places[at], active(), holds, holds, false});
        } else if (name == "else" || name == "elif" || name == "endif") {
            close_branch(name, source, rest, last, here);
        } else if (name == "define") {
            if (active()) define(source, rest, last, here);
        } else if (name == "undef") {
            if (active()) undefine(source, rest, last, here);
        } else if (name == "include") {
            if (active()) include_file(source, rest, last, here);
        } else {
            return name == "pragma" || name == "line";
        }
        return true;
    }

    bool test(const std::string& kind, const Source& source, size_t rest, size_t last,
              const TextPlace& here) {
        if (kind == "if" || kind == "elif") return evaluate(source, rest, last, here);
        const size_t length = identifier_length(text(source, rest, last));
        if (length == 0) throw input_error(here, "#" + kind + " without a name", "a macro's name");
        return macros_.macros.contains(text(source, rest, rest + length)) == (kind == "ifdef");
    }

    bool evaluate(const Source& source, size_t rest, size_t last, const TextPlace& here) {
        if (rest == last) throw input_error(here, "#if without a condition", "a condition");
        Source condition, expanded;
        condition.files = expanded.files = out_.files;
        replace_defined(source, rest, last, condition);
        macros_.expand(condition, 0, condition.text.size(), expanded);
        expanded.append('\n', source.places[last]);
        return evaluate_constant(expanded) != 0;
    }

    /// `defined NAME` and `defined(NAME)` become 1 or 0.
    void replace_defined(const Source& source, size_t at, size_t last, Source& out) const {
        while (at < last) {
            const size_t length = identifier_length(text(source, at, last));
            if (text(source, at, at + length) != "defined" || length == 0) {
                for (const size_t end = at + std::max<size_t>(length, 1); at < end; ++at)
                    out.append(source.text[at], source.places[at]);
                continue;
            }
            const SourcePlace& here = source.places[at];
            at = skip_blanks(source, at + length, last);
            const bool bracket = at < last && source.text[at] == '(';
            if (bracket) at = skip_blanks(source, at + 1, last);
            const size_t name = identifier_length(text(source, at, last));
            if (name == 0)
                throw input_error(place(here), "defined without a name", "a macro's name");
            const bool known = macros_.macros.contains(text(source, at, at + name));
            at = skip_blanks(source, at + name, last);
            if (bracket && (at == last || source.text[at] != ')'))
                throw input_error(place(here), "defined(… without an end", "')'");
            if (bracket) ++at;
            out.append(known ? '1' : '0', here);
        }
    }

    void close_branch(const std::string& kind, const Source& source, size_t rest, size_t last,
                      const TextPlace& here) {
        if (conditions_.empty()) throw input_error(here, "#" + kind, "#if before it");
        Condition& condition = conditions_.back();
        if (kind == "endif") return conditions_.pop_back();
        if (condition.in_else) throw input_error(here, "#" + kind + " after #else", "#endif");
        const bool open = condition.outer && !condition.taken;
        condition.active = open && (kind == "else" || evaluate(source, rest, last, here));
        condition.taken = condition.taken || condition.active;
        condition.in_else = kind == "else";
    }

    void define(const Source& source, size_t at, size_t last, const TextPlace& here) {
        const size_t length = identifier_length(text(source, at, last));
        if (length == 0) throw input_error(here, "#define without a name", "#define NAME value");
        const std::string name(text(source, at, at + length));
        at += length;
        Macro macro;
        if (at < last && source.text[at] == '(') at = parameters(source, at + 1, last, macro);
        at = skip_blanks(source, at, last);
        macro.body = trimmed(text(source, at, last));
        const auto known = macros_.macros.find(name);
        if (known != macros_.macros.end() && known->second.fixed) return;
        macros_.macros[name] = std::move(macro);
    }

    size_t parameters(const Source& source, size_t at, size_t last, Macro& macro) const {
        macro.parameters.emplace();
        at = skip_blanks(source, at, last);
        if (at < last && source.text[at] == ')') return at + 1;
        while (true) {
            const size_t length = identifier_length(text(source, at, last));
            if (length == 0)
                throw input_error(source.place(at), "no name", "a parameter of the macro");
            macro.parameters->emplace_back(text(source, at, at + length));
            at = skip_blanks(source, at + length, last);
            if (at < last && source.text[at] == ')') return at + 1;
            if (at == last || source.text[at] != ',')
                throw input_error(source.place(at), "no end of the macro's parameters",
                                  "',' or ')'");
            at = skip_blanks(source, at + 1, last);
        }
    }

    void undefine(const Source& source, size_t at, size_t last, const TextPlace& here) {
        const size_t length = identifier_length(text(source, at, last));
        if (length == 0) throw input_error(here, "#undef without a name", "a macro's name");
        const auto known = macros_.macros.find(text(source, at, at + length));
        if (known != macros_.macros.end() && !known->second.fixed) macros_.macros.erase(known);
    }

    void include_file(const Source& source, size_t at, size_t last, const TextPlace& here) {
        const std::string_view rest = text(source, at, last);
        const char close = rest.starts_with('"') ? '"' : rest.starts_with('<') ? '>' : '\0';
        const size_t end = close ? rest.find(close, 1) : std::string_view::npos;
        if (end == std::string_view::npos)
            throw input_error(here, "#include without a file", "#include \"file\"");
        const std::string name(rest.substr(1, end - 1));
        if (++depth_ > include_depth_limit || ++includes_ > include_limit)
            throw input_error(here, fmt::format("#include \"{}\" within itself", name),
                              "an end to included files");
        include(read(name, out_.files[source.places[at].file], here), name_of(name, here.file));
        --depth_;
    }

    static std::string name_of(const std::string& name, const std::string& from) {
        return (std::filesystem::path(from).parent_path() / name).string();
    }

    std::string read(const std::string& name, const std::string& from, const TextPlace& here) {
        try {
            if (settings_.include) return settings_.include(name);
            return read_file(name_of(name, from), size_t{16} << 20);
        } catch (const InputError& error) {
            throw InputError(
                fmt::format("{}: #include \"{}\": {}", here.str(), name, error.what()));
        }
    }

    const GrammarSettings& settings_;
    MacroTable macros_;
    std::vector<Condition> conditions_;
    Source out_;
    size_t depth_ = 0, includes_ = 0;
};

}  // namespace

Source preprocess(std::string_view text, const std::string& file, const GrammarSettings& settings) {
    return Preprocessor(settings).run(text, file);
}

}  // namespace thigmo::lsystem
