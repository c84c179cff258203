// The branches of a bare .plant: rest curve, frequency and lean of each, as rows of the texture
// that the vertex function reads. A pack has these from the material; here frequencies are those of
// measured trees, 2.55 L^-0.59 Hz [Coder2000], and the mode's shape is taken as (x/L)².
import { MathUtils, Quaternion, Vector3 } from 'three';
import { NONE, type PlantTables, point } from './plant_file';
import { exposure, isFoliage, lumps } from './plant_loads';

export interface Branch {
  domain: number;
  parent: number; // row, -1: on the ground
  along: number; // of the parent's length
  order: number;
  length: number; // m
  taper: number;
  curve: RestCurve;
  chord: Vector3; // direction from base to tip
  modalMass: number; // kg, of a body at the tip
  modalDrag: number; // kg/m
  leafy: boolean;
  frequency: number; // Hz
  lean: number; // m per (m/s)²
  borne: Vector3; // how those that bear it turn towards a wind, (m/s)⁻²
}

/** base + c1 x + c2 x² + c3 x³, with x the share of the length. */
interface RestCurve {
  base: Vector3;
  c1: Vector3;
  c2: Vector3;
  c3: Vector3;
}

/** On which branch a domain sits, and how far along; a branch rides on itself. */
export interface Ride {
  branch: number; // -1: on the ground
  along: number;
}

export interface BranchTable {
  branches: Branch[];
  rides: Ride[]; // by domain
  texels: Float32Array<ArrayBuffer>;
  vogel: number;
}

export const TEXELS = 10;
const LEAST_TAPER = 0.05;
const DAMPING = { wood: 0.08, perSpeed: 0.02 }; // ratios of a leafy twig, in a calm and per m/s
const WAVES = { own: 40, across: 8 }; // of the motion texture, see sim/beam/motion_texture.cpp

export function isBranch(plant: PlantTables, domain: number): boolean {
  return plant.domains.flexible[domain] !== 0 && plant.domains.segmentCount[domain] > 0;
}

/** Lengths of a domain's segments, and of all. */
export function lengths(plant: PlantTables, domain: number): { pieces: number[]; whole: number } {
  const first = plant.domains.firstSegment[domain];
  const pieces = Array.from({ length: plant.domains.segmentCount[domain] }, (_, i) =>
    point(plant.segments.start, first + i).distanceTo(point(plant.segments.end, first + i)),
  );
  return { pieces, whole: Math.max(pieces.reduce((a, b) => a + b, 0), 1e-9) };
}

function rideOf(plant: PlantTables, domain: number, rides: Ride[]): Ride {
  const parent = plant.domains.parent[domain];
  if (parent === NONE) return { branch: -1, along: 0 };
  if (!isBranch(plant, parent)) return rides[parent];
  const { pieces, whole } = lengths(plant, parent);
  const at = plant.domains.attachmentSegment[domain] - plant.domains.firstSegment[parent];
  if (!(at >= 0 && at < pieces.length)) return { branch: rides[parent].branch, along: 0 };
  const before = pieces.slice(0, at).reduce((a, b) => a + b, 0);
  const along = (before + plant.domains.attachmentAlong[domain] * pieces[at]) / whole;
  return { branch: rides[parent].branch, along: MathUtils.clamp(along, 0, 1) };
}

export function buildBranches(plant: PlantTables): BranchTable {
  const branches: Branch[] = [];
  const rides: Ride[] = [];
  for (let domain = 0; domain < plant.domains.count; ++domain) {
    const ride = rideOf(plant, domain, rides);
    if (!isBranch(plant, domain)) {
      rides.push(ride);
      continue;
    }
    rides.push({ branch: branches.length, along: 0 });
    branches.push(makeBranch(plant, domain, ride, branches));
  }
  const vogel = hang(plant, branches, rides);
  const height = Math.max(1, Math.ceil((TEXELS * branches.length) / 1024));
  const texels = new Float32Array(4 * 1024 * height);
  branches.forEach((branch, row) => {
    setMode(branch, branches[branch.parent]);
    texels.set(rowOf(branch, plant.domains.key[branch.domain]), 4 * TEXELS * row);
  });
  return { branches, rides, texels, vogel };
}

function makeBranch(plant: PlantTables, domain: number, ride: Ride, before: readonly Branch[]): Branch {
  const { domains, segments } = plant;
  const first = domains.firstSegment[domain];
  const last = first + domains.segmentCount[domain] - 1;
  const curve = fitCurve(plant, domain, point(segments.start, first));
  return {
    domain,
    parent: ride.branch,
    along: ride.along,
    order: ride.branch < 0 ? 0 : before[ride.branch].order + 1,
    length: lengths(plant, domain).whole,
    taper: MathUtils.clamp(segments.endRadius[last] / segments.startRadius[first] || 1, LEAST_TAPER, 1),
    curve,
    chord: curve.c1.clone().add(curve.c2).add(curve.c3).normalize(),
    modalMass: 0,
    modalDrag: 0,
    leafy: false,
    frequency: 1,
    lean: 0,
    borne: new Vector3(),
  };
}

/** parent: whose mode is set already; none on the ground. */
function setMode(branch: Branch, parent: Branch | undefined): void {
  const leafless = 2.5; // [Habel2009] 5.4
  branch.frequency = 2.55 * branch.length ** -0.59 * (branch.leafy ? 1 : leafless);
  const omega = 2 * Math.PI * branch.frequency;
  branch.lean = branch.modalMass > 0 ? branch.modalDrag / (branch.modalMass * omega * omega) : 0;
  if (!parent) return;
  const slope = (parent.lean * beamSlope(parent.taper, branch.along)) / (parent.length * tipDeflection(parent.taper));
  branch.borne.copy(parent.borne).addScaledVector(parent.chord, slope);
}

/** Adds every lump to the branch that it sits on and to all that carry that one. */
function hang(plant: PlantTables, branches: Branch[], rides: Ride[]): number {
  let sum = 0;
  let drag = 0;
  for (const lump of lumps(plant)) {
    const leafy = isFoliage(plant.domains.kind[lump.domain]);
    sum += lump.drag * (plant.materials[plant.domains.material[lump.domain]]?.vogel ?? 0);
    drag += lump.drag;
    for (let row = rides[lump.domain].branch; row >= 0; row = branches[row].parent) {
      const branch = branches[row];
      const share = Math.min(1, lump.at.distanceTo(branch.curve.base) / branch.length) ** 2;
      branch.modalMass += lump.mass * share * share;
      branch.modalDrag += lump.drag * share * exposure(lump.at.y);
      branch.leafy ||= leafy;
    }
  }
  return drag > 0 ? sum / drag : 0;
}

/** A point of a domain's centreline at a share of its length. */
function pointAlong(plant: PlantTables, domain: number, pieces: number[], whole: number, x: number): Vector3 {
  const first = plant.domains.firstSegment[domain];
  let left = x * whole;
  for (let i = 0; i < pieces.length; ++i) {
    if (left <= pieces[i] || i + 1 === pieces.length)
      return point(plant.segments.start, first + i).lerp(point(plant.segments.end, first + i), left / Math.max(pieces[i], 1e-12));
    left -= pieces[i];
  }
  return point(plant.segments.end, first + pieces.length - 1);
}

/** Through the tip, by least squares. */
function fitCurve(plant: PlantTables, domain: number, base: Vector3): RestCurve {
  const { pieces, whole } = lengths(plant, domain);
  const chord = pointAlong(plant, domain, pieces, whole, 1).sub(base);
  if (pieces.length === 1) return { base, c1: chord, c2: new Vector3(), c3: new Vector3() };
  let [aa, ab, bb] = [0, 0, 0];
  const [ra, rb] = [new Vector3(), new Vector3()];
  for (let i = 1; i <= 16; ++i) {
    const x = i / 17;
    const [a, b] = [x * x - x, x * x * x - x];
    const bent = pointAlong(plant, domain, pieces, whole, x).sub(base).addScaledVector(chord, -x);
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ra.addScaledVector(bent, a);
    rb.addScaledVector(bent, b);
  }
  const det = aa * bb - ab * ab;
  const c2 = ra.clone().multiplyScalar(bb / det).addScaledVector(rb, -ab / det);
  const c3 = rb.clone().multiplyScalar(aa / det).addScaledVector(ra, -ab / det);
  return { base, c1: chord.sub(c2).sub(c3), c2, c3 };
}

/** Deflection of a beam's tip in its own unit: u(1) = (2/π) ∫ (1−s)³/q⁴ ds, q = 1 + (a−1)s. */
export function tipDeflection(taper: number): number {
  const steps = 64;
  let sum = 0;
  for (let i = 0; i < steps; ++i)
    for (const at of [0.21132486540518712, 0.7886751345948129]) {
      const s = (i + at) / steps;
      sum += (1 - s) ** 3 / (1 + (taper - 1) * s) ** 4;
    }
  return (2 / Math.PI) * (sum / (2 * steps));
}

/** Its slope at x; see mechanics/tapered_beam.h. */
function beamSlope(taper: number, x: number): number {
  const d = taper - 1;
  const q = 1 + d * x;
  return (2 * x * (3 - 3 * x + x * x + d * x * (3 - x) + d * d * x * x)) / (3 * Math.PI * q * q * q);
}

/** The texels of a branch, as docs/shader_pack.md names them. */
function rowOf(branch: Branch, key: bigint): number[] {
  const { base, c1, c2, c3 } = branch.curve;
  const frame = new Quaternion().setFromUnitVectors(new Vector3(1, 0, 0), branch.chord);
  const random = drawn(key);
  return [
    ...base, branch.parent,
    ...c1, branch.along,
    ...c2, branch.taper,
    ...c3, branch.length,
    ...frame,
    branch.frequency, branch.lean / (branch.length * tipDeflection(branch.taper)), 0, branch.order,
    random(), random(), 1 / WAVES.own, (0.4 + 0.2 * random()) / WAVES.across / WAVES.own,
    ...branch.borne, 1,
    1, 1, 1, 1,
    branch.frequency, DAMPING.wood, DAMPING.perSpeed, 1,
  ];
}

/** Numbers from 0 to 1, others for every key. */
function drawn(key: bigint): () => number {
  let state = Number(BigInt.asUintN(32, key ^ (key >> 32n)));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
