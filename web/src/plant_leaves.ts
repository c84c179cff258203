// Which vertices of a bare .plant flutter, and the table of the leaves that they belong to.
import { Box3, Vector3 } from 'three';
import { isBranch } from './plant_branches';
import { KIND, NONE, type PlantTables, type ShapeRow } from './plant_file';
import { AIR_DENSITY } from './plant_loads';

/** Leaves and petals that are one rigid shape flutter; what grows on one goes with it. */
export class Leaves {
  readonly texels: number[] = [];
  longest = 0;
  private readonly byDomain: Int32Array;
  private readonly sizes: number[]; // of shapes, along the axis on which they are longest
  private readonly reaches: number[]; // from their origin to their middle

  constructor(private readonly plant: PlantTables) {
    const boxes = plant.shapes.map((shape) => new Box3().setFromArray(shape.positions));
    this.sizes = boxes.map((box) => Math.max(...box.getSize(new Vector3())));
    this.reaches = boxes.map((box) => box.getCenter(new Vector3()).length());
    this.byDomain = new Int32Array(plant.domains.count).fill(-1);
  }
  row(domain: number): number {
    const { domains, shapes } = this.plant;
    const parent = domains.parent[domain];
    if (isBranch(this.plant, domain)) return -1;
    if (parent !== NONE && !isBranch(this.plant, parent)) return (this.byDomain[domain] = this.byDomain[parent]);
    if (domains.kind[domain] !== KIND.leaf && domains.kind[domain] !== KIND.petal) return -1;
    const shape = shapes[domains.shape[domain]];
    if (!shape) return -1;
    this.longest = Math.max(this.longest, domains.scale[domain] * this.sizes[domains.shape[domain]]);
    this.texels.push(...domains.position.subarray(3 * domain, 3 * domain + 3), this.supple(domain, shape), ...domains.rotation.subarray(4 * domain, 4 * domain + 4));
    return (this.byDomain[domain] = this.texels.length / 8 - 1);
  }

  /** Thin leaves follow the wind, thick ones less; as sim/beam/riding.cpp has it. */
  private supple(domain: number, shape: ShapeRow): number {
    const { domains, materials } = this.plant;
    const material = materials[domains.material[domain]];
    const scale = domains.scale[domain];
    const area = shape.area * scale * scale;
    const thickness = shape.thickness * scale;
    const reach = scale * this.reaches[domains.shape[domain]];
    if (!material || !(reach > 0) || !(area > 0)) return 1;
    const bending = (2 * material.young * area * thickness ** 3) / 12 / (2 * reach) ** 2;
    const holding = (9.81 * material.density * area * thickness * reach) / 0.5;
    const pressed = 0.5 * AIR_DENSITY * material.drag * area * 100 * reach;
    return Math.min(1, (0.1 * pressed) / Math.max(bending, holding));
  }
}
