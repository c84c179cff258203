// How well authoring finds the skeleton behind a mesh: held against plants that were taken apart,
// and against splines that a generator wrote beside its mesh.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "samples/soups.h"
#include "thigmo/authoring/author.h"

namespace thigmo::samples {

/// How many of how many.
struct Share {
    size_t right = 0, all = 0;
    double percent() const {
        return all == 0 ? 100 : 100 * static_cast<double>(right) / static_cast<double>(all);
    }
    Share& operator+=(const Share& other) {
        right += other.right;
        all += other.all;
        return *this;
    }
};

struct SkeletonScore {
    Share parents;  // branches that grow from the right one
    Share orders;
    Share leaves;         // on the right branch, directly or on other leaves
    size_t left_out = 0;  // branches whose true parent is ambiguous
    size_t afloat = 0;    // leaves farther from their branch's skin than a tenth of their size
    size_t buried = 0;    // leaves that begin inside the wood of another branch
    double off = 0;       // rms distance of true points from the found centreline, in radii
};

/// Of a plant taken apart. A found domain stands for the true one that most of its triangles are
/// of.
SkeletonScore score(const Plant& plant, const LooseSoup& loose, const AuthoredPlant& found);

/// A branch as a generator draws it.
struct Spline {
    std::vector<Vec3> points;
    std::vector<double> radii;
};

/// `spline,point,x,y,z,radius_m` with a header and Z up.
std::vector<Spline> read_splines(std::string_view text, const std::string& source);

/// The true parent of a spline is the other one that passes nearest to its first point; those where
/// the second nearest is within half a radius are left out.
SkeletonScore score(const std::vector<Spline>& splines, const Plant& found);

}  // namespace thigmo::samples
