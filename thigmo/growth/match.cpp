// Context matching, after [Prusinkiewicz1990], sec. 1.8: a string with brackets is a tree.
#include "thigmo/growth/match.h"

#include <algorithm>
#include <optional>

namespace thigmo::lsystem {
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
    const Production& production;
    ContextView& view;
    std::span<double> locals;

    size_t size() const { return view.modules.size(); }
    Symbol symbol(size_t at) const { return view.modules.symbols[at]; }

    void look() const {
        if (view.looks_left-- == 0)
            throw input_error(production.place, "a right context that looks along the whole string",
                              "one that ends sooner",
                              "a string this long has too many branches for it");
    }

    size_t end_of_branch(size_t at) const {
        while (at < size() && symbol(at) != view.program.close) {
            look();
            const uint32_t partner = view.map.partner[at];
            at = symbol(at) == view.program.open && partner != no_module ? partner + 1 : at + 1;
        }
        return at;
    }

    /// The place behind the first branch from `at` on that begins as the group `first` says; none
    /// when a module comes before it. A branch without an end has nothing behind it.
    std::optional<size_t> match_branch(size_t first, size_t at) const {
        for (; at < size(); ++at) {
            look();
            if (view.program.ignored[symbol(at)]) continue;
            if (symbol(at) != view.program.open) return std::nullopt;
            const uint32_t partner = view.map.partner[at];
            const bool matches = match(first + 1, production.right[first].group_end, at + 1);
            if (matches) return partner == no_module ? size() : partner + size_t{1};
            if (partner == no_module) return std::nullopt;
            at = partner;
        }
        return std::nullopt;
    }

    /// Matches formals `first … last-1` from module `at` on.
    bool match(size_t first, size_t last, size_t at) const {
        while (first < last) {
            const FormalModule& formal = production.right[first];
            if (formal.kind == Kind::rest || formal.kind == Kind::close) {
                at = end_of_branch(at);
                if (formal.kind == Kind::close && at++ == size()) return false;
                ++first;
            } else if (formal.kind == Kind::open) {
                const auto behind = match_branch(first, at);
                if (!behind) return false;
                at = *behind;
                first = std::min<size_t>(formal.group_end + 1, last);
            } else {
                at = view.map.right[at];
                if (at >= size() || !match_module(formal, view.modules, at, locals)) return false;
                ++first, ++at;
            }
        }
        return true;
    }
};

std::vector<uint32_t> match_brackets(const ModuleString& modules, Symbol open, Symbol close) {
    std::vector<uint32_t> partner(modules.size(), no_module), stack;
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

}  // namespace

ContextMap map_contexts(const ModuleString& modules, const GrammarProgram& program,
                        const RuleSet& rules) {
    ContextMap map;
    if (!rules.has_context) return map;
    const size_t count = modules.size();
    map.partner = match_brackets(modules, program.open, program.close);
    map.left.assign(count + 1, no_module);
    for (uint32_t at = 0; at < count; ++at) {
        const Symbol symbol = modules.symbols[at];
        const uint32_t partner = map.partner[at];
        if (symbol == program.close)
            map.left[at + 1] = partner == no_module ? no_module : map.left[partner];
        else
            map.left[at + 1] =
                symbol == program.open || program.ignored[symbol] ? map.left[at] : at;
    }
    map.right.assign(count + 1, static_cast<uint32_t>(count));
    for (auto at = static_cast<uint32_t>(count); at-- > 0;) {
        const Symbol symbol = modules.symbols[at];
        const uint32_t partner = map.partner[at];
        map.right[at] = program.ignored[symbol]                          ? map.right[at + 1]
                        : symbol == program.open && partner != no_module ? map.right[partner + 1]
                                                                         : at;
    }
    return map;
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
        at = view.map.left[at];
        if (at == no_module || !match_module(formal, view.modules, at, locals)) return false;
    }
    return true;
}

bool match_right(const Production& production, ContextView& view, size_t at,
                 std::span<double> locals) {
    return RightMatcher{production, view, locals}.match(0, production.right.size(), at);
}

size_t branch_end(const ModuleString& modules, size_t at, Symbol open, Symbol close) {
    size_t depth = 0;
    for (; at < modules.size(); ++at) {
        if (modules.symbols[at] == open) ++depth;
        if (modules.symbols[at] == close && depth-- == 0) return at;
    }
    return at;
}

}  // namespace thigmo::lsystem
