// Edits of a plant: functions that return the new plant and where the old rows went. Keys survive;
// rows that an edit makes get keys of their own, the same ones every time. Volumes go with their
// domains; a domain that is split or joined has none after it, since its voxels do not tell which
// part they belong to.
#pragma once

#include "thigmo/plant/plant.h"

namespace thigmo {

/// For every old row its new one, or none where it is gone.
struct Remap {
    Column<DomainId, DomainId> domains;
    Column<SegmentId, SegmentId> segments;
};

struct Edit {
    Plant plant;
    Remap remap;
};

/// The domain and its descendants as a plant of their own; orders count from its root.
Edit take_subtree(const Plant& plant, DomainId root);

/// The plant without the domain and its descendants. Without its only root nothing is left, which
/// `check` refuses.
Edit remove_subtree(const Plant& plant, DomainId root);

/// The domain ends before `segment`; the rest becomes a child of the same order, behind the
/// children that stay, and takes those that sit on it. Where the material varies along the domain
/// both parts get materials that keep every segment's values. InputError when the segment is the
/// domain's first, or the domain has a shape, which cannot be cut here.
Edit split_domain(const Plant& plant, SegmentId segment);

/// Undoes a split: the parent takes over the segments and children of `child`, whose row becomes
/// the parent's. InputError unless the child goes on from the parent's tip with the same order,
/// kind, look and course of the material, and neither has a shape.
Edit join_domains(const Plant& plant, DomainId child);

/// Both plants in one, a's rows first. The remap is that of b's rows. Tables' rows that are equal
/// are shared; keys of b that a has too are renewed.
Edit append_plant(const Plant& a, const Plant& b);

/// The plant without shapes, materials, looks and textures that nothing uses; rows of domains and
/// segments stay where they are.
Plant drop_unused(const Plant& plant);

}  // namespace thigmo
