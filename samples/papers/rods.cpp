// Plants made of straight rods.
#include "samples/papers/rods.h"

#include <fmt/format.h>

#include <string>

#include "samples/parts.h"
#include "samples/trees.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/nursery.h"

namespace thigmo::papers {

SegmentId last_segment(const Plant& plant, DomainId domain) {
    return plant.domains.segments[domain].back();
}

DomainId add_rod(Plant& plant, DomainId parent, const Beam& beam, size_t segments,
                 const Vec3& direction) {
    Attachment attachment;
    Vec3 from = Vec3::Zero();
    if (parent.exists()) {
        attachment = {last_segment(plant, parent), 1};
        from = plant.segments.end[attachment.segment];
    }
    const DomainId domain = samples::add_domain(plant, parent, attachment,
                                                parent.exists() ? Kind::branch : Kind::trunk);
    Material wood = plant.materials[MaterialId(size_t{0})];
    wood.name = "rod";
    wood.young = beam.young;
    wood.shear = beam.shear();
    wood.density = beam.density;
    plant.domains.material[domain] = plant.materials.push_back(wood);
    const Vec3 way = direction.normalized() * beam.length / static_cast<double>(segments);
    for (size_t i = 0; i < segments; ++i)
        samples::add_segment(plant, from + static_cast<double>(i) * way,
                             from + static_cast<double>(i + 1) * way, beam.radius, beam.radius);
    return domain;
}

Plant rod(const Beam& beam, size_t segments, const Vec3& direction) {
    Plant plant;
    samples::start_plant(plant, "rod");
    add_rod(plant, DomainId::none(), beam, segments, direction);
    return plant;
}

Plant pendulum_rods(double length, std::span<const Vec3> directions) {
    Plant plant;
    samples::start_plant(plant, "pendulum");
    samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    Vec3 from = Vec3::Zero();
    for (const Vec3& direction : directions) {
        const Vec3 to = from + length * direction.normalized();
        samples::add_segment(plant, from, to, 0.01, 0.01);
        from = to;
    }
    const Column<SegmentId, Quat> frames = segment_frames(plant);
    Articulation stated;
    stated.mass = 1;
    stated.centre = Vec3(length / 2, 0, 0);
    // About the joint; one that never spins may have any inertia about its own axis.
    stated.inertia = Vec3::Constant(length * length / 3);
    stated.stiffness = Vec3::Constant(1e-14);  // N m; a zero would leave it to the material
    plant.articulations.resize(plant.segments.size(), stated);
    for (const SegmentId segment : plant.segments.rows())
        plant.articulations[segment].frame = frames[segment];
    return plant;
}

Plant pendulum_of_string(double length, std::span<const double> angles) {
    // About the joint; one that never spins may have any inertia about its own axis.
    const double inertia = length * length / 3;
    std::string text = fmt::format("B({},0.01,1000)", length);
    for (const double angle : angles)
        text += fmt::format("J(0,0,{},0,0,0,1e-14,1e-14,1e-14)B(1,0,{},0,0,{},0,{},{},{})", -angle,
                            length / 2, length / 2, inertia, inertia, inertia);
    return draw_string(text, "pendulum", {}).plant;
}

Plant plucked_cantilever(size_t segments) {
    Plant plant = samples::cantilever(segments);
    const Column<SegmentId, Quat> frames = segment_frames(plant);
    plant.articulations.resize(segments);
    double before = 0;
    for (const SegmentId segment : plant.segments.rows()) {
        const double middle = (segment.value + 0.5) / static_cast<double>(segments);
        const double slope = 1e-3 * mode_slope(1, middle);
        plant.articulations[segment].frame = frames[segment];
        plant.articulations[segment].initial = Vec3(0, slope - before, 0);
        before = slope;
    }
    return plant;
}

}  // namespace thigmo::papers
