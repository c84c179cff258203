// What libFuzzer calls: thigmo_fuzz_guided --format=FORMAT makes files of that format such that
// they reach more and more of the code that takes them.
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tests/fuzz/format.h"
#include "tests/fuzz/fuzz.h"

namespace {

std::optional<thigmo::fuzz::Format> format;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
    constexpr std::string_view option = "--format=";
    for (int i = 1; i < *count; ++i)
        if (const std::string_view word = (*words)[i]; word.starts_with(option))
            format = thigmo::fuzz::make_format(word.substr(option.size()));
    if (!format) thigmo::fuzz::broken("expected --format=FORMAT");
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    thigmo::fuzz::accepts([&] { format->use(bytes); });
    return 0;
}
