// The time that is shown: runs, pauses, steps, and goes where it is told.

export class Clock {
  time = 0; // s
  playing = true;
  rate = 1;
  private last: number | undefined;

  static readonly frame = 1 / 60; // s, of a step

  /** To be called once per frame with the browser's time (ms); whether the shown time changed. */
  tick(now: number): boolean {
    // A page that was hidden does not catch up.
    const passed = this.last === undefined ? 0 : Math.min((now - this.last) / 1000, 0.1);
    this.last = now;
    if (!this.playing) return false;
    this.time += passed * this.rate;
    return true;
  }
  seek(time: number): void {
    this.time = Math.max(0, time);
  }
  step(frames: number): void {
    this.playing = false;
    this.seek(this.time + frames * Clock.frame);
  }
}
