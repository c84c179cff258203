// A plant in the wind, frame by frame.
#include "samples/papers/moved_plant.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "thigmo/air/wind.h"
#include "thigmo/base/parallel.h"
#include "thigmo/plant/shape_binding.h"
#include "thigmo/scene/step.h"

namespace thigmo::papers {
namespace {

template <class Values>
size_t bytes(const Values& values) {
    return std::as_bytes(std::span(values)).size();
}

bool alike(const Rigid& a, const Rigid& b) {
    return a.rotation.coeffs() == b.rotation.coeffs() && a.translation == b.translation;
}

size_t bytes(const BodyIntegrals& body) {
    return sizeof(body) + bytes(body.of_modes.all()) + bytes(body.of_pairs);
}

size_t bytes(const Eigen::MatrixXd& matrix) {
    return static_cast<size_t>(matrix.size()) * sizeof(double);
}

size_t bytes(const ReducedModel& model) {
    return sizeof(model) + bytes(model.elastic.coefficients) + bytes(model.stress.product) +
           bytes(model.body) + bytes(model.shapes) +
           bytes(std::span(model.sway.data(), size_t(model.size)));
}

size_t bytes(const ReducedBodies& all) {
    std::set<const ReducedModel*> models;
    size_t sum = 0;
    for (const ReducedBody& body : all.bodies) {
        sum += sizeof(body) + bytes(body.integrals) + bytes(body.stiffness) +
               bytes(body.stress_stiffness);
        for (const MovingFace& face : body.stations)
            sum += sizeof(face) + bytes(face.of_modes.all());
        if (body.model && models.insert(body.model.get()).second) sum += bytes(*body.model);
    }
    return sum;
}

}  // namespace

ReducedCounts count_reduced(const Plant& plant, const ReducedSettings& settings, Progress& progress,
                            int runs) {
    ReducedBodies bodies;
    ReducedCounts counts;
    counts.made = best_of(runs, [&] {
        ModelStore empty;
        bodies = build_reduced_bodies(plant, settings, empty, progress);
    });
    for (const ReducedBody& body : bodies.bodies)
        if (body.model) settings.models->add(body.key, body.model);
    counts.triangles = skin_size(plant).triangles + shapes_size(plant).triangles;
    counts.domains = plant.domains.size();
    for (const DomainId domain : plant.domains.rows())
        counts.flexible += pieces_of(plant, bodies.solids, domain).empty() ? 0 : 1;
    for (const ReducedBody& body : bodies.bodies)
        counts.coordinates += static_cast<uint64_t>(body.size);
    counts.megabytes = static_cast<double>(bytes(bodies)) / 1e6;
    return counts;
}

MovedPlant::MovedPlant(Plant plant, const SimulatorSettings& settings, const char* wind)
    : skin_(build_skin(plant)), now_(skin_.mesh) {
    for (const DomainId domain : plant.domains.rows()) {
        first_.push_back(rest_leaves_.size());
        if (!plant.domains.shape[domain].exists()) continue;
        const size_t count = plant.shapes[plant.domains.shape[domain]].mesh.positions.size();
        std::vector<Vec3f> normals(count);
        rest_leaves_.resize(rest_leaves_.size() + count);
        place_shape(plant, domain, {}, std::span(rest_leaves_).last(count), normals);
    }
    first_.push_back(rest_leaves_.size());
    leaves_ = rest_leaves_;
    scene_.make = make_simulator;
    if (*wind != 0) scene_.air = make_air(parse_wind(wind));
    add_plant(scene_, "plant", make_part(std::move(plant)), settings, {});
}

/// The leaves of a twig, one after another, move as it does.
void MovedPlant::place_leaves(const Pose& pose) {
    parallel_chunks(pose.shapes.size(), 1024, [&](size_t begin, size_t end) {
        const Rigid* before = nullptr;
        Motion34 motion;
        for (size_t i = begin; i < end; ++i) {
            if (first_[i] == first_[i + 1]) continue;
            const Rigid& own = pose.shapes[DomainId(i)];
            if (!before || !alike(own, *before)) motion = motion34(own);
            before = &own;
            for (size_t k = first_[i]; k < first_[i + 1]; ++k)
                leaves_[k] = motion.matrix * rest_leaves_[k] + motion.offset;
        }
    });
}

bool MovedPlant::frame() {
    const StepReport report = step(scene_);
    recursions_ += report.recursions;
    const Pose& pose = pose_now(scene_.actors[0]);
    pose_skin(skin_, pose, now_);
    place_leaves(pose);
    return report.status == StepReport::Status::advanced;
}

Spent MovedPlant::mean_frame(int frames) {
    const Stopwatch watch;
    for (int i = 0; i < frames; ++i)
        if (!frame()) return {NAN, NAN};
    const Spent all = watch.spent();
    return {all.work / frames, all.wall / frames};
}

}  // namespace thigmo::papers
