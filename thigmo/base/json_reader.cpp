// A reader by recursive descent.
#include "thigmo/base/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <deque>

namespace thigmo {
namespace {

constexpr int deepest = 256;
constexpr size_t few_members = 16;  // that are looked through one by one

const JsonValue none = {};

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
    JsonReader(std::string_view text, const std::string& source,
               std::pmr::monotonic_buffer_resource& memory)
        : text_(text), source_(source), memory_(memory) {}

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
        const char first = text_[at_];
        if (first == '{') return read_object(depth);
        if (first == '[') return read_list(depth);
        if (first == '"') return JsonValue(read_text());
        if (take("true") || take("false"))
            return JsonValue(JsonValue::Kind::truth, first == 't' ? 1 : 0);
        return take("null") ? JsonValue() : read_number();
    }

    JsonValue read_object(int depth) {
        const size_t before = members_.size();
        ++at_;
        if (take_mark('}')) return JsonValue(std::span<const JsonMember>());
        do {
            skip_blanks();
            if (at_ == text_.size() || text_[at_] != '"') throw wrong("a name in quotes");
            const std::string_view name = read_text();
            if (!take_mark(':')) throw wrong("':'");
            const JsonValue value = read_value(depth + 1);
            members_.push_back({name, value});
        } while (take_mark(','));
        if (!take_mark('}')) throw wrong("',' or '}'");
        const std::span<JsonMember> own = keep(members_, before);
        if (own.size() > few_members) std::ranges::stable_sort(own, {}, &JsonMember::name);
        return JsonValue(std::span<const JsonMember>(own));
    }

    JsonValue read_list(int depth) {
        const size_t before = items_.size();
        ++at_;
        if (take_mark(']')) return JsonValue(std::span<const JsonValue>());
        do {
            const JsonValue value = read_value(depth + 1);
            items_.push_back(value);
        } while (take_mark(','));
        if (!take_mark(']')) throw wrong("',' or ']'");
        return JsonValue(std::span<const JsonValue>(keep(items_, before)));
    }

    /// What was read from `before` on, moved to where the tree lives.
    template <class T>
    std::span<T> keep(std::deque<T>& rows, size_t before) {
        const size_t count = rows.size() - before;
        T* kept = static_cast<T*>(memory_.allocate(count * sizeof(T), alignof(T)));
        const auto from = rows.begin() + static_cast<std::ptrdiff_t>(before);
        std::uninitialized_copy(from, rows.end(), kept);
        rows.erase(from, rows.end());
        return {kept, count};
    }

    JsonValue read_number() {
        const char* end = text_.data() + text_.size();
        const char first = text_[at_];
        if (first != '-' && (first < '0' || first > '9')) throw wrong("a value");
        double number = 0;
        const auto [after, error] = std::from_chars(text_.data() + at_, end, number);
        if (error != std::errc()) throw wrong("a number");
        at_ = static_cast<size_t>(after - text_.data());
        return JsonValue(JsonValue::Kind::number, number);
    }

    /// A part of the whole text, or a copy where escapes stand for other letters.
    std::string_view read_text() {
        const size_t from = ++at_;
        std::string text;
        for (;;) {
            const size_t plain = std::min(text_.find_first_of("\"\\", at_), text_.size());
            const bool is_first = at_ == from;
            const std::string_view part = text_.substr(at_, plain - at_);
            at_ = plain;
            if (at_ == text_.size()) throw wrong("'\"'");
            const bool ends = text_[at_++] == '"';
            if (ends && is_first) return part;
            text += part;
            if (ends) break;
            read_escape(text);
        }
        char* kept = static_cast<char*>(memory_.allocate(text.size() + 1, 1));
        std::memcpy(kept, text.data(), text.size());
        return {kept, text.size()};
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
    std::pmr::monotonic_buffer_resource& memory_;
    std::deque<JsonValue> items_;  // of lists and objects that are still open
    std::deque<JsonMember> members_;
    size_t at_ = 0;
};

}  // namespace

const JsonValue& JsonValue::operator[](std::string_view name) const {
    if (kind_ != Kind::object) return none;
    const std::span<const JsonMember> members(members_, count_);
    const auto found = count_ > few_members
                           ? std::ranges::lower_bound(members, name, {}, &JsonMember::name)
                           : std::ranges::find(members, name, &JsonMember::name);
    return found == members.end() || found->name != name ? none : found->value;
}

const JsonValue& JsonValue::operator[](size_t item) const {
    return item < items().size() ? items_[item] : none;
}

JsonDocument read_json(std::string_view text, const std::string& source) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    JsonDocument json;
    json.root_ = JsonReader(text, source, *json.memory_).read();
    return json;
}

}  // namespace thigmo
