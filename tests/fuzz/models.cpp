// Mutants of .models files: damaged bytes, cut files, each with and without the right checksum.
#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "samples/plants.h"
#include "tests/fuzz/fuzz.h"
#include "thigmo/base/checksum.h"
#include "thigmo/base/error.h"
#include "thigmo/sim/reduced/bodies.h"
#include "thigmo/sim/reduced/models_file.h"
#include "thigmo/sim/reduced/reduced.h"

namespace thigmo::fuzz {
namespace {

constexpr size_t checksum_size = sizeof(uint32_t);

std::span<const std::byte> as_bytes(const std::string& bytes) {
    return std::as_bytes(std::span(bytes));
}

/// Few shapes, so that a mutant is quick.
ReducedSettings small_settings() {
    ReducedSettings settings;
    settings.modes = {2};
    settings.derivatives = {1};
    return settings;
}

Plant small_plant() {
    return samples::stem(4, 2, 0.05, 0.01);
}

std::string models_of(const Plant& plant) {
    const ReducedSettings settings = small_settings();
    Progress silent;
    build_reduced_bodies(plant, settings, *settings.models, silent);
    return encode_models(*settings.models);
}

void seal_models(std::string& bytes) {
    if (bytes.size() < checksum_size) return;
    const size_t size = bytes.size() - checksum_size;
    const uint32_t sum = checksum(as_bytes(bytes).first(size));
    std::memcpy(bytes.data() + size, &sum, sizeof sum);
}

/// Mostly in the heads, where sizes stand: of numbers any is as good as another.
void damage_models(std::string& bytes, Random& random) {
    for (uint64_t i = random.below(3) + 1; i > 0; --i) {
        const size_t reach =
            random.below(2) == 0 ? std::min<size_t>(64, bytes.size()) : bytes.size();
        const size_t at = random.below(reach);
        constexpr uint32_t words[] = {0, 1, 32, 33, 0x7fffffff, 0x80000000, 0xffffffff, 0x7ff00000};
        if (random.below(3) == 0 && at + 4 <= bytes.size())
            std::memcpy(bytes.data() + at, &words[random.below(std::size(words))], 4);
        else
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
    }
}

/// Whatever a file says, a plant moves with it, or says why not.
void use_models(const Plant& plant, const ReducedSettings& settings, const std::string& bytes) {
    ModelStore again;
    decode_models(as_bytes(encode_models(*settings.models)), "again", again);
    if (encode_models(again) != bytes) broken("saved again, the bytes differ");
    const auto simulator = make_reduced(plant, settings, {});
    Loads loads;
    for (int i = 0; i < 2; ++i) simulator->step(1.0 / 60, loads);
}

void run_models(const Plant& plant, const std::string& bytes, FuzzCount& count) {
    ++count.mutants;
    try {
        const ReducedSettings settings = small_settings();
        if (!decode_models(as_bytes(bytes), "mutant", *settings.models)) {
            ++count.rejected;
            return;
        }
        ++count.reached;
        use_models(plant, settings, bytes);
        ++count.accepted;
    } catch (const InputError& error) {
        if (std::string(error.what()).find('\n') != std::string::npos)
            broken(fmt::format("not one line: {}", error.what()));
        ++count.rejected;
    }
}

}  // namespace

Format models_format() {
    const Plant plant = small_plant();
    return {"models", {models_of(plant)}, [plant](std::string bytes) {
                seal_models(bytes);
                const ReducedSettings settings = small_settings();
                if (decode_models(as_bytes(bytes), "mutant", *settings.models))
                    use_models(plant, settings, bytes);
            }};
}

std::vector<FuzzCount> fuzz_models(size_t count, uint64_t seed) {
    const Plant plant = small_plant();
    const std::string whole = models_of(plant);
    std::vector<FuzzCount> counts = {
        {"bytes"}, {"truncation"}, {"bytes, checksum mended"}, {"truncation, mended"}};
    for (size_t i = 0; i < count; ++i) {
        if (!note("models", i)) continue;
        Random random(mix(seed, i));
        std::string bytes = whole;
        const size_t kind = i % 8 < 5 ? 2 : i % 8 - 5 == 2 ? 3 : i % 8 - 5;
        if (kind % 2 == 0)
            damage_models(bytes, random);
        else
            bytes.resize(random.below(bytes.size()));
        if (kind >= 2) seal_models(bytes);
        run_models(plant, bytes, counts[kind]);
    }
    return counts;
}

}  // namespace thigmo::fuzz
