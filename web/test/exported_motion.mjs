// Default exports of species in three.js, beside their point caches:
// exported_motion.mjs CHROMIUM FOLDER SPECIES...
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const [browserPath, folder, ...species] = process.argv.slice(2);
const modules = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules');
const FRAMES = [0, 30, 60, 90, 120];
const EVERY = 41; // vertices are sampled
const WOOD = ['trunk', 'branch', 'twig'];

const PAGE = `<!doctype html><script type="importmap">
{"imports": {"three": "/modules/three/build/three.module.js", "three/addons/": "/modules/three/examples/jsm/"}}
</script><script type="module">
import * as three from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
globalThis.load = async (name) => {
  const gltf = await new GLTFLoader().loadAsync('/files/' + name);
  const mixer = new three.AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations[0]).play();
  globalThis.plant = { gltf, mixer, action };
};
globalThis.pose = (time, every) => {
  plant.action.time = time; // setTime would turn the end of the clip into its beginning
  plant.mixer.update(0);
  plant.gltf.scene.updateMatrixWorld(true);
  const meshes = [];
  plant.gltf.scene.traverse((item) => {
    if (!item.isSkinnedMesh) return;
    item.skeleton.update();
    const points = [];
    const point = new three.Vector3();
    for (let i = 0; i < item.geometry.attributes.position.count; i += every) {
      point.fromBufferAttribute(item.geometry.attributes.position, i);
      item.applyBoneTransform(i, point);
      points.push(...point.applyMatrix4(item.matrixWorld).toArray());
    }
    meshes.push({ name: item.name, count: item.geometry.attributes.position.count, points });
  });
  return meshes;
};
globalThis.ready = true;
</script>`;

const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://x').pathname;
  try {
    const [, kind, ...rest] = path.split('/');
    const body = kind === 'modules' ? readFileSync(join(modules, ...rest))
      : kind === 'files' ? readFileSync(join(folder, ...rest)) : PAGE;
    const type = path.endsWith('.js') ? 'text/javascript' : kind ? 'application/octet-stream' : 'text/html';
    response.writeHead(200, { 'content-type': type });
    response.end(body);
  } catch {
    response.writeHead(404);
    response.end();
  }
});

/** Positions of one frame of a PC2 file. */
function cacheFrame(name, frame) {
  const file = openSync(join(folder, name));
  const head = Buffer.alloc(32);
  readSync(file, head, 0, 32, 0);
  const points = head.readInt32LE(16);
  const bytes = Buffer.alloc(12 * points);
  readSync(file, bytes, 0, bytes.length, 32 + frame * bytes.length);
  return new Float32Array(bytes.buffer, bytes.byteOffset, 3 * points);
}

/** Squares of the way from rest and of the error, on wood and over all. */
async function measure(page, name) {
  await page.evaluate((file) => load(file), `${name}_default.glb`);
  const order = JSON.parse(readGlb(join(folder, `${name}_default.glb`))).meshes;
  const sums = { moved: 0, error: 0, all: 0, woodMoved: 0, woodError: 0, wood: 0 };
  for (const frame of FRAMES) {
    const found = await page.evaluate(([time, every]) => pose(time, every), [frame / 30, EVERY]);
    const wanted = cacheFrame(`${name}_default.pc2`, frame);
    let first = 0;
    for (const { name: mesh, rest } of order) {
      const own = found.find((entry) => entry.name === mesh.replaceAll(' ', '_') + '_mesh');
      assert.ok(own, `${name}: found no mesh ${mesh}, expected it`);
      for (let i = 0, k = 0; i < own.count; i += EVERY, ++k) {
        let moved = 0, error = 0;
        for (let c = 0; c < 3; ++c) {
          const there = wanted[3 * (first + i) + c];
          moved += (there - rest[3 * i + c]) ** 2;
          error += (there - own.points[3 * k + c]) ** 2;
        }
        sums.moved += moved;
        sums.error += error;
        sums.all += 1;
        if (!WOOD.includes(mesh)) continue;
        sums.woodMoved += moved;
        sums.woodError += error;
        sums.wood += 1;
      }
      first += own.count;
    }
    assert.equal(3 * first, wanted.length);
  }
  return sums;
}

/** Names and rest positions of a GLB's meshes, in its order. */
function readGlb(path) {
  const bytes = readFileSync(path);
  const length = bytes.readUInt32LE(12);
  const root = JSON.parse(bytes.subarray(20, 20 + length).toString());
  const meshes = root.meshes.map((mesh) => {
    const accessor = root.accessors[mesh.primitives[0].attributes.POSITION];
    const view = root.bufferViews[accessor.bufferView];
    const first = 28 + length + (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    const copy = Uint8Array.prototype.slice.call(bytes, first, first + 12 * accessor.count);
    return { name: mesh.name, rest: Array.from(new Float32Array(copy.buffer)) };
  });
  return JSON.stringify({ meshes });
}

await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
try {
  for (const name of species) {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => globalThis.ready);
    const report = JSON.parse(readFileSync(join(folder, `${name}_default.json`), 'utf8'));
    const sums = await measure(page, name);
    const wood = Math.sqrt(sums.woodError / sums.woodMoved), all = Math.sqrt(sums.error / sums.moved);
    const limit = Math.max(0.15, 1.2 * report.error_shared_organs_rms_m / report.moved_rms_m);
    console.log(`${name}: ${(100 * wood).toFixed(1)} % on wood, ${(100 * all).toFixed(1)} % over all`);
    assert.ok(sums.moved / sums.all > 1e-6, `${name}: found vertices that stand still`);
    assert.ok(wood <= 0.05, `${name}: found an error of ${wood} on wood, expected 0.05 or less`);
    assert.ok(all <= limit, `${name}: found an error of ${all} over all, expected ${limit} or less`);
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
}
