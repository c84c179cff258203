// Surfaces of a bare .plant: tapered tubes along branches, and placed shapes, one mesh per look.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  FrontSide,
  MeshStandardMaterial,
  Quaternion,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
  Vector3,
} from 'three';
import { ATTRIBUTES, type Surface } from './beam_plant';
import { FileError } from './errors';
import { type BranchTable, isBranch, lengths } from './plant_branches';
import { type LookRow, type PlantTables, point, type ShapeRow } from './plant_file';
import { Leaves } from './plant_leaves';
import { isFoliage } from './plant_loads';

const DRAWN_LIMIT = 20_000_000; // vertices

/** A mesh that grows. */
class Pile {
  positions: number[] = [];
  normals: number[] = [];
  uvs: number[] = [];
  indices: number[] = [];
  branchLeaf: number[] = [];
  along: number[] = [];

  get count(): number {
    return this.positions.length / 3;
  }
  add(position: Vector3, normal: Vector3, u: number, v: number, ride: VertexRide): void {
    this.positions.push(position.x, position.y, position.z);
    this.normals.push(normal.x, normal.y, normal.z);
    this.uvs.push(u, v);
    this.branchLeaf.push(ride.branch, ride.leaf);
    this.along.push(ride.along, ...ride.ancestors);
  }
  geometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    const set = (name: string, values: number[], size: number) =>
      geometry.setAttribute(name, new BufferAttribute(new Float32Array(values), size));
    set('position', this.positions, 3);
    set('normal', this.normals, 3);
    set('uv', this.uvs, 2);
    set(ATTRIBUTES.branchLeaf, this.branchLeaf, 2);
    set(ATTRIBUTES.along, this.along, 4);
    geometry.setAttribute(ATTRIBUTES.weights, new BufferAttribute(new Float32Array(2 * this.count).fill(1), 2));
    geometry.setIndex(new BufferAttribute(new Uint32Array(this.indices), 1));
    return geometry;
  }
}

interface VertexRide {
  branch: number;
  leaf: number;
  along: number;
  ancestors: [number, number, number];
}

export interface PlantMesh {
  surfaces: Surface[];
  leafTexels: Float32Array<ArrayBuffer>;
  leaves: number;
  longestLeaf: number; // m
}

function ancestorsOf(table: BranchTable, branch: number): [number, number, number] {
  const ways: [number, number, number] = [0, 0, 0];
  for (let i = 0, row = branch; i < 3 && row >= 0; ++i, row = table.branches[row].parent) ways[i] = table.branches[row].along;
  return ways;
}

/** The share of a centreline's length at which a point is nearest to it. */
function nearestAlong(plant: PlantTables, domain: number, at: Vector3): number {
  const { pieces, whole } = lengths(plant, domain);
  const first = plant.domains.firstSegment[domain];
  let best = Infinity;
  let found = 0;
  let before = 0;
  pieces.forEach((piece, i) => {
    const start = point(plant.segments.start, first + i);
    const axis = point(plant.segments.end, first + i).sub(start);
    const t = Math.min(1, Math.max(0, at.clone().sub(start).dot(axis) / Math.max(piece * piece, 1e-18)));
    const apart = start.addScaledVector(axis, t).distanceToSquared(at);
    if (apart < best) {
      best = apart;
      found = before + t * piece;
    }
    before += piece;
  });
  return found / whole;
}

function addTube(plant: PlantTables, table: BranchTable, domain: number, pile: Pile): void {
  const { segments, domains } = plant;
  const first = domains.firstSegment[domain];
  const count = domains.segmentCount[domain];
  const { pieces, whole } = lengths(plant, domain);
  const bends = isBranch(plant, domain);
  const ride = table.rides[domain];
  const ancestors = ancestorsOf(table, ride.branch);
  const thickest = segments.startRadius[first];
  const sides = Math.round(Math.min(16, Math.max(4, (2 * Math.PI * thickest) / 0.03)));
  const around = 2 * Math.PI * thickest;
  const turns = around >= 1 ? Math.round(around) : around;
  let side: Vector3 | undefined;
  let length = 0;
  const begin = pile.count;
  for (let ring = 0; ring <= count; ++ring) {
    const row = first + Math.min(ring, count - 1);
    const centre = ring < count ? point(segments.start, row) : point(segments.end, row);
    const radius = ring < count ? segments.startRadius[row] : segments.endRadius[row];
    const before = point(segments.start, first + Math.max(0, ring - 1));
    const after = ring < count ? point(segments.end, row) : centre.clone();
    const tangent = after.sub(before).normalize();
    side ??= Math.abs(tangent.y) < 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
    // Carried along without a twist of its own.
    side = side.clone().addScaledVector(tangent, -side.dot(tangent)).normalize();
    const other = tangent.clone().cross(side);
    const along = bends ? length / whole : ride.along;
    for (let k = 0; k <= sides; ++k) {
      const angle = (2 * Math.PI * k) / sides;
      const normal = side.clone().multiplyScalar(Math.cos(angle)).addScaledVector(other, Math.sin(angle));
      pile.add(normal.clone().multiplyScalar(radius).add(centre), normal, (turns * k) / sides, length,
        { branch: ride.branch, leaf: -1, along, ancestors });
    }
    length += pieces[ring] ?? 0;
  }
  for (let ring = 0; ring < count; ++ring)
    for (let k = 0; k < sides; ++k) {
      const a = begin + ring * (sides + 1) + k;
      const b = a + sides + 1;
      pile.indices.push(a, a + 1, b, b, a + 1, b + 1);
    }
  const last = begin + count * (sides + 1);
  for (let k = 1; k + 1 < sides; ++k) pile.indices.push(last, last + k, last + k + 1);
}

function addShape(plant: PlantTables, table: BranchTable, domain: number, shape: ShapeRow, leaf: number, pile: Pile): void {
  const turn = new Quaternion().fromArray(plant.domains.rotation, 4 * domain);
  const place = point(plant.domains.position, domain);
  const scale = plant.domains.scale[domain];
  const ride = table.rides[domain];
  const bends = isBranch(plant, domain);
  const ancestors = ancestorsOf(table, ride.branch);
  const begin = pile.count;
  for (let i = 0; 3 * i < shape.positions.length; ++i) {
    const at = new Vector3().fromArray(shape.positions, 3 * i).multiplyScalar(scale).applyQuaternion(turn).add(place);
    const normal = new Vector3().fromArray(shape.normals, 3 * i).applyQuaternion(turn);
    const along = bends ? nearestAlong(plant, domain, at) : ride.along;
    pile.add(at, normal, shape.uvs[2 * i], shape.uvs[2 * i + 1], { branch: ride.branch, leaf, along, ancestors });
  }
  for (const vertex of shape.triangles) pile.indices.push(begin + vertex);
}

export async function buildMesh(plant: PlantTables, table: BranchTable, name: string): Promise<PlantMesh> {
  const piles = new Map<number, Pile>();
  const leaves = new Leaves(plant);
  let vertices = 0;
  for (let domain = 0; domain < plant.domains.count; ++domain) {
    const look = plant.domains.look[domain];
    const pile = piles.get(look) ?? new Pile();
    piles.set(look, pile);
    const shape = plant.shapes[plant.domains.shape[domain]];
    const leaf = leaves.row(domain);
    const before = pile.count;
    if (shape) addShape(plant, table, domain, shape, leaf, pile);
    else if (plant.domains.segmentCount[domain] > 0) addTube(plant, table, domain, pile);
    vertices += pile.count - before;
    if (vertices > DRAWN_LIMIT) throw new FileError(`${name}: found over ${DRAWN_LIMIT} vertices, more than the page draws`);
  }
  const pictures = await Promise.all(plant.textures.map((bytes) => decodePicture(bytes, name)));
  const surfaces: Surface[] = [];
  for (const [row, pile] of piles) {
    if (pile.count === 0) continue;
    const look = plant.looks[row];
    const leafy = plant.domains.look.some((own, domain) => own === row && isFoliage(plant.domains.kind[domain]));
    surfaces.push({
      name: look?.name ?? '',
      geometry: pile.geometry(),
      material: materialOf(look, look ? pictures[look.texture] : undefined, leafy),
      translucency: look?.translucency ?? 0,
    });
  }
  const height = Math.max(1, Math.ceil(leaves.texels.length / 4 / 1024));
  const leafTexels = new Float32Array(4 * 1024 * height);
  leafTexels.set(leaves.texels);
  return { surfaces, leafTexels, leaves: leaves.texels.length / 8, longestLeaf: leaves.longest || 0.1 };
}

async function decodePicture(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Texture> {
  try {
    // Upside down at once: bitmaps ignore flipY.
    const image = await createImageBitmap(new Blob([bytes]), { imageOrientation: 'flipY', colorSpaceConversion: 'none' });
    const texture = new Texture(image);
    texture.flipY = false;
    texture.colorSpace = SRGBColorSpace;
    texture.wrapS = texture.wrapT = RepeatWrapping;
    texture.needsUpdate = true;
    return texture;
  } catch {
    throw new FileError(`${name}: found a texture that is no picture, expected PNG or JPEG`);
  }
}

function materialOf(look: LookRow | undefined, map: Texture | undefined, leafy: boolean): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ color: 0x8a8070, roughness: 0.8, metalness: 0 });
  if (!look) return material;
  material.color = new Color(...look.colour);
  material.roughness = look.roughness;
  material.map = map ?? null;
  material.alphaTest = map && leafy ? look.alphaCutoff : 0;
  material.side = look.twoSided || leafy ? DoubleSide : FrontSide;
  return material;
}
