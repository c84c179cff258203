// What the bricks of a rod are: as thick, as stiff and as heavy as its wood.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "thigmo/mechanics/sweep.h"
#include "thigmo/plant/plant.h"
#include "thigmo/sim/centreline.h"

namespace thigmo {

/// A run of a domain's segments, and where bricks of it end: shares of its length, 0 … 1.
struct Rod {
    const Plant& plant;
    DomainId domain;
    Rows<SegmentId> run;
    const Centreline& line;
    const std::vector<double>& ends;
    /// By how much the wood is made stiffer so that it stands, at a share of the length.
    std::function<double(double)> stiffer;
};

/// What a segment states of its wood, else what the domain's material is at a share of its length.
SolidMaterial wood_there(const Plant& plant, DomainId domain, SegmentId segment, double along);

void make_stiffer(double factor, SolidMaterial& material);

/// Where the rod passes and how thick it is, at the ends and in the middles of bricks.
std::vector<SweptSection> round_sections(const Rod& rod);

/// The material with which every brick between these sections bends and weighs as the wood does.
std::vector<SolidMaterial> wood_materials(const Rod& rod, std::span<const SweptSection> sections);

/// Mends the materials of a mesh that leans where the rod is crooked (brick_tuning.h), by as much
/// whether the wood is made stiffer or not.
void tune_wood(const Rod& rod, std::span<const SweptSection> sections, SolidMesh& mesh);

}  // namespace thigmo
