// Modules and productions. Outside brackets and conditions every character but < > : * ( ) is a
// module, operators and digits included.
#include "thigmo/growth/production_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "thigmo/growth/macro.h"

namespace thigmo::lsystem {
namespace {

constexpr size_t parameter_limit = 1000;  // of one module
constexpr int bracket_limit = 64;         // nested in one context

/// Links each opening bracket with its close; a close without one leaves the branch around.
void link_brackets(std::vector<FormalModule>& modules, const TextPlace& place) {
    std::vector<size_t> open;
    for (FormalModule& module : modules) module.group_end = static_cast<uint32_t>(modules.size());
    for (size_t i = 0; i < modules.size(); ++i) {
        if (modules[i].kind == FormalModule::Kind::open) open.push_back(i);
        if (modules[i].kind == FormalModule::Kind::close && !open.empty()) {
            modules[open.back()].group_end = static_cast<uint32_t>(i);
            open.pop_back();
        }
        if (open.size() > bracket_limit)
            throw input_error(place, "a context of many brackets",
                              fmt::format("at most {} within each other", bracket_limit));
    }
}

bool has_brackets(const std::vector<FormalModule>& modules) {
    return std::ranges::any_of(modules, [](const FormalModule& module) {
        return module.kind != FormalModule::Kind::module;
    });
}

/// In a strict predecessor brackets and `=` are modules like any other.
void make_modules(std::vector<FormalModule>& modules) {
    for (FormalModule& module : modules) module.kind = FormalModule::Kind::module;
}

}  // namespace

bool ProductionReader::at_module() const {
    constexpr std::string_view others = "<>:*()";
    return !cursor_.at_line_end() && !cursor_.at_arrow() &&
           others.find(cursor_.peek()) == std::string_view::npos &&
           (cursor_.peek() < 0 || cursor_.peek() > ' ');
}

Symbol ProductionReader::symbol() {
    return name(module_name_length(cursor_.rest()));
}

std::vector<Symbol> ProductionReader::names() {
    std::vector<Symbol> names;
    for (cursor_.skip(); !cursor_.at_line_end(); cursor_.skip()) {
        names.push_back(name(cursor_.peek() == '@' ? 1 : module_name_length(cursor_.rest())));
    }
    return names;
}

Symbol ProductionReader::name(size_t length) {
    const Symbol symbol = alphabet_.symbol(cursor_.rest().substr(0, length));
    if (symbol == Alphabet::unknown) throw too_many_names(cursor_.place());
    cursor_.advance(length);
    return symbol;
}

std::vector<SuccessorModule> ProductionReader::modules() {
    std::vector<SuccessorModule> modules;
    for (cursor_.skip(); at_module(); cursor_.skip()) {
        SuccessorModule module;
        module.symbol = symbol();
        cursor_.skip();
        if (cursor_.take("(")) {
            cursor_.skip();
            while (!cursor_.take(")")) {
                if (!module.parameters.empty()) {
                    if (!cursor_.take(",")) throw cursor_.error("',' or ')'");
                }
                if (module.parameters.size() == parameter_limit)
                    throw cursor_.error(fmt::format("at most {} parameters", parameter_limit));
                module.parameters.push_back(compiler_.expression());
                cursor_.skip();
            }
        }
        modules.push_back(std::move(module));
    }
    return modules;
}

void ProductionReader::formal_parameters(FormalModule& module) {
    cursor_.skip();
    if (!cursor_.take("(")) return;
    module.first_slot = compiler_.locals();
    cursor_.skip();
    while (!cursor_.take(")")) {
        if (module.parameters > 0) {
            if (!cursor_.take(",")) throw cursor_.error("',' or ')'");
            cursor_.skip();
        }
        if (module.parameters == parameter_limit)
            throw cursor_.error(fmt::format("at most {} parameters", parameter_limit));
        const TextPlace place = cursor_.place();
        const std::string name = compiler_.name("the name of a parameter");
        compiler_.declare_parameter(name, place);
        ++module.parameters;
        cursor_.skip();
    }
}

std::vector<FormalModule> ProductionReader::formal_modules() {
    std::vector<FormalModule> modules;
    cursor_.skip();
    if (cursor_.take("*")) {
        cursor_.skip();
        return modules;
    }
    const TextPlace place = cursor_.place();
    for (; at_module(); cursor_.skip()) {
        const char first = cursor_.peek();
        FormalModule module;
        module.symbol = symbol();
        module.kind = first == '['   ? FormalModule::Kind::open
                      : first == ']' ? FormalModule::Kind::close
                      : first == '=' ? FormalModule::Kind::rest
                                     : FormalModule::Kind::module;
        formal_parameters(module);
        modules.push_back(module);
    }
    if (modules.empty()) throw cursor_.error("a module");
    link_brackets(modules, place);
    return modules;
}

void ProductionReader::predecessor(Production& production) {
    const TextPlace place = cursor_.place();
    production.strict = formal_modules();
    if (cursor_.take("<")) {
        if (has_brackets(production.strict))
            throw input_error(place, "brackets in a left context",
                              "modules of the path to the root");
        production.left = std::move(production.strict);
        std::ranges::reverse(production.left);
        production.strict = formal_modules();
    }
    if (production.strict.empty()) throw input_error(place, "'*'", "a module to replace");
    make_modules(production.strict);
    if (cursor_.take(">")) production.right = formal_modules();
}

void ProductionReader::condition(Production& production) {
    if (!cursor_.take(":")) return;
    cursor_.skip();
    if (cursor_.peek() == '{') production.before = compiler_.block();
    cursor_.skip();
    if (cursor_.take("*"))
        cursor_.skip();
    else if (cursor_.peek() != '{' && !cursor_.at_arrow())
        production.condition = compiler_.expression();
    cursor_.skip();
    if (cursor_.peek() == '{') production.after = compiler_.block();
    cursor_.skip();
}

void ProductionReader::successor(Production& production) {
    cursor_.skip();
    if (!cursor_.take("*")) {
        const size_t start = cursor_.at();
        production.successor = modules();
        if (production.successor.empty() && cursor_.at() == start)
            throw cursor_.error("modules or '*'", "an empty successor is written *");
    }
    cursor_.skip();
    if (cursor_.take(":")) {
        production.probability = compiler_.expression();
        cursor_.skip();
    }
    for (const SuccessorModule& module : production.successor)
        production.successor_parameters += module.parameters.size();
}

Production ProductionReader::production() {
    Production production;
    production.place = cursor_.place();
    const size_t start = cursor_.at();
    compiler_.begin_scope(true);
    cursor_.awaits_arrow = true;
    predecessor(production);
    production.formals = compiler_.locals();
    cursor_.skip();
    condition(production);
    if (!cursor_.at_arrow())
        throw cursor_.error(production.right.empty() && !production.condition.exists()
                                ? "'<', '>', ':' or '-->'"
                                : "'-->'",
                            cursor_.read_since(start).find("->") != std::string_view::npos
                                ? "the arrow of a production is -->"
                                : "");
    cursor_.advance(3);
    cursor_.awaits_arrow = false;
    successor(production);
    if (cursor_.at_arrow())
        throw cursor_.error("the end of the line",
                            "a line that begins with a blank goes on with the one before");
    if (!cursor_.at_line_end())
        throw cursor_.error("a module, ':' and a probability, or the end of the line");
    production.locals = compiler_.locals();
    return production;
}

}  // namespace thigmo::lsystem
