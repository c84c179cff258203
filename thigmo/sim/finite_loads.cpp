// Every number of a step's loads.
#include "thigmo/sim/finite_loads.h"

#include <cmath>

namespace thigmo {

bool is_finite(const Load& load) {
    return load.point.allFinite() && load.velocity.allFinite() && load.force.allFinite() &&
           load.torque.allFinite() && load.stiffness.allFinite() && load.damping.allFinite();
}

bool is_finite(const BaseDrive& drive) {
    return drive.acceleration.allFinite() && drive.angular_acceleration.allFinite() &&
           drive.force.allFinite() && std::isfinite(drive.friction);
}

namespace {

StepReport failure(DomainId domain, const char* what) {
    StepReport report;
    report.status = StepReport::Status::failed;
    report.message = what;
    report.domain = domain;
    return report;
}

}  // namespace

StepReport check_finite(const Loads& loads, const std::function<DomainId(const Load&)>& domain_of) {
    for (const Load& load : loads.points)
        if (!is_finite(load)) return failure(domain_of(load), "its load is not finite");
    for (const AirSample& sample : loads.air)
        if (!sample.wind.allFinite()) return failure(DomainId::none(), "its wind is not finite");
    if (!loads.gravity.allFinite() || !is_finite(loads.base))
        return failure(DomainId::none(), "gravity or its base is not finite");
    return {};
}

}  // namespace thigmo
