// The report's page tells what it was given, and nothing that it was given can break it.
#include "apps/cli/author_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "apps/cli/html.h"
#include "apps/cli/report_pictures.h"
#include "samples/plants.h"
#include "tests/message.h"
#include "thigmo/base/file.h"

namespace thigmo::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// A square that lets light through, as one part.
Soup card() {
    Soup soup;
    soup.name = "card";
    Look look;
    look.colour = {0.3f, 0.6f, 0.2f};
    look.translucency = 0.4f;
    look.two_sided = true;
    SoupPart part;
    part.look = soup.looks.push_back(look);
    part.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    part.mesh.normals.assign(4, Vec3f::UnitZ());
    part.mesh.uvs.assign(4, Vec2f::Zero());
    part.mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    soup.parts.push_back(part);
    soup.log.warn("<no texture>");
    return soup;
}

class AuthorReport : public testing::Test {
  protected:
    void TearDown() override { fs::remove_all(folder_); }

    std::string page(const ReportInput& input) {
        ReportSettings settings;
        settings.width = 40;
        settings.height = 30;
        settings.samples = 1;
        settings.most_rows = 5;
        settings.most_pictures = 2;
        Progress progress;
        difference_ = write_report(folder_, input, settings, progress);
        return read_file(folder_ / "index.html");
    }

    const fs::path folder_ = fs::path(testing::TempDir()) /
                             testing::UnitTest::GetInstance()->current_test_info()->name();
    PictureDifference difference_;
};

ReportInput sapling_input(const Soup& soup, const Plant& plant) {
    ReportInput input{soup, plant, {}, {}, {}, {}, {}, {}};
    input.profile.stages = {{"pieces", 1500}, {"<graph>", 250}};
    input.counts = {{"pieces of wood", 3}, {"debris & co", 17}};
    const DomainId trunk(size_t{0}), twig(1), leaf(2);
    input.decisions = {{"root is <trunk>", "thickest \"by far\"", 0.97, "twig_2", 0.25, {trunk}},
                       {"leaf_1 sits on twig_1", "nearest", 0.31, "twig_2", 0.02, {leaf}}};
    input.loops = {{{trunk, twig, DomainId(4)}, twig, DomainId(4), "shorter <i>"}};
    input.doubts = {{"height 0.3 m & small", {}}, {"two roots?", {trunk}}};
    return input;
}

}  // namespace

TEST_F(AuthorReport, TellsWhatItWasGiven) {
    const Soup soup = card();
    Plant plant = samples::sapling();
    plant.name = "oak <script>alert('x')</script>";
    const std::string html = page(sapling_input(soup, plant));
    EXPECT_THAT(html, HasSubstr("<h1>oak &lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;</h1>"));
    EXPECT_THAT(html, Not(HasSubstr("alert('x')")));
    EXPECT_THAT(html, HasSubstr("2 triangles, 7 domains, 1.8 s"));
    EXPECT_THAT(html, HasSubstr("<td>&lt;graph&gt;<td class=n>0.25"));
    EXPECT_THAT(html, HasSubstr("<td>debris &amp; co<td class=n>17"));
    EXPECT_THAT(html, HasSubstr("<td>leaf<td class=n>4"));
    EXPECT_THAT(html, HasSubstr("<td>2<td class=n>4"));  // order 2: the leaves
    EXPECT_THAT(html, HasSubstr("<td>root is &lt;trunk&gt;<td>thickest &quot;by far&quot;"
                                "<td class=n>0.97<td>twig_2<td class=n>0.25<td>trunk"));
    EXPECT_THAT(html, HasSubstr("<tr class=doubt><td>leaf_1 sits on twig_1"));
    EXPECT_THAT(html, HasSubstr("Loops (1)"));
    EXPECT_THAT(html, HasSubstr("trunk, twig_1, twig_2: twig_1 does not hang on twig_2. "
                                "shorter &lt;i&gt;"));
    EXPECT_THAT(html, HasSubstr("Doubts (3)"));
    EXPECT_THAT(html, HasSubstr("height 0.3 m &amp; small"));
    EXPECT_THAT(html, HasSubstr("leaf_1 sits on twig_1 (confidence 0.31): nearest (leaf_1)"));
    EXPECT_THAT(html, HasSubstr("<li>&lt;no texture&gt;"));
    EXPECT_LT(html.find("leaf_1 sits on twig_1<td>"), html.find("root is"));  // the least certain
}

TEST_F(AuthorReport, EveryPictureIsThere) {
    const Soup soup = card();
    const Plant plant = samples::sapling();
    const std::string html = page(sapling_input(soup, plant));
    const std::regex source("src=\"([^\"]*)\"");
    size_t pictures = 0;
    for (std::sregex_iterator at(html.begin(), html.end(), source), end; at != end; ++at) {
        ++pictures;
        EXPECT_EQ(read_file(folder_ / (*at)[1].str()).substr(0, 8), "\x89PNG\r\n\x1a\n");
    }
    EXPECT_EQ(pictures, 6u + 1 + 2);
    // Nothing is fetched from anywhere else.
    EXPECT_THAT(html, Not(HasSubstr("http")));
    EXPECT_THAT(html, Not(HasSubstr("//")));
}

TEST_F(AuthorReport, ThePlantAtRestIsTheInputToThePixel) {
    const Soup soup = card();
    Plant plant = as_plant(soup);
    plant.domains.kind.back() = Kind::leaf;
    page({soup, plant, {}, {}, {}, {}, {}, {}});
    EXPECT_EQ(difference_.share, 0);
    EXPECT_EQ(difference_.largest, 0);
    // A leaf that is turned is seen.
    plant.domains.placement.back().rotation = Quat(Eigen::AngleAxisd(0.5, Vec3::UnitY()));
    page({soup, plant, {}, {}, {}, {}, {}, {}});
    EXPECT_GT(difference_.share, 0.05);
    EXPECT_GT(difference_.largest, 20);
}

TEST_F(AuthorReport, ASoupInAnotherUnitIsPlaced) {
    const Soup soup = card();
    const Placement placement{Vec3(3, 1, 0), Quat::Identity(), 0.01};
    Plant plant = as_plant(soup, placement);
    page({soup, plant, placement, {}, {}, {}, {}, {}});
    EXPECT_EQ(difference_.largest, 0);
}

TEST_F(AuthorReport, LongListsAreFolded) {
    const Soup soup = card();
    const Plant plant = samples::sapling();
    ReportInput input{soup, plant, {}, {}, {}, {}, {}, {}};
    for (int i = 0; i < 9; ++i) {
        input.decisions.push_back({"choice " + std::to_string(i), "", 0.9 + 0.01 * i, "", 0, {}});
        input.loops.push_back({{DomainId(1), DomainId(4)}, DomainId(4), DomainId(1), ""});
    }
    const std::string html = page(input);
    EXPECT_THAT(html, HasSubstr("Decisions (9)"));
    EXPECT_THAT(html, HasSubstr("choice 4<td>"));
    EXPECT_THAT(html, Not(HasSubstr("choice 5<td>")));
    EXPECT_THAT(html, HasSubstr("4 more, of more confidence, stand in decisions.toml."));
    EXPECT_THAT(html, HasSubstr("Loops (9)"));
    EXPECT_TRUE(fs::exists(folder_ / "loop_02.png"));
    EXPECT_FALSE(fs::exists(folder_ / "loop_03.png"));
    EXPECT_THAT(html, HasSubstr("<h2>Doubts</h2>\n<p>None.</p>"));
}

TEST_F(AuthorReport, RejectsAFolderThatIsAFile) {
    write_file(folder_, "x");
    const Soup soup = card();
    const Plant plant = samples::sapling();
    EXPECT_EQ(message([&] {
                  page({soup, plant, {}, {}, {}, {}, {}, {}});
              }),
              folder_.string() + ": found no way to make this folder, expected one");
}

TEST_F(AuthorReport, RejectsToGoOnWhenItWasStopped) {
    struct Stopped final : Progress {
        bool cancelled() const override { return true; }
    } stopped;
    const Soup soup = card();
    const Plant plant = samples::sapling();
    EXPECT_EQ(message([&] {
                  write_report(folder_, {soup, plant, {}, {}, {}, {}, {}, {}}, {}, stopped);
              }),
              "report: stopped");
}

TEST(PictureDifferences, CountPixelsAndFindTheLargest) {
    Image a = make_image(10, 10, {100, 100, 100, 255}), b = a, shown;
    b.at(3, 4) = {100, 102, 100, 255};  // not counted
    b.at(5, 6) = {103, 100, 100, 255};
    b.at(0, 0) = {100, 100, 180, 255};
    const PictureDifference found = compare(a, b, shown);
    EXPECT_EQ(found.share, 0.02);
    EXPECT_EQ(found.largest, 80);
    EXPECT_EQ(shown.at(5, 6)[0], 48);
    EXPECT_EQ(shown.at(0, 0)[0], 255);
    EXPECT_EQ(shown.at(9, 9)[0], 0);
}

TEST(HtmlText, EscapesMarkupAndCleansBytes) {
    EXPECT_EQ(html_text("a<b>&\"'ü"), "a&lt;b&gt;&amp;&quot;&#39;ü");
    EXPECT_EQ(html_text("x\xff\n\1y"), "x???y");
}

}  // namespace thigmo::cli
