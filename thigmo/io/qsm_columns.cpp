// Names of columns, as the writers of tables of cylinders use them.
#include "thigmo/io/qsm_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <string>

namespace thigmo {
namespace {

using enum QsmField;

struct Name {
    std::string_view text;  // lower case, letters and digits only
    QsmField field;
    int width = 1;  // columns that it stands for
};

// TreeQSM ("radius (m)", "start_point"), SimpleForest and the minimal table (ID, startX), aRchi
// (cyl_ID, radius_cyl, axis_ID).
constexpr Name names[] = {
    {"startx", start_x},
    {"startxm", start_x},
    {"startpointx", start_x},
    {"starty", start_y},
    {"startym", start_y},
    {"startpointy", start_y},
    {"startz", start_z},
    {"startzm", start_z},
    {"startpointz", start_z},
    {"start", start_x, 3},
    {"startm", start_x, 3},
    {"startpoint", start_x, 3},
    {"startpointm", start_x, 3},
    {"axisx", axis_x},
    {"axisdirectionx", axis_x},
    {"axisy", axis_y},
    {"axisdirectiony", axis_y},
    {"axisz", axis_z},
    {"axisdirectionz", axis_z},
    {"axis", axis_x, 3},
    {"axisdirection", axis_x, 3},
    {"endx", end_x},
    {"endxm", end_x},
    {"endpointx", end_x},
    {"endy", end_y},
    {"endym", end_y},
    {"endpointy", end_y},
    {"endz", end_z},
    {"endzm", end_z},
    {"endpointz", end_z},
    {"end", end_x, 3},
    {"endm", end_x, 3},
    {"endpoint", end_x, 3},
    {"endpointm", end_x, 3},
    {"radius", radius},
    {"radiusm", radius},
    {"radiuscyl", radius},
    {"radiuscylm", radius},
    {"length", length},
    {"lengthm", length},
    {"lengthcyl", length},
    {"lengthcylm", length},
    {"id", id},
    {"cyl", id},
    {"cylid", id},
    {"cylinder", id},
    {"cylinderid", id},
    {"parent", parent},
    {"parentid", parent},
    {"parentcyl", parent},
    {"parentcylid", parent},
    {"parentcylinder", parent},
    {"parentcylinderid", parent},
    {"extension", extension},
    {"extensionid", extension},
    {"extensioncyl", extension},
    {"extensioncylinder", extension},
    // An aRchi table has both; its axes are the chains.
    {"axisid", branch},
    {"branchid", branch},
    {"branch", branch},
    {"branchorder", order},
    {"branchingorder", order},
};

constexpr std::string_view example_header =
    "ID,parentID,startX,startY,startZ,endX,endY,endZ,radius; headerless TreeQSM text begins with "
    "radius length start axis parent extension branch";

bool is_optional(QsmField field) {
    return field >= id && field != parent;
}

std::string bare(std::string_view name) {
    std::string letters;
    for (const char letter : name)
        if (std::isalnum(static_cast<unsigned char>(letter)) != 0)
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return letters;
}

const Name* find_name(std::string_view text) {
    const std::string letters = bare(text);
    const auto found = std::ranges::find(names, letters, &Name::text);
    return found == std::end(names) ? nullptr : found;
}

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string_view::npos &&
           std::isalpha(static_cast<unsigned char>(text.front())) == 0;
}

void require_names(const DelimitedText& text) {
    const auto& cells = text.cells();
    if (!std::ranges::all_of(cells, is_number, &TextCell::text)) return;
    throw input_error(text.place(cells.front().column),
                      fmt::format("a row of {} numbers", cells.size()),
                      "a header that names the columns", fmt::format("such as {}", example_header));
}

void require(const DelimitedText& text, const QsmColumns& columns, std::span<const QsmField> fields,
             std::string_view expected) {
    if (std::ranges::all_of(fields, [&](QsmField field) { return columns.has(field); })) return;
    std::string found;
    for (const TextCell& cell : text.cells()) {
        if (!found.empty()) found += ", ";
        found += cell.text;
    }
    throw input_error(text.place(1), fmt::format("columns {}", quoted(found)),
                      fmt::format("{} among them", expected),
                      fmt::format("such as {}", example_header));
}

}  // namespace

QsmColumns read_qsm_header(const DelimitedText& text) {
    require_names(text);
    QsmColumns columns;
    std::array<const Name*, qsm_field_count> taken{};
    for (const TextCell& cell : text.cells()) {
        const Name* name = find_name(cell.text);
        const int width = name == nullptr ? 1 : name->width;
        for (int i = 0; name != nullptr && i < width; ++i) {
            const auto field = static_cast<QsmField>(static_cast<int>(name->field) + i);
            const Name*& before = taken[static_cast<size_t>(field)];
            if (before != nullptr && !is_optional(field))
                throw input_error(text.place(cell.column),
                                  fmt::format("a second column {}", quoted(cell.text)),
                                  "one column of each kind");
            // Of two names for an optional column the one that stands first in the list counts.
            if (before != nullptr && before <= name) continue;
            before = name;
            columns[field] = static_cast<int>(columns.count) + i;
        }
        columns.count += static_cast<size_t>(width);
    }
    constexpr QsmField starts[] = {start_x, start_y, start_z}, axes[] = {axis_x, axis_y, axis_z},
                       ends[] = {end_x, end_y, end_z}, radii[] = {radius}, parents[] = {parent};
    require(text, columns, starts, "start_x, start_y and start_z");
    require(text, columns, radii, "radius");
    require(text, columns, parents, "parent");
    constexpr std::string_view direction =
        "length, axis_x, axis_y and axis_z, or end_x, end_y and end_z";
    if (columns.by_axis())
        require(text, columns, axes, direction);
    else
        require(text, columns, ends, direction);
    return columns;
}

}  // namespace thigmo
