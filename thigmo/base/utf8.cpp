// UTF-8, character by character.
#include "thigmo/base/utf8.h"

#include <cstdint>

namespace thigmo {

size_t character_length(std::string_view text) {
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    if (first < 0x80) return first < 0x20 || first == 0x7f ? 0 : 1;
    const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || length > text.size()) return 0;
    uint32_t code = first & (0x7fu >> length);
    for (size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
        code = code << 6 | (byte(i) & 0x3fu);
    }
    constexpr uint32_t least[] = {0, 0, 0xa0, 0x800, 0x10000};  // 0x80 … 0x9f are controls too
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    return code < least[length] || code > 0x10ffff || surrogate ? 0 : length;
}

std::string clean_text(std::string_view text, size_t longest) {
    std::string clean;
    while (!text.empty()) {
        const size_t length = character_length(text);
        if (clean.size() + (length == 0 ? 1 : length) > longest) break;
        clean += length == 0 ? std::string_view("?") : text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return clean;
}

std::string shortened(std::string_view text) {
    constexpr size_t most = 60;
    return text.size() <= most ? std::string(text) : clean_text(text, most) + "…";
}

}  // namespace thigmo
