// The page: opens what the address or a drop names, and ties the panel and the clock to the view.
import { type BeamPlant } from './beam_plant';
import { type Quality } from './beam_material';
import { loadPlant } from './bare_plant';
import { Clock } from './clock';
import { FileError, lineOf } from './errors';
import { droppedFiles, fetchBytes, folderAt, folderOf } from './folder';
import { loadPack } from './pack';
import { Panel, type Settings } from './panel';
import { checkShader, movedPositions } from './readback';
import { Transport } from './transport';
import { View } from './view';

const find = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;

class Page {
  readonly clock = new Clock();
  readonly view = new View(find<HTMLCanvasElement>('picture'));
  plant: BeamPlant | undefined;
  panel: Panel | undefined;
  private readonly transport = new Transport(find('transport'), this.clock, () => (this.view.dirty = true));
  private readonly shared = folderAt(new URL('shared/', location.href));
  private last = 0;
  private asked = 0; // how often a plant was asked for

  constructor() {
    this.listen();
    new ResizeObserver(() => this.resize()).observe(find('stage'));
    this.resize();
    requestAnimationFrame((now) => this.loop(now));
  }

  /** What the address names, or what the page was served to show. */
  async openAddress(): Promise<void> {
    const stated = document.querySelector<HTMLMetaElement>('meta[name="open"]')?.content ?? '';
    const query = new URLSearchParams(location.search || stated);
    const pack = query.get('pack');
    const plant = query.get('plant');
    if (pack !== null) await this.open(() => loadPack(folderAt(new URL(pack, location.href))));
    else if (plant !== null) await this.open(async () => {
      const address = new URL(plant, location.href);
      return loadPlant(await fetchBytes(address), decodeURIComponent(address.pathname.split('/').at(-1) ?? ''), this.shared);
    });
  }

  async openFiles(files: readonly File[]): Promise<void> {
    await this.open(async () => {
      const plant = files.find((file) => file.name.endsWith('.plant'));
      if (files.some((file) => file.name === 'pack.json')) return loadPack(folderOf(files, 'the dropped files'));
      if (plant) return loadPlant(await plant.arrayBuffer(), plant.name, this.shared);
      throw new FileError(`found ${files.map((file) => file.name).slice(0, 3).join(', ') || 'no file'}, expected a pack.json with its files or a .plant`);
    });
  }

  /** The old plant stays until the new one is whole; of two asked for, the later one is shown. */
  private async open(load: () => Promise<BeamPlant>): Promise<void> {
    const turn = ++this.asked;
    document.body.classList.add('busy');
    try {
      const plant = await load();
      if (turn !== this.asked) return;
      checkShader(plant);
      this.show(plant);
      this.say('');
    } catch (error) {
      if (turn !== this.asked) return;
      if (!(error instanceof FileError)) console.warn(error);
      this.say(lineOf(error));
    } finally {
      if (turn === this.asked) document.body.classList.remove('busy');
    }
  }

  private show(plant: BeamPlant): void {
    this.plant = plant;
    this.view.show(plant);
    const before = this.panel?.settings;
    const look = before?.look ?? { quality: 0 as Quality, orders: false, softEdges: true, shadows: true, ground: true };
    this.panel = new Panel(find('panel'), plant, look, before?.forest ?? 1, before?.turntable ?? false,
      (settings, what) => this.apply(settings, what));
    this.view.setUniforms(this.panel.settings.uniforms);
    find('empty').hidden = true;
    document.body.classList.add('open');
    find('name').textContent = plant.name;
    document.title = `${plant.name} – Thigmo`;
    this.tellFacts();
    this.resize();
    this.view.frame();
  }

  private apply(settings: Settings, what: 'uniforms' | 'look' | 'forest' | 'turntable'): void {
    if (what === 'uniforms') this.view.setUniforms(settings.uniforms);
    if (what === 'look') this.view.setLook(settings.look);
    if (what === 'turntable') this.view.turntable = settings.turntable;
    if (what === 'forest') {
      this.view.plantForest(settings.forest);
      this.view.setUniforms(settings.uniforms);
    }
    this.tellFacts();
  }

  private tellFacts(): void {
    if (!this.plant) return;
    const { vertices, triangles } = this.view.counts();
    const many = this.panel?.settings.forest ?? 1;
    const number = (n: number) => n.toLocaleString('en');
    const branches = this.plant.orders.reduce((a, b) => a + b, 0);
    const facts = [`${number(branches)} branches in ${this.plant.orders.length} orders`, `${number(this.plant.leaves)} leaves`,
      `${number(vertices)} vertices`, `${number(triangles)} triangles`];
    if (many > 1) facts.unshift(`${many} plants`);
    find('facts').replaceChildren(facts.join(' · '), document.createElement('br'), this.plant.source);
  }

  say(line: string): void {
    const box = find('message');
    box.textContent = line;
    box.hidden = line === '';
  }

  /** Positions of all vertices by the shader, for tests: x, y, z in turn. */
  positions(time: number, quality: Quality): Float32Array {
    if (!this.plant || !this.panel) throw new Error('no plant');
    return movedPositions(this.plant, this.panel.settings.uniforms, time, quality);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = find('stage');
    this.view.resize(Math.max(1, clientWidth), Math.max(1, clientHeight), devicePixelRatio);
  }

  private loop(now: number): void {
    requestAnimationFrame((next) => this.loop(next));
    const passed = Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    const moved = this.clock.tick(now);
    this.view.update(passed);
    if (!this.plant || (!moved && !this.view.dirty)) return;
    this.transport.show();
    this.view.draw(this.clock.time);
    const { ms, source } = this.view.frameTime;
    if (ms > 0) find('frame-time').textContent = `${ms.toFixed(2)} ms ${source}`;
  }

  private listen(): void {
    addEventListener('dragover', (event) => {
      event.preventDefault();
      document.body.classList.add('dragging');
    });
    addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) document.body.classList.remove('dragging');
    });
    addEventListener('drop', (event) => {
      event.preventDefault();
      document.body.classList.remove('dragging');
      if (event.dataTransfer) void droppedFiles(event.dataTransfer).then((files) => this.openFiles(files));
    });
    for (const [button, input] of [['open-files', 'files'], ['open-folder', 'folder']] as const) {
      const picker = find<HTMLInputElement>(input);
      find(button).addEventListener('click', () => picker.click());
      picker.addEventListener('change', () => void this.openFiles([...(picker.files ?? [])]));
    }
    find('message').addEventListener('click', () => this.say(''));
  }
}

declare global {
  var thigmo: Page;
}

const page = new Page();
globalThis.thigmo = page;
void page.openAddress();
