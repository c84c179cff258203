// α of every domain by a fixed point, its children's being known.
#include "thigmo/sim/reduced/match.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "thigmo/plant/names.h"
#include "thigmo/sim/reduced/subtree_frequency.h"

namespace thigmo {
namespace {

constexpr double most_alpha = 20, close_enough = 1e-7, worth_telling = 1e-3;
constexpr double least_own = 0.1;  // of a mode's elastic energy in the body, to be its own mode

/// The frequency goes with a power of α between ½ (what it carries is all) and 1 (it is nothing),
/// so that each round halves the error at least; only loads that bend themselves make it less. None
/// where there is no such α; the body then is as it was.
std::optional<double> find_alpha(SubtreeFrequency& of, size_t body, double wanted) {
    double alpha = 1;
    for (int round = 0; round < 200; ++round) {
        const SubtreeMode mode = of.lowest(body);
        const double ratio = wanted / mode.frequency;
        if (std::abs(ratio - 1) < close_enough) return alpha;
        if (mode.own < least_own || !(alpha * ratio < most_alpha && alpha * ratio * most_alpha > 1))
            break;
        of.scale(body, {ratio, 1 / ratio});
        alpha *= ratio;
    }
    of.scale(body, {1 / alpha, alpha});
    return std::nullopt;
}

/// Domains that could not be matched, in one line.
class Unmatched {
  public:
    void add(const std::string& domain, double wanted, double has) {
        if (count_++ == 0)
            first_ = fmt::format("{}, for which {:.4g} Hz are prescribed, stays at {:.4g} Hz",
                                 domain, wanted, has);
    }
    void report(Log& log) const {
        if (count_ > 0)
            log.warn(fmt::format(
                "match: {}{}: its lowest mode is that of something it carries, or "
                "no factor from 1/20 to 20 on stiffness and mass suits",
                first_, count_ > 1 ? fmt::format(", and {} more stay", count_ - 1) : ""));
    }

  private:
    size_t count_ = 0;
    std::string first_;
};

}  // namespace

Log match_frequencies(const Plant& plant, const DomainFrequencies& frequencies,
                      ReducedSettings& settings, Progress& progress) {
    Column<DomainId, DomainFactors> factors(plant.domains.size(), DomainFactors());
    for (const DomainId domain : plant.domains.rows())
        factors[domain].stiffness =
            std::pow(settings.stiffness_by_order, plant.domains.order[domain]);
    settings.factors.reset();
    Log log;
    if (!frequencies.empty()) {
        const ReducedBodies bodies =
            build_reduced_bodies(plant, settings, *settings.models, progress);
        Unmatched unmatched;
        SubtreeFrequency of(
            bodies, settings.coupling == Coupling::lumped ? CarriedAs::lumped : CarriedAs::bending);
        for (size_t i = bodies.bodies.size(); i-- > 0 && !progress.cancelled();) {
            const ReducedBody& body = bodies.bodies[i];
            const double wanted = frequencies[body.domain];
            const bool first = bodies.of_domain[body.domain] == static_cast<int>(i);
            if (body.size == 0 || wanted == 0 || !first) continue;
            if (const std::optional<double> alpha = find_alpha(of, i, wanted)) {
                factors[body.domain].stiffness *= *alpha;
                factors[body.domain].mass /= *alpha;
            } else if (const double has = of.lowest(i).frequency;
                       std::abs(has / wanted - 1) > worth_telling) {
                unmatched.add(domain_name(plant, body.domain), wanted, has);
            }
            progress.report(1 - static_cast<double>(i) / static_cast<double>(bodies.bodies.size()),
                            "matching frequencies");
        }
        unmatched.report(log);
    }
    auto by_key = std::make_shared<FactorsByKey>();
    for (const DomainId domain : plant.domains.rows())
        for (const SegmentId segment : plant.domains.segments[domain])
            by_key->emplace(plant.segments.key[segment], factors[domain]);
    settings.factors = by_key;
    return log;
}

}  // namespace thigmo
