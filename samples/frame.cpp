// The frame of a plant: nodes and carriers from base to tips, then its matrices, modes and sag.
#include "samples/frame.h"

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "samples/frame_blade.h"
#include "samples/frame_element.h"
#include "thigmo/base/error.h"
#include "thigmo/mechanics/lanczos.h"
#include "thigmo/plant/walk.h"

namespace thigmo::samples {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Triplets = std::vector<Eigen::Triplet<double>>;

/// The motion of a point over the degrees of freedom that move it.
struct Columns {
    std::vector<int> rows;
    Eigen::Matrix<double, 6, Eigen::Dynamic> matrix;
};

Columns columns(const FrameModel& model, const FramePoint& point) {
    const FrameCarrier& carrier = point.carrier;
    Columns found;
    const Eigen::Index own = carrier.node >= 0 ? 6 : 0;
    found.matrix.resize(6, own + 3 * static_cast<Eigen::Index>(carrier.stalks.size()));
    const int behind = 6 * static_cast<int>(model.nodes.size());
    for (int i = 0; i < own; ++i) found.rows.push_back(6 * carrier.node + i);
    if (own > 0)
        found.matrix.leftCols<6>() =
            carry(point.at - model.nodes[static_cast<size_t>(carrier.node)]);
    for (size_t k = 0; k < carrier.stalks.size(); ++k) {
        const int stalk = carrier.stalks[k];
        for (int i = 0; i < 3; ++i) found.rows.push_back(behind + 3 * stalk + i);
        found.matrix.middleCols<3>(own + 3 * static_cast<Eigen::Index>(k)) =
            carry(point.at - model.pivots[static_cast<size_t>(stalk)]).rightCols<3>();
    }
    return found;
}

FrameMotion motion(const FrameModel& model, const FramePoint& point, const Eigen::VectorXd& x) {
    const Columns found = columns(model, point);
    Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
    for (size_t i = 0; i < found.rows.size(); ++i)
        sum += x[found.rows[i]] * found.matrix.col(static_cast<Eigen::Index>(i));
    return {sum.head<3>(), sum.tail<3>()};
}

class Builder {
  public:
    Builder(const Plant& plant, const FrameSettings& settings)
        : plant_(plant),
          settings_(settings),
          frames_(segment_frames(plant)),
          attached_(plant.segments.size()),
          nodes_on_(plant.segments.size()),
          carriers_(plant.domains.size()) {
        require_plain();
        model_.clamped = settings.clamped;
        model_.start.resize(plant.segments.size());
        model_.end.resize(plant.segments.size());
        model_.blades.resize(plant.domains.size());
        for (const DomainId domain : plant.domains.rows()) {
            const Attachment& at = plant.domains.attachment[domain];
            if (plant.domains.parent[domain].exists() && at.segment.exists())
                attached_[at.segment].push_back(at.along);
        }
    }

    FrameModel build() {
        for (const DomainId domain : plant_.domains.rows()) {
            if (plant_.domains.kind[domain] == Kind::prop) continue;
            if (bends(domain))
                add_beam(domain);
            else
                add_rigid(domain);
            if (plant_.domains.shape[domain].exists()) add_blade_point(domain);
        }
        finish();
        return std::move(model_);
    }

  private:
    bool bends(DomainId domain) const {
        return plant_.domains.flexible[domain] != 0 && !is_blade(plant_, domain) &&
               !plant_.domains.segments[domain].empty();
    }

    void require_plain() const {
        for (const Articulation& stated : plant_.articulations)
            if (!stated.stiffness.isZero(0) || !stated.centre.isZero(0) ||
                !stated.inertia.isZero(0))
                throw InputError(
                    "frame: found a segment that states its joint's stiffness, its centre or its "
                    "inertia, expected moduli, density and mass only");
    }

    /// What carries the domain where it starts.
    FrameCarrier carrier_of(DomainId domain, const Vec3& start) {
        const DomainId parent = plant_.domains.parent[domain];
        if (!parent.exists()) return settings_.clamped ? FrameCarrier{} : new_node(start);
        const Attachment& at = plant_.domains.attachment[domain];
        if (!at.segment.exists() || nodes_on_[at.segment].empty()) return carriers_[parent];
        const std::vector<NodeOn>& nodes = nodes_on_[at.segment];
        return std::ranges::min_element(
                   nodes, {}, [&](const NodeOn& node) { return std::abs(node.along - at.along); })
            ->carrier;
    }

    FrameCarrier new_node(const Vec3& at) {
        model_.nodes.push_back(at);
        return {static_cast<int>(model_.nodes.size()) - 1, {}};
    }

    /// Shares of a segment at which its elements end, the last of them 1.
    std::vector<double> ends_on(SegmentId row) const {
        constexpr double nearest = 1e-3;  // what is attached nearer to a node sits on it by an arm
        std::vector<double> stops = attached_[row];
        stops.push_back(1);
        std::ranges::sort(stops);
        std::vector<double> ends;
        double before = 0;
        for (const double stop : stops) {
            if (stop < before + nearest || (stop < 1 && stop > 1 - nearest)) continue;
            const int count =
                std::max(1, static_cast<int>(std::ceil(settings_.pieces * (stop - before) - 1e-9)));
            for (int i = 1; i <= count; ++i) ends.push_back(before + (stop - before) * i / count);
            before = stop;
        }
        return ends;
    }

    void add_beam(DomainId domain) {
        const Rows<SegmentId> run = plant_.domains.segments[domain];
        const Vec3 start = plant_.segments.start[run.front()];
        FramePoint point{carrier_of(domain, start), start};
        carriers_[domain] = point.carrier;
        double whole = 0, before = 0;
        for (const SegmentId row : run) whole += length(plant_.segments, row);
        for (const SegmentId row : run) {
            const double share = length(plant_.segments, row) / whole;
            model_.start[row] = point;
            nodes_on_[row].push_back({0, point.carrier});
            double from = 0;
            for (const double to : ends_on(row)) {
                const FrameElement element =
                    element_on(domain, row, from, to, before / whole, share);
                const FramePoint next{new_node(element.end), element.end};
                elements_.push_back({point, next, element});
                nodes_on_[row].push_back({to, next.carrier});
                point = next;
                from = to;
            }
            model_.end[row] = point;
            before += share * whole;
        }
    }

    /// The part of a segment between two shares; the segment begins at `before` of its domain, of
    /// which it is a share.
    FrameElement element_on(DomainId domain, SegmentId row, double from, double to, double before,
                            double share) const {
        const Segments& rows = plant_.segments;
        const Material& material = plant_.materials[plant_.domains.material[domain]];
        const auto mix = [&](const auto& column_a, const auto& column_b, double x) {
            return std::decay_t<decltype(column_a[row])>((1 - x) * column_a[row] +
                                                         x * column_b[row]);
        };
        FrameElement element;
        element.start = mix(rows.start, rows.end, from);
        element.end = mix(rows.start, rows.end, to);
        element.axes =
            (Quat::FromTwoVectors(frames_[row] * Vec3::UnitX(), element.end - element.start) *
             frames_[row])
                .toRotationMatrix();
        element.start_radius = mix(rows.start_radius, rows.end_radius, from);
        element.end_radius = mix(rows.start_radius, rows.end_radius, to);
        const auto moduli = [&](double x) {
            return Vec3((1 + (material.tip_young - 1) * (before + x * share)) *
                        Vec3(material.shear, material.young, material.young));
        };
        element.start_moduli = moduli(from);
        element.end_moduli = moduli(to);
        element.start_density = density_at(material, before + from * share);
        element.end_density = density_at(material, before + to * share);
        if (!plant_.articulations.empty()) take_stated(row, material, element);
        return element;
    }

    void take_stated(SegmentId row, const Material& material, FrameElement& element) const {
        const Articulation& stated = plant_.articulations[row];
        const Vec3 young = stated.young.cwiseProduct(Vec3(material.shear / material.young, 1, 1));
        for (Vec3* moduli : {&element.start_moduli, &element.end_moduli})
            *moduli = (young.array() > 0).select(young, *moduli);
        double density = stated.density;
        if (stated.mass > 0) density = stated.mass / volume(plant_.segments, row);
        if (density > 0) element.start_density = element.end_density = density;
    }

    void add_rigid(DomainId domain) {
        const RigidDomain body = rigid_domain(plant_, domain);
        FrameCarrier carrier = carrier_of(domain, body.at);
        const bool swings = is_blade(plant_, domain) && !settings_.stalks.empty() &&
                            settings_.stalks[domain].maxCoeff() > 0;
        if (swings) {
            carrier.stalks.push_back(static_cast<int>(model_.pivots.size()));
            model_.pivots.push_back(body.at);
            stalks_.push_back(domain);
        }
        carriers_[domain] = carrier;
        bodies_.push_back({{carrier, body.at}, body});
        for (const SegmentId row : plant_.domains.segments[domain]) {
            model_.start[row] = {carrier, plant_.segments.start[row]};
            model_.end[row] = {carrier, plant_.segments.end[row]};
        }
    }

    void add_blade_point(DomainId domain) {
        model_.blades[domain] = {carriers_[domain], plant_.domains.placement[domain].position};
    }

    static void add(const std::vector<int>& rows, const Eigen::MatrixXd& all, Triplets& sum) {
        for (size_t i = 0; i < rows.size(); ++i)
            for (size_t j = 0; j < rows.size(); ++j)
                sum.emplace_back(rows[i], rows[j],
                                 all(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
    }

    /// Forces by an acceleration of everything, the ground too, along each axis.
    void add_weight(const std::vector<int>& rows, const Eigen::MatrixXd& forces) {
        for (size_t i = 0; i < rows.size(); ++i)
            model_.weights.row(rows[i]) += forces.row(static_cast<Eigen::Index>(i));
    }

    void finish() {
        Triplets stiffness, mass;
        const int behind = 6 * static_cast<int>(model_.nodes.size());
        const auto size = behind + 3 * static_cast<Eigen::Index>(stalks_.size());
        model_.weights = Eigen::MatrixXd::Zero(size, 3);
        for (const Element& element : elements_) add_element(element, stiffness, mass);
        for (const Body& body : bodies_) {
            const Columns to = columns(model_, body.point);
            const Mat6 own = rigid_mass(body.solid.mass, body.solid.first, body.solid.inertia);
            add(to.rows, to.matrix.transpose() * own * to.matrix, mass);
            add_weight(to.rows, to.matrix.transpose() * own.leftCols<3>());
        }
        for (size_t i = 0; i < stalks_.size(); ++i) {
            const Vec3 axis = blade_axis(plant_, stalks_[i]), &k = settings_.stalks[stalks_[i]];
            const Mat3 turn = Quat::FromTwoVectors(Vec3::UnitX(), axis).toRotationMatrix();
            const int first = behind + 3 * static_cast<int>(i);
            Mat3 own = Mat3::Zero();
            for (int j = 0; j < 3; ++j) own += k[j] * turn.col(j) * turn.col(j).transpose();
            add({first, first + 1, first + 2}, Eigen::MatrixXd(own), stiffness);
        }
        model_.stiffness.resize(size, size);
        model_.mass.resize(size, size);
        model_.stiffness.setFromTriplets(stiffness.begin(), stiffness.end());
        model_.mass.setFromTriplets(mass.begin(), mass.end());
    }

    struct NodeOn {
        double along;
        FrameCarrier carrier;
    };
    struct Element {
        FramePoint start, end;
        FrameElement element;
    };
    struct Body {
        FramePoint point;
        RigidDomain solid;
    };

    void add_element(const Element& element, Triplets& stiffness, Triplets& mass) {
        const ElementMatrices own = element_matrices(element.element, settings_.shear);
        const Columns a = columns(model_, element.start), b = columns(model_, element.end);
        std::vector<int> rows = a.rows;
        rows.insert(rows.end(), b.rows.begin(), b.rows.end());
        Eigen::MatrixXd T = Eigen::MatrixXd::Zero(12, static_cast<Eigen::Index>(rows.size()));
        T.topLeftCorner(6, a.matrix.cols()) = a.matrix;
        T.bottomRightCorner(6, b.matrix.cols()) = b.matrix;
        add(rows, T.transpose() * own.stiffness * T, stiffness);
        add(rows, T.transpose() * own.mass * T, mass);
        add_weight(rows, T.transpose() * (own.mass.leftCols<3>() + own.mass.middleCols<3>(6)));
    }

    const Plant& plant_;
    const FrameSettings& settings_;
    Column<SegmentId, Quat> frames_;
    Column<SegmentId, std::vector<double>> attached_;  // shares at which children sit
    Column<SegmentId, std::vector<NodeOn>> nodes_on_;  // of those that bend
    Column<DomainId, FrameCarrier> carriers_;
    std::vector<Element> elements_;
    std::vector<Body> bodies_;
    std::vector<DomainId> stalks_;
    FrameModel model_;
};

/// Lowest pairs of K x = λ M x by Lanczos' method on L⁻¹ M L⁻ᵀ, L Lᵀ = K + σM.
class ShiftedPairs {
  public:
    ShiftedPairs(const FrameModel& model, double shift) : model_(model), shift_(shift) {
        const Sparse shifted = model.stiffness + shift * model.mass;
        factor_.compute(shifted);
        if (factor_.info() != Eigen::Success)
            throw InputError(
                "frame: found a plant whose stiffness is not positive, expected one that is held");
    }

    struct Pairs {
        Eigen::VectorXd values;  // λ, ascending
        Eigen::MatrixXd vectors;
    };
    Pairs lowest(Eigen::Index count) const {
        const Eigen::Index rows = model_.mass.rows(), wanted = std::min(count, rows - 1);
        const Eigen::Index basis = std::min(rows, 3 * wanted + 30);
        const EigenPairs found =
            largest_pairs(rows, wanted, basis, 1e-12,
                          [this](const double* in, double* out) { product(in, out); });
        if (found.values.size() == 0)
            throw InputError("frame: found no modes, expected Lanczos' method to converge");
        Pairs pairs{(found.values.cwiseInverse().array() - shift_).matrix(), {}};
        pairs.vectors.resize(rows, wanted);
        for (Eigen::Index i = 0; i < wanted; ++i) {
            Eigen::VectorXd x = back(found.vectors.col(i));
            pairs.vectors.col(i) = x / std::sqrt(x.dot(model_.mass * x));
        }
        return pairs;
    }

    /// How many eigenvalues lie below λ: the negative pivots of K − λM.
    Eigen::Index count_below(double lambda) const {
        const Sparse shifted = model_.stiffness - lambda * model_.mass;
        const Eigen::SimplicialLDLT<Sparse> factor(shifted);
        return (factor.vectorD().array() < 0).count();
    }

  private:
    Eigen::VectorXd back(const Eigen::VectorXd& x) const {
        Eigen::VectorXd u = x;
        factor_.matrixU().solveInPlace(u);
        return factor_.permutationPinv() * u;
    }

    void product(const double* in, double* out) const {
        const Eigen::Index rows = model_.mass.rows();
        Eigen::VectorXd u = back(Eigen::Map<const Eigen::VectorXd>(in, rows));
        u = factor_.permutationP() * Eigen::VectorXd(model_.mass * u);
        factor_.matrixL().solveInPlace(u);
        Eigen::Map<Eigen::VectorXd>(out, rows) = u;
    }

    const FrameModel& model_;
    double shift_;
    Eigen::SimplicialLLT<Sparse> factor_;
};

FrameMode make_mode(const FrameModel& model, double lambda, const Eigen::VectorXd& x) {
    FrameMode mode;
    mode.frequency = std::sqrt(std::max(0.0, lambda)) / (2 * std::numbers::pi);
    for (const SegmentId row : model.start.rows()) {
        mode.start.push_back(motion(model, model.start[row], x));
        mode.end.push_back(motion(model, model.end[row], x));
    }
    for (const FramePoint& point : model.blades) mode.blades.push_back(motion(model, point, x));
    mode.drive = model.weights.transpose() * x;
    return mode;
}

/// Lanczos' method finds equal frequencies one after another, by rounding alone; so they are
/// counted.
ShiftedPairs::Pairs all_lowest(const FrameModel& model, size_t count) {
    // A free plant's K is singular: shifted by what is small beside its lowest frequencies.
    double shift = 0;
    if (!model.clamped) {
        const double stiff = model.stiffness.diagonal().maxCoeff();
        shift = 1e-9 * stiff / model.mass.diagonal().maxCoeff();
    }
    const ShiftedPairs pairs(model, shift);
    const auto wanted = static_cast<Eigen::Index>(count);
    for (Eigen::Index more = wanted + 2;; more *= 2) {
        ShiftedPairs::Pairs found = pairs.lowest(more);
        if (found.values.size() < more || more > 16 * wanted) return found;
        const double last = found.values[wanted - 1] * (1 + 1e-9);
        const Eigen::Index known = (found.values.array() < last).count();
        if (pairs.count_below(last) == known) return found;
    }
}

FrameModes modes_of(const FrameModel& model, size_t count) {
    const size_t rigid = model.clamped ? 0 : 6;
    const ShiftedPairs::Pairs found = all_lowest(model, count + rigid);
    FrameModes modes;
    for (size_t i = rigid; i < static_cast<size_t>(found.values.size()); ++i) {
        if (modes.modes.size() == count) break;
        const auto k = static_cast<Eigen::Index>(i);
        modes.modes.push_back(make_mode(model, found.values[k], found.vectors.col(k)));
    }
    return modes;
}

/// Greatest change among the first six.
double change(const FrameModes& coarse, const FrameModes& fine) {
    double most = 0;
    for (size_t i = 0; i < std::min<size_t>(6, coarse.modes.size()); ++i)
        most =
            std::max(most, std::abs(std::log(fine.modes[i].frequency / coarse.modes[i].frequency)));
    return most;
}

}  // namespace

FrameModel build_frame(const Plant& plant, const FrameSettings& settings) {
    return Builder(plant, settings).build();
}

FrameModes find_frame_modes(const Plant& plant, const FrameSettings& settings, size_t count) {
    FrameSettings own = settings;
    FrameModes found = modes_of(build_frame(plant, own), count);
    found.pieces = own.pieces;
    constexpr int most = 64;
    while (settings.settled > 0 && own.pieces < most) {
        own.pieces *= 2;
        FrameModes finer = modes_of(build_frame(plant, own), count);
        finer.pieces = own.pieces;
        const double changed = change(found, finer);
        found = std::move(finer);
        if (changed < settings.settled) break;
    }
    return found;
}

Column<SegmentId, Vec3> frame_sag(const Plant& plant, const FrameSettings& settings,
                                  const Vec3& gravity) {
    const FrameModel model = build_frame(plant, settings);
    const Eigen::SimplicialLDLT<Sparse> factor(model.stiffness);
    if (factor.info() != Eigen::Success)
        throw InputError("frame: found a plant that nothing holds, expected clamped roots");
    const Eigen::VectorXd x = factor.solve(model.weights * gravity);
    Column<SegmentId, Vec3> sag;
    for (const FramePoint& point : model.end) sag.push_back(motion(model, point, x).displacement);
    return sag;
}

}  // namespace thigmo::samples
