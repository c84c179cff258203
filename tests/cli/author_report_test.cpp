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
        PartFolder folder(folder_, is_report_file);
        difference_ = write_report(folder, input, settings, progress);
        folder.commit();
        return read_file(folder_ / "index.html");
    }

    const fs::path folder_ = fs::path(testing::TempDir()) /
                             testing::UnitTest::GetInstance()->current_test_info()->name();
    PictureDifference difference_;
};

/// A sapling of which a few things are said.
AuthoredPlant made_sapling() {
    AuthoredPlant made;
    made.plant = samples::sapling();
    made.confidence.resize(7, 0.8);
    const DomainId trunk(size_t{0}), twig(1), leaf(2), other(4);
    made.choices = {{"leaf_1 sits on twig_1", "nearest", 0.31, "twig_2", 0.02, {leaf}},
                    {"root is <trunk>", "thickest \"by far\"", 0.97, "twig_2", 0.25, {trunk}}};
    made.loops = {{{trunk, twig, other}, {twig, other}, 0.125}};
    made.doubts = {"height 0.3 m & small"};
    return made;
}

AuthoredPlant made_of(Plant plant) {
    AuthoredPlant made;
    made.plant = std::move(plant);
    return made;
}

ReportInput input_of(const Soup& soup, const AuthoredPlant& made) {
    ReportInput input{soup, 1, made, {}, {}, 1};
    input.counts.triangles = 12345;
    input.counts.pieces = 67;
    input.counts.roles[static_cast<size_t>(Role::debris)] = 17;
    input.counts.bridged = 29;
    input.profile.stages = {{"pieces", 1500}, {"<graph>", 250}};
    return input;
}

}  // namespace

TEST_F(AuthorReport, TellsWhatItWasGiven) {
    const Soup soup = card();
    AuthoredPlant made = made_sapling();
    made.plant.name = "oak <script>alert('x')</script>";
    const std::string html = page(input_of(soup, made));
    EXPECT_THAT(html, HasSubstr("<h1>oak &lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;</h1>"));
    EXPECT_THAT(html, Not(HasSubstr("alert('x')")));
    EXPECT_THAT(html, HasSubstr("12345 triangles, 7 domains, 1.8 s"));
    EXPECT_THAT(html, HasSubstr("<td>&lt;graph&gt;<td class=n>0.25"));
    EXPECT_THAT(html, HasSubstr("<td>all<td class=n>67"));
    EXPECT_THAT(html, HasSubstr("<td>debris<td class=n>17"));
    EXPECT_THAT(html, HasSubstr("<td>gaps joined<td class=n>29"));
    EXPECT_THAT(html, HasSubstr("<td>loops<td class=n>1"));
    EXPECT_THAT(html, HasSubstr("<td>leaf<td class=n>4"));
    EXPECT_THAT(html, HasSubstr("<td>2<td class=n>4"));  // order 2: the leaves
    EXPECT_THAT(html, HasSubstr("<td>root is &lt;trunk&gt;<td>thickest &quot;by far&quot;"
                                "<td class=n>0.97<td>twig_2<td class=n>0.25<td>trunk"));
    EXPECT_THAT(html, HasSubstr("<tr class=doubt><td>leaf_1 sits on twig_1"));
    EXPECT_THAT(html, HasSubstr("Loops (1)"));
    EXPECT_THAT(html, HasSubstr("<li>trunk, twig_1, twig_2: opened between twig_1 and twig_2, "
                                "margin 0.12"));
    EXPECT_THAT(html, HasSubstr("Doubts (2)"));
    EXPECT_THAT(html, HasSubstr("height 0.3 m &amp; small"));
    EXPECT_THAT(html, HasSubstr("leaf_1 sits on twig_1 (confidence 0.31): nearest"));
    EXPECT_THAT(html, HasSubstr("<li>&lt;no texture&gt;"));
}

TEST_F(AuthorReport, EveryPictureIsThere) {
    const Soup soup = card();
    const AuthoredPlant made = made_sapling();
    const std::string html = page(input_of(soup, made));
    const std::regex source("src=\"([^\"]*)\"");
    size_t pictures = 0;
    for (std::sregex_iterator at(html.begin(), html.end(), source), end; at != end; ++at) {
        ++pictures;
        EXPECT_EQ(read_file(folder_ / (*at)[1].str()).substr(0, 8), "\x89PNG\r\n\x1a\n");
    }
    EXPECT_EQ(pictures, 6u + 1 + 1);
    // Nothing is fetched from anywhere else.
    EXPECT_THAT(html, Not(HasSubstr("http")));
    EXPECT_THAT(html, Not(HasSubstr("//")));
}

TEST_F(AuthorReport, ThePlantAtRestIsTheInputToThePixel) {
    const Soup soup = card();
    AuthoredPlant made = made_of(as_plant(soup));
    made.plant.domains.kind.back() = Kind::leaf;
    page(input_of(soup, made));
    EXPECT_EQ(difference_.share, 0);
    EXPECT_EQ(difference_.largest, 0);
    // A leaf that is turned is seen.
    made.plant.domains.placement.back().rotation = Quat(Eigen::AngleAxisd(0.5, Vec3::UnitY()));
    page(input_of(soup, made));
    EXPECT_GT(difference_.share, 0.05);
    EXPECT_GT(difference_.largest, 20);
}

TEST_F(AuthorReport, ASoupInAnotherUnitIsScaled) {
    const Soup soup = card();
    Placement placement;
    placement.scale = 0.01;
    const AuthoredPlant made = made_of(as_plant(soup, placement));
    ReportInput input = input_of(soup, made);
    input.scale = 0.01;
    page(input);
    EXPECT_EQ(difference_.largest, 0);
}

TEST_F(AuthorReport, OfSeveralPlantsOnlyTheOwnTrianglesAreShown) {
    const Soup one = card();
    Soup two = one;
    for (Vec3f& position : two.parts[0].mesh.positions) position.x() += 0.4f;
    two.parts.push_back(one.parts[0]);
    AuthoredPlant made = made_of(as_plant(one));
    const DomainId own(size_t{0});
    made.of_triangle = {DomainId::none(), DomainId::none(), own, own};
    ReportInput input = input_of(two, made);
    page(input);
    EXPECT_GT(difference_.largest, 20);
    input.plants = 2;
    page(input);
    EXPECT_EQ(difference_.largest, 0);
}

TEST_F(AuthorReport, LongListsAreFolded) {
    const Soup soup = card();
    AuthoredPlant made = made_of(samples::sapling());
    for (int i = 0; i < 9; ++i) {
        made.choices.push_back({"choice " + std::to_string(i), "", 0.9 + 0.01 * i, "", 0, {}});
        made.loops.push_back({{DomainId(1), DomainId(4)}, {DomainId(4), DomainId(1)}, 0});
    }
    const std::string html = page(input_of(soup, made));
    EXPECT_THAT(html, HasSubstr("Decisions (9)"));
    EXPECT_THAT(html, HasSubstr("choice 4<td>"));
    EXPECT_THAT(html, Not(HasSubstr("choice 5<td>")));
    EXPECT_THAT(html, HasSubstr("4 more, of more confidence, stand in decisions.toml."));
    EXPECT_THAT(html, HasSubstr("Loops (9)"));
    EXPECT_THAT(html, HasSubstr("<details><summary>All 9 in words"));
    EXPECT_TRUE(fs::exists(folder_ / "loop_02.png"));
    EXPECT_FALSE(fs::exists(folder_ / "loop_03.png"));
    EXPECT_THAT(html, HasSubstr("<h2>Doubts (0)</h2>"));
}

TEST_F(AuthorReport, RejectsAFolderThatIsAFile) {
    write_file(folder_, "x");
    const Soup soup = card();
    const AuthoredPlant made = made_sapling();
    EXPECT_EQ(message([&] { page(input_of(soup, made)); }),
              folder_.string() + ": cannot make the folder: Not a directory");
}

TEST_F(AuthorReport, RejectsToGoOnWhenItWasStopped) {
    struct Stopped final : Progress {
        bool cancelled() const override { return true; }
    } stopped;
    const Soup soup = card();
    const AuthoredPlant made = made_sapling();
    PartFolder folder(folder_, is_report_file);
    EXPECT_EQ(message([&] { write_report(folder, input_of(soup, made), {}, stopped); }),
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
