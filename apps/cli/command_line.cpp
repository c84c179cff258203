// The command line on CLI11, whose headers stay in this file.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <sstream>
#include <utility>

#include "apps/cli/verb.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file_set.h"
#include "thigmo/base/nearest_word.h"

namespace thigmo::cli {
namespace {

/// "--output" of "-o,--output".
std::string last_name(std::string_view names) {
    return std::string(names.substr(names.find_last_of(',') + 1));
}

class CliOptions final : public Options {
  public:
    explicit CliOptions(CLI::App& app) : app_(app) {}

    void argument(const char* name, std::string& value, const char* help) override {
        app_.add_option(name, value, help)->required();
    }
    void optional_argument(const char* name, std::string& value, const char* help) override {
        app_.add_option(name, value, help);
    }
    void option(const char* names, std::string& value, const char* help) override {
        app_.add_option(names, value, help)->capture_default_str();
    }
    void option(const char* names, double& value, const char* help) override {
        app_.add_option(names, value, help)->capture_default_str();
    }
    void option(const char* names, int& value, const char* help) override {
        app_.add_option(names, value, help)->capture_default_str();
    }
    void option(const char* names, uint64_t& value, const char* help) override {
        // By hand: CLI11 wraps what is negative and clamps what is too large.
        const auto read = [names, &value](const std::string& text) {
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), value);
            if (error != std::errc() || end != text.data() + text.size())
                throw InputError(fmt::format("{}: found '{}', expected a whole number from 0 to {}",
                                             last_name(names), text, UINT64_MAX));
        };
        app_.add_option_function<std::string>(names, read, help)
            ->default_str(std::to_string(value))
            ->type_name("UINT");
    }
    void option(const char* names, std::optional<double>& value, const char* help) override {
        app_.add_option(names, value, help);
    }
    void option(const char* names, std::optional<int>& value, const char* help) override {
        app_.add_option(names, value, help);
    }
    void option(const char* names, std::vector<std::string>& values, const char* help) override {
        app_.add_option(names, values, help)->expected(1)->take_all();
    }
    void flag(const char* names, bool& value, const char* help) override {
        app_.add_flag(names, value, help);
    }
    void choice(const char* names, std::string& value, const std::vector<std::string>& words,
                const char* help) override {
        const auto read = [names, &value, words](const std::string& text) {
            if (std::ranges::find(words, text) == words.end())
                throw InputError(fmt::format("{}: found '{}', expected one of {}{}",
                                             last_name(names), text, fmt::join(words, ", "),
                                             did_you_mean(text, words)));
            value = text;
        };
        app_.add_option_function<std::string>(names, read, help)
            ->default_str(value)
            ->type_name(fmt::format("{{{}}}", fmt::join(words, ",")));
    }
    void former(const char* name, const char* refusal) override {
        const auto refuse = [refusal](const std::vector<std::string>&) {
            throw InputError(refusal);
        };
        app_.add_option_function<std::vector<std::string>>(name, refuse)->expected(0, 1)->group("");
    }
    bool given(const char* name) const override { return app_.count(name) > 0; }

  private:
    CLI::App& app_;
};

std::string first_line(std::string text) {
    return text.substr(0, text.find('\n'));
}

/// A word as a shell reads it back.
std::string quoted(std::string_view word) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:+%@";
    if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos)
        return std::string(word);
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
    return text + "'";
}

/// Results that did not reach the reader are no success.
int finish(const Terminal& terminal) {
    if (std::fflush(terminal.out) == 0 && std::ferror(terminal.out) == 0) return 0;
    terminal.tell(fmt::format("thigmo: cannot write the results: {}\n", std::strerror(errno)));
    return 2;
}

/// As shells tell a program that a signal ended: 130 for Ctrl-C.
int stopped(const Terminal& terminal) {
    if (!terminal.quiet) terminal.tell("thigmo: stopped\n");
    return 128 + terminal.interrupt->raised;
}

/// Says what the verb will write, before it reads anything. InputError for an empty name, which a
/// shell makes of an unset variable.
void announce_outputs(const CLI::App& verb) {
    for (const CLI::Option* option : verb.get_options())
        for (const char* name : {"output", "report", "shader", "write"}) {
            const std::vector<std::string> names = option->results();
            if (option->check_lname(name) && std::ranges::find(names, "") != names.end())
                throw InputError(
                    fmt::format("--{}: found an empty name, expected that of what to write", name));
        }
    if (const CLI::Option* output = verb.get_option_no_throw("--output"))
        for (const std::string& name : output->results()) FileSet::note_output(name);
}

/// A first word that is no verb; CLI11 would only say that one is missing.
void require_verb(std::string_view word) {
    std::vector<std::string> names;
    for (const Verb& verb : verbs()) names.push_back(verb.name);
    if (std::ranges::find(names, word) != names.end()) return;
    throw CLI::ExtrasError(fmt::format("found '{}', expected one of {}{}", word,
                                       fmt::join(names, ", "), did_you_mean(word, names)),
                           CLI::ExitCodes::ExtrasError);
}

constexpr const char* out_of_memory = "thigmo: not enough memory for this request\n";

/// " (did you mean --simulator?)" after a misspelt option of a verb.
std::string nearest_option(const CLI::App& verb) {
    std::vector<std::string> names;
    for (const CLI::Option* option : verb.get_options())
        if (!option->get_group().empty())
            names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
    for (const std::string& word : verb.remaining()) {
        if (!word.starts_with("--")) continue;
        const std::string name = word.substr(2, word.find('=') - 2);
        if (const std::string_view near = nearest_word(name, names); !near.empty())
            return fmt::format(" (did you mean --{}?)", near);
    }
    return {};
}

int run_verb(int argc, const char* const* argv, Terminal& terminal) {
    CLI::App app{"Thigmo makes plants move as plants do."};
    app.require_subcommand(1);
    app.set_version_flag("--version", "thigmo " THIGMO_VERSION);
    app.footer(
        "\nthigmo VERB --help teaches each verb with examples. They run in the folder of the "
        "sources,\n"
        "where samples/ and species/ are.");
    std::vector<std::unique_ptr<CliOptions>> options;
    std::vector<std::pair<CLI::App*, Action>> actions;
    for (const Verb& verb : verbs()) {
        CLI::App* sub = app.add_subcommand(verb.name, verb.summary);
        sub->footer(fmt::format("\nExamples:\n{}", verb.examples));
        sub->add_flag("-q,--quiet", terminal.quiet, "no progress, no warnings");
        options.push_back(std::make_unique<CliOptions>(*sub));
        actions.emplace_back(sub, verb.declare(*options.back()));
    }
    terminal.command = "thigmo";
    for (int i = 1; i < argc; ++i) terminal.command += " " + quoted(argv[i]);
    try {
        if (argc > 1 && argv[1][0] != '-') require_verb(argv[1]);
        app.parse(argc, argv);
        for (const auto& [sub, action] : actions)
            if (sub->parsed()) {
                FileSet files;
                announce_outputs(*sub);
                action(terminal);
                files.commit();
            }
        return finish(terminal);
    } catch (const CLI::Success& help) {
        std::ostringstream text;
        app.exit(help, text, text);
        std::fputs(text.str().c_str(), terminal.out);
        return finish(terminal);
    } catch (const CLI::ParseError& error) {
        std::string help = "thigmo --help", near;
        for (const auto& [sub, action] : actions)
            if (sub->parsed()) {
                help = fmt::format("thigmo {} --help", sub->get_name());
                near = nearest_option(*sub);
            }
        terminal.tell(
            fmt::format("thigmo: {}{}; see {}\n", printable(first_line(error.what())), near, help));
    } catch (const InputError& error) {
        if (terminal.interrupted()) return stopped(terminal);
        terminal.tell(fmt::format("{}\n", printable(error.what())));
    } catch (const NumericsError& error) {
        std::fflush(terminal.out);
        terminal.tell(fmt::format("{}\n", printable(error.what())));
        return 3;
    } catch (const std::bad_alloc&) {
        terminal.tell(out_of_memory);
    } catch (const std::exception& error) {
        // What the system refuses in its own words: a name too long, a full disk behind stdout.
        terminal.tell(fmt::format("thigmo: {}\n", printable(first_line(error.what()))));
    }
    return 2;
}

}  // namespace

int run(int argc, const char* const* argv, Terminal& terminal) {
    try {
        return run_verb(argc, argv, terminal);
    } catch (const std::bad_alloc&) {  // even for the line that says what else went wrong
        terminal.tell(out_of_memory);
        return 2;
    }
}

}  // namespace thigmo::cli
