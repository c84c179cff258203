// A .plant as the page draws it: its own tables, with the textures and the shader that all share.
import type { BeamPlant } from './beam_plant';
import { dataTexture } from './data_texture';
import { type Folder } from './folder';
import { defaults, type PackFile, readTextures } from './pack';
import { buildBranches, TEXELS } from './plant_branches';
import { readPlant } from './plant_file';
import { buildMesh } from './plant_mesh';

/** `shared`: what is the same for all plants; its shared.json has the fields of a pack.json. */
export async function loadPlant(bytes: ArrayBuffer, name: string, shared: Folder): Promise<BeamPlant> {
  const tables = readPlant(bytes, name);
  const table = buildBranches(tables);
  const mesh = await buildMesh(tables, table, name);
  const common = JSON.parse(new TextDecoder().decode(await shared.read('shared.json'))) as PackFile;
  const glsl = new TextDecoder().decode(await shared.read(common.shaders.glsl));
  const textures = await readTextures(shared, common);
  const uniforms = defaults(common);
  uniforms['thigmo_leaf'][1] = 4 * mesh.longestLeaf * 32; // the shortest wave is four leaves long
  uniforms['thigmo_air'][0] = table.vogel;
  const orders: number[] = [];
  for (const branch of table.branches) orders[branch.order] = (orders[branch.order] ?? 0) + 1;
  return {
    name: tables.name || name.replace(/\.plant$/, ''),
    surfaces: mesh.surfaces,
    glsl,
    textures: {
      ...textures,
      thigmo_branches: dataTexture(table.texels, 1024, table.texels.length / 4096, 4),
      thigmo_leaves: dataTexture(mesh.leafTexels, 1024, mesh.leafTexels.length / 4096, 4),
    },
    uniforms,
    presets: common.presets,
    orders,
    branchTexels: TEXELS,
    leaves: mesh.leaves,
    source: '.plant: frequencies of measured trees',
  };
}
