// The command line itself: help, unknown words, and what the system refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run.h"

namespace thigmo::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(CommandLine, HelpNamesEveryVerbOnStdout) {
    const Typed help = run_typed({"--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_EQ(help.err, "");
    for (const char* verb : {"species", "derive", "grow", "import", "info", "render", "export"})
        EXPECT_THAT(help.out, HasSubstr(verb));
}

TEST(CommandLine, HelpOfEveryVerbShowsExamples) {
    for (const Verb& verb : verbs()) {
        const Typed help = run_typed({verb.name, "--help"});
        EXPECT_EQ(help.status, 0);
        const size_t examples = help.out.find("\nExamples:\n  thigmo ");
        ASSERT_NE(examples, std::string::npos) << verb.name;
        EXPECT_THAT(help.out.substr(examples), HasSubstr(std::string("\n  thigmo ") + verb.name));
    }
}

TEST(CommandLine, RejectsUnknownWordsInOneLine) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                  {"prune"},
                                                  {"info"},
                                                  {"info", "a", "b"},
                                                  {"species", "--wind"}}) {
        const Typed typed = run_typed(words);
        EXPECT_EQ(typed.status, 2);
        EXPECT_EQ(typed.out, "");
        EXPECT_THAT(typed.err, AllOf(StartsWith("thigmo: "), HasSubstr("; see thigmo ")));
        EXPECT_EQ(std::count(typed.err.begin(), typed.err.end(), '\n'), 1);
    }
}

TEST(CommandLine, RejectsAVerbThatIsNoneByItsName) {
    EXPECT_EQ(
        run_typed({"frobnicate", "oak"}).err,
        "thigmo: found 'frobnicate', expected one of species, derive, grow, import, author, info, "
        "render, export, prepare, simulate, measure, compare, reproduce, view; see thigmo "
        "--help\n");
    EXPECT_THAT(run_typed({"simulte", "oak.plant"}).err,
                AllOf(StartsWith("thigmo: found 'simulte', expected one of "),
                      HasSubstr("(did you mean simulate?); see thigmo --help\n")));
}

TEST(CommandLine, NamesTheNearestWordWhereverWordsAreChosen) {
    const auto said = [](const std::vector<std::string>& words) { return run_typed(words).err; };
    EXPECT_THAT(said({"grow", "Oak"}), HasSubstr("(did you mean oak?)"));
    EXPECT_THAT(said({"info", "rosee"}), HasSubstr("(did you mean rose?)"));
    EXPECT_THAT(said({"reproduce", "garcia-cantilevre"}),
                HasSubstr("(did you mean garcia-cantilever?)"));
    EXPECT_THAT(said({"simulate", "oak", "--simulator", "reducd"}),
                HasSubstr("(did you mean reduced?)"));
    EXPECT_THAT(said({"simulate", "oak", "--wind", "gael"}), HasSubstr("(did you mean gale?)"));
    EXPECT_THAT(said({"measure", "wind", "strom"}), HasSubstr("(did you mean storm?)"));
    EXPECT_THAT(said({"measure", "mode", "oak"}), HasSubstr("(did you mean modes?)"));
}

TEST(CommandLine, NamesTheNearestOption) {
    const auto said = [](const std::vector<std::string>& words) { return run_typed(words).err; };
    EXPECT_THAT(said({"simulate", "oak", "--simulater", "beam"}),
                HasSubstr("--simulater (did you mean --simulator?); see thigmo simulate"));
    EXPECT_THAT(said({"simulate", "oak", "--simulater=beam"}),
                HasSubstr("(did you mean --simulator?)"));
    EXPECT_THAT(said({"compare", "articulated", "beam", "oak", "--leavs", "welded"}),
                HasSubstr("(did you mean --leaves?)"));
    EXPECT_THAT(said({"simulate", "oak", "--frobnicate"}), Not(HasSubstr("did you mean")));
}

TEST(CommandLine, RejectsNumbersThatWouldWrap) {
    for (const char* number : {"-1", "18446744073709551616", "1.5", ""}) {
        const Typed typed = run_typed({"grow", "oak", "--seed", number});
        EXPECT_EQ(typed.status, 2) << number;
        EXPECT_THAT(typed.err, StartsWith(std::string("--seed: found '") + number +
                                          "', expected a whole number from 0 to"));
    }
}

TEST(CommandLine, RejectsAnEmptyNameOfWhatToWrite) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"simulate", "reed"},
                                                  {"simulate", "reed", "-o", "reed.csv"},
                                                  {"render", "reed"},
                                                  {"derive", "none.l"},
                                                  {"grow", "reed"},
                                                  {"import", "none.csv"},
                                                  {"author", "none.glb"},
                                                  {"export", "reed"},
                                                  {"prepare", "none.plant"},
                                                  {"measure", "wind", "8"},
                                                  {"reproduce", "garcia-pull"}}) {
        std::vector<std::string> empty = words;
        empty.insert(empty.end(), {"-o", ""});
        const Typed typed = run_typed(empty);
        EXPECT_EQ(typed.status, 2) << words[0];
        EXPECT_EQ(typed.err, "--output: found an empty name, expected that of what to write\n")
            << words[0];
    }
    EXPECT_EQ(run_typed({"view", "--write", ""}).err,
              "--write: found an empty name, expected that of what to write\n");
    EXPECT_EQ(run_typed({"export", "reed", "--shader", ""}).err,
              "--shader: found an empty name, expected that of what to write\n");
}

TEST(CommandLine, RejectsANameThatTheSystemRefuses) {
    const std::string name(5000, 'x');
    for (const std::string& path : {name, name + ".l"}) {
        const Typed typed = run_typed({"grow", path.c_str()});
        EXPECT_EQ(typed.status, 2);
        EXPECT_THAT(typed.err, HasSubstr("File name too long"));
    }
}

TEST(CommandLine, LetsNoControlCharacterThrough) {
    const Typed typed = run_typed({"info", "\033[2Jwiped\x07.plant"});
    EXPECT_EQ(typed.status, 2);
    EXPECT_THAT(typed.err, StartsWith("?[2Jwiped?.plant: cannot open"));
}

TEST(CommandLine, ReportsResultsThatCannotBeWritten) {
    Terminal terminal;
    terminal.out = std::fopen("/dev/full", "w");
    MemoryStream err;
    terminal.err = err.file;
    const char* const words[] = {"thigmo", "species"};
    EXPECT_EQ(run(2, words, terminal), 2);
    EXPECT_THAT(err.take(), HasSubstr("No space left on device"));
    std::fclose(terminal.out);
}

}  // namespace
}  // namespace thigmo::cli
