// Puts the vertex function of a pack into three's own materials: lit, shadowed, blended alike.
import {
  type IUniform,
  LessDepth,
  type Material,
  MeshDepthMaterial,
  type MeshStandardMaterial,
  Vector4,
} from 'three';
import { ATTRIBUTES, type BeamPlant, type Surface } from './beam_plant';

export type Quality = 0 | 1 | 2;

/** Colours of branches by order, linear RGB; the last for all above. */
export const ORDER_COLOURS = ['#e8a33d', '#d9604c', '#4f9bd9', '#63b56b'];

/** The uniforms that all materials of a plant share: change a value, and all follow. */
export interface BeamUniforms {
  readonly page_time: IUniform<number>;
  readonly [name: string]: IUniform<unknown>;
}

export function makeUniforms(plant: BeamPlant): BeamUniforms {
  const uniforms: Record<string, IUniform<unknown>> = {};
  for (const [name, value] of Object.entries(plant.uniforms)) uniforms[name] = { value: new Vector4(...value) };
  for (const [name, texture] of Object.entries(plant.textures)) uniforms[name] = { value: texture };
  return { ...uniforms, page_time: { value: 0 } };
}

/** Everything in front of main(): `plant.glsl`, and moved_vertex() over it. */
export function vertexHead(plant: BeamPlant): string {
  return `
uniform float page_time;
in vec2 ${ATTRIBUTES.branchLeaf};
in vec4 ${ATTRIBUTES.along};
in vec2 ${ATTRIBUTES.weights};
${plant.glsl}
ThigmoVertex moved_vertex(vec3 at, vec3 out_of, vec3 along, mat4 world) {
  return thigmo_move(ThigmoVertex(at, out_of, along), ${ATTRIBUTES.branchLeaf}, ${ATTRIBUTES.along},
                     ${ATTRIBUTES.weights}, world, page_time);
}
`;
}

const MOVE = `
mat4 beam_world = modelMatrix;
#ifdef USE_INSTANCING
  beam_world = modelMatrix * instanceMatrix;
#endif
#ifdef USE_TANGENT
  ThigmoVertex moved = moved_vertex(position, normal, tangent.xyz, beam_world);
#else
  ThigmoVertex moved = moved_vertex(position, normal, vec3(1.0, 0.0, 0.0), beam_world);
#endif
`;

const normals = (branchTexels: number) => `${MOVE}
vec3 objectNormal = moved.normal;
#ifdef USE_TANGENT
  vec3 objectTangent = moved.tangent;
#endif
#ifdef SHOW_ORDERS
  int order_texel = ${branchTexels} * int(${ATTRIBUTES.branchLeaf}.x + 0.5) + 5;
  float order = ${ATTRIBUTES.branchLeaf}.x < 0.0
    ? 0.0 : texelFetch(thigmo_branches, ivec2(order_texel % 1024, order_texel / 1024), 0).w;
  order_colour = ORDER_COLOURS[min(int(order + 0.5), 3)];
  if (${ATTRIBUTES.branchLeaf}.y >= 0.0) order_colour = mix(order_colour, vec3(1.0), 0.12);
#endif
`;

/** Light that comes through a leaf from behind, with its shadow. */
const TRANSLUCENT = `
uniform float translucency;
void RE_Direct_Leaf(const in IncidentLight directLight, const in vec3 geometryPosition,
    const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal,
    const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
  RE_Direct_Physical(directLight, geometryPosition, geometryNormal, geometryViewDir,
      geometryClearcoatNormal, material, reflectedLight);
  float through = translucency * saturate(-dot(geometryNormal, directLight.direction));
  // Light loses blue on its way through.
  reflectedLight.directDiffuse += through * directLight.color * vec3(1.0, 1.0, 0.7) *
      BRDF_Lambert(material.diffuseColor);
}
#undef RE_Direct
#define RE_Direct RE_Direct_Leaf
`;

function orderColours(): string {
  const linear = (hex: string, at: number): string => {
    const s = parseInt(hex.slice(at, at + 2), 16) / 255;
    return (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4).toFixed(5);
  };
  const colours = ORDER_COLOURS.map((hex) => `vec3(${linear(hex, 1)}, ${linear(hex, 3)}, ${linear(hex, 5)})`);
  return `const vec3 ORDER_COLOURS[4] = vec3[4](${colours.join(', ')});\n`;
}

function bend(material: Material, plant: BeamPlant, uniforms: BeamUniforms, translucency: number): void {
  const lit = !(material instanceof MeshDepthMaterial);
  material.defines = { ...material.defines, THIGMO_QUALITY: 0 };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms, { translucency: { value: translucency } });
    const orders = `#ifdef SHOW_ORDERS\nvarying vec3 order_colour;\n${orderColours()}#endif\n`;
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${vertexHead(plant)}${orders}`)
      .replace('#include <beginnormal_vertex>', normals(plant.branchTexels))
      .replace('#include <begin_vertex>', `${lit ? '' : MOVE}\nvec3 transformed = moved.position;`);
    if (!lit) return;
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${orders}`)
      .replace('#include <color_fragment>', `#include <color_fragment>
#ifdef SHOW_ORDERS
  diffuseColor.rgb = order_colour;
#endif`);
    if (translucency > 0)
      shader.fragmentShader = shader.fragmentShader.replace(
        '#include <lights_physical_pars_fragment>',
        `#include <lights_physical_pars_fragment>\n${TRANSLUCENT}`,
      );
  };
  // Two plants, or a leaf and bark, must not share a program.
  const key = `${plant.name}/${plant.glsl.length}/${translucency > 0}`;
  material.customProgramCacheKey = () => key;
}

/** The materials of one surface. */
export interface BeamMaterials {
  /** Lit; with an alpha test where the look has alpha. */
  readonly solid: MeshStandardMaterial;
  /** What the test cut off, drawn over it afterwards; only where the look has alpha. */
  readonly edge?: MeshStandardMaterial;
  readonly depth: MeshDepthMaterial;
}

export function makeMaterials(surface: Surface, plant: BeamPlant, uniforms: BeamUniforms): BeamMaterials {
  const solid = surface.material;
  solid.transparent = false;
  const depth = new MeshDepthMaterial();
  bend(solid, plant, uniforms, surface.translucency);
  bend(depth, plant, uniforms, 0);
  if (!(solid.alphaTest > 0)) return { solid, depth };
  const edge = solid.clone();
  edge.transparent = true;
  edge.alphaTest = 0.03;
  edge.depthWrite = false;
  edge.depthFunc = LessDepth;
  edge.forceSinglePass = true;
  bend(edge, plant, uniforms, surface.translucency);
  return { solid, edge, depth };
}

/** Sets what is compiled in. */
export function setVariant(materials: BeamMaterials, quality: Quality, orders: boolean): void {
  for (const material of [materials.solid, materials.edge, materials.depth]) {
    if (!material) continue;
    const defines: Record<string, unknown> = { ...material.defines, THIGMO_QUALITY: quality };
    delete defines['SHOW_ORDERS'];
    if (orders && material !== materials.depth) defines['SHOW_ORDERS'] = 1;
    material.defines = defines;
    material.needsUpdate = true;
  }
}
