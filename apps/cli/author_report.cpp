// The page: figures, tables and pictures, in plain HTML that any browser shows from a folder.
#include "apps/cli/author_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>

#include "apps/cli/html.h"
#include "apps/cli/report_pictures.h"
#include "thigmo/plant/drawn.h"
#include "thigmo/plant/names.h"

namespace thigmo::cli {
namespace {

constexpr const char* head = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{}</title>
<style>
:root {{ color-scheme: light dark; --line: #8886; --soft: #8882; }}
body {{ font: 16px/1.45 system-ui, sans-serif; max-width: 76rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }}
h1 {{ margin: .5rem 0 0; }} h2 {{ margin: 2.5rem 0 .5rem; }}
.lead {{ font-size: 1.15rem; margin-top: .2rem; }}
.side {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 0 2rem; }}
.pictures {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; }}
figure {{ margin: 0; }} figcaption {{ padding: .25rem 0; overflow-wrap: anywhere; }}
img {{ width: 100%; height: auto; display: block; border: 1px solid var(--line); }}
table {{ border-collapse: collapse; width: 100%; }}
td, th {{ text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }}
.n {{ text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }}
tr.doubt td {{ background: var(--soft); }}
th button {{ all: unset; cursor: pointer; }} th button:hover, th button:focus-visible {{ text-decoration: underline; }}
</style>
)";

/// Sorts a table by the column whose head is pressed; a second time the other way round.
constexpr const char* script = R"(<script>
for (const button of document.querySelectorAll('th button'))
  button.onclick = () => {
    const th = button.parentElement, body = th.closest('table').tBodies[0];
    const up = th.dataset.up !== '1', column = th.cellIndex, n = th.classList.contains('n');
    th.dataset.up = up ? '1' : '0';
    const of = (row) => row.cells[column].textContent;
    [...body.rows].map((row, i) => ({ row, i })).sort((a, b) =>
      ((n ? (parseFloat(of(a.row)) || 0) - (parseFloat(of(b.row)) || 0)
          : of(a.row).localeCompare(of(b.row))) || a.i - b.i) * (up ? 1 : -1))
      .forEach(({ row }) => body.append(row));
  };
</script>
)";

/// How domains are called, looked up once.
class Names {
  public:
    explicit Names(const Plant& plant) : names_(plant.domains.size()) {
        const NumberedDomains numbered = number_domains(plant);
        for (size_t kind = 0; kind < numbered.size(); ++kind)
            for (size_t i = 0; i < numbered[kind].size(); ++i)
                names_[numbered[kind][i]] = fmt::format("{}_{}", kind_names[kind], i + 1);
        const std::vector<DomainId>& trunks = numbered[static_cast<size_t>(Kind::trunk)];
        if (trunks.size() == 1) names_[trunks.front()] = kind_names.front();
    }
    std::string list(const std::vector<DomainId>& domains) const {
        constexpr size_t most = 6;
        std::string text;
        for (size_t i = 0; i < std::min(most, domains.size()); ++i)
            text += (i > 0 ? ", " : "") + names_[domains[i]];
        if (domains.size() > most) text += fmt::format(" and {} more", domains.size() - most);
        return text;
    }
    const std::string& of(DomainId domain) const { return names_[domain]; }

  private:
    Column<DomainId, std::string> names_;
};

std::string row(const std::string& name, uint64_t count) {
    return fmt::format("<tr><td>{}<td class=n>{}\n", html_text(name), count);
}

std::string table(const char* title, const std::string& rows) {
    return rows.empty() ? std::string()
                        : fmt::format("<div><h2>{}</h2>\n<table>\n{}</table></div>\n", title, rows);
}

std::string seconds_table(const Profile& profile) {
    std::string rows;
    double sum = 0;
    for (const auto& [name, milliseconds] : profile.stages) {
        rows += fmt::format("<tr><td>{}<td class=n>{:.2f}\n", html_text(name), milliseconds / 1000);
        sum += milliseconds / 1000;
    }
    if (!rows.empty()) rows += fmt::format("<tr><th>all<th class=n>{:.2f}\n", sum);
    return table("Seconds", rows);
}

std::string counts_tables(const ReportInput& input) {
    const AuthorCounts& c = input.counts;
    const Domains& domains = input.made.plant.domains;
    std::string pieces = row("all", c.pieces), found, kinds, orders;
    for (size_t role = 0; role < c.roles.size(); ++role)
        pieces += row(role_names[role], c.roles[role]);
    for (const auto& [name, count] : {std::pair{"triangles that stand twice", c.duplicates},
                                      {"limbs", c.limbs},
                                      {"blades", c.blades},
                                      {"sets of alike blades", c.sets},
                                      {"of these by uv", c.sets_by_uv},
                                      {"of these by form", c.sets_by_form},
                                      {"copies", c.copies},
                                      {"blooms, instances of instances", c.blooms},
                                      {"sets of alike blooms", c.bloom_sets},
                                      {"contacts", c.meetings},
                                      {"loops", input.made.loops.size()},
                                      {"gaps joined", c.bridged},
                                      {"loose limbs", c.loose},
                                      {"roots", c.roots}})
        found += row(name, count);
    std::map<size_t, uint64_t> by_kind, by_order;
    for (const DomainId domain : domains.rows()) {
        ++by_kind[static_cast<size_t>(domains.kind[domain])];
        if (domains.kind[domain] != Kind::prop) ++by_order[domains.order[domain]];
    }
    for (const auto& [kind, count] : by_kind) kinds += row(kind_names[kind], count);
    for (const auto& [order, count] : by_order) orders += row(fmt::to_string(order), count);
    return table("Pieces", pieces) + table("Found", found) + table("Domains by kind", kinds) +
           table("Domains by order", orders);
}

std::string gallery(const std::vector<ReportPicture>& pictures) {
    std::string html = "<div class=pictures>\n";
    for (const auto& [file, text] : pictures)
        html += fmt::format(
            "<figure><a href=\"{0}\"><img src=\"{0}\" alt=\"{1}\"></a>"
            "<figcaption>{1}</figcaption></figure>\n",
            file, html_text(text));
    return html + "</div>\n";
}

/// All of them in words, folded where there are more than pictures.
std::string open_list(size_t all, size_t pictures) {
    return fmt::format("<details{}><summary>All {} in words</summary>\n<ol>\n",
                       all > pictures + 5 ? "" : " open", all);
}
constexpr const char* close_list = "</ol></details>\n";

/// In the order given: the least sure first.
std::string choices_section(const ReportInput& input, const ReportSettings& settings,
                            const Names& names) {
    const std::vector<Choice>& choices = input.made.choices;
    if (choices.empty()) return {};
    std::string html = fmt::format(
        "<h2>Decisions ({})</h2>\n<p>To overrule one, edit <a href=\"{}\">{}</a> and give it back "
        "with --decisions.</p>\n<table><thead><tr>",
        choices.size(), html_text(settings.decisions_file), html_text(settings.decisions_file));
    for (const auto& [name, kind] : {std::pair{"Decided", ""},
                                     {"Why", ""},
                                     {"Confidence", " class=n"},
                                     {"Runner-up", ""},
                                     {"Margin", " class=n"},
                                     {"Domains", ""}})
        html += fmt::format("<th{}><button>{}</button>", kind, name);
    html += "<tbody>\n";
    for (size_t i = 0; i < std::min(choices.size(), settings.most_rows); ++i) {
        const Choice& choice = choices[i];
        html += fmt::format("<tr{}><td>{}<td>{}<td class=n>{:.2f}<td>{}<td class=n>{}<td>{}\n",
                            choice.confidence < settings.doubtful ? " class=doubt" : "",
                            html_text(choice.what), html_text(choice.why), choice.confidence,
                            html_text(choice.runner_up),
                            choice.runner_up.empty() ? "" : fmt::format("{:.2f}", choice.margin),
                            names.list(choice.domains));
    }
    html += "</table>\n";
    if (choices.size() > settings.most_rows)
        html +=
            fmt::format("<p>{} more, of more confidence, stand in {}.</p>\n",
                        choices.size() - settings.most_rows, html_text(settings.decisions_file));
    return html;
}

std::string loops_section(const ReportInput& input, const ReportPictures& pictures,
                          const Names& names) {
    const std::vector<ChosenLoop>& loops = input.made.loops;
    if (loops.empty()) return {};
    std::string html = fmt::format(
        "<h2>Loops ({})</h2>\n<p>Each, in yellow, was opened where the vermilion domain and the "
        "blue one meet: neither holds the other.</p>\n",
        loops.size());
    html += gallery(pictures.loops) + open_list(loops.size(), pictures.loops.size());
    for (const ChosenLoop& loop : loops)
        html += fmt::format("<li>{}: opened between {} and {}{}\n", names.list(loop.domains),
                            names.of(loop.cut[0]), names.of(loop.cut[1]),
                            loop.margin ? fmt::format(", margin {:.2f}", *loop.margin) : "");
    return html + close_list;
}

/// About the whole in words; choices of little confidence in pictures, and in the table below.
std::string doubts_section(const ReportInput& input, const ReportSettings& settings,
                           const ReportPictures& pictures) {
    size_t weak = 0;
    for (const Choice& choice : input.made.choices) weak += choice.confidence < settings.doubtful;
    std::string html = fmt::format("<h2>Doubts ({})</h2>\n", input.made.doubts.size() + weak);
    for (const std::string& doubt : input.made.doubts) html += "<p>" + html_text(doubt) + "\n";
    if (weak == 0) return html;
    html += fmt::format("<p>Choices of less confidence than {:.2f}: {}\n", settings.doubtful, weak);
    return html + gallery(pictures.choices);
}

std::string warnings_section(const Log& log) {
    std::string html;
    for (const std::string& line : log.warnings) html += "<li>" + html_text(line) + "\n";
    return html.empty() ? html : "<h2>The file</h2>\n<ul>\n" + html + "</ul>\n";
}

std::string page(const ReportInput& input, const ReportSettings& settings,
                 const ReportPictures& pictures) {
    const Plant& plant = input.made.plant;
    const std::string name = html_text(title(plant));
    const Names names(plant);
    double seconds = 0;
    for (const Profile::Stage& stage : input.profile.stages) seconds += stage.milliseconds / 1000;
    std::string html = fmt::format(fmt::runtime(head), name);
    html += fmt::format("<h1>{}</h1>\n<p class=lead>{} triangles, {} domains, {:.1f} s</p>\n", name,
                        input.counts.triangles, plant.domains.size(), seconds);
    html += gallery(pictures.whole);
    html += "<div class=side>\n" + seconds_table(input.profile) + counts_tables(input) + "</div>\n";
    html += doubts_section(input, settings, pictures);
    html += loops_section(input, pictures, names);
    html += choices_section(input, settings, names);
    html += warnings_section(input.soup.log);
    return html + script + "</html>\n";
}

}  // namespace

bool is_report_file(std::string_view name) {
    static const std::regex names(
        "(plant_[0-9]+/)?(index\\.html|decisions\\.toml|"
        "(input|rest|difference|domains|orders|confidence|(loop|doubt)_[0-9]+)\\.png)");
    return std::regex_match(name.begin(), name.end(), names);
}

PictureDifference write_report(PartFolder& folder, const ReportInput& input,
                               const ReportSettings& settings, Progress& progress) {
    const ReportPictures pictures = draw_pictures(folder, input, settings, progress);
    folder.write(settings.within + "index.html", page(input, settings, pictures));
    return pictures.difference;
}

}  // namespace thigmo::cli
