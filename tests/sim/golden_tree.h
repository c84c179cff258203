// Five bodies on revolute joints in space, branching: inputs and results of a Lagrangian
// computation with 50 digits that knows no recursion (figures made for the validation of
// [Garcia2023] chapter 4; gravity −9.81 along y).
#pragma once

#include <array>

#include "thigmo/base/vector.h"

namespace thigmo {

struct GoldenBody {
    int parent;
    Vec3 axis;      // of the joint, in its frame
    Vec3 place;     // of the joint in the parent's frame
    Vec3 pre_axis;  // the joint's frame is turned about this …
    double pre_angle;
    double mass;
    Vec3 centre;
    Vec3 inertia;  // diagonal, about the centre
};

using Golden5 = Eigen::Matrix<double, 5, 1>;

inline const std::array<GoldenBody, 5> golden_bodies = {{
    {-1, {0, 0, 1}, {0, 0, 0}, {1, 0, 0}, 0.2, 2.0, {0, 0.5, 0}, {0.17, 0.004, 0.17}},
    {0, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, 0.6, 0.5, {0, 0.3, 0.01}, {0.015, 0.0003, 0.015}},
    {0, {0, 0, 1}, {0, 0.7, 0}, {0, 0, 1}, -0.9, 0.4, {0.02, 0.25, 0}, {0.0085, 0.0002, 0.0086}},
    {2, {0, 1, 0}, {0, 0.5, 0}, {1, 0, 0}, 0.3, 0.1, {0.05, 0.1, 0}, {0.0004, 0.0002, 0.0005}},
    {1, {0, 0, 1}, {0, 0.6, 0}, {0, 1, 0}, 0.5, 0.2, {0, 0.2, 0}, {0.0027, 0.0001, 0.0027}},
}};
inline const Golden5 golden_q{0.3, -0.4, 0.25, 0.7, -0.6};
inline const Golden5 golden_qd{0.5, -1.2, 2.0, -0.7, 1.5};
inline const Golden5 golden_k{60.0, 8.0, 5.0, 0.5, 1.2};
inline const Golden5 golden_b{0.3, 0.04, 0.02, 0.002, 0.005};
inline const double golden_dt = 1.0 / 60;

inline const Golden5 golden_gravity_only{4.399201423255586, -1.252455909422625, -18.21766089369495,
                                         -3.711603084069498, -14.03964533178147};
inline const Golden5 golden_springs{-7.158006293651046, 12.26316572662152, 12.90934758713875,
                                    -833.779879354079, 102.982851344687};
/// (M + dt b + dt² k) q̈ = −Coriolis − gravity − k (q + dt q̇) − b q̇.
inline const Golden5 golden_implicit{-6.733735537500096, 13.62982584057685, 1.640675129127715,
                                     -558.7737759435251, 92.19127903010327};
inline const Eigen::Matrix<double, 5, 5> golden_mass{
    {2.483454704342608, 0.07728724374287669, 0.1553848864920938, 0.003367471865935512,
     0.06379783229243261},
    {0.07728724374287669, 0.1797633806897535, 0, 0, 0.01462634058404026},
    {0.1553848864920938, 0, 0.07095103584858175, 0.002051250642870967, 0},
    {0.003367471865935512, 0, 0.002051250642870967, 0.00045, 0},
    {0.06379783229243261, 0.01462634058404026, 0, 0, 0.0107}};
inline const Golden5 golden_coriolis{0.06555857803041271, -0.107288174115018, -0.01933480231227504,
                                     -0.003721322071949785, -0.04381298919549091};
inline const Golden5 golden_gravity_gradient{-7.155030355412844, 0.1977803641862909,
                                             0.6359407278619842, 0.02794634505418145,
                                             -0.06830347367822889};
inline const double golden_kinetic = 0.720394429197935;
inline const double golden_potential = 22.28433083878281;

}  // namespace thigmo
