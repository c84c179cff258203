// A reader by recursive descent.
#include "thigmo/base/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace thigmo {
namespace {

constexpr int deepest = 256;

const JsonValue none;

/// A character of four hexadecimal digits or two such, as UTF-8.
void append_utf8(uint32_t code, std::string& text) {
    if (code < 0x80) {
        text += static_cast<char>(code);
        return;
    }
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    constexpr uint32_t marks[] = {0, 0xc0, 0xe0, 0xf0};
    text += static_cast<char>(marks[more] | (code >> (6 * more)));
    for (int i = more - 1; i >= 0; --i)
        text += static_cast<char>(0x80 | ((code >> (6 * i)) & 0x3f));
}

class JsonReader {
  public:
    JsonReader(std::string_view text, const std::string& source) : text_(text), source_(source) {}

    JsonValue read() {
        JsonValue value = read_value(0);
        skip_blanks();
        if (at_ < text_.size()) throw wrong("the end");
        return value;
    }

  private:
    JsonValue read_value(int depth) {
        skip_blanks();
        if (depth > deepest) throw wrong("values nested less deep");
        if (at_ == text_.size()) throw wrong("a value");
        JsonValue value;
        const char first = text_[at_];
        if (first == '{') {
            read_object(depth, value);
        } else if (first == '[') {
            read_list(depth, value);
        } else if (first == '"') {
            value.kind = JsonValue::Kind::text;
            value.text = read_text();
        } else if (take("true") || take("false")) {
            value.kind = JsonValue::Kind::truth;
            value.number = first == 't' ? 1 : 0;
        } else if (!take("null")) {
            read_number(value);
        }
        return value;
    }

    void read_object(int depth, JsonValue& object) {
        object.kind = JsonValue::Kind::object;
        ++at_;
        if (take_mark('}')) return;
        do {
            skip_blanks();
            if (at_ == text_.size() || text_[at_] != '"') throw wrong("a name in quotes");
            std::string name = read_text();
            if (!take_mark(':')) throw wrong("':'");
            object.members.emplace_back(std::move(name), read_value(depth + 1));
        } while (take_mark(','));
        if (!take_mark('}')) throw wrong("',' or '}'");
    }

    void read_list(int depth, JsonValue& list) {
        list.kind = JsonValue::Kind::list;
        ++at_;
        if (take_mark(']')) return;
        do list.items.push_back(read_value(depth + 1));
        while (take_mark(','));
        if (!take_mark(']')) throw wrong("',' or ']'");
    }

    void read_number(JsonValue& value) {
        const char* end = text_.data() + text_.size();
        value.kind = JsonValue::Kind::number;
        const char first = text_[at_];
        if (first != '-' && (first < '0' || first > '9')) throw wrong("a value");
        const auto [after, error] = std::from_chars(text_.data() + at_, end, value.number);
        if (error != std::errc()) throw wrong("a number");
        at_ = static_cast<size_t>(after - text_.data());
    }

    std::string read_text() {
        std::string text;
        for (++at_;;) {
            const size_t plain = std::min(text_.find_first_of("\"\\", at_), text_.size());
            text += text_.substr(at_, plain - at_);
            at_ = plain;
            if (at_ == text_.size()) throw wrong("'\"'");
            if (text_[at_++] == '"') return text;
            read_escape(text);
        }
    }

    void read_escape(std::string& text) {
        constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
        if (at_ == text_.size()) throw wrong("an escape");
        const char letter = text_[at_++];
        if (letter == 'u') {
            uint32_t code = read_hex();
            if (code >= 0xd800 && code < 0xdc00 && take("\\u"))
                code = 0x10000 + ((code & 0x3ff) << 10) + (read_hex() & 0x3ff);
            append_utf8(code, text);
        } else if (const size_t found = letters.find(letter); found != letters.npos) {
            text += meanings[found];
        } else {
            throw wrong("an escape");
        }
    }

    uint32_t read_hex() {
        uint32_t code = 0;
        const std::string_view digits = text_.substr(at_, 4);
        const auto [after, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (error != std::errc() || after != digits.data() + 4) throw wrong("four digits");
        at_ += 4;
        return code;
    }

    void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
    bool take(std::string_view word) {
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }
    bool take_mark(char mark) {
        skip_blanks();
        if (at_ == text_.size() || text_[at_] != mark) return false;
        ++at_;
        return true;
    }

    InputError wrong(std::string_view expected) const {
        const std::string_view before = text_.substr(0, std::min(at_, text_.size()));
        const auto line = static_cast<int>(std::ranges::count(before, '\n')) + 1;
        const size_t start = before.rfind('\n') + 1;  // 0 where there is none
        const unsigned char byte = at_ < text_.size() ? static_cast<unsigned char>(text_[at_]) : 0;
        const std::string found = at_ >= text_.size()          ? "the end"
                                  : byte > 0x20 && byte < 0x7f ? fmt::format("'{}'", text_[at_])
                                                               : fmt::format("byte {:#04x}", byte);
        return input_error({source_, line, static_cast<int>(before.size() - start) + 1}, found,
                           expected);
    }

    const std::string_view text_;
    const std::string& source_;
    size_t at_ = 0;
};

}  // namespace

const JsonValue& JsonValue::operator[](std::string_view name) const {
    const auto found = std::ranges::find(members, name, &std::pair<std::string, JsonValue>::first);
    return found == members.end() ? none : found->second;
}

const JsonValue& JsonValue::operator[](size_t item) const {
    return item < items.size() ? items[item] : none;
}

JsonValue read_json(std::string_view text, const std::string& source) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    return JsonReader(text, source).read();
}

}  // namespace thigmo
