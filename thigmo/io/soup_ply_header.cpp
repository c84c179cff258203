// Lines of the header of a PLY file.
#include <fmt/format.h>

#include <map>

#include "thigmo/io/soup_ply.h"
#include "thigmo/io/soup_scene.h"
#include "thigmo/io/soup_words.h"

namespace thigmo {
namespace {

const std::map<std::string_view, PlyType> value_types = {
    {"char", {1, PlyType::whole}},     {"int8", {1, PlyType::whole}},
    {"uchar", {1, PlyType::natural}},  {"uint8", {1, PlyType::natural}},
    {"short", {2, PlyType::whole}},    {"int16", {2, PlyType::whole}},
    {"ushort", {2, PlyType::natural}}, {"uint16", {2, PlyType::natural}},
    {"int", {4, PlyType::whole}},      {"int32", {4, PlyType::whole}},
    {"uint", {4, PlyType::natural}},   {"uint32", {4, PlyType::natural}},
    {"float", {4, PlyType::real}},     {"float32", {4, PlyType::real}},
    {"double", {8, PlyType::real}},    {"float64", {8, PlyType::real}}};

class HeaderReader {
  public:
    HeaderReader(std::string_view& bytes, const std::filesystem::path& path)
        : bytes_(bytes), path_(path) {}

    PlyHeader read() {
        PlyHeader header;
        if (trimmed(take_line(bytes_)) != "ply")
            throw refusal(path_, "no mark", "'ply' at the front");
        for (;;) {
            if (bytes_.empty()) throw refusal(path_, "no end of the header", "'end_header'");
            line_ = take_line(bytes_);
            std::string_view rest = line_;
            const std::string_view word = take_word(rest);
            if (word == "end_header") return header;
            if (word == "format") header.order = order(take_word(rest));
            if (word == "element") header.elements.push_back(element(rest));
            if (word != "property") continue;
            if (header.elements.empty()) throw wrong("an element first");
            header.elements.back().properties.push_back(property(rest));
        }
    }

  private:
    PlyOrder order(std::string_view word) const {
        if (word == "ascii") return PlyOrder::text;
        if (word == "binary_little_endian") return PlyOrder::little;
        if (word == "binary_big_endian") return PlyOrder::big;
        throw wrong("ascii, binary_little_endian or binary_big_endian");
    }

    PlyElement element(std::string_view rest) const {
        PlyElement element;
        element.name = take_word(rest);
        const auto rows = whole_number_of(take_word(rest));
        if (!rows || *rows < 0) throw wrong("a number of rows");
        element.rows = static_cast<uint64_t>(*rows);
        return element;
    }

    PlyType type(std::string_view word) const {
        const auto found = value_types.find(word);
        if (found == value_types.end()) throw wrong("a type of PLY");
        return found->second;
    }

    PlyProperty property(std::string_view rest) const {
        PlyProperty property;
        std::string_view word = take_word(rest);
        if (word == "list") {
            property.count = type(take_word(rest));
            if (property.count->kind == PlyType::real) throw wrong("a whole number of values");
            word = take_word(rest);
        }
        property.type = type(word);
        property.name = take_word(rest);
        return property;
    }

    InputError wrong(std::string_view expected) const {
        return refusal(path_, fmt::format("'{}'", plain_name(line_.substr(0, 60))), expected);
    }

    std::string_view& bytes_;
    const std::filesystem::path& path_;
    std::string_view line_;
};

}  // namespace

PlyHeader read_ply_header(std::string_view& bytes, const std::filesystem::path& path) {
    return HeaderReader(bytes, path).read();
}

}  // namespace thigmo
