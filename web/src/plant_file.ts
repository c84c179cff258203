// Reads a .plant file (docs/plant_file.md) into plain columns, and refuses what does not hold.
import { ByteBuffer } from 'flatbuffers';
import { Vector3 } from 'three';
import { Plant } from '../generated/thigmo/stored/plant';
import { FileError, lineOf } from './errors';

export const NONE = 0xffffffff;
export const KIND = { trunk: 0, branch: 1, twig: 2, leaf: 3, petal: 4, fruit: 5, prop: 6 };

/** Columns of vectors hold their parts in turn. */
export interface PlantTables {
  name: string;
  domains: {
    count: number;
    key: BigUint64Array;
    parent: Uint32Array;
    attachmentSegment: Uint32Array;
    attachmentAlong: Float64Array;
    firstSegment: Uint32Array;
    segmentCount: Uint32Array;
    kind: Uint8Array;
    flexible: Uint8Array;
    material: Uint32Array;
    look: Uint32Array;
    shape: Uint32Array;
    position: Float64Array; // 3
    rotation: Float64Array; // 4: x y z w
    scale: Float64Array;
  };
  segments: {
    count: number;
    start: Float64Array; // 3
    end: Float64Array; // 3
    startRadius: Float64Array;
    endRadius: Float64Array;
  };
  shapes: ShapeRow[];
  materials: MaterialRow[];
  looks: LookRow[];
  textures: Uint8Array<ArrayBuffer>[];
}

export interface ShapeRow {
  area: number;
  thickness: number;
  positions: Float32Array; // 3
  normals: Float32Array; // 3
  uvs: Float32Array; // 2
  triangles: Uint32Array; // 3
}

export interface MaterialRow {
  young: number;
  density: number;
  drag: number;
  vogel: number;
}

export interface LookRow {
  name: string;
  colour: [number, number, number];
  texture: number;
  alphaCutoff: number;
  translucency: number;
  roughness: number;
  twoSided: boolean;
}

export function point(column: Float64Array, row: number): Vector3 {
  return new Vector3(column[3 * row], column[3 * row + 1], column[3 * row + 2]);
}

export function readPlant(bytes: ArrayBuffer, name: string): PlantTables {
  const all = new Uint8Array(bytes);
  const mark = new TextDecoder('latin1').decode(all.subarray(4, 8));
  if (all.length < 12 || mark !== 'THPL') throw new FileError(`${name}: found no .plant file, expected the mark THPL`);
  const sum = new DataView(bytes).getUint32(all.length - 4, true);
  if (checksum(all.subarray(0, all.length - 4)) !== sum)
    throw new FileError(`${name}: found a wrong checksum: the file is damaged or cut off`);
  let tables: PlantTables;
  try {
    const plant = Plant.getRootAsPlant(new ByteBuffer(all));
    const version = plant.schemaVersion();
    if (version < 1 || version > 2) throw new FileError(`${name}: found schema version ${version}, expected 1 … 2`);
    tables = decode(plant);
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(`${name}: found a plant that cannot be read (${lineOf(error)})`);
  }
  check(tables, name);
  return tables;
}

/** docs/plant_file.md has the definition. */
export function checksum(bytes: Uint8Array): number {
  const step = (lane: number, word: number): number => {
    const mixed = Math.imul(lane ^ word, 0x9e3779b1);
    return (mixed << 13) | (mixed >>> 19);
  };
  const filled = new Uint8Array(64 * Math.ceil(bytes.length / 64));
  filled.set(bytes);
  const words = new Uint32Array(filled.buffer);
  const lanes = Int32Array.from({ length: 16 }, (_, i) => i + 1);
  for (let i = 0; i < words.length; ++i) lanes[i & 15] = step(lanes[i & 15], words[i]);
  return lanes.reduce(step, bytes.length | 0) >>> 0;
}

type Vec3Like = { x(): number; y(): number; z(): number } | null;

function vec3s(count: number, at: (row: number) => Vec3Like): Float64Array {
  const out = new Float64Array(3 * count);
  for (let i = 0; i < count; ++i) {
    const row = at(i);
    if (row) out.set([row.x(), row.y(), row.z()], 3 * i);
  }
  return out;
}

function decode(plant: Plant): PlantTables {
  const rows = plant.domains()!;
  const pieces = plant.segments()!;
  const count = rows.keyLength();
  const rotation = new Float64Array(4 * count);
  for (let i = 0; i < count; ++i) {
    const q = rows.rotation(i)!;
    rotation.set([q.x(), q.y(), q.z(), q.w()], 4 * i);
  }
  const segmentCount = rows.segmentCountArray()!;
  const firstSegment = new Uint32Array(count);
  for (let i = 1; i < count; ++i) firstSegment[i] = firstSegment[i - 1] + segmentCount[i - 1];
  const table = <Row, Out>(length: number, at: (row: number) => Row | null, read: (row: Row) => Out): Out[] =>
    Array.from({ length }, (_, i) => read(at(i)!));
  return {
    name: plant.name() ?? '',
    domains: {
      count,
      key: BigUint64Array.from({ length: count }, (_, i) => rows.key(i)!),
      parent: rows.parentArray()!,
      attachmentSegment: rows.attachmentSegmentArray()!,
      attachmentAlong: rows.attachmentAlongArray()!,
      firstSegment,
      segmentCount,
      kind: rows.kindArray()!,
      flexible: rows.flexibleArray()!,
      material: rows.materialArray()!,
      look: rows.lookArray()!,
      shape: rows.shapeArray()!,
      position: vec3s(count, (i) => rows.positionM(i)),
      rotation,
      scale: rows.scaleArray()!,
    },
    segments: {
      count: pieces.keyLength(),
      start: vec3s(pieces.keyLength(), (i) => pieces.startM(i)),
      end: vec3s(pieces.keyLength(), (i) => pieces.endM(i)),
      startRadius: pieces.startRadiusMArray()!,
      endRadius: pieces.endRadiusMArray()!,
    },
    shapes: table(plant.shapesLength(), (i) => plant.shapes(i), (shape) => ({
      area: shape.areaM2(),
      thickness: shape.thicknessM(),
      positions: Float32Array.from(vec3s(shape.positionsMLength(), (i) => shape.positionsM(i))),
      normals: Float32Array.from(vec3s(shape.normalsLength(), (i) => shape.normals(i))),
      uvs: Float32Array.from({ length: 2 * shape.uvsLength() }, (_, i) => {
        const uv = shape.uvs(i >> 1)!;
        return i & 1 ? uv.y() : uv.x();
      }),
      triangles: Uint32Array.from({ length: 3 * shape.trianglesLength() }, (_, i) => {
        const row = shape.triangles(Math.floor(i / 3))!;
        return [row.a(), row.b(), row.c()][i % 3];
      }),
    })),
    materials: table(plant.materialsLength(), (i) => plant.materials(i), (row) => ({
      young: row.youngPa(),
      density: row.densityKgM3(),
      drag: row.dragCoefficient(),
      vogel: row.vogelExponent(),
    })),
    looks: table(plant.looksLength(), (i) => plant.looks(i), (row) => {
      const colour = row.colour()!;
      return {
        name: row.name() ?? '',
        colour: [colour.x(), colour.y(), colour.z()],
        texture: row.texture(),
        alphaCutoff: row.alphaCutoff(),
        translucency: row.translucency(),
        roughness: row.roughness(),
        twoSided: row.twoSided(),
      };
    }),
    textures: table(plant.texturesLength(), (i) => plant.textures(i), (row) => row.bytesArray()!.slice() as Uint8Array<ArrayBuffer>),
  };
}

/** What the page relies on; `thigmo info` checks all of it. */
function check(plant: PlantTables, name: string): void {
  const { domains, segments } = plant;
  const fail = (what: string): never => {
    throw new FileError(`${name}: found ${what}`);
  };
  const scalars = ['parent', 'attachmentSegment', 'attachmentAlong', 'segmentCount', 'kind', 'flexible', 'material', 'look', 'shape', 'scale'] as const;
  for (const column of scalars)
    if (domains[column]?.length !== domains.count) fail(`a column ${column} of another length than the table of domains`);
  if (segments.startRadius?.length !== segments.count || segments.endRadius?.length !== segments.count)
    fail('columns of radii of another length than the table of segments');
  if (domains.count === 0) fail('a plant without domains, expected one at least');
  let used = 0;
  for (let i = 0; i < domains.count; ++i) {
    used += domains.segmentCount[i];
    if (domains.parent[i] !== NONE && domains.parent[i] >= i) fail(`domain ${i} before its parent`);
    if (domains.attachmentSegment[i] !== NONE && domains.attachmentSegment[i] >= segments.count)
      fail(`domain ${i} on segment ${domains.attachmentSegment[i]} of ${segments.count}`);
    for (const [column, table] of [['material', plant.materials], ['look', plant.looks], ['shape', plant.shapes]] as const)
      if (domains[column][i] !== NONE && domains[column][i] >= table.length)
        fail(`domain ${i} with ${column} ${domains[column][i]} of ${table.length}`);
  }
  if (used !== segments.count) fail(`${segments.count} segments, expected the ${used} that domains own`);
  for (const column of [segments.start, segments.end, domains.position, domains.scale])
    if (!column.every(Number.isFinite)) fail('a length that is no number');
  for (const shape of plant.shapes) {
    const vertices = shape.positions.length / 3;
    if (shape.triangles.some((vertex) => vertex >= vertices)) fail('a shape with a triangle beyond its vertices');
    if (shape.normals.length !== 3 * vertices || shape.uvs.length !== 2 * vertices) fail('a shape with columns of unlike lengths');
  }
}
