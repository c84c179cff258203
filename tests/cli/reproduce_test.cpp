// thigmo reproduce: the list, the text, the JSON, the exit status.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "apps/cli/paper_table.h"
#include "samples/plants.h"
#include "tests/cli/run.h"
#include "thigmo/plant/file.h"

namespace thigmo::cli {
namespace {

using testing::HasSubstr;
using namespace papers;

Table sample_table() {
    Table table;
    table.name = "fall";
    table.paper = "Newton 1687";
    table.rows = {expect("drop", 4.9, 4.905, 0.01, "½gt²").print(4.91).set("bodies", uint64_t{10}),
                  show("speed", 9.8),
                  bound_below("far", 3, 2, "why"),
                  bound_above("near", 3, 2, ""),
                  claim("falls", true, "tower"),
                  show("gone", NAN)};
    return table;
}

}  // namespace

TEST(ReproduceVerb, TextShowsWhatPassesAndWhatFails) {
    const std::string text = as_text(sample_table());
    EXPECT_THAT(text, HasSubstr("drop; bodies 10     4.91     4.905   4.9  -1.0e-03"));
    EXPECT_THAT(text, HasSubstr("± 0.01  ✓  ½gt²"));
    EXPECT_THAT(text, HasSubstr("≤ 2  ✗"));
    EXPECT_THAT(text, HasSubstr("·"));
    EXPECT_EQ(text.substr(text.size() - 5), "\nfail");
}

TEST(ReproduceVerb, JsonHasTheAgreedMembers) {
    const std::string json = as_json(sample_table());
    for (const char* part :
         {"\"name\": \"fall\"", "\"paper\": \"Newton 1687\"", "\"rows\": [",
          "\"case\": \"drop\",\n      \"bodies\": 10,\n      \"printed\": 4.91,\n"
          "      \"expected\": 4.905,\n      \"source\": \"½gt²\",\n      \"ours\": 4.9,\n"
          "      \"tolerance\": 0.01,\n      \"pass\": true",
          "\"case\": \"speed\",\n      \"printed\": null,\n      \"expected\": null,\n"
          "      \"source\": \"\",\n      \"ours\": 9.8,\n      \"tolerance\": null,\n"
          "      \"pass\": true",
          "\"limit\": 2.0,\n      \"at_least\": true,\n      \"pass\": true",
          "\"limit\": 2.0,\n      \"at_most\": true,\n      \"pass\": false",
          "\"holds\": true,\n      \"pass\": true", "],\n  \"pass\": false\n}"})
        EXPECT_THAT(json, HasSubstr(part));
}

TEST(ReproduceVerb, ATableThatFailsIsPrintedAndThenRefused) {
    Terminal terminal;
    MemoryStream out;
    terminal.out = out.file;
    try {
        print(sample_table(), false, terminal);
        ADD_FAILURE() << "no error";
    } catch (const NumericsError& error) {
        EXPECT_STREQ(error.what(), "fall: 1 of 6 rows fail");
    }
    EXPECT_THAT(out.take(), HasSubstr("✗"));
}

TEST(ReproduceVerb, RunsATableAndListsThemAll) {
    const Typed typed = run_typed({"reproduce", "garcia-shape", "--json", "--quiet"});
    EXPECT_EQ(typed.status, 0) << typed.err;
    EXPECT_THAT(typed.out, HasSubstr("\"name\": \"garcia-shape\""));
    const Typed list = run_typed({"reproduce", "--list"});
    EXPECT_EQ(list.status, 0);
    EXPECT_THAT(list.out, HasSubstr("garcia-shape "));
    EXPECT_THAT(run_typed({"reproduce", "--list", "--json"}).out,
                HasSubstr("\"name\": \"garcia-shape\""));
}

TEST(ReproduceVerb, RejectsAPictureThatThereIsNot) {
    const Typed typed = run_typed({"reproduce", "garcia-shape", "-o", "shape.svg", "-q"});
    EXPECT_EQ(typed.status, 2);
    EXPECT_THAT(typed.err, HasSubstr("--output: found 'shape.svg', expected none: garcia-shape has "
                                     "no picture"));
    EXPECT_THAT(run_typed({"reproduce", "garcia-pull", "-o", "path.png"}).err,
                HasSubstr("--output: found 'path.png', expected a name that ends in .svg"));
}

TEST(ReproduceVerb, TakesAPlantOfTheReadersOwn) {
    const std::string file = testing::TempDir() + "reproduce_own.plant";
    save_plant(samples::sapling(), file);
    const Typed typed = run_typed(
        {"reproduce", "zhao-figure10", "--plant", file, "--plant", file, "--json", "--quiet"});
    EXPECT_EQ(typed.status, 0) << typed.err;
    EXPECT_THAT(typed.out, HasSubstr("\"case\": \"reproduce_own: frames per second of work\""));
    EXPECT_THAT(typed.out, HasSubstr("\"flexible\": "));
    std::remove(file.c_str());
}

TEST(ReproduceVerb, RejectsASpeciesThatIsNone) {
    EXPECT_THAT(run_typed({"reproduce", "zhao-figure10", "--plant", "rosee", "-q"}).err,
                HasSubstr("rosee: found no file and no species of that name"));
}

TEST(ReproduceVerb, RejectsAPlantWhereTheTableHasItsOwn) {
    const Typed typed = run_typed({"reproduce", "garcia-shape", "--plant", "x.plant", "-q"});
    EXPECT_EQ(typed.status, 2);
    EXPECT_THAT(typed.err, HasSubstr("--plant: found 'x.plant', expected none: garcia-shape has "
                                     "plants of its own"));
}

TEST(ReproduceVerb, RejectsAMissingAndAnUnknownName) {
    EXPECT_EQ(run_typed({"reproduce"}).status, 2);
    EXPECT_THAT(run_typed({"reproduce"}).err,
                HasSubstr("reproduce: found no name, expected one of thigmo reproduce --list"));
    const Typed typed = run_typed({"reproduce", "garcia-flight"});
    EXPECT_EQ(typed.status, 2);
    EXPECT_EQ(typed.out, "");
    EXPECT_THAT(typed.err, HasSubstr("reproduce: found 'garcia-flight', expected one of "));
}

}  // namespace thigmo::cli
