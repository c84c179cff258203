// Module strings and their text form.
#include "thigmo/growth/module_string.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>

#include "thigmo/growth/blanks.h"

namespace thigmo {

Symbol Alphabet::symbol(std::string_view name) {
    const Symbol known = find(name);
    if (known != unknown || names_.size() >= unknown) return known;
    const auto added = static_cast<Symbol>(names_.size());
    symbols_.emplace(name, added);
    names_.emplace_back(name);
    return added;
}

Symbol Alphabet::find(std::string_view name) const {
    const auto at = symbols_.find(std::string(name));
    return at == symbols_.end() ? unknown : at->second;
}

InputError too_many_names(const TextPlace& place) {
    return input_error(place, fmt::format("more than {} module names", Alphabet::unknown),
                       "fewer different ones");
}

TextPlace ModulePlaces::of(size_t module) const {
    if (module < places.size())
        return {source, static_cast<int>(places[module].line),
                static_cast<int>(places[module].column)};
    return {fmt::format("{}: module {}", source, module + 1)};
}

void ModuleString::push(Symbol symbol, std::span<const double> values) {
    symbols.push_back(symbol);
    parameters.insert(parameters.end(), values.begin(), values.end());
    first_parameter.push_back(static_cast<uint32_t>(parameters.size()));
}

size_t ModuleString::bytes() const {
    return symbols.size() * sizeof(Symbol) + first_parameter.size() * sizeof(uint32_t) +
           parameters.size() * sizeof(double);
}

size_t module_name_length(std::string_view text) {
    // Second letters that belong to the name: generalised cylinders, tropisms and textures,
    // patches, scaling, rings, and a few others.
    const auto takes_second = [](char first, char second) {
        const auto is_one_of = [&](std::string_view letters) {
            return letters.find(second) != std::string_view::npos;
        };
        switch (first) {
            case 'G':
                return is_one_of("scetr");
            case 'T':
                return is_one_of("xidspf");
            case 'P':
                return is_one_of("SCD");
            case 'D':
                return is_one_of("sid");
            case 'b':
                return is_one_of("oc");
            case 'm':
                return is_one_of("oci");
            default:
                return false;
        }
    };
    const auto printable = [&](size_t at) { return at < text.size() && text[at] > ' '; };
    if (text.empty()) return 0;
    if (static_cast<unsigned char>(text[0]) >= 0xC0) {
        size_t length = 1;
        while (length < text.size() && length < 4 &&
               (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80)
            ++length;
        return length;
    }
    if (text[0] != '@' || !printable(1) || text[1] == '(' || text[1] == '[' || text[1] == ']')
        return 1;
    return printable(2) && takes_second(text[1], text[2]) ? 3 : 2;
}

namespace {

/// Reads a module string character by character and knows where it stands.
class ModuleReader {
  public:
    ModuleReader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

    bool at_end() {
        while (at_ < text_.size() && (lsystem::is_blank(text_[at_]) || text_[at_] == '\n'))
            advance(1);
        return at_ == text_.size();
    }
    TextPlace place() const { return {file_, line_, column_}; }
    ModulePlaces::Place line_and_column() const {
        return {static_cast<uint32_t>(line_), static_cast<uint32_t>(column_)};
    }

    std::string_view name() {
        const char first = text_[at_];
        if (first == '(' || first == ')' || first == ',' || first == '*' ||
            static_cast<unsigned char>(first) < ' ')
            throw input_error(place(), found(), first == ',' ? "')' or a module" : "a module",
                              "a string is modules such as F(1.5)[+A]");
        const size_t length = module_name_length(text_.substr(at_));
        const std::string_view name = text_.substr(at_, length);
        advance(length);
        return name;
    }

    /// The numbers in brackets after a name, if any.
    void parameters(std::vector<double>& values) {
        values.clear();
        if (at_end() || text_[at_] != '(') return;
        advance(1);
        while (true) {
            values.push_back(number());
            if (at_end()) throw input_error(place(), "the end", "',' or ')'");
            const char next = text_[at_];
            if (next != ',' && next != ')') throw input_error(place(), found(), "',' or ')'");
            advance(1);
            if (next == ')') return;
        }
    }

  private:
    std::string found() const {
        return fmt::format("'{}'", text_.substr(at_, module_name_length(text_.substr(at_))));
    }

    double number() {
        if (at_end()) throw input_error(place(), "the end", "a number");
        const size_t sign = text_[at_] == '+' ? 1 : 0;
        double value = 0;
        const char* const first = text_.data() + at_ + sign;
        const auto [last, error] = std::from_chars(first, text_.data() + text_.size(), value);
        if (error == std::errc::invalid_argument) throw input_error(place(), found(), "a number");
        if (error != std::errc() || !std::isfinite(value))
            throw input_error(place(), fmt::format("'{}'", std::string_view(first, last)),
                              "a finite number");
        advance(sign + static_cast<size_t>(last - first));
        return value;
    }

    void advance(size_t count) {
        for (const size_t end = at_ + count; at_ < end; ++at_) {
            if (text_[at_] == '\n') {
                ++line_;
                column_ = 1;
            } else if ((static_cast<unsigned char>(text_[at_]) & 0xC0) != 0x80) {
                ++column_;
            }
        }
    }

    std::string_view text_;
    const std::string& file_;
    size_t at_ = 0;
    int line_ = 1, column_ = 1;
};

}  // namespace

ModuleString parse_modules(std::string_view text, const std::string& file, Alphabet& alphabet,
                           ModulePlaces* places) {
    ModuleString modules;
    ModuleReader reader(text, file);
    std::vector<double> values;
    if (places) *places = {file, {}};
    while (!reader.at_end()) {
        const ModulePlaces::Place place = reader.line_and_column();
        if (places) places->places.push_back(place);
        const Symbol symbol = alphabet.symbol(reader.name());
        if (symbol == Alphabet::unknown)
            throw too_many_names(
                {file, static_cast<int>(place.line), static_cast<int>(place.column)});
        reader.parameters(values);
        if (modules.parameters.size() + values.size() > UINT32_MAX)
            throw input_error(reader.place(), "more than 4294967295 parameters", "fewer");
        modules.push(symbol, values);
    }
    return modules;
}

std::string to_text(const ModuleString& modules, const Alphabet& alphabet) {
    std::string text;
    for (size_t module = 0; module < modules.size(); ++module) {
        text += alphabet.name(modules.symbols[module]);
        char separator = '(';
        for (const double value : modules.parameters_of(module)) {
            text.push_back(separator);
            fmt::format_to(std::back_inserter(text), "{}", value);
            separator = ',';
        }
        if (separator == ',') text.push_back(')');
    }
    return text;
}

}  // namespace thigmo
