// Reads a shader pack (docs/shader_pack.md): what pack.json names, and the mesh of the GLB.
import { BufferAttribute, BufferGeometry, Mesh, MeshStandardMaterial } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { ATTRIBUTES, type BeamPlant, type Surface, type UniformValues } from './beam_plant';
import { FileError, lineOf } from './errors';
import type { Folder } from './folder';
import { dataTexture } from './data_texture';

export interface TextureEntry {
  uniform: string;
  raw: string;
  width: number;
  height: number;
  channels: number;
  entries?: number;
}

/** The fields of pack.json that the page uses. */
export interface PackFile {
  format: string;
  version: number;
  name: string;
  glb: string;
  shaders: { glsl: string };
  textures: Record<string, TextureEntry>;
  uniforms: Record<string, { type: string; default: number[] }>;
  presets: Record<string, UniformValues>;
  branch_fields: unknown[];
  orders: { order: number | string; branches: number }[];
}

const FORMAT = 'thigmo-beam-pack';
const VERSION = 1;

export async function loadPack(folder: Folder): Promise<BeamPlant> {
  const pack = parsePack(await folder.read('pack.json'));
  const [glsl, glb, textures] = await Promise.all([
    folder.read(plain(pack.shaders.glsl)).then((bytes) => new TextDecoder().decode(bytes)),
    folder.read(plain(pack.glb)),
    readTextures(folder, pack),
  ]);
  return {
    name: pack.name || folder.name,
    surfaces: await readSurfaces(glb, pack.glb),
    glsl,
    textures,
    uniforms: defaults(pack),
    presets: pack.presets,
    orders: pack.orders.filter(({ order }) => typeof order === 'number').map(({ branches }) => branches),
    branchTexels: pack.branch_fields.length,
    leaves: pack.textures['leaves']?.entries ?? 0,
    source: 'shader pack: frequencies of its material',
  };
}

export function parsePack(bytes: ArrayBuffer): PackFile {
  let pack: PackFile;
  try {
    pack = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as PackFile;
  } catch (error) {
    throw new FileError(`pack.json: found no JSON (${lineOf(error)})`);
  }
  if (pack?.format !== FORMAT)
    throw new FileError(`pack.json: found format ${JSON.stringify(pack?.format)}, expected "${FORMAT}"`);
  if (pack.version !== VERSION)
    throw new FileError(`pack.json: found version ${String(pack.version)}, expected ${VERSION}`);
  for (const field of ['glb', 'shaders', 'textures', 'uniforms', 'presets', 'branch_fields', 'orders'] as const)
    if (pack[field] === undefined) throw new FileError(`pack.json: found no "${field}", expected it`);
  return pack;
}

export function defaults(pack: Pick<PackFile, 'uniforms'>): UniformValues {
  const values: UniformValues = {};
  for (const [name, uniform] of Object.entries(pack.uniforms))
    if (uniform.type === 'vec4') {
      const [x = 0, y = 0, z = 0, w = 0] = uniform.default;
      values[name] = [x, y, z, w];
    }
  return values;
}

/** A name in a pack names a file beside pack.json and nothing else. */
function plain(name: string): string {
  if (typeof name !== 'string' || name === '' || /[/\\]|^\.\.?$/.test(name))
    throw new FileError(`pack.json: found file name ${JSON.stringify(name)}, expected one without folders`);
  return name;
}

export async function readTextures(folder: Folder, pack: Pick<PackFile, 'textures'>): Promise<BeamPlant['textures']> {
  const read = async (entry: TextureEntry) => {
    const bytes = await folder.read(plain(entry.raw));
    const wanted = 4 * entry.width * entry.height * entry.channels;
    if (bytes.byteLength !== wanted)
      throw new FileError(`${entry.raw}: found ${bytes.byteLength} bytes, expected ${wanted}`);
    return [entry.uniform, dataTexture(new Float32Array(bytes), entry.width, entry.height, entry.channels)] as const;
  };
  return Object.fromEntries(await Promise.all(Object.values(pack.textures).map(read)));
}

async function readSurfaces(glb: ArrayBuffer, name: string): Promise<Surface[]> {
  let scene;
  try {
    scene = (await new GLTFLoader().parseAsync(glb, '')).scene;
  } catch (error) {
    throw new FileError(`${name}: found no glTF that can be read (${lineOf(error)})`);
  }
  scene.updateMatrixWorld(true);
  const surfaces: Surface[] = [];
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const material = object.material as MeshStandardMaterial;
    const leafy = material.alphaTest > 0 || material.transparent;
    surfaces.push({
      name: material.name || object.name,
      geometry: withBeamAttributes(object.geometry as BufferGeometry, name),
      material,
      translucency: leafy ? 0.4 : 0,
    });
  });
  if (surfaces.length === 0) throw new FileError(`${name}: found no mesh, expected one`);
  return surfaces;
}

/** TEXCOORD_1 … 4 under the names that the material reads, the ways along ancestors as one. */
function withBeamAttributes(geometry: BufferGeometry, file: string): BufferGeometry {
  const take = (name: string, semantic: string): BufferAttribute => {
    const found = geometry.getAttribute(name);
    if (!(found instanceof BufferAttribute) || found.itemSize !== 2)
      throw new FileError(`${file}: found a mesh without ${semantic}, expected it`);
    geometry.deleteAttribute(name);
    return found;
  };
  const near = take('uv2', 'TEXCOORD_2');
  const far = take('uv3', 'TEXCOORD_3');
  const along = new Float32Array(4 * near.count);
  for (let i = 0; i < near.count; ++i)
    along.set([near.getX(i), near.getY(i), far.getX(i), far.getY(i)], 4 * i);
  geometry.setAttribute(ATTRIBUTES.branchLeaf, take('uv1', 'TEXCOORD_1'));
  geometry.setAttribute(ATTRIBUTES.along, new BufferAttribute(along, 4));
  geometry.setAttribute(ATTRIBUTES.weights, take('texcoord_4', 'TEXCOORD_4'));
  return geometry;
}
