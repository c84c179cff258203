// The derivation's steps, and the expansion that decomposition and homomorphism share.
#include "thigmo/growth/derive.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <new>

#include "thigmo/growth/rewrite.h"

namespace thigmo {
namespace {

/// What the parts of a derivation share.
struct Run {
    const Grammar& grammar;
    const GrammarProgram& program;
    size_t module_limit;
    Machine machine;
    Rewriter rewriter;
    Log& log;
    std::string where;  // the file and the step, for messages

    Run(const Grammar& of, const DeriveSettings& settings, uint64_t seed, Log& to)
        : grammar(of),
          program(*of.program),
          module_limit(std::min<size_t>(settings.module_limit, UINT32_MAX / 4)),
          machine(program, seed, to),
          rewriter(of.alphabet, machine),
          log(to),
          where(of.file) {}

    LimitedString new_string() const { return {where, module_limit}; }
    std::vector<uint32_t> brackets(const RuleSet& rules, const ModuleString& modules) const {
        return rules.has_context ? match_brackets(modules, program.open, program.close)
                                 : std::vector<uint32_t>();
    }
};

/// Room for the longest successor of every module: a bound that is exact for plain grammars, so
/// that no string is ever held twice while it grows.
void reserve_successors(const RuleSet& rules, const ModuleString& modules, LimitedString& out) {
    std::vector<size_t> most_modules(rules.by_symbol.size(), 1);
    std::vector<size_t> most_parameters(rules.by_symbol.size(), 0);
    for (size_t symbol = 0; symbol < rules.by_symbol.size(); ++symbol)
        for (const uint32_t row : rules.by_symbol[symbol]) {
            const Production& production = rules.productions[row];
            const bool always = production.plain && row == rules.by_symbol[symbol].front() &&
                                rules.by_symbol[symbol].size() == 1;
            if (always) most_modules[symbol] = 0;
            most_modules[symbol] = std::max(most_modules[symbol], production.successor.size());
            most_parameters[symbol] =
                std::max(most_parameters[symbol], production.successor_parameters);
        }
    size_t total = 0, parameters = modules.parameters.size();
    for (const Symbol symbol : modules.symbols) {
        total += most_modules[symbol];
        parameters += most_parameters[symbol];
    }
    out.reserve(total, parameters);
}

/// One parallel step of the productions.
ModuleString rewrite(Run& run, const ModuleString& modules) {
    const RuleSet& rules = run.program.productions;
    const std::vector<uint32_t> partner = run.brackets(rules, modules);
    const ContextView view{modules, partner, run.program};
    LimitedString out = run.new_string();
    reserve_successors(rules, modules, out);
    const auto is_fixed = [&](size_t at) {
        const Symbol symbol = modules.symbols[at];
        return rules.by_symbol[symbol].empty() && symbol != run.program.cut;
    };
    for (size_t at = 0; at < modules.size();) {
        size_t end = at;
        while (end < modules.size() && is_fixed(end)) ++end;
        if (end > at) out.append(modules, at, end);
        at = end;
        if (at == modules.size()) break;
        if (const Production* const production =
                run.rewriter.choose(rules, {modules, at, view, at, {}})) {
            run.rewriter.apply(*production, out);
            at += production->strict.size();
        } else if (modules.symbols[at] == run.program.cut && modules.parameters_of(at).empty()) {
            at = branch_end(modules, at, run.program.open, run.program.close);
        } else {
            out.append(modules, at, at + 1);
            ++at;
        }
    }
    return std::move(out.modules);
}

/// Applies a set of productions again and again, depth first, to the set's maximum depth.
class Expansion {
  public:
    Expansion(Run& run, const RuleSet& rules, const ModuleString& modules)
        : run_(run),
          rules_(rules),
          modules_(modules),
          partner_(run.brackets(rules, modules)),
          view_{modules, partner_, run.program},
          out_(run.new_string()),
          work_left_(4 * run.module_limit + 1'000'000) {}

    ModuleString expand(Progress& progress) {
        out_.reserve(modules_.size(), modules_.parameters.size());
        for (size_t at = 0; at < modules_.size();) {
            if (at % 65'536 == 0 && progress.cancelled()) throw InputError("cancelled");
            const size_t end = at + expand_module({modules_, at, view_, at, {}}, 0);
            while (depth_ > 0) continue_level(at, end);
            at = end;
        }
        return std::move(out_.modules);
    }

  private:
    /// Replaces or copies one module; returns how many were used up.
    size_t expand_module(const Site& site, size_t depth) {
        const bool possible = !rules_.by_symbol[site.modules.symbols[site.at]].empty();
        const Production* const production =
            possible && rules_.depth > 0 ? run_.rewriter.choose(rules_, site) : nullptr;
        if (!production || depth == static_cast<size_t>(rules_.depth)) {
            if (production) warn_of_depth(*production);
            out_.append(site.modules, site.at, site.at + 1);
            return 1;
        }
        if (depth_ == levels_.size()) levels_.emplace_back(run_.new_string());
        Level& level = levels_[depth_++];
        level.next = 0;
        level.string.modules.symbols.clear();
        level.string.modules.parameters.clear();
        level.string.modules.first_parameter.assign(1, 0);
        run_.rewriter.apply(*production, level.string);
        spend(level.string.modules.size() + 1);
        return production->strict.size();
    }

    /// Goes on with the deepest successor that is not used up; its contexts are those of the
    /// modules `first … end-1` that it came from.
    void continue_level(size_t first, size_t end) {
        const size_t depth = depth_;
        Level& level = levels_[depth - 1];
        if (level.next == level.string.modules.size()) {
            --depth_;
            return;
        }
        level.next += expand_module({level.string.modules, level.next, view_, first, end}, depth);
    }

    void spend(size_t modules) {
        if (modules > work_left_)
            throw InputError(
                fmt::format("{}: found a decomposition or homomorphism without end, expected at "
                            "most {} modules",
                            run_.where, run_.module_limit));
        work_left_ -= modules;
    }

    void warn_of_depth(const Production& production) {
        if (warned_ || !rules_.warns || rules_.depth <= 1) return;
        warned_ = true;
        run_.log.warn(fmt::format("{}: the maximum depth of {} was reached", production.place.str(),
                                  rules_.depth));
    }

    struct Level {
        explicit Level(LimitedString empty) : string(std::move(empty)) {}
        LimitedString string;
        size_t next = 0;
    };

    Run& run_;
    const RuleSet& rules_;
    const ModuleString& modules_;
    const std::vector<uint32_t> partner_;
    const ContextView view_;
    LimitedString out_;
    std::deque<Level> levels_;  // references to a level stay good while others are added
    size_t depth_ = 0;          // levels in use
    size_t work_left_;
    bool warned_ = false;
};

/// A step's string after decomposition.
ModuleString decompose(Run& run, ModuleString modules, Progress& progress) {
    const RuleSet& rules = run.program.decomposition;
    if (rules.productions.empty()) return modules;
    return Expansion(run, rules, modules).expand(progress);
}

ModuleString evaluate_axiom(Run& run) {
    LimitedString axiom = run.new_string();
    run.machine.place = &run.program.axiom_place;
    run.rewriter.write(run.program.axiom, axiom);
    return std::move(axiom.modules);
}

uint64_t turns_of_loops(size_t modules) {
    return 1'000'000 + 1'000 * uint64_t{modules};
}

void take_steps(Run& run, int steps, Derivation& result, Progress& progress) {
    Machine& machine = run.machine;
    for (int step = 1; step <= steps && !machine.stopped; ++step) {
        progress.report((step - 1.0) / steps, "derivation");
        if (progress.cancelled()) throw InputError("cancelled");
        machine.allow_loops(turns_of_loops(result.modules.size()));
        machine.globals[step_slot] = step;
        run.where = fmt::format("{}: step {}", run.grammar.file, step);
        machine.execute(run.program.start_each);
        result.modules = rewrite(run, result.modules);
        result.modules = decompose(run, std::move(result.modules), progress);
        machine.execute(run.program.end_each);
        result.steps = step;
    }
    progress.report(1.0, "derivation");
}

template <class Work>
auto within_memory(const Grammar& grammar, Work&& work) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        throw InputError(grammar.file +
                         ": found no memory for the string, expected a grammar that grows less "
                         "(a lower module limit stops it earlier)");
    }
}

}  // namespace

Derivation derive(const Grammar& grammar, const DeriveSettings& settings, Progress& progress) {
    return within_memory(grammar, [&] {
        Derivation result;
        result.alphabet = grammar.alphabet;
        const GrammarProgram& program = *grammar.program;
        Run run(grammar, settings, mix(settings.seed, program.seed), result.log);
        const int steps = settings.steps.value_or(grammar.derivation_length);
        run.machine.globals[length_slot] = steps;
        run.machine.execute(program.start);
        result.modules = decompose(run, evaluate_axiom(run), progress);
        take_steps(run, steps, result, progress);
        run.machine.execute(program.end);
        result.variables = run.machine.globals;
        result.printed = std::move(run.machine.printed);
        return result;
    });
}

ModuleString interpret(const Grammar& grammar, const Derivation& derivation,
                       const DeriveSettings& settings, Progress& progress, Log& log) {
    const RuleSet& rules = grammar.program->homomorphism;
    if (rules.productions.empty()) return derivation.modules;
    return within_memory(grammar, [&] {
        constexpr uint64_t stream = 0x686f6d6f;  // apart from the derivation's own numbers
        const uint64_t seed = rules.seed.value_or(grammar.program->seed);
        Run run(grammar, settings, mix(mix(settings.seed, seed), stream), log);
        run.machine.globals = derivation.variables;
        run.machine.allow_loops(turns_of_loops(derivation.modules.size()));
        return Expansion(run, rules, derivation.modules).expand(progress);
    });
}

}  // namespace thigmo
