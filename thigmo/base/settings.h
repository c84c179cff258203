// A TOML file read key by key: wrong types, values out of range and keys that nobody asked for are
// errors with their line and column.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "thigmo/base/error.h"
#include "thigmo/base/range.h"
#include "thigmo/base/vector.h"

namespace thigmo {

/// One table of the file. Copies share the note of which keys were read.
class Settings {
  public:
    /// InputError with the place where the text is not TOML.
    static Settings parse(std::string_view text, const std::string& file);

    bool has(std::string_view key) const;
    TextPlace place(std::string_view key) const;
    /// Keys of this table in the order of the file; does not count as reading them.
    std::vector<std::string> keys() const;

    double number(std::string_view key, Range range) const;
    double number(std::string_view key, Range range, double otherwise) const;
    int whole(std::string_view key, Range range, int otherwise) const;
    bool yes(std::string_view key, bool otherwise) const;
    std::string text(std::string_view key) const;
    std::string text(std::string_view key, std::string_view otherwise) const;
    /// One of a few words: its place among them.
    size_t word(std::string_view key, const std::vector<std::string>& words) const;
    /// One of an enumeration's words; `otherwise` where the key is absent.
    template <class Enum, size_t count>
    Enum choose(std::string_view key, const std::array<const char*, count>& words,
                Enum otherwise) const {
        if (!has(key)) return otherwise;
        return static_cast<Enum>(word(key, {words.begin(), words.end()}));
    }
    /// "#rrggbb" as sRGB, 0…1.
    Vec3f colour(std::string_view key) const;
    Vec3f colour(std::string_view key, const Vec3f& otherwise) const;
    /// [x, y, z], each number in the range.
    Vec3 vector(std::string_view key, Range range) const;
    Vec3 vector(std::string_view key, Range range, const Vec3& otherwise) const;
    /// A number or an array of at least one, each in the range.
    std::vector<double> list(std::string_view key, Range range) const;
    /// An array of at least one text.
    std::vector<std::string> texts(std::string_view key) const;
    /// An array of arrays of `width` numbers, each in the range.
    std::vector<std::vector<double>> rows(std::string_view key, size_t width, Range range) const;
    /// An array of [a, b] pairs, each number in the range.
    std::vector<Eigen::Vector2d> pairs(std::string_view key, Range range) const;
    Settings table(std::string_view key) const;
    /// The tables of [[key]], or of key = [{…}, …]; none where the key is absent.
    std::vector<Settings> tables(std::string_view key) const;
    /// Whether the key holds a number, true or false, a text, an array.
    bool is_number(std::string_view key) const;
    bool is_boolean(std::string_view key) const;
    bool is_text(std::string_view key) const;
    bool is_array(std::string_view key) const;
    /// Whether the key holds an array of arrays.
    bool is_nested(std::string_view key) const;
    /// InputError at the key: `found KEY = VALUE, expected …`.
    [[noreturn]] void refuse(std::string_view key, std::string_view expected) const {
        fail(key, expected);
    }
    /// InputError at a key of older files: `found KEY = VALUE, expected …`. It is not among those
    /// that are told of where a key is unknown.
    void former(std::string_view key, std::string_view expected) const;
    /// What was asked for in this table so far, whether it is there or not.
    std::vector<std::string> asked() const;
    /// This table with another's values for keys that it does not have.
    Settings over(const Settings& base) const;

    /// InputError for the first key of the whole file that was never read, tables in arrays
    /// included; it tells what was asked for there.
    void finish() const;

  private:
    struct File;
    struct Node;
    Settings(std::shared_ptr<File> file, std::shared_ptr<const Node> node);
    const void* find(std::string_view key) const;
    [[noreturn]] void fail(std::string_view key, std::string_view expected) const;
    template <class T>
    T value(std::string_view key, std::string_view expected) const;

    std::shared_ptr<File> file_;
    std::shared_ptr<const Settings> base_;
    std::shared_ptr<const Node> node_;  // the library behind it stays in settings.cpp
};

}  // namespace thigmo
