const REDRAW_MS = 200;
const BAR_WIDTH = 24;
const CLEAR_LINE = '\r\u001b[K';

/** A bar with the share, the items per second and the time left, drawn on a terminal only. */
export class Progress {
  private readonly startedAt = performance.now();
  private drawnAt = 0;
  private readonly isShown = process.stderr.isTTY;

  /** @param skipped rows that an earlier run has finished */
  constructor(
    private readonly total: number,
    private readonly skipped: number,
    private readonly unit = 'rows',
  ) {}

  /** @param done rows so far, with the skipped ones */
  update(done: number): void {
    const now = performance.now();
    const isLast = done === this.total;
    if (!this.isShown || (now - this.drawnAt < REDRAW_MS && !isLast)) return;
    this.drawnAt = now;
    const line = progressLine(
      { total: this.total, done, sent: done - this.skipped, unit: this.unit },
      (now - this.startedAt) / 1_000,
    );
    process.stderr.write(`${CLEAR_LINE}${line.slice(0, process.stderr.columns - 1)}`);
  }

  /** Ends the line, which stays on the terminal. */
  end(): void {
    if (this.isShown && this.drawnAt > 0) process.stderr.write('\n');
  }

  get seconds(): number {
    return (performance.now() - this.startedAt) / 1_000;
  }
}

interface Counts {
  readonly total: number;
  readonly done: number;
  /** Rows of this run. */
  readonly sent: number;
  readonly unit: string;
}

/** `[####----]  50 %  500/1000 rows  250 rows/s  2 s left` */
export function progressLine({ total, done, sent, unit }: Counts, seconds: number): string {
  const share = total === 0 ? 1 : done / total;
  const filled = Math.floor(share * BAR_WIDTH);
  const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '-');
  const perSecond = sent / Math.max(0.001, seconds);
  const left = perSecond > 0 ? duration((total - done) / perSecond) : 'unknown time';
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `[${bar}] ${percent} %  ${done}/${total} ${unit}  ${Math.round(perSecond)} ${unit}/s  ${left} left`;
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}
