// Play, pause, step, scrub: the bar under the picture, and its keys.
import { Clock } from './clock';
import { element, icon } from './widgets';

const ICONS = {
  play: 'M4 2.5v11l9.5-5.5z',
  pause: 'M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z',
  rewind: 'M3 2.5h2v11h-2zM13.5 2.5v11l-8-5.5z',
  back: 'M10.5 3.5v9l-6.5-4.5z',
  on: 'M5.5 3.5v9l6.5-4.5z',
};
const WINDOW = 60; // s that the bar spans; it turns the page when the time runs out of it

export class Transport {
  private readonly play = element('button', { type: 'button', class: 'play' });
  private readonly bar = element('input', { type: 'range', step: '0.01', 'aria-label': 'Time (s)' });
  private readonly readout = element('output', {}, '');

  constructor(root: HTMLElement, private readonly clock: Clock, private readonly changed: () => void) {
    const back = element('button', { type: 'button', 'aria-label': 'One frame back', title: 'One frame back (←)' }, icon(ICONS.back));
    const on = element('button', { type: 'button', 'aria-label': 'One frame on', title: 'One frame on (→)' }, icon(ICONS.on));
    const rewind = element('button', { type: 'button', 'aria-label': 'To the beginning', title: 'To the beginning (Home)' }, icon(ICONS.rewind));
    const rate = element('select', { 'aria-label': 'Speed of time', title: 'Speed of time' });
    for (const value of [0.1, 0.25, 0.5, 1, 2]) rate.append(element('option', { value: String(value) }, `${value}×`));
    rate.value = '1';
    rate.addEventListener('change', () => (this.clock.rate = Number(rate.value)));
    back.addEventListener('click', () => this.act(() => clock.step(-1)));
    on.addEventListener('click', () => this.act(() => clock.step(1)));
    rewind.addEventListener('click', () => this.act(() => clock.seek(0)));
    this.play.addEventListener('click', () => this.act(() => (clock.playing = !clock.playing)));
    this.bar.addEventListener('input', () => this.act(() => {
      clock.playing = false;
      clock.seek(Number(this.bar.value));
    }));
    root.append(rewind, back, this.play, on, this.bar, this.readout, rate);
    addEventListener('keydown', (event) => this.key(event));
    this.show();
  }

  private act(what: () => void): void {
    what();
    this.show();
    this.changed();
  }
  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    // Fields and sliders keep their own keys.
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select, textarea')) return;
    if (event.key === ' ' && target.closest('button')) return;
    const frames = event.shiftKey ? 10 : 1;
    if (event.key === ' ') this.act(() => (this.clock.playing = !this.clock.playing));
    else if (event.key === 'ArrowRight') this.act(() => this.clock.step(frames));
    else if (event.key === 'ArrowLeft') this.act(() => this.clock.step(-frames));
    else if (event.key === 'Home') this.act(() => this.clock.seek(0));
    else return;
    event.preventDefault();
  }

  show(): void {
    const { time, playing } = this.clock;
    const first = WINDOW * Math.floor(time / WINDOW);
    this.bar.min = String(first);
    this.bar.max = String(first + WINDOW);
    this.bar.value = String(time);
    this.bar.style.setProperty('--share', String((time - first) / WINDOW));
    this.readout.textContent = `${time.toFixed(2)} s`;
    const label = playing ? 'Pause' : 'Play';
    if (this.play.ariaLabel === label) return;
    this.play.ariaLabel = label;
    this.play.title = `${label} (space)`;
    this.play.replaceChildren(icon(playing ? ICONS.pause : ICONS.play));
  }
}
