// What of a bare .plant has weight and stands in the wind: every segment and every shape.
import { Quaternion, Vector3 } from 'three';
import { KIND, type PlantTables, point } from './plant_file';

export const AIR_DENSITY = 1.2; // kg/m³
const REFERENCE = { height: 10, roughness: 0.03 }; // m, of the wind's profile

export function isWood(kind: number): boolean {
  return kind <= KIND.twig;
}

export function isFoliage(kind: number): boolean {
  return kind >= KIND.leaf && kind <= KIND.fruit;
}

/** Of its area, what a shape shows to the wind in the mean over all directions (Cauchy). */
function shownShare(kind: number): number {
  return kind === KIND.fruit ? 0.25 : 0.5;
}

/** Mass (kg), drag ½ρC_dA (kg/m) and place of every segment and shape; props have none. */
export function* lumps(plant: PlantTables): Generator<{ domain: number; at: Vector3; mass: number; drag: number }> {
  const { domains, segments } = plant;
  const turn = new Quaternion();
  for (let domain = 0; domain < domains.count; ++domain) {
    if (domains.kind[domain] === KIND.prop) continue;
    const material = plant.materials[domains.material[domain]] ?? { young: 1e9, density: 800, drag: 1, vogel: 0 };
    const shape = plant.shapes[domains.shape[domain]];
    if (shape) {
      const scale = domains.scale[domain];
      const area = shape.area * scale * scale;
      turn.fromArray(domains.rotation, 4 * domain);
      const middle = new Vector3(0, shapeHeight(shape.positions) * scale * 0.5, 0).applyQuaternion(turn);
      yield {
        domain,
        at: middle.add(point(domains.position, domain)),
        mass: area * shape.thickness * scale * material.density,
        drag: 0.5 * AIR_DENSITY * material.drag * shownShare(domains.kind[domain]) * area,
      };
      if (!isWood(domains.kind[domain])) continue;
    }
    const first = domains.firstSegment[domain];
    for (let row = first; row < first + domains.segmentCount[domain]; ++row) {
      const start = point(segments.start, row);
      const end = point(segments.end, row);
      const [r, s] = [segments.startRadius[row], segments.endRadius[row]];
      const length = start.distanceTo(end);
      yield {
        domain,
        at: start.lerp(end, 0.5),
        mass: (material.density * Math.PI * length * (r * r + r * s + s * s)) / 3,
        drag: 0.5 * AIR_DENSITY * material.drag * length * (r + s),
      };
    }
  }
}

function shapeHeight(positions: Float32Array): number {
  let most = 0;
  for (let i = 1; i < positions.length; i += 3) most = Math.max(most, positions[i]);
  return most;
}

/** Squared speed of the wind at a height over that at the reference height. */
export function exposure(height: number): number {
  const { roughness } = REFERENCE;
  const share = height > roughness ? Math.log(height / roughness) / Math.log(REFERENCE.height / roughness) : 0;
  return share * share;
}
