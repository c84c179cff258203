// The ground: a disc that takes shadows and fades into the background, with a grid in metres, and
// the arrow that shows where the wind goes.
import { BufferGeometry, CanvasTexture, CircleGeometry, Color, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshStandardMaterial, SRGBColorSpace } from 'three';

const GROUND = new Color('#54565a');

/** What lies behind: a studio's wall, lightest where the ground ends. */
export function backdrop(): CanvasTexture {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [4, 512];
  const paint = canvas.getContext('2d')!;
  const shade = paint.createLinearGradient(0, 0, 0, 512);
  for (const [at, colour] of [[0, '#24282c'], [0.55, '#4a5157'], [0.75, '#3d4347'], [1, '#2b2f32']] as const)
    shade.addColorStop(at, colour);
  paint.fillStyle = shade;
  paint.fillRect(0, 0, 4, 512);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

export class Ground extends Group {
  private readonly disc: Mesh<CircleGeometry, MeshStandardMaterial>;
  private readonly arrow: LineSegments;
  private readonly uniforms = { ground_radius: { value: 10 }, grid_step: { value: 1 } };

  constructor() {
    super();
    const material = new MeshStandardMaterial({ color: GROUND, roughness: 1, transparent: true });
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.uniforms);
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nvarying vec2 ground_at;')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\nground_at = (modelMatrix * vec4(position, 1.0)).xz;');
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', '#include <common>\nvarying vec2 ground_at;\nuniform float ground_radius;\nuniform float grid_step;')
        .replace('#include <color_fragment>', `#include <color_fragment>
  vec2 cell = ground_at / grid_step;
  vec2 line = abs(fract(cell - 0.5) - 0.5) / fwidth(cell);
  diffuseColor.rgb *= 1.0 + 0.22 * (1.0 - min(min(line.x, line.y), 1.0));
  float away = length(ground_at) / ground_radius;
  diffuseColor.a *= 1.0 - smoothstep(0.35, 1.0, away);`);
    };
    this.disc = new Mesh(new CircleGeometry(1, 96).rotateX(-Math.PI / 2), material);
    this.disc.receiveShadow = true;
    this.disc.renderOrder = -1;
    this.arrow = new LineSegments(
      new BufferGeometry().setAttribute('position', new Float32BufferAttribute(
        [0, 0, 0, 1, 0, 0, 1, 0, 0, 0.8, 0, 0.09, 1, 0, 0, 0.8, 0, -0.09, 0.8, 0, 0.09, 0.8, 0, -0.09], 3)),
      new LineBasicMaterial({ color: '#9fd0e8', transparent: true, opacity: 0.9 }),
    );
    this.add(this.disc, this.arrow);
  }
  /** radius: of what stands on it (m). */
  fit(radius: number): void {
    this.uniforms.ground_radius.value = 6 * radius;
    this.uniforms.grid_step.value = 10 ** Math.round(Math.log10(radius / 3));
    this.disc.scale.setScalar(6 * radius);
    this.disc.position.y = -0.002 * radius;
    this.arrow.position.y = 0.01 * radius;
    this.arrow.userData['radius'] = radius;
  }
  /** Downwind of the plant, as long as the wind is strong; the angle is that of uniforms (rad). */
  showWind(angle: number, speed: number): void {
    const radius = (this.arrow.userData['radius'] as number | undefined) ?? 1;
    this.arrow.visible = speed > 0;
    this.arrow.rotation.y = -angle;
    this.arrow.position.set(-1.5 * radius * Math.cos(angle), this.arrow.position.y, -1.5 * radius * Math.sin(angle));
    this.arrow.scale.setScalar(radius * (0.15 + 0.6 * Math.min(1, speed / 25)));
  }
}
