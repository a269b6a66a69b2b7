const REDRAW_MS = 200;

/** A line with count, rows per second and time left, drawn on a terminal only. */
export class Progress {
  private readonly startedAt = performance.now();
  private drawnAt = 0;
  private readonly isShown = process.stderr.isTTY;

  /** @param skipped rows that an earlier run has finished */
  constructor(
    private readonly total: number,
    private readonly skipped: number,
  ) {}

  /** @param done rows so far, with the skipped ones */
  update(done: number): void {
    const now = performance.now();
    if (!this.isShown || now - this.drawnAt < REDRAW_MS) return;
    this.drawnAt = now;
    const perSecond = (done - this.skipped) / Math.max(0.001, (now - this.startedAt) / 1_000);
    const left = Math.max(0, this.total - done) / Math.max(1, perSecond);
    const share = Math.min(100, Math.floor((100 * done) / Math.max(1, this.total)));
    process.stderr.write(
      `\r\u001b[K${share} %  ${done} rows  ${Math.round(perSecond)} rows/s  about ${Math.ceil(left)} s left`,
    );
  }

  end(): void {
    if (this.isShown) process.stderr.write('\r\u001b[K');
  }

  get seconds(): number {
    return (performance.now() - this.startedAt) / 1_000;
  }
}
