// Where the plants of a forest stand: a spiral of even density, each turned and sized a little
// differently. The first stands at the origin as it is.
import { Matrix4, Quaternion, Vector3 } from 'three';

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** A number from 0 to 1 for every row and use. */
function drawn(row: number, use: number): number {
  const x = Math.sin(row * 127.1 + use * 311.7) * 43758.5453;
  return x - Math.floor(x);
}

/** spacing: m between neighbours. */
export function placements(count: number, spacing: number): Matrix4[] {
  const up = new Vector3(0, 1, 0);
  return Array.from({ length: count }, (_, row) => {
    if (row === 0) return new Matrix4();
    const radius = spacing * Math.sqrt(row) * (0.92 + 0.16 * drawn(row, 1));
    const angle = row * GOLDEN_ANGLE;
    const size = 0.75 + 0.4 * drawn(row, 2);
    return new Matrix4().compose(
      new Vector3(radius * Math.cos(angle), 0, radius * Math.sin(angle)),
      new Quaternion().setFromAxisAngle(up, 2 * Math.PI * drawn(row, 3)),
      new Vector3(size, size, size),
    );
  });
}

/** Radius (m) of the ground that they stand on. */
export function forestRadius(count: number, spacing: number): number {
  return count > 1 ? spacing * Math.sqrt(count) : 0;
}
