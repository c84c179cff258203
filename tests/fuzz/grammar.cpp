// Mutants of grammars: parsed, derived for a few steps, interpreted, printed and read again.
#include <array>
#include <functional>
#include <string_view>

#include "tests/fuzz/fuzz.h"
#include "thigmo/base/random.h"
#include "thigmo/growth/derive.h"

namespace thigmo::fuzz {
namespace {

// Between them the seeds use every construct of the dialect.
constexpr std::array<std::string_view, 5> seeds = {
    "Lsystem: 1\nderivation length: 3\nAxiom: F\nF --> F[+F]F[-F][F]\nendlsystem\n",

    "#define N 3\n#define LEN(x) ((x)*1.5+N)\n#if N > 2 && defined(LEN)\n#define ANGLE 25\n#else\n"
    "#define ANGLE 45\n#endif\nLsystem: 1\nSeed: 17\nderivation length: N\nignore: +-\\/\n"
    "Axiom: S(1)I(1)A(0,N)\nI(x) < A(n,m) > * : n >= 1 && m > 0 --> "
    "I(x*0.9)[+(ANGLE)A(0,m)]A(n-1,m)\n"
    "A(n,m) : n < 1 {l = LEN(n); l = l^0.5;} --> F(l)A(n+1,m-1) : 0.7\nA(n,m) --> A(n+1,m) : 1/3\n"
    "S(s) < I(x) > [+(a)A(n,m)=]I(y) : s > 0 --> I((x+y)/2)\n"
    "I(x) > F(y)] --> %\nendlsystem\n",

    "/* blocks and arrays */\nLsystem: 2\nDefine: { array a[3] = {1, 2, 4}, m[2][2]; }\n"
    "Start: {i = 0; while (i < 2) { m[i][1-i] = a[i]; i = i + 1; } srand(5);}\n"
    "StartEach: {if (i > 3) {i = 0;} else {i = i + 1;}}\nEndEach: {do {i = i - 1;} while (i > "
    "0);}\n"
    "End: {printf(\"%5.2f %d\\n\", i, a[1]);}\nderivation length: 4\nconsider: AB\n"
    "Axiom: A(a[0],m[0][1])B\nA(x,y) : {z = x > y ? nran(x,1) : ran(y);} z != 0 {a[1] = z;}\n"
    "\t--> A(y+1,x%7)[@Gs F(fabs(z))@Ge(3)]B\nB --> * : 0.5\nB --> B+(biran(9,0.3))B : 1\n"
    "endlsystem\n",

    "Lsystem: 3\nderivation length: 5\nAxiom: A(0)\nA(t) --> A(t+0.4)\nI(x) --> I(x*1.1)\n"
    "decomposition\nmaximum depth: 4\nA(t) : t >= 1 --> M(t-1)A(t-0.5)\n"
    "M(t) : * {x = 0.5*2^t;} --> I(x)[+A(t)][-A(t)]I(x)\nhomomorphism: no warnings\n"
    "maximum depth: 3\nSeed: 3\nA(t) --> ;(2)K(t)@c(t)\nK(t) : !(t < 1) --> ~l(sin(t*90))\n"
    "I(x) --> !(sqrt(x))F(x)\nendlsystem\n",

    "Lsystem: 1\nderivation length: 4\nAxiom: ABC[DE][SG[HI[JK]L]MNO]\nBC < S > G[H]M --> S[D]\n"
    "DE --> ED\nG > [H=]M=] --> GG\nO --> [ABC] /* x */ {.F.}\nendlsystem\n",
};

constexpr std::array<std::string_view, 40> words = {"-->",
                                                    "<",
                                                    ">",
                                                    ":",
                                                    "*",
                                                    "[",
                                                    "]",
                                                    "(",
                                                    ")",
                                                    "{",
                                                    "}",
                                                    ";",
                                                    ",",
                                                    "=",
                                                    "%",
                                                    "^",
                                                    "?",
                                                    "@",
                                                    "/*",
                                                    "*/",
                                                    "\n",
                                                    "\n\t",
                                                    "\\\n",
                                                    "#define A(x) x x\n",
                                                    "#if ",
                                                    "#endif\n",
                                                    "#include \"a.h\"\n",
                                                    "Axiom: ",
                                                    "homomorphism\n",
                                                    "decomposition\n",
                                                    "maximum depth: 99\n",
                                                    "while (1) {}",
                                                    "1e308",
                                                    "-1e-308",
                                                    "99999999999999999999",
                                                    "ran(1)",
                                                    "x",
                                                    "\"%s\"",
                                                    "\xff",
                                                    "//"};

/// Cuts a text into names, numbers and single characters.
std::vector<std::string_view> split(std::string_view text) {
    const auto is_word = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    };
    std::vector<std::string_view> tokens;
    while (!text.empty()) {
        size_t length = 1;
        while (is_word(text[0]) && length < text.size() && is_word(text[length])) ++length;
        if (text.starts_with("-->")) length = 3;
        tokens.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return tokens;
}

std::string_view any_seed(Random& random) {
    return seeds[random.below(seeds.size())];
}

/// Every other byte is one that the text has elsewhere: such mutants go further.
std::string mutate_bytes(Random& random) {
    std::string text(any_seed(random));
    for (uint64_t i = 0, count = 1 + random.below(4); i < count; ++i)
        text[random.below(text.size())] = random.below(2) == 0
                                              ? static_cast<char>(random.below(256))
                                              : text[random.below(text.size())];
    return text;
}

std::string truncate(Random& random) {
    const std::string_view text = any_seed(random);
    return std::string(text.substr(0, random.below(text.size())));
}

std::string mutate_tokens(Random& random) {
    std::vector<std::string_view> tokens = split(any_seed(random));
    for (uint64_t i = 0, count = 1 + random.below(4); i < count && tokens.size() > 1; ++i) {
        const auto at = tokens.begin() + static_cast<long>(random.below(tokens.size()));
        switch (random.below(5)) {
            case 0:
                tokens.erase(at);
                break;
            case 1:
                tokens.insert(at, *at);
                break;
            case 2:
                std::swap(*at, tokens[random.below(tokens.size())]);
                break;
            case 3:
                *at = words[random.below(words.size())];
                break;
            default:
                tokens.insert(at, words[random.below(words.size())]);
        }
    }
    std::string text;
    for (const std::string_view token : tokens) text += token;
    return text;
}

/// Lines of one seed followed by lines of another.
std::string splice(Random& random) {
    const std::string_view head = any_seed(random), tail = any_seed(random);
    const size_t cut = head.find('\n', random.below(head.size()));
    const size_t from = tail.find('\n', random.below(tail.size()));
    std::string text(head.substr(0, cut));
    return text.append(tail.substr(std::min(from, tail.size())));
}

void use(const std::string& text, uint64_t seed) {
    GrammarSettings grammar_settings;
    grammar_settings.include = [](const std::string&) { return "#define INCLUDED 1\n"; };
    Progress progress;
    DeriveSettings settings;
    settings.steps = 4;
    settings.seed = seed;
    settings.module_limit = 3000;
    const Grammar grammar = parse_grammar(text, "mutant.l", grammar_settings);
    const Derivation derivation = derive(grammar, settings, progress);
    Log log;
    interpret(grammar, derivation, settings, progress, log);
    Alphabet alphabet;
    parse_modules(to_text(derivation.modules, derivation.alphabet), "text", alphabet);
}

}  // namespace

std::vector<FuzzCount> fuzz_grammar(size_t count, uint64_t seed) {
    struct Mutation {
        const char* name;
        std::string (*make)(Random&);
    };
    constexpr std::array mutations = {
        Mutation{"bytes", mutate_bytes}, Mutation{"truncation", truncate},
        Mutation{"tokens", mutate_tokens}, Mutation{"splice", splice}};
    std::vector<FuzzCount> counts;
    for (const Mutation& mutation : mutations) counts.push_back({mutation.name});
    for (size_t i = 0; i < count; ++i) {
        if (!note("grammar", i)) continue;
        Random random(mix(seed, i));
        const size_t turn = i % mutations.size();
        const std::string mutant = mutations[turn].make(random);
        use_counted(counts[turn], [&] { use(mutant, i); });
    }
    return counts;
}

Format grammar_format() {
    return {"grammar", {seeds.begin(), seeds.end()}, [](const std::string& text) {
                use(text, text.size());
            }};
}

}  // namespace thigmo::fuzz
