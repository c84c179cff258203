// The grammar's statements: header, axiom, blocks, and the three kinds of productions.
#include "thigmo/growth/grammar.h"

#include <fmt/format.h>

#include <cmath>

#include "thigmo/base/file.h"
#include "thigmo/growth/dialect.h"
#include "thigmo/growth/machine.h"
#include "thigmo/growth/production_reader.h"

namespace thigmo {
namespace {

using namespace lsystem;

constexpr size_t text_limit = size_t{8} << 20;
constexpr int length_limit = 1'000'000, depth_limit = 100'000;

class GrammarReader {
  public:
    GrammarReader(const Source& source, Grammar& grammar)
        : grammar_(grammar),
          cursor_(source),
          compiler_(cursor_, program_, grammar.log),
          productions_(cursor_, compiler_, grammar.alphabet) {
        program_.open = grammar.alphabet.symbol("[");
        program_.close = grammar.alphabet.symbol("]");
        program_.cut = grammar.alphabet.symbol("%");
    }

    GrammarProgram read() {
        for (cursor_.skip_lines(); !cursor_.at_end() && !ended_; cursor_.skip_lines()) {
            if (const auto match = match_keyword(cursor_.rest())) {
                const TextPlace place = cursor_.place();
                cursor_.advance(match->length);
                statement(match->keyword, place);
            } else {
                production();
            }
        }
        finish();
        return std::move(program_);
    }

  private:
    void statement(Keyword keyword, const TextPlace& place) {
        compiler_.begin_scope(false);
        switch (keyword) {
            case Keyword::lsystem:
                productions_.names();
                break;
            case Keyword::seed:
                seed(place);
                break;
            case Keyword::derivation_length:
                grammar_.derivation_length = whole_number(0, length_limit, "a derivation length");
                program_.initial_globals[length_slot] = grammar_.derivation_length;
                break;
            case Keyword::maximum_depth:
                maximum_depth(place);
                break;
            case Keyword::consider:
                contexts_ = {productions_.names(), true};
                break;
            case Keyword::ignore:
                contexts_ = {productions_.names(), false};
                break;
            case Keyword::axiom:
                axiom(place);
                break;
            case Keyword::define:
                compiler_.array_definitions();
                break;
            case Keyword::ring_lsystem:
                throw input_error(place, "a ring L-system", "an L-system with two ends");
            case Keyword::start:
                program_.start = {compiler_.block(), place};
                break;
            case Keyword::start_each:
                program_.start_each = {compiler_.block(), place};
                break;
            case Keyword::end:
                program_.end = {compiler_.block(), place};
                break;
            case Keyword::end_each:
                program_.end_each = {compiler_.block(), place};
                break;
            case Keyword::homomorphism:
                section(program_.homomorphism);
                break;
            case Keyword::decomposition:
                section(program_.decomposition);
                break;
            case Keyword::endlsystem:
                ended_ = true;
                break;
        }
        cursor_.skip();
        if (!cursor_.at_line_end() && !ended_) throw cursor_.error("the end of the line");
    }

    int whole_number(int low, int high, const char* what) {
        cursor_.skip();
        const TextPlace place = cursor_.place();
        const Code code = compiler_.expression();
        const double value = std::trunc(Machine(program_, 0, grammar_.log).value(code));
        if (!(value >= low && value <= high))
            throw input_error(place, fmt::format("{} of {}", what, value),
                              fmt::format("{} to {}", low, high));
        return static_cast<int>(value);
    }

    void seed(const TextPlace& place) {
        if (section_ == &program_.decomposition)
            throw input_error(place, "'Seed:' in the decomposition",
                              "it before the productions or after 'homomorphism'",
                              "the decomposition shares the random numbers of the productions");
        const int value = whole_number(-2'000'000'000, 2'000'000'000, "a seed");
        const auto bits = static_cast<uint64_t>(static_cast<int64_t>(value));
        if (section_ == &program_.productions)
            program_.seed = bits;
        else
            program_.homomorphism_seed = bits;
    }

    void maximum_depth(const TextPlace& place) {
        if (section_ == &program_.productions)
            throw input_error(place, "'maximum depth:' among the productions",
                              "it after 'decomposition' or 'homomorphism'");
        section_->depth = whole_number(0, depth_limit, "a maximum depth");
    }

    void axiom(const TextPlace& place) {
        if (has_axiom_) throw input_error(place, "a second axiom", "one");
        has_axiom_ = true;
        program_.axiom_place = place;
        cursor_.skip();
        if (!cursor_.take("*")) {
            program_.axiom = productions_.modules();
            if (program_.axiom.empty()) throw cursor_.error("modules");
        }
    }

    void section(RuleSet& rules) {
        section_ = &rules;
        cursor_.skip();
        const bool silent = cursor_.take("no");
        cursor_.skip();
        if (cursor_.take("warnings"))
            rules.warns = !silent;
        else if (silent)
            throw cursor_.error("'warnings'");
    }

    void production() {
        if (!has_axiom_)
            throw cursor_.error("'Axiom:' before the productions",
                                "a grammar begins with Lsystem: 1, derivation length: and Axiom:");
        section_->productions.push_back(productions_.production());
    }

    void finish() {
        if (!has_axiom_) throw input_error(cursor_.place(), "no axiom", "'Axiom:' and modules");
        if (!ended_) grammar_.log.warn(cursor_.place().str() + ": no 'endlsystem' at the end");
        cursor_.skip_lines();
        if (ended_ && !cursor_.at_end())
            grammar_.log.warn(cursor_.place().str() + ": what follows 'endlsystem' is not read");
        if (grammar_.alphabet.find("?") != Alphabet::unknown)
            grammar_.log.warn(grammar_.file +
                              ": '?' asks cpfg's environment; here it has no answer");
        grammar_.has_homomorphism = !program_.homomorphism.productions.empty();
        for (RuleSet* rules :
             {&program_.productions, &program_.decomposition, &program_.homomorphism})
            arrange(*rules);
        mark_ignored();
    }

    void arrange(RuleSet& rules) {
        rules.by_symbol.resize(grammar_.alphabet.size());
        for (uint32_t row = 0; row < rules.productions.size(); ++row) {
            Production& production = rules.productions[row];
            rules.by_symbol[production.strict.front().symbol].push_back(row);
            const bool context = !production.left.empty() || !production.right.empty();
            rules.has_context = rules.has_context || context;
            const bool runs = production.before.exists() || production.condition.exists() ||
                              production.after.exists() || production.probability.exists();
            production.plain = !context && !runs && production.strict.size() == 1 &&
                               production.formals == 0 && production.successor_parameters == 0;
            if (!production.plain) continue;
            for (const SuccessorModule& module : production.successor)
                production.plain_symbols.push_back(module.symbol);
        }
    }

    /// `@` in a list stands for every name that begins with it.
    void mark_ignored() {
        program_.ignored.assign(grammar_.alphabet.size(), contexts_.considered ? 1 : 0);
        for (const Symbol symbol : contexts_.names) {
            program_.ignored[symbol] = contexts_.considered ? 0 : 1;
            if (grammar_.alphabet.name(symbol) != "@") continue;
            for (Symbol other = 0; other < grammar_.alphabet.size(); ++other)
                if (grammar_.alphabet.name(other).starts_with('@'))
                    program_.ignored[other] = program_.ignored[symbol];
        }
        // A list of what to consider says nothing of branches.
        if (contexts_.considered)
            program_.ignored[program_.open] = program_.ignored[program_.close] = 0;
    }

    struct Contexts {
        std::vector<Symbol> names;
        bool considered = false;
    };

    Grammar& grammar_;
    GrammarProgram program_;
    Cursor cursor_;
    Compiler compiler_;
    ProductionReader productions_;
    RuleSet* section_ = &program_.productions;
    Contexts contexts_;
    bool has_axiom_ = false, ended_ = false;
};

}  // namespace

Grammar parse_grammar(std::string_view text, const std::string& file,
                      const GrammarSettings& settings) {
    if (text.size() > text_limit)
        throw input_error({file}, fmt::format("{} bytes", text.size()),
                          fmt::format("a grammar of at most {}", text_limit));
    refuse_other_dialects(text, file);
    const Source source = preprocess(text, file, settings);
    Grammar grammar;
    grammar.file = file;
    grammar.program = std::make_shared<const GrammarProgram>(GrammarReader(source, grammar).read());
    return grammar;
}

Grammar load_grammar(const std::string& file, const GrammarSettings& settings) {
    return parse_grammar(read_file(file, text_limit), file, settings);
}

}  // namespace thigmo
