// Functions of numbers, as cpfg defines them: angles in degrees, trunc rounds to the nearest.
#include "thigmo/growth/functions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace thigmo::lsystem {
namespace {

constexpr std::array functions = {
    FunctionInfo{"sin", Function::sin, 1},     FunctionInfo{"cos", Function::cos, 1},
    FunctionInfo{"tan", Function::tan, 1},     FunctionInfo{"asin", Function::asin, 1},
    FunctionInfo{"acos", Function::acos, 1},   FunctionInfo{"atan", Function::atan, 1},
    FunctionInfo{"atan2", Function::atan2, 2}, FunctionInfo{"exp", Function::exp, 1},
    FunctionInfo{"log", Function::log, 1},     FunctionInfo{"sqrt", Function::sqrt, 1},
    FunctionInfo{"pow", Function::pow, 2},     FunctionInfo{"floor", Function::floor, 1},
    FunctionInfo{"ceil", Function::ceil, 1},   FunctionInfo{"trunc", Function::trunc, 1},
    FunctionInfo{"fabs", Function::fabs, 1},   FunctionInfo{"abs", Function::fabs, 1},
    FunctionInfo{"sign", Function::sign, 1},   FunctionInfo{"min", Function::min, 2},
    FunctionInfo{"max", Function::max, 2},     FunctionInfo{"ran", Function::ran, 1},
    FunctionInfo{"nran", Function::nran, 2},   FunctionInfo{"bran", Function::bran, 2},
    FunctionInfo{"biran", Function::biran, 2}, FunctionInfo{"srand", Function::srand, 1},
    FunctionInfo{"stop", Function::stop, 1},
};

constexpr std::array<std::string_view, 20> foreign = {"inblob",
                                                      "fprintf",
                                                      "fopen",
                                                      "fclose",
                                                      "fflush",
                                                      "fscanf",
                                                      "func",
                                                      "play",
                                                      "curveX",
                                                      "curveY",
                                                      "curveZ",
                                                      "curveGAL",
                                                      "SetDerivationLength",
                                                      "GetDerivationLength",
                                                      "Display",
                                                      "vvXmin",
                                                      "vvXmax",
                                                      "vvYmin",
                                                      "vvYmax",
                                                      "vvScale"};

constexpr double degree = std::numbers::pi / 180;

/// Gamma(shape) with scale 1: Marsaglia and Tsang's method, raised by one below shape 1.
double gamma_random(Random& random, double shape) {
    const double raised = shape < 1 ? shape + 1 : shape;
    const double d = raised - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    double value = d;
    // Accepts more than 95 of 100 tries; the bound only guards the loop.
    for (int attempt = 0; attempt < 1000; ++attempt) {
        const double x = random.normal();
        const double cube = 1 + c * x;
        const double v = cube * cube * cube;
        const double u = random.uniform();
        if (v <= 0 || std::log(1 - u) >= 0.5 * x * x + d - d * v + d * std::log(v)) continue;
        value = d * v;
        break;
    }
    return shape < 1 ? value * std::pow(1 - random.uniform(), 1 / shape) : value;
}

}  // namespace

std::optional<FunctionInfo> find_function(std::string_view name) {
    const auto at = std::ranges::find(functions, name, &FunctionInfo::name);
    return at == functions.end() ? std::nullopt : std::optional(*at);
}

bool is_foreign_function(std::string_view name) {
    return std::ranges::find(foreign, name) != foreign.end() || name == "vvZmin" ||
           name == "vvZmax";
}

double call_pure(Function function, double x, double y) {
    switch (function) {
        case Function::sin:
            return std::sin(x * degree);
        case Function::cos:
            return std::cos(x * degree);
        case Function::tan:
            return std::tan(x * degree);
        case Function::asin:
            return std::asin(x) / degree;
        case Function::acos:
            return std::acos(x) / degree;
        case Function::atan:
            return std::atan(x) / degree;
        case Function::atan2:
            return std::atan2(x, y) / degree;
        case Function::exp:
            return std::exp(x);
        case Function::log:
            return std::log(x);
        case Function::sqrt:
            return std::sqrt(x);
        case Function::pow:
            return std::pow(x, y);
        case Function::floor:
            return std::floor(x);
        case Function::ceil:
            return std::ceil(x);
        case Function::trunc:
            return std::floor(x + 0.5);
        case Function::fabs:
            return std::fabs(x);
        case Function::sign:
            return x > 0 ? 1 : x < 0 ? -1 : 0;
        case Function::min:
            return std::fmin(x, y);
        case Function::max:
            return std::fmax(x, y);
        default:
            return 0;
    }
}

double beta_random(Random& random, double a, double b) {
    const double x = gamma_random(random, a), y = gamma_random(random, b);
    return x + y > 0 ? x / (x + y) : 0.5;
}

double binomial_random(Random& random, double n, double p) {
    constexpr double exact_limit = 10'000;  // beyond it the normal limit is as good
    if (n > exact_limit)
        return std::clamp(std::round(n * p + std::sqrt(n * p * (1 - p)) * random.normal()), 0.0, n);
    double successes = 0;
    for (double trial = 0; trial < n; ++trial) successes += random.uniform() < p ? 1 : 0;
    return successes;
}

}  // namespace thigmo::lsystem
