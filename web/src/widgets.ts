// The few elements that the panel is made of; every one has a name for those who cannot see it.

type Child = Node | string;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A picture on a button: an outline in a square of 16. */
export function icon(outline: string): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const made = document.createElementNS(space, 'svg');
  made.setAttribute('viewBox', '0 0 16 16');
  made.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', outline);
  made.append(path);
  return made;
}

export interface SliderOptions {
  label: string;
  unit?: string;
  min: number;
  max: number;
  step: number;
  /** A colour beside the label. */
  mark?: string;
}

export interface Slider {
  readonly root: HTMLElement;
  value: number;
}

/** A slider with a number beside it that can be typed. */
export function slider(options: SliderOptions, value: number, changed: (value: number) => void): Slider {
  const range = { min: String(options.min), max: String(options.max), step: String(options.step) };
  const name = options.unit ? `${options.label} (${options.unit})` : options.label;
  const bar = element('input', { type: 'range', ...range, 'aria-label': name });
  const field = element('input', { type: 'number', ...range, 'aria-label': `${name}, as a number` });
  const digits = Math.max(0, -Math.floor(Math.log10(options.step) + 1e-9));
  const show = (now: number) => {
    bar.value = String(now);
    field.value = now.toFixed(digits);
    bar.style.setProperty('--share', String((now - options.min) / (options.max - options.min)));
  };
  const take = (text: string) => {
    const wanted = Number(text);
    if (text.trim() === '' || !Number.isFinite(wanted)) return show(Number(bar.value));
    const now = Math.min(options.max, Math.max(options.min, wanted));
    show(now);
    changed(now);
  };
  bar.addEventListener('input', () => take(bar.value));
  field.addEventListener('change', () => take(field.value));
  show(value);
  const label = element('span', { class: 'label' }, options.label);
  if (options.mark) label.prepend(element('i', { class: 'mark', style: `background:${options.mark}` }));
  const root = element('div', { class: 'slider' }, label, bar, field, element('span', { class: 'unit' }, options.unit ?? ''));
  return {
    root,
    get value() {
      return Number(bar.value);
    },
    set value(now: number) {
      show(now);
    },
  };
}

export function toggle(label: string, on: boolean, changed: (on: boolean) => void): HTMLElement {
  const box = element('input', { type: 'checkbox' });
  box.checked = on;
  box.addEventListener('change', () => changed(box.checked));
  return element('label', { class: 'toggle' }, box, element('span', {}, label));
}

export interface Choice {
  readonly root: HTMLElement;
  value: string;
}

/** One of a few, as buttons in a row. */
export function choice(label: string, words: readonly [string, string][], value: string, changed: (word: string) => void): Choice {
  const buttons = words.map(([word, text]) => {
    const button = element('button', { type: 'button', role: 'radio' }, text);
    button.addEventListener('click', () => {
      show(word);
      changed(word);
    });
    return [word, button] as const;
  });
  let now = value;
  const show = (word: string) => {
    now = word;
    for (const [own, button] of buttons) button.setAttribute('aria-checked', String(own === word));
  };
  show(value);
  const root = element('div', { class: 'choice', role: 'radiogroup', 'aria-label': label }, ...buttons.map(([, button]) => button));
  // Arrows go from one to the next, as in every group of radio buttons.
  root.addEventListener('keydown', (event) => {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const at = buttons.findIndex(([, button]) => button === document.activeElement);
    if (way === undefined || at < 0) return;
    const next = buttons[(at + way + buttons.length) % buttons.length][1];
    event.preventDefault();
    event.stopPropagation();
    next.focus();
    next.click();
  });
  return {
    root,
    get value() {
      return now;
    },
    set value(word: string) {
      show(word);
    },
  };
}

export function section(title: string, ...children: Child[]): HTMLElement {
  return element('section', {}, element('h2', {}, title), ...children);
}
