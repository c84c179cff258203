// thigmo reproduce: the list, the text, the JSON, the exit status.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "apps/cli/paper_table.h"
#include "tests/cli/run.h"

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
