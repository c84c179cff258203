// What every simulator is told of the plant it moves: how it is held, and what made its shape.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "thigmo/base/vector.h"

namespace thigmo {

class Settings;

/// What holds the plant's base. A held one moves as it is driven; a sliding one is a pot that is
/// pushed and does not turn; a free one is nothing: the plant, which must have one root, falls.
enum class Base { held, sliding, free };
constexpr std::array<const char*, 3> base_names = {"held", "sliding", "free"};

/// What gravity has done to the shape that is given: made it (it stands as it is), or nothing yet
/// (it sags when let go).
enum class GivenShape { standing, unloaded };
constexpr std::array<const char*, 2> given_shape_names = {"standing", "unloaded"};

/// By how much wood and stalks that are too soft to stand are made stiffer, by the keys of segments
/// and of domains that turn on one joint. What is not named stays as it is.
struct StandingFactors {
    std::unordered_map<uint64_t, double> segments, stalks;

    double of_segment(uint64_t key) const { return of(segments, key); }
    double of_stalk(uint64_t key) const { return of(stalks, key); }

  private:
    static double of(const std::unordered_map<uint64_t, double>& factors, uint64_t key) {
        const auto found = factors.find(key);
        return found == factors.end() ? 1.0 : found->second;
    }
};

struct Footing {
    GivenShape shape = GivenShape::standing;
    // Under which the given shape stands: in the world where the scene sets it, in the plant's
    // space where a simulator reads it.
    Vec3 gravity = Vec3(0, -9.81, 0);
    Base base = Base::held;
    double base_mass = 0;  // kg, of a sliding base
    // Of the whole plant, for its parts after a cut. None: found where the shape is standing.
    std::shared_ptr<const StandingFactors> stiffer{};
};

/// InputError for what is out of range.
void check(const Footing& footing);

/// InputError for a plant of several roots that nothing holds.
void check_roots(const Footing& footing, size_t roots);

/// The keys shape, base and base_mass_kg over what the footing has.
void read_footing(const Settings& table, Footing& footing);

}  // namespace thigmo
