// Choosing and applying productions.
#include "thigmo/growth/rewrite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace thigmo::lsystem {

void LimitedString::check_room(size_t more) const {
    if (weight(modules) + more > limit_)
        throw InputError(fmt::format(
            "{}: found a string of more than {} modules and parameters, expected fewer (the "
            "grammar grows too fast, or the limit is too low)",
            where_, limit_));
}

void LimitedString::reserve(size_t more_modules, size_t more_parameters) {
    const size_t count = std::min(modules.size() + more_modules, limit_);
    modules.symbols.reserve(count);
    modules.first_parameter.reserve(count + 1);
    modules.parameters.reserve(std::min(modules.parameters.size() + more_parameters, limit_));
}

void LimitedString::start_module(Symbol symbol) {
    check_room(1);
    modules.symbols.push_back(symbol);
}

void LimitedString::end_module() {
    check_room(0);
    modules.first_parameter.push_back(static_cast<uint32_t>(modules.parameters.size()));
}

void LimitedString::push(Symbol symbol, std::span<const double> parameters) {
    check_room(1 + parameters.size());
    modules.push(symbol, parameters);
}

void LimitedString::append(std::span<const Symbol> symbols) {
    check_room(symbols.size());
    modules.symbols.insert(modules.symbols.end(), symbols.begin(), symbols.end());
    modules.first_parameter.insert(modules.first_parameter.end(), symbols.size(),
                                   static_cast<uint32_t>(modules.parameters.size()));
}

void LimitedString::append(const ModuleString& from, size_t first, size_t last) {
    const uint32_t begin = from.first_parameter[first], end = from.first_parameter[last];
    check_room(last - first + end - begin);
    const auto shift = static_cast<uint32_t>(modules.parameters.size()) - begin;  // wraps, rightly
    modules.symbols.insert(modules.symbols.end(), from.symbols.begin() + static_cast<long>(first),
                           from.symbols.begin() + static_cast<long>(last));
    for (size_t module = first; module < last; ++module)
        modules.first_parameter.push_back(from.first_parameter[module + 1] + shift);
    modules.parameters.insert(modules.parameters.end(), from.parameters.begin() + begin,
                              from.parameters.begin() + end);
}

bool Rewriter::matches(const Production& production, const Site& site) {
    const std::span<double> locals = machine_.locals;
    if (!match_strict(production, site.modules, site.at, locals)) return false;
    const size_t behind = site.behind.value_or(site.at + production.strict.size());
    if (!production.right.empty() && !match_right(production, site.view, behind, locals))
        return false;
    if (!production.left.empty() && !match_left(production, site.view, site.before, locals))
        return false;
    std::fill(locals.begin() + production.formals, locals.begin() + production.locals, 0.0);
    if (!production.before.exists() && !production.condition.exists()) return true;
    machine_.place = &production.place;
    machine_.execute(production.before);
    return machine_.holds(production.condition);
}

const Production* Rewriter::choose(const RuleSet& rules, const Site& site) {
    const std::vector<uint32_t>& rows = rules.by_symbol[site.modules.symbols[site.at]];
    for (size_t i = 0; i < rows.size(); ++i) {
        const Production& production = rules.productions[rows[i]];
        if (!production.plain && !matches(production, site)) continue;
        if (production.plain && !site.modules.parameters_of(site.at).empty()) continue;
        if (!production.probability.exists()) return &production;
        return choose_by_chance(rules, i, site);
    }
    return nullptr;
}

/// The first production that matches has a probability: all that match and have one compete.
const Production* Rewriter::choose_by_chance(const RuleSet& rules, size_t first, const Site& site) {
    const std::vector<uint32_t>& rows = rules.by_symbol[site.modules.symbols[site.at]];
    candidates_.clear();
    candidate_locals_.clear();
    double total = 0;
    for (size_t i = first; i < rows.size(); ++i) {
        const Production& production = rules.productions[rows[i]];
        if (!production.probability.exists()) continue;
        if (i > first && !matches(production, site)) continue;
        machine_.place = &production.place;
        const double weight = machine_.value(production.probability);
        if (!(weight > 0) || !std::isfinite(weight)) continue;
        total += weight;
        candidates_.push_back({&production, weight});
        candidate_locals_.insert(candidate_locals_.end(), machine_.locals.begin(),
                                 machine_.locals.end());
    }
    double ticket = total * machine_.random.uniform();
    for (size_t i = 0; i < candidates_.size(); ++i) {
        ticket -= candidates_[i].weight;
        if (ticket >= 0 && i + 1 < candidates_.size()) continue;
        const size_t stride = machine_.locals.size();
        std::copy_n(candidate_locals_.begin() + static_cast<long>(i * stride), stride,
                    machine_.locals.begin());
        return candidates_[i].production;
    }
    return nullptr;
}

void Rewriter::write(const std::vector<SuccessorModule>& modules, LimitedString& out) {
    for (const SuccessorModule& module : modules) {
        out.start_module(module.symbol);
        for (const Code& code : module.parameters) {
            const double value = machine_.value(code);
            if (!std::isfinite(value))
                throw input_error(
                    *machine_.place,
                    fmt::format("{} as a parameter of {}", value, alphabet_.name(module.symbol)),
                    "a finite number");
            out.add_parameter(value);
        }
        out.end_module();
    }
}

void Rewriter::apply(const Production& production, LimitedString& out) {
    if (production.plain) return out.append(production.plain_symbols);
    machine_.place = &production.place;
    machine_.execute(production.after);
    write(production.successor, out);
}

}  // namespace thigmo::lsystem
