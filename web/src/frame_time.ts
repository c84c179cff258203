// How long a frame takes: on the GPU where the browser tells, else the time that drawing took here.

interface TimerExtension {
  readonly TIME_ELAPSED_EXT: number;
  readonly GPU_DISJOINT_EXT: number;
}

export class FrameTime {
  ms = 0;
  readonly source: 'GPU' | 'CPU';
  private readonly timer: TimerExtension | null;
  private pending: WebGLQuery | undefined;
  private running = false;
  private began = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.timer = gl.getExtension('EXT_disjoint_timer_query_webgl2') as TimerExtension | null;
    this.source = this.timer ? 'GPU' : 'CPU';
  }
  begin(): void {
    this.began = performance.now();
    if (!this.timer || this.pending) return;
    this.pending = this.gl.createQuery();
    this.gl.beginQuery(this.timer.TIME_ELAPSED_EXT, this.pending);
    this.running = true;
  }
  end(): void {
    const { gl, timer } = this;
    if (!timer) return this.take(performance.now() - this.began);
    if (this.running) gl.endQuery(timer.TIME_ELAPSED_EXT);
    this.running = false;
    if (!this.pending || !gl.getQueryParameter(this.pending, gl.QUERY_RESULT_AVAILABLE)) return;
    if (!gl.getParameter(timer.GPU_DISJOINT_EXT))
      this.take(Number(gl.getQueryParameter(this.pending, gl.QUERY_RESULT)) / 1e6);
    gl.deleteQuery(this.pending);
    this.pending = undefined;
  }
  private take(ms: number): void {
    this.ms = this.ms === 0 ? ms : this.ms + 0.1 * (ms - this.ms);
  }
}
