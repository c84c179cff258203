// The panel: wind, branches by order, leaves, how it is drawn. Rebuilt for every plant.
import { ORDER_COLOURS, type Quality } from './beam_material';
import type { BeamPlant, UniformValues, Vec4 } from './beam_plant';
import type { Look } from './view';
import { choice, element, section, type Slider, slider, toggle } from './widgets';

export interface Settings {
  uniforms: UniformValues;
  look: Look;
  forest: number;
  turntable: boolean;
}

type ByOrder = 'thigmo_damping' | 'thigmo_stiffness' | 'thigmo_sway';
const BY_ORDER: [ByOrder, string, { min: number; max: number; step: number }][] = [
  ['thigmo_damping', 'Damping', { min: 0.025, max: 0.8, step: 0.005 }],
  ['thigmo_stiffness', 'Stiffness', { min: 0.1, max: 5, step: 0.05 }],
  ['thigmo_sway', 'Sway', { min: 0, max: 4, step: 0.05 }],
];
const HINTS: Record<ByOrder, string> = {
  thigmo_damping: 'Damping ratio; 1 is critical.',
  thigmo_stiffness: '× the plant’s: stiffer is quicker and leans less.',
  thigmo_sway: '× the motion that gusts excite.',
};
const ORDER_NAMES = ['Order 0', 'Order 1', 'Order 2', 'Order 3+'];

export class Panel {
  settings: Settings;

  constructor(
    private readonly root: HTMLElement,
    private readonly plant: BeamPlant,
    look: Look,
    forest: number,
    turntable: boolean,
    private readonly changed: (settings: Settings, what: 'uniforms' | 'look' | 'forest' | 'turntable') => void,
  ) {
    this.settings = { uniforms: structuredClone(plant.uniforms), look, forest, turntable };
    this.build();
  }

  private vec(name: string): Vec4 {
    return (this.settings.uniforms[name] ??= [0, 0, 0, 0]);
  }
  private tell(): void {
    this.changed(this.settings, 'uniforms');
  }

  /** Sets uniforms from outside the panel, as a preset does. */
  set(values: UniformValues): void {
    for (const [name, value] of Object.entries(values)) this.settings.uniforms[name] = [...value];
    this.build();
    this.tell();
  }

  private build(): void {
    // Whoever works by keyboard stays where they were.
    const stops = () => [...this.root.querySelectorAll<HTMLElement>('button, input')];
    const at = stops().findIndex((stop) => stop === document.activeElement);
    const handle = this.root.querySelector<HTMLButtonElement>('#panel-toggle');
    const open = handle ? handle.ariaExpanded === 'true' : innerWidth > 720 || innerHeight > 600;
    this.root.replaceChildren(
      this.handle(open),
      element('div', { class: 'sections' }, this.wind(), this.branches(), this.leaves(), this.drawing(), this.scene()),
    );
    stops()[at]?.focus();
  }

  private handle(open: boolean): HTMLElement {
    const button = element('button', { type: 'button', id: 'panel-toggle', 'aria-expanded': String(open) }, 'Controls');
    const apply = () => this.root.classList.toggle('closed', button.ariaExpanded === 'false');
    button.addEventListener('click', () => {
      button.ariaExpanded = String(button.ariaExpanded === 'false');
      apply();
    });
    apply();
    return button;
  }

  private wind(): HTMLElement {
    const wind = this.vec('thigmo_wind');
    let speed = Math.hypot(wind[0], wind[1], wind[2]);
    let angle = (Math.atan2(wind[2], wind[0]) * 180) / Math.PI;
    if (angle < 0) angle += 360;
    const put = () => {
      const rad = (angle * Math.PI) / 180;
      [wind[0], wind[1], wind[2]] = [speed * Math.cos(rad), 0, speed * Math.sin(rad)];
      presets.value = '';
      this.tell();
    };
    const names = Object.keys(this.plant.presets);
    const same = (name: string) =>
      Object.entries(this.plant.presets[name]).every(([key, value]) =>
        value.every((part, i) => Math.abs(part - (this.settings.uniforms[key]?.[i] ?? NaN)) < 1e-6));
    const presets = choice('Wind preset', names.map((name) => [name, name[0].toUpperCase() + name.slice(1)]),
      names.find(same) ?? '', (name) => this.set(this.plant.presets[name]));
    return section('Wind', presets.root,
      slider({ label: 'Speed', unit: 'm/s', min: 0, max: 40, step: 0.1 }, speed, (now) => { speed = now; put(); }).root,
      slider({ label: 'Direction', unit: '°', min: 0, max: 360, step: 1 }, angle, (now) => { angle = now; put(); }).root,
      slider({ label: 'Turbulence', unit: '%', min: 0, max: 60, step: 1 }, 100 * wind[3], (now) => { wind[3] = now / 100; put(); }).root);
  }

  private branches(): HTMLElement {
    const rows = element('div');
    const fill = (name: ByOrder) => {
      const [, , range] = BY_ORDER.find(([own]) => own === name)!;
      const values = this.vec(name);
      const some = Math.min(4, Math.max(1, this.plant.orders.length));
      const sliders: Slider[] = ORDER_NAMES.slice(0, some).map((label, order) =>
        slider({ label, mark: ORDER_COLOURS[order], ...range }, values[order], (now) => {
          // The last one that the plant has stands for all above it.
          for (let i = order; i < (order === some - 1 ? 4 : order + 1); ++i) values[i] = now;
          this.tell();
        }));
      rows.replaceChildren(...sliders.map((one) => one.root), element('p', { class: 'quiet' }, HINTS[name]));
    };
    const tabs = choice('By order', BY_ORDER.map(([name, text]) => [name, text]), 'thigmo_damping', (name) => fill(name as ByOrder));
    fill('thigmo_damping');
    return section('Branches', tabs.root, rows);
  }

  private leaves(): HTMLElement {
    const leaf = this.vec('thigmo_leaf');
    return section('Leaves',
      slider({ label: 'Flutter', unit: '×', min: 0, max: 3, step: 0.05 }, leaf[0], (now) => { leaf[0] = now; this.tell(); }).root);
  }

  private drawing(): HTMLElement {
    const { look } = this.settings;
    const tell = () => this.changed(this.settings, 'look');
    const on = (label: string, name: 'orders' | 'softEdges' | 'shadows' | 'ground') =>
      toggle(label, look[name], (now) => { look[name] = now; tell(); });
    return section('Drawing',
      choice('Quality', [['0', 'Full'], ['1', 'No length'], ['2', 'Positions']], String(look.quality), (word) => {
        look.quality = Number(word) as Quality;
        tell();
      }).root,
      element('p', { class: 'quiet' }, 'Full · without length correction · positions only, normals at rest'),
      element('div', { class: 'toggles' }, on('Order colours', 'orders'), on('Soft leaf edges', 'softEdges'),
        on('Shadows', 'shadows'), on('Ground', 'ground')));
  }

  private scene(): HTMLElement {
    const copy = element('button', { type: 'button' }, 'Copy uniforms');
    copy.addEventListener('click', () => {
      void navigator.clipboard.writeText(JSON.stringify(this.settings.uniforms, null, 1)).then(() => {
        copy.textContent = 'Copied';
        setTimeout(() => (copy.textContent = 'Copy uniforms'), 1500);
      });
    });
    const reset = element('button', { type: 'button' }, 'Reset');
    reset.addEventListener('click', () => this.set(structuredClone(this.plant.uniforms)));
    return section('Scene',
      slider({ label: 'Plants', min: 1, max: 1000, step: 1 }, this.settings.forest, (now) => {
        this.settings.forest = now;
        this.changed(this.settings, 'forest');
      }).root,
      toggle('Turntable', this.settings.turntable, (now) => {
        this.settings.turntable = now;
        this.changed(this.settings, 'turntable');
      }),
      element('p', { class: 'buttons' }, copy, reset));
  }
}
