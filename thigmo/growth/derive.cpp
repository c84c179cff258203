// The derivation's steps, and the expansion that decomposition and homomorphism share.
#include "thigmo/growth/derive.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <new>

#include "thigmo/growth/rewrite.h"

namespace thigmo {
namespace {

using namespace lsystem;

/// What the parts of a derivation share.
struct Run {
    const Grammar& grammar;
    const GrammarProgram& program;
    size_t module_limit;
    Machine machine;
    Rewriter rewriter;
    Log& log;
    Progress& progress;
    const char* stage;
    double done = 0, share = 1;  // of the stage: before this pass over a string, and for it
    size_t unreported = 0;       // modules
    std::string where;           // the file and the step, for messages

    Run(const Grammar& of, const DeriveSettings& settings, uint64_t seed, Log& to,
        Progress& listener, const char* name)
        : grammar(of),
          program(*of.program),
          module_limit(std::min<size_t>(settings.module_limit, UINT32_MAX / 4)),
          machine(program, seed, to),
          rewriter(of.alphabet, machine),
          log(to),
          progress(listener),
          stage(name),
          where(of.file) {}

    LimitedString new_string() const { return {where, module_limit}; }
    void begin_pass(double done_before, double share_of_stage) {
        done = done_before;
        share = share_of_stage;
        report(0);
    }
    /// So many more modules are done; the pass stands at module `at` of `count`.
    void advance(size_t modules, size_t at, size_t count) {
        unreported += modules;
        if (unreported < 65'536) return;
        unreported = 0;
        report(static_cast<double>(at) / static_cast<double>(count));
    }
    void report(double fraction) {
        if (progress.cancelled()) throw InputError("cancelled");
        progress.report(done + share * fraction, stage);
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
    ContextView view(modules, run.program, rules);
    LimitedString out = run.new_string();
    reserve_successors(rules, modules, out);
    const auto is_fixed = [&](size_t at) {
        const Symbol symbol = modules.symbols[at];
        return rules.by_symbol[symbol].empty() && symbol != run.program.cut;
    };
    for (size_t at = 0; at < modules.size();) {
        const size_t begin = at, last = std::min(modules.size(), at + 65'536);
        while (at < last && is_fixed(at)) ++at;
        if (at > begin) out.append(modules, begin, at);
        run.advance(at - begin + 1, at, modules.size());
        if (at == last) continue;
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
          view_(modules, run.program, rules),
          out_(run.new_string()),
          work_left_(4 * run.module_limit + 1'000'000) {}

    ModuleString expand() {
        out_.reserve(modules_.size(), modules_.parameters.size());
        for (size_t at = 0; at < modules_.size();) {
            run_.advance(1, at, modules_.size());
            const size_t end = at + expand_module({modules_, at, view_, at, {}}, 0);
            for (; depth_ > 0; run_.advance(1, at, modules_.size())) continue_level(at, end);
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
        run_.rewriter.apply(*production, level.string);
        spend(weight(level.string.modules) + 1);
        return production->strict.size();
    }

    /// Empties the deepest level. A small one keeps its memory, as the next successor will need it.
    void leave_level() {
        ModuleString& modules = levels_[--depth_].string.modules;
        const size_t used = weight(modules);
        held_ -= used + 1;
        if (used > 1000) {
            modules = {};
            return;
        }
        modules.symbols.clear();
        modules.parameters.clear();
        modules.first_parameter.assign(1, 0);
    }

    /// Goes on with the deepest successor that is not used up; its contexts are those of the
    /// modules `first … end-1` that it came from.
    void continue_level(size_t first, size_t end) {
        const size_t depth = depth_;
        Level& level = levels_[depth - 1];
        if (level.next == level.string.modules.size()) return leave_level();
        level.next += expand_module({level.string.modules, level.next, view_, first, end}, depth);
    }

    /// Counts a successor, against all that are open at a time and against all that ever were.
    void spend(size_t weight) {
        held_ += weight;
        if (weight > work_left_ || held_ > run_.module_limit + 1'000)
            throw InputError(
                fmt::format("{}: found a decomposition or homomorphism without end, expected at "
                            "most {} modules and parameters",
                            run_.where, run_.module_limit));
        work_left_ -= weight;
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
    ContextView view_;
    LimitedString out_;
    std::deque<Level> levels_;  // references to a level stay good while others are added
    size_t depth_ = 0;          // levels in use
    size_t held_ = 0;           // modules and parameters in them
    size_t work_left_;
    bool warned_ = false;
};

/// A step's string after decomposition.
ModuleString decompose(Run& run, ModuleString modules) {
    const RuleSet& rules = run.program.decomposition;
    if (rules.productions.empty()) return modules;
    return Expansion(run, rules, modules).expand();
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

void take_steps(Run& run, int steps, Derivation& result) {
    Machine& machine = run.machine;
    for (int step = 1; step <= steps && !machine.stopped; ++step) {
        run.begin_pass((step - 1.0) / steps, 0.5 / steps);
        machine.allow_loops(turns_of_loops(result.modules.size()));
        machine.globals[step_slot] = step;
        run.where = fmt::format("{}: step {}", run.grammar.file, step);
        machine.execute(run.program.start_each);
        result.modules = rewrite(run, result.modules);
        run.begin_pass((step - 0.5) / steps, 0.5 / steps);
        result.modules = decompose(run, std::move(result.modules));
        machine.execute(run.program.end_each);
        result.steps = step;
    }
    run.progress.report(1.0, run.stage);
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
        Run run(grammar, settings, mix(settings.seed, program.seed), result.log, progress,
                "derivation");
        run.share = 0;  // of the axiom
        const int steps = settings.steps.value_or(grammar.derivation_length);
        run.machine.globals[length_slot] = steps;
        run.machine.execute(program.start);
        result.modules = decompose(run, evaluate_axiom(run));
        take_steps(run, steps, result);
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
        const uint64_t seed = grammar.program->homomorphism_seed.value_or(grammar.program->seed);
        Run run(grammar, settings, mix(mix(settings.seed, seed), stream), log, progress,
                "homomorphism");
        run.machine.globals = derivation.variables;
        run.machine.allow_loops(turns_of_loops(derivation.modules.size()));
        run.begin_pass(0, 1);
        ModuleString modules = Expansion(run, rules, derivation.modules).expand();
        progress.report(1.0, run.stage);
        return modules;
    });
}

}  // namespace thigmo
