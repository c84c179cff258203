// Greedy colouring.
#include "thigmo/mechanics/element_colours.h"

#include <algorithm>

#include "thigmo/base/parallel.h"

namespace thigmo {

ElementColours colour_elements(const ElementRows& elements, size_t rows, size_t run_length) {
    ElementColours colours;
    colours.run_length = run_length;
    colours.elements = elements.size();
    const size_t runs = (elements.size() + run_length - 1) / run_length;
    std::vector<std::vector<uint32_t>> taken(rows);  // colours of the runs that a row is in
    std::vector<std::vector<uint32_t>> of_colour;
    std::vector<uint32_t> used;  // by which run a colour is ruled out
    const auto each_row = [&](size_t run, auto&& visit) {
        const size_t end = std::min(elements.size(), (run + 1) * run_length);
        for (size_t e = run * run_length; e < end; ++e)
            for (const uint32_t row : elements[e]) visit(row);
    };
    for (uint32_t run = 0; run < runs; ++run) {
        each_row(run, [&](uint32_t row) {
            for (const uint32_t colour : taken[row]) used[colour] = run;
        });
        uint32_t colour = 0;
        while (colour < used.size() && used[colour] == run) ++colour;
        if (colour == used.size()) {
            used.push_back(UINT32_MAX);
            of_colour.emplace_back();
        }
        of_colour[colour].push_back(run);
        each_row(run, [&](uint32_t row) {
            if (taken[row].empty() || taken[row].back() != colour) taken[row].push_back(colour);
        });
    }
    colours.first.push_back(0);
    for (const std::vector<uint32_t>& list : of_colour) {
        colours.run.insert(colours.run.end(), list.begin(), list.end());
        colours.first.push_back(static_cast<uint32_t>(colours.run.size()));
    }
    return colours;
}

void for_runs(const ElementColours& colours, const std::function<void(size_t, size_t)>& body) {
    for (size_t c = 0; c + 1 < colours.first.size(); ++c) {
        const uint32_t* const run = &colours.run[colours.first[c]];
        parallel_chunks(colours.first[c + 1] - colours.first[c], 1, [&](size_t k, size_t end) {
            for (; k < end; ++k) {
                const size_t first = run[k] * colours.run_length;
                body(first, std::min(colours.elements, first + colours.run_length));
            }
        });
    }
}

}  // namespace thigmo
