// The page: figures, tables and pictures, in plain HTML that any browser shows from a folder.
#include "apps/cli/author_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "apps/cli/html.h"
#include "apps/cli/report_pictures.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
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

uint64_t triangles(const Soup& soup) {
    uint64_t sum = 0;
    for (const SoupPart& part : soup.parts) sum += part.mesh.triangles.size();
    return sum;
}

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
    std::string found, kinds, orders;
    for (const auto& [name, count] : input.counts) found += row(name, count);
    found += row("loops", input.loops.size());
    std::map<size_t, uint64_t> by_kind, by_order;
    for (const DomainId domain : input.plant.domains.rows()) {
        ++by_kind[static_cast<size_t>(input.plant.domains.kind[domain])];
        if (input.plant.domains.kind[domain] != Kind::prop)
            ++by_order[input.plant.domains.order[domain]];
    }
    for (const auto& [kind, count] : by_kind) kinds += row(kind_names[kind], count);
    for (const auto& [order, count] : by_order) orders += row(fmt::to_string(order), count);
    return table("Found", found) + table("Domains by kind", kinds) +
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

/// The least certain first.
std::string decisions_table(const ReportInput& input, const ReportSettings& settings,
                            const Names& names) {
    if (input.decisions.empty()) return {};
    std::vector<const ReportDecision*> sorted;
    for (const ReportDecision& decision : input.decisions) sorted.push_back(&decision);
    std::ranges::stable_sort(sorted, {}, [](const auto* d) { return d->confidence; });
    std::string html = fmt::format("<h2>Decisions ({})</h2>\n<table><thead><tr>", sorted.size());
    for (const auto& [name, kind] : {std::pair{"Decided", ""},
                                     {"Why", ""},
                                     {"Confidence", " class=n"},
                                     {"Runner-up", ""},
                                     {"Margin", " class=n"},
                                     {"Domains", ""}})
        html += fmt::format("<th{}><button>{}</button>", kind, name);
    html += "<tbody>\n";
    for (size_t i = 0; i < std::min(sorted.size(), settings.most_rows); ++i) {
        const ReportDecision& d = *sorted[i];
        const bool else_ = !d.runner_up.empty();
        html +=
            fmt::format("<tr{}><td>{}<td>{}<td class=n>{:.2f}<td>{}<td class=n>{}<td>{}\n",
                        d.confidence < settings.doubtful ? " class=doubt" : "", html_text(d.title),
                        html_text(d.text), d.confidence, html_text(d.runner_up),
                        else_ ? fmt::format("{:.2f}", d.margin) : "", names.list(d.domains));
    }
    html += "</table>\n";
    if (sorted.size() > settings.most_rows)
        html += fmt::format("<p>{} more, of more confidence, stand in {}.</p>\n",
                            sorted.size() - settings.most_rows, html_text(settings.decisions_file));
    return html;
}

std::vector<ReportDoubt> all_doubts(const ReportInput& input, const ReportSettings& settings) {
    std::vector<ReportDoubt> doubts = input.doubts;
    std::vector<const ReportDecision*> weak;
    for (const ReportDecision& decision : input.decisions)
        if (decision.confidence < settings.doubtful) weak.push_back(&decision);
    std::ranges::stable_sort(weak, {}, [](const auto* d) { return d->confidence; });
    for (const ReportDecision* d : weak)
        doubts.push_back(
            {fmt::format("{} (confidence {:.2f}): {}", d->title, d->confidence, d->text),
             d->domains});
    return doubts;
}

/// All of them in words, folded where there are more than pictures.
std::string open_list(size_t all, size_t pictures) {
    return fmt::format("<details{}><summary>All {} in words</summary>\n<ol>\n",
                       all > pictures + 5 ? "" : " open", all);
}
constexpr const char* close_list = "</ol></details>\n";

std::string loops_section(const ReportInput& input, const ReportPictures& pictures,
                          const Names& names) {
    if (input.loops.empty()) return {};
    std::string html = fmt::format(
        "<h2>Loops ({})</h2>\n<p>Each, in yellow, is open where the vermilion domain does not hang "
        "on "
        "the blue one.</p>\n",
        input.loops.size());
    html += gallery(pictures.loops) + open_list(input.loops.size(), pictures.loops.size());
    for (const ReportLoop& loop : input.loops)
        html += fmt::format("<li>{}: {} does not hang on {}. {}\n", names.list(loop.domains),
                            loop.child.exists() ? names.of(loop.child) : "one",
                            loop.other.exists() ? names.of(loop.other) : "another",
                            html_text(loop.text));
    return html + close_list;
}

std::string doubts_section(const std::vector<ReportDoubt>& doubts, const ReportPictures& pictures,
                           const Names& names) {
    if (doubts.empty()) return "<h2>Doubts</h2>\n<p>None.</p>\n";
    std::string html = fmt::format("<h2>Doubts ({})</h2>\n", doubts.size());
    html += gallery(pictures.doubts) + open_list(doubts.size(), pictures.doubts.size());
    constexpr size_t most = 200;
    for (size_t i = 0; i < std::min(most, doubts.size()); ++i)
        html += fmt::format(
            "<li>{} {}\n", html_text(doubts[i].text),
            doubts[i].domains.empty() ? "" : fmt::format("({})", names.list(doubts[i].domains)));
    html += close_list;
    if (doubts.size() > most) html += fmt::format("<p>{} more.</p>\n", doubts.size() - most);
    return html;
}

std::string warnings_section(const Log& log) {
    std::string html;
    for (const std::string& line : log.warnings) html += "<li>" + html_text(line) + "\n";
    return html.empty() ? html : "<h2>The file</h2>\n<ul>\n" + html + "</ul>\n";
}

std::string page(const ReportInput& input, const std::vector<ReportDoubt>& doubts,
                 const ReportSettings& settings, const ReportPictures& pictures) {
    const std::string name = html_text(input.plant.name.empty() ? "plant" : input.plant.name);
    const Names names(input.plant);
    double seconds = 0;
    for (const Profile::Stage& stage : input.profile.stages) seconds += stage.milliseconds / 1000;
    std::string html = fmt::format(fmt::runtime(head), name);
    html += fmt::format("<h1>{}</h1>\n<p class=lead>{} triangles, {} domains, {:.1f} s</p>\n", name,
                        triangles(input.soup), input.plant.domains.size(), seconds);
    html += gallery(pictures.whole);
    html += "<div class=side>\n" + seconds_table(input.profile) + counts_tables(input) + "</div>\n";
    html += doubts_section(doubts, pictures, names);
    html += loops_section(input, pictures, names);
    html += decisions_table(input, settings, names);
    html += warnings_section(input.soup.log);
    return html + script + "</html>\n";
}

}  // namespace

PictureDifference write_report(const std::filesystem::path& folder, const ReportInput& input,
                               const ReportSettings& settings, Progress& progress) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error || !std::filesystem::is_directory(folder))
        throw InputError(
            fmt::format("{}: found no way to make this folder, expected one", folder.string()));
    const std::vector<ReportDoubt> doubts = all_doubts(input, settings);
    const ReportPictures pictures = draw_pictures(folder, input, doubts, settings, progress);
    write_file(folder / "index.html", page(input, doubts, settings, pictures));
    return pictures.difference;
}

}  // namespace thigmo::cli
