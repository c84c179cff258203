// Context matching, after [Prusinkiewicz1990], sec. 1.8: a string with brackets is a tree.
#include "thigmo/growth/match.h"

#include <algorithm>

namespace thigmo {
namespace {

using Kind = FormalModule::Kind;

bool match_module(const FormalModule& formal, const ModuleString& modules, size_t at,
                  std::span<double> locals) {
    if (modules.symbols[at] != formal.symbol) return false;
    const uint32_t first = modules.first_parameter[at];
    if (modules.first_parameter[at + 1] - first != formal.parameters) return false;
    for (size_t i = 0; i < formal.parameters; ++i)
        locals[formal.first_slot + i] = modules.parameters[first + i];
    return true;
}

/// Walks a right context along a branch.
struct RightMatcher {
    const std::vector<FormalModule>& formals;
    const ContextView& view;
    std::span<double> locals;

    size_t size() const { return view.modules.size(); }
    Symbol symbol(size_t at) const { return view.modules.symbols[at]; }

    size_t end_of_branch(size_t at) const {
        while (at < size() && symbol(at) != view.program.close) {
            const bool skips = symbol(at) == view.program.open && view.partner[at] != no_partner;
            at = skips ? view.partner[at] + 1 : at + 1;
        }
        return at;
    }

    /// Matches formals `first … last-1` from module `at` on.
    bool match(size_t first, size_t last, size_t at) const {
        while (first < last) {
            const FormalModule& formal = formals[first];
            if (formal.kind == Kind::rest || formal.kind == Kind::close) {
                at = end_of_branch(at);
                if (formal.kind == Kind::close && at++ == size()) return false;
                ++first;
                continue;
            }
            if (at >= size()) return false;
            if (view.program.ignored[symbol(at)]) {
                ++at;
                continue;
            }
            if (symbol(at) == view.program.open) {
                const bool matches =
                    formal.kind == Kind::open && match(first + 1, formal.group_end, at + 1);
                if (matches) first = std::min<size_t>(formal.group_end + 1, last);
                if (view.partner[at] == no_partner) return matches && first == last;
                at = view.partner[at] + size_t{1};
                continue;
            }
            if (formal.kind == Kind::open || !match_module(formal, view.modules, at, locals))
                return false;
            ++first, ++at;
        }
        return true;
    }
};

}  // namespace

std::vector<uint32_t> match_brackets(const ModuleString& modules, Symbol open, Symbol close) {
    std::vector<uint32_t> partner(modules.size(), no_partner), stack;
    for (uint32_t at = 0; at < modules.size(); ++at) {
        const Symbol symbol = modules.symbols[at];
        if (symbol == open) stack.push_back(at);
        if (symbol != close || stack.empty()) continue;
        partner[at] = stack.back();
        partner[stack.back()] = at;
        stack.pop_back();
    }
    return partner;
}

bool match_strict(const Production& production, const ModuleString& modules, size_t at,
                  std::span<double> locals) {
    if (modules.size() - at < production.strict.size()) return false;
    for (const FormalModule& formal : production.strict)
        if (!match_module(formal, modules, at++, locals)) return false;
    return true;
}

bool match_left(const Production& production, const ContextView& view, size_t at,
                std::span<double> locals) {
    for (const FormalModule& formal : production.left) {
        while (true) {
            if (at == 0) return false;
            const Symbol symbol = view.modules.symbols[at - 1];
            if (symbol == view.program.close) {
                if (view.partner[at - 1] == no_partner) return false;
                at = view.partner[at - 1];
            } else if (symbol == view.program.open || view.program.ignored[symbol]) {
                --at;
            } else {
                break;
            }
        }
        if (!match_module(formal, view.modules, --at, locals)) return false;
    }
    return true;
}

bool match_right(const Production& production, const ContextView& view, size_t at,
                 std::span<double> locals) {
    return RightMatcher{production.right, view, locals}.match(0, production.right.size(), at);
}

size_t branch_end(const ModuleString& modules, size_t at, Symbol open, Symbol close) {
    size_t depth = 0;
    for (; at < modules.size(); ++at) {
        if (modules.symbols[at] == open) ++depth;
        if (modules.symbols[at] == close && depth-- == 0) return at;
    }
    return at;
}

}  // namespace thigmo
