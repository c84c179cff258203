// The picture: camera, light, ground and the plant with its instances.
import {
  ACESFilmicToneMapping,
  Box3,
  DirectionalLight,
  HemisphereLight,
  InstancedMesh,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
  type Vector4,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { type BeamMaterials, type BeamUniforms, makeMaterials, makeUniforms, type Quality, setVariant } from './beam_material';
import { type BeamPlant, dispose, type UniformValues } from './beam_plant';
import { forestRadius, placements } from './forest';
import { FrameTime } from './frame_time';
import { backdrop, Ground } from './ground';

export interface Look {
  quality: Quality;
  orders: boolean;
  softEdges: boolean;
  shadows: boolean;
  ground: boolean;
}

export interface Counts {
  vertices: number;
  triangles: number;
}

export class View {
  readonly frameTime: FrameTime;
  dirty = true;
  turntable = false;
  readonly orbit: OrbitControls;

  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(35, 1, 0.01, 1000);
  private readonly sun = new DirectionalLight('#fff1dc', 3.4);
  private readonly ground = new Ground();
  private plant: BeamPlant | undefined;
  private uniforms: BeamUniforms | undefined;
  private materials: BeamMaterials[] = [];
  private meshes: { solid: InstancedMesh; edge?: InstancedMesh }[] = [];
  private box = new Box3();
  private count = 1;
  private look: Look = { quality: 0, orders: false, softEdges: true, shadows: true, ground: true };

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 1;
    this.renderer.shadowMap.enabled = true;
    this.frameTime = new FrameTime(this.renderer.getContext() as WebGL2RenderingContext);
    this.scene.background = backdrop();
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    const fill = new DirectionalLight('#9fb8d8', 0.5);
    fill.position.set(-3, 2, -4);
    this.scene.add(new HemisphereLight('#dbe7f5', '#7a7362', 2.1), this.sun, this.sun.target, fill, this.ground);
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.enableDamping = true;
    this.orbit.maxPolarAngle = 0.53 * Math.PI;
    this.orbit.addEventListener('change', () => (this.dirty = true));
  }

  resize(width: number, height: number, ratio: number): void {
    this.renderer.setPixelRatio(Math.min(ratio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.dirty = true;
  }

  show(plant: BeamPlant): void {
    this.clear();
    this.plant = plant;
    this.uniforms = makeUniforms(plant);
    this.materials = plant.surfaces.map((surface) => makeMaterials(surface, plant, this.uniforms!));
    this.box = new Box3();
    for (const { geometry } of plant.surfaces) {
      geometry.computeBoundingBox();
      this.box.union(geometry.boundingBox!);
    }
    this.setLook(this.look);
    this.plantForest(this.count);
  }

  private clear(): void {
    this.removeMeshes();
    for (const { edge, depth } of this.materials) {
      edge?.dispose();
      depth.dispose();
    }
    if (this.plant) dispose(this.plant);
  }
  private removeMeshes(): void {
    for (const { solid, edge } of this.meshes)
      for (const mesh of [solid, edge])
        if (mesh) {
          this.scene.remove(mesh);
          mesh.dispose();
        }
    this.meshes = [];
  }

  plantForest(count: number): void {
    this.count = count;
    if (!this.plant) return;
    this.removeMeshes();
    const spacing = this.spacing();
    const places = placements(count, spacing);
    const make = (row: number, material: BeamMaterials['solid']): InstancedMesh => {
      const mesh = new InstancedMesh(this.plant!.surfaces[row].geometry, material, count);
      places.forEach((place, i) => mesh.setMatrixAt(i, place));
      mesh.frustumCulled = false; // vertices leave the box that they rest in
      this.scene.add(mesh);
      return mesh;
    };
    this.meshes = this.materials.map(({ solid, edge, depth }, row) => {
      const mesh = make(row, solid);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.customDepthMaterial = depth;
      const over = edge && make(row, edge);
      if (over) over.receiveShadow = true;
      return { solid: mesh, edge: over };
    });
    this.setLook(this.look);
    this.frame();
  }

  private spacing(): number {
    const size = this.box.getSize(new Vector3());
    return Math.max(size.x, size.z, 0.3 * size.y) * 0.95;
  }

  /** The camera to where all of it is seen, with room for the lean. */
  frame(): void {
    const size = this.box.getSize(new Vector3());
    const centre = this.box.getCenter(new Vector3());
    const around = Math.max(size.x, size.z) / 2;
    const forest = forestRadius(this.count, this.spacing());
    const radius = Math.max(around, 0.35 * size.y) + forest;
    const half = (this.camera.fov * Math.PI) / 360;
    // The narrower of the two angles decides how far away.
    const wide = Math.atan(Math.tan(half) * this.camera.aspect);
    // Title and bar lie over the picture's ends.
    const free = Math.max(0.4, 1 - 120 / this.renderer.domElement.clientHeight);
    const tall = Math.max(0.53 * size.y, 0.3 * radius) / Math.tan(half) / free;
    const distance = Math.max(tall, (0.95 * (around + forest)) / Math.tan(wide)) + 0.5 * around + 0.3 * forest;
    const target = new Vector3(this.count > 1 ? 0 : centre.x, 0.48 * (this.box.max.y + Math.min(0, this.box.min.y)), this.count > 1 ? 0 : centre.z);
    const height = this.count > 1 ? 0.22 : 0.12;
    this.camera.position.copy(target).add(new Vector3(0.5, height, 1).normalize().multiplyScalar(distance));
    this.camera.near = distance / 200;
    this.camera.far = distance * 20 + 20 * radius;
    this.camera.updateProjectionMatrix();
    this.orbit.target.copy(target);
    this.orbit.maxDistance = 6 * distance;
    this.orbit.update();
    this.ground.fit(radius);
    this.light(new Sphere(target, Math.hypot(radius + 0.3 * size.y, 0.62 * size.y)));
    this.dirty = true;
  }

  private light(all: Sphere): void {
    const { sun } = this;
    sun.target.position.copy(all.center);
    sun.position.copy(all.center).add(new Vector3(0.75, 1.25, 0.55).normalize().multiplyScalar(2 * all.radius));
    const camera = sun.shadow.camera;
    camera.left = camera.bottom = -1.25 * all.radius;
    camera.right = camera.top = 1.25 * all.radius;
    camera.near = 0.1 * all.radius;
    camera.far = 4.5 * all.radius;
    camera.updateProjectionMatrix();
    sun.shadow.bias = -0.0004;
    sun.shadow.normalBias = (0.6 * 2.5 * all.radius) / 2048;
    sun.shadow.radius = 2;
  }

  setLook(look: Look): void {
    const compiled = look.quality !== this.look.quality || look.orders !== this.look.orders;
    this.look = { ...look };
    for (const materials of this.materials)
      if (compiled || !('THIGMO_SET' in materials.solid.userData)) {
        setVariant(materials, look.quality, look.orders);
        materials.solid.userData['THIGMO_SET'] = true;
      }
    for (const { edge } of this.meshes) if (edge) edge.visible = look.softEdges;
    this.sun.castShadow = look.shadows;
    this.ground.visible = look.ground;
    this.dirty = true;
  }

  setUniforms(values: UniformValues): void {
    if (!this.uniforms) return;
    for (const [name, value] of Object.entries(values)) (this.uniforms[name]?.value as Vector4 | undefined)?.set(...value);
    const [x, , z] = values['thigmo_wind'] ?? [0, 0, 0, 0];
    this.ground.showWind(Math.atan2(z, x), Math.hypot(x, z));
    this.dirty = true;
  }

  counts(): Counts {
    let [vertices, triangles] = [0, 0];
    for (const { geometry } of this.plant?.surfaces ?? []) {
      vertices += geometry.getAttribute('position').count;
      triangles += (geometry.index?.count ?? geometry.getAttribute('position').count) / 3;
    }
    return { vertices, triangles };
  }

  draw(time: number): void {
    if (this.uniforms) this.uniforms.page_time.value = time;
    this.frameTime.begin();
    this.renderer.render(this.scene, this.camera);
    this.frameTime.end();
    this.dirty = false;
  }

  /** Moves the camera on; `passed` in seconds. */
  update(passed: number): void {
    this.orbit.autoRotate = this.turntable;
    this.orbit.autoRotateSpeed = 3;
    this.orbit.update(passed);
  }
}
