// The page in a real browser: page.mjs THIGMO CHROMIUM FOLDER. Grows small plants into FOLDER, serves
// them by `thigmo view`, and looks.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';

const [thigmo, browserPath, folder] = process.argv.slice(2);
const TIMES = [0.5, 2.25];
const children = [];
let browser;

function run(...words) {
  const done = spawnSync(thigmo, [...words, '--quiet'], { encoding: 'utf8' });
  assert.equal(done.status, 0, `thigmo ${words.join(' ')}: ${done.stderr}`);
}

/** Starts a program and gives the first line that it says that matches. */
function start(program, words, pattern, options = {}) {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  children.push(child);
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (bytes) => {
      said += bytes;
      const found = said.match(pattern);
      if (found) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', (status) => reject(new Error(`${program} ended with ${status}: ${said}`)));
  });
}

const view = async (...words) => (await start(thigmo, ['view', ...words], /^(http:\S+)\n/m))[1];

/** A page with what it says and asks for; ready when the plant is shown or a line says why not. */
async function open(address, { size = [800, 480] } = {}) {
  const page = await browser.newPage({ viewport: { width: size[0], height: size[1] } });
  page.said = [];
  page.asked = [];
  page.on('console', (message) => page.said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => page.said.push(`error: ${error.message}`));
  page.on('request', (request) => page.asked.push(request.url()));
  await page.goto(address);
  await page.waitForFunction(() => globalThis.thigmo?.plant || !document.getElementById('message').hidden);
  return page;
}

/** The same for one check; two pages at once would wait for each other's frames. */
async function look(address, check, options) {
  const page = await open(address, options);
  try {
    await check(page);
  } finally {
    await page.close();
  }
}

/** The picture at a time, its clock stopped. */
async function picture(page, time) {
  await page.evaluate(async (wanted) => {
    if (wanted !== undefined) {
      thigmo.clock.playing = false;
      thigmo.clock.seek(wanted);
    }
    thigmo.view.dirty = true;
    while (thigmo.view.dirty) await new Promise(requestAnimationFrame);
  }, time);
  // What lies over the picture shows the time, among other things.
  return page.locator('#picture').screenshot({ style: '#title, #transport, #frame-time, #message { visibility: hidden; }' });
}

const setWind = (page, speed) => page.getByRole('slider', { name: 'Speed (m/s)' }).fill(String(speed));

/** Share of pixels that differ, found by the browser itself. */
async function difference(page, one, two) {
  return page.evaluate(async ([a, b]) => {
    const pixels = async (bytes) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const paint = canvas.getContext('2d');
      paint.drawImage(image, 0, 0);
      return paint.getImageData(0, 0, image.width, image.height).data;
    };
    const [x, y] = [await pixels(a), await pixels(b)];
    let other = 0;
    for (let i = 0; i < x.length; i += 4)
      other += Math.abs(x[i] - y[i]) + Math.abs(x[i + 1] - y[i + 1]) + Math.abs(x[i + 2] - y[i + 2]) > 24;
    return (4 * other) / x.length;
  }, [one.toString('base64'), two.toString('base64')]);
}

before(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const root = process.getuid?.() === 0;
  const software = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
  browser = await chromium.launch({ executablePath: browserPath, args: [...software, ...(root ? ['--no-sandbox'] : [])] });
  run('grow', 'oak', '--age', '8', '--seed', '3', '-o', join(folder, 'oak.plant'));
  run('grow', 'orchid', '--age', '1', '-o', join(folder, 'orchid.plant'));
  const pack = (plant, name, ...more) =>
    run('export', join(folder, `${plant}.plant`), '--shader', join(folder, name), ...TIMES.flatMap((time) => ['--at', String(time)]), ...more);
  pack('oak', 'oak');
  pack('orchid', 'orchid');
  pack('orchid', 'loop', '--loop', '7s', '--wind', '12');
});

after(async () => {
  await browser?.close();
  for (const child of children) child.kill('SIGINT');
});

describe('a shader pack', () => {
  let page;
  before(async () => {
    page = await open(await view(join(folder, 'orchid')));
  });
  after(() => page.close());

  it('opens without a complaint, and asks nobody but its own origin', async () => {
    await picture(page, 1);
    assert.deepEqual(page.said, []);
    assert.equal(await page.locator('#message').isVisible(), false);
    assert.equal(await page.locator('#name').textContent(), 'orchid');
    const origin = new URL(page.url()).origin;
    assert.deepEqual(page.asked.filter((url) => !url.startsWith(origin) && !url.startsWith(`blob:${origin}`) && !url.startsWith('data:')), []);
  });

  it('moves', async () => {
    assert.ok((await difference(page, await picture(page, 1), await picture(page, 2))) > 0.005);
  });

  it('is still in still air', async () => {
    await setWind(page, 0);
    assert.equal(await difference(page, await picture(page, 1), await picture(page, 2)), 0);
    await setWind(page, 8);
  });

  it('runs, and is still while it is paused', async () => {
    const time = () => page.evaluate('thigmo.clock.time');
    await page.locator('#picture').focus();
    await page.keyboard.press('Home');
    assert.equal(await time(), 0);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => thigmo.clock.time > 0.1);
    await page.keyboard.press('Space');
    const [stopped, one] = [await time(), await picture(page)];
    await page.evaluate('new Promise((done) => setTimeout(done, 300))');
    assert.equal(await time(), stopped);
    assert.equal(await difference(page, one, await picture(page)), 0);
    await page.keyboard.press('ArrowRight');
    assert.ok(Math.abs((await time()) - stopped - 1 / 60) < 1e-9);
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('slider', { name: 'Time (s)' }).fill('12.5');
    assert.equal(await time(), 12.5);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(() => thigmo.clock.time > 12.5);
    await page.getByRole('button', { name: 'Pause' }).click();
  });

  it('shows orders as colours', async () => {
    const plain = await picture(page, 1);
    await page.getByLabel('Order colours').check();
    assert.ok((await difference(page, plain, await picture(page, 1))) > 0.01);
    await page.getByLabel('Order colours').uncheck();
    assert.equal(await difference(page, plain, await picture(page, 1)), 0);
    assert.deepEqual(page.said, []);
  });

  it('draws the soft edges of leaves, and shadows, when asked', async () => {
    const plain = await picture(page, 1);
    for (const name of ['Soft leaf edges', 'Shadows']) {
      await page.getByLabel(name).uncheck();
      assert.ok((await difference(page, plain, await picture(page, 1))) > 0, name);
      await page.getByLabel(name).check();
    }
  });

  it('has three qualities that all move', async () => {
    for (const name of ['No length', 'Positions', 'Full']) {
      await page.getByRole('radio', { name }).click();
      assert.ok((await difference(page, await picture(page, 1), await picture(page, 2))) > 0.005, name);
    }
    assert.deepEqual(page.said, []);
  });

  it('takes presets, and the storm bends more than the breeze', async () => {
    const lean = async (preset) => {
      await page.getByRole('radio', { name: preset }).click();
      return page.evaluate('thigmo.positions(1, 0)').then((found) => Object.values(found));
    };
    const rest = await page.evaluate(`(thigmo.panel.set({ thigmo_wind: [0, 0, 0, 0] }), thigmo.positions(1, 0))`).then(Object.values);
    const far = (moved) => moved.reduce((sum, x, i) => sum + (x - rest[i]) ** 2, 0);
    const [breeze, storm] = [far(await lean('Breeze')), far(await lean('Storm'))];
    assert.ok(breeze > 0 && storm > 4 * breeze, `${breeze} ${storm}`);
    await page.getByRole('radio', { name: 'Wind', exact: true }).click();
  });

  it('becomes a forest of 20', async () => {
    await page.getByRole('slider', { name: 'Plants' }).fill('20');
    assert.match(await page.locator('#facts').textContent(), /^20 plants/);
    assert.ok((await difference(page, await picture(page, 1), await picture(page, 2))) > 0.001);
    assert.deepEqual(page.said, []);
    await page.getByRole('slider', { name: 'Plants' }).fill('1');
  });

  it('says in one line what is wrong with a file, and keeps the plant', async () => {
    const drop = (files) => page.evaluate((list) => thigmo.openFiles(list.map(([name, text]) => new File([text], name))), files);
    const said = () => page.locator('#message').textContent();
    const plant = readFileSync(join(folder, 'orchid.plant'));
    const cases = [
      [[['notes.txt', 'x']], 'found notes.txt, expected a pack.json with its files or a .plant'],
      [[['x.plant', 'garbage that is no plant']], 'x.plant: found no .plant file, expected the mark THPL'],
      [[['x.plant', plant.subarray(0, 600).toString('latin1')]], /^x\.plant: found (a wrong checksum|no \.plant)/],
      [[['pack.json', '{']], /^pack\.json: found no JSON/],
      [[['pack.json', '{"format": "other"}']], 'pack.json: found format "other", expected "thigmo-beam-pack"'],
      [[['pack.json', '{"format": "thigmo-beam-pack", "version": 9}']], 'pack.json: found version 9, expected 1'],
    ];
    for (const [files, expected] of cases) {
      await drop(files);
      if (expected instanceof RegExp) assert.match(await said(), expected);
      else assert.equal(await said(), expected);
    }
    assert.equal(await page.locator('#name').textContent(), 'orchid');
    assert.deepEqual(page.said, []);
  });

  it('opens what is dropped on it, or chosen', async () => {
    const named = (name) => page.waitForFunction((wanted) => document.getElementById('name').textContent === wanted, name);
    await page.evaluate((base64) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], 'oak.plant'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, readFileSync(join(folder, 'oak.plant')).toString('base64'));
    await named('oak');
    await page.locator('#folder').setInputFiles(join(folder, 'orchid'));
    await named('orchid');
    assert.equal(await page.locator('#message').isVisible(), false);
    assert.deepEqual(page.said, []);
  });

  it('refuses a pack whose shader does not compile', async () => {
    const broken = join(folder, 'broken');
    cpSync(join(folder, 'orchid'), broken, { recursive: true });
    writeFileSync(join(broken, 'thigmo_beam.glsl'), 'this is no shader');
    await look(await view(broken), async (other) =>
      assert.match(await other.locator('#message').textContent(), /^orchid: found a shader that does not compile/));
  });

  it('refuses a pack of another origin', async () => {
    await look(`${page.url()}?pack=${encodeURIComponent('http://elsewhere.example/pack/')}`, async (other) => {
      assert.match(await other.locator('#message').textContent(), /found another origin/);
      assert.deepEqual(other.asked.filter((url) => url.startsWith('http://elsewhere.example/')), []);
    });
  });
});

describe('the shader', () => {
  for (const name of ['oak', 'orchid', 'loop'])
    it(`puts every vertex of the ${name} where the CPU does`, async () => look(await view(join(folder, name)), async (page) => {
      await page.evaluate(() => (thigmo.clock.playing = false));
      const { check } = JSON.parse(readFileSync(join(folder, name, 'pack.json'), 'utf8'));
      assert.deepEqual(check.times, TIMES);
      // Positions only: positions as in full quality.
      const files = [check.full, check.sheared, check.full];
      for (const [quality, list] of files.entries())
        for (const [i, file] of list.entries()) {
          const worst = await page.evaluate(worstError, [TIMES[i], quality, readFileSync(join(folder, name, file)).toString('base64')]);
          const said = `${name} at ${TIMES[i]} s, quality ${quality}: off by ${worst.toExponential(2)} of the branch's length at most`;
          console.log(said);
          assert.ok(worst < 1e-3, said);
        }
    }));
});

/** In the page: the largest error over all vertices, as a share of the vertex's branch's length. */
function worstError([time, quality, base64]) {
  const wanted = new Float32Array(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer);
  const found = thigmo.positions(time, quality);
  if (found.length !== wanted.length || wanted.length === 0) return Infinity;
  const branches = thigmo.plant.textures.thigmo_branches.image.data;
  let worst = 0;
  let at = 0;
  for (const { geometry } of thigmo.plant.surfaces) {
    const { beam_branch_leaf: row } = geometry.attributes;
    for (let i = 0; i < row.count; ++i, at += 3) {
      const length = row.getX(i) < 0 ? 1 : branches[4 * thigmo.plant.branchTexels * row.getX(i) + 15];
      const apart = Math.hypot(found[at] - wanted[at], found[at + 1] - wanted[at + 1], found[at + 2] - wanted[at + 2]);
      worst = Math.max(worst, apart / length);
    }
  }
  return worst;
}

describe('a bare plant', () => {
  it('opens by thigmo view and by ?plant=, and moves', async () => {
    const address = await view(join(folder, 'oak.plant'));
    await look(address, async (page) => {
      assert.equal(await page.locator('#name').textContent(), 'oak');
      assert.ok((await difference(page, await picture(page, 1), await picture(page, 2))) > 0.002);
      await setWind(page, 0);
      assert.equal(await difference(page, await picture(page, 1), await picture(page, 2)), 0);
      assert.deepEqual(page.said, []);
    });
    await look(`${address}?plant=files/oak.plant`, async (page) =>
      assert.equal(await page.locator('#name').textContent(), 'oak'));
  });
});

describe('the static folder', () => {
  it('works under any path of any web server', async () => {
    const root = join(folder, 'www');
    mkdirSync(join(root, 'some'), { recursive: true });
    run('view', join(folder, 'orchid'), '--write', join(root, 'some', 'where'));
    const [, port] = await start('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', root], /port (\d+)/);
    await look(`http://127.0.0.1:${port}/some/where/`, async (page) => {
      assert.equal(await page.locator('#name').textContent(), 'orchid');
      assert.ok((await difference(page, await picture(page, 1), await picture(page, 2))) > 0.005);
      assert.deepEqual(page.said, []);
      assert.ok(page.asked.every((url) => url.includes('/some/where/') || url.startsWith('blob:') || url.startsWith('data:')), page.asked.join('\n'));
    });
  });
});

describe('thigmo view', () => {
  it('ends well by Ctrl-C', async () => {
    await view(join(folder, 'orchid'));
    const child = children.pop();
    const ended = new Promise((resolve) => child.on('exit', (status) => resolve(status)));
    child.kill('SIGINT');
    assert.equal(await ended, 0);
  });
});

describe('the panel', () => {
  it('fits a phone, and everything in it has a name', async () => look(await view(join(folder, 'orchid')), async (page) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, String(wide));
    const nameless = await page.evaluate(() => [...document.querySelectorAll('button, input, select')]
      .filter((it) => !it.hidden && !(it.ariaLabel || it.textContent.trim() || it.labels?.[0]?.textContent.trim()))
      .map((it) => it.outerHTML));
    assert.deepEqual(nameless, []);
  }, { size: [390, 800] }));
});
