// What the page draws: surfaces whose vertices know their branch, and the tables that move them.
import type { BufferGeometry, DataTexture, MeshStandardMaterial } from 'three';

/** One mesh of one look. Attributes: position, normal, uv, and those of beam_material.ts. */
export interface Surface {
  readonly name: string;
  readonly geometry: BufferGeometry;
  readonly material: MeshStandardMaterial;
  readonly translucency: number;
}

export type Vec4 = [number, number, number, number];

/** Values of the shader's uniforms by name, as pack.json has them. */
export type UniformValues = Record<string, Vec4>;

export interface BeamPlant {
  readonly name: string;
  readonly surfaces: readonly Surface[];
  /** The vertex function; GLSL ES 3.00. */
  readonly glsl: string;
  /** By the name of their uniform. */
  readonly textures: Readonly<Record<string, DataTexture>>;
  readonly uniforms: UniformValues;
  readonly presets: Readonly<Record<string, UniformValues>>;
  /** Branches of each order. */
  readonly orders: readonly number[];
  /** Texels of a branch in its table. */
  readonly branchTexels: number;
  readonly leaves: number;
  /** Where its motion comes from, for a person. */
  readonly source: string;
}

export const ATTRIBUTES = { branchLeaf: 'beam_branch_leaf', along: 'beam_along', weights: 'beam_weights' };

export function dispose(plant: BeamPlant): void {
  for (const surface of plant.surfaces) {
    surface.geometry.dispose();
    surface.material.map?.dispose();
    surface.material.dispose();
  }
  for (const texture of Object.values(plant.textures)) texture.dispose();
}
