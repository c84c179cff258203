// Mutants of recorded winds: read and blown. Only an InputError of one line may come of it.
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "tests/fuzz/fuzz.h"
#include "thigmo/air/recorded.h"
#include "thigmo/base/error.h"
#include "thigmo/base/random.h"

namespace thigmo::fuzz {
namespace {

constexpr std::array<std::string_view, 3> seeds = {
    "# "
    "sonic\ntime_s,u_m_s,v_m_s,w_m_s\n0,8,1,0\n0.1,9,0.5,-1\n0.2,7,0,0.3\n0.3,8,-1,0\n0.4,8,0,0\n",
    "time_s\tspeed_m_s\tdirection_"
    "deg\tremark\r\n10\t5\t350\tok\r\n11\t6\t355\tok\r\n12\t4\t2\tok\r\n"
    "13\t5\t7\tok\r\n",
    "\xEF\xBB\xBFtime_s;u_m_s;v_m_s;w_m_s\n0;1e1;+2;-0\n1;2;3;4\n2;.5;5.;6\n3;1;1;1\n"};

constexpr std::array<std::string_view, 16> words = {
    ",",     "\t",     ";",      "\n", "\r\n", "#",      "nan",       "inf",
    "1e308", "-1e308", "1e-320", "\"", "",     "time_s", "speed_m_s", "0"};

constexpr std::string_view numeric = "0123456789.,-+eE\n\t; ";

std::string damaged_bytes(std::string text, Random& random) {
    for (uint64_t i = random.below(4) + 1; i > 0; --i)
        text[random.below(text.size())] = random.below(4) == 0
                                              ? static_cast<char>(random.below(256))
                                              : numeric[random.below(numeric.size())];
    return text;
}

std::string spliced_words(std::string text, Random& random) {
    for (uint64_t i = random.below(4) + 1; i > 0; --i)
        text.replace(random.below(text.size()), random.below(4), words[random.below(words.size())]);
    return text;
}

std::string cut(std::string text, Random& random) {
    text.resize(random.below(text.size()));
    return text;
}

void use(const std::string& text) {
    for (const bool loop : {false, true}) {
        WindSettings settings;
        settings.loop = loop;
        const Recorded air(settings, read_wind_record(text, "mutant"));
        for (const double t : {0.0, 0.25, 1e3, 1e12})
            if (!air.at(t).allFinite()) broken(fmt::format("a wind that is not finite at {} s", t));
    }
}

}  // namespace

std::vector<FuzzCount> fuzz_wind(size_t count, uint64_t seed) {
    constexpr TextMutation mutations[] = {
        {"bytes", damaged_bytes}, {"words", spliced_words}, {"truncation", cut}};
    return fuzz_text(wind_format(), mutations, count, seed);
}

Format wind_format() {
    return {"wind", {seeds.begin(), seeds.end()}, use};
}

}  // namespace thigmo::fuzz
