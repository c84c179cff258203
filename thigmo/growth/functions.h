// The functions that expressions of grammars may call.
#pragma once

#include <optional>
#include <string_view>

#include "thigmo/base/random.h"
#include "thigmo/growth/program.h"

namespace thigmo::lsystem {

struct FunctionInfo {
    std::string_view name;
    Function function;
    int arguments;
};

/// None for a name that is no function.
std::optional<FunctionInfo> find_function(std::string_view name);

/// True for functions of cpfg that need its windows, files or curves.
bool is_foreign_function(std::string_view name);

/// A function of numbers alone; angles are in degrees.
double call_pure(Function function, double x, double y);

/// Numbers with the Beta(a, b) density on 0…1, a, b > 0; cpfg's bran.
double beta_random(Random& random, double a, double b);

/// Successes among n trials of probability p; cpfg's biran.
double binomial_random(Random& random, double n, double p);

}  // namespace thigmo::lsystem
