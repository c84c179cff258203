// What bodies must be to move, refused with the domain that is not.
#include <fmt/format.h>

#include "thigmo/base/error.h"
#include "thigmo/plant/names.h"
#include "thigmo/sim/articulated/bodies_parts.h"
#include "thigmo/sim/movable.h"

namespace thigmo {

void require_sound(const Plant& plant, const Bodies& bodies) {
    for (const BodyId body : bodies.rows()) {
        const DomainId domain = bodies.domain[body];
        require_positive(plant, domain, "mass of a body", bodies.mass[body], " kg");
        for (const double k : bodies.stiffness[body])
            require_positive(plant, domain, "stiffness of a joint", k, " N m");
        // What is left about the centre of mass cannot be negative.
        const Vec3& c = bodies.centre[body];
        const Vec3 about_joint = bodies.inertia[body].diagonal();
        const Vec3 least = bodies.mass[body] * (Vec3::Constant(c.squaredNorm()) - c.cwiseAbs2());
        for (int i = 0; i < 3; ++i)
            if (!(about_joint[i] > 0) || !(about_joint[i] >= (1 - 1e-9) * least[i]))
                throw InputError(
                    fmt::format("{}: found inertia {:g} kg m² about its joint, expected at least "
                                "{:g} of its mass at "
                                "its centre, and more than 0",
                                domain_name(plant, domain), about_joint[i], least[i]));
    }
}

}  // namespace thigmo
